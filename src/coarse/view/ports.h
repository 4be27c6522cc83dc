/* Ports, which are waypoints as a region sees them, and the costs between them.
 *
 * A waypoint is named by its owner, the region of its first cell, and its number there. Both
 * regions that it touches list it as a port. The other side of a border keeps a group in the same
 * order, so group and place in the group give the port there by arithmetic. For a link the region
 * of its second end is looked up, and the port there is found by the number of the link; both ends
 * may lie in one region, which then has two ports of it. */
#ifndef OVERLAND_COARSE_VIEW_PORTS_H
#define OVERLAND_COARSE_VIEW_PORTS_H

#include "coarse/view/links.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland_inspect.h"

/* The direction in which the region on the other side of a group lies. */
static inline int32_t ovi_group_x(int group) {
  static const int8_t x[OVI_GROUP_COUNT] = {1, 0, 1, -1, -1, 0, -1, 1};
  return x[group];
}

static inline int32_t ovi_group_y(int group) {
  static const int8_t y[OVI_GROUP_COUNT] = {0, 1, 1, 1, 0, -1, -1, -1};
  return y[group];
}

/* The group that the region on the other side has the same waypoints in. */
static inline int ovi_group_opposite(int group) { return (group + OVI_OWN_GROUPS) & 7; }

/* The ports of one group of a region are numbered from begins[group] to before begins[group + 1].
 */
typedef struct ovi_port_groups {
  uint32_t begins[OVI_GROUP_COUNT + 1];
} ovi_port_groups;

/* From the counts of ports as a block stores them, u16 a group. */
static inline ovi_port_groups ovi_port_groups_read(const uint8_t *counts) {
  ovi_port_groups groups = {{0}};
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
  return rx >= 0 && ry >= 0 && rx < layer->partition.regions_x && ry < layer->partition.regions_y;
}

/* The region on the other side of a group; it exists. */
static inline uint32_t ovi_neighbour_id(const ovi_layer *layer, uint32_t id, int group) {
  return (uint32_t)((int32_t)id + ovi_group_y(group) * layer->partition.regions_x +
                    ovi_group_x(group));
}

static inline uint32_t ovi_region_neighbour(const ovi_layer *layer, const ovi_region *region,
                                            int group) {
  return ovi_neighbour_id(layer, region->id, group);
}

static inline uint32_t ovi_port_cell(const ovi_region *region, uint32_t port) {
  return ovi_get_u16(region->ports.cells + 2 * (uint64_t)port);
}

static inline int32_t ovi_port_x(uint32_t cell) { return (int32_t)(cell & 127u); }
static inline int32_t ovi_port_y(uint32_t cell) { return (int32_t)(cell >> 7 & 127u); }

static inline bool ovi_port_is_long(int topology, int group, uint32_t cell) {
  return topology != OVI_HEXAGONS && ((group & 3) >= OVI_GROUP_SE || cell >> 14 != 0);
}

/* The direction of the step over a port, from the region's side to the other. */
static inline int ovi_port_direction(int group, uint32_t cell) {
  return ovi_direction_slanted(ovi_direction_of(ovi_group_x(group), ovi_group_y(group)),
                               cell >> 14);
}

/* The cells of the step over a port: the region's own, and the one on the other side. */
static inline void ovi_port_cells(const ovi_region *region, int group, uint32_t port,
                                  ovl_cell cells[2]) {
  const uint32_t cell = ovi_port_cell(region, port);
  const int direction = ovi_port_direction(group, cell);
  cells[0] = (ovl_cell){region->x + ovi_port_x(cell), region->y + ovi_port_y(cell), 0};
  cells[1] = (ovl_cell){cells[0].x + ovi_direction_x(direction),
                        cells[0].y + ovi_direction_y(direction), 0};
}

/* The linked component of a port. */
uint32_t ovi_port_component(const ovi_region *region, uint32_t port);

/* The local component that is a linked one, in a layer without arcs, where each has one; of a
 * forged region, some local component. */
