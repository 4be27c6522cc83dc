/* Many queries at once, on the caller's job system.
 *
 * Invariant: an answer is that of its query alone, whichever planner found it, for what a planner
 * did before prepares nothing that is seen in answers. */
#include "common/jobs.h"
#include "overland_schedule.h"

typedef struct batch_batch {
  ovl_planner *const *planners;
  const ovl_world *world;
  ovl_batch_item *items;
} batch_batch;

static void answer_item(void *context, int32_t index, int32_t worker) {
  const batch_batch *batch = context;
  ovl_batch_item *item = &batch->items[index];
  ovl_planner *planner = batch->planners[worker];
  if (item->path == NULL && item->route == NULL) {
    item->result = OVL_BAD_ARGUMENT;
    return;
  }
  item->result = item->path != NULL
                     ? ovl_find_path(planner, batch->world, &item->query, item->path)
                     : ovl_route_begin(planner, batch->world, &item->query, item->route,
                                       item->stops, item->stop_capacity);
}

ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                         ovl_batch_item *items, int32_t count, const ovl_jobs *jobs) {
  batch_batch batch = {planners, world, items};
  if (count < 0 || !ovi_jobs_are_valid(jobs)) {
    return OVL_BAD_ARGUMENT;
  }
  for (int32_t i = 0; i < ovi_jobs_workers(jobs); i++) {
    if (ovl_task_result(planners[i]) == OVL_BUSY) {
      return OVL_BUSY;
    }
  }
  ovi_jobs_run(jobs, (uint32_t)count, answer_item, &batch);
  return OVL_OK;
}
