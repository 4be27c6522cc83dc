/* Goals of several cells, judged by the plain search: see bench_nearest.h. */
#include "bench/nearest/bench_nearest.h"

#include "overland_inspect.h"
#include "overland_query.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

#include <stdlib.h>

enum {
  MOST_SET_CELLS = 32,
  MOST_RECT_SIDE = 24,
  MOST_RADIUS = 16,
  COST_CELLS = 100,   /* to which ovl_find_costs is asked for, from each start */
  MOST_DRAWS = 4096,  /* of a cell, until it is open */
  MOST_POINTS = 65536 /* of a path */
};

/* What the starts are judged with, one after the other. */
struct judge {
  const struct bench_ground *ground;
  struct bench_nearest *nearest;
  ovl_planner *planner;
  struct plain_search *plain;
  uint64_t random;
  ovl_cell *points; /* of a path */
  ovl_cell cells[COST_CELLS];
  uint64_t costs[COST_CELLS];
  struct figures {
    double *list;
    size_t count;
  } ratios[BENCH_NEAREST_KIND_COUNT], costs_ratios;
};

/* ---- Drawing ---- */

static int32_t draw_between(struct judge *judge, int32_t least, int32_t most) {
  return least + random_below(&judge->random, most - least + 1);
}

static ovl_cell draw_cell(struct judge *judge) {
  const struct bench_floor *floor = &judge->ground->floors[0];
  return (ovl_cell){floor->corner.x + random_below(&judge->random, floor->width),
                    floor->corner.y + random_below(&judge->random, floor->height), 0};
}

/* An open cell, or any where open ones are too rare to be hit. */
static ovl_cell draw_open_cell(struct judge *judge) {
  ovl_cell cell = draw_cell(judge);
  for (int i = 0; i < MOST_DRAWS && bench_ground_weight(judge->ground, cell) == 0; i++) {
    cell = draw_cell(judge);
  }
  return cell;
}

/* Draws goals of a kind around a cell anywhere; those of a set are judge->cells. */
static void draw_goals(struct judge *judge, enum bench_nearest_kind kind, ovl_query *query,
                       ovl_query_more *more) {
  query->goal = draw_cell(judge);
  query->more = more;
  *more = (ovl_query_more){0};
  if (kind == BENCH_NEAREST_SET) {
    more->goal_kind = OVL_GOAL_SET;
    more->goal_cells = judge->cells;
    more->goal_count = (size_t)draw_between(judge, 2, MOST_SET_CELLS);
    for (size_t i = 0; i < more->goal_count; i++) {
      judge->cells[i] = draw_open_cell(judge);
    }
  } else if (kind == BENCH_NEAREST_RECT) {
    more->goal_kind = OVL_GOAL_RECT;
    more->goal_w = draw_between(judge, 1, MOST_RECT_SIDE);
    more->goal_h = draw_between(judge, 1, MOST_RECT_SIDE);
  } else {
    more->goal_kind = OVL_GOAL_WITHIN;
    more->goal_radius = draw_between(judge, 1, MOST_RADIUS);
  }
}

/* ---- Judging ---- */

static void add_ratio(struct figures *figures, uint64_t cost, uint64_t least) {
  figures->list[figures->count++] = least == 0 ? 1 : (double)cost / (double)least;
}

