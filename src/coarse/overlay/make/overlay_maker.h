/* The overlays of a layer while they are made: row of cells by row, from level 1 up.
 *
 * Invariant: row r of level 1 is made of the regions of rows r - 1 to r + 1 alone, so whoever
 * makes regions can let go of them a row of cells later. The blocks of all levels stay in memory
 * until the section is written: its head, then the blocks one by one. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H

#include "coarse/overlay/make/overlay_cells.h"

typedef struct ovi_overlay_maker {
  ovi_cluster_maker cells;
  const ovl_allocator *allocator;
  ovi_layer layer;     /* the caller's, with the overlays that are made: what overlay_section.h
                          puts into the file */
  uint32_t cell_count; /* of all levels, and room for so many */
  uint8_t **blocks;    /* of each cell; NULL: not made */
  uint32_t *bytes;
  uint32_t *ids;  /* of a row */
  uint32_t level; /* at work; above the last when all is made */
  int32_t row;    /* the next */
} ovi_overlay_maker;

/* Begins with an undirected layer, whose regions need not be there yet. OVL_OK or OVL_NO_MEMORY; in
 * any case the maker is to be released, and not to be moved before. */
ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs);

/* Whether all rows are made. The next is `row` of level `level`. */
static inline bool ovi_overlays_are_made(const ovi_overlay_maker *maker) {
  return maker->level > maker->layer.overlay.levels;
}

/* Makes the next row. The layer is the same, wherever its blocks lie by now. OVL_OK or
 * OVL_NO_MEMORY. */
ovl_result ovi_overlays_make_row(ovi_overlay_maker *maker, const ovi_layer *layer);

void ovi_overlays_release(ovi_overlay_maker *maker);

#endif
