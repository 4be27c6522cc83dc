/* Tests of the paths of edges that a bake stores: they are legal and cost what their edges say, and
 * only edges that need one have one. */
#include <inttypes.h>
#include <stdlib.h>

#include "coarse/view/inner_edges.h"
#include "coarse/view/layer_steps.h"
#include "common/cell.h"
#include "common/topology.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"
#include "world/world.h"

/* How the edges of worlds are unfolded. */
typedef struct edge_counts {
  uint64_t edges, moves, stored, joined, searched; /* searched: nothing else is known of it */
} edge_counts;

/* The cost of a straight or diagonal run, step by step; UINT64_MAX: a step is not legal. */
static uint64_t run_cost(ovi_layer_ground *ground, ovl_cell at, ovl_cell to) {
  uint64_t cost = 0;
  while (!ovi_same_cell(at, to)) {
    const ovl_cell next = ovi_cell_toward(at, to);
    const uint64_t step = ovi_layer_step(ground, at, next);
    if (step == OVI_NO_STEP) {
      return UINT64_MAX;
    }
    cost += step;
    at = next;
  }
  return cost;
}

/* Returns whether an octile move leads from one cell to another at a cost. */
static bool is_octile_move(ovi_layer_ground *ground, ovl_cell from, ovl_cell to, uint64_t cost) {
  const int32_t dx = to.x - from.x;
  const int32_t dy = to.y - from.y;
  const int32_t across =
      ovi_magnitude(dx) < ovi_magnitude(dy) ? ovi_magnitude(dx) : ovi_magnitude(dy);
  for (int order = 0; order < 2; order++) {
    const ovl_cell begin = order == 0 ? from : to;
    const int32_t toward = order == 0 ? across : -across;
    const ovl_cell corner = {begin.x + toward * ovi_sign(dx), begin.y + toward * ovi_sign(dy), 0};
    const uint64_t first = run_cost(ground, from, corner);
    const uint64_t second = run_cost(ground, corner, to);
    if (first != UINT64_MAX && second != UINT64_MAX && first + second == cost) {
      return true;
    }
  }
  return false;
}

/* Checks the path of an edge if it is stored, and counts by what the edge is unfolded. */
static void check_edge(test_state *t, const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                       edge_counts *counts) {
  const uint64_t cost = ovi_inner_edge_cost(edges, from, to);
  if (cost == UINT64_MAX || cost == 0) {
    return;
  }
  const ovl_cell begin = ovi_inner_edge_cell(edges, from);
  const ovl_cell end = ovi_inner_edge_cell(edges, to);
  const uint32_t middle = ovi_inner_edge_middle(edges, from, to, cost);
  ovi_layer_ground ground;
  ovi_layer_ground_begin(&ground, edges->layer, begin, NULL);
  const bool is_move = is_octile_move(&ground, begin, end, cost);
  ovi_inner_path path;
  counts->edges++;
  if (ovi_inner_edge_path(edges, from, to, &path)) {
    uint64_t sum = 0;
    ovl_cell at = begin;
    for (uint32_t i = 0; i < path.count && sum != UINT64_MAX; i++) {
      const uint64_t run = run_cost(&ground, at, path.ends[i]);
      sum = run != UINT64_MAX ? sum + run : UINT64_MAX;
      at = path.ends[i];
    }
    CHECK(t, path.is_legal && path.cost == cost,
          "it is legal: %d, and costs %" PRIu64 ", its edge %" PRIu64, path.is_legal, path.cost,
          cost);
    CHECK(t, sum == cost, "the stored path costs %" PRIu64 ", its edge %" PRIu64, sum, cost);
    CHECK(t, ovi_same_cell(at, end), "it ends at %d %d", at.x, at.y);
    CHECK(t, !is_move && middle == OVI_NO_MIDDLE, "an edge that needs no path has one");
    counts->stored++;
  } else if (middle != OVI_NO_MIDDLE) {
    CHECK(t,
          ovi_inner_edge_cost(edges, from, middle) + ovi_inner_edge_cost(edges, middle, to) == cost,
          "a port in the middle is not on the way");
    counts->joined++;
  } else {
    counts->moves += is_move;
    counts->searched += !is_move;
  }
}

