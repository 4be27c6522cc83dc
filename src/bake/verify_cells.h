/* The cells of a world as the input of a bake, read back region by region.
 *
 * Invariant: regions are read as they are needed, each into a place of its own, which another
 * region OVI_VERIFY_BANDS rows away shares. A bake reads fewer rows than that at a time, so that it
 * reads each region once a pass, and memory grows with the width of a world, not its height. */
#ifndef OVERLAND_BAKE_VERIFY_CELLS_H
#define OVERLAND_BAKE_VERIFY_CELLS_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/arena.h"

/* Rows of regions: one that is baked, the two around it, and as many as a body reaches further. */
enum { OVI_VERIFY_BANDS = 8 };

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
  ovl_result result;                /* OVL_OK, or why some cells could not be read */
  uint32_t region;                  /* which could not be read */
} ovi_verify_cells;

/* Begins with a world whose call has begun. OVL_OK or OVL_NO_MEMORY; to be released in any case. */
ovl_result ovi_verify_cells_begin(ovi_verify_cells *cells, const ovi_shared *shared,
                                  const ovi_layer *layers, const ovl_allocator *allocator);

void ovi_verify_cells_release(ovi_verify_cells *cells);

/* The cells as the source of a map, for one thread. It answers as for closed land where a region
 * could not be read, which `result` says. */
ovi_cell_source ovi_verify_cells_source(const ovi_verify_cells *cells);

#endif
