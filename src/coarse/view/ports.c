/* From ports to waypoints and back, and the cliques of ports. */
#include "coarse/view/ports.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "overland_inspect.h"

static uint32_t linked_begin(const ovi_region *region, uint32_t component) {
  return ovi_get_u16(region->ports.linked_begins + 2 * (uint64_t)component);
}

uint32_t ovi_port_component(const ovi_region *region, uint32_t port) {
  if (region->components.linked <= 1) {
    return 0;
  }
  OVI_ASSERT(port < region->ports.count);
  uint32_t place = ovi_get_u16(region->ports.places + 2 * (uint64_t)port);
  uint32_t component = 0;
  while (place >= linked_begin(region, component + 1)) {
    component++;
  }
  return component;
}

uint32_t ovi_port_place(const ovi_region *region, uint32_t port, uint32_t component) {
  if (region->components.linked <= 1) {
    return port;
  }
  OVI_ASSERT(ovi_port_component(region, port) == component);
  return ovi_get_u16(region->ports.places + 2 * (uint64_t)port) - linked_begin(region, component);
}

uint32_t ovi_linked_component(const ovi_region *region, uint32_t linked) {
  if (region->components.cliques == NULL) {
    return linked;
  }
  const uint32_t place = region->components.linked <= 1 ? 0 : linked_begin(region, linked);
  const uint32_t port = region->components.linked <= 1
                            ? place
                            : ovi_get_u16(region->ports.order + 2 * (uint64_t)place);
  const uint32_t cell = ovi_port_cell(region, port);
  return ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
}

ovi_clique ovi_region_clique(const ovi_region *region, uint32_t component) {
  ovi_clique clique = {NULL,
                       region->costs.values,
                       0,
                       region->ports.count,
                       region->layer_block[OVI_LAYER_COST_SHIFT],
                       (region->flags & OVI_FLAG_WIDE) != 0,
                       (region->flags & OVI_FLAG_DIRECTED) != 0};
  if (region->components.linked <= 1) {
    return clique;
  }
  OVI_ASSERT(component < region->components.linked);
  uint64_t before = 0;
  for (uint32_t c = 0; c < component; c++) {
    uint64_t size = linked_begin(region, c + 1) - linked_begin(region, c);
    before += ovi_clique_costs(size, clique.is_square);
  }
  uint32_t begin = linked_begin(region, component);
  clique.order = region->ports.order + 2 * (uint64_t)begin;
  clique.begin = begin;
  clique.costs += before * (clique.wide ? 4 : 2);
  clique.count = linked_begin(region, component + 1) - begin;
  return clique;
}

/* The cost of entering by a place and leaving by another, without that of a link. */
static uint32_t walk_cost_to(const ovi_region *region, const ovi_clique *clique, uint32_t to,
                             uint32_t from) {
  const uint32_t cost = ovi_square_cost(clique, to, from);
  const bool is_link = ovi_clique_port(clique, to) >=
                       region->ports.count - region->ports.links_out - region->ports.links_in;
  const uint32_t leave = is_link && cost != OVI_NO_COST_32 ? ovi_square_exit(clique, to) : 0;
  return cost >= leave ? cost - leave : OVI_NO_COST_32;
}

uint32_t ovi_walk_cost(const ovi_region *region, const ovi_clique *clique, uint32_t a, uint32_t b) {
  const uint32_t cost = walk_cost_to(region, clique, a, b);
  return cost != OVI_NO_COST_32 ? cost : walk_cost_to(region, clique, b, a);
}

/* The own group of a waypoint; OVI_GROUP_COUNT: it is a link. */
static int own_group(const uint8_t *layer_block, uint32_t number) {
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    uint32_t count = ovi_layer_group_count(layer_block, group);
    if (number < count) {
      return group;
    }
    number -= count;
  }
  return OVI_GROUP_COUNT;
}

/* ---- Links ------------------------------------------------------------------ */

