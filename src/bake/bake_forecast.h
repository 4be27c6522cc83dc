/* Forecasts the results of a bake from a sample of the map: the size of labels, and of the file;
 * the work of the bake; the first step of a path.
 *
 * All of it is counted or calculated in integers, so that a forecast, and a choice by it, is the
 * same everywhere. Times are counted work times a factor, measured on one machine. */
#ifndef OVERLAND_BAKE_BAKE_FORECAST_H
#define OVERLAND_BAKE_BAKE_FORECAST_H

#include "bake/bake_sample.h"

/* How the labels of a waypoint grow with the number of waypoints: as a power, whose exponent is
 * measured by squares of two sizes. Logarithms are to base 2, in thousand-and-twenty-fourths. */
typedef struct ovi_label_trend {
  int64_t log_waypoints; /* of a square */
  int64_t log_bytes;     /* of labels for each waypoint there, in sixteenths of a byte */
  int64_t exponent;      /* in thousand-and-twenty-fourths */
} ovi_label_trend;

/* Finds a trend by squares of 4 x 4 and of 8 x 8 regions with labels. OVL_OK, OVL_READ_FAILED,
 * OVL_NO_MEMORY. */
ovl_result ovi_label_trend_find(ovi_sample *sample, int32_t region_cells, int32_t spacing_cells,
                                ovi_label_trend *trend);

/* Keeps the exponent, and takes waypoints and bytes from these squares, whose regions may have
 * another size. */
void ovi_label_trend_move(ovi_label_trend *trend, const ovi_sample_counts *counts);

/* The bytes of all labels of so many waypoints. `_bytes`: the expected size. `_least`: a lower
 * estimate, at least a tenth below it; no measured map had smaller labels. */
uint64_t ovi_label_trend_bytes(const ovi_label_trend *trend, uint64_t waypoints);
uint64_t ovi_label_trend_least(const ovi_label_trend *trend, uint64_t waypoints);

/* Forecasts the figures of a bake with the settings of a task whose squares were counted: with
 * labels of so many bytes, 0: none, and with overlays. */
ovl_bake_figures ovi_forecast(const ovi_sample *sample, const ovi_sample_task *task,
                              const ovi_sample_counts *counts, uint64_t label_bytes);

#endif
