/* Planners, shares and slices of lanes. */
#include "schedule/lanes.h"

#include "overland_edit.h"

void ovi_lanes_reserve(ovi_task_lanes *lanes, ovi_arena *arena, uint32_t count) {
  lanes->lane = ovi_arena_take(arena, count, sizeof *lanes->lane);
  lanes->count = count;
  for (uint32_t i = 0; lanes->lane != NULL && i < count; i++) {
    lanes->lane[i] = (ovi_task_lane){.request = OVI_LANE_FREE};
  }
}

ovl_result ovi_lanes_create(ovi_task_lanes *lanes, const ovl_planner_def *def, ovl_fault *fault) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < lanes->count; i++) {
    result = ovl_planner_create(def, &lanes->lane[i].planner, fault);
  }
  return result;
}

void ovi_lanes_destroy(ovi_task_lanes *lanes) {
  for (uint32_t i = 0; i < lanes->count; i++) {
    if (lanes->lane[i].planner != NULL) {
      ovi_lane_clear(&lanes->lane[i]);
      ovl_planner_destroy(lanes->lane[i].planner);
    }
  }
}

void ovi_lane_clear(ovi_task_lane *lane) {
  ovl_task_cancel(lane->planner);
  ovl_world_close(lane->world);
  lane->world = NULL;
  lane->request = OVI_LANE_FREE;
  lane->is_refused = false;
}

void ovi_lanes_retain(ovi_task_lanes *lanes, const ovl_world *world) {
  for (uint32_t i = 0; i < lanes->count; i++) {
    ovi_task_lane *lane = &lanes->lane[i];
    if (lane->request != OVI_LANE_FREE && lane->world == NULL) {
      ovl_world_retain(world, &lane->world);
    }
  }
}

uint32_t ovi_lanes_in_use(const ovi_task_lanes *lanes) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < lanes->count; i++) {
    count += lanes->lane[i].request != OVI_LANE_FREE ? 1 : 0;
  }
  return count;
}

void ovi_lanes_split(ovi_task_lanes *lanes, uint64_t budget) {
  uint64_t ahead = 0; /* lanes that get a part of what is left */
  for (uint32_t i = 0; i < lanes->count; i++) {
    ahead += lanes->lane[i].share != 0 ? 1 : 0;
  }
  for (uint32_t i = 0; i < lanes->count; i++) {
    ovi_task_lane *lane = &lanes->lane[i];
    if (lane->share != 0) {
      const uint64_t part = (budget + ahead - 1) / ahead;
      lane->share = lane->share < part ? lane->share : part;
      budget -= lane->share;
      ahead--;
    }
  }
  OVI_ASSERT(ahead == 0);
}

/* Runs one lane, on any thread. */
static void run_lane(void *context, int32_t index, int32_t worker) {
  ovi_task_lane *lane = &((ovi_task_lanes *)context)->lane[index];
  (void)worker;
  lane->spent = 0;
  lane->is_done = false;
  if (lane->share == 0) {
    return;
  }
  const uint64_t paid = lane->due < lane->share ? lane->due : lane->share;
  const uint64_t budget = lane->share - paid;
  lane->due -= paid;
  if (lane->is_refused) {
    lane->is_done = lane->due == 0;
  } else {
    ovl_task_step(lane->planner, budget, &lane->spent, &lane->is_done);
  }
  lane->spent += paid;
  OVI_ASSERT(lane->spent <= lane->share);
}

uint64_t ovi_lanes_run(ovi_task_lanes *lanes, const ovl_jobs *jobs) {
  uint64_t spent = 0;
  ovi_jobs_run(jobs, lanes->count, run_lane, lanes);
  for (uint32_t i = 0; i < lanes->count; i++) {
    OVI_ASSERT(lanes->lane[i].share != 0 || lanes->lane[i].spent == 0);
    spent += lanes->lane[i].spent;
  }
  return spent;
}