uint32_t ovi_waypoint_link(const ovi_layer *layer, uint32_t owner, uint32_t number) {
  if (!layer->profile.is_directed) {
    return OVI_NO_LINK;
  }
  ovi_region region = ovi_region_view(layer, owner);
  const uint32_t borders = ovi_layer_group_begin(region.layer_block, OVI_OWN_GROUPS);
  return number >= borders && number - borders < region.ports.links_out
             ? ovi_region_link(&region, number - borders)
             : OVI_NO_LINK;
}

uint32_t ovi_port_of_end(const ovi_layer *layer, const ovi_region *region, const ovi_stop *stop,
                         bool second) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const uint32_t link = ovi_waypoint_link(layer, stop->region, stop->number);
  const uint32_t place =
      link != OVI_NO_LINK ? ovi_region_link_place(region, link, second) : OVI_NO_LINK;
  return place != OVI_NO_LINK ? groups.begins[OVI_GROUP_COUNT] + place : UINT32_MAX;
}

OVI_NOINLINE static ovi_port port_of_link(const ovi_layer *layer, const ovi_region *region,
                                          uint32_t owner, uint32_t number) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  if (owner == region->id) {
    return (ovi_port){ovi_own_port(&groups, number), OVI_LINK_OUT};
  }
  const ovi_stop stop = {0, owner, (uint16_t)number, 0};
  return (ovi_port){ovi_port_of_end(layer, region, &stop, true), OVI_LINK_IN};
}

/* The waypoint of a link that ends in a region. */
OVI_NOINLINE static ovi_stop waypoint_of_link(const ovi_layer *layer, uint32_t link) {
  ovi_region owner = ovi_region_view(layer, ovi_link_region(layer, link, false));
  const uint32_t place = ovi_region_link_place(&owner, link, false);
  const uint32_t number = ovi_layer_group_begin(owner.layer_block, OVI_OWN_GROUPS) + place;
  return (ovi_stop){0, owner.id, place != OVI_NO_LINK ? (uint16_t)number : UINT16_MAX, 0};
}

/* ---- Ports and waypoints ------------------------------------------------------ */

ovi_port ovi_port_of_waypoint(const ovi_layer *layer, const ovi_region *region, uint32_t owner,
                              uint32_t number) {
  const uint8_t *layer_block = ovi_region_layer_block(layer, owner);
  int group = own_group(layer_block, number);
  if (group == OVI_GROUP_COUNT) {
    return layer->profile.is_directed ? port_of_link(layer, region, owner, number)
                                      : (ovi_port){UINT32_MAX, OVI_GROUP_COUNT};
  }
  if (owner == region->id) {
    return (ovi_port){number, group};
  }
  int seen = ovi_group_opposite(group);
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const uint32_t port = groups.begins[seen] + number - ovi_layer_group_begin(layer_block, group);
  return (ovi_port){port < groups.begins[seen + 1] ? port : UINT32_MAX, seen};
}

uint32_t ovi_waypoint_other_region(const ovi_layer *layer, uint32_t owner, uint32_t number) {
  int group = own_group(ovi_region_layer_block(layer, owner), number);
  if (group == OVI_GROUP_COUNT) {
    uint32_t link = ovi_waypoint_link(layer, owner, number);
    return link != OVI_NO_LINK ? ovi_link_region(layer, link, true) : UINT32_MAX;
  }
  return ovi_neighbour_id(layer, owner, group);
}

