/* Overland: many units with one goal. */
#ifndef OVERLAND_FLOW_H
#define OVERLAND_FLOW_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shared goals: flows ----------------------------------------------------- */

/* Many units that want the same goal share one search, a flow. Costs spread from the goal
 * backwards over the waypoint graph, no farther than the units that ask are away; and each region
 * that one of them stands in gets a tile, which tells for all its cells the next step and the cost
 * that is left. Then a step is a look into a tile, for any number of units.
 *
 *     ovl_flow_begin(flow, world, &query);                   // the goal, of any kind
 *     ovl_flow_prepare(flow, cells, count, budget, &done);   // if a tick's work is to be bounded
 *     ovl_flow_next(flow, cell, &step); cell = step.next;    // each unit, each time it steps
 *
 * Steps are legal, and with each the cost left falls by what it costs or more: who follows a flow
 * never comes to a cell twice and never walks more than the cost left at the start said. That is
 * at most the cost of the best way over waypoints, and what is walked is mostly less: each region
 * is crossed anew by the best way through it, and on even ground without cut corners left wherever
 * that is best (walked over optimal on StarCraft maps: 1.002 to 1.003 in the mean).
 *
 * A flow is one thread's at a time, but for ovl_flow_peek. */
typedef struct ovl_flow ovl_flow;

typedef struct ovl_flow_def {
  const ovl_world *world;  /* it serves this world, of all its profiles, and versions of it */
  size_t max_bytes;        /* 0: a tile for each region; less: that which nobody asked for
                              longest makes room for the next */
  int32_t max_goals;       /* cells of a goal that is a set, or lies on a floor of places: 0 to
                              OVL_MAX_GOALS */
  void *block;             /* NULL, or memory for the flow, aligned to 16; the caller's */
  size_t block_bytes;      /* of block; at least ovl_flow_bytes */
  ovl_allocator allocator; /* where the flow comes from if block is NULL */
} ovl_flow_def;

/* max_goals 64. */
OVL_API ovl_flow_def ovl_flow_def_default(const ovl_world *world);

/* Bytes that ovl_flow_create will take: some 130 a waypoint, 9 a cell for the tiles. Never above
 * max_bytes, unless that does not hold two tiles: the least that works is then returned.
 * 0 without a world; SIZE_MAX if this host can't hold it. */
OVL_API size_t ovl_flow_bytes(const ovl_flow_def *def);

/* Errors: OVL_BAD_ARGUMENT (no world; block too small or not aligned; max_bytes below the least;
 * max_goals), OVL_NO_MEMORY; *flow is then NULL. */
OVL_API ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow);
OVL_API void ovl_flow_destroy(ovl_flow *flow); /* NULL is allowed */

/* Sets the goal: profile, goal, goal kind and move_goal of the query, nothing else of it; what the
 * flow held is forgotten. The cells of a set are copied. The world must stay open as long as the
 * flow is asked about it. Goals are passed over as in a query. Errors: OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD (too large for it), OVL_MORE_ROOM (more cells
 * than max_goals), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; the flow then has no goal. Costs n for the
 * regions that hold goals. */
OVL_API ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query);

/* Where to go from a cell. */
typedef struct ovl_flow_step {
  ovl_cell next;       /* a neighbour, or a link's other end; of a goal that cell itself */
  uint64_t cost_to_go; /* units, from the cell that was asked about; 0: it is a goal */
  uint32_t link;       /* that leads to next; UINT32_MAX: it is a step */
  bool back;           /* the link is taken from `to` to `from` */
} ovl_flow_step;

/* The step from a cell, and all the work that it takes to know it. Errors: OVL_UNREACHABLE (told
 * by islands, without work), OVL_START_BLOCKED, OVL_START_OUTSIDE, OVL_BAD_ARGUMENT (no goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; *step is then 0. Costs under 100 ns where there is a tile; a
 * tile costs n of its region, and the first of a part of the world c from the goal to there. */
OVL_API ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* The same without work: OVL_LIMITED where work would be needed. Changes nothing: any number of
 * threads may look while no other call of the flow is under way. */
OVL_API ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* Works ahead, for up to `budget` expansions and at most one tile more: makes the tiles of cells in
 * their order. To make one counts as the cells that it expands and one for each 32 of its region,
 * and the same for each neighbour that it looks at. *done tells whether all of them are made, or
 * can't be: cells of which nothing can come (blocked, outside, unreachable) are passed over, and
 * if there is not room for so many tiles, the first of them are there. Answers do not depend on
 * how work was sliced. Errors: OVL_BAD_ARGUMENT (no goal), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
OVL_API ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count,
                                    uint64_t budget, bool *done);

/* Goes over to another version of its world, with the same goal, in slices of up to `budget`
 * expansions: until *done the flow answers as before, of the version in which it was, and both must
 * stay open; after it, of the new one alone. Tiles stay where neither their region was rebuilt nor
 * a cost at its border changed. A call with yet another version begins over. Goals that are lost to
 * walls: OVL_GOAL_BLOCKED, and the flow stays as it was. Other errors as from ovl_flow_begin.
 * Costs c as far as the flow had spread. */
OVL_API ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget,
                                  bool *done);

/* What a flow did since it was begun. */
typedef struct ovl_flow_work {
  uint64_t coarse_expanded; /* waypoints */
  uint64_t fine_expanded;   /* cells, of tiles and of goals */
  uint64_t tiles_made;
  uint64_t tiles_dropped; /* to make room */
  uint64_t tiles_kept;    /* of another version, as they were */
} ovl_flow_work;

OVL_API ovl_flow_work ovl_flow_stats(const ovl_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