static void check_region(test_state *t, const ovi_layer *layer, uint32_t id, edge_counts *counts) {
  const ovi_region region = ovi_region_view(layer, id);
  if (!ovi_layer_block_is_even(region.layer_block) ||
      layer->profile.corners != OVL_CORNERS_STRICT) {
    CHECK(t, ovi_region_paths(&region) == NULL, "paths where they may not be stored");
    return;
  }
  for (uint32_t port = 0; port < region.ports.count && t->failures == 0; port++) {
    ovi_inner_edges edges;
    ovi_inner_edges_begin(&edges, layer, &region, port);
    const uint32_t from = ovi_port_place(&region, port, edges.component);
    for (uint32_t to = 0; to < edges.clique.count; to++) {
      if (to != from) {
        check_edge(t, &edges, from, to, counts);
      }
    }
  }
}

static void stored_paths_cost_what_edges_say(test_state *t) {
  const model_limits limits = {.max_side = 90, .max_region = 30, .most_profiles = 2};
  edge_counts counts = {0};
  for (uint64_t i = 0; test_more(t, i, 150, 5000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    for (uint32_t k = 0; k < f.world->shared.profile_count; k++) {
      const ovi_layer *layer = &f.world->layers[k];
      for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
        check_region(t, layer, id, &counts);
      }
    }
    model_fixture_free(&f);
  }
  test_context(t,
               "%" PRIu64 " edges: %" PRIu64 " moves, %" PRIu64 " stored, %" PRIu64
               " joined, %" PRIu64 " searched",
               counts.edges, counts.moves, counts.stored, counts.joined, counts.searched);
  CHECK(t, counts.stored > 1000 && counts.joined > 1000, "too few occur");
}

/* ---- Sizes ------------------------------------------------------------------------------ */

enum { SIZED_SIDE = 256, SIZED_CELLS = SIZED_SIDE * SIZED_SIDE };

/* The kinds of maps whose edges need the most and the longest paths. */
typedef enum sized_kind {
  SIZED_EMPTY,
  SIZED_ROCKS, /* 10 to 45 % of the cells are blocked */
  SIZED_DOORS, /* rooms of 3 to 10 cells with doors */
  SIZED_WEIGHTS,
  SIZED_SLOPES,
  SIZED_KINDS
} sized_kind;

static void draw_sized_map(sized_kind kind, test_random *random, uint8_t *terrain,
                           uint16_t *heights) {
  const int32_t percent = test_random_between(random, 10, 45);
  const int32_t room = test_random_between(random, 3, 10);
  for (int32_t i = 0; i < SIZED_CELLS; i++) {
    const int32_t x = i % SIZED_SIDE;
    const int32_t y = i / SIZED_SIDE;
    const bool is_wall = x % (room + 1) == 0 || y % (room + 1) == 0;
    const bool is_blocked =
        kind == SIZED_ROCKS ? test_random_percent(random, percent)
                            : kind == SIZED_DOORS && is_wall && !test_random_percent(random, 20);
    terrain[i] = is_blocked ? 0 : 1;
    if (kind == SIZED_WEIGHTS) {
      terrain[i] = (uint8_t)test_random_between(random, 1, 255);
    }
    heights[i] = kind == SIZED_SLOPES ? (uint16_t)test_random_between(random, 0, 40) : 0;
  }
}

/* The bytes of the stored paths of a world. */
static uint64_t bytes_of_paths(const ovl_world *world) {
  const ovi_layer *layer = &world->layers[0];
  uint64_t bytes = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    const uint8_t *paths = ovi_region_paths(&region);
    bytes += paths != NULL ? ovi_paths_bytes(paths) : 0;
  }
  return bytes;
}

