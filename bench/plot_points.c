/* The tables that a plot is made of: see plot_points.h.
 *
 * A field is a number or empty, never quoted: bench writes nothing else. */
#include "plot_points.h"

#include "command.h"
#include "text_lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The columns that count, and where this table has them. */
enum { LENGTH_COLUMN = PLOT_SERIES_COUNT, COLUMN_COUNT };

static const char *const column_names[COLUMN_COUNT] = {
    [PLOT_FIRST_STEP] = "first_step_us",
    [PLOT_FULL_PATH] = "full_path_us",
    [PLOT_ASTAR] = "astar_us",
    [LENGTH_COLUMN] = "optimum",
};

/* What bench writes lies well within these, and so does what a plot can show. */
static const double LEAST_FIGURE = 1e-6, MOST_FIGURE = 1e15;

struct table {
  struct text_lines lines;
  size_t field_count;           /* of every line */
  size_t columns[COLUMN_COUNT]; /* field numbers, from 0 */
};

/* Cuts the next field off a line; NULL after the last. */
static char *cut_field(char **rest) {
  char *field = *rest;
  if (field != NULL) {
    char *end = field + strcspn(field, ",\r");
    *rest = *end == ',' ? end + 1 : NULL;
    *end = '\0';
  }
  return field;
}

static int read_head(struct table *table) {
  bool more;
  const int code = text_lines_next(&table->lines, &more);
  if (code != EXIT_DONE) {
    return code;
  }
  bool found[COLUMN_COUNT] = {false};
  char *rest = more ? table->lines.text : NULL;
  for (char *field = cut_field(&rest); field != NULL; field = cut_field(&rest)) {
    for (int i = 0; i < COLUMN_COUNT; i++) {
      if (strcmp(field, column_names[i]) == 0) {
        table->columns[i] = table->field_count;
        found[i] = true;
      }
    }
    table->field_count++;
  }
  for (int i = 0; i < COLUMN_COUNT; i++) {
    if (!found[i]) {
      return command_fail(EXIT_INPUT,
                          "%s: line 1 names no column %s; it should be a table of overland bench "
                          "--csv",
                          table->lines.path, column_names[i]);
    }
  }
  return EXIT_DONE;
}

/* An empty field is a figure that was not measured: 0. So is what bench would
 * write as 0. */
static bool read_figure(const char *text, double *figure) {
  char *end;
  *figure = 0;
  if (*text == '\0') {
    return true;
  }
  const double read = strtod(text, &end);
  *figure = read >= LEAST_FIGURE ? read : 0;
  return *end == '\0' && read >= 0 && read <= MOST_FIGURE;
}

/* Reads the line at hand; figures are in the order of the columns. */
static int read_line(struct table *table, double figures[COLUMN_COUNT]) {
  const struct text_lines *lines = &table->lines;
  char *rest = table->lines.text;
  size_t count = 0;
  for (char *field = cut_field(&rest); field != NULL; field = cut_field(&rest), count++) {
    for (int i = 0; i < COLUMN_COUNT; i++) {
      if (table->columns[i] == count && !read_figure(field, &figures[i])) {
        return command_fail(EXIT_INPUT,
                            "%s: line %zu: %s is '%.40s'; it should be a number of 0 to 1e15, or "
                            "empty",
                            lines->path, lines->number, column_names[i], field);
      }
    }
  }
  if (count != table->field_count) {
    return command_fail(EXIT_INPUT, "%s: line %zu has %zu fields; line 1 names %zu", lines->path,
                        lines->number, count, table->field_count);
  }
  return EXIT_DONE;
}

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

static int read_problems(struct table *table, struct plot_points *points) {
  /* A line has a problem at most. */
  if (!reserve(points, points->count + text_lines_left(&table->lines))) {
    return command_fail_memory(table->lines.path);
  }
  bool more;
  int code = text_lines_next(&table->lines, &more);
  while (code == EXIT_DONE && more) {
    double figures[COLUMN_COUNT] = {0};
    code = read_line(table, figures);
    if (code == EXIT_DONE && figures[LENGTH_COLUMN] > 0) {
      struct plot_point *point = &points->list[points->count++];
      point->length_cells = figures[LENGTH_COLUMN];
      memcpy(point->us, figures, sizeof point->us);
    }
    if (code == EXIT_DONE) {
      code = text_lines_next(&table->lines, &more);
    }
  }
  return code;
}

int plot_points_read(const char *path, struct plot_points *points) {
  struct table table = {0};
  int code = text_lines_open(&table.lines, path);
  if (code != EXIT_DONE) {
    return code;
  }
  code = read_head(&table);
  if (code == EXIT_DONE) {
    code = read_problems(&table, points);
  }
  text_lines_close(&table.lines);
  return code;
}

void plot_points_free(struct plot_points *points) {
  free(points->list);
  *points = (struct plot_points){0};
}
