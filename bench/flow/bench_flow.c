/* Rounds of units that follow a flow: see bench_flow.h. */
#include "bench/flow/bench_flow.h"

#include "bench/measure/bench_random.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"

#include <stdlib.h>

enum { MOST_DRAWS = 2000, MOST_AREAS = 2000 };

/* What a round works in. */
struct round {
  const struct bench_ground *ground;
  struct bench_flow *result;
  ovl_flow *flow;
  ovl_baseline *baseline;
  ovl_world_info info;
  uint64_t state; /* of the random numbers */
  ovl_query query;
  ovl_cell *units;
  ovl_cell *cells, *optimum; /* room for any walk, and for any path of the baseline */
  ovl_path_link *links;
  size_t room;
};

/* ---- Drawing -------------------------------------------------------------- */

static ovl_cell draw_cell(struct round *r, ovl_cell corner, int32_t w, int32_t h) {
  return (ovl_cell){corner.x + bench_random_below(&r->state, w),
                    corner.y + bench_random_below(&r->state, h), 0};
}

/* Draws the units of one area; false if too few of its cells reach the goal. */
static bool draw_units(struct round *r, uint32_t island, ovl_cell corner, int32_t w, int32_t h) {
  for (uint64_t unit = 0; unit < r->result->def.units; unit++) {
    int draws = 0;
    do {
      r->units[unit] = draw_cell(r, corner, w, h);
    } while (ovl_world_island(r->ground->world, r->query.profile, r->units[unit]) != island &&
             ++draws < MOST_DRAWS);
    if (draws == MOST_DRAWS) {
      return false;
    }
  }
  return true;
}

/* Draws goal and units; false if that hardly ever succeeds. */
static bool draw_round(struct round *r) {
  const struct bench_floor *floor = &r->ground->floors[0];
  int32_t side = 1;
  while ((uint64_t)side * (uint64_t)side < r->result->def.regions) {
    side++;
  }
  const bool is_within = r->result->def.regions != 0;
  const int32_t cells = side * r->info.partition.region_cells;
  const int32_t w = is_within && cells < floor->width ? cells : floor->width;
  const int32_t h = is_within && cells < floor->height ? cells : floor->height;
  for (int area = 0; area < MOST_AREAS; area++) {
    r->query.goal = draw_cell(r, (ovl_cell){0, 0, 0}, floor->width, floor->height);
    const uint32_t island = ovl_world_island(r->ground->world, r->query.profile, r->query.goal);
    const int32_t columns = (floor->width - w) / r->info.partition.region_cells + 1;
    const int32_t rows = (floor->height - h) / r->info.partition.region_cells + 1;
    const ovl_cell corner = {
        bench_random_below(&r->state, columns) * r->info.partition.region_cells,
        bench_random_below(&r->state, rows) * r->info.partition.region_cells, 0};
    if (island != 0 && draw_units(r, island, corner, w, h)) {
      return true;
    }
  }
  return false;
}

/* ---- Judging ---------------------------------------------------------------- */

/* The direction of a step; 8 if it is none. */
static int32_t direction_of(ovl_cell from, ovl_cell to) {
  static const int8_t x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int8_t y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  int32_t direction = 0;
  while (direction < 8 && (from.x + x[direction] != to.x || from.y + y[direction] != to.y ||
                           from.floor != to.floor)) {
    direction++;
  }
  return direction;
}

/* Adds a step to a walk; false if it is none. */
static bool add_step(struct round *r, struct bench_claim *walk, const ovl_flow_step *step) {
  const ovl_cell at = r->cells[walk->route.point_count - 1];
  const int32_t direction = direction_of(at, step->next);
  ovl_link_def link;
  if (step->link != UINT32_MAX) {
    if (!ovl_world_link(r->ground->world, step->link, &link)) {
      return false;
    }
    r->links[walk->route.link_count++] =
        (ovl_path_link){walk->route.point_count, step->link, step->back};
    walk->cost += step->back ? link.cost_back : link.cost;
  } else if (direction < 8) {
    walk->cost += ovl_world_step(r->ground->world, r->query.profile, at, direction);
    walk->diagonal_steps += (uint64_t)(direction & 1);
    walk->straight_steps += (uint64_t)(~direction & 1);
  } else {
    return false;
  }
  r->cells[walk->route.point_count++] = step->next;
  return true;
}

/* Follows the flow from a cell and judges the walk. */
static ovl_result judge_walk(struct round *r, ovl_cell start, double *ratio) {
  struct bench_claim walk = {.start = start, .goal = r->query.goal};
  ovl_flow_step step;
  ovl_cell wrong;
  r->cells[0] = start;
  walk.route = (struct bench_route){r->cells, 1, r->links, 0};
  ovl_result result = ovl_flow_next(r->flow, start, &step);
  while (result == OVL_OK && step.cost_to_go != 0 && walk.route.point_count < r->room &&
         add_step(r, &walk, &step)) {
    result = ovl_flow_next(r->flow, step.next, &step);
  }
  if (result != OVL_OK || bench_check_path(r->ground, &walk, &wrong) != NULL) {
    r->result->illegal++;
    return OVL_OK;
  }
  ovl_path path = {.points = r->optimum, .capacity = r->room};
  r->query.start = start;
  result = ovl_baseline_find(r->baseline, &r->query, &path, NULL);
  *ratio = path.cost != 0 ? (double)walk.cost / (double)path.cost : 1;
  return result;
}

