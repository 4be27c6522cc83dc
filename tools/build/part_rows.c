/* Rows of the map of a build: see part_rows.h. */
#include "tools/build/part_rows.h"

#include "tools/base/fail.h"

#include <stdlib.h>

/* The next piece of the memory. */
static uint8_t *next_piece(uint8_t **at, size_t bytes) {
  uint8_t *piece = *at;
  *at += bytes;
  return piece;
}

bool part_rows_begin(struct part_rows *rows, const struct map_source *source, int32_t count) {
  const size_t cells = (size_t)count * (size_t)source->rows.width;
  *rows = (struct part_rows){.memory = malloc(cells * map_source_cell_bytes(source))};
  uint8_t *at = rows->memory;
  bool has_extra = false;
  if (at == NULL) {
    return false;
  }
  if (source->layers.heights.is_open) { /* first, for their alignment */
    rows->heights = (uint16_t *)(void *)next_piece(&at, cells * sizeof(uint16_t));
  }
  rows->terrain = next_piece(&at, cells);
  for (int32_t i = 0; i < source->map.profile_count; i++) {
    rows->extra[i] = source->layers.extra[i].is_open ? next_piece(&at, cells) : NULL;
    has_extra = has_extra || rows->extra[i] != NULL;
  }
  rows->floor = (ovl_floor_def){.width = source->rows.width,
                                .height = source->rows.height,
                                .terrain = rows->terrain,
                                .heights = rows->heights,
                                .extra = has_extra ? (const uint8_t *const *)rows->extra : NULL};
  return true;
}

void part_rows_end(struct part_rows *rows) {
  free(rows->memory);
  rows->memory = NULL;
}

int part_rows_read(struct part_rows *rows, struct map_source *source, int32_t first,
                   int32_t count) {
  const struct grey_layers *layers = &source->layers;
  int code = map_rows_read(&source->rows, first, count, rows->terrain);
  if (code == EXIT_DONE && rows->heights != NULL) {
    code = grey_layer_read_heights(&layers->heights, first, count, rows->heights);
  }
  for (int32_t i = 0; i < source->map.profile_count && code == EXIT_DONE; i++) {
    if (rows->extra[i] != NULL) {
      code = grey_layer_read_extra(&layers->extra[i], &source->map.profiles[i], rows->terrain,
                                   first, count, rows->extra[i]);
    }
  }
  return code;
}

void part_rows_use(const struct part_rows *rows, ovl_bake_def *def) {
  def->terrain = rows->terrain;
  def->more.floors = def->more.floors != NULL ? &rows->floor : NULL;
}
