/* A map as a file, a pipe or a folder: rows that are read when they are needed, or in memory where
 * its format or its legend needs all of it. */
#ifndef OVERLAND_TOOLS_BUILD_MAP_SOURCE_H
#define OVERLAND_TOOLS_BUILD_MAP_SOURCE_H

#include "tools/game_map/game_map.h"
#include "tools/game_map/grey_layers.h"
#include "tools/game_map/map_format.h"
#include "tools/map/map_rows.h"

/* What a path leads to. */
struct map_look {
  bool plain;    /* text of letters */
  bool by_rows;  /* can be had no other way */
  int64_t cells; /* of a plain file */
  struct cell_shear shear;
};

struct map_source {
  struct game_map map;       /* with its floors only if it is in memory */
  bool by_rows;              /* it is not */
  bool has_layers;           /* by rows: the legend has links, heights or extra costs */
  struct map_rows rows;      /* of a map by rows */
  struct grey_layers layers; /* its heights and extra costs; else none is open */
};

/* Looks at a map. All calls return an exit code, after one line on standard error if it is not
 * EXIT_DONE; there is then nothing to close. */
int map_look_at(const struct map_files *files, struct map_look *look);

/* Opens a map: by rows if it has no other way, or if it is `large`, plain and of one floor. */
int map_source_open(const struct map_files *files, const struct map_look *look, bool large,
                    struct map_source *source);
void map_source_close(struct map_source *source);

/* Bytes of a cell of a map by rows: its terrain, height and extra costs. */
size_t map_source_cell_bytes(const struct map_source *source);

#endif
