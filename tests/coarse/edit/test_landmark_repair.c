/* Tests the landmarks of edited worlds: they are lower bounds after any edit, and routes cost the
 * same with and without them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/landmark_costs.h"
#include "coarse/view/region_cells.h"
#include "overland_edit.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"

/* ---- Worlds that are edited ----------------------------------------------------- */

/* Draws an edit of a rectangle, mostly a small one, to terrain that is open or not. */
static ovl_edit draw_edit(fixture *f) {
  const int32_t most = test_random_percent(&f->random, 20) ? 40 : 6;
  ovl_cell cell = {(int32_t)(test_random_next(&f->random) % (uint64_t)f->map.width),
                   (int32_t)(test_random_next(&f->random) % (uint64_t)f->map.height), 0};
  int32_t w = test_random_between(&f->random, 1, most);
  int32_t h = test_random_between(&f->random, 1, most);
  w = w < f->map.width - cell.x ? w : f->map.width - cell.x;
  h = h < f->map.height - cell.y ? h : f->map.height - cell.y;
  return ovl_edit_rect(cell, w, h, (uint8_t)test_random_between(&f->random, 0, 4));
}

/* Replaces the world of a fixture by its next version, and makes a planner for it. */
static void set_version(fixture *f, test_state *t, ovl_world *next) {
  const ovl_planner_def def = ovl_planner_def_default(next);
  ovl_world_close(f->world);
  ovl_planner_destroy(f->planner);
  f->world = next;
  f->planner = NULL;
  CHECK(t, ovl_planner_create(&def, &f->planner, NULL) == OVL_OK, "no planner");
}

/* Makes the next version by up to `most` edits. */
static bool edit_world(fixture *f, test_state *t, size_t most) {
  ovl_edit edits[8];
  const size_t count = 1 + test_random_next(&f->random) % most;
  for (size_t i = 0; i < count; i++) {
    edits[i] = draw_edit(f);
  }
  ovl_world *next = NULL;
  ovl_fault fault = {NULL, 0, 0, 0};
  const ovl_result result = ovl_world_apply(f->world, edits, count, NULL, &next, &fault);
  if (!CHECK(t, result == OVL_OK, "%s: %s", ovl_result_text(result), fault.what)) {
    return false;
  }
  set_version(f, t, next);
  return true;
}

/* ---- Bounds --------------------------------------------------------------------- */

static void read_costs(const ovi_layer *layer, const ovi_region *region, uint32_t port,
                       uint32_t *costs) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const ovl_stop waypoint = ovi_waypoint_of_port(layer, region, &groups, port);
  const ovi_region owner = ovi_region_view(layer, waypoint.region);
  const ovi_landmark_costs stored =
      ovi_landmark_costs_at(layer, &owner, waypoint.number, waypoint.number);
  ovi_landmark_costs_read(layer, &stored, costs);
  for (uint32_t landmark = 0; layer->landmarks.is_stale && landmark < layer->landmarks.count;
       landmark++) {
    const uint32_t cap = (uint32_t)layer->landmarks.caps[landmark];
    costs[landmark] = costs[landmark] < cap ? costs[landmark] : cap;
  }
}

/* Checks that, along the edge between two ports, the costs to each landmark differ by no more than
 * the cost of the edge. */
static void check_edge(test_state *t, const ovi_layer *layer, const ovi_region *region,
                       const ovi_clique *clique, uint32_t a, uint32_t b) {
  uint32_t from[OVL_MAX_LANDMARKS];
  uint32_t to[OVL_MAX_LANDMARKS];
  const uint32_t cost = ovi_clique_cost(clique, a, b);
  read_costs(layer, region, ovi_clique_port(clique, a), from);
  read_costs(layer, region, ovi_clique_port(clique, b), to);
  for (uint32_t landmark = 0; landmark < layer->landmarks.count; landmark++) {
    const uint64_t apart = from[landmark] < to[landmark] ? to[landmark] - from[landmark]
                                                         : from[landmark] - to[landmark];
    CHECK(t, apart << layer->landmarks.shift <= cost,
          "region %" PRIu32 ", places %" PRIu32 " and %" PRIu32 ": costs to landmark %" PRIu32
          " are %" PRIu64 " apart, the edge costs %" PRIu32,
          region->id, a, b, landmark, apart << layer->landmarks.shift, cost);
  }
}

static void check_bounds(test_state *t, const ovi_layer *layer) {
  for (uint32_t id = 0; layer->landmarks.count != 0 && id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    for (uint32_t component = 0; component < region.components.linked; component++) {
      const ovi_clique clique = ovi_region_clique(&region, component);
      for (uint32_t a = 1; a < clique.count; a++) {
        for (uint32_t b = 0; b < a && t->failures == 0; b++) {
          check_edge(t, layer, &region, &clique, a, b);
        }
      }
    }
  }
}

/* ---- Routes --------------------------------------------------------------------- */

static uint64_t cost_by(fixture *f, test_state *t, ovl_query query, ovl_method method,
                        ovl_stats *stats) {
  static ovl_stop stops[4096];
  ovl_route route;
  ovl_query_more more;
  query_own_more(&query, &more);
  more.method = method;
  const ovl_result result = ovl_route_begin(f->planner, f->world, &query, &route, stops, 4096);
  *stats = ovl_planner_stats(f->planner);
  CHECK(t, result == OVL_OK || result == OVL_UNREACHABLE || result == OVL_MORE_ROOM, "%s",
        ovl_result_text(result));
  return result == OVL_OK ? route.cost_to_go : UINT64_MAX;
}

