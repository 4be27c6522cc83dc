/* Labels give the exact cost of every route, so that planning needs no search. Checks their costs
 * against the edges of the graph, routes and paths against those of other methods, their bytes, and
 * the worlds that have none. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/labels.h"
#include "overland_inspect.h"
#include "tests/coarse/labels/edge_judge.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

/* Makes a world with a label budget that no small world exceeds. */
static bool make_labelled(fixture *f, test_state *t, uint64_t index, random_map_limits limits) {
  test_map map = random_map_make(test_begin_case(t, index), limits);
  map.label_bytes = 255;
  map.overlays = OVL_OVERLAYS_AUTO;
  return fixture_make_from(f, t, map);
}

static random_map_limits wide_limits(void) {
  random_map_limits limits = {.max_side = 150, .max_region = 16, .weighted_percent = 40};
  return limits;
}

/* ---- The costs ----------------------------------------------------------- */

/* Compares the costs from all waypoints to one, by labels, with those of a Dijkstra search over the
 * edges. */
static void compare_costs(test_state *t, edge_judge *j, const ovl_world *world,
                          ovi_label_table *table, uint32_t to) {
  edge_judge_run(j, to);
  ovi_label_table_begin(table);
  ovi_labels_add(table, &world->layers[0], to, (ovi_label_cost){0, 7});
  for (uint32_t from = 0; from < j->count && t->failures == 0; from++) {
    ovi_label_hub hub = {0, 0};
    ovi_label_cost left = ovi_labels_find(table, &world->layers[0], from, &hub);
    CHECK(t, left.cost == j->distances[from],
          "waypoint %" PRIu32 " to %" PRIu32 ": labels say %" PRIu64 ", edges %" PRIu64, from, to,
          left.cost, j->distances[from]);
    if (left.cost != OVI_LABEL_NONE) {
      CHECK(t, left.port == 7, "the port became %" PRIu32, left.port);
      CHECK(t, ovi_labels_to_hub(&world->layers[0], from, hub.rank) == hub.cost,
            "hub %" PRIu32 " of waypoint %" PRIu32 " has two costs", hub.rank, from);
    }
  }
}

static void check_costs(test_state *t, fixture *f, uint32_t targets) {
  edge_judge j = edge_judge_make(f->world);
  ovi_label_table table;
  ovi_arena arena = {test_allocate(j.count, sizeof(uint64_t)), 0};
  ovi_label_table_reserve(&table, &arena, j.count);
  CHECK(t, f->world->layers[0].labels.count == j.count,
        "%" PRIu32 " labels of %" PRIu32 " waypoints", f->world->layers[0].labels.count, j.count);
  for (uint32_t i = 0; i < targets && j.count > 0 && t->failures == 0; i++) {
    compare_costs(t, &j, f->world, &table, (uint32_t)(test_random_next(&f->random) % j.count));
  }
  free(table.slots);
  edge_judge_free(&j);
}

/* ---- Waypoints in one call ------------------------------------------------ */

enum { MOST_RUN = 90 }; /* more than a bundle has */

/* Consecutive waypoints with costs, some of them left out. */
typedef struct label_run {
  ovi_label_ends ends;
  uint64_t costs[MOST_RUN];
} label_run;

static void draw_run(label_run *run, uint32_t nodes, test_random *random) {
  const uint32_t most = nodes < MOST_RUN ? nodes : MOST_RUN;
  const uint32_t count = 1 + (uint32_t)(test_random_next(random) % most);
  for (uint32_t i = 0; i < count; i++) {
    run->costs[i] =
        test_random_percent(random, 30) ? OVI_LABEL_NONE : test_random_next(random) % 100000;
  }
  run->ends = (ovi_label_ends){test_random_next(random) % (nodes - count + 1), count,
                               (uint32_t)(test_random_next(random) % 900), run->costs};
}

/* The least sum over a run of its costs and the distances that were judged last. */
static uint64_t least_over(const label_run *run, const edge_judge *j) {
  uint64_t least = OVI_LABEL_NONE;
  for (uint32_t i = 0; i < run->ends.count; i++) {
    const uint64_t distance = j->distances[run->ends.first + i];
    if (run->costs[i] != OVI_LABEL_NONE && distance != OVI_LABEL_NONE &&
        run->costs[i] + distance < least) {
      least = run->costs[i] + distance;
    }
  }
  return least;
}

