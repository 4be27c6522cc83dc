/* The tables that a plot is made of: see plot_points.h. */
#include "bench/plot/plot_points.h"

#include "bench/plot/figure_table.h"
#include "tools/base/fail.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_COLUMN = PLOT_SERIES_COUNT, COLUMN_COUNT };

static const char *const column_names[COLUMN_COUNT] = {
    [PLOT_FIRST_STEP] = "first_step_us",
    [PLOT_FULL_PATH] = "full_path_us",
    [PLOT_ASTAR] = "astar_us",
    [LENGTH_COLUMN] = "optimum",
};

static bool reserve(struct plot_points *points, size_t needed) {
  if (needed <= points->capacity) {
    return true;
  }
  if (needed > SIZE_MAX / sizeof *points->list) {
    return false;
  }
  struct plot_point *list = realloc(points->list, needed * sizeof *list);
  if (list == NULL) {
    return false;
  }
  points->list = list;
  points->capacity = needed;
  return true;
}

int plot_points_read(const char *path, struct plot_points *points) {
  struct figure_table table;
  int code = figure_table_open(&table, path, column_names, COLUMN_COUNT, "overland bench --csv");
  if (code != EXIT_DONE) {
    return code;
  }
  /* A line has a problem at most. */
  if (!reserve(points, points->count + figure_table_left(&table))) {
    figure_table_close(&table);
    return command_fail_memory(path);
  }
  double figures[COLUMN_COUNT];
  bool more = true;
  while (code == EXIT_DONE && more) {
    code = figure_table_next(&table, figures, &more);
    if (code == EXIT_DONE && more && figures[LENGTH_COLUMN] > 0) {
      struct plot_point *point = &points->list[points->count++];
      point->length_cells = figures[LENGTH_COLUMN];
      memcpy(point->us, figures, sizeof point->us);
    }
  }
  if (code == EXIT_DONE) {
    figure_table_close(&table);
  }
  return code;
}

void plot_points_free(struct plot_points *points) {
  free(points->list);
  *points = (struct plot_points){0};
}
