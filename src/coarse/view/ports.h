/* Ports and waypoints: the same thing seen from a region and from the world.
 *
 * A waypoint is (region of its first cell, number there). Both its regions list
 * it as a port. Group and place in the group lead from one name to the other by
 * arithmetic, because both sides keep groups in the same order. Of a link the region of
 * its second end is looked up, and its port there by its number; both its regions may be
 * one, which then has two ports of it. */
#ifndef OVERLAND_COARSE_VIEW_PORTS_H
#define OVERLAND_COARSE_VIEW_PORTS_H

#include "coarse/view/links.h"
#include "coarse/view/region.h"
#include "common/step_cost.h"
#include "overland_inspect.h"

/* Where the region on the other side of a group lies. */
static inline int32_t ovi_group_x(int group) {
  static const int8_t x[OVI_GROUP_COUNT] = {1, 0, 1, -1, -1, 0, -1, 1};
  return x[group];
}

static inline int32_t ovi_group_y(int group) {
  static const int8_t y[OVI_GROUP_COUNT] = {0, 1, 1, 1, 0, -1, -1, -1};
  return y[group];
}

/* The same waypoints' group on the other side. */
static inline int ovi_group_opposite(int group) { return (group + OVI_OWN_GROUPS) & 7; }

/* The ports of one group of a region are numbered from begins[group] to before begins[group + 1].
 */
typedef struct ovi_port_groups {
  uint32_t begins[OVI_GROUP_COUNT + 1];
} ovi_port_groups;

/* From the counts of ports as a block stores them, u16 a group. */
static inline ovi_port_groups ovi_port_groups_read(const uint8_t *counts) {
  ovi_port_groups groups;
  groups.begins[0] = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    groups.begins[group + 1] = groups.begins[group] + ovi_get_u16(counts + 2 * group);
  }
  return groups;
}

static inline ovi_port_groups ovi_port_groups_of(const ovi_region *region) {
  return ovi_port_groups_read(region->layer_block + OVI_LAYER_GROUPS);
}

static inline bool ovi_region_has_neighbour(const ovi_layer *layer, const ovi_region *region,
                                            int group) {
  int32_t rx = region->rx + ovi_group_x(group);
  int32_t ry = region->ry + ovi_group_y(group);
  return rx >= 0 && ry >= 0 && rx < layer->regions_x && ry < layer->regions_y;
}

/* Numbers of regions go on from row to row. */
static inline uint32_t ovi_neighbour_id(const ovi_layer *layer, uint32_t id, int group) {
  return (uint32_t)((int32_t)id + ovi_group_y(group) * layer->regions_x + ovi_group_x(group));
}

static inline uint32_t ovi_region_neighbour(const ovi_layer *layer, const ovi_region *region,
                                            int group) {
  return ovi_neighbour_id(layer, region->id, group);
}

static inline uint32_t ovi_port_cell(const ovi_region *region, uint32_t port) {
  return ovi_get_u16(region->port_cells + 2 * (uint64_t)port);
}

static inline int32_t ovi_port_x(uint32_t cell) { return (int32_t)(cell & 127u); }
static inline int32_t ovi_port_y(uint32_t cell) { return (int32_t)(cell >> 7 & 127u); }

static inline bool ovi_port_is_diagonal(int group, uint32_t cell) {
  return (group & 3) >= OVI_GROUP_SE || cell >> 14 != 0;
}

/* The step over a port, from the region's side to the other. */
static inline void ovi_port_step(int group, uint32_t cell, int32_t *dx, int32_t *dy) {
  int32_t slant = cell >> 14 == 0 ? 0 : cell >> 14 == 1 ? 1 : -1;
  *dx = ovi_group_x(group);
  *dy = ovi_group_y(group);
  switch (group) {
  case OVI_GROUP_E:
    *dy = slant;
    break;
  case OVI_GROUP_W:
    *dy = -slant;
    break;
  case OVI_GROUP_S:
    *dx = slant;
    break;
  case OVI_GROUP_N:
    *dx = -slant;
    break;
  default:
    break;
  }
}

/* The linked component of a port. */
uint32_t ovi_port_component(const ovi_region *region, uint32_t port);

/* The group of a port. */
static inline int ovi_port_group(const ovi_port_groups *groups, uint32_t port) {
  int group = 0;
  while (port >= groups->begins[group + 1]) {
    group++;
  }
  return group;
}

/* A waypoint's port in one of its two regions. */
typedef struct ovi_port {
  uint32_t port; /* UINT32_MAX if the region does not touch the waypoint */
  int group;
} ovi_port;

/* In the place of a group: a link that begins in the region, or one that ends there. */
enum { OVI_LINK_OUT = OVI_GROUP_COUNT, OVI_LINK_IN };

/* Whether a port is that of a link. */
static inline bool ovi_port_is_link(const ovi_port_groups *groups, uint32_t port) {
  return port >= groups->begins[OVI_GROUP_COUNT];
}

