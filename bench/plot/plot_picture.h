/* The picture of a plot: time against optimal length, a dot a problem. */
#ifndef OVERLAND_BENCH_PLOT_PLOT_PICTURE_H
#define OVERLAND_BENCH_PLOT_PLOT_PICTURE_H

#include "bench/plot/plot_points.h"

struct plot_picture_def {
  const struct plot_points *points; /* at least one with a time */
  const char *title;
  const char *path; /* of the PNG file */
};

/* Returns an exit code, after one line on standard error if it is not EXIT_DONE. */
int plot_picture_write(const struct plot_picture_def *def);

#endif
