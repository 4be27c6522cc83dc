/* Lanes of tasks: planners that work on one task each, within a budget of expansions.
 *
 * A round goes like this: free lanes are given tasks, each lane gets a share of the budget, all
 * run, and their results are used in the order of lanes. So nothing depends on threads, and no
 * round spends more than its budget. */
#ifndef OVERLAND_SCHEDULE_LANES_H
#define OVERLAND_SCHEDULE_LANES_H

#include "common/arena.h"
#include "common/jobs.h"
#include "overland.h"

#define OVI_LANE_FREE UINT32_MAX

typedef struct ovi_task_lane {
  ovl_planner *planner;
  uint32_t request; /* the number of what it works on; OVI_LANE_FREE: nothing */
  ovl_world *world; /* retained for its task; NULL: none */
  uint64_t due;     /* expansions that are charged before the task is stepped */
  uint64_t share;   /* expansions that it may spend in the next run; 0: it is idle */
  uint64_t spent;   /* in the last run */
  bool is_refused;  /* its task could not begin: it is over once its charge is paid */
  bool is_done;     /* the last run ended its task */
} ovi_task_lane;

typedef struct ovi_task_lanes {
  ovi_task_lane *lane;
  uint32_t count;
} ovi_task_lanes;

/* Takes memory for `count` lanes, which have no planners yet. */
void ovi_lanes_reserve(ovi_task_lanes *lanes, ovi_arena *arena, uint32_t count);

/* Makes a planner for each. After an error the lanes have to be destroyed as well. */
ovl_result ovi_lanes_create(ovi_task_lanes *lanes, const ovl_planner_def *def, ovl_fault *fault);
void ovi_lanes_destroy(ovi_task_lanes *lanes);

/* Retains the world of each task that goes on later, unless it is retained already. */
void ovi_lanes_retain(ovi_task_lanes *lanes, const ovl_world *world);

/* Cancels its task, closes its world and frees the lane. */
void ovi_lane_clear(ovi_task_lane *lane);

/* Lanes that are not free. */
uint32_t ovi_lanes_in_use(const ovi_task_lanes *lanes);

/* Splits a budget evenly among the lanes with a share, so that none gets more than that share was
 * before. */
void ovi_lanes_split(ovi_task_lanes *lanes, uint64_t budget);

/* Runs every lane that has a share. Returns the expansions that were spent. */
uint64_t ovi_lanes_run(ovi_task_lanes *lanes, const ovl_jobs *jobs);

#endif
