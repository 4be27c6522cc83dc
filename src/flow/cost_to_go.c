/* Attaches the goals region by region. */
#include "flow/cost_to_go.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Goals --------------------------------------------------------------------- */

enum { CELLS_AN_EXPANSION = 32 /* cells of a field that are charged as one expansion */ };

/* State while the goals are looked at. */
typedef struct goal_attaching {
  ovi_cost_to_go *cost_to_go;
  uint32_t last_island; /* of the goal before; neighbours mostly share one */
  uint64_t goals;       /* cells of the world among the goals */
} goal_attaching;

static void add_goal_island(void *user, const ovi_goal *goal) {
  goal_attaching *attaching = user;
  ovi_cost_to_go *cost_to_go = attaching->cost_to_go;
  const uint32_t island = ovi_layer_island(cost_to_go->dijkstra.layer, goal->cell.x, goal->cell.y);
  attaching->goals++;
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

ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *cost_to_go, const ovi_layer *layer,
                                const ovi_goals *goals) {
  goal_attaching attaching = {cost_to_go, 0, 0};
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
  cost_to_go->next_goal = 0;
  cost_to_go->goal_region = UINT32_MAX;
  cost_to_go->is_attached = false;
  cost_to_go->meter.done = cost_to_go->meter.begun = 0;
  ovi_coarse_begin(&cost_to_go->coarse, layer, UINT64_MAX, false);
  cost_to_go->coarse.turns.lets_go = ovi_layer_is_fetched(layer);
  if (goals->cell_at != NULL) {
    ovi_goals_sort(goals, layer);
  }
  while (ovi_goals_next_region(goals, layer, &at, &region)) {
    ovi_goals_of_region(goals, layer, region, add_goal_island, &attaching);
    ovi_layer_unpin(layer);
  }
  return attaching.goals == 0            ? OVL_GOAL_OUTSIDE
         : cost_to_go->island_count == 0 ? OVL_GOAL_BLOCKED
                                         : OVL_OK;
}

ovi_status ovi_cost_to_go_fill(const ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker,
                               ovi_field_kind kind, uint32_t region, ovi_flow_meter *meter,
                               uint64_t *budget) {
  const int32_t region_cells = cost_to_go->dijkstra.layer->partition.region_cells;
  const ovi_field_name name = {&cost_to_go->coarse, region, kind};
  if (!ovi_tile_is_begun(maker, name)) { /* or it was lost */
    meter->done = meter->begun + ovi_tile_cells(region_cells) / CELLS_AN_EXPANSION;
  }
  if (!ovi_flow_meter_pay(meter, budget)) {
    return OVI_PAUSED;
  }
  const uint64_t before = maker->local.search.expanded;
  const ovi_status status =
      ovi_tile_fill(maker, name, cost_to_go->goals, ovi_flow_meter_room(meter, *budget));
  meter->done += maker->local.search.expanded - before;
  meter->begun = status == OVI_DONE ? meter->done : meter->begun;
  const bool is_paid = ovi_flow_meter_pay(meter, budget);
  OVI_ASSERT(is_paid);
  (void)is_paid;
  return status;
}

/* Attaches the goals, each region of them in a field of its own. */
static ovi_status attach_goals(ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker,
                               uint64_t *budget) {
  const ovi_layer *layer = cost_to_go->dijkstra.layer;
  ovi_attachment *attachment = &maker->attachment;
  ovi_status status = OVI_DONE;
  while (status == OVI_DONE &&
         (cost_to_go->goal_region != UINT32_MAX ||
          ovi_goals_next_region(cost_to_go->goals, layer, &cost_to_go->next_goal,
                                &cost_to_go->goal_region))) {
    const uint32_t region = cost_to_go->goal_region;
    status = ovi_cost_to_go_fill(cost_to_go, maker, OVI_FIELD_OF_GOALS, region, &cost_to_go->meter,
                                 budget);
    if (status == OVI_DONE) {
      const uint32_t linked = ovi_region_view(layer, region).components.linked;
      const bool has_goals = ovi_tile_attach_goals(maker, layer);
      attachment->component = 0;
      for (; has_goals && attachment->component < linked; attachment->component++) {
        ovi_coarse_add_attachment(&cost_to_go->coarse, attachment);
      }
      cost_to_go->goal_region = UINT32_MAX;
      ovi_layer_unpin(layer);
    }
  }
  if (status == OVI_DONE) {
    cost_to_go->goal_region = UINT32_MAX;
    cost_to_go->is_attached = true;
  }
  return status;
}

ovi_status ovi_cost_to_go_settle(ovi_cost_to_go *cost_to_go, ovi_tile_maker *maker, uint32_t region,
                                 uint64_t *budget) {
  ovi_flow_meter *meter = &cost_to_go->meter;
  ovi_status status = cost_to_go->is_attached ? OVI_DONE : attach_goals(cost_to_go, maker, budget);
  if (status != OVI_DONE || !ovi_flow_meter_pay(meter, budget)) {
    return status != OVI_DONE ? status : OVI_PAUSED;
  }
  const uint64_t room = ovi_flow_meter_room(meter, *budget);
  uint64_t left = room;
  status = ovi_dijkstra_settle(&cost_to_go->dijkstra, region, &left);
  meter->done += room - left;
  ovi_flow_meter_pay(meter, budget);
  return status;
}

bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *cost_to_go, uint32_t island) {
  for (uint32_t i = 0; i < cost_to_go->island_count && i < OVI_MOST_GOAL_ISLANDS; i++) {
    if (cost_to_go->islands[i] == island) {
      return true;
    }
  }
  return cost_to_go->island_count > OVI_MOST_GOAL_ISLANDS;
}
