/* Finds arcs from the blocks of regions: steps inside a region with several components are found in
 * a window of it; a waypoint or link gives an arc if its port can be left. */
#include "coarse/islands/component_arcs.h"

#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "fine/window_steps.h"

typedef struct arcs_finder {
  ovi_buffer *arcs;
  const ovi_layer *layer;
  ovi_window window;
  ovi_arc last; /* the arc added last: neighbouring steps often repeat it */
  bool full;
} arcs_finder;

static void add_arc(arcs_finder *finder, uint32_t from, uint32_t to) {
  if (from == to || (finder->last.from == from && finder->last.to == to)) {
    return;
  }
  uint8_t *out = ovi_buffer_add(finder->arcs, sizeof(ovi_arc));
  finder->full = finder->full || out == NULL;
  if (out != NULL) {
    finder->last = (ovi_arc){from, to};
    memcpy(out, &finder->last, sizeof(ovi_arc));
  }
}

/* ---- Steps inside a region -------------------------------------------------- */

static void add_steps_of(arcs_finder *finder, const ovi_region *region, int32_t x, int32_t y) {
  const uint32_t first = ovi_region_first_slot(finder->layer, region->id);
  const uint32_t from = ovi_region_component(region, x, y);
  for (int direction = 0; from != OVI_NO_COMPONENT && direction < 8; direction++) {
    uint64_t cost;
    if (ovi_window_step(&finder->window, x, y, direction, &cost)) {
      const uint32_t to = ovi_region_component(region, x + ovi_direction_x(direction),
                                               y + ovi_direction_y(direction));
      add_arc(finder, first + from, first + to);
    }
  }
}

static void add_steps(arcs_finder *finder, const ovi_region *region) {
  if (region->components.count < 2 || (region->flags & OVI_FLAG_STEPPED) == 0) {
    return;
  }
  const ovi_window_ground ground = {finder->layer->profile.min_weight, false, true};
  ovi_region_open(finder->layer, region, &finder->window, &ground);
  for (int32_t y = 0; y < region->h; y++) {
    for (int32_t x = 0; x < region->w; x++) {
      add_steps_of(finder, region, x, y);
    }
  }
}

/* ---- Ports ------------------------------------------------------------------ */

/* Whether paths can leave the region by a port. */
static bool is_exit(const ovi_region *region, uint32_t port) {
  const uint32_t component = ovi_port_component(region, port);
  const ovi_clique clique = ovi_region_clique(region, component);
  return ovi_square_exit(&clique, ovi_port_place(region, port, component)) != OVI_NO_COST_32;
}

/* The slot of the local component that a port belongs to. */
static uint32_t arcs_slot_of(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  return ovi_region_first_slot(layer, region->id) +
         ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
}

static void arcs_add_group(arcs_finder *finder, const ovi_region *region, int group,
                           const ovi_port_groups *groups) {
  if (groups->begins[group] == groups->begins[group + 1]) {
    return;
  }
  ovi_region other =
      ovi_region_view(finder->layer, ovi_region_neighbour(finder->layer, region, group));
  const ovi_port_groups other_groups = ovi_port_groups_of(&other);
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    const uint32_t there =
        other_groups.begins[ovi_group_opposite(group)] + port - groups->begins[group];
    const uint32_t from = arcs_slot_of(finder->layer, region, port);
    const uint32_t to = arcs_slot_of(finder->layer, &other, there);
    if (is_exit(region, port)) {
      add_arc(finder, from, to);
    }
    if (is_exit(&other, there)) {
      add_arc(finder, to, from);
    }
  }
}

static void arcs_add_links(arcs_finder *finder, const ovi_region *region, uint32_t first_port) {
  for (uint32_t i = 0; i < region->ports.links_out; i++) {
    const uint32_t number = ovi_get_u32(region->ports.link_numbers + 4 * (uint64_t)i);
    const uint8_t *link = finder->layer->shared->file.links + (uint64_t)number * OVI_LINK_BYTES;
    const int32_t x = (int32_t)ovi_get_u32(link + OVI_LINK_TO);
    const int32_t y = (int32_t)ovi_get_u32(link + OVI_LINK_TO + 4);
    const ovi_region other = ovi_region_view(finder->layer, ovi_region_at(finder->layer, x, y));
    const uint32_t from = arcs_slot_of(finder->layer, region, first_port + i);
    const uint32_t to = ovi_region_first_slot(finder->layer, other.id) +
                        ovi_region_component(&other, x - other.x, y - other.y);
    add_arc(finder, from, to);
    if (ovi_get_u32(link + OVI_LINK_COST_BACK) != 0) {
      add_arc(finder, to, from);
    }
  }
}

/* ---- All -------------------------------------------------------------------- */

static void arcs_reserve(void *user, ovi_arena *arena) {
  arcs_finder *finder = user;
  const int32_t side = finder->layer->partition.region_cells;
  ovi_window_shape shape = {0, 0, side, side, 0, 0, false};
  ovi_window_reserve(&finder->window, arena, shape, false);
  ovi_window_reserve_steps(&finder->window, arena, true, finder->layer->profile.max_exceptions);
}

static void arcs_find(arcs_finder *finder) {
  for (uint32_t id = 0; id < ovi_region_count(finder->layer) && !finder->full; id++) {
    const ovi_region region = ovi_region_view(finder->layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    add_steps(finder, &region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      arcs_add_group(finder, &region, group, &groups);
    }
    arcs_add_links(finder, &region, groups.begins[OVI_GROUP_COUNT]);
  }
}

ovl_result ovi_component_arcs_find(ovi_buffer *arcs, const ovi_layer *layer) {
  arcs_finder finder = {.arcs = arcs, .layer = layer, .last = {UINT32_MAX, UINT32_MAX}};
  ovi_memory memory;
  if (!ovi_memory_take(&memory, arcs->allocator, arcs_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  arcs_find(&finder);
  ovi_memory_release(&memory);
  return finder.full ? OVL_NO_MEMORY : OVL_OK;
}
