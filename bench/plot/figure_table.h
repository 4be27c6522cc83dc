/* Tables of figures that the benchmark writes: the first line names the columns, each further one
 * has a field for each. */
#ifndef OVERLAND_BENCH_PLOT_FIGURE_TABLE_H
#define OVERLAND_BENCH_PLOT_FIGURE_TABLE_H

#include "tools/text/text_lines.h"

#include <stdbool.h>
#include <stddef.h>

enum { FIGURE_MOST_COLUMNS = 12 };

/* A table while it is read. */
struct figure_table {
  struct text_lines lines;
  const char *const *names; /* of the columns that are wanted */
  size_t wanted;
  size_t field_count;                  /* of every line */
  size_t columns[FIGURE_MOST_COLUMNS]; /* field numbers of those wanted, from 0 */
};

/* Opens a table and finds the columns by their names, up to FIGURE_MOST_COLUMNS; `writer` is the
 * command that writes such tables. All answer an exit code, after one line on standard error if it
 * is not EXIT_DONE; the table is then closed already. */
int figure_table_open(struct figure_table *table, const char *path, const char *const *names,
                      size_t wanted, const char *writer);

/* Reads the next line, a figure for each column that is wanted; 0 stands for an empty field.
 * *more: there was one. */
int figure_table_next(struct figure_table *table, double *figures, bool *more);

/* Lines left, at the most. */
size_t figure_table_left(const struct figure_table *table);

void figure_table_close(struct figure_table *table);

#endif
