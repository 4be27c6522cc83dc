/* Read back from the blocks: steps inside regions of several components from a window of
 * each, crossings and links from what leaving by a port costs. */
#include "coarse/islands/component_arcs.h"

#include "coarse/view/ports.h"
#include "common/compiler.h"

typedef struct finder {
  ovi_buffer *arcs;
  const ovi_layer *layer;
  ovi_window window;
  ovi_arc last; /* the arc that was added last: steps side by side often give one */
  bool full;
} finder;

static void add_arc(finder *f, uint32_t from, uint32_t to) {
  if (from == to || (f->last.from == from && f->last.to == to)) {
    return;
  }
  uint8_t *out = ovi_buffer_add(f->arcs, sizeof(ovi_arc));
  f->full = f->full || out == NULL;
  if (out != NULL) {
    f->last = (ovi_arc){from, to};
    memcpy(out, &f->last, sizeof(ovi_arc));
  }
}

/* ---- Steps inside a region -------------------------------------------------- */

static void open_window(finder *f, const ovi_region *region) {
  const ovi_layer *layer = f->layer;
  ovi_window_shape shape = {
      region->x, region->y, region->w, region->h, layer->profile.corners, layer->profile.min_weight,
      false};
  ovi_window_open_steps(&f->window, &shape, ovi_layer_rule(layer));
  ovi_region_paste(layer, region, &f->window);
}

static void add_steps_of(finder *f, const ovi_region *region, int32_t x, int32_t y) {
  const uint32_t first = ovi_region_first_slot(f->layer, region->id);
  const uint32_t from = ovi_region_component(region, x, y);
  for (int direction = 0; from != OVI_NO_COMPONENT && direction < 8; direction++) {
    uint64_t cost;
    if (ovi_window_step(&f->window, x, y, direction, &cost)) {
      const uint32_t to = ovi_region_component(region, x + ovi_direction_x(direction),
                                               y + ovi_direction_y(direction));
      add_arc(f, first + from, first + to);
    }
  }
}

static void add_steps(finder *f, const ovi_region *region) {
  if (region->components < 2 || (region->flags & OVI_FLAG_STEPPED) == 0) {
    return;
  }
  open_window(f, region);
  for (int32_t y = 0; y < region->h; y++) {
    for (int32_t x = 0; x < region->w; x++) {
      add_steps_of(f, region, x, y);
    }
  }
}

/* ---- Ports ------------------------------------------------------------------ */

/* Whether a port can be left by. */
static bool is_exit(const ovi_region *region, uint32_t port) {
  const uint32_t component = ovi_port_component(region, port);
  const ovi_clique clique = ovi_region_clique(region, component);
  return ovi_square_exit(&clique, ovi_port_place(region, port, component)) != OVI_NO_COST_32;
}

/* The slot of the local component that a port is in. */
static uint32_t slot_of(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  return ovi_region_first_slot(layer, region->id) +
         ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
}

static void add_group(finder *f, const ovi_region *region, int group,
                      const ovi_port_groups *groups) {
  if (groups->begins[group] == groups->begins[group + 1]) {
    return;
  }
  ovi_region other = ovi_region_view(f->layer, ovi_region_neighbour(f->layer, region, group));
  const ovi_port_groups other_groups = ovi_port_groups_of(&other);
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    const uint32_t there =
        other_groups.begins[ovi_group_opposite(group)] + port - groups->begins[group];
    const uint32_t from = slot_of(f->layer, region, port);
    const uint32_t to = slot_of(f->layer, &other, there);
    if (is_exit(region, port)) {
      add_arc(f, from, to);
    }
    if (is_exit(&other, there)) {
      add_arc(f, to, from);
    }
  }
}

static void add_links(finder *f, const ovi_region *region, uint32_t first_port) {
  for (uint32_t i = 0; i < region->links_out; i++) {
    const uint32_t number = ovi_get_u32(region->link_numbers + 4 * (uint64_t)i);
    const uint8_t *link = f->layer->shared->links + (uint64_t)number * OVI_LINK_BYTES;
    const int32_t x = (int32_t)ovi_get_u32(link + OVI_LINK_TO);
    const int32_t y = (int32_t)ovi_get_u32(link + OVI_LINK_TO + 4);
    const ovi_region other = ovi_region_view(f->layer, ovi_region_at(f->layer, x, y));
    const uint32_t from = slot_of(f->layer, region, first_port + i);
    const uint32_t to = ovi_region_first_slot(f->layer, other.id) +
                        ovi_region_component(&other, x - other.x, y - other.y);
    add_arc(f, from, to);
    if (ovi_get_u32(link + OVI_LINK_COST_BACK) != 0) {
      add_arc(f, to, from);
    }
  }
}

/* ---- All -------------------------------------------------------------------- */

static void place(finder *f, ovi_arena *arena) {
  const int32_t side = f->layer->region_cells;
  ovi_window_shape shape = {0, 0, side, side, 0, 0, false};
  ovi_window_reserve(&f->window, arena, shape, false);
  ovi_window_reserve_steps(&f->window, arena, true, f->layer->profile.max_exceptions);
}

static void find(finder *f) {
  for (uint32_t id = 0; id < ovi_region_count(f->layer) && !f->full; id++) {
    const ovi_region region = ovi_region_view(f->layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    add_steps(f, &region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      add_group(f, &region, group, &groups);
    }
    add_links(f, &region, groups.begins[OVI_GROUP_COUNT]);
  }
}

ovl_result ovi_component_arcs_find(ovi_buffer *arcs, const ovi_layer *layer) {
  finder f = {.arcs = arcs, .layer = layer, .last = {UINT32_MAX, UINT32_MAX}};
  ovi_arena counted = {NULL, 0};
  place(&f, &counted);
  uint8_t *memory = ovi_allocate(arcs->allocator, counted.used);
  if (memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {memory, 0};
  place(&f, &cut);
  find(&f);
  ovi_release(arcs->allocator, memory, counted.used);
  return f.full ? OVL_NO_MEMORY : OVL_OK;
}
