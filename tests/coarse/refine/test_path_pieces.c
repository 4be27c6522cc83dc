/* Tests of the pieces that improve an unfolded path: what they pass on is legal, costs no more than
 * what they took and often less, and does not depend on slices. */
#include <inttypes.h>

#include "coarse/refine/path_pieces.h"
#include "common/cell.h"
#include "common/topology.h"
#include "query/planner.h"
#include "tests/model/model_fixture.h"
#include "world/world.h"

enum { MOST_LEGS = 60, MOST_PASSED = 4000 };

/* A path to take, and what was passed on of it. */
typedef struct pieces_case {
  ovl_cell ends[MOST_LEGS + 1]; /* the start first */
  bool crosses[MOST_LEGS + 1];
  uint32_t legs;
  uint64_t cost;
  ovl_cell passed[MOST_PASSED];
  uint64_t costs[MOST_PASSED];
  uint32_t count;
} pieces_case;

static void take_passed(void *user, ovi_leg leg, bool continues) {
  pieces_case *c = user;
  (void)continues;
  if (c->count < MOST_PASSED) {
    c->passed[c->count] = ovi_leg_end(leg);
    c->costs[c->count] = leg.cost;
  }
  c->count++;
}

/* Draws a legal path of short runs; some of its legs are single steps over waypoints. */
static void draw_legs(pieces_case *c, ovi_layer_ground *ground, ovl_cell at, test_random *random) {
  const int main_way = test_random_between(random, 0, 7);
  c->ends[0] = at;
  c->legs = 0;
  c->cost = 0;
  for (int i = 0; i < 4 * MOST_LEGS && c->legs < MOST_LEGS; i++) {
    const bool crosses = test_random_percent(random, 20);
    const int direction = (main_way + test_random_between(random, -2, 2)) & 7;
    const int32_t steps = crosses ? 1 : test_random_between(random, 1, 6);
    const ovl_cell from = at;
    for (int32_t step = 0; step < steps; step++) {
      const ovl_cell to = {at.x + ovi_direction_x(direction), at.y + ovi_direction_y(direction), 0};
      const uint64_t cost =
          ovi_plane_has(ground->layer, to.x, to.y) ? ovi_layer_step(ground, at, to) : OVI_NO_STEP;
      if (cost == OVI_NO_STEP) {
        break;
      }
      c->cost += cost;
      at = to;
    }
    if (!ovi_same_cell(from, at)) {
      c->crosses[++c->legs] = crosses;
      c->ends[c->legs] = at;
    }
  }
}

/* Passes the path through pieces, each search in slices of that many cells. */
static ovi_status pass_legs(pieces_case *c, ovi_layer_ground *ground, ovi_refiner *refiner,
                            uint64_t slice) {
  ovi_path_pieces pieces = {
      .ground = ground,
      .local = &refiner->local,
      .sink = {take_passed, c},
      .ahead = {.ends = refiner->ends.cells, .capacity = refiner->ends.window.max_cells}};
  ovi_fine_search *search = &refiner->local.search;
  ovi_status status = OVI_DONE;
  c->count = 0;
  search->expanded = 0;
  search->progress.is_paused = false;
  ovi_path_pieces_begin(&pieces, c->ends[0]);
  for (uint32_t i = 1; i <= c->legs && status == OVI_DONE; i++) {
    ovi_path_pieces_add(&pieces, c->ends[i], c->crosses[i]);
    if (c->crosses[i] || i == c->legs) {
      do {
        search->expanded_end = search->expanded + slice;
        status = ovi_path_pieces_run(&pieces, i == c->legs);
      } while (status == OVI_PAUSED);
    }
  }
  return status;
}

static uint64_t check_passed(test_state *t, const pieces_case *c, ovi_layer_ground *ground) {
  ovl_cell at = c->ends[0];
  uint64_t sum = 0;
  for (uint32_t i = 0; i < c->count && t->failures == 0; i++) {
    uint64_t cost = 0;
    while (!ovi_same_cell(at, c->passed[i])) {
      const ovl_cell next = ovi_cell_toward(at, c->passed[i]);
      const uint64_t step = ovi_layer_step(ground, at, next);
      if (!CHECK(t, step != OVI_NO_STEP, "an illegal step to %d %d", next.x, next.y)) {
        return 0;
      }
      cost += step;
      at = next;
    }
    CHECK(t, cost == c->costs[i], "a leg costs %" PRIu64 ", not %" PRIu64, cost, c->costs[i]);
    sum += cost;
  }
  CHECK(t, ovi_same_cell(at, c->ends[c->legs]), "it ends at %d %d", at.x, at.y);
  CHECK(t, sum <= c->cost, "it costs %" PRIu64 ", the path before %" PRIu64, sum, c->cost);
  return sum;
}

static void pieces_make_paths_cheaper(test_state *t) {
  const model_limits limits = {.max_side = 150, .max_region = 40, .most_profiles = 2};
  static pieces_case whole;
  static pieces_case sliced;
  uint32_t asked = 0;
  uint32_t cheaper = 0;
  for (uint64_t i = 0; test_more(t, i, 200, 5000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    const ovl_query query = model_fixture_query(&f);
    const ovl_cell start = ovi_world_to_plane(f.world, query.start);
    ovi_refiner *refiner = &f.planner->workspace.refiner;
    ovi_layer_ground ground;
    ovi_layer_ground_begin(&ground, &f.world->layers[query.profile], start, &refiner->tiles);
    draw_legs(&whole, &ground, start, &f.random);
    sliced = whole;
    CHECK(t, pass_legs(&whole, &ground, refiner, UINT64_MAX / 2) == OVI_DONE, "it failed");
    const uint64_t cost = check_passed(t, &whole, &ground);
    asked++;
    cheaper += cost < whole.cost ? 1 : 0;
    CHECK(t, pass_legs(&sliced, &ground, refiner, 3) == OVI_DONE, "it failed in slices");
    CHECK(t, check_passed(t, &sliced, &ground) == cost && sliced.count == whole.count,
          "slices change the path");
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || 3 * cheaper > asked, "%" PRIu32 " of %" PRIu32 " are cheaper",
        cheaper, asked);
}

const test_entry test_path_pieces_table[] = {
    {"pieces_make_paths_cheaper", pieces_make_paths_cheaper},
    {NULL, NULL},
};
