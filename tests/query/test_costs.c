/* Costs and ranges on maps that are larger than the zones around a start, and lists with too little
 * room. That costs and ranges are the least of all paths is judged for the whole space of options.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/nearest/zones.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

/* A strip of plain ground with rocks, longer than the zones of a call with the smallest regions. */
enum { LENGTH = 18000, BREADTH = 20, ROCK_PERCENT = 15 };

static test_map make_strip(test_state *t, uint64_t index) {
  test_map map = random_map_make(test_begin_case(t, index), random_map_usual_limits());
  test_random random = {t->case_seed};
  free(map.terrain);
  map.kind = "a long strip";
  map.width = LENGTH;
  map.height = BREADTH;
  map.region_cells = OVL_MIN_REGION_CELLS;
  map.spacing_cells = 4;
  map.overlays = index % 2 == 0 ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  map.corners = OVL_CORNERS_STRICT;
  map.plain = true;
  memset(map.weights, 0, sizeof map.weights);
  map.weights[1] = OVL_PLAIN_WEIGHT;
  map.terrain = test_allocate(LENGTH, BREADTH);
  for (int32_t i = 0; i < LENGTH * BREADTH; i++) {
    map.terrain[i] = test_random_percent(&random, ROCK_PERCENT) ? 0 : 1;
  }
  return map;
}

/* Within the land of the zones costs are the least; beyond, none is below, and no cell is missing
 * that costs a little less than the budget. */
static void ranges_beyond_the_zones_miss_no_cell(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2, 4); i++) {
    fixture f;
    if (!fixture_make_from(&f, t, make_strip(t, i))) {
      continue;
    }
    const ovi_zone_sizes zones = ovi_zone_sizes_of(&f.world->layers[0].partition);
    const int32_t covered = (int32_t)zones.columns * OVI_ZONE_REGIONS * OVL_MIN_REGION_CELLS;
    const uint64_t budget = (uint64_t)LENGTH * 2 * OVL_STRAIGHT_COST;
    ovl_query query = {.start = {0, 0, 0}};
    while (random_map_weight(&f.map, query.start.x, query.start.y) == 0) {
      query.start.y++;
    }
    fixture_context(&f, t, &query);
    dijkstra_run(&f.judge, query.start);
    const size_t room = (size_t)LENGTH * BREADTH;
    ovl_range_cell *reached = test_allocate(room, sizeof *reached);
    size_t needed = 0;
    size_t within = 0;
    const ovl_result result =
        ovl_find_range(f.planner, f.world, &query, budget, reached, room, &needed);
    CHECK(t, result == OVL_OK && covered < LENGTH, "%s; zones cover %" PRId32 " columns",
          ovl_result_text(result), covered);
    for (size_t k = 0; k < needed && t->failures == 0; k++) {
      const ovl_cell cell = reached[k].cell;
      const uint64_t least = dijkstra_distance(&f.judge, cell);
      CHECK(t,
            reached[k].cost >= least && reached[k].cost <= least + least / 20 &&
                (cell.x > covered - 4 * BREADTH || reached[k].cost == least),
            "%" PRId32 ",%" PRId32 " costs %" PRIu64 ", the least is %" PRIu64, cell.x, cell.y,
            reached[k].cost, least);
      uint64_t cost = 0;
      CHECK(t,
            k % 20000 != 0 ||
                (ovl_find_costs(f.planner, f.world, &query, &cell, 1, &cost) == OVL_OK &&
                 cost >= least && cost <= least + least / 20),
            "%" PRId32 ",%" PRId32 " costs %" PRIu64 " alone, the least is %" PRIu64, cell.x,
            cell.y, cost, least);
    }
    for (int32_t k = 0; k < LENGTH * BREADTH; k++) {
      const ovl_cell cell = {k % LENGTH, k / LENGTH, 0};
      within += dijkstra_distance(&f.judge, cell) <= budget - budget / 20;
    }
    CHECK(t, needed >= within, "%zu cells are listed of %zu", needed, within);
    free(reached);
    fixture_free(&f);
  }
}

/* One way of corridors to and fro, with a wall a cell thick between two of them: each zone is
 * entered many times, but its cells are searched a few times each. */
