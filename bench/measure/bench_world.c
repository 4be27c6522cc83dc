/* Figures of a world that do not depend on its problems: see bench_world.h. */
#include "bench/measure/bench_world.h"

#include "bench/measure/bench_stats.h"
#include "overland_inspect.h"
#include "tools/base/platform.h"
#include "tools/verify/world_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bakes a map a few times. */
static ovl_result time_bakes(const struct world_map *map, size_t runs, double *times_ms) {
  ovl_result result = OVL_OK;
  for (size_t i = 0; i < runs && result == OVL_OK; i++) {
    ovl_world *fresh = NULL;
    const double begin_us = platform_now_us();
    result = ovl_world_bake(&map->def, &fresh, NULL);
    times_ms[i] = (platform_now_us() - begin_us) / 1000;
    ovl_world_close(fresh);
  }
  return result;
}

ovl_result bench_world_build_ms(const struct bench_ground *ground, double *build_ms) {
  enum { LARGE_CELLS = 4 * 1024 * 1024, MOST_RUNS = 3 };
  ovl_world_info info;
  ovl_world_describe(ground->world, &info);
  const bool large = (uint64_t)info.width * (uint64_t)info.height > LARGE_CELLS;
  const size_t runs = large ? 1 : MOST_RUNS;
  *build_ms = NAN;
  if (ground->floors[0].terrain == NULL) {
    return OVL_OK; /* it is too large to be baked on the side */
  }
  struct world_map map;
  double times_ms[MOST_RUNS];
  ovl_fault fault;
  ovl_result result = world_map_begin(&map, ground->world, &fault);
  result = result == OVL_OK ? world_map_take_all(&map, &fault) : result;
  result = result == OVL_OK ? time_bakes(&map, runs, times_ms) : result;
  world_map_end(&map);
  if (result == OVL_OK) {
    *build_ms = bench_stats_summarize(times_ms, runs).p50;
  }
  return result;
}

/* Cells of the sample that an island has, and the first of them. */
struct island_sample {
  uint32_t cells;
  ovl_cell first;
};

/* items[i] is of island i. Edits number new islands behind those of the bake. */
struct island_samples {
  struct island_sample *items;
  uint64_t count;
};

static bool add_sample(struct island_samples *samples, uint32_t island, ovl_cell cell) {
  if (island >= samples->count) {
    const uint64_t count = 2 * ((uint64_t)island + 1);
    struct island_sample *items = realloc(samples->items, (size_t)count * sizeof *items);
    if (items == NULL) {
      return false;
    }
    memset(items + samples->count, 0, (size_t)(count - samples->count) * sizeof *items);
    *samples = (struct island_samples){items, count};
  }
  if (samples->items[island].cells++ == 0) {
    samples->items[island].first = cell;
  }
  return true;
}

/* Samples every `stride`-th cell of every `stride`-th row. False: no memory. */
static bool sample_islands(const struct bench_ground *ground, int32_t stride,
                           struct island_samples *samples) {
  for (int32_t floor = 0; floor < ground->floor_count; floor++) {
    for (int32_t y = 0; y < ground->floors[floor].height; y += stride) {
      for (int32_t x = 0; x < ground->floors[floor].width; x += stride) {
        const ovl_cell corner = ground->floors[floor].corner;
        const ovl_cell cell = {corner.x + x, corner.y + y, floor};
        const uint32_t island = ovl_world_island(ground->world, ground->profile, cell);
        if (island != 0 && !add_sample(samples, island, cell)) {
          return false;
        }
      }
    }
  }
  return true;
}

/* The two largest samples. False if there are no two. */
static bool pick_two(const struct island_samples *samples, ovl_cell *start, ovl_cell *goal) {
  const struct island_sample none = {0}, *largest = &none, *second = &none;
  for (uint64_t i = 1; i < samples->count; i++) {
    const struct island_sample *sample = &samples->items[i];
    if (sample->cells > largest->cells) {
      second = largest;
      largest = sample;
    } else if (sample->cells > second->cells) {
      second = sample;
    }
  }
  *start = largest->first;
  *goal = second->first;
  return second->cells != 0;
}

/* A sample of some 65,000 cells first; if that saw one island only, all that are in memory. */
static ovl_result find_two_islands(const struct bench_ground *ground, bool *found, ovl_cell *start,
                                   ovl_cell *goal) {
  enum { SAMPLE_SIDE = 256 };
  const struct bench_floor *floor = &ground->floors[0];
  ovl_profile_info info = {.islands = 0};
  *found = false;
  /* In a directed profile one island may reach another. */
  if (!ovl_world_profile(ground->world, ground->profile, &info) || info.islands < 2 ||
      info.directed) {
    return OVL_OK;
  }
  const int32_t longest = floor->width > floor->height ? floor->width : floor->height;
  const int32_t strides[2] = {longest / SAMPLE_SIDE + 1, 1};
  const int passes = floor->terrain != NULL ? 2 : 1;
  for (int i = 0; i < passes && !*found; i++) {
    struct island_samples samples = {0};
    const bool sampled = sample_islands(ground, strides[i], &samples);
    *found = sampled && pick_two(&samples, start, goal);
    free(samples.items);
    if (!sampled) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

ovl_result bench_world_unreachable_us(const struct bench_ground *ground, bool *asked, bool *wrong,
                                      double *unreachable_us) {
  enum { RUNS = 101 };
  double times_us[RUNS];
  ovl_query query = {0};
  query.profile = ground->profile;
  *wrong = false;
  ovl_result result = find_two_islands(ground, asked, &query.start, &query.goal);
  if (result != OVL_OK || !*asked) {
    return result;
  }
  const ovl_planner_def def = {.world = ground->world};
  ovl_planner *planner = NULL;
  result = ovl_planner_create(&def, &planner, NULL);
  if (result != OVL_OK) {
    return result;
  }
  for (int i = 0; i < RUNS; i++) {
    ovl_cell points[2];
    ovl_path path = {.points = points, .capacity = 2};
    const double begin_us = platform_now_us();
    const ovl_result answer = ovl_find_path(planner, ground->world, &query, &path);
    times_us[i] = platform_now_us() - begin_us;
    *wrong |= answer != OVL_UNREACHABLE;
  }
  ovl_planner_destroy(planner);
  *unreachable_us = bench_stats_summarize(times_us, RUNS).p50;
  return OVL_OK;
}
