/* The points of a plot: the problems of one or more tables that `overland bench --csv` wrote. */
#ifndef OVERLAND_BENCH_PLOT_PLOT_POINTS_H
#define OVERLAND_BENCH_PLOT_PLOT_POINTS_H

#include <stddef.h>

/* Each is a column of the table. */
enum plot_series { PLOT_FIRST_STEP = 0, PLOT_FULL_PATH, PLOT_ASTAR, PLOT_SERIES_COUNT };

struct plot_point {
  double length_cells;          /* the optimum; above 0 */
  double us[PLOT_SERIES_COUNT]; /* 0: not measured */
};

struct plot_points {
  struct plot_point *list;
  size_t count, capacity;
};

/* Adds the problems of a table to the points, but for those whose length is 0 or
 * not known: they have no place on an axis of lengths. Columns are found by the
 * names in the first line. Returns an exit code, after one line on standard
 * error if it is not EXIT_DONE. */
int plot_points_read(const char *path, struct plot_points *points);
void plot_points_free(struct plot_points *points);

#endif
