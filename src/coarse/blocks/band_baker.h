/* Baking the blocks of a map, band by band, a band being one row of regions.
 *
 * Invariant: three bands of drafts are alive at most: the one whose blocks are
 * written, the one above it (its waypoints are shared) and the one below (its
 * components decide about waypoints). So the memory grows with the width of a map, not
 * with its height, and baking can begin at any band: the one above is drafted first.
 * Within a band the regions do not depend on each other and can be spread over threads, and
 * blocks do not depend on the threads. */
#ifndef OVERLAND_COARSE_BLOCKS_BAND_BAKER_H
#define OVERLAND_COARSE_BLOCKS_BAND_BAKER_H

#include "coarse/blocks/block_writer.h"
#include "coarse/blocks/map.h"

enum { OVI_BANDS = 3 };

typedef struct ovi_band_baker {
  const ovi_map *map;
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  int32_t first_band;   /* that is baked */
  int32_t bands;        /* how many are; looked at with `stale` only */
  const uint8_t *stale; /* of each region of them, whether its block is written; NULL: all are */
  ovl_fault *fault;
  int32_t regions_x, regions_y;
  int32_t workers;
  int32_t band;                 /* at work */
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

/* Begins with a baker whose fields up to `fault` are set. OVL_OK or OVL_NO_MEMORY; in any case it
 * is to be released. */
ovl_result ovi_bands_begin(ovi_band_baker *baker);

/* What a baker with those fields takes on open land, as far as that can be told beforehand. */
uint64_t ovi_bands_bytes_needed(const ovi_band_baker *baker);

/* Makes the blocks of the next band. Bands are baked in their order, from the first on. OVL_OK,
 * OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if a step rule answered what is no cost. */
ovl_result ovi_bands_bake(ovi_band_baker *baker, int32_t band);

/* The block of a region of the band that was baked last, until the next; of one that is not stale
 * it has no bytes. */
static inline const uint8_t *ovi_bands_block(const ovi_band_baker *baker, int32_t rx,
                                             uint32_t *bytes) {
  *bytes = baker->block_length[rx];
  return baker->block_memory + baker->block_at[rx];
}

void ovi_bands_release(ovi_band_baker *baker);

#endif
