/* Overland: traces of searches, for pictures, debuggers and lessons.
 *
 * A query whose ovl_query_more.trace is set calls that function for each event of its searches, in
 * the order in which they happen: nodes that were generated, improved, expanded and settled, in
 * both tiers, and the windows, waypoints and segments that follow from them. The events of a query
 * are the same on every machine and however the query is sliced. Its answer and its statistics do
 * not change because it is traced. A query without a trace does no work for traces.
 *
 * Traced are paths, beginnings of routes, costs and ranges; the segments of routes with
 * ovl_planner_trace_segments. A world that is read through a reader may have to fetch more regions
 * for a query that is traced.
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
  OVL_TRACE_SOURCE = 0, /* a search begins from this node; `g` is what it begins with. The first
                           source of a search has a new search number */
  OVL_TRACE_GENERATE,   /* a node was reached for the first time: it is open now, unless the search
                           needs no more than its cost. With jump points these are jump points, and
                           goals that a scan passes */
  OVL_TRACE_IMPROVE,    /* a node was reached for less, from another parent; an expanded one is open
                           again. Reaching it at equal cost is no event */
  OVL_TRACE_EXPAND,     /* a node was taken from the open list. With jump points and where weights
                           differ it may be taken again at the same cost, in more directions */
  OVL_TRACE_CLOSE,      /* all successors of the node that was expanded last have been generated */
  OVL_TRACE_GOAL,    /* a goal of the search is settled: `g` is its cost. In the coarse tiers `node`
                        is the waypoint next to the goal, and `g` is the cost of the whole route */
  OVL_TRACE_LABEL,   /* a label was read: the label of the waypoint `node`; `parent` is the first
                        cell of its hub, `g` the cost between them */
  OVL_TRACE_ATTACH,  /* an end of the query (`parent`) was attached to a waypoint of its region
                        (`node`) at cost `g`; if in plain sight, without a search */
  OVL_TRACE_ROUTE,   /* a waypoint of the chosen route, in order from the start; `g` is the cost
                        to go, 0 if unknown. With overlays, beyond the planned part only those at
                        borders of clusters */
  OVL_TRACE_WINDOW,  /* a window of cells was opened: node[0] is its upper left cell, node[1] its
                        lower right one, as far as it lies on the floor of `parent`, a cell from
                        which it is searched. It comes before the first source of its search */
  OVL_TRACE_SEGMENT, /* a segment was taken: from `parent` to `node`, of cost `g`. Each begins
                        where the one before ends */
  OVL_TRACE_STRING,  /* the string was tightened: from turning point `parent` straight to `node`,
                        of cost `g` on the grid. These are the runs of a smoothed path, in order
                        from the start, without its links */
  OVL_TRACE_STAGE    /* a stage of the query begins, whose name is `stage`; it has no nodes */
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
  uint64_t f; /* cost units: the key of the open list: g + h, h weighted if asked. Where weights
                 of cells differ the order is by ranges of f */
  const char *stage; /* OVL_TRACE_STAGE: static text, such as "read labels"; else NULL */
} ovl_trace_event;

/* Sets the function that receives the events of the segments of routes that a planner refines
 * (ovl_route_next, ovl_task_begin_next); NULL: none, as at first. `user` is passed to it. It is
 * used from the planner's next call on, and what it returns means what it does for a query. Each
 * segment has searches numbered from 0, and ends with OVL_TRACE_SEGMENT: from where the unit is to
 * where the route then is. A plan or a path that the planner still holds of the route is not
 * searched for again, and so not told. */
OVL_API void ovl_planner_trace_segments(ovl_planner *planner, ovl_trace_fn trace, void *user);

/* Limits what the traces of a planner report to some kinds of events, of queries and of segments,
 * from its next call on: `kinds` has the bit 1u << kind of each; UINT32_MAX: all, as at first.
 * Other events are not made. With overlays through a reader, those of searches (up to
 * OVL_TRACE_GOAL) have regions fetched for the cells of each waypoint; without them a route is
 * traced at the cost of one that is not. */
OVL_API void ovl_planner_trace_kinds(ovl_planner *planner, uint32_t kinds);

#ifdef __cplusplus
}
#endif

#endif
