/* Samples a map before it is baked: bakes squares of regions that are spread evenly over its
 * floors, and counts what they have.
 *
 * Waypoints lie on borders between regions, so those that are counted inside the squares stand for
 * all borders of a floor. The squares are baked without heights, extra costs and links. */
#ifndef OVERLAND_BAKE_BAKE_SAMPLE_H
#define OVERLAND_BAKE_BAKE_SAMPLE_H

#include "overland_bake.h"

/* The map that is sampled: that of a definition that holds. To be ended, which returns its memory.
 */
typedef struct ovi_sample {
  const ovl_bake_def *def;
  ovl_read_rows_fn read; /* of a map of one floor; NULL: the floors hold their cells */
  void *read_user;
  uint8_t *band; /* holds rows that were read; NULL at first */
  uint64_t band_bytes;
} ovi_sample;

/* The squares that are baked, and their settings. */
typedef struct ovi_sample_task {
  int32_t region_cells;
  int32_t spacing_cells;  /* 0: by the size of regions */
  int32_t square_regions; /* regions along the side of a square */
  int32_t most_squares;   /* over all floors; one a floor at least */
  bool labels;            /* the squares have labels */
} ovi_sample_task;

/* The counts of a sample. */
typedef struct ovi_sample_counts {
  uint64_t waypoints; /* of all floors, estimated; of the profile that has most */
  uint64_t squares;   /* that were baked */
  uint64_t inner_waypoints, label_bytes; /* in all of them, of all profiles */
} ovi_sample_counts;

/* Bakes squares and counts. OVL_OK, OVL_READ_FAILED, OVL_NO_MEMORY. */
ovl_result ovi_sample_take(ovi_sample *sample, const ovi_sample_task *task,
                           ovi_sample_counts *counts);
void ovi_sample_end(ovi_sample *sample);

/* Returns the number of floors, and one of them; the rows of one that is read are packed. */
int32_t ovi_sample_floors(const ovi_sample *sample);
ovl_floor_def ovi_sample_floor(const ovi_sample *sample, int32_t number);

/* Returns the number of regions of all floors; a node of a graph floor is a cell. */
uint64_t ovi_sample_regions(const ovi_sample *sample, int32_t region_cells);

#endif
