/* A map of one sign a cell: see sign_grid.h. */
#include "tools/grid/sign_grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cells and signs ----------------------------------------------------- */

static int compare_values(const void *a, const void *b) {
  const int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
  return left < right ? -1 : left > right;
}

static size_t find_value(const int32_t *sorted, size_t count, int32_t value) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (sorted[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Keeps one of each value. Returns how many there are. */
static size_t make_unique(int32_t *sorted, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || sorted[i] != sorted[kept - 1]) {
      sorted[kept++] = sorted[i];
    }
  }
  return kept;
}

int sign_grid_make(const struct reader_file *file, const int32_t *values, grid_write_fn write,
                   struct sign_grid *grid) {
  const size_t cells = (size_t)grid->width * (size_t)grid->height;
  int32_t *sorted = malloc(cells * sizeof *sorted);
  if (sorted == NULL) {
    return reader_fail_memory(file);
  }
  memcpy(sorted, values, cells * sizeof *sorted);
  qsort(sorted, cells, sizeof *sorted, compare_values);
  const size_t count = make_unique(sorted, cells);
  if (count > GRID_MOST_SIGNS) {
    free(sorted);
    return reader_fail(file, "there are %zu different numbers; there may be %d", count,
                       GRID_MOST_SIGNS);
  }
  grid->signs = calloc(count, sizeof *grid->signs);
  grid->cells = malloc(cells * sizeof *grid->cells);
  if (grid->signs == NULL || grid->cells == NULL) {
    free(sorted);
    return reader_fail_memory(file);
  }
  grid->sign_count = count;
  for (size_t i = 0; i < count; i++) {
    grid->signs[i].is_word = write(sorted[i], grid->signs[i].text);
  }
  for (size_t i = 0; i < cells; i++) {
    const size_t sign = find_value(sorted, count, values[i]);
    grid->cells[i] = (uint16_t)sign;
    if (grid->signs[sign].cells++ == 0) {
      grid->signs[sign].x = (int32_t)(i % (size_t)grid->width);
      grid->signs[sign].y = (int32_t)(i / (size_t)grid->width);
    }
  }
  free(sorted);
  return EXIT_DONE;
}

void sign_grid_tell_turn(const char *path, const struct sign_grid *grid) {
  if (grid->metres.turn > 0 || grid->metres.turn < 0) {
    command_note("warning: %s: its origin is turned by %g, which is left out: cells are those of "
                 "the image",
                 path, grid->metres.turn);
  }
}

void sign_grid_free(struct sign_grid *grid) {
  free(grid->cells);
  free(grid->signs);
  *grid = (struct sign_grid){0};
}
