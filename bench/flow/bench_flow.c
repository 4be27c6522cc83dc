/* Rounds of units that follow a flow: see bench_flow.h. */
#include "bench/flow/bench_flow.h"

#include "overland_flow.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/random_numbers.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

#include <stdlib.h>

enum { MOST_DRAWS = 2000, MOST_AREAS = 2000 };

/* What a round works in. */
struct round {
  const struct bench_ground *ground;
  struct bench_flow *result;
  ovl_flow *flow;
  struct plain_search *plain;
  ovl_world_info info;
  uint64_t state; /* of the random numbers */
  ovl_query query;
  ovl_cell *units;
  ovl_cell *cells, *optimum; /* room for any walk, and for any path of the plain A* */
  ovl_path_link *links;
  size_t room;
};

/* ---- Drawing -------------------------------------------------------------- */

static ovl_cell draw_cell(struct round *sample, ovl_cell corner, int32_t w, int32_t h) {
  return (ovl_cell){corner.x + random_below(&sample->state, w),
                    corner.y + random_below(&sample->state, h), 0};
}

/* Draws the units of one area; false if too few of its cells reach the goal. */
static bool draw_units(struct round *sample, uint32_t island, ovl_cell corner, int32_t w,
                       int32_t h) {
  for (uint64_t unit = 0; unit < sample->result->def.units; unit++) {
    int draws = 0;
    do {
      sample->units[unit] = draw_cell(sample, corner, w, h);
    } while (ovl_world_island(sample->ground->world, sample->query.profile, sample->units[unit]) !=
                 island &&
             ++draws < MOST_DRAWS);
    if (draws == MOST_DRAWS) {
      return false;
    }
  }
  return true;
}

