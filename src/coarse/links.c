/* One-to-many search inside one region, ended when the last port of the cell's
 * component is settled. */
#include "links.h"

#include "ports.h"

static uint32_t weight_at(const ovi_window *window, int32_t x, int32_t y) {
  return window->uses_bits ? window->min_weight : window->weights[ovi_window_cell(window, x, y)];
}

static void open_region(const ovl_world *world, const ovi_region *region, ovi_window *window) {
  bool bits = world->corners == OVL_CORNERS_STRICT && ovi_region_is_plain(world, region);
  ovi_window_shape shape = {region->x,      region->y,         region->w, region->h,
                            world->corners, world->min_weight, bits};
  ovi_window_open(window, &shape);
  ovi_region_paste(world, region, window);
  if (bits) {
    ovi_window_turn(window);
  }
}

static void mark_ports(const ovi_region *region, const ovi_clique *clique, ovi_window *window) {
  for (uint32_t place = 0; place < clique->count; place++) {
    uint32_t cell = ovi_port_cell(region, ovi_clique_port(clique, place));
    ovi_window_mark(window, ovi_port_x(cell), ovi_port_y(cell));
  }
}

/* The costs that were found, with the ports' halves of the crossing steps. */
static void take_costs(ovi_links *links, const ovi_region *region, const ovi_clique *clique,
                       const ovi_stretch *stretch) {
  const ovi_window *window = &stretch->window;
  uint32_t begins[9];
  int group = 0;
  ovi_group_begins(region, begins);
  for (uint32_t place = 0; place < clique->count; place++) { /* ports come in their order */
    uint32_t port = ovi_clique_port(clique, place);
    while (port >= begins[group + 1]) {
      group++;
    }
    uint32_t cell = ovi_port_cell(region, port);
    int32_t x = ovi_port_x(cell);
    int32_t y = ovi_port_y(cell);
    links->costs[port] = (uint32_t)ovi_fine_cost(&stretch->search, ovi_window_cell(window, x, y)) +
                         ovi_share(weight_at(window, x, y), ovi_port_is_diagonal(group, cell));
  }
}

bool ovi_links_find(ovi_links *links, const ovl_world *world, ovi_stretch *stretch, int32_t x,
                    int32_t y) {
  ovi_region region = ovi_region_view(world, ovi_region_at(world, x, y));
  links->region = region.id;
  links->count = region.ports;
  links->component = ovi_region_component(&region, x - region.x, y - region.y);
  for (uint32_t port = 0; port < region.ports; port++) {
    links->costs[port] = OVI_NO_LINK;
  }
  if (links->component >= region.linked) {
    return true; /* a pocket without a way out */
  }
  ovi_clique clique = ovi_region_clique(&region, links->component);
  open_region(world, &region, &stretch->window);
  mark_ports(&region, &clique, &stretch->window);
  ovi_fine_begin(&stretch->search, &stretch->window, x - region.x, y - region.y);
  if (ovi_fine_run(&stretch->search, UINT64_MAX) != OVI_SEARCH_TARGET) {
    return false;
  }
  take_costs(links, &region, &clique, stretch);
  return true;
}
