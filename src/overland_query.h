/* Overland: more of queries: other goals and limits, costs to many cells, ranges; the memory and
 * the statistics of planners. */
#ifndef OVERLAND_QUERY_H
#define OVERLAND_QUERY_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Goals and limits ----------------------------------------------------------------- */

#define OVL_MAX_GOALS 65536 /* cells of a set of goals */

/* The kinds of goals. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* the cell `goal` */
  OVL_GOAL_RECT,     /* any of goal_w x goal_h cells, of which `goal` is the upper left */
  OVL_GOAL_WITHIN,   /* any cell at most goal_radius cells from `goal`, by straight distance; of
                        hexagons by steps */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* Called for each event of a traced query (overland_trace.h), which is valid only during the call.
 * It must not call the library. It returns true to pause a task: the slice ends before its next
 * expansion. Other calls go on. */
struct ovl_trace_event;
typedef bool (*ovl_trace_fn)(void *user, const struct ovl_trace_event *event);

/* Further settings of a query.
 *
 * Of several goal cells the one that is cheapest to reach becomes the goal, the first or uppermost
 * and leftmost of several. The costs of a few goals are those of their paths; of many, and where
 * paths cost nearly the same, they are nearly always exact as far as 192 cells away (of a few on
 * plain ground, 96). Beyond, many goals are compared by paths over waypoints, and a dearer one may
 * be taken: by up to 6 percent, on weights of 1 to 255 by up to 30. Those that are blocked, outside
 * or unreachable are ignored; if none is left, the result is OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE or
 * OVL_UNREACHABLE.
 *
 * With ovl_query.nearest a goal that is blocked or unreachable is replaced by the reachable cell of
 * its floor that is nearest by straight distance, of hexagons by steps, then by cost, then
 * uppermost, then leftmost; if no cell of that floor can be reached, by one of the start's floor.
 * The result is then OVL_UNREACHABLE. The distance is measured from the goal as given, also with
 * move_goal, by which a blocked goal whose nearest open cell can be reached is OVL_OK; for a
 * rectangle from the nearest cell of its part in the world, so that a unit meets a building at its
 * near side; for a set from that of its cells which is nearest to a reachable one; for a radius
 * from its centre. */
typedef struct ovl_query_more {
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells, at least 1; may extend beyond the floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: read during the call */
  size_t goal_count;          /* OVL_GOAL_SET: number of cells, 1 to OVL_MAX_GOALS */
  uint64_t cost_limit;        /* cost units: a more expensive path is cut off there, with
                                 OVL_LIMITED; 0: no limit */
  /* Waypoints and cells expanded: a search that reaches the limit ends with OVL_LIMITED, and the
   * path leads to the cell closest to the goal among those reached; the coarse search may use half
   * of the limit. 0: no limit. */
  uint64_t expansion_limit;
  /* Cost units per change of direction, 0 to 2^20, so that paths turn less; a link is no turn. The
   * path is the best by steps and turns together where it lies in 8 x 8 regions and takes no link.
   * A longer one is made of such pieces along the way that is best by steps alone, which decides
   * also what links are taken; with turns of up to ten steps, and regions of 16 cells or more, it
   * is on average within 1 percent of the best, at worst 15. Such a query takes some ten times as
   * long as one without. Turns are not included in ovl_path.cost. Only for ovl_find_path. */
  uint32_t turn_cost;
  ovl_trace_fn trace; /* or NULL */
  void *trace_user;
} ovl_query_more;

/* ---- Costs and ranges ----------------------------------------------------------------- */

/* Finds the costs from query->start to `count` cells, 0 to OVL_MAX_GOALS. costs[i] is in cost
 * units; UINT64_MAX if cells[i] is blocked, outside or unreachable. Costs are those of real paths:
 * the cheapest ones, or, of up to 128 far cells, those of ovl_find_path, on average under 0.1
 * percent above the cheapest; at worst 6 percent on plain ground, and 30 on random weights of 1 to
 * 255. With links, slopes, a step rule or free corners a path over waypoints may make a detour
 * that has no such bound: of two million costs in random worlds of up to 140 x 140 cells, most of
 * them with some of these, 40 were more than 2 percent above the least, the worst three times as
 * much. In worlds larger than ovl_find_range names, many far cells cost what paths over waypoints
 * do, often 1 percent more. tests/space and tests/query/test_costs.c hold these figures. Goals,
 * limits and smoothing of the query are not used. Errors: OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL. Time: that of a path for each cell, or O(n), up to 0.3
 * us for each cell of the world that costs no more than the most distant of `cells`, whichever is
 * estimated to be less. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

typedef struct ovl_range_cell {
  ovl_cell cell;
  uint64_t cost; /* cost units, from the start */
} ovl_range_cell;

