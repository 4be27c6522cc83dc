/* Reports the events of searches of cells to their trace.
 *
 * Invariant: a traced search does exactly what one without a trace does. */
#ifndef OVERLAND_FINE_FINE_EVENTS_H
#define OVERLAND_FINE_FINE_EVENTS_H

#include "fine/fine_nodes.h"

/* Reports the window and the sources of the search, once. Call it when the goal is known. */
void ovi_fine_emit_beginning(ovi_fine_search *search);

/* Reports that a node was reached, for the first time or for less; not before the beginning. */
void ovi_fine_emit_reached(ovi_fine_search *search, uint32_t node, bool is_new);

/* Reports an event of a node that the search has reached. */
void ovi_fine_emit(ovi_fine_search *search, ovl_trace_kind kind, uint32_t node);

/* Reports the targets that were settled since there were `before` of them. */
void ovi_fine_emit_settled(ovi_fine_search *search, uint32_t before);

#endif
