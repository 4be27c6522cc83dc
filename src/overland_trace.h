/* Overland: traces of searches, for pictures, debuggers and lessons.
 *
 * A query whose ovl_query_more.trace is set calls that function for each event of its searches, in
 * order. Events are the same on every machine and in every slicing; answer and statistics do not
 * change.
 *
 * Traced are paths, beginnings of routes, costs and ranges; the segments of routes with
 * ovl_planner_trace_segments. Through a reader, a traced query may fetch more regions.
 *
 *     static bool stop_where_improved(void *user, const ovl_trace_event *event) {
 *       return event->kind == OVL_TRACE_IMPROVE && event->tier == OVL_TIER_FINE;
 *     }
 *
 *     ovl_query_more more = {.trace = stop_where_improved};
 *     query.more = &more;
 *     ovl_task_begin_path(planner, world, &query, &path);
 *     ovl_task_step(planner, UINT64_MAX, &spent, &done); // up to there */
#ifndef OVERLAND_TRACE_H
#define OVERLAND_TRACE_H

#include "overland_query.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ovl_trace_kind {
  OVL_TRACE_SOURCE = 0, /* a search begins here at `g`, the first source with a new number */
  OVL_TRACE_GENERATE, /* a node was reached for the first time; with jump points, a jump point or a
                         goal that a scan passes */
  OVL_TRACE_IMPROVE,  /* a node was reached for less, from another parent; an expanded one is open
                         again. Reaching it at equal cost is no event */
  OVL_TRACE_EXPAND,   /* a node was taken from the open list; with jump points and where weights
                         differ perhaps again at the same cost */
  OVL_TRACE_CLOSE,    /* all successors of the node that was expanded last have been generated */
  OVL_TRACE_GOAL,    /* a goal of the search is settled: `g` is its cost. In the coarse tiers `node`
                        is the waypoint next to the goal, and `g` is the cost of the whole route */
  OVL_TRACE_LABEL,   /* a label was read: the label of the waypoint `node`; `parent` is the first
                        cell of its hub, `g` the cost between them */
  OVL_TRACE_ATTACH,  /* an end of the query (`parent`) was attached to a waypoint of its region
                        (`node`) at cost `g`; if in plain sight, without a search */
  OVL_TRACE_ROUTE,   /* a waypoint of the chosen route, in order from the start; `g` is the cost
                        to go, 0 if unknown. With overlays, beyond the planned part only those at
                        borders of clusters */
  OVL_TRACE_WINDOW,  /* a window of cells was opened for the next search: node[0] is its upper left
                        cell, node[1] its lower right one, on the floor of `parent`, a cell from
                        which it is searched */
  OVL_TRACE_SEGMENT, /* a segment from `parent` to `node`, of cost `g`; each begins where the one
                        before ends */
  OVL_TRACE_STRING,  /* a run of a smoothed path, from turning point `parent` straight to `node`, of
                        cost `g` on the grid, in order from the start, without links */
  OVL_TRACE_STAGE    /* a stage of a path or route that had something to do is over: the events
                        since the last one are its work. `stage` is its name, `g` the cost and
                        `count` the number of what it found, 0 if nothing; from the start in
                        `parent` to the goal in `node`, as far as these are resolved. A query that
                        fails ends with the stage that failed */
} ovl_trace_kind;

/* The nodes of a search. */
typedef enum ovl_tier {
  /* Cells. Where turns cost, a cell is a node for each direction of the last step. */
  OVL_TIER_FINE = 0,
  OVL_TIER_COARSE, /* waypoints */
  OVL_TIER_OVERLAY /* waypoints at the borders of clusters, a node for each of their two sides */
} ovl_tier;

/* An event. Later versions may add kinds, and fields at the end. */
typedef struct ovl_trace_event {
  ovl_trace_kind kind;
  ovl_tier tier;
  uint32_t search;  /* number of the search within the query, from 0. Of events outside of searches
                       (from OVL_TRACE_LABEL on, but not OVL_TRACE_WINDOW): of the last search */
  ovl_cell node[2]; /* the two cells of a waypoint; for a cell, that cell twice */
  ovl_cell parent[2]; /* the node from which it was reached; the node itself if there is none */
  uint64_t g; /* cost units: cost from where the search began (the coarse searches begin at the
                 goal) */
  uint64_t h; /* cost units: the heuristic, a lower bound on the remaining cost */
  uint64_t f; /* cost units: the key of the open list: g + h. Where weights of cells differ, the
                 order is by ranges of f */
  const char *stage; /* OVL_TRACE_STAGE: static text, such as "plan over labels"; else NULL */
  uint64_t count;    /* OVL_TRACE_STAGE: waypoints, cells, segments, runs or points; else 0 */
} ovl_trace_event;

/* Sets the function that receives the events of the segments of routes that a planner refines, from
 * its next call on; NULL: none, as at first. Each segment has searches numbered from 0, and ends
 * with OVL_TRACE_SEGMENT. A plan or a path that the planner still holds of the route is not
 * searched for again, and so not told. */
OVL_API void ovl_planner_trace_segments(ovl_planner *planner, ovl_trace_fn trace, void *user);

/* Limits what the traces of a planner report to some kinds of events, of queries and of segments,
 * from its next call on: `kinds` has the bit 1u << kind of each; UINT32_MAX: all, as at first.
 * Without those of searches (up to OVL_TRACE_GOAL) a route is traced at the cost of one that is
 * not. */
OVL_API void ovl_planner_trace_kinds(ovl_planner *planner, uint32_t kinds);

#ifdef __cplusplus
}
#endif

#endif
