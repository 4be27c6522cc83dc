/* The parts of a cluster: the regions, or the clusters of the level below, that lie in it; the
 * ports of a cluster on the levels below, and the places of their steps. */
#ifndef OVERLAND_COARSE_OVERLAY_BELOW_H
#define OVERLAND_COARSE_OVERLAY_BELOW_H

#include "coarse/overlay/cluster/overlay_section.h"

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

/* The group of a port; OVI_GROUP_COUNT: it is a link. */
static inline int ovi_below_group(const ovi_below *below, uint32_t port) {
  return ovi_port_is_link(&below->groups, port) ? OVI_GROUP_COUNT
                                                : ovi_port_group(&below->groups, port);
}

/* The port behind the last one of a group, or of the links. */
static inline uint32_t ovi_below_end(const ovi_below *below, int group) {
  return group < OVI_GROUP_COUNT ? below->groups.begins[group + 1] : below->ports;
}

/* The number of a port's link, and whether it begins in the part. */
static inline uint32_t ovi_below_link(const ovi_below *below, uint32_t port, bool *is_out) {
  const uint32_t place = port - below->groups.begins[OVI_GROUP_COUNT];
  if (below->is_region) {
    *is_out = place < below->region.ports.links_out;
    return ovi_region_link(&below->region, place);
  }
  *is_out = place < ovi_overlay_links_out(&below->cluster);
  return ovi_overlay_link(&below->cluster, port);
}

/* The other side of a port: the part there, and the waypoint's place in it. */
typedef struct ovi_overlay_opposite {
  int32_t x, y;
  int group;      /* of that part's ports; or OVI_LINK_OUT or OVI_LINK_IN */
  uint32_t place; /* in that group; or the number of the link */
} ovi_overlay_opposite;

/* The other side of a port in a group of the part in a column and row of a level. */
static inline ovi_overlay_opposite ovi_below_opposite(const ovi_layer *layer, uint32_t level,
                                                      const ovi_below *below, int32_t x, int32_t y,
                                                      int group, uint32_t port) {
  if (group < OVI_GROUP_COUNT) {
    return (ovi_overlay_opposite){x + ovi_group_x(group), y + ovi_group_y(group),
                                  ovi_group_opposite(group), port - below->groups.begins[group]};
  }
  bool is_out;
  const uint32_t link = ovi_below_link(below, port, &is_out);
  const int32_t columns = ovi_clusters_x(layer, level);
  const int32_t other = (int32_t)ovi_cluster_of(layer, level, ovi_link_region(layer, link, is_out));
  return (ovi_overlay_opposite){other % columns, other / columns,
                                is_out ? OVI_LINK_IN : OVI_LINK_OUT, link};
}

/* The port of a link that begins or ends in a part; UINT32_MAX: none. */
static inline uint32_t ovi_below_link_port(const ovi_below *below, uint32_t link, bool ends_here) {
  if (!below->is_region) {
    return ovi_overlay_link_port(&below->cluster, link, ends_here);
  }
  const uint32_t place = ovi_region_link_place(&below->region, link, ends_here);
  return place != OVI_NO_LINK ? below->groups.begins[OVI_GROUP_COUNT] + place : UINT32_MAX;
}

/* The port of the part there; UINT32_MAX if the two do not agree on their waypoints. */
static inline uint32_t ovi_below_opposite_port(const ovi_below *there,
                                               const ovi_overlay_opposite *opposite) {
  if (opposite->group < OVI_GROUP_COUNT) {
    const uint32_t port = there->groups.begins[opposite->group] + opposite->place;
    return port < there->groups.begins[opposite->group + 1] ? port : UINT32_MAX;
  }
  return ovi_below_link_port(there, opposite->place, opposite->group == OVI_LINK_IN);
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

/* The place in a clique of the first of its ports that is not below `port`; ports ascend. */
static inline uint32_t ovi_below_place(const ovi_overlay_port_clique *joined, uint32_t port) {
  const ovi_clique *clique = &joined->clique;
  if (clique->order == NULL) {
    return port < clique->count ? port : clique->count;
  }
  uint32_t at = 0;
  for (uint32_t end = clique->count; at < end;) {
    const uint32_t middle = at + (end - at) / 2;
    if (ovi_clique_port(clique, middle) < port) {
      at = middle + 1;
    } else {
      end = middle;
    }
  }
  return at;
}

/* The place of the part beside another of the cluster, in the direction of a group; -1: it lies
 * outside. Places are numbered row by row, `fan` in a row. */
static inline int32_t ovi_below_beside(const ovi_below_box *box, int32_t fan, int32_t place,
                                       int group) {
  const int32_t x = place % fan + ovi_group_x(group);
  const int32_t y = place / fan + ovi_group_y(group);
  return x >= 0 && y >= 0 && x < box->w && y < box->h ? y * fan + x : -1;
}

/* The place of the part on the other side of a link of the part at a place of the cluster; -1: it
 * lies outside. */
static inline int32_t ovi_below_beyond(const ovi_layer *layer, uint32_t level,
                                       const ovi_below_box *box, int32_t fan,
                                       const ovi_below *below, int32_t place, uint32_t port) {
  const ovi_overlay_opposite beyond = ovi_below_opposite(
      layer, level, below, box->x + place % fan, box->y + place / fan, OVI_GROUP_COUNT, port);
  const int32_t x = beyond.x - box->x;
  const int32_t y = beyond.y - box->y;
  return x >= 0 && y >= 0 && x < box->w && y < box->h ? y * fan + x : -1;
}

/* ---- Ports on other levels ------------------------------------------------------------ */

/* A port of a cluster, or of a region on level 0. */
typedef struct ovi_overlay_port {
  uint32_t cluster;
  uint32_t port;
} ovi_overlay_port;

/* The port of the level below that a port is. The port is UINT32_MAX if the cluster has no such
 * port, which is so in a placeholder; whether the cluster below has the port is not checked. */
ovi_overlay_port ovi_overlay_port_below(const ovi_layer *layer, const ovi_cluster *cluster,
                                        uint32_t port);

/* The port of a level that a port of a level above it, or of the same level, is; of level 0, of a
 * region. */
ovi_overlay_port ovi_overlay_port_on(const ovi_layer *layer, uint32_t level, ovi_overlay_port port,
                                     uint32_t below);

/* A point of the plane in half cells: the middle of a step over a border, or the far end of a link.
 */
typedef struct ovi_half_cells {
  int64_t x, y;
} ovi_half_cells;

/* The middle of the step of a port of a part; and that of a port of any level, which need not
 * exist: then a corner of its cluster. */
ovi_half_cells ovi_below_middle(const ovi_layer *layer, const ovi_below *below, uint32_t port);
ovi_half_cells ovi_overlay_middle(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  uint32_t port);

/* The number that is stored as the middle of a cluster's port in a group, which is port `below` of
 * a part: its coordinate along the border of the group, from the cluster's corner; or its link. */
uint32_t ovi_overlay_along(const ovi_layer *layer, uint32_t level, uint32_t id, int group,
                           ovi_overlay_port below);

#endif
