/* Builds the overlay levels of a layer, one row of clusters after the other, from level 1 up, and
 * writes their section of the file.
 *
 * Invariant: row r of level 1 depends on the regions in the areas of rows r - 1 to r + 1 alone, so
 * a region can be released once the row of clusters after its own is built. The blocks of all
 * levels stay in memory, without their tables once they are written, and of a directed layer what
 * the levels above need to know of the regions at the ports of level 1. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_MAKER_H

#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/overlay/make/overlay_costs.h"

/* ---- Some clusters of one row, spread over jobs ---- */

/* The progress of building a cluster. */
typedef enum ovi_cluster_action {
  OVI_CLUSTER_REBUILD,   /* everything */
  OVI_CLUSTER_COSTS,     /* its costs: ports and components are those of its existing block */
  OVI_CLUSTER_IF_CHANGED /* nothing, if ports and components equal those of its existing block,
                            because then the costs do, too */
} ovi_cluster_action;

/* A block that was built. */
typedef struct ovi_made_cluster {
  uint8_t *block; /* NULL: the existing block stays valid */
  uint32_t bytes;
} ovi_made_cluster;

/* Builds clusters of one row at a time. A block depends on the blocks of the level below in its
 * cluster and the clusters around it alone, not on what is built along with it. */
typedef struct ovi_cluster_maker {
  ovi_overlay_contents contents;
  const ovl_jobs *jobs;               /* NULL: none */
  ovi_scratch scratch;                /* holds all lists below */
  ovi_overlay_workspace **workspaces; /* one for each worker */
  ovi_cluster_plan *plans;            /* and of `made`: an entry for each cluster */
  uint32_t count;
  ovi_made_cluster *made; /* the results of the last call */
  bool too_large;         /* a cluster of the level does not fit a block: the level is impossible */
} ovi_cluster_maker;

/* Begins without a level; allocates nothing yet. */
void ovi_clusters_begin(ovi_cluster_maker *maker, const ovl_allocator *allocator,
                        const ovl_jobs *jobs);

/* Builds the clusters `ids` of a level, which are of one row and rising, with an action for each
 * (NULL: rebuild all). `changed` has a bit for each cluster or region of the level below, set if it
 * is not what it was when the existing blocks were built; NULL: there are none. `layer` must have
 * the level below in their row and the rows beside it. Labels are kept between calls for one level,
 * so parts in those rows must not change. The results are valid until the next call. OVL_OK or
 * OVL_NO_MEMORY. */
ovl_result ovi_clusters_make(ovi_cluster_maker *maker, const ovi_layer *layer, uint32_t level,
                             const uint32_t *ids, const ovi_cluster_action *actions,
                             const uint64_t *changed, uint32_t count);

/* Returns all memory, that of the results too. */
void ovi_clusters_release(ovi_cluster_maker *maker);

/* ---- All levels of a layer, row by row ---- */

typedef struct ovi_overlay_maker {
  ovi_cluster_maker clusters;
  const ovl_allocator *allocator;
  ovi_layer layer;        /* the caller's, with the overlay levels built so far */
  uint32_t cluster_count; /* of all levels; length of the next two arrays */
  uint8_t **blocks;       /* of each cluster; NULL: not built */
  uint32_t *bytes;        /* size of each block */
  uint32_t *ids;          /* of one row */
  uint32_t **ways;        /* of a directed layer: see ovi_made_clusters; else NULL */
  ovi_scratch scratch;    /* holds ways and shortened blocks */
  uint32_t level;         /* of the next row; above the last when all are built */
  int32_t row;            /* the next */
} ovi_overlay_maker;

/* Begins with a layer whose regions need not exist yet. OVL_OK or OVL_NO_MEMORY. The
 * maker must not be moved, and has to be released in any case. */
ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs);

/* Returns whether all rows are built. The next one is `row` of level `level`. */
static inline bool ovi_overlays_are_made(const ovi_overlay_maker *maker) {
  return maker->level > maker->layer.overlay.levels;
}

/* Builds the next row. `layer` is the same layer; its blocks may have moved since the last call.
 * OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_overlays_make_row(ovi_overlay_maker *maker, const ovi_layer *layer);

/* Returns all memory. */
void ovi_overlays_release(ovi_overlay_maker *maker);

/* Drops the tables of the next clusters, up to one, which were put to a file. False: no memory. */
bool ovi_overlays_drop_tables(ovi_overlay_maker *maker, uint32_t end);

#endif