/* ---- Rounds ------------------------------------------------------------------- */

/* All units walk until they have arrived; microseconds a step. */
static double walk_all(struct round *r) {
  uint64_t steps = 0;
  uint64_t walking = r->result->def.units;
  const double begin_us = platform_now_us();
  while (walking > 0) {
    walking = 0;
    for (uint64_t unit = 0; unit < r->result->def.units; unit++) {
      ovl_flow_step step;
      if (ovl_flow_next(r->flow, r->units[unit], &step) == OVL_OK && step.cost_to_go != 0) {
        r->units[unit] = step.next;
        walking++;
      }
    }
    steps += walking;
  }
  return steps != 0 ? (platform_now_us() - begin_us) / (double)steps : 0;
}

static ovl_result make_round(struct round *r, int round, double *first_us, double *step_us,
                             double *ratios) {
  ovl_flow_step step;
  const double begin_us = platform_now_us();
  ovl_result result = ovl_flow_begin(r->flow, r->ground->world, &r->query);
  for (uint64_t unit = 0; unit < r->result->def.units && result == OVL_OK; unit++) {
    r->result->failed += ovl_flow_next(r->flow, r->units[unit], &step) != OVL_OK ? 1 : 0;
  }
  first_us[round] = platform_now_us() - begin_us;
  const ovl_flow_work work = ovl_flow_stats(r->flow);
  r->result->tiles += (double)work.tiles_made / BENCH_FLOW_ROUNDS;
  r->result->waypoints += (double)work.coarse_expanded / BENCH_FLOW_ROUNDS;
  ovl_cell judged[BENCH_FLOW_JUDGED];
  for (int i = 0; i < BENCH_FLOW_JUDGED; i++) {
    judged[i] = r->units[(uint64_t)i * r->result->def.units / BENCH_FLOW_JUDGED];
  }
  step_us[round] = walk_all(r);
  for (int i = 0; i < BENCH_FLOW_JUDGED && result == OVL_OK; i++) {
    ratios[i] = 1;
    result = judge_walk(r, judged[i], &ratios[i]);
  }
  return result;
}

static int make_rounds(struct round *r) {
  double first_us[BENCH_FLOW_ROUNDS];
  double step_us[BENCH_FLOW_ROUNDS];
  double ratios[BENCH_FLOW_ROUNDS * BENCH_FLOW_JUDGED];
  for (int round = 0; round < BENCH_FLOW_ROUNDS; round++) {
    if (!draw_round(r)) {
      return command_fail(EXIT_NO, "there are no regions in which so many cells reach a goal");
    }
    const ovl_result result =
        make_round(r, round, first_us, step_us, ratios + BENCH_FLOW_JUDGED * round);
    if (result != OVL_OK) {
      return command_fail_result("the flow", result, NULL);
    }
  }
  r->result->first_steps_us = bench_stats_summarize(first_us, BENCH_FLOW_ROUNDS);
  r->result->step_us = bench_stats_summarize(step_us, BENCH_FLOW_ROUNDS);
  r->result->walked_ratio =
      bench_stats_summarize(ratios, (size_t)BENCH_FLOW_ROUNDS * BENCH_FLOW_JUDGED);
  return EXIT_DONE;
}

int bench_flow_measure(const struct bench_ground *ground, const struct bench_flow_def *def,
                       struct bench_flow *flow) {
  *flow = (struct bench_flow){.def = *def};
  struct round r = {
      .ground = ground, .result = flow, .state = def->seed, .query = ovl_query_default()};
  r.query.profile = ground->profile;
  ovl_world_describe(ground->world, &r.info);
  for (int32_t floor = 0; floor < ground->floor_count; floor++) {
    r.room += (size_t)ground->floors[floor].width * (size_t)ground->floors[floor].height + 1;
  }
  r.units = malloc((size_t)def->units * sizeof *r.units);
  r.cells = malloc(r.room * sizeof *r.cells);
  r.optimum = malloc(r.room * sizeof *r.optimum);
  r.links = malloc(r.room * sizeof *r.links);
  const ovl_flow_def flow_def = ovl_flow_def_default(ground->world);
  flow->bytes = ovl_flow_bytes(&flow_def);
  const bool has_room = r.units != NULL && r.cells != NULL && r.optimum != NULL && r.links != NULL;
  ovl_result result = has_room ? ovl_flow_create(&flow_def, &r.flow, NULL) : OVL_NO_MEMORY;
  if (result == OVL_OK) {
    result = ovl_baseline_create(ground->world, ground->profile, NULL, &r.baseline, NULL);
  }
  const int code =
      result == OVL_OK ? make_rounds(&r) : command_fail_result("the flow", result, NULL);
  ovl_baseline_destroy(r.baseline);
  ovl_flow_destroy(r.flow);
  free(r.units);
  free(r.cells);
  free(r.optimum);
  free(r.links);
  return code;
}
