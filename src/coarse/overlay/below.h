/* The parts of a cluster: the regions, or the clusters of the level below, that lie in it. */
#ifndef OVERLAND_COARSE_OVERLAY_BELOW_H
#define OVERLAND_COARSE_OVERLAY_BELOW_H

#include "coarse/overlay/overlay.h"

/* The most parts of a cluster. */
#define OVI_CLUSTER_MOST_PARTS (OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE)

/* The view of a part. */
typedef struct ovi_below {
  uint32_t id;
  uint32_t ports, linked;
  ovi_port_groups groups;
  bool is_region;
  ovi_region region;
  ovi_cluster cluster;
} ovi_below;

/* Views cluster `id` of a level; on level 0 that region. */
static inline void ovi_below_view(ovi_below *below, const ovi_layer *layer, uint32_t level,
                                  uint32_t id) {
  below->id = id;
  below->is_region = level == 0;
  if (below->is_region) {
    below->region = ovi_region_view(layer, id);
    below->ports = below->region.ports.count;
    below->linked = below->region.components.linked;
    below->groups = ovi_port_groups_of(&below->region);
    return;
  }
  below->cluster = ovi_overlay_view(layer, level, id);
  below->ports = below->cluster.ports;
  below->linked = below->cluster.linked;
  below->groups = below->cluster.groups;
}

/* The number of waypoints that two neighbours share on their border, in one group of the first. In
 * a file that is checked when it is touched the two numbers may differ; a search that crosses there
 * fails.
 */
static inline uint32_t ovi_below_shared(const ovi_below *one, const ovi_below *other, int group) {
  const int opposite = ovi_group_opposite(group);
  const uint32_t here = one->groups.begins[group + 1] - one->groups.begins[group];
  const uint32_t there = other->groups.begins[opposite + 1] - other->groups.begins[opposite];
  return here < there ? here : there;
}

static inline ovi_clique ovi_below_clique(const ovi_below *below, uint32_t component) {
  return below->is_region ? ovi_region_clique(&below->region, component)
                          : ovi_overlay_clique(&below->cluster, component);
}

/* The clique of a port, as of ovi_overlay_clique_of. */
static inline ovi_overlay_port_clique ovi_below_clique_of(const ovi_below *below, uint32_t port) {
  if (!below->is_region) {
    return ovi_overlay_clique_of(&below->cluster, port);
  }
  if (port >= below->ports) {
    return (ovi_overlay_port_clique){.here = UINT32_MAX};
  }
  const uint32_t component = ovi_port_component(&below->region, port);
  return (ovi_overlay_port_clique){ovi_region_clique(&below->region, component),
                                   ovi_port_place(&below->region, port, component)};
}

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
  return box;
}

/* The place of the part beside another of the cluster, in the direction of a group; -1: it lies
 * outside. Places are numbered row by row, `fan` in a row. */
static inline int32_t ovi_below_beside(const ovi_below_box *box, int32_t fan, int32_t place,
                                       int group) {
  const int32_t x = place % fan + ovi_group_x(group);
  const int32_t y = place / fan + ovi_group_y(group);
  return x >= 0 && y >= 0 && x < box->w && y < box->h ? y * fan + x : -1;
}

/* The number of the part at a place of the box. */
static inline uint32_t ovi_below_id(const ovi_below_box *box, int32_t x, int32_t y) {
  return (uint32_t)((box->y + y) * box->row + box->x + x);
}

#endif