/* Goals that are added together, starts that are asked together, and all of a bundle. */
static void check_runs(test_state *t, fixture *f, edge_judge *j, ovi_label_table *table) {
  const ovi_layer *layer = &f->world->layers[0];
  const uint32_t node = (uint32_t)(test_random_next(&f->random) % j->count);
  label_run run;
  ovi_label_hub hub = {0, 0};
  ovi_bundle_costs left;
  edge_judge_run(j, node);
  draw_run(&run, j->count, &f->random);
  const uint64_t least = least_over(&run, j);
  ovi_label_table_begin(table);
  ovi_labels_add_all(table, layer, &run.ends);
  const ovi_label_cost found = ovi_labels_find(table, layer, node, &hub);
  CHECK(t, found.cost == least, "to a run: %" PRIu64 ", edges say %" PRIu64, found.cost, least);
  if (least != OVI_LABEL_NONE) {
    const uint64_t place = found.port - (uint64_t)run.ends.port;
    CHECK(t,
          place < run.ends.count && run.costs[place] != OVI_LABEL_NONE &&
              run.costs[place] + j->distances[run.ends.first + place] == least,
          "the route ends at port %" PRIu32 ", which does not cost that", found.port);
  }
  ovi_label_table_begin(table);
  ovi_labels_add(table, layer, node, (ovi_label_cost){0, 7});
  const ovi_label_join join = ovi_labels_find_all(table, layer, &run.ends);
  CHECK(t, join.all.cost == least, "from a run: %" PRIu64 ", edges say %" PRIu64, join.all.cost,
        least);
  if (least != OVI_LABEL_NONE) {
    CHECK(t,
          join.all.port == 7 && join.place < run.ends.count &&
              run.costs[join.place] + j->distances[run.ends.first + join.place] == least &&
              ovi_labels_to_hub(layer, run.ends.first + join.place, join.hub.rank) == join.hub.cost,
          "place %" PRIu32 " and hub %" PRIu32 " are not those of the route", join.place,
          join.hub.rank);
  }
  ovi_labels_left(table, layer, run.ends.first, &left);
  CHECK(t, run.ends.first - left.first < left.count, "a bundle without its waypoint");
  for (uint32_t i = 0; i < left.count; i++) {
    CHECK(t, left.costs[i] == j->distances[left.first + i], "%" PRIu64 " left, not %" PRIu64,
          left.costs[i], j->distances[left.first + i]);
  }
}

static void labels_of_runs_are_exact(test_state *t) {
  uint64_t together = 0; /* waypoints that share a bundle with others */
  for (uint64_t i = 0; test_more(t, i, 200, 3000); i++) {
    fixture f;
    if (!make_labelled(&f, t, i, wide_limits())) {
      continue;
    }
    if (f.has_labels) {
      edge_judge j = edge_judge_make(f.world);
      ovi_label_table table;
      ovi_arena arena = {test_allocate(j.count, sizeof(uint64_t)), 0};
      ovi_label_table_reserve(&table, &arena, j.count);
      for (int k = 0; k < 6 && t->failures == 0; k++) {
        check_runs(t, &f, &j, &table);
      }
      ovi_bundle_costs left;
      ovi_labels_left(&table, &f.world->layers[0], j.count - 1, &left);
      together += left.count > 1;
      free(table.slots);
      edge_judge_free(&j);
    }
    fixture_free(&f);
  }
  CHECK(t, together > 50, "only %" PRIu64 " worlds have bundles of several waypoints", together);
}

/* ---- Worlds --------------------------------------------------------------- */

static void labels_exact(test_state *t) {
  uint32_t held = 0;
  for (uint64_t i = 0; test_more(t, i, 250, 4000); i++) {
    fixture f;
    if (make_labelled(&f, t, i, random_map_usual_limits())) {
      held += f.has_labels;
      if (f.has_labels) {
        check_costs(t, &f, 4);
      }
      fixture_free(&f);
    }
  }
  CHECK(t, held > 100, "only %" PRIu32 " worlds had labels", held);
}

/* ---- Left out ------------------------------------------------------------ */

