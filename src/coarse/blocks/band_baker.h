/* Bakes the blocks of a map band by band; a band is one row of regions.
 *
 * Invariant: at most three bands of drafts are in memory: that whose blocks are written, the band
 * above (whose waypoints it shares) and the band below (whose components decide about waypoints).
 * So memory grows with the width of a map, not its height, and a bake can begin at any band: the
 * band above is drafted first. Regions of a band do not depend on each other and are spread over
 * jobs; blocks do not depend on the number of workers. */
#ifndef OVERLAND_COARSE_BLOCKS_BAND_BAKER_H
#define OVERLAND_COARSE_BLOCKS_BAND_BAKER_H

#include "coarse/blocks/block_writer.h"
#include "coarse/blocks/directed.h"
#include "coarse/blocks/map.h"
#include "common/arena.h"

enum { OVI_BANDS = 3 };

/* The drafts of the last three bands. */
typedef struct ovi_band_drafts {
  ovi_draft *bands[OVI_BANDS]; /* by band % OVI_BANDS; for each region, one for each profile */
  ovi_memory memory;
  ovi_draft_workspace *workspaces; /* one for each worker; NULL: no layer is directed */
} ovi_band_drafts;

/* The writers of blocks, which grow with the largest region so far. */
typedef struct ovi_band_writers {
  ovi_block_writer *workers; /* one for each worker */
  ovi_memory memory;
  ovi_port_capacity capacity;
} ovi_band_writers;

/* The blocks of the current band. */
typedef struct ovi_band_blocks {
  uint8_t *memory;
  uint64_t bytes;
  uint64_t *begins;           /* of each region: offset of its block */
  uint32_t *lengths;          /* in bytes; 0: not written */
  ovi_block_sources *sources; /* of each region, one for each profile */
} ovi_band_blocks;

/* A bake of some bands; not to be moved. The fields up to `fault` are the caller's. */
typedef struct ovi_band_baker {
  const ovi_map *map; /* once it has begun, `own` */
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  int32_t first_band;   /* the first to be baked */
  int32_t bands;        /* number of bands to be baked; used together with `stale` only */
  const uint8_t *stale; /* of each region of them: whether its block is written; NULL: all are */
  ovl_fault *fault;
  ovi_map own;           /* the map with */
  ovi_directed directed; /* the layers that are directed */
  int32_t workers;
  int32_t band; /* the current one */
  ovi_band_drafts drafts;
  ovi_band_writers writers;
  ovi_band_blocks blocks;
} ovi_band_baker;

/* Begins with a baker whose fields up to `fault` are set, and the rest 0: finds the layers that are
 * directed. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault. It has to be released in any
 * case. */
ovl_result ovi_bands_begin(ovi_band_baker *baker);

/* Estimates the memory, in bytes, that a baker with those fields takes on open land. Dense
 * entrances or links may take more. */
uint64_t ovi_bands_bytes_needed(const ovi_band_baker *baker);

/* Bakes the blocks of one band. Bands must follow each other, from first_band on. OVL_OK,
 * OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault: a step rule answered with a number that is no
 * cost, or a block is too large. */
ovl_result ovi_bands_bake(ovi_band_baker *baker, int32_t band);

/* The block of a region of the band baked last, valid until the next; it has 0 bytes if the region
 * is not stale. */
static inline const uint8_t *ovi_bands_block(const ovi_band_baker *baker, int32_t rx,
                                             uint32_t *bytes) {
  *bytes = baker->blocks.lengths[rx];
  return baker->blocks.memory + baker->blocks.begins[rx];
}

/* Returns all memory. */
void ovi_bands_release(ovi_band_baker *baker);

#endif
