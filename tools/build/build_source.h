/* The map of a build: in memory, or as rows that are read when they are needed; and the bake
 * definition for either. */
#ifndef OVERLAND_TOOLS_BUILD_BUILD_SOURCE_H
#define OVERLAND_TOOLS_BUILD_BUILD_SOURCE_H

#include "overland_bake.h"
#include "tools/build/build_options.h"
#include "tools/build/map_source.h"

struct build_source {
  struct map_source of; /* its rows are used only if it is cut */
  ovl_floor_def floor;  /* of a map of rows with layers: its arrays are not to be read */
  const uint8_t *extra[OVL_MAX_PROFILES]; /* of that floor */
  ovl_survey *survey;                     /* of such a map, or of one with links; else NULL */
  bool cut;                               /* parts need some of the rows; else all of the map */
  bool in_parts;       /* it is large, comes in a way that needs it, or parts were asked for */
  ovl_bake_def def;    /* without cells if it is cut; region size and spacing are chosen */
  uint64_t held_bytes; /* of the map in memory */
  uint8_t *held_rows;  /* of a stream that had to be sampled; else NULL */
};

/* Opens the map of a build. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; there is then nothing to close. */
int build_source_open(struct build *build, struct build_source *source);
void build_source_close(struct build_source *source);

/* Identifies the map: see map_rows_identify; a map in memory is hashed whole.
 */
int build_source_identify(struct build_source *source, uint64_t *identity);

#endif