static uint64_t lower(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The least cost to one of the goals. */
static uint64_t cheapest(const struct judge *judge, const ovl_query *query) {
  const ovl_query_more *more = query->more;
  uint64_t least = UINT64_MAX;
  if (more->goal_kind == OVL_GOAL_SET) {
    for (size_t i = 0; i < more->goal_count; i++) {
      least = lower(least, plain_search_cost(judge->plain, more->goal_cells[i]));
    }
    return least;
  }
  const bool is_rect = more->goal_kind == OVL_GOAL_RECT;
  const int32_t radius = more->goal_radius;
  for (int32_t dy = is_rect ? 0 : -radius; dy <= (is_rect ? more->goal_h - 1 : radius); dy++) {
    for (int32_t dx = is_rect ? 0 : -radius; dx <= (is_rect ? more->goal_w - 1 : radius); dx++) {
      if (is_rect || dx * dx + dy * dy <= radius * radius) {
        const ovl_cell cell = {query->goal.x + dx, query->goal.y + dy, query->goal.floor};
        least = lower(least, plain_search_cost(judge->plain, cell));
      }
    }
  }
  return least;
}

/* The least cost to the goal that the library takes; UINT64_MAX: it takes none. */
static uint64_t taken_cost(struct judge *judge, const ovl_query *query) {
  ovl_path path = {.points = judge->points, .capacity = MOST_POINTS};
  return ovl_find_path(judge->planner, judge->ground->world, query, &path) == OVL_OK
             ? plain_search_cost(judge->plain, path.points[path.count - 1])
             : UINT64_MAX;
}

static void judge_choice(struct judge *judge, enum bench_nearest_kind kind, ovl_cell start) {
  ovl_query query = {.start = start, .profile = judge->ground->profile};
  ovl_query_more more;
  draw_goals(judge, kind, &query, &more);
  const uint64_t least = cheapest(judge, &query);
  const uint64_t taken = taken_cost(judge, &query);
  if ((taken == UINT64_MAX) != (least == UINT64_MAX)) {
    judge->nearest->failed++;
  } else if (least != UINT64_MAX) {
    add_ratio(&judge->ratios[kind], taken, least);
    judge->nearest->choices[kind].others += taken > least ? 1 : 0;
  }
}

static void judge_costs(struct judge *judge, ovl_cell start) {
  const ovl_query query = {.start = start, .profile = judge->ground->profile};
  for (int i = 0; i < COST_CELLS; i++) {
    judge->cells[i] = draw_open_cell(judge);
  }
  if (ovl_find_costs(judge->planner, judge->ground->world, &query, judge->cells, COST_CELLS,
                     judge->costs) != OVL_OK) {
    judge->nearest->failed++;
    return;
  }
  for (int i = 0; i < COST_CELLS; i++) {
    const uint64_t least = plain_search_cost(judge->plain, judge->cells[i]);
    if ((judge->costs[i] == UINT64_MAX) != (least == UINT64_MAX) || judge->costs[i] < least) {
      judge->nearest->failed++;
    } else if (least != UINT64_MAX) {
      add_ratio(&judge->costs_ratios, judge->costs[i], least);
    }
  }
}

static ovl_result judge_starts(struct judge *judge, uint64_t starts) {
  for (uint64_t i = 0; i < starts; i++) {
    const ovl_cell start = draw_open_cell(judge);
    const ovl_result result = plain_search_flood(judge->plain, start);
    if (result != OVL_OK) {
      return result;
    }
    for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
      judge_choice(judge, (enum bench_nearest_kind)kind, start);
    }
    judge_costs(judge, start);
  }
  return OVL_OK;
}

/* ---- The measurement ---- */

static ovl_result begin(struct judge *judge, uint64_t starts) {
  const ovl_planner_def def = {.world = judge->ground->world};
  ovl_result result = ovl_planner_create(&def, &judge->planner, NULL);
  if (result == OVL_OK) {
    result = plain_search_create(judge->ground->world, judge->ground->profile, &heap_allocator,
                                 &judge->plain);
  }
  judge->costs_ratios.list = calloc((size_t)starts, COST_CELLS * sizeof(double));
  judge->points = calloc(MOST_POINTS, sizeof *judge->points);
  bool has_room = judge->costs_ratios.list != NULL && judge->points != NULL;
  for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
    judge->ratios[kind].list = calloc((size_t)starts, sizeof(double));
    has_room = has_room && judge->ratios[kind].list != NULL;
  }
  return result == OVL_OK && !has_room ? OVL_NO_MEMORY : result;
}

static void end(struct judge *judge) {
  for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
    free(judge->ratios[kind].list);
  }
  free(judge->costs_ratios.list);
  free(judge->points);
  plain_search_destroy(judge->plain);
  ovl_planner_destroy(judge->planner);
}

int bench_nearest_measure(const struct bench_ground *ground, uint64_t starts, uint64_t seed,
                          struct bench_nearest *nearest) {
  struct judge judge = {.ground = ground, .nearest = nearest, .random = seed};
  *nearest = (struct bench_nearest){.failed = 0};
  ovl_result result = begin(&judge, starts);
  if (result == OVL_OK) {
    result = judge_starts(&judge, starts);
  }
  if (result == OVL_OK) {
    for (int kind = 0; kind < BENCH_NEAREST_KIND_COUNT; kind++) {
      nearest->choices[kind].ratio =
          bench_stats_summarize(judge.ratios[kind].list, judge.ratios[kind].count);
    }
    nearest->costs_ratio = bench_stats_summarize(judge.costs_ratios.list, judge.costs_ratios.count);
  }
  end(&judge);
  return result == OVL_OK ? EXIT_DONE : command_fail_result("the nearest goals", result, NULL);
}
