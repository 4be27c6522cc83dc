/* Finds whether all blocks of a level will fit, so that rows of clusters can be put to a file as
 * they are built: of level 1 while the regions pass, of a level above it once the level below is
 * made.
 *
 * A cheapest path inside a cluster enters each part of it by each port at most once, so it costs no
 * more than the dearest way from each port taken together. Where weights alone bound the costs
 * of any ground, regions are not looked at. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BOUNDS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BOUNDS_H

#include "coarse/overlay/cluster/overlay_section.h"
#include "common/scratch.h"

/* The largest block of a cluster that links leave, in bytes. Tables grow with the square of the
 * number of ports, and each link that leaves is a port. */
enum { OVI_LINKED_BYTES_A_CELL = 256 };
static inline uint64_t ovi_overlay_most_linked(const ovi_layer *layer, uint32_t level) {
  const uint64_t side = (uint64_t)ovi_overlay_side(level) * (uint64_t)layer->partition.region_cells;
  return OVI_LINKED_BYTES_A_CELL * side * side;
}

/* The parts of a cluster that have passed. */
typedef struct ovi_cluster_bound {
  uint64_t cost;    /* of the dearest ways from all ports */
  uint32_t dearest; /* of them */
  uint32_t ports;
  uint32_t leaving; /* ports that may be ports of the cluster */
  uint32_t links;   /* of them */
} ovi_cluster_bound;

typedef struct ovi_overlay_bounds {
  ovi_cluster_bound *row; /* the clusters of a row */
  bool is_exceeded;       /* some block of the present level may not fit */
} ovi_overlay_bounds;

/* Begins with a layer whose regions need not exist yet. False: no memory. */
bool ovi_overlay_bounds_begin(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                              ovi_scratch *scratch);

/* Adds the next region, in the order of their numbers. Linear in its costs. */
void ovi_overlay_bounds_add(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                            const ovi_region *region);

/* Looks at a level above the first, whose level below is made. Linear in the costs of that. */
void ovi_overlay_bounds_set_level(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                                  uint32_t level);

#endif