static void stored_paths_take_at_most_a_byte_a_cell(test_state *t) {
  uint8_t *terrain = test_bytes(SIZED_CELLS);
  uint16_t *heights = test_allocate(SIZED_CELLS, sizeof(uint16_t));
  for (uint64_t i = 0; test_more(t, i, 30, 600); i++) {
    test_random random = {test_begin_case(t, i)};
    const sized_kind kind = (sized_kind)(i % SIZED_KINDS);
    draw_sized_map(kind, &random, terrain, heights);
    ovl_profile_def profile = {.climb_cost = 300, .drop_cost = 300};
    for (int32_t terrains = 1; terrains < 256; terrains++) {
      profile.weights[terrains] = kind == SIZED_WEIGHTS ? (uint8_t)terrains : OVL_PLAIN_WEIGHT;
    }
    const ovl_floor_def floor = {
        .width = SIZED_SIDE, .height = SIZED_SIDE, .terrain = terrain, .heights = heights};
    const ovl_bake_def def = {
        .more = {.profiles = &profile, .profile_count = 1, .floors = &floor, .floor_count = 1},
        .tuning = {.region_cells = i % 3 == 0 ? 16 : 32}};
    ovl_world *world = NULL;
    if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
      continue;
    }
    const uint64_t bytes = bytes_of_paths(world);
    CHECK(t, bytes <= SIZED_CELLS, "kind %d: %" PRIu64 " bytes of %d cells", (int)kind, bytes,
          SIZED_CELLS);
    CHECK(t, kind != SIZED_EMPTY || bytes == 0, "an empty map has %" PRIu64 " bytes", bytes);
    ovl_world_close(world);
  }
  free(terrain);
  free(heights);
}

/* ---- Forged paths ------------------------------------------------------------------------ */

/* Changes a byte of a region's paths, or the flag that it has any. */
static uint32_t forge_paths(uint8_t *bytes, const model_fixture *f, test_random *random) {
  const ovi_layer *layer = &f->world->layers[0];
  uint32_t forged = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    const uint8_t *paths = ovi_region_paths(&region);
    if (paths != NULL && test_random_percent(random, 30)) {
      const int32_t last = (int32_t)ovi_paths_bytes(paths) - 1;
      const uint8_t *changed = test_random_percent(random, 10)
                                   ? region.layer_block + OVI_LAYER_MORE
                                   : paths + test_random_between(random, 0, last);
      bytes[changed - f->world->shared.file.bytes] ^=
          (uint8_t)(1 << test_random_between(random, 0, 7));
      forged++;
    }
  }
  return forged;
}

/* A path of a forged world may not exist, but what is given is legal and costs what it says. */
static void forged_paths_do_no_harm(test_state *t) {
  const model_limits limits = {.max_side = 90, .max_region = 30, .most_profiles = 1};
  uint32_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 250, 5000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, limits)) {
      continue;
    }
    world_bytes saved = fixture_save(t, f.world);
    ovl_world *world = NULL;
    if (forge_paths(saved.bytes, &f, &f.random) != 0) {
      file_repair(saved.bytes);
      const ovl_result opened = ovl_world_open(saved.bytes, saved.count, &world, NULL);
      CHECK(t, opened == OVL_OK || opened == OVL_CORRUPT, "%s", ovl_result_text(opened));
      refused += opened == OVL_CORRUPT;
    }
    for (int k = 0; k < 6 && world != NULL; k++) {
      const ovl_query query = model_fixture_query(&f);
      ovl_path path = model_fixture_path(&f);
      const ovl_result result = ovl_find_path(f.planner, world, &query, &path);
      if (result == OVL_OK) {
        model_fixture_check_path(&f, t, &query, query.goal, &path);
      }
    }
    ovl_world_close(world);
    free(saved.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || refused > 5, "only %u were refused", refused);
}

const test_entry test_edge_paths_table[] = {
    {"edge_paths_cost_what_edges_say", stored_paths_cost_what_edges_say},
    {"edge_paths_take_at_most_a_byte_a_cell", stored_paths_take_at_most_a_byte_a_cell},
    {"edge_paths_that_are_forged_do_no_harm", forged_paths_do_no_harm},
    {NULL, NULL},
};
