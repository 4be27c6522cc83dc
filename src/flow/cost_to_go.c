/* Goals linked region by region, and spreading until a region is settled. */
#include "flow/cost_to_go.h"

#include "coarse/search/search_pages.h"
#include "coarse/view/region_cells.h"

enum { TURNS_AT_ONCE = 32 }; /* between looks at whether a region is settled */

/* ---- Goals --------------------------------------------------------------------- */

/* What regions of goals are linked with. */
typedef struct link_task {
  ovi_cost_to_go *left;
  ovi_tile_maker *maker;
  uint32_t last_island;
} link_task;

static void add_island(void *user, const ovi_goal *goal) {
  link_task *task = user;
  ovi_cost_to_go *left = task->left;
  const uint32_t island = ovi_layer_island(left->layer, goal->cell.x, goal->cell.y);
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

static void link_region(link_task *task, uint32_t region) {
  ovi_cost_to_go *left = task->left;
  ovi_attachment *links = &task->maker->links;
  if (!ovi_tile_link_goals(task->maker, left->layer, left->goals, region)) {
    return;
  }
  ovi_goals_of_region(left->goals, left->layer, region, add_island, task);
  const uint32_t linked = ovi_region_view(left->layer, region).linked;
  for (links->component = 0; links->component < linked; links->component++) {
    ovi_coarse_spread_back_from(&left->coarse, links);
  }
}

/* The regions that an area may have cells in. */
static void link_area(link_task *task, const ovi_goals *goals) {
  const ovi_layer *layer = task->left->layer;
  if (ovi_rectangle_is_empty(goals->area)) {
    return;
  }
  const ovi_rectangle regions = ovi_rectangle_squares(goals->area, layer->region_cells);
  for (int32_t ry = regions.y0; ry < regions.y1; ry++) {
    for (int32_t rx = regions.x0; rx < regions.x1; rx++) {
      link_region(task, (uint32_t)(ry * layer->regions_x + rx));
    }
  }
}

static void link_list(link_task *task, const ovi_goals *goals) {
  const ovi_layer *layer = task->left->layer;
  ovi_goals_sort(goals, layer);
  for (uint32_t at = 0; at < goals->count; at++) {
    ovl_cell cell;
    if (ovi_goals_is_first(goals, layer, at) && goals->place(goals->user, at, &cell)) {
      link_region(task, ovi_region_at(layer, cell.x, cell.y));
    }
  }
}

static ovl_result status_of(const ovi_cost_to_go *left) {
  return left->coarse.full ? OVL_PLANNER_TOO_SMALL : left->coarse.corrupt ? OVL_CORRUPT : OVL_OK;
}

ovl_result ovi_cost_to_go_begin(ovi_cost_to_go *left, ovi_tile_maker *maker, const ovi_layer *layer,
                                const ovi_goals *goals) {
  link_task task = {left, maker, 0};
  left->layer = layer;
  left->goals = goals;
  left->is_over = false;
  left->island_count = 0;
  maker->goals = 0;
  maker->open = 0;
  ovi_coarse_spread_back_begin(&left->coarse, layer);
  if (goals->place != NULL) {
    link_list(&task, goals);
  } else {
    link_area(&task, goals);
  }
  return maker->goals == 0  ? OVL_GOAL_OUTSIDE
         : maker->open == 0 ? OVL_GOAL_BLOCKED
                            : status_of(left);
}

bool ovi_cost_to_go_may_be_on(const ovi_cost_to_go *left, uint32_t island) {
  for (uint32_t i = 0; i < left->island_count && i < OVI_MOST_GOAL_ISLANDS; i++) {
    if (left->islands[i] == island) {
      return true;
    }
  }
  return left->island_count > OVI_MOST_GOAL_ISLANDS;
}

/* ---- Spreading ------------------------------------------------------------------- */

/* Where one has come among the ports of a region. */
typedef struct port_cursor {
  const ovi_coarse_page *page;
  uint32_t component, place;
} port_cursor;

/* Whether goals can be reached from the ports of a component; where ways have directions, maybe. */
static bool leads_to_goals(const ovi_cost_to_go *left, const ovi_region *region,
                           uint32_t component) {
  return left->layer->profile.is_directed ||
         ovi_cost_to_go_may_be_on(left, ovi_region_island(left->layer, region, component));
}

/* Moves on to the first port that is not settled; false if there is none. */
static bool find_unsettled(const ovi_cost_to_go *left, port_cursor *at) {
  const ovi_region *region = &at->page->region;
  for (; at->component < region->linked; at->component++, at->place = 0) {
    const ovi_clique clique = ovi_region_clique(region, at->component);
    if (!leads_to_goals(left, region, at->component)) {
      continue;
    }
    for (; at->place < clique.count; at->place++) {
      if (!ovi_coarse_is_settled(&left->coarse, at->page, ovi_clique_port(&clique, at->place))) {
        return true;
      }
    }
  }
  return false;
}

static void spread(ovi_cost_to_go *left, uint64_t *budget) {
  const uint64_t turns = *budget < TURNS_AT_ONCE ? *budget : TURNS_AT_ONCE;
  const uint64_t before = left->coarse.expanded;
  left->is_over = ovi_coarse_run(&left->coarse, turns) != OVI_COARSE_PAUSED;
  *budget -= left->coarse.expanded - before;
}

ovl_result ovi_cost_to_go_reach(ovi_cost_to_go *left, uint32_t region, uint64_t *budget) {
  if (left->is_over || status_of(left) != OVL_OK) {
    return status_of(left);
  }
  if (ovi_get_u16(ovi_region_layer_block(left->layer, region) + OVI_LAYER_LINKED) == 0) {
    return OVL_OK; /* without ports */
  }
  ovi_coarse_page *page = ovi_coarse_page_of(&left->coarse, region);
  if (page == NULL || (page->places == NULL && !ovi_coarse_list_ports(&left->coarse, page))) {
    return status_of(left);
  }
  port_cursor at = {page, 0, 0};
  while (!left->is_over && find_unsettled(left, &at)) {
    if (*budget == 0) {
      return OVL_LIMITED;
    }
    spread(left, budget);
  }
  return status_of(left);
}
