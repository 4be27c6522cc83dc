/* Goals linked region by region, and spreading until a region is settled. */
#include "flow/cost_to_go.h"

#include "coarse/view/region_cells.h"

enum { TURNS_AT_ONCE = 32 }; /* between looks at whether a region is settled */

/* ---- Goals --------------------------------------------------------------------- */

/* What regions of goals are linked with. */
typedef struct cost_to_go_link_task {
  ovi_cost_to_go *left;
  ovi_tile_maker *maker;
  uint32_t last_island;
} cost_to_go_link_task;

static void add_island(void *user, const ovi_goal *goal) {
  cost_to_go_link_task *task = user;
  ovi_cost_to_go *left = task->left;
  const uint32_t island = ovi_layer_island(left->costs.layer, goal->cell.x, goal->cell.y);
  if (island == 0 || island == task->last_island || left->island_count > OVI_MOST_GOAL_ISLANDS) {
    return;
  }
  task->last_island = island;
  for (uint32_t i = 0; i < left->island_count; i++) {
    if (left->islands[i] == island) {
      return;
    }
  }
  if (left->island_count < OVI_MOST_GOAL_ISLANDS) {
    left->islands[left->island_count] = island;
  }
  left->island_count++;
}

static void link_region(cost_to_go_link_task *task, uint32_t region) {
  ovi_cost_to_go *left = task->left;
  const ovi_layer *layer = left->costs.layer;
  ovi_attachment *attachment = &task->maker->attachment;
  if (!ovi_tile_link_goals(task->maker, layer, left->goals, region)) {
    return;
  }
  ovi_goals_of_region(left->goals, layer, region, add_island, task);
  const uint32_t linked = ovi_region_view(layer, region).components.linked;
  for (attachment->component = 0; attachment->component < linked; attachment->component++) {
    ovi_dijkstra_add_goal(&left->costs, attachment);
  }
}

static ovl_result result_of(ovi_coarse_status status) {
  switch (status) {
  case OVI_COARSE_PAUSED:
    return OVL_LIMITED;
  case OVI_COARSE_FULL:
    return OVL_PLANNER_TOO_SMALL;
  case OVI_COARSE_CORRUPT:
    return OVL_CORRUPT;
  default:
    return OVL_OK;
  }
}

/* Whether goals may be reached from an island: where paths have directions, from any. */
static bool may_lead_to_goals(const void *user, uint32_t island) {
  const ovi_cost_to_go *left = user;
  return left->costs.layer->profile.is_directed || ovi_cost_to_go_may_be_on(left, island);
}

ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *left, ovi_tile_maker *maker, const ovi_layer *layer,
                                const ovi_goals *goals) {
  cost_to_go_link_task task = {left, maker, 0};
  uint32_t at = 0;
  uint32_t region;
  left->costs = (ovi_dijkstra){
      .layer = layer, .coarse = &left->coarse, .reachable = {may_lead_to_goals, left}};
  left->goals = goals;
  left->island_count = 0;
  maker->goals = 0;
  maker->open = 0;
  ovi_dijkstra_begin_back(&left->costs);
  if (goals->cell_at != NULL) {
    ovi_goals_sort(goals, layer);
  }
  while (ovi_goals_next_region(goals, layer, &at, &region)) {
    link_region(&task, region);
  }
  return maker->goals == 0  ? OVL_GOAL_OUTSIDE
         : maker->open == 0 ? OVL_GOAL_BLOCKED
                            : result_of(ovi_dijkstra_status(&left->costs));
}

bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *left, uint32_t island) {
  for (uint32_t i = 0; i < left->island_count && i < OVI_MOST_GOAL_ISLANDS; i++) {
    if (left->islands[i] == island) {
      return true;
    }
  }
  return left->island_count > OVI_MOST_GOAL_ISLANDS;
}

ovl_result ovi_cost_to_go_reach(ovi_cost_to_go *left, uint32_t region, uint64_t *budget) {
  return result_of(ovi_dijkstra_settle(&left->costs, region, TURNS_AT_ONCE, budget));
}