uint32_t ovi_linked_component(const ovi_region *region, uint32_t linked);

/* The group of a port. */
static inline int ovi_port_group(const ovi_port_groups *groups, uint32_t port) {
  int group = 0;
  OVI_ASSERT(port < groups->begins[OVI_GROUP_COUNT]); /* it is no link */
  while (port >= groups->begins[group + 1]) {
    group++;
  }
  return group;
}

/* The port of a waypoint in one of its two regions. */
typedef struct ovi_port {
  uint32_t port; /* UINT32_MAX if the region does not touch the waypoint */
  int group;
} ovi_port;

/* Instead of a group: a link that begins in the region, or one that ends there. */
enum { OVI_LINK_OUT = OVI_GROUP_COUNT, OVI_LINK_IN };

/* Returns whether a port is that of a link. */
static inline bool ovi_port_is_link(const ovi_port_groups *groups, uint32_t port) {
  return port >= groups->begins[OVI_GROUP_COUNT];
}

/* Returns whether the region of a port owns its waypoint. */
static inline bool ovi_port_is_own(const ovi_region *region, const ovi_port_groups *groups,
                                   uint32_t port) {
  return port < groups->begins[OVI_OWN_GROUPS] ||
         (ovi_port_is_link(groups, port) &&
          port - groups->begins[OVI_GROUP_COUNT] < region->ports.links_out);
}

/* The port of a waypoint in its owner. Of a layer without links it is the number of the waypoint.
 */
static inline uint32_t ovi_own_port(const ovi_port_groups *groups, uint32_t number) {
  return number < groups->begins[OVI_OWN_GROUPS]
             ? number
             : number - groups->begins[OVI_OWN_GROUPS] + groups->begins[OVI_GROUP_COUNT];
}

/* A waypoint of a route. */
typedef struct ovi_stop {
  uint64_t cost_to_go; /* cost units, from the middle of its step to the goal */
  uint32_t region;     /* region of the waypoint's first cell */
  uint16_t number;     /* number of the waypoint within that region */
  uint16_t side;       /* the route continues in the region of its first (0) or second cell (1) */
} ovi_stop;

/* The port of waypoint (owner, number) in `region`, which is its owner or the region on its other
 * side; if both are the same, the port of the first end of the link. */
ovi_port ovi_port_of_waypoint(const ovi_layer *layer, const ovi_region *region, uint32_t owner,
                              uint32_t number);

/* The port of the first or the second end of a link, given by its waypoint, in the region of that
 * end; UINT32_MAX: there is none. */
uint32_t ovi_port_of_end(const ovi_layer *layer, const ovi_region *region, const ovi_stop *stop,
                         bool second);

