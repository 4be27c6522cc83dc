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
  uint64_t waypoints[OVL_MAX_PROFILES]; /* estimated, of all floors */
  uint64_t squares, regions;            /* that were baked */
  uint64_t inner_waypoints;             /* in all squares, of all profiles; so are the others */
  uint64_t edges;
  uint64_t label_bytes;
  uint64_t block_bytes; /* of cells, components and heads of regions */
} ovi_sample_counts;

/* Bakes squares and counts. OVL_OK, OVL_READ_FAILED, OVL_NO_MEMORY. */
ovl_result ovi_sample_take(ovi_sample *sample, const ovi_sample_task *task,
                           ovi_sample_counts *counts);
void ovi_sample_end(ovi_sample *sample);

/* How many squares of so many regions along the side hold an eighth of the map: between two bounds.
 */
int32_t ovi_sample_share(const ovi_sample *sample, int32_t region_cells, int32_t square_regions,
                         int32_t least, int32_t most);

/* Cells of all floors, as limits in bytes a cell count them. */
uint64_t ovi_sample_cells(const ovi_sample *sample);

/* Regions of all floors; a node of a graph floor is a cell. */
uint64_t ovi_sample_regions(const ovi_sample *sample, int32_t region_cells);

/* Whether there are no heights and no step rule, so that costs within a region stay small. */
bool ovi_sample_is_level(const ovi_sample *sample);

/* Whether there are no extra costs either, so that the squares have the costs of the map. */
bool ovi_sample_is_plain(const ovi_sample *sample);

/* Whether labels would decide anything, as far as it is known without a sample. */
bool ovi_sample_may_have_labels(const ovi_sample *sample);

/* Profiles of the definition. */
int32_t ovi_sample_profiles(const ovi_sample *sample);

/* The estimated waypoints of the profile that has most. */
uint64_t ovi_sample_most_waypoints(const ovi_sample_counts *counts);

#endif
