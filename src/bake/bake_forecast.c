/* Forecasts of a bake. The factors were fitted to 16 maps of six kinds, with regions of 16, 32 and
 * 64 cells (bench/RESULTS.md, "Steered bakes"). */
#include "bake/bake_forecast.h"

#include "common/bits.h"

enum {
  RATIO_ONE = 1024, /* 1, of ratios */
  SMALL_SQUARE = 4, /* regions along the side */
  LEAST_SMALL = 9,  /* small squares of a sample */
  MOST_SMALL = 36,
  LARGE_SQUARE = 8, /* regions along the side */
  LEAST_LARGE = 4,  /* large squares of a sample */
  MOST_LARGE = 16,
  MOST_EXPONENT = 614,  /* 0.6 */
  USUAL_EXPONENT = 307, /* 0.3, where a map is too small for squares of two sizes */
  EXPONENT_RISE = 51,   /* 0.05: labels of whole maps grow that much faster than those of squares */
  SIXTEENTHS = 16,      /* of a byte */
  LEAST_TENTHS = 9      /* of what is forecast without the rise */
};

/* Bytes of a file for each of these; a cost takes one. */
enum { WAYPOINT_BYTES = 9, OVERLAY_BYTES_A_WAYPOINT = 100, REGION_HEADER_BYTES = 16 };

/* Picoseconds for each piece of work, on one core of an AMD EPYC (Zen 4). The searches of the
 * regions grow with the square of a waypoint's neighbours. Work for labels is the product of their
 * bytes (visited nodes that are kept), the root of the number of waypoints (a coverage test reads
 * part of a label) and the neighbours of a waypoint (each is relaxed). */
enum { CELL_PS = 9000, SEARCH_PS = 3750, LABEL_PS = 55 };

/* Nanoseconds of a first step. Windows grow with the cells of a region; the labels of both ends'
 * ports are read pairwise; sums over the tables of overlays take longer with each level, and those
 * of large worlds are farther apart in memory. */
enum {
  STEP_NS = 5000,
  WINDOW_NS_A_KILOCELL = 4000,
  LABEL_STEP_FS = 32500,
  OVERLAY_STEP_NS = 200,
  ATTACH_PS = 8750
};

/* ---- Labels ---------------------------------------------------------------- */

void ovi_label_trend_move(ovi_label_trend *trend, const ovi_sample_counts *counts) {
  const uint64_t waypoints = counts->inner_waypoints;
  trend->log_waypoints = counts->squares != 0 ? ovi_log2(waypoints / counts->squares) : 0;
  trend->log_bytes = waypoints != 0 ? ovi_log2(counts->label_bytes * SIXTEENTHS / waypoints) : 0;
}

ovl_result ovi_label_trend_find(ovi_sample *sample, int32_t region_cells, int32_t spacing_cells,
                                ovi_label_trend *trend) {
  ovi_sample_task task = {
      region_cells, spacing_cells, SMALL_SQUARE,
      ovi_sample_share(sample, region_cells, SMALL_SQUARE, LEAST_SMALL, MOST_SMALL), true};
  ovi_sample_counts counts;
  ovi_label_trend small = {.exponent = USUAL_EXPONENT};
  *trend = small;
  ovl_result result = ovi_sample_take(sample, &task, &counts);
  ovi_label_trend_move(&small, &counts);
  task.square_regions = LARGE_SQUARE;
  task.most_squares = ovi_sample_share(sample, region_cells, LARGE_SQUARE, LEAST_LARGE, MOST_LARGE);
  if (result == OVL_OK) {
    result = ovi_sample_take(sample, &task, &counts);
    ovi_label_trend_move(trend, &counts);
  }
  const int64_t rise = trend->log_bytes - small.log_bytes;
  const int64_t run = trend->log_waypoints - small.log_waypoints;
  if (run > OVI_LOG_ONE / 2) {
    const int64_t exponent = rise * OVI_LOG_ONE / run;
    trend->exponent = exponent < 0 ? 0 : exponent > MOST_EXPONENT ? MOST_EXPONENT : exponent;
  }
  return result;
}

