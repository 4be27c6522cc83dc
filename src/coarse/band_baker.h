/* Baking the blocks of a map, band by band, a band being one row of regions.
 *
 * Invariant: three bands of drafts are alive at most: the one whose blocks are
 * written, the one above it (its waypoints are shared) and the one below (its
 * components decide about waypoints). So the memory beside the world itself
 * grows with the width of a map, not with its height. Within a band the regions
 * do not depend on each other and can be spread over threads; blocks are put
 * into the file in their order, so its bytes do not depend on the threads. */
#ifndef OVI_BAND_BAKER_H
#define OVI_BAND_BAKER_H

#include "block_writer.h"
#include "image.h"
#include "map.h"

enum { OVI_BANDS = 3 };

typedef struct ovi_band_baker {
  const ovi_map *map;
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  ovi_image *image;
  uint64_t table_at; /* of the region table in the image */
  int32_t regions_x, regions_y;
  int32_t workers;
  int32_t band; /* at work */
  ovl_fault *fault;
  ovi_draft *drafts[OVI_BANDS]; /* for each region one a profile */
  uint8_t *draft_memory;
  uint64_t draft_bytes;
  ovi_draft_room *rooms;     /* one a worker, if some layer is directed; else NULL */
  ovi_block_writer *writers; /* one a worker */
  uint8_t *writer_memory;
  uint64_t writer_bytes;
  ovi_port_room writer_room;
  uint8_t *block_memory; /* the blocks of a band */
  uint64_t block_bytes;
  uint64_t *block_at; /* where each begins */
  uint32_t *block_length;
} ovi_band_baker;

/* Begins with a baker whose map, allocator, jobs, image and fault are set. OVL_OK or
 * OVL_NO_MEMORY; in any case it is to be released. */
ovl_result ovi_bands_begin(ovi_band_baker *baker);

/* Adds the blocks of the next band to the image and names them in the table. Bands are
 * baked in their order, from 0 on. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if
 * a step rule answered what is no cost. */
ovl_result ovi_bands_bake(ovi_band_baker *baker, int32_t band, uint64_t blocks_begin);

void ovi_bands_release(ovi_band_baker *baker);

#endif