/* A world without labels reports the reason, is valid, and answers queries. */
static void check_left_out(test_state *t, fixture *f, ovl_labels reason) {
  ovl_world_info info;
  ovl_world_describe(f->world, &info);
  CHECK(t, info.graph.labels == reason, "labels are %s, and should be %s",
        ovl_labels_text(info.graph.labels), ovl_labels_text(reason));
  CHECK(t, info.graph.method == OVL_METHOD_OVERLAYS, "labels are the method");
  ovl_fault fault;
  ovl_result result = fixture_verify(t, f->world, &fault);
  CHECK(t, result == OVL_OK, "verify: %s", ovl_result_text(result));
  for (int k = 0; k < 4; k++) {
    ovl_query query = fixture_query(f);
    ovl_path path = fixture_path(f);
    ovl_result expected = fixture_expected(f, &query);
    result = ovl_find_path(f->planner, f->world, &query, &path);
    CHECK(t, result == expected, "it says '%s', Dijkstra '%s'", ovl_result_text(result),
          ovl_result_text(expected));
  }
}

static void check_left_out_of(test_state *t, test_map map, ovl_labels reason) {
  fixture f;
  if (fixture_make_from(&f, t, map)) {
    check_left_out(t, &f, reason);
    fixture_free(&f);
  }
}

/* An open map with a single weight. */
static test_map open_map(int32_t side, int32_t region_cells, int32_t spacing_cells) {
  test_map map = {.kind = "open",
                  .width = side,
                  .height = side,
                  .terrain = test_allocate((size_t)side * (size_t)side, 1),
                  .region_cells = region_cells,
                  .spacing_cells = spacing_cells,
                  .label_bytes = 255,
                  .plain = true};
  memset(map.terrain, 1, (size_t)side * (size_t)side);
  map.weights[1] = OVL_PLAIN_WEIGHT;
  return map;
}

static void labels_left_out(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 600); i++) {
    test_map map = random_map_make(test_begin_case(t, i), random_map_usual_limits());
    map.label_bytes = 0;
    check_left_out_of(
        t, map, map.overlays == OVL_OVERLAYS_ALWAYS ? OVL_LABELS_OVERLAYS : OVL_LABELS_NOT_ASKED);
  }
  test_context(t, "one region");
  check_left_out_of(t, open_map(16, 16, 8), OVL_LABELS_NO_WAYPOINTS);
  test_context(t, "a waypoint on every other cell");
  test_map map = open_map(96, 8, 1);
  map.label_bytes = 1;
  check_left_out_of(t, map, OVL_LABELS_TOO_LARGE);
}

/* ---- Their bytes --------------------------------------------------------- */

/* The length of the section without its checksums. */
static size_t label_bytes_of(const uint8_t *file) {
  return (size_t)ovi_chunked_content(file_section_bytes(file, OVI_SECTION_LABELS));
}

/* Copies the section without its checksums; the caller frees its bytes. */
static world_bytes save_section(test_state *t, const ovl_world *world) {
  world_bytes saved = fixture_save(t, world);
  size_t count = label_bytes_of(saved.bytes);
  memmove(saved.bytes, file_section(saved.bytes, OVI_SECTION_LABELS), count);
  return (world_bytes){saved.bytes, count};
}

/* The least budget, in bytes for each cell, that a section fits. */
static int32_t least_budget(const fixture *f, size_t section_bytes) {
  size_t cells = (size_t)f->map.width * (size_t)f->map.height;
  return (int32_t)((ovi_chunked_bytes(section_bytes) + cells - 1) / cells);
}