static uint64_t extrapolate(const ovi_label_trend *trend, uint64_t waypoints, int64_t exponent) {
  const int64_t run = ovi_log2(waypoints) - trend->log_waypoints;
  const int64_t log = trend->log_bytes + (run > 0 ? run * exponent / OVI_LOG_ONE : 0);
  uint64_t number = 0; /* the greatest below 2^40 with at most that logarithm */
  for (uint64_t bit = UINT64_C(1) << 39; bit != 0; bit /= 2) {
    number |= ovi_log2(number | bit) <= log ? bit : 0;
  }
  return waypoints * number / SIXTEENTHS;
}

uint64_t ovi_label_trend_bytes(const ovi_label_trend *trend, uint64_t waypoints) {
  return extrapolate(trend, waypoints, trend->exponent + EXPONENT_RISE);
}

uint64_t ovi_label_trend_least(const ovi_label_trend *trend, uint64_t waypoints) {
  return extrapolate(trend, waypoints, trend->exponent) / 10 * LEAST_TENTHS;
}

/* ---- All figures ----------------------------------------------------------- */

/* Numbers of the whole map, estimated. */
typedef struct forecast_map {
  uint64_t cells, regions, waypoints;
  uint64_t edges;      /* in both directions */
  uint64_t neighbours; /* of a waypoint, on both sides */
} forecast_map;

/* A region of a whole map has more waypoints than one of a square, which lacks those on the outer
 * borders, and edges in proportion to the square of their number. */
static forecast_map map_of(const ovi_sample *sample, const ovi_sample_task *task,
                           const ovi_sample_counts *counts) {
  forecast_map map = {.cells = ovi_sample_cells(sample),
                      .regions = ovi_sample_regions(sample, task->region_cells)};
  for (int32_t i = 0; i < OVL_MAX_PROFILES; i++) {
    map.waypoints += counts->waypoints[i];
  }
  const uint64_t inner = counts->inner_waypoints;
  if (inner != 0 && map.regions != 0) {
    const uint64_t per_waypoint = counts->edges * RATIO_ONE / inner;
    const uint64_t wider = map.waypoints * RATIO_ONE / map.regions * counts->regions / inner;
    map.edges = map.waypoints * per_waypoint / RATIO_ONE * wider / RATIO_ONE;
    map.neighbours = map.waypoints != 0 ? map.edges / map.waypoints : 0;
  }
  return map;
}

ovl_bake_figures ovi_forecast(const ovi_sample *sample, const ovi_sample_task *task,
                              const ovi_sample_counts *counts, uint64_t label_bytes) {
  const forecast_map map = map_of(sample, task, counts);
  const uint64_t squared = map.neighbours * map.neighbours;
  const uint64_t root = ovi_root(map.waypoints);
  const uint64_t of_a_waypoint = map.waypoints != 0 ? label_bytes / map.waypoints : 0;
  const uint64_t region_cells = (uint64_t)task->region_cells * (uint64_t)task->region_cells;
  const uint64_t windows = region_cells * WINDOW_NS_A_KILOCELL / 1000;
  const uint64_t blocks = counts->regions != 0 ? counts->block_bytes * RATIO_ONE / counts->regions *
                                                     map.regions / RATIO_ONE
                                               : 0;
  ovl_bake_figures figures = {
      .file_bytes = blocks + map.regions * REGION_HEADER_BYTES + map.edges +
                    map.waypoints * (WAYPOINT_BYTES + OVERLAY_BYTES_A_WAYPOINT) + label_bytes};
  figures.bake_us = map.cells * CELL_PS / 1000000 +
                    map.waypoints * squared / 1000 * SEARCH_PS / 1000 +
                    label_bytes / 1000 * root / 1000 * map.neighbours * LABEL_PS;
  figures.first_step_ns =
      windows + (label_bytes != 0 ? STEP_NS + of_a_waypoint * squared * LABEL_STEP_FS / 1000000
                                  : root * OVERLAY_STEP_NS + squared * ATTACH_PS / 1000);
  return figures;
}