/* Whether the region of a port owns its waypoint. */
static inline bool ovi_port_is_own(const ovi_region *region, const ovi_port_groups *groups,
                                   uint32_t port) {
  return port < groups->begins[OVI_OWN_GROUPS] ||
         (ovi_port_is_link(groups, port) &&
          port - groups->begins[OVI_GROUP_COUNT] < region->links_out);
}

/* The port of a waypoint's number in its owner, where links may be. */
static inline uint32_t ovi_own_port(const ovi_port_groups *groups, uint32_t number) {
  return number < groups->begins[OVI_OWN_GROUPS]
             ? number
             : number - groups->begins[OVI_OWN_GROUPS] + groups->begins[OVI_GROUP_COUNT];
}

/* Waypoints of a region. */
static inline uint32_t ovi_own_waypoints(const ovi_region *region, const ovi_port_groups *groups) {
  return groups->begins[OVI_OWN_GROUPS] + region->links_out;
}

/* The port of waypoint (owner, number) as seen in `region`, which is its owner
 * or the region on its other side. If it is both, the port of the link's first end. */
ovi_port ovi_port_of_waypoint(const ovi_layer *layer, const ovi_region *region, uint32_t owner,
                              uint32_t number);

/* The region on the other side of the owner's waypoint; UINT32_MAX if the owner
 * has no such number. */
uint32_t ovi_waypoint_other_region(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* Whether a stop that came from outside names a waypoint. */
static inline bool ovi_stop_is_valid(const ovi_layer *layer, const ovl_stop *stop) {
  return stop->region < ovi_region_count(layer) && stop->side <= 1 &&
         ovi_waypoint_other_region(layer, stop->region, stop->number) != UINT32_MAX;
}

/* The waypoint behind a port of a region: its region and number, nothing else. */
ovl_stop ovi_waypoint_of_port(const ovi_layer *layer, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port);

/* Its two cells. */
ovl_waypoint ovi_waypoint_cells(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* The number of the link that it is; OVI_NO_NUMBER: it is none. */
uint32_t ovi_waypoint_link(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* One linked component's ports and costs, ready to be walked. */
typedef struct ovi_clique {
  const uint8_t *order; /* u16 a port; NULL: the ports in their own order */
  const uint8_t *costs; /* its triangle; in a directed layer its square */
  uint32_t begin;       /* of its places among those of the region */
  uint32_t count;
  uint32_t shift;
  bool wide;
} ovi_clique;

ovi_clique ovi_region_clique(const ovi_region *region, uint32_t component);

static inline uint32_t ovi_clique_port(const ovi_clique *clique, uint32_t place) {
  return clique->order != NULL ? ovi_get_u16(clique->order + 2 * (uint64_t)place) : place;
}

/* Where in the triangle the cost between place a and a lower one lies. Row a is costs to
 * 0, 1, ... a - 1, so the costs to higher places stand below each other. */
static inline uint64_t ovi_clique_at(uint32_t a, uint32_t lower) {
  return (uint64_t)a * (a - 1) / 2 + lower;
}

/* In units: share, way, share. */
static inline uint32_t ovi_clique_cost_at(const ovi_clique *clique, uint64_t at) {
  return clique->wide ? ovi_get_u32(clique->costs + 4 * at)
                      : (uint32_t)ovi_get_u16(clique->costs + 2 * at) << clique->shift;
}

/* Cost between two different places. */
static inline uint32_t ovi_clique_cost(const ovi_clique *clique, uint32_t a, uint32_t b) {
  return ovi_clique_cost_at(clique, a > b ? ovi_clique_at(a, b) : ovi_clique_at(b, a));
}

/* In a directed layer: what it costs to come in by the port at place `from` and leave by
 * that at `to`; OVI_NO_COST_32 if there is no way. A row has one `to`. */
static inline uint32_t ovi_square_cost(const ovi_clique *clique, uint32_t to, uint32_t from) {
  const uint64_t at = (uint64_t)to * clique->count + from;
  if (clique->wide) {
    return ovi_get_u32(clique->costs + 4 * at);
  }
  const uint32_t stored = ovi_get_u16(clique->costs + 2 * at);
  return stored != OVI_NO_COST_16 ? stored << clique->shift : OVI_NO_COST_32;
}

/* What leaving by a port costs from its own cell on; OVI_NO_COST_32 if one can't. */
static inline uint32_t ovi_square_exit(const ovi_clique *clique, uint32_t place) {
  return ovi_square_cost(clique, place, place);
}

/* A port's place in the clique of its component. */
uint32_t ovi_port_place(const ovi_region *region, uint32_t port, uint32_t component);

/* Whether two regions know the same waypoints of their border, in the same order; `other` lies
 * where the group leads. */
bool ovi_group_is_shared(const ovi_region *region, int group, const ovi_region *other);

#endif
