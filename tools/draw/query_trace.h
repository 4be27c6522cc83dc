/* Collects what a search expanded and chose, through ovl_query_more.trace. */
#ifndef OVERLAND_TOOLS_DRAW_QUERY_TRACE_H
#define OVERLAND_TOOLS_DRAW_QUERY_TRACE_H

#include "overland_trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cells in the order in which they came. */
struct cell_list {
  ovl_cell *cells;
  size_t count, capacity;
};

struct query_trace {
  struct cell_list fine;   /* expanded cells */
  struct cell_list coarse; /* expanded waypoints, two cells each */
  struct cell_list route;  /* waypoints of the route, two cells each */
  bool no_memory;          /* something is missing */
};

/* For ovl_query_more.trace; the user pointer is a struct query_trace, zero at first. */
bool query_trace_take(void *user, const ovl_trace_event *event);

/* Asks the query once more to fill the trace, which is zero at first. Returns an exit code, after
 * one line on stderr if it is not EXIT_DONE. */
int query_trace_run(struct query_trace *trace, ovl_planner *planner, const ovl_world *world,
                    const ovl_query *query);
void query_trace_free(struct query_trace *trace);

/* Cells as one bit each of a whole floor: for searches that look at most of it. */
struct cell_set {
  ovl_cell corner; /* of the floor */
  int32_t width, height;
  uint8_t *bits;
  int32_t left, top, right, bottom; /* around all cells; right < left if there are none */
};

bool cell_set_create(struct cell_set *set, const ovl_world *world, int32_t floor);
/* For plain_search_show, with a struct cell_set as the user pointer: adds a cell, unless it is of
 * another floor. */
void cell_set_take(void *user, ovl_cell cell);
bool cell_set_has(const struct cell_set *set, int32_t x, int32_t y);
void cell_set_free(struct cell_set *set);

#endif
