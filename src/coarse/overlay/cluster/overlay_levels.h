/* The overlay levels above the regions.
 *
 * A cluster of level 1 is a square of regions; one of each higher level is a square of four
 * clusters of the level below (Delling, Goldberg, Pajor and Werneck, "Customizable route planning",
 * 2011; Holzer, Schulz and Wagner, "Engineering multilevel overlay graphs for shortest-path
 * queries", 2008). Level 0 are the regions. Clusters are numbered over all levels.
 *
 * Invariant: how many levels there are, and of how many clusters, follows from the partition alone;
 * a layer may have fewer of them. */
#ifndef OVERLAND_COARSE_OVERLAY_CLUSTER_OVERLAY_LEVELS_H
#define OVERLAND_COARSE_OVERLAY_CLUSTER_OVERLAY_LEVELS_H

#include "coarse/view/layer.h"
#include "common/compiler.h"

#define OVI_OVERLAY_FIRST_SIDE 4

/* Regions along the side of a cluster. */
static inline int32_t ovi_overlay_side(uint32_t level) {
  return level == 0 ? 1 : OVI_OVERLAY_FIRST_SIDE << ((level - 1) % OVI_OVERLAY_MOST_LEVELS);
}

/* Clusters of the level below along the side of a cluster. */
static inline int32_t ovi_overlay_fan(uint32_t level) {
  return level == 1 ? OVI_OVERLAY_FIRST_SIDE : 2;
}

/* Columns and rows of a level; level 0 has regions. */
static inline int32_t ovi_clusters_x(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->partition.regions_x + side - 1) / side;
}
static inline int32_t ovi_clusters_y(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->partition.regions_y + side - 1) / side;
}

/* The cluster of a level that a region lies in. */
static inline uint32_t ovi_cluster_of(const ovi_layer *layer, uint32_t level, uint32_t region) {
  OVI_ASSERT(region < ovi_region_count(layer) && level <= OVI_OVERLAY_MOST_LEVELS);
  const int32_t side = ovi_overlay_side(level);
  const int32_t x = (int32_t)(region % (uint32_t)layer->partition.regions_x) / side;
  const int32_t y = (int32_t)(region / (uint32_t)layer->partition.regions_x) / side;
  return (uint32_t)(y * ovi_clusters_x(layer, level) + x);
}

/* The number of a cluster, counted over all levels. */
static inline uint32_t ovi_overlay_number(const ovi_layer *layer, uint32_t level, uint32_t id) {
  return layer->overlay.first_clusters[level - 1] + id;
}

/* The level of a cluster by its number. */
static inline uint32_t ovi_overlay_level(const ovi_layer *layer, uint32_t number) {
  uint32_t level = 1;
  OVI_ASSERT(number < layer->overlay.first_clusters[layer->overlay.levels]);
  while (number >= layer->overlay.first_clusters[level]) {
    level++;
  }
  return level;
}

/* Clusters of all levels of a layer. */
static inline uint32_t ovi_cluster_count(const ovi_layer *layer) {
  return layer->overlay.levels != 0 ? layer->overlay.first_clusters[layer->overlay.levels] : 0;
}

/* Returns whether a level is the highest of its partition, which is the one of a single cluster. */
static inline bool ovi_overlay_is_highest(const ovi_layer *layer, uint32_t level) {
  return level != 0 && ovi_clusters_x(layer, level) == 1 && ovi_clusters_y(layer, level) == 1;
}

/* Returns how many levels a partition has, and sets the number of the first cluster of each; behind
 * them stands the number of all clusters. */
static inline uint32_t ovi_overlay_levels(const ovi_layer *layer, uint32_t first_clusters[]) {
  uint32_t level = 0;
  first_clusters[0] = 0;
  do {
    level++;
    const int32_t x = ovi_clusters_x(layer, level);
    const int32_t y = ovi_clusters_y(layer, level);
    first_clusters[level] = first_clusters[level - 1] + (uint32_t)x * (uint32_t)y;
  } while (!ovi_overlay_is_highest(layer, level) && level < OVI_OVERLAY_MOST_LEVELS);
  return level;
}

/* The most parts of a cluster: the regions, or the clusters of the level below, that lie in it. */
#define OVI_CLUSTER_MOST_PARTS (OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE)

/* The parts of a cluster as a rectangle of their level. */
typedef struct ovi_below_box {
  int32_t x, y, w, h;
  int32_t row; /* parts in a row of the world */
} ovi_below_box;

static inline ovi_below_box ovi_below_box_of(const ovi_layer *layer, uint32_t level, uint32_t id) {
  const int32_t fan = ovi_overlay_fan(level);
  const int32_t cells_x = ovi_clusters_x(layer, level);
  const int32_t rows = ovi_clusters_y(layer, level - 1);
  ovi_below_box box = {.x = (int32_t)id % cells_x * fan,
                       .y = (int32_t)id / cells_x * fan,
                       .row = ovi_clusters_x(layer, level - 1)};
  box.w = box.row - box.x < fan ? box.row - box.x : fan;
  box.h = rows - box.y < fan ? rows - box.y : fan;
  OVI_ASSERT(box.w > 0 && box.h > 0);
  return box;
}

/* The number of the part at a place of the box. */
static inline uint32_t ovi_below_id(const ovi_below_box *box, int32_t x, int32_t y) {
  return (uint32_t)((box->y + y) * box->row + box->x + x);
}

#endif