/* Labels do not depend on the budget as long as they fit; with a smaller one they are left out. */
static void labels_fit_or_not(test_state *t) {
  uint32_t compared = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 2000); i++) {
    fixture f;
    if (!make_labelled(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    world_bytes most = save_section(t, f.world);
    int32_t least = least_budget(&f, most.count);
    ovl_bake_def def = random_map_bake_def(&f.map);
    for (int32_t budget = least; f.has_labels && budget >= least - 1 && budget > 0; budget--) {
      ovl_world *world = NULL;
      def.tuning.label_bytes_per_cell = budget;
      CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake of budget %" PRId32, budget);
      world_bytes fits = save_section(t, world);
      ovi_put_u16(fits.bytes + OVI_LABELS_BUDGET, 255);
      bool same = fits.count == most.count && memcmp(fits.bytes, most.bytes, fits.count) == 0;
      CHECK(t, same == (budget == least), "%" PRId32 " bytes a cell, %" PRId32 " needed: %s",
            budget, least, same ? "the same labels" : "other labels");
      CHECK(t, same == (world->layers[0].labels.state == OVL_LABELS_HELD), "labels are %s",
            ovl_labels_text(world->layers[0].labels.state));
      compared++;
      free(fits.bytes);
      ovl_world_close(world);
    }
    free(most.bytes);
    fixture_free(&f);
  }
  CHECK(t, compared > 60, "only %" PRIu32 " worlds compared", compared);
}

/* ---- Numbers that do not fit -------------------------------------------- */

/* Counts, over all bundles, shapes with steps of an i32, and gaps that do not fit a byte. */
static void count_wide(const ovl_world *world, uint64_t *wide_shapes, uint64_t *far_gaps) {
  const ovi_layer_labels *labels = &world->layers[0].labels;
  *wide_shapes = *far_gaps = 0;
  for (uint64_t waypoint = 0; waypoint < labels->count;) {
    const uint8_t *bundle = labels->data + ovi_get_u32(labels->begins + 4 * waypoint);
    const uint32_t steps = (uint32_t)ovi_get_u16(bundle + OVI_BUNDLE_COUNT) - 1;
    const uint32_t rows = ovi_get_u16(bundle + OVI_BUNDLE_ROWS);
    const uint32_t narrow = ovi_get_u16(bundle + OVI_BUNDLE_NARROW);
    const uint32_t middle = ovi_get_u16(bundle + OVI_BUNDLE_MIDDLE);
    const uint32_t wide = ovi_get_u16(bundle + OVI_BUNDLE_WIDE);
    const uint8_t *gap = bundle + OVI_BUNDLE_HEADER_BYTES +
                         (narrow + middle + wide > 1 ? rows : 0) + rows * labels->cost_bytes +
                         steps * (narrow + 2 * middle + 4 * wide);
    for (uint32_t row = 0; row < rows; row++) {
      *far_gaps += *gap >= OVI_LABEL_FAR_GAP;
      gap += *gap >= OVI_LABEL_FAR_GAP ? 3 : 1;
    }
    *wide_shapes += wide;
    waypoint += steps + 1;
  }
}

/* A map with a single winding corridor: cells side by side can be far apart along it. */
static test_map corridor_map(int32_t side) {
  test_map map = open_map(side, 8, 4);
  map.kind = "corridor";
  for (int32_t y = 1; y < side; y += 2) {
    for (int32_t x = 0; x < side; x++) {
      bool door = x == (y % 4 == 1 ? side - 1 : 0);
      map.terrain[(size_t)y * (size_t)side + (size_t)x] = door ? 1 : 0;
    }
  }
  return map;
}

static void labels_long_entries(test_state *t) {
  fixture f;
  uint64_t wide_shapes;
  uint64_t far_gaps;
  test_begin_case(t, 0);
  if (fixture_make_from(&f, t, open_map(240, 8, 2))) {
    count_wide(f.world, &wide_shapes, &far_gaps);
    CHECK(t, far_gaps > 100, "gaps are small");
    check_costs(t, &f, 12);
    fixture_free(&f);
  }
  for (int32_t weight = 7; weight <= 255; weight += 62) {
    test_map map = corridor_map(97);
    map.weights[1] = (uint8_t)weight;
    if (fixture_make_from(&f, t, map)) {
      count_wide(f.world, &wide_shapes, &far_gaps);
      CHECK(t, wide_shapes > 20, "weight %" PRId32 ": only %" PRIu64 " wide shapes", weight,
            wide_shapes);
      check_costs(t, &f, 12);
      fixture_free(&f);
    }
  }
}

const test_entry test_labels_table[] = {
    {"labels_exact", labels_exact},
    {"labels_of_runs_are_exact", labels_of_runs_are_exact},
    {"labels_left_out", labels_left_out},
    {"labels_fit_or_not", labels_fit_or_not},
    {"labels_long_entries", labels_long_entries},
    {NULL, NULL},
};
