/* Overlay levels above the regions, as a query sees them.
 *
 * A cell of level 1 is a square of regions, one of each level above a square of four cells of the
 * level below (Delling, Goldberg, Pajor and Werneck, "Customizable route planning", 2011; Holzer,
 * Schulz and Wagner, "Engineering multilevel overlay graphs for shortest-path queries", 2008). Its
 * block has the costs between the waypoints on its border: exact in the graph of the level below,
 * inside the cell. Not all waypoints of the border are kept: one in so many cells, and one at least
 * for each pair of components that it joins, so a way over a level is there if there is one over
 * the regions, and costs that or more.
 *
 * Invariant: the waypoints of a level are some of those of the level below. Level 0 are the
 * regions. A cell is seen through its block, which was checked or was made a moment ago. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_H

#include "coarse/view/layer.h"
#include "coarse/view/ports.h"

/* One cell of a level, a few words on the stack. */
typedef struct ovi_cluster {
  const uint8_t *block;
  uint32_t level; /* 1 and up */
  int32_t cx, cy; /* place in the level */
  uint32_t id;    /* cy * cells in a row + cx */
  uint32_t ports, linked;
  ovi_port_groups groups;
  const uint8_t *below;
  const uint8_t *middles;
  const uint8_t *cost_begins;
  const uint8_t *linked_begins;
  const uint8_t *order;
  const uint8_t *places;
  const uint8_t *costs; /* of the first component */
  uint32_t shift;
  bool wide;
} ovi_cluster;

/* Regions along the side of a cell. */
static inline int32_t ovi_overlay_side(uint32_t level) {
  return level == 0 ? 1 : OVI_OVERLAY_FIRST_SIDE << ((level - 1) % OVI_OVERLAY_MOST_LEVELS);
}

/* Cells of the level below along its side. */
static inline int32_t ovi_overlay_fan(uint32_t level) {
  return level == 1 ? OVI_OVERLAY_FIRST_SIDE : 2;
}

/* Cells of a level in a row, and rows of them; level 0 has regions. */
static inline int32_t ovi_clusters_x(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->regions_x + side - 1) / side;
}
static inline int32_t ovi_clusters_y(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->regions_y + side - 1) / side;
}

/* The cell of a level that a region lies in. */
static inline uint32_t ovi_cluster_of(const ovi_layer *layer, uint32_t level, uint32_t region) {
  const int32_t side = ovi_overlay_side(level);
  const int32_t x = (int32_t)(region % (uint32_t)layer->regions_x) / side;
  const int32_t y = (int32_t)(region / (uint32_t)layer->regions_x) / side;
  return (uint32_t)(y * ovi_clusters_x(layer, level) + x);
}

/* The number of a cell, counted over all levels. */
static inline uint32_t ovi_overlay_number(const ovi_layer *layer, uint32_t level, uint32_t id) {
  return layer->overlay.first_clusters[level - 1] + id;
}

/* The entry of a cell in the file. */
static inline const uint8_t *ovi_overlay_entry(const ovi_layer *layer, uint32_t number) {
  return layer->overlay.entries + (uint64_t)number * OVI_CLUSTER_ENTRY_BYTES;
}

/* The block that the base has. */
static inline const uint8_t *ovi_overlay_base(const ovi_layer *layer, uint32_t number) {
  if (layer->source != NULL) {
    return layer->source->cluster(layer->source, layer->number, number);
  }
  return layer->overlay.blocks + ovi_get_u64(ovi_overlay_entry(layer, number));
}

/* And how long it is. */
static inline uint32_t ovi_overlay_base_bytes(const ovi_layer *layer, uint32_t number) {
  return layer->source != NULL ? layer->source->cluster_bytes(layer->source, layer->number, number)
                               : ovi_get_u32(ovi_overlay_entry(layer, number) + OVI_CLUSTER_LENGTH);
}