/* The region on the other side of a waypoint; UINT32_MAX: the owner has no such number. */
uint32_t ovi_waypoint_other_region(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* Returns whether a stop that the caller gave names a waypoint. */
static inline bool ovi_stop_is_valid(const ovi_layer *layer, const ovi_stop *stop) {
  return stop->region < ovi_region_count(layer) && stop->side <= 1 &&
         ovi_waypoint_other_region(layer, stop->region, stop->number) != UINT32_MAX;
}

/* The waypoint of a port, as a stop of a route that leaves the region there; its cost is 0. Of a
 * port that the region does not have it is no waypoint: its number is UINT16_MAX. */
ovi_stop ovi_waypoint_of_port(const ovi_layer *layer, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port);

/* The two cells of a waypoint. */
ovl_waypoint ovi_waypoint_cells(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* The number of the link that a waypoint is; OVI_NO_LINK: it is none. */
uint32_t ovi_waypoint_link(const ovi_layer *layer, uint32_t owner, uint32_t number);

/* The ports and costs of one linked component. */
typedef struct ovi_clique {
  const uint8_t *order; /* u16 a port; NULL: the ports in their own order */
  const uint8_t *costs; /* a triangle; in a directed layer a square */
  uint32_t begin;       /* its first place among those of the region */
  uint32_t count;
  uint32_t shift;
  bool wide;
  bool is_square;
} ovi_clique;

/* The number of costs of a clique. */
static inline uint64_t ovi_clique_costs(uint64_t ports, bool is_square) {
  return is_square ? ports * ports : ports * (ports - 1) / 2;
}

ovi_clique ovi_region_clique(const ovi_region *region, uint32_t component);

static inline uint32_t ovi_clique_port(const ovi_clique *clique, uint32_t place) {
  return clique->order != NULL ? ovi_get_u16(clique->order + 2 * (uint64_t)place) : place;
}

/* The index in the triangle of the cost between place a and a lower one. Row a has the costs to
 * places 0, 1, ... a - 1, so the costs to higher places stand below each other. */
static inline uint64_t ovi_clique_at(uint32_t a, uint32_t lower) {
  OVI_ASSERT(lower < a || a == 0);
  return (uint64_t)a * (a - 1) / 2 + lower;
}

/* A cost of the triangle, in cost units: half of the first crossing, the path, half of the second.
 */
static inline uint32_t ovi_clique_cost_at(const ovi_clique *clique, uint64_t at) {
  return clique->wide ? ovi_get_u32(clique->costs + 4 * at)
                      : (uint32_t)ovi_get_u16(clique->costs + 2 * at) << clique->shift;
}

/* The cost between two different places. */
static inline uint32_t ovi_clique_cost(const ovi_clique *clique, uint32_t a, uint32_t b) {
  return ovi_clique_cost_at(clique, a > b ? ovi_clique_at(a, b) : ovi_clique_at(b, a));
}

/* In a directed layer, the cost of entering by the port at place `from` and leaving by the one at
 * `to`; OVI_NO_COST_32: there is no path. All costs of one row have the same `to`. */
static inline uint32_t ovi_square_cost(const ovi_clique *clique, uint32_t to, uint32_t from) {
  OVI_ASSERT(to < clique->count && from < clique->count);
  const uint64_t at = (uint64_t)to * clique->count + from;
  if (clique->wide) {
    return ovi_get_u32(clique->costs + 4 * at);
  }
  const uint32_t stored = ovi_get_u16(clique->costs + 2 * at);
  return stored != OVI_NO_COST_16 ? stored << clique->shift : OVI_NO_COST_32;
}

/* The cost of entering by the port at place `from` and leaving by that at another place, in any
 * layer; OVI_NO_COST_32: there is no such path. */
static inline uint32_t ovi_clique_way(const ovi_clique *clique, uint32_t to, uint32_t from) {
  return clique->is_square ? ovi_square_cost(clique, to, from) : ovi_clique_cost(clique, to, from);
}

/* The cost of leaving by a port from its own cell; OVI_NO_COST_32: it cannot be left by. */
static inline uint32_t ovi_square_exit(const ovi_clique *clique, uint32_t place) {
  return ovi_square_cost(clique, place, place);
}

/* In a directed layer where nothing but links depends on the direction, the cost of walking between
 * two different places: half of the first crossing, the path, half of the second, with nothing for
 * links. OVI_NO_COST_32: no path, or both are ends of links that are one-way in the same sense. */
uint32_t ovi_walk_cost(const ovi_region *region, const ovi_clique *clique, uint32_t a, uint32_t b);

/* The place of a port in the clique of its component. */
uint32_t ovi_port_place(const ovi_region *region, uint32_t port, uint32_t component);

/* Returns whether the order of the ports of a region or of a cluster and their places in it are
 * inverse to each other, and ports ascend in each linked component. The begins of these rise. */
bool ovi_port_order_is_valid(const uint8_t *begins, uint32_t linked, const uint8_t *order,
                             const uint8_t *places);

/* Returns whether two regions have the same waypoints of their border, in the same order; `other`
 * lies where the group leads. */
bool ovi_group_is_shared(const ovi_region *region, int group, const ovi_region *other);

#endif
