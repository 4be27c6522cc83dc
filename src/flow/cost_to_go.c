/* Attaches the goals region by region. */
#include "flow/cost_to_go.h"

#include "coarse/view/region_cells.h"

/* ---- Goals --------------------------------------------------------------------- */

/* State while the goals are attached. */
typedef struct goal_attaching {
  ovi_cost_to_go *cost_to_go;
  uint32_t last_island; /* of the goal before; neighbours mostly share one */
} goal_attaching;

static void add_goal_island(void *user, const ovi_goal *goal) {
  goal_attaching *attaching = user;
  ovi_cost_to_go *cost_to_go = attaching->cost_to_go;
  const uint32_t island = ovi_layer_island(cost_to_go->dijkstra.layer, goal->cell.x, goal->cell.y);
  if (island == 0 || island == attaching->last_island ||
      cost_to_go->island_count > OVI_MOST_GOAL_ISLANDS) {
    return;
  }
  attaching->last_island = island;
  for (uint32_t i = 0; i < cost_to_go->island_count; i++) {
    if (cost_to_go->islands[i] == island) {
      return;
    }
  }
  if (cost_to_go->island_count < OVI_MOST_GOAL_ISLANDS) {
    cost_to_go->islands[cost_to_go->island_count] = island;
  }
  cost_to_go->island_count++;
  OVI_ASSERT(cost_to_go->island_count <= OVI_MOST_GOAL_ISLANDS + 1); /* more are not counted */
}

/* Returns whether goals may be reached from an island. In a directed layer paths can lead from one
 * island to another, so any island may lead to a goal. */
static bool may_lead_to_goals(const void *user, uint32_t island) {
  const ovi_cost_to_go *cost_to_go = user;
  return cost_to_go->dijkstra.layer->profile.is_directed ||
         ovi_cost_to_go_may_be_on(cost_to_go, island);
}

ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker,
                                const ovi_layer *layer, const ovi_goals *goals) {
  goal_attaching attaching = {cost_to_go, 0};
  uint32_t at = 0;
  uint32_t region;
  cost_to_go->dijkstra =
      (ovi_dijkstra){.layer = layer,
                     .coarse = &cost_to_go->coarse,
                     .reachable = {may_lead_to_goals, cost_to_go},
                     .has_begun = true}; /* backwards: the attachments of goals are added, each
                                            region and component apart */
  cost_to_go->goals = goals;
  cost_to_go->island_count = 0;
  maker->goals = 0;
  maker->open_goals = 0;
  ovi_coarse_begin(&cost_to_go->coarse, layer, UINT64_MAX, false);
  cost_to_go->coarse.turns.lets_go = ovi_layer_is_fetched(layer);
  if (goals->cell_at != NULL) {
    ovi_goals_sort(goals, layer);
  }
  while (ovi_goals_next_region(goals, layer, &at, &region)) {
    if (ovi_tile_attach_goals(maker, layer, goals, region)) {
      ovi_attachment *attachment = &maker->attachment;
      const uint32_t linked = ovi_region_view(layer, region).components.linked;
      ovi_goals_of_region(goals, layer, region, add_goal_island, &attaching);
      for (attachment->component = 0; attachment->component < linked; attachment->component++) {
        ovi_coarse_add_attachment(&cost_to_go->coarse, attachment);
      }
    }
    ovi_layer_unpin(layer);
  }
  return maker->goals == 0        ? OVL_GOAL_OUTSIDE
         : maker->open_goals == 0 ? OVL_GOAL_BLOCKED
                                  : ovi_cost_to_go_result(cost_to_go);
}

bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *cost_to_go, uint32_t island) {
  for (uint32_t i = 0; i < cost_to_go->island_count && i < OVI_MOST_GOAL_ISLANDS; i++) {
    if (cost_to_go->islands[i] == island) {
      return true;
    }
  }
  return cost_to_go->island_count > OVI_MOST_GOAL_ISLANDS;
}

ovl_result ovi_cost_to_go_result(const ovi_cost_to_go *cost_to_go) {
  switch (ovi_dijkstra_status(&cost_to_go->dijkstra)) {
  case OVI_FULL:
    return OVL_PLANNER_TOO_SMALL;
  case OVI_CORRUPT:
    return OVL_CORRUPT;
  default:
    return OVL_OK;
  }
}