/* Draws goal and units; false if that hardly ever succeeds. */
static bool draw_round(struct round *sample) {
  const struct bench_floor *floor = &sample->ground->floors[0];
  int32_t side = 1;
  while ((uint64_t)side * (uint64_t)side < sample->result->def.regions) {
    side++;
  }
  const bool is_within = sample->result->def.regions != 0;
  const int32_t cells = side * sample->info.partition.region_cells;
  const int32_t w = is_within && cells < floor->width ? cells : floor->width;
  const int32_t h = is_within && cells < floor->height ? cells : floor->height;
  for (int area = 0; area < MOST_AREAS; area++) {
    sample->query.goal = draw_cell(sample, floor->corner, floor->width, floor->height);
    const uint32_t island =
        ovl_world_island(sample->ground->world, sample->query.profile, sample->query.goal);
    const int32_t columns = (floor->width - w) / sample->info.partition.region_cells + 1;
    const int32_t rows = (floor->height - h) / sample->info.partition.region_cells + 1;
    const ovl_cell corner = {floor->corner.x + random_below(&sample->state, columns) *
                                                   sample->info.partition.region_cells,
                             floor->corner.y + random_below(&sample->state, rows) *
                                                   sample->info.partition.region_cells,
                             0};
    if (island != 0 && draw_units(sample, island, corner, w, h)) {
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
static bool add_step(struct round *sample, struct bench_claim *walk, const ovl_flow_step *step) {
  const ovl_cell at = sample->cells[walk->route.point_count - 1];
  const int32_t direction = direction_of(at, step->next);
  ovl_link_def link;
  if (step->link != UINT32_MAX) {
    if (!ovl_world_link(sample->ground->world, step->link, &link)) {
      return false;
    }
    sample->links[walk->route.link_count++] =
        (ovl_path_link){walk->route.point_count, step->link, step->back};
    walk->cost += step->back ? link.cost_back : link.cost;
  } else if (direction < 8) {
    walk->cost += ovl_world_step(sample->ground->world, sample->query.profile, at, direction);
    walk->diagonal_steps += (uint64_t)(direction & 1);
    walk->straight_steps += (uint64_t)(~direction & 1);
  } else {
    return false;
  }
  sample->cells[walk->route.point_count++] = step->next;
  return true;
}

/* Follows the flow from a cell and judges the walk. */
static ovl_result judge_walk(struct round *sample, ovl_cell start, double *ratio) {
  struct bench_claim walk = {.start = start, .goal = sample->query.goal};
  ovl_flow_step step;
  ovl_cell wrong;
  sample->cells[0] = start;
  walk.route = (struct bench_route){sample->cells, 1, sample->links, 0};
  ovl_result result = ovl_flow_next(sample->flow, start, &step);
  while (result == OVL_OK && step.cost_to_go != 0 && walk.route.point_count < sample->room &&
         add_step(sample, &walk, &step)) {
    result = ovl_flow_next(sample->flow, step.next, &step);
  }
  if (result != OVL_OK || bench_check_path(sample->ground, &walk, &wrong) != NULL) {
    sample->result->illegal++;
    return OVL_OK;
  }
  ovl_path path = {.points = sample->optimum, .capacity = sample->room};
  result = plain_search_find(sample->plain, start, sample->query.goal, &path, NULL);
  *ratio = path.cost != 0 ? (double)walk.cost / (double)path.cost : 1;
  return result;
}

/* ---- Rounds ------------------------------------------------------------------- */

/* All units walk until they have arrived; microseconds a step. */
static double walk_all(struct round *sample) {
  uint64_t steps = 0;
  uint64_t walking = sample->result->def.units;
  const double begin_us = platform_now_us();
  while (walking > 0) {
    walking = 0;
    for (uint64_t unit = 0; unit < sample->result->def.units; unit++) {
      ovl_flow_step step;
      if (ovl_flow_next(sample->flow, sample->units[unit], &step) == OVL_OK &&
          step.cost_to_go != 0) {
        sample->units[unit] = step.next;
        walking++;
      }
    }
    steps += walking;
  }
  return steps != 0 ? (platform_now_us() - begin_us) / (double)steps : 0;
}

static ovl_result make_round(struct round *sample, int round, double *first_us, double *step_us,
                             double *ratios) {
  ovl_flow_step step;
  const double begin_us = platform_now_us();
  ovl_result result = ovl_flow_begin(sample->flow, sample->ground->world, &sample->query);
  for (uint64_t unit = 0; unit < sample->result->def.units && result == OVL_OK; unit++) {
    sample->result->failed +=
        ovl_flow_next(sample->flow, sample->units[unit], &step) != OVL_OK ? 1 : 0;
  }
  first_us[round] = platform_now_us() - begin_us;
  const ovl_flow_work work = ovl_flow_stats(sample->flow);
  sample->result->tiles += (double)work.tiles_made / BENCH_FLOW_ROUNDS;
  sample->result->waypoints += (double)work.coarse_expanded / BENCH_FLOW_ROUNDS;
  ovl_cell judged[BENCH_FLOW_JUDGED];
  for (int i = 0; i < BENCH_FLOW_JUDGED; i++) {
    judged[i] = sample->units[(uint64_t)i * sample->result->def.units / BENCH_FLOW_JUDGED];
  }
  step_us[round] = walk_all(sample);
  for (int i = 0; i < BENCH_FLOW_JUDGED && result == OVL_OK; i++) {
    ratios[i] = 1;
    result = judge_walk(sample, judged[i], &ratios[i]);
  }
  return result;
}

static int make_rounds(struct round *sample) {
  double first_us[BENCH_FLOW_ROUNDS];
  double step_us[BENCH_FLOW_ROUNDS];
  double ratios[BENCH_FLOW_ROUNDS * BENCH_FLOW_JUDGED];
  for (int round = 0; round < BENCH_FLOW_ROUNDS; round++) {
    if (!draw_round(sample)) {
      return command_fail(EXIT_NO, "there are no regions in which so many cells reach a goal");
    }
    const ovl_result result =
        make_round(sample, round, first_us, step_us, ratios + BENCH_FLOW_JUDGED * round);
    if (result != OVL_OK) {
      return command_fail_result("the flow", result, NULL);
    }
  }
  sample->result->first_steps_us = bench_stats_summarize(first_us, BENCH_FLOW_ROUNDS);
  sample->result->step_us = bench_stats_summarize(step_us, BENCH_FLOW_ROUNDS);
  sample->result->walked_ratio =
      bench_stats_summarize(ratios, (size_t)BENCH_FLOW_ROUNDS * BENCH_FLOW_JUDGED);
  return EXIT_DONE;
}

int bench_flow_measure(const struct bench_ground *ground, const struct bench_flow_def *def,
                       struct bench_flow *flow) {
  *flow = (struct bench_flow){.def = *def};
  struct round sample = {
      .ground = ground, .result = flow, .state = def->seed, .query = {.profile = 0}};
  sample.query.profile = ground->profile;
  ovl_world_describe(ground->world, &sample.info);
  for (int32_t floor = 0; floor < ground->floor_count; floor++) {
    sample.room += (size_t)ground->floors[floor].width * (size_t)ground->floors[floor].height + 1;
  }
  sample.units = malloc((size_t)def->units * sizeof *sample.units);
  sample.cells = malloc(sample.room * sizeof *sample.cells);
  sample.optimum = malloc(sample.room * sizeof *sample.optimum);
  sample.links = malloc(sample.room * sizeof *sample.links);
  const ovl_flow_def flow_def = {.world = ground->world};
  flow->bytes = ovl_flow_bytes(&flow_def);
  const bool has_room = sample.units != NULL && sample.cells != NULL && sample.optimum != NULL &&
                        sample.links != NULL;
  ovl_result result = has_room ? ovl_flow_create(&flow_def, &sample.flow, NULL) : OVL_NO_MEMORY;
  if (result == OVL_OK) {
    result = plain_search_create(ground->world, ground->profile, &heap_allocator, &sample.plain);
  }
  const int code =
      result == OVL_OK ? make_rounds(&sample) : command_fail_result("the flow", result, NULL);
  plain_search_destroy(sample.plain);
  ovl_flow_destroy(sample.flow);
  free(sample.units);
  free(sample.cells);
  free(sample.optimum);
  free(sample.links);
  return code;
}
