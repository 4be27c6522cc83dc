/* Tests of queries in layers of every kind, above all in directed ones, which have links, heights
 * or step rules: attachments, and paths in a building of five floors. The option space judges paths
 * and walks with all features together, test_features.c steps. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/search/attach.h"
#include "coarse/view/ports.h"
#include "overland_inspect.h"
#include "query/planner.h"
#include "tests/model/model_fixture.h"

enum { CELLS_PER_WORLD = 4 };

/* Small worlds of small regions, with two profiles at most, and with all features. */
static model_limits small_regions(void) {
  return (model_limits){.max_side = 60, .max_region = 20, .most_profiles = 2};
}

/* ---- Attachments -------------------------------------------------------------- */

/* Costs between one cell and all cells of its region, computed by relaxing every step until nothing
 * changes. */
typedef struct inner_costs {
  uint64_t of[OVL_MAX_REGION_CELLS * OVL_MAX_REGION_CELLS]; /* row by row; MODEL_UNREACHED */
} inner_costs;

/* The world cell at (x, y) of a region. */
static ovl_cell world_cell(const model_fixture *f, const ovi_region *region, int32_t x, int32_t y) {
  return ovi_world_from_plane(f->world, (ovl_cell){region->x + x, region->y + y, 0});
}

static uint64_t step_cost(const model_fixture *f, int32_t profile, const ovi_region *region,
                          int32_t x, int32_t y, int32_t direction) {
  const ovl_cell cell = world_cell(f, region, x, y);
  const ovl_cell there =
      world_cell(f, region, x + model_direction_x(direction), y + model_direction_y(direction));
  const bool stays = there.floor == cell.floor && there.x == cell.x + model_direction_x(direction);
  const bool held = model_has_cell(&f->model, cell) && model_has_cell(&f->model, there);
  return held && stays ? model_judge_step(&f->judges[profile], cell, direction) : 0;
}

static bool relax_region(const model_fixture *f, int32_t profile, const ovi_region *region,
                         bool back, inner_costs *costs) {
  bool changed = false;
  for (int32_t cell = 0; cell < region->w * region->h; cell++) {
    const int32_t x = cell % region->w;
    const int32_t y = cell / region->w;
    for (int32_t direction = 0; direction < 8; direction++) {
      const int32_t to_x = x + model_direction_x(direction);
      const int32_t to_y = y + model_direction_y(direction);
      if (to_x < 0 || to_y < 0 || to_x >= region->w || to_y >= region->h) {
        continue;
      }
      const uint64_t step = step_cost(f, profile, region, x, y, direction);
      const int32_t to = to_y * region->w + to_x;
      const uint64_t known = costs->of[back ? to : cell];
      uint64_t *other = &costs->of[back ? cell : to];
      if (step != 0 && known != MODEL_UNREACHED && known + step < *other) {
        *other = known + step;
        changed = true;
      }
    }
  }
  return changed;
}

/* The region's share of the cost of the crossing or link of a port, when it is left or entered over
 * that port. MODEL_UNREACHED: there is no step in that direction. */
static uint64_t half_cost(const model_fixture *f, int32_t profile, const ovi_region *region,
                          uint32_t port, bool enters) {
  const ovi_layer *layer = &f->world->layers[profile];
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const ovi_stop stop = ovi_waypoint_of_port(layer, region, &groups, port);
  const ovl_waypoint cells = ovi_waypoint_cells(layer, stop.region, stop.number);
  const bool own = ovi_port_is_own(region, &groups, port);
  const uint32_t link = ovi_waypoint_link(layer, stop.region, stop.number);
  if (link != OVI_NO_LINK) {
    const ovl_link_def *def = &f->model.links[link];
    const uint32_t cost = own != enters ? def->cost : def->cost_back;
    return cost == 0 ? MODEL_UNREACHED : enters ? 0 : cost;
  }
  const ovl_cell here = ovi_world_from_plane(f->world, own ? cells.first : cells.second);
  const ovl_cell there = ovi_world_from_plane(f->world, own ? cells.second : cells.first);
  const ovl_cell from = enters ? there : here;
  const ovl_cell to = enters ? here : there;
  const uint64_t step = model_judge_step_to(&f->judges[profile], from, to);
  const uint64_t share =
      (from.x != to.x && from.y != to.y ? 99u : 70u) * model_weight(&f->model, profile, to);
  return step == 0 ? MODEL_UNREACHED : enters ? share : step - share;
}

static void check_attachment(const model_fixture *f, test_state *t, int32_t profile, ovl_cell cell,
                             bool back) {
  const ovi_layer *layer = &f->world->layers[profile];
  const ovl_cell at = ovi_world_to_plane(f->world, cell);
  ovi_attachment attachment = {.costs = f->planner->workspace.ends[OVI_END_START].attachment.costs};
  ovi_local_search *local = &f->planner->workspace.refiner.local;
  const bool found = ovi_attach(&attachment, layer, local, at, back);
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, at.x, at.y));
  inner_costs costs;
  memset(&costs, 0xff, sizeof costs); /* MODEL_UNREACHED */
  costs.of[(at.y - region.y) * region.w + at.x - region.x] = 0;
  while (relax_region(f, profile, &region, back, &costs)) {
  }
  CHECK(t, found && attachment.count == region.ports.count, "%" PRIu32 " links", attachment.count);
  for (uint32_t port = 0; port < region.ports.count && t->failures == 0; port++) {
    const uint32_t packed = ovi_port_cell(&region, port);
    const uint64_t inner = costs.of[ovi_port_y(packed) * region.w + ovi_port_x(packed)];
    const uint64_t half = half_cost(f, profile, &region, port, back);
    const bool none = inner == MODEL_UNREACHED || half == MODEL_UNREACHED;
    const uint32_t expected = none ? OVI_UNREACHED : (uint32_t)(inner + half);
    CHECK(t, attachment.costs[port] == expected,
          "%s port %" PRIu32 " of region %" PRIu32 ": %" PRIu32 ", not %" PRIu32,
          back ? "from" : "to", port, region.id, attachment.costs[port], expected);
  }
}

