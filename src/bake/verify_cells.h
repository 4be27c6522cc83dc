/* The cells of a world as the input of a bake, read back region by region.
 *
 * Invariant: the rows of regions that a band depends on are read before the band is baked, each
 * region into a place of its own, which another region OVI_VERIFY_BANDS rows away shares. So each
 * region is read once a pass, a reader that is late interrupts no bake, and memory grows with the
 * width of a world, not its height. */
#ifndef OVERLAND_BAKE_VERIFY_CELLS_H
#define OVERLAND_BAKE_VERIFY_CELLS_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/arena.h"

/* Rows of regions: of a band that is baked or surveyed, the two above it, and those below it down
 * to where the largest body reaches from the row below, if regions are the smallest. */
enum { OVI_VERIFY_BANDS_ABOVE = 2, OVI_VERIFY_BANDS = 8 };

typedef struct ovi_verify_cells {
  const ovi_shared *shared;
  const ovi_layer *layers; /* one a profile */
  const ovl_allocator *allocator;
  ovi_memory memory;
  uint32_t *held;    /* of each place: the region in it, plus 1; 0: none */
  uint32_t *extras;  /* of each place: a bit for each profile with extra costs there */
  uint8_t *terrain;  /* of each place: the cells of its region, row by row */
  uint16_t *heights; /* NULL: all are 0 */
  uint8_t *extra[OVL_MAX_PROFILES]; /* NULL: no region that was read has any */
  uint32_t region;                  /* which the last load could not read */
} ovi_verify_cells;

/* Begins with a world whose call has begun. OVL_OK or OVL_NO_MEMORY; to be released in any case. */
ovl_result ovi_verify_cells_begin(ovi_verify_cells *cells, const ovi_shared *shared,
                                  const ovi_layer *layers, const ovl_allocator *allocator);

void ovi_verify_cells_release(ovi_verify_cells *cells);

/* Reads those rows of regions around a band that are not held yet. OVL_OK, OVL_NO_MEMORY, or the
 * outcome of the layers with `region`: then the next call of the world can go on. Regions behind
 * one that is late are asked for as well. */
ovl_result ovi_verify_cells_load(ovi_verify_cells *cells, int32_t band);

/* The cells of the rows that were loaded last, as the source of a map. */
ovi_cell_source ovi_verify_cells_source(const ovi_verify_cells *cells);

#endif
