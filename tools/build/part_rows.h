/* Rows of a map that is read by rows, with their heights and extra costs: those that a part needs,
 * or those that are compared with a world. */
#ifndef OVERLAND_TOOLS_BUILD_PART_ROWS_H
#define OVERLAND_TOOLS_BUILD_PART_ROWS_H

#include "overland_bake.h"
#include "tools/build/map_source.h"

/* Room for some rows; not to be moved. */
struct part_rows {
  uint8_t *memory;
  uint8_t *terrain;
  uint16_t *heights; /* NULL: the map has none */
  uint8_t *extra[OVL_MAX_PROFILES];
  ovl_floor_def floor; /* with these arrays */
};

/* Takes room for `count` rows. False without memory. */
bool part_rows_begin(struct part_rows *rows, const struct map_source *source, int32_t count);
void part_rows_end(struct part_rows *rows);

/* Reads `count` rows from `first` on. Returns an exit code, after one line on standard error if it
 * is not EXIT_DONE. Not by several threads at once. */
int part_rows_read(struct part_rows *rows, struct map_source *source, int32_t first, int32_t count);

/* Sets the arrays of a definition, which is otherwise that of the source. */
void part_rows_use(const struct part_rows *rows, ovl_bake_def *def);

#endif
