/* One-to-many search inside one region, ended when the last port of the cell's
 * component is settled. */
#include "links.h"

#include "ports.h"

/* The links of one cell while they are made. */
typedef struct link_task {
  ovi_links *links;
  ovi_stretch *stretch;
  ovi_region region;
  ovi_clique clique;
  int32_t x, y; /* of the cell, in the region */
} link_task;

/* A port as the searches see it. */
typedef struct port_view {
  uint32_t port;
  int32_t x, y;   /* in the region */
  uint32_t share; /* units: its half of the crossing step */
} port_view;

static void open_region(const ovi_layer *layer, const ovi_region *region, ovi_window *window) {
  bool bits = layer->corners == OVL_CORNERS_STRICT && ovi_part_is_plain(layer, region->part);
  ovi_window_shape shape = {region->x,      region->y,         region->w, region->h,
                            layer->corners, layer->min_weight, bits};
  ovi_window_open(window, &shape);
  ovi_region_paste(layer, region, window);
}

/* The port at a place of the component. `group` is that of the place before:
 * ports come in their order. */
static inline port_view view_port(const link_task *task, const uint32_t begins[9], uint32_t place,
                                  int *group) {
  const ovi_window *window = &task->stretch->window;
  port_view view;
  view.port = ovi_clique_port(&task->clique, place);
  while (view.port >= begins[*group + 1]) {
    ++*group;
  }
  uint32_t cell = ovi_port_cell(&task->region, view.port);
  view.x = ovi_port_x(cell);
  view.y = ovi_port_y(cell);
  uint32_t weight = window->uses_bits ? window->min_weight
                                      : window->weights[ovi_window_cell(window, view.x, view.y)];
  view.share = ovi_share(weight, ovi_port_is_diagonal(*group, cell));
  return view;
}

static uint32_t way_cost(const link_task *task, const port_view *view) {
  return (uint32_t)ovi_fine_cost(&task->stretch->search,
                                 ovi_window_cell(&task->stretch->window, view->x, view->y));
}

static bool find_all(const link_task *task) {
  ovi_fine_search *search = &task->stretch->search;
  ovi_window *window = &task->stretch->window;
  ovi_fine_begin(search, window, task->x, task->y);
  for (uint32_t place = 0; place < task->clique.count; place++) {
    uint32_t cell = ovi_port_cell(&task->region, ovi_clique_port(&task->clique, place));
    ovi_fine_add_target(search, window, ovi_port_x(cell), ovi_port_y(cell), true);
  }
  if (!ovi_fine_settle(search, window)) {
    return false;
  }
  uint32_t begins[9];
  int group = 0;
  ovi_group_begins(&task->region, begins);
  for (uint32_t place = 0; place < task->clique.count; place++) {
    port_view view = view_port(task, begins, place, &group);
    task->links->costs[view.port] = way_cost(task, &view) + view.share;
  }
  return true;
}

bool ovi_links_find(ovi_links *links, const ovi_layer *layer, ovi_stretch *stretch, ovl_cell cell) {
  link_task task = {.links = links, .stretch = stretch};
  task.region = ovi_region_view(layer, ovi_region_at(layer, cell.x, cell.y));
  task.x = cell.x - task.region.x;
  task.y = cell.y - task.region.y;
  links->region = task.region.id;
  links->count = task.region.ports;
  links->component = ovi_region_component(&task.region, task.x, task.y);
  for (uint32_t port = 0; port < links->count; port++) {
    links->costs[port] = OVI_NO_LINK;
  }
  if (links->component >= task.region.linked) {
    return true; /* a pocket without a way out */
  }
  task.clique = ovi_region_clique(&task.region, links->component);
  open_region(layer, &task.region, &stretch->window);
  return find_all(&task);
}
