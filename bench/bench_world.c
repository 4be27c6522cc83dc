/* What the benchmark measures of a world beside its problems: see
 * bench_world.h. */
#include "bench_world.h"

#include "bench_stats.h"
#include "platform.h"

#include <stdlib.h>

ovl_result bench_world_build_ms(const ovl_world *world, const struct bench_ground *ground,
                                double *build_ms) {
  enum { LARGE_CELLS = 4 * 1024 * 1024, MOST_RUNS = 3 };
  ovl_world_info info;
  ovl_world_describe(world, &info);
  ovl_bake_def def = ovl_bake_def_default();
  def.width = info.width;
  def.height = info.height;
  def.terrain = ground->terrain;
  for (int i = 0; i < 256; i++) {
    def.weights[i] = info.weights[i];
  }
  def.corners = info.corners;
  def.region_cells = info.region_cells;
  def.spacing_cells = info.spacing_cells;
  const bool large = (uint64_t)info.width * (uint64_t)info.height > LARGE_CELLS;
  const size_t runs = large ? 1 : MOST_RUNS;
  double times_ms[MOST_RUNS];
  for (size_t i = 0; i < runs; i++) {
    ovl_world *fresh = NULL;
    const double begin_us = platform_now_us();
    const ovl_result result = ovl_world_bake(&def, &fresh, NULL);
    times_ms[i] = (platform_now_us() - begin_us) / 1000;
    ovl_world_close(fresh);
    if (result != OVL_OK) {
      return result;
    }
  }
  *build_ms = bench_stats_summarize(times_ms, runs).p50;
  return OVL_OK;
}

/* Cells of the sample that an island has, and the first of them. */
struct island_sample {
  uint32_t cells;
  ovl_cell first;
};

/* Looks at every `stride`-th cell of every `stride`-th row. samples[i] is of
 * island i. */
static void sample_islands(const ovl_world *world, const struct bench_ground *ground,
                           int32_t stride, struct island_sample *samples) {
  for (int32_t y = 0; y < ground->height; y += stride) {
    for (int32_t x = 0; x < ground->width; x += stride) {
      if (bench_ground_weight(ground, x, y) == 0) {
        continue;
      }
      const ovl_cell cell = {x, y, 0};
      struct island_sample *sample = &samples[ovl_world_island(world, 0, cell)];
      if (sample->cells++ == 0) {
        sample->first = cell;
      }
    }
  }
}

/* The two largest samples. False if there are no two. */
static bool pick_two(const struct island_sample *samples, uint64_t islands, ovl_cell *start,
                     ovl_cell *goal) {
  uint64_t largest = 0, second = 0; /* island 0 has no cells */
  for (uint64_t i = 1; i <= islands; i++) {
    if (samples[i].cells > samples[largest].cells) {
      second = largest;
      largest = i;
    } else if (samples[i].cells > samples[second].cells) {
      second = i;
    }
  }
  *start = samples[largest].first;
  *goal = samples[second].first;
  return second != 0;
}

/* A sample of some 65,000 cells first; if that saw one island only, all. */
static ovl_result find_two_islands(const ovl_world *world, const struct bench_ground *ground,
                                   bool *found, ovl_cell *start, ovl_cell *goal) {
  enum { SAMPLE_SIDE = 256 };
  ovl_world_info info;
  ovl_world_describe(world, &info);
  *found = false;
  if (info.islands < 2) {
    return OVL_OK;
  }
  const int32_t longest = ground->width > ground->height ? ground->width : ground->height;
  const int32_t strides[2] = {longest / SAMPLE_SIDE + 1, 1};
  for (int i = 0; i < 2 && !*found; i++) {
    struct island_sample *samples = calloc((size_t)info.islands + 1, sizeof *samples);
    if (samples == NULL) {
      return OVL_NO_MEMORY;
    }
    sample_islands(world, ground, strides[i], samples);
    *found = pick_two(samples, info.islands, start, goal);
    free(samples);
  }
  return OVL_OK;
}

ovl_result bench_world_unreachable_us(const ovl_world *world, const struct bench_ground *ground,
                                      bool *asked, bool *wrong, double *unreachable_us) {
  enum { RUNS = 101 };
  double times_us[RUNS];
  ovl_query query = ovl_query_default();
  *wrong = false;
  ovl_result result = find_two_islands(world, ground, asked, &query.start, &query.goal);
  if (result != OVL_OK || !*asked) {
    return result;
  }
  const ovl_planner_def def = ovl_planner_def_default(world);
  ovl_planner *planner = NULL;
  result = ovl_planner_create(&def, &planner);
  if (result != OVL_OK) {
    return result;
  }
  for (int i = 0; i < RUNS; i++) {
    ovl_cell points[2];
    ovl_path path = {.points = points, .capacity = 2};
    const double begin_us = platform_now_us();
    const ovl_result answer = ovl_find_path(planner, world, &query, &path);
    times_us[i] = platform_now_us() - begin_us;
    *wrong |= answer != OVL_UNREACHABLE;
  }
  ovl_planner_destroy(planner);
  *unreachable_us = bench_stats_summarize(times_us, RUNS).p50;
  return OVL_OK;
}