/* What stands for a cell of an edited version; NULL: the base. */
static inline const ovi_blob *ovi_overlay_replaced(const ovi_layer *layer, uint32_t number) {
  const ovi_overlays *overlay = &layer->overlay;
  const ovi_replaced *replaced =
      overlay->delta != NULL ? ovi_delta_tree_find(overlay->delta, overlay->first_key + number)
                             : NULL;
  return replaced != NULL ? replaced->block : NULL;
}

/* The block of a cell by its number: all reading goes through here. */
static inline const uint8_t *ovi_overlay_numbered(const ovi_layer *layer, uint32_t number) {
  if (layer->overlay.made != NULL) {
    return layer->overlay.made[number];
  }
  const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
  return replaced != NULL ? ovi_blob_bytes(replaced) : ovi_overlay_base(layer, number);
}

/* And how long it is. */
static inline uint32_t ovi_overlay_block_bytes(const ovi_layer *layer, uint32_t number) {
  if (layer->overlay.made != NULL) {
    return layer->overlay.made_bytes[number];
  }
  const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
  return replaced != NULL ? (uint32_t)replaced->bytes : ovi_overlay_base_bytes(layer, number);
}

static inline const uint8_t *ovi_overlay_block(const ovi_layer *layer, uint32_t level,
                                               uint32_t id) {
  return ovi_overlay_numbered(layer, ovi_overlay_number(layer, level, id));
}

/* Waypoints that the cell of a block owns. */
static inline uint32_t ovi_overlay_own_waypoints(const uint8_t *block) {
  uint32_t count = 0;
  for (uint32_t group = 0; group < OVI_OWN_GROUPS; group++) {
    count += ovi_get_u16(block + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group);
  }
  return count;
}

/* Cells of all levels that a layer has. */
static inline uint32_t ovi_cluster_count(const ovi_layer *layer) {
  return layer->overlay.levels != 0 ? layer->overlay.first_clusters[layer->overlay.levels] : 0;
}

/* How many levels a partition has, and sets where the cells of each begin among those of all; the
 * last number is how many there are. */
uint32_t ovi_overlay_levels(const ovi_layer *layer, uint32_t first_cells[]);

/* The view of a cell whose block is known. */
ovi_cluster ovi_overlay_view_block(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *block);

/* The view of a cell; level is 1 to layer->overlay.levels. */
ovi_cluster ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id);

/* A port's number in the cell below that it belongs to, and that cell: a region's number on level
 * 0. Of a cell that has no such port, being a placeholder, UINT32_MAX, and some cell below. Nor
 * need there be the port below. */
typedef struct ovi_overlay_port {
  uint32_t cluster;
  uint32_t port;
} ovi_overlay_port;
ovi_overlay_port ovi_overlay_port_below(const ovi_layer *layer, const ovi_cluster *cluster,
                                        uint32_t port);

/* The linked component of a cell with its costs: a clique as of a region. */
ovi_clique ovi_overlay_clique(const ovi_cluster *cluster, uint32_t component);

/* The port of a region that a port is, and that region; level 0: of a region. */
ovi_overlay_port ovi_overlay_port_region(const ovi_layer *layer, uint32_t level, uint32_t id,
                                         uint32_t port);

/* The middle of a step over a border, in halves of cells of the plane. */
typedef struct ovi_half_cells {
  int64_t x, y;
} ovi_half_cells;

/* That of a port of a cell, which is there; and of any port of a level, or some place for a
 * placeholder's. */
ovi_half_cells ovi_overlay_port_middle(const ovi_layer *layer, const ovi_cluster *cluster,
                                       uint32_t port);
ovi_half_cells ovi_overlay_middle(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  uint32_t port);

/* How much of it is along a border: stored for each port. `group` is that of the cell's port. */
uint32_t ovi_overlay_along(const ovi_layer *layer, const ovi_cluster *cluster, int group,
                           ovi_half_cells middle);

/* The cell of the plane on this side of its step. */
ovl_cell ovi_overlay_port_cell(const ovi_layer *layer, uint32_t level, uint32_t id, uint32_t port);

#endif