static void directed_attachments_equal_relaxation(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 160, 6000); i++) {
    model_fixture f;
    const model_limits large = {.max_side = 90, .max_region = 48, .most_profiles = 1};
    if (!model_fixture_pair(&f, t, i, i % 4 == 0 ? large : small_regions())) {
      continue;
    }
    for (int k = 0; k < CELLS_PER_WORLD && t->failures == 0; k++) {
      ovl_query query = model_fixture_query(&f);
      query.goal = query.start;
      model_fixture_context(&f, t, &query);
      if (model_weight(&f.model, query.profile, query.start) != 0) {
        check_attachment(&f, t, query.profile, query.start, false);
        check_attachment(&f, t, query.profile, query.start, true);
      }
    }
    model_fixture_free(&f);
  }
}

/* ---- A building of five floors ----------------------------------------------------- */

enum { MALL_FLOORS = 5, MALL_W = 70, MALL_H = 40 };

static void add_link(model_world *model, ovl_cell from, ovl_cell to, uint32_t cost,
                     uint32_t cost_back) {
  model->links[model->link_count++] =
      (ovl_link_def){.from = from, .to = to, .cost = cost, .cost_back = cost_back};
}

/* Floors with walls and doors, two lifts between any two floors, and one escalator up and one down
 * between neighbouring floors, on opposite sides. */
static model_world make_mall(test_random *random) {
  model_world model;
  memset(&model, 0, sizeof model);
  model.profiles[0] = (ovl_profile_def){.name = "default", .body_cells = 1};
  memset(model.profiles[0].weights + 1, OVL_PLAIN_WEIGHT, 255);
  model.profile_count = 1;
  model.tuning.region_cells = 16;
  model.tuning.spacing_cells = 8;
  for (int32_t floor = 0; floor < MALL_FLOORS; floor++) {
    uint8_t *terrain = model_world_add_floor(&model, MALL_W, MALL_H)->terrain;
    for (int32_t x = 10; x < MALL_W; x += 10) {
      const int32_t door = test_random_between(random, 3, MALL_H - 4);
      for (int32_t y = 0; y < MALL_H; y++) {
        terrain[y * MALL_W + x] = y == door || y == door + 1 ? 1 : 0;
      }
    }
  }
  for (int32_t floor = 0; floor + 1 < MALL_FLOORS; floor++) {
    for (int32_t above = floor + 1; above < MALL_FLOORS; above++) {
      const uint32_t cost = 6000 + 1500 * (uint32_t)(above - floor);
      add_link(&model, (ovl_cell){5, 20, floor}, (ovl_cell){5, 20, above}, cost, cost);
      add_link(&model, (ovl_cell){65, 20, floor}, (ovl_cell){65, 20, above}, cost, cost);
    }
    add_link(&model, (ovl_cell){33, 1, floor}, (ovl_cell){36, 1, floor + 1}, 4000, 0);
    add_link(&model, (ovl_cell){36, 38, floor + 1}, (ovl_cell){33, 38, floor}, 3500, 0);
  }
  return model;
}

/* Every path is legal, costs at most 10 % and one step more than the least, 20 % by overlays, and
 * lists its links. */
static void directed_paths_between_floors_are_near_the_least_cost(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 200); i++) {
    model_fixture f;
    test_random random = {test_begin_case(t, i)};
    model_world mall = make_mall(&random);
    mall.tuning.overlays = i % 2 == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS;
    if (!model_fixture_make(&f, t, mall)) {
      continue;
    }
    for (int k = 0; k < 40 && t->failures == 0; k++) {
      ovl_query query = model_fixture_query(&f);
      query.smoothing = OVL_SMOOTH_GRID;
      model_fixture_context(&f, t, &query);
      ovl_path path = model_fixture_path(&f);
      const ovl_result expected = model_fixture_expected(&f, &query);
      const ovl_result result = ovl_find_path(f.planner, f.world, &query, &path);
      CHECK(t, result == expected, "%s, not %s", ovl_result_text(result),
            ovl_result_text(expected));
      if (result != OVL_OK || !model_fixture_check_path(&f, t, &query, query.goal, &path)) {
        continue;
      }
      const uint64_t least = model_judge_distance(&f.judges[0], query.goal);
      const uint64_t percent = i % 2 == 0 ? 110 : 120;
      CHECK(t, path.cost >= least && path.cost * 100 <= least * percent + 100 * OVL_STRAIGHT_COST,
            "cost %" PRIu64 ", the least is %" PRIu64, path.cost, least);
      CHECK(t, (query.start.floor == query.goal.floor) || path.link_count != 0,
            "another floor without a link");
    }
    model_fixture_free(&f);
  }
}

const test_entry test_directed_search_table[] = {
    {"directed_attachments_equal_relaxation", directed_attachments_equal_relaxation},
    {"directed_paths_between_floors_are_near_the_least_cost",
     directed_paths_between_floors_are_near_the_least_cost},
    {NULL, NULL},
};