ovi_stop ovi_waypoint_of_port(const ovi_layer *layer, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port) {
  if (port < groups->begins[OVI_OWN_GROUPS]) {
    return (ovi_stop){0, region->id, (uint16_t)port, 1};
  }
  if (port >= region->ports.count) { /* the region is a placeholder, or a file is wrong */
    return (ovi_stop){0, region->id, UINT16_MAX, 0};
  }
  if (ovi_port_is_link(groups, port)) {
    const uint32_t place = port - groups->begins[OVI_GROUP_COUNT];
    return place < region->ports.links_out
               ? (ovi_stop){0, region->id, (uint16_t)(groups->begins[OVI_OWN_GROUPS] + place), 1}
               : waypoint_of_link(layer, ovi_region_link(region, place));
  }
  int group = ovi_port_group(groups, port);
  uint32_t owner = ovi_region_neighbour(layer, region, group);
  uint32_t number = ovi_layer_group_begin(ovi_region_layer_block(layer, owner), group & 3) + port -
                    groups->begins[group];
  return (ovi_stop){0, owner, (uint16_t)number, 0};
}

/* The cells of a waypoint that is a link. */
OVI_NOINLINE static void list_link_cells(const ovi_layer *layer, ovl_waypoint *waypoint) {
  const ovi_region region = ovi_region_view(layer, (uint32_t)waypoint->region);
  /* The place of a link among those that begin in its owner. */
  const uint32_t place =
      (uint32_t)waypoint->number - ovi_layer_group_begin(region.layer_block, OVI_OWN_GROUPS);
  if (place >= region.ports.links_out) { /* a placeholder: any cell serves */
    waypoint->first = waypoint->second = (ovl_cell){region.x, region.y, 0};
    return;
  }
  const ovi_link link = ovi_link_at(layer, ovi_region_link(&region, place));
  waypoint->first = link.first;
  waypoint->second = link.second;
}

ovl_waypoint ovi_waypoint_cells(const ovi_layer *layer, uint32_t owner, uint32_t number) {
  ovl_waypoint waypoint = {.region = (int32_t)owner, .number = (int32_t)number};
  const int group = own_group(ovi_region_layer_block(layer, owner), number);
  if (group == OVI_GROUP_COUNT) {
    list_link_cells(layer, &waypoint);
    return waypoint;
  }
  ovl_cell corner;
  const uint32_t cell = ovi_region_port_cell(layer, owner, number, &corner);
  const int direction = ovi_port_direction(group, cell);
  waypoint.first = (ovl_cell){corner.x + ovi_port_x(cell), corner.y + ovi_port_y(cell), 0};
  waypoint.second = (ovl_cell){waypoint.first.x + ovi_direction_x(direction),
                               waypoint.first.y + ovi_direction_y(direction), 0};
  return waypoint;
}

bool ovi_group_is_shared(const ovi_region *region, int group, const ovi_region *other) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const ovi_port_groups other_groups = ovi_port_groups_of(other);
  const uint32_t count = groups.begins[group + 1] - groups.begins[group];
  const int opposite = ovi_group_opposite(group);
  if (other_groups.begins[opposite + 1] - other_groups.begins[opposite] != count) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t here = groups.begins[group] + i;
    const uint32_t there = ovi_port_cell(other, other_groups.begins[opposite] + i);
    ovl_cell cells[2];
    ovi_port_cells(region, group, here, cells);
    if (ovi_port_cell(region, here) >> 14 != there >> 14 ||
        cells[1].x != other->x + ovi_port_x(there) || cells[1].y != other->y + ovi_port_y(there)) {
      return false;
    }
  }
  return true;
}

bool ovi_port_order_is_valid(const uint8_t *begins, uint32_t linked, const uint8_t *order,
                             const uint8_t *places) {
  const uint32_t count = ovi_get_u16(begins + 2 * (uint64_t)linked);
  for (uint32_t component = 0; component < linked; component++) {
    const uint32_t end = ovi_get_u16(begins + 2 * ((uint64_t)component + 1));
    uint32_t next = 0; /* the least number that a port may have */
    for (uint32_t place = ovi_get_u16(begins + 2 * (uint64_t)component); place < end; place++) {
      const uint32_t port = ovi_get_u16(order + 2 * (uint64_t)place);
      if (port < next || port >= count || ovi_get_u16(places + 2 * (uint64_t)port) != place) {
        return false;
      }
      next = port + 1;
    }
  }
  return true;
}
