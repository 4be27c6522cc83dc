/* Reports the events of searches of cells to their trace.
 *
 * Invariant: a traced search does exactly what one without a trace does. */
#ifndef OVERLAND_FINE_FINE_EVENTS_H
#define OVERLAND_FINE_FINE_EVENTS_H

#include "common/compiler.h"
#include "fine/fine_nodes.h"

/* Reports the window and the sources of the search, once. Call it when the goal is known. */
void ovi_fine_emit_beginning(ovi_fine_search *search);

/* ovi_relax, or ovi_relax_target of a cell, which also reports the node that was reached for less.
 */
void ovi_fine_relax_traced(ovi_fine_search *search, uint32_t number, uint32_t parent, uint64_t cost,
                           uint32_t packed, ovi_node_kind kind, bool is_target);

/* Reports an event of a node that the search has reached. */
void ovi_fine_emit(ovi_fine_search *search, ovl_trace_kind kind, uint32_t node);

/* Reports the targets that were settled since there were `before` of them. */
void ovi_fine_emit_goals(ovi_fine_search *search, uint32_t before);

/* ovi_relax and ovi_relax_target for a search that may be traced: a constant of each call, so that
 * one without a trace does nothing for it. */
OVI_FORCE_INLINE void ovi_relax_by(ovi_fine_search *search, uint32_t number, uint32_t parent,
                                   uint64_t cost, uint32_t packed, const ovi_node_kind kind,
                                   const bool traced) {
  if (traced) {
    ovi_fine_relax_traced(search, number, parent, cost, packed, kind, false);
  } else {
    ovi_relax(search, number, parent, cost, packed, kind);
  }
}

OVI_FORCE_INLINE void ovi_relax_target_by(ovi_fine_search *search, uint32_t cell, uint32_t parent,
                                          uint64_t cost, uint32_t packed, const bool traced) {
  if (traced) {
    ovi_fine_relax_traced(search, cell, parent, cost, packed, OVI_NODE_PACKED, true);
  } else {
    ovi_relax_target(search, cell, parent, cost, packed);
  }
}

#endif