static void ranges_of_winding_ground_expand_each_cell_a_few_times(test_state *t) {
  enum { SIDE = 384, CORRIDORS = SIDE / 2 };
  static uint8_t terrain[SIDE * SIDE];
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int32_t row = i / SIDE;
    const int32_t gap = row % 4 == 1 ? SIDE - 1 : 0;
    terrain[i] = row % 2 == 0 || (i % SIDE == gap && row != SIDE - 1);
  }
  const ovl_bake_def def = {.width = SIDE,
                            .height = SIDE,
                            .terrain = terrain,
                            .tuning = {.region_cells = 32, .label_bytes_per_cell = OVL_NO_LABELS}};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const ovl_planner_def planner_def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
  const ovl_query query = {.start = {0, 0, 0}};
  ovl_range_cell *reached = test_allocate(SIDE * SIDE, sizeof *reached);
  size_t needed = 0;
  const ovl_result result =
      ovl_find_range(planner, world, &query, UINT64_MAX, reached, (size_t)SIDE * SIDE, &needed);
  const size_t cells = (size_t)CORRIDORS * SIDE + CORRIDORS - 1;
  const uint64_t expanded = ovl_planner_stats(planner).fine_expanded;
  CHECK(t, result == OVL_OK && needed == cells, "%s: %zu cells of %zu", ovl_result_text(result),
        needed, cells);
  CHECK(t, expanded <= 6 * (uint64_t)cells, "%" PRIu64 " expansions for %zu cells", expanded,
        cells);
  uint64_t dearest = 0;
  for (size_t k = 0; k < needed && k < (size_t)SIDE * SIDE; k++) {
    dearest = reached[k].cost > dearest ? reached[k].cost : dearest;
  }
  CHECK(t, dearest == (uint64_t)(cells - 1) * OVL_STRAIGHT_COST, "the end costs %" PRIu64, dearest);
  free(reached);
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* Of a list with too little room those that fit are cells within the budget, each once, at their
 * costs; and the number of all is right. */
static void ranges_with_little_room_list_what_fits(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 400); i++) {
    const random_map_limits limits = {.max_side = 150, .max_region = 16, .weighted_percent = 70};
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    const ovl_query query = {.start = random_map_cell(&f.map, &f.random)};
    const uint64_t budget = (uint64_t)test_random_between(&f.random, 1, 150) * OVL_STRAIGHT_COST;
    const size_t cells = (size_t)f.map.width * (size_t)f.map.height;
    const size_t room = (size_t)test_random_between(&f.random, 0, (int32_t)cells);
    ovl_range_cell *reached = test_allocate(cells + 1, sizeof *reached);
    bool *is_listed = test_allocate(cells, sizeof *is_listed);
    size_t needed = 0;
    size_t within = 0;
    fixture_context(&f, t, &query);
    if (random_map_weight(&f.map, query.start.x, query.start.y) != 0) {
      dijkstra_run(&f.judge, query.start);
      reached[room].cost = 1;
      ovl_find_range(f.planner, f.world, &query, budget, reached, room, &needed);
      CHECK(t, reached[room].cost == 1, "a cell was written beyond the room");
      for (size_t k = 0; k < cells; k++) {
        const ovl_cell cell = {(int32_t)k % f.map.width, (int32_t)k / f.map.width, 0};
        within += dijkstra_distance(&f.judge, cell) <= budget;
      }
      CHECK(t, needed == within, "%zu cells are needed, not %zu", needed, within);
      for (size_t k = 0; k < room && k < needed; k++) {
        bool *listed = &is_listed[reached[k].cell.y * f.map.width + reached[k].cell.x];
        CHECK(t, !*listed && reached[k].cost == dijkstra_distance(&f.judge, reached[k].cell),
              "%" PRId32 ",%" PRId32 " at %" PRIu64, reached[k].cell.x, reached[k].cell.y,
              reached[k].cost);
        *listed = true;
      }
    }
    free(reached);
    free(is_listed);
    fixture_free(&f);
  }
}

const test_entry test_costs_table[] = {
    {"ranges_of_winding_ground_expand_each_cell_a_few_times",
     ranges_of_winding_ground_expand_each_cell_a_few_times},
    {"ranges_beyond_the_zones_miss_no_cell", ranges_beyond_the_zones_miss_no_cell},
    {"ranges_with_little_room_list_what_fits", ranges_with_little_room_list_what_fits},
    {NULL, NULL}};
