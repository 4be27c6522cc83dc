/* Queries of the Explorer's module: paths, first steps, and the events of their searches. */
#ifndef OVERLAND_EXPLORER_MODULE_QUERY_H
#define OVERLAND_EXPLORER_MODULE_QUERY_H

#include "overland_trace.h"

/* An event of a search, as the page reads it. */
struct module_event {
  int32_t kind; /* an ovl_trace_kind */
  int32_t tier; /* an ovl_tier */
  int32_t search;
  int32_t node[4];   /* x, y of the two cells of a waypoint; for a cell, that cell twice */
  int32_t parent[4]; /* of the node from which it was reached */
  int32_t unused;
  double g, h, f;
};

/* The settings of the next queries: ends and smoothing. `flags`: 1 nearest, 2 move_start. */
void module_query_ends(int32_t start_x, int32_t start_y, int32_t goal_x, int32_t goal_y);
void module_query_ways(int32_t smoothing, int32_t flags);

/* Finds the path of the present query. Numbers: 0 cost, units; 1 length, 1/1024 cells; 2 points; 3
 * cells, 0 if the path has lines at any angle; 4 whether it is partial; 5 cells expanded; 6
 * waypoints expanded; 7 windows; 8 ovl_method; 9 straight steps; 10 diagonal steps. */
int32_t module_find(void);

/* ---- Events ---- */

/* Records events of the next queries, up to `limit` of each; 0: none are recorded. `kinds` has a
 * bit for each ovl_trace_kind that is recorded. */
void module_record(uint32_t limit, uint32_t kinds);

/* The events since a query began; number 0 is their count, 1 how many were left out. */
const struct module_event *module_events(void);

/* Begins anew with no events; and records an event of a search of the page's own, as an
 * ovl_trace_fn. */
void module_begin_record(void);
bool module_record_event(void *user, const ovl_trace_event *event);

/* The planner's call failed for a reason: see module_keep_fault. */
ovl_planner *module_planner(void);

/* The present query. */
const ovl_query *module_query(void);

#endif