static void check_routes(fixture *f, test_state *t, int queries) {
  for (int i = 0; f->world->layers[0].landmarks.count != 0 && i < queries && t->failures == 0;
       i++) {
    ovl_query query = ovl_query_default();
    query.start = (ovl_cell){(int32_t)(test_random_next(&f->random) % (uint64_t)f->map.width),
                             (int32_t)(test_random_next(&f->random) % (uint64_t)f->map.height), 0};
    query.goal = (ovl_cell){(int32_t)(test_random_next(&f->random) % (uint64_t)f->map.width),
                            (int32_t)(test_random_next(&f->random) % (uint64_t)f->map.height), 0};
    const ovi_layer *layer = &f->world->layers[0];
    if (ovi_layer_island(layer, query.start.x, query.start.y) == 0 ||
        ovi_layer_island(layer, query.goal.x, query.goal.y) == 0) {
      continue;
    }
    ovl_stats octile;
    ovl_stats landmarks;
    fixture_context(f, t, &query);
    const uint64_t expected = cost_by(f, t, query, OVL_METHOD_OCTILE, &octile);
    const uint64_t cost = cost_by(f, t, query, OVL_METHOD_LANDMARKS, &landmarks);
    CHECK(t, cost == expected, "by landmarks %" PRIu64 ", by octile distance %" PRIu64, cost,
          expected);
    CHECK(t,
          !octile.stale_landmarks &&
              landmarks.stale_landmarks == (landmarks.method != OVL_METHOD_BEST),
          "stale landmarks: %d and %d", octile.stale_landmarks, landmarks.stale_landmarks);
  }
}

static bool make_with_landmarks(fixture *f, test_state *t, uint64_t index,
                                random_map_limits limits) {
  test_map map = random_map_make(test_begin_case(t, index), limits);
  map.landmarks = map.landmarks != 0 ? map.landmarks : 5;
  map.label_bytes = 0;
  return fixture_make_from(f, t, map);
}

/* Random maps are edited several times. */
static void landmarks_are_bounds_after_edits(test_state *t) {
  random_map_limits limits = {.max_side = 120, .max_region = 20, .weighted_percent = 30};
  uint64_t edited = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    fixture f;
    if (!make_with_landmarks(&f, t, i, limits)) {
      continue;
    }
    const int rounds = test_random_between(&f.random, 1, 10);
    for (int round = 0; round < rounds && t->failures == 0 && edit_world(&f, t, 4); round++) {
      edited += f.world->delta.blocks != 0;
      if (f.world->layers[0].landmarks.count != 0) {
        check_bounds(t, &f.world->layers[0]);
        check_routes(&f, t, 4);
      }
    }
    fixture_free(&f);
  }
  CHECK(t, edited > 200, "only %" PRIu64 " edits", edited);
}

/* A map of two open halves with a wall between them, which has a gap at the bottom. */
static test_map halves_map(int32_t side) {
  test_map map = {.kind = "halves",
                  .width = side,
                  .height = side,
                  .terrain = calloc((size_t)side, (size_t)side),
                  .region_cells = 8,
                  .spacing_cells = 2,
                  .landmarks = 16,
                  .plain = true};
  if (map.terrain == NULL) {
    abort();
  }
  for (int32_t cell = 0; cell < side * side; cell++) {
    map.terrain[cell] = cell % side != side / 2 || cell / side == side - 1;
  }
  map.weights[1] = OVL_PLAIN_WEIGHT;
  return map;
}

/* Opening one cell of the wall changes more costs than are repaired, so landmarks get caps. Then
 * the gap at the bottom is closed, and more cells are opened. */
static void landmarks_are_capped_beyond_the_limit_of_repair(test_state *t) {
  const int32_t side = 200;
  fixture f;
  uint32_t capped = 0;
  test_begin_case(t, 0);
  if (!fixture_make_from(&f, t, halves_map(side))) {
    return;
  }
  for (int32_t round = 0; round < 6 && t->failures == 0; round++) {
    const ovl_cell gap = {side / 2, round == 1 ? side - 1 : 20 * round + 3, 0};
    const ovl_edit edit = ovl_edit_set(gap, round != 1);
    ovl_world *next = NULL;
    if (CHECK(t, ovl_world_apply(f.world, &edit, 1, NULL, &next, NULL) == OVL_OK, "no version")) {
      set_version(&f, t, next);
      check_bounds(t, &f.world->layers[0]);
      check_routes(&f, t, 60);
    }
  }
  for (uint32_t landmark = 0; landmark < f.world->layers[0].landmarks.count; landmark++) {
    capped += f.world->layers[0].landmarks.caps[landmark] != (int32_t)OVI_NO_LANDMARK;
  }
  CHECK(t, capped > 4, "%" PRIu32 " landmarks were capped", capped);
  fixture_free(&f);
}

const test_entry test_landmark_repair_table[] = {
    {"landmarks_are_bounds_after_edits", landmarks_are_bounds_after_edits},
    {"landmarks_are_capped_beyond_the_limit_of_repair",
     landmarks_are_capped_beyond_the_limit_of_repair},
    {NULL, NULL},
};
