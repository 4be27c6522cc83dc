/* The overlays of a layer while they are made: row of cells by row, from level 1 up.
 *
 * Invariant: row r of level 1 is made of the regions of rows r - 1 to r + 1 alone, so whoever
 * makes regions can let go of them a row of cells later. The blocks of all levels stay in memory
 * until the section is written: its head, then the blocks one by one. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H

#include "coarse/overlay/make/overlay_costs.h"
#include "coarse/overlay/overlay.h"
#include "common/buffer.h"

/* ---- Some clusters of one row at a time, spread over jobs ---- */

/* Making cells of an overlay level: some cells of one row at a time, spread over jobs.
 *
 * Invariant: a block depends on the blocks of the level below in its cell and its neighbours
 * alone, not on what is made along with it. */

/* How much of a cell is made. */
typedef enum ovi_cell_wish {
  OVI_CELL_ANEW,    /* all */
  OVI_CELL_COSTS,   /* its costs: ports and components are those of the block that it has */
  OVI_CELL_IF_OTHER /* nothing, if ports and components are those of the block that it has, for then
                       so are its costs */
} ovi_cell_wish;

/* A block that was made. */
typedef struct ovi_made_cell {
  const uint8_t *block; /* NULL: it stays as it is */
  uint32_t bytes;
} ovi_made_cell;

typedef struct ovi_cluster_maker {
  ovi_overlay_contents parts;
  const ovl_jobs *jobs;     /* NULL: none */
  ovi_scratch scratch;      /* of the cells in hand */
  ovi_overlay_room **rooms; /* one a worker */
  ovi_cell_plan *plans;
  uint32_t count;
  uint8_t **outs;
  ovi_made_cell *made; /* what was made last */
  bool too_long;       /* a cell of the level can't be: there are no more levels */
} ovi_cluster_maker;

/* What is made is valid until the next cells are made, and is released with the maker. */
void ovi_clusters_begin(ovi_cluster_maker *cells, const ovl_allocator *allocator,
                        const ovl_jobs *jobs);

/* Makes cells `ids`, rising and of one row, of a level, each as it is wished (NULL: all anew);
 * `layer` tells of the level below in their row and the rows beside it. Labels are kept between
 * calls for one level: what lies below in those rows must not change. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_clusters_make(ovi_cluster_maker *cells, const ovi_layer *layer, uint32_t level,
                             const uint32_t *ids, const ovi_cell_wish *wishes, uint32_t count);

void ovi_clusters_release(ovi_cluster_maker *cells);

/* ---- All levels of a layer, row by row ---- */

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

/* ---- The section of the file ---- */

/* The section of overlays of a layer that has them, however they came about: its head, which is
 * written as a whole, and behind it the blocks of all cells by their numbers. */

/* Bytes before the blocks; 0 without levels. And of all. */
uint64_t ovi_overlays_head_bytes(const ovi_layer *layer);
uint64_t ovi_overlays_bytes(const ovi_layer *layer);

/* Writes what is before the blocks; returns the section's checksum. */
uint64_t ovi_overlays_put_head(const ovi_layer *layer, uint8_t *out);

/* Adds the whole section to an image. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_overlays_add(const ovi_layer *layer, ovi_buffer *image, uint64_t *checksum);

#endif
