/* The trace of a query, to which searches report their events: see overland_trace.h.
 *
 * Invariant: a search without a trace has NULL for it. That is tested where a search is run, and
 * where a node is reached for less; the loop of the fine search is compiled a second time. */
#ifndef OVERLAND_FINE_TRACE_H
#define OVERLAND_FINE_TRACE_H

#include "overland_trace.h"

/* Pieces of a path that were reported. */
typedef struct ovi_trace_pieces {
  uint64_t count;
  uint64_t cost; /* cost units, of all of them */
} ovi_trace_pieces;

typedef struct ovi_trace {
  ovl_trace_fn receive; /* receives cells of the plane */
  void *user;
  uint32_t left_out; /* kinds of events that are not reported: bit 1 << kind of each */
  uint32_t searches; /* number of searches that have begun */
  ovi_trace_pieces segments, runs;
  bool can_stop; /* the query is done in slices */
  bool stops;    /* its slice ends before the next expansion */
} ovi_trace;

/* Returns whether the slice of a query ends; NULL: there is no trace that could say so. */
static inline bool ovi_trace_stops(const ovi_trace *trace) { return trace != NULL && trace->stops; }

/* Begins a search: its number. */
static inline uint32_t ovi_trace_begin_search(ovi_trace *trace) { return trace->searches++; }

/* True if the receiver does not want events of this kind. */
static inline bool ovi_trace_leaves_out(const ovi_trace *trace, ovl_trace_kind kind) {
  return (trace->left_out >> kind & 1) != 0;
}

static inline void ovi_trace_emit(ovi_trace *trace, const ovl_trace_event *event) {
  if (!ovi_trace_leaves_out(trace, event->kind) && trace->receive(trace->user, event) &&
      trace->can_stop) {
    trace->stops = true;
  }
}

/* Reports an event outside of searches, with the number of the search that began last. */
static inline void ovi_trace_emit_outside(ovi_trace *trace, ovl_trace_event event) {
  event.search = trace->searches != 0 ? trace->searches - 1 : 0;
  ovi_trace_emit(trace, &event);
}

/* Reports a piece of the path: a segment, or a run of the string. */
static inline void ovi_trace_emit_piece(ovi_trace *trace, ovl_trace_kind kind, ovl_cell from,
                                        ovl_cell to, uint64_t cost) {
  ovi_trace_pieces *pieces = kind == OVL_TRACE_SEGMENT ? &trace->segments : &trace->runs;
  pieces->count++;
  pieces->cost += cost;
  ovi_trace_emit_outside(trace, (ovl_trace_event){.kind = kind,
                                                  .tier = OVL_TIER_FINE,
                                                  .node = {to, to},
                                                  .parent = {from, from},
                                                  .g = cost,
                                                  .f = cost});
}

#endif