/* Lists, region by region, the cells that can be reached from query->start at a cost of at most
 * `budget` cost units. Costs are those of the cheapest paths, so no cell is missing, in worlds of
 * up to 1,664 x 1,664 cells with regions of 32 cells (848 x 848 with regions of 8, 1,216 x 1,216
 * with 16, 2,368 x 2,368 with 64, 3,200 x 3,200 with 128). In larger ones these are the costs of
 * the cheapest paths that stay in such a square around the start, and beyond it those of
 * ovl_find_costs. OVL_MORE_ROOM: those that fit are valid. Other errors as for ovl_find_costs.
 * Time: O(n) for the cells reached, 0.1 to 0.5 us each. */
OVL_API ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                  size_t capacity, size_t *needed);

/* Begins ovl_find_costs as a task (overland.h). */
OVL_API ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, const ovl_cell *cells, size_t count,
                                        uint64_t *costs);

/* Begins ovl_find_range as a task. */
OVL_API ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, uint64_t budget,
                                        ovl_range_cell *reached, size_t capacity, size_t *needed);

/* ---- Memory and work of planners ------------------------------------------------------ */

/* Returns the bytes that ovl_planner_create allocates, or the least for `block`. 0 without a world;
 * SIZE_MAX if this machine can't hold it. Time: a few us. */
OVL_API size_t ovl_planner_bytes(const ovl_planner_def *def);

/* Fits a planner to a world, also another than it was created for, and to a kind of query: its
 * profile and turn_cost count; `query` NULL: any query without turn costs. Room for other worlds
 * and queries stays. Calls do the same for their query; this allocates ahead of time.
 *
 * After OVL_OK no call with that world and kind of query allocates, or ends with
 * OVL_PLANNER_TOO_SMALL.
 * OVL_PLANNER_TOO_SMALL, with the planner as it was: its block or max_bytes is too small for some
 * such call; ovl_stats.bytes_needed is enough for both (and turn_costs must be set, if the fault
 * names that). Other errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_BUSY. Time: under
 * 1 us, or that of ovl_planner_create. */
OVL_API ovl_result ovl_planner_fit(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query);

/* The stored costs by which the coarse tier plans. */
typedef enum ovl_method {
  OVL_METHOD_NONE = 0, /* no coarse search was needed */
  OVL_METHOD_LABELS, /* exact costs between any two waypoints [hub labels]: routes are read without
                        a search */
  OVL_METHOD_OVERLAYS, /* costs across clusters, level by level [CRP] */
  OVL_METHOD_COUNT
} ovl_method;

/* The work of a planner's last call, or of its task. A segment of a route takes less work while the
 * planner still holds the plan or path of that route. */
typedef struct ovl_stats {
  uint64_t coarse_expanded; /* waypoints expanded */
  uint64_t fine_expanded;   /* cells expanded */
  uint64_t windows;         /* fine searches that refined a segment or answered a short query */
  uint64_t bytes_needed;    /* after OVL_PLANNER_TOO_SMALL: the size of a planner that is enough;
                               after OVL_CACHE_TOO_SMALL see ovl_world_open_def */
  ovl_method method;        /* the method used */
  bool goal_uncertain;      /* a limit ended the choice of one of several goals: after OVL_LIMITED
                               another one may be nearer than that which the path leads to */
} ovl_stats;

/* Returns the work of the last call made with this planner. */
OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* Forgets the plan that is kept for the next segment of the last route. Answers do not depend on
 * it, but counts of work do: after this the next call counts the same, whatever came before. Does
 * nothing while the planner has a task. */
OVL_API void ovl_planner_forget(ovl_planner *planner);

#ifdef __cplusplus
}
#endif

#endif
