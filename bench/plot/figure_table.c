/* Tables of figures: see figure_table.h.
 *
 * A field is a number or empty, never quoted: bench writes nothing else. */
#include "bench/plot/figure_table.h"

#include "tools/base/fail.h"

#include <stdlib.h>
#include <string.h>

/* What bench writes lies well within these, and so does what a plot can show. */
static const double LEAST_FIGURE = 1e-6, MOST_FIGURE = 1e15;

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

static int read_head(struct figure_table *table, const char *writer) {
  bool more;
  const int code = text_lines_next(&table->lines, &more);
  if (code != EXIT_DONE) {
    return code;
  }
  bool found[FIGURE_MOST_COLUMNS] = {false};
  char *rest = more ? table->lines.text : NULL;
  for (char *field = cut_field(&rest); field != NULL; field = cut_field(&rest)) {
    for (size_t i = 0; i < table->wanted; i++) {
      if (strcmp(field, table->names[i]) == 0) {
        table->columns[i] = table->field_count;
        found[i] = true;
      }
    }
    table->field_count++;
  }
  for (size_t i = 0; i < table->wanted; i++) {
    if (!found[i]) {
      return command_fail(EXIT_INPUT, "%s: line 1 names no column %s; it should be a table of %s",
                          table->lines.path, table->names[i], writer);
    }
  }
  return EXIT_DONE;
}

int figure_table_open(struct figure_table *table, const char *path, const char *const *names,
                      size_t wanted, const char *writer) {
  *table = (struct figure_table){.names = names, .wanted = wanted};
  int code = text_lines_open(&table->lines, path);
  if (code != EXIT_DONE) {
    return code;
  }
  code = read_head(table, writer);
  if (code != EXIT_DONE) {
    figure_table_close(table);
  }
  return code;
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

static int read_line(struct figure_table *table, double *figures) {
  const struct text_lines *lines = &table->lines;
  char *rest = table->lines.text;
  size_t count = 0;
  for (char *field = cut_field(&rest); field != NULL; field = cut_field(&rest), count++) {
    for (size_t i = 0; i < table->wanted; i++) {
      if (table->columns[i] == count && !read_figure(field, &figures[i])) {
        return command_fail(EXIT_INPUT,
                            "%s: line %zu: %s is '%.40s'; it should be a number of 0 to 1e15, or "
                            "empty",
                            lines->path, lines->number, table->names[i], field);
      }
    }
  }
  if (count != table->field_count) {
    return command_fail(EXIT_INPUT, "%s: line %zu has %zu fields; line 1 names %zu", lines->path,
                        lines->number, count, table->field_count);
  }
  return EXIT_DONE;
}

int figure_table_next(struct figure_table *table, double *figures, bool *more) {
  int code = text_lines_next(&table->lines, more);
  if (code == EXIT_DONE && *more) {
    code = read_line(table, figures);
  }
  if (code != EXIT_DONE) {
    figure_table_close(table);
  }
  return code;
}

size_t figure_table_left(const struct figure_table *table) {
  return text_lines_left(&table->lines);
}

void figure_table_close(struct figure_table *table) { text_lines_close(&table->lines); }
