/* Overland: flow fields, shared by many units with one goal. */
#ifndef OVERLAND_FLOW_H
#define OVERLAND_FLOW_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shared goals: flows ----------------------------------------------------- */

/* Many units with the same goal share one search, a flow. Costs spread from the goal backwards over
 * the waypoint graph, as far as the units that ask; each region in which one of them stands gets a
 * tile, which holds the next step and the cost to go of all its cells. A step then is a lookup in a
 * tile, for any number of units.
 *
 *     ovl_flow_begin(flow, world, &query);                   // the goal, of any kind
 *     ovl_flow_prepare(flow, cells, count, budget, &done);   // to bound the work of a tick
 *     ovl_flow_next(flow, cell, &step); cell = step.next;    // each unit, for each step
 *
 * Steps are legal, and the cost to go falls with each by at least its cost: a unit that follows a
 * flow never enters a cell twice and never walks more than the cost to go at its start. That is at
 * most the cost of the cheapest path over waypoints, and units mostly walk less: each region is
 * crossed by the cheapest path through it (walked over optimal on StarCraft maps: 1.002 to 1.003 in
 * the mean).
 *
 * One thread at a time may use a flow, except for ovl_flow_peek. */
typedef struct ovl_flow ovl_flow;

typedef struct ovl_flow_def {
  const ovl_world *world; /* it serves this world, with all its profiles, and its versions */
  size_t max_bytes;   /* 0: a tile for each region; with less, the tile that was not used for the
                         longest time makes room */
  int32_t max_goals;  /* most cells of a goal that is a set or lies on a graph floor: 0 to
                         OVL_MAX_GOALS */
  void *block;        /* NULL, or memory for the flow, aligned to 16, the caller's */
  size_t block_bytes; /* bytes of block; at least ovl_flow_bytes */
  ovl_allocator allocator; /* memory of the flow if block is NULL */
  uint64_t reserved[2];    /* 0 */
} ovl_flow_def;

/* Returns max_goals 64, all else 0 or the default. */
OVL_API ovl_flow_def ovl_flow_def_default(const ovl_world *world);

/* Returns the bytes that ovl_flow_create takes: some 130 a waypoint, 9 a cell for the tiles. Never
 * above max_bytes, unless that does not hold two tiles: the least that works is then returned. 0
 * without a world; SIZE_MAX if this machine can't hold it. */
OVL_API size_t ovl_flow_bytes(const ovl_flow_def *def);

/* Creates a flow without a goal, which the caller destroys. Errors: OVL_BAD_ARGUMENT (no world;
 * block too small or not aligned; max_bytes too small; max_goals), OVL_NO_MEMORY; *flow is then
 * NULL. */
OVL_API ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow, ovl_fault *fault);
OVL_API void ovl_flow_destroy(ovl_flow *flow); /* NULL is allowed */

/* Sets the goal, and drops the tiles of the goal before. Of the query it uses profile, goal, goal
 * kind and move_goal. The cells of a set are copied. The world must stay open while the flow is
 * used. Goals that are blocked, outside or unreachable are ignored as in a query. Errors:
 * OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD (too large for it),
 * OVL_MORE_ROOM (more cells than max_goals), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; the flow then has
 * no goal. Costs n for the regions that hold goals. */
OVL_API ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query);

/* The next step from a cell. */
typedef struct ovl_flow_step {
  ovl_cell next;       /* a neighbour or a link's other end; on a goal that cell itself */
  uint64_t cost_to_go; /* units, from the cell of the question; 0: it is a goal */
  uint32_t link;       /* number of the link to next; UINT32_MAX: a step */
  bool back;           /* the link is taken from `to` to `from` */
} ovl_flow_step;

/* Finds the next step from a cell, and does all the work that this takes. Errors: OVL_UNREACHABLE
 * (from island numbers, without work), OVL_START_BLOCKED, OVL_START_OUTSIDE, OVL_BAD_ARGUMENT (no
 * goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; *step is then 0. Costs under 100 ns where there is a tile; a
 * tile costs n of its region, and the first of a part of the world c from the goal to there. */
OVL_API ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* As ovl_flow_next without work: OVL_LIMITED where work would be needed. Changes nothing: any
 * number of threads may call it while no other call of the flow is under way. */
OVL_API ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* Makes the tiles of cells ahead of time, in their order, for at most `budget` expansions and one
 * tile more. A tile counts as the cells that it expands and one for each 32 cells of its region,
 * and so does each neighbour that is read. *done: all of them are made, or can't be. Cells that are
 * blocked, outside or unreachable are ignored; if there is no room for all tiles, the first ones
 * are there. Answers do not depend on how work was sliced. Errors: OVL_BAD_ARGUMENT (no goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
OVL_API ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count,
                                    uint64_t budget, bool *done);

/* Moves the flow to another version of its world, with the same goal, in slices of at most `budget`
 * expansions. Until *done it answers for the version before, and both must stay open; afterwards
 * for the new one alone. Tiles are kept where neither their region was rebuilt nor a cost at its
 * border changed. A call with yet another version begins over. OVL_GOAL_BLOCKED if all goals are
 * now blocked; the flow stays as it was. Other errors as from ovl_flow_begin. Costs c as far as the
 * flow had spread. */
OVL_API ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget,
                                  bool *done);

/* Work of a flow since ovl_flow_begin. */
typedef struct ovl_flow_work {
  uint64_t coarse_expanded; /* waypoints */
  uint64_t fine_expanded;   /* cells, of tiles and goals */
  uint64_t tiles_made;
  uint64_t tiles_dropped; /* to make room for others */
  uint64_t tiles_kept;    /* kept from the version before */
} ovl_flow_work;

OVL_API ovl_flow_work ovl_flow_stats(const ovl_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
