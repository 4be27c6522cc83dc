/* Lists the ports of the region beyond the border. */
#include "coarse/refine/exits.h"

/* Lists none: a region that is not loaded has a placeholder, although the stops are valid. */
static void list_no_exits(ovi_exits *exits) {
  exits->groups = (ovi_port_groups){{0}};
  exits->group = 0;
}

void ovi_exits_begin(ovi_exits *exits, const ovi_layer *layer, const ovi_stop *stop,
                     const ovi_stop *behind) {
  uint32_t id =
      stop->side == 0 ? stop->region : ovi_waypoint_other_region(layer, stop->region, stop->number);
  exits->layer = layer;
  if (id == UINT32_MAX) {
    list_no_exits(exits);
    return;
  }
  exits->region = ovi_region_view(layer, id);
  exits->groups = ovi_port_groups_of(&exits->region);
  ovi_port port = ovi_port_of_waypoint(layer, &exits->region, stop->region, stop->number);
  ovi_port onward = ovi_port_of_waypoint(layer, &exits->region, behind->region, behind->number);
  if (port.port >= exits->region.ports.count || onward.port >= exits->region.ports.count) {
    list_no_exits(exits);
    return;
  }
  exits->group = port.group;
  exits->component = ovi_port_component(&exits->region, port.port);
  exits->clique = ovi_region_clique(&exits->region, exits->component);
  exits->behind = ovi_port_place(&exits->region, onward.port, exits->component);
  exits->cost_to_go = behind->cost_to_go;
}

static ovi_exit exit_at(const ovi_exits *exits, uint32_t port, uint64_t cost_to_go) {
  ovl_cell cells[2];
  ovi_port_cells(&exits->region, exits->group, port, cells);
  ovi_exit exit;
  exit.stop = ovi_waypoint_of_port(exits->layer, &exits->region, &exits->groups, port);
  exit.stop.cost_to_go = cost_to_go;
  exit.stop.side = exits->group < OVI_OWN_GROUPS ? 0 : 1;
  exit.before = cells[1];
  exit.diagonal = cells[0].x != cells[1].x && cells[0].y != cells[1].y;
  return exit;
}

bool ovi_exits_next(const ovi_exits *exits, uint32_t *port, ovi_exit *exit) {
  while (*port < exits->groups.begins[exits->group + 1]) {
    const uint32_t at = (*port)++;
    if (ovi_port_component(&exits->region, at) != exits->component) {
      continue;
    }
    uint32_t place = ovi_port_place(&exits->region, at, exits->component);
    if (place != exits->behind) {
      const uint32_t edge = ovi_clique_way(&exits->clique, exits->behind, place);
      *exit = exit_at(exits, at, exits->cost_to_go + edge);
      return true;
    }
  }
  return false;
}
