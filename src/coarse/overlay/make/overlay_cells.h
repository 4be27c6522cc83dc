/* Making cells of an overlay level: some cells of one row at a time, spread over jobs.
 *
 * Invariant: a block depends on the blocks of the level below in its cell and its neighbours
 * alone, not on what is made along with it. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CELLS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CELLS_H

#include "coarse/overlay/make/overlay_costs.h"

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

#endif
