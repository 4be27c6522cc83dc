/* The events of a query, recorded, and a check that they are those of searches. */
#ifndef OVERLAND_TESTS_QUERY_TRACE_LOG_H
#define OVERLAND_TESTS_QUERY_TRACE_LOG_H

#include "overland_trace.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

typedef struct trace_log {
  ovl_trace_event *events;
  size_t count, capacity;
  int32_t stop_per_mille; /* of the events at which the callback asks to stop */
  test_random random;
} trace_log;

/* For ovl_query_more.trace, with a trace_log as the user pointer, zero at first. */
bool trace_log_take(void *user, const ovl_trace_event *event);
void trace_log_clear(trace_log *log);
void trace_log_free(trace_log *log);

/* The first event in which two logs differ; SIZE_MAX: none. */
size_t trace_log_difference(const trace_log *a, const trace_log *b);

/* The number of events of a kind in the tiers of a mask, a bit for each. */
uint64_t trace_log_count(const trace_log *log, ovl_trace_kind kind, uint32_t tiers);

/* What a check must know of the query. */
typedef struct trace_facts {
  const ovl_world *world;
  bool has_twins; /* several waypoints may have the same two cells: the ends of links */
} trace_facts;

/* Checks that each search begins at sources; that each node is generated once and then improved, at
 * less cost and from a node that was expanded; that only such nodes are expanded, closed and
 * settled, at their costs; that f is g and h together. */
void trace_log_check(const trace_log *log, test_state *t, const trace_facts *facts);

#endif
