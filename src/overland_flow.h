/* Overland: flow fields, which many units with one goal share. */
#ifndef OVERLAND_FLOW_H
#define OVERLAND_FLOW_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Units with the same goal share one search, a flow. From the goal it expands the waypoint graph as
 * far as the units that ask. Each region in which one of them stands gets a tile, which holds the
 * next step and the cost to go of all its cells; a step then is a lookup, for any number of units.
 *
 *     ovl_flow_begin(flow, world, &query);                 // the goal, of any kind
 *     ovl_flow_prepare(flow, cells, count, budget, &done); // if the work of a tick is to be
 * bounded ovl_flow_next(flow, cell, &step);                    // each unit, for each step cell =
 * step.next;
 *
 * Steps are legal. With each the cost to go falls by at least what the step costs: a unit that
 * follows a flow enters no cell twice, and never walks more than the cost to go at its start. That
 * is at most the cost of the cheapest path over waypoints. Units mostly walk less, since each
 * region is crossed by its cheapest path: 1.002 to 1.003 times the optimum on StarCraft maps, in
 * the mean.
 *
 * One thread at a time may use a flow, but for ovl_flow_peek. */
typedef struct ovl_flow ovl_flow;

typedef struct ovl_flow_def {
  const ovl_world *world; /* it serves this world, with all profiles, and its versions */
  size_t max_bytes;       /* most bytes; 0: a tile for each region. With less, the tile that was not
                             used for the longest time makes room */
  int32_t max_goals;      /* most cells of a goal that is a set or on a graph floor, 0 to
                             OVL_MAX_GOALS */
  void *block;            /* NULL, or memory of the caller's for the flow, aligned to 16 */
  size_t block_bytes;     /* bytes of block, at least ovl_flow_bytes */
  ovl_allocator allocator; /* for the flow, if block is NULL */
  uint64_t reserved[2];    /* 0 */
} ovl_flow_def;

/* Returns a definition with max_goals 64 and the default allocator. */
OVL_API ovl_flow_def ovl_flow_def_default(const ovl_world *world);

/* Returns the bytes of a flow, some 130 a waypoint and 9 a cell: those that ovl_flow_create
 * allocates, or that block must have. It is never above max_bytes, unless that does not hold two
 * tiles; the least that works is then returned. 0 without a world; SIZE_MAX if this machine can't
 * hold it. */
OVL_API size_t ovl_flow_bytes(const ovl_flow_def *def);

/* Creates a flow without a goal, which the caller destroys. Errors, with *flow NULL:
 * OVL_BAD_ARGUMENT (no world; a block that is too small or not aligned; max_bytes too small;
 * max_goals), OVL_NO_MEMORY.
 */
OVL_API ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow, ovl_fault *fault);

/* Destroys a flow; NULL is allowed. */
OVL_API void ovl_flow_destroy(ovl_flow *flow);

/* Sets the goal and drops all tiles. Of the query, profile, goal, goal kind and move_goal are used;
 * the cells of a set are copied. The world must stay open while the flow is used. Cells that are
 * blocked or outside are ignored. Errors, after which the flow has no goal: OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD (the flow is too small for the world),
 * OVL_MORE_ROOM (more than max_goals cells), OVL_NEEDS_REGIONS (a world opened by a reader),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. Costs n for the regions that hold goals. */
OVL_API ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query);

/* The step from a cell. */
typedef struct ovl_flow_step {
  ovl_cell next;       /* a neighbour, or the other end of a link; on a goal that cell itself */
  uint64_t cost_to_go; /* units, from the cell; 0 on a goal */
  uint32_t link;       /* number of the link to next; UINT32_MAX: it is a step */
  bool back;           /* the link is taken from `to` to `from` */
} ovl_flow_step;

/* Finds the step from a cell, with all the work that takes. Errors, with *step zeroed:
 * OVL_UNREACHABLE (from island numbers, without work), OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT (no goal), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. Costs under 100 ns where there is
 * a tile; a tile costs n of its region, and the first one of an area c from the goal to there. */
OVL_API ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* The same without work: OVL_LIMITED where there is no tile. Changes nothing: any number of threads
 * may call it while no other call of the flow runs. */
OVL_API ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* Makes the tiles of `count` cells ahead of time, in their order, for up to `budget` expansions and
 * one tile more. A tile counts as the cells that it expands and one for each 32 cells of its
 * region, and so does each neighbour of it that is read. *done: all tiles are made, or can't be.
 * Cells that are blocked, outside or unreachable are ignored; if there is no room for all tiles,
 * the first ones are made. Answers do not depend on the slices. Errors: OVL_BAD_ARGUMENT (no goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
OVL_API ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count,
                                    uint64_t budget, bool *done);

/* Moves a flow to another version of its world, with the same goal, in slices of up to `budget`
 * expansions. Before *done it answers for the version before, and both must stay open; afterwards
 * for the new one alone. Tiles stay if neither their region was rebuilt nor a cost at its border
 * changed. A call with a third version begins over. OVL_GOAL_BLOCKED if no goal is open any more:
 * the flow stays as it was. Other errors as of ovl_flow_begin. Costs c as far as the flow had
 * expanded. */
OVL_API ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget,
                                  bool *done);

/* Work of a flow since ovl_flow_begin. */
typedef struct ovl_flow_work {
  uint64_t coarse_expanded; /* waypoints expanded */
  uint64_t fine_expanded;   /* cells expanded, for tiles and goals */
  uint64_t tiles_made;      /* number of tiles */
  uint64_t tiles_dropped;   /* tiles dropped to make room for others */
  uint64_t tiles_kept;      /* tiles kept from the version before */
} ovl_flow_work;

/* Returns the work of a flow. */
OVL_API ovl_flow_work ovl_flow_stats(const ovl_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
