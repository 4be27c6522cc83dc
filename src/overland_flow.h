/* Overland: flow fields, shared by many units with one goal. */
#ifndef OVERLAND_FLOW_H
#define OVERLAND_FLOW_H

#include "overland_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Units with the same goal can share one search, a flow. It expands the waypoint graph from the
 * goal as far as needed. Each region in which a unit stands gets a tile with the next step and the
 * cost to go of all of its cells.
 *
 *     ovl_flow_begin(flow, world, &query);                 // any kind of goal
 *     ovl_flow_prepare(flow, cells, count, budget, &done); // optional: limits the work of a tick
 *     ovl_flow_next(flow, cell, &step);                    // for each unit: cell = step.next;
 *
 * Steps are legal. Each lowers the cost to go by at least the cost of the step: a unit enters no
 * cell twice, and never pays more than the cost to go at its start, on average 1.003 times the
 * optimum.
 *
 * A world opened through a reader is read through its cache. Calls then also return the errors of
 * the reader, and may be made again.
 *
 * One thread at a time may use a flow, except for ovl_flow_peek in worlds without a reader. */
typedef struct ovl_flow ovl_flow;

typedef struct ovl_flow_def {
  const ovl_world *world; /* it serves this world, all profiles, and its versions */
  size_t max_bytes;       /* maximum size, bytes; 0: as max_tiles says */
  int32_t max_tiles;  /* tiles at once, up to one for each region: a new one then replaces the one
                         that was used least recently. 0: as many as fit max_bytes, or, if that is 0
                         as well, those of 131,072 cells, 128 regions of 32 x 32 */
  int32_t max_goals;  /* maximum number of cells in a goal that is a set or lies on a graph floor, 1
                         to OVL_MAX_GOALS; 0: 64 */
  void *block;        /* NULL, or the caller's memory for the flow, aligned to 16 */
  size_t block_bytes; /* bytes of block, at least ovl_flow_bytes */
  ovl_allocator allocator; /* for the flow, if block is NULL */
} ovl_flow_def;

/* Returns the bytes that ovl_flow_create allocates, or the least for `block`: about 100 per
 * waypoint, 600 per region, and 4 per cell of the tiles. At most max_bytes; or the least that
 * works, if that is too small for a few tiles. 0 without a world; SIZE_MAX if this machine can't
 * hold it. */
OVL_API size_t ovl_flow_bytes(const ovl_flow_def *def);

/* Creates a flow without a goal. Errors: OVL_BAD_ARGUMENT (no world; a block that is too small or
 * not aligned; max_bytes too small; max_goals or max_tiles out of range), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow, ovl_fault *fault);

/* Destroys a flow. */
OVL_API void ovl_flow_destroy(ovl_flow *flow);

/* Sets the goal and drops all tiles. Profile, goal, goal kind and move_goal of the query are used;
 * the cells of a set are copied. The world must stay open while the flow is used. Goal cells that
 * are blocked or outside are ignored. Errors, after which the flow has no goal: OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED, OVL_BAD_ARGUMENT, OVL_FULL (more than max_goals cells),
 * OVL_PLANNER_TOO_SMALL (`expected` of its fault is how many bytes are enough), OVL_CORRUPT. Time:
 * O(n) for the cells of the goal; searches begin with the calls below. */
OVL_API ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query);

/* The step from a cell, or the link from it. */
typedef struct ovl_flow_step {
  ovl_cell next; /* the neighbour, or other end of the link, to go to; on a goal the cell itself */
  uint64_t cost_to_go; /* cost units, from the cell (not from next); 0 on a goal */
  uint32_t link;       /* number of the link to next; UINT32_MAX: a step, or the cell is a goal */
  bool back;           /* the unit goes from the link's `to` to its `from` */
} ovl_flow_step;

/* Finds the step from a cell, and makes the tile of its region if there is none. Errors, with *step
 * zeroed: OVL_UNREACHABLE (known from island numbers, without a search), OVL_START_BLOCKED,
 * OVL_START_OUTSIDE, OVL_BAD_ARGUMENT (no goal), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. Time: under
 * 100 ns if there is a tile; O(n) for the region to make one; for the first tile of an area also
 * O(c) from the goal to there. */
OVL_API ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* As ovl_flow_next, but makes no tile: OVL_NOT_READY if there is none. Changes nothing, so any
 * number of threads may call it while no other call that uses the flow is running. */
OVL_API ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* Makes the tiles of `count` cells ahead of time, in order, in slices of up to `budget` expansions:
 * a tile may take several calls, and one that was begun comes first. A tile costs what the fields
 * of its region and of up to four regions beside it take: one expansion for each cell that is
 * expanded and one for every 32 cells. The price does not depend on what is in memory. *done: all
 * tiles are made, or can't be made. Cells that are blocked, outside or unreachable are ignored; if
 * there is no room for all tiles, the first ones are made. Errors: OVL_BAD_ARGUMENT (no goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
OVL_API ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count,
                                    uint64_t budget, bool *done);

/* Moves a flow to another version of its world, with the same goal, in slices of up to `budget`
 * expansions. Until *done the flow answers for the previous version, and both versions must stay
 * open; afterwards for the new one only. A tile is kept if its region was not rebuilt and all
 * costs at its border changed by the same, or not at all. A call with a third version starts over.
 * OVL_GOAL_BLOCKED: no goal is open any more; the flow is unchanged. OVL_OTHER_WORLD: the sizes of
 * the worlds differ. Other errors as for ovl_flow_begin. Time: O(c) as far as the flow had
 * expanded. */
OVL_API ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget,
                                  bool *done);

/* Returns the fault of the last call made with this flow, other than ovl_flow_peek. */
OVL_API const ovl_fault *ovl_flow_fault(const ovl_flow *flow);

/* The work of a flow since ovl_flow_begin. */
typedef struct ovl_flow_work {
  uint64_t coarse_expanded; /* waypoints expanded */
  uint64_t fine_expanded;   /* cells expanded, for tiles and goals */
  uint64_t spent;           /* expansions that were charged, as ovl_flow_prepare counts */
  uint64_t tiles_made;      /* number of tiles */
  uint64_t tiles_dropped;   /* tiles dropped to make room for others */
  uint64_t tiles_kept;      /* tiles kept from the previous version */
} ovl_flow_work;

/* Returns the work of a flow. */
OVL_API ovl_flow_work ovl_flow_stats(const ovl_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
