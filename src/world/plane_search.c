/* Makes the object, and fills its window with all regions and links. */
#include "world/plane_search.h"

#include "coarse/view/links.h"
#include "coarse/view/region_box.h"

/* ---- The window ----------------------------------------------------------------- */

/* The most cells of a plane that a window may hold, margin included: a node has 32 bits, of a cell
 * and one of eight directions. And the most links: each takes up to four exceptions, whose numbers
 * have 32 bits. */
#define MOST_PLANE_CELLS ((uint64_t)1 << 29)
#define MOST_PLANE_LINKS ((uint64_t)1 << 28)

static bool fits_window(const ovi_layer *layer) {
  return (uint64_t)(layer->partition.width + 2) * (uint64_t)(layer->partition.height + 2) <=
             MOST_PLANE_CELLS &&
         layer->shared->link_count <= MOST_PLANE_LINKS;
}

static uint32_t count_exceptions(const ovi_layer *layer) {
  uint32_t count = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    count += ovi_region_view(layer, id).costs.exceptions;
    ovi_layer_unpin(layer);
  }
  return count;
}

static bool has_steps(const ovi_layer *layer, bool opens) {
  return layer->profile.is_directed ||
         (opens && (layer->shared->link_count != 0 || layer->shared->has_heights));
}

static void plane_search_reserve(ovi_plane_search *plane, ovi_arena *arena, const ovi_layer *layer,
                                 bool opens) {
  const ovi_window_shape shape = {0, 0,    layer->partition.width, layer->partition.height, 0,
                                  0, false};
  ovi_window_reserve(&plane->window, arena, shape, false);
  if (has_steps(layer, opens)) { /* a link may lead in both directions, and a hop takes two */
    ovi_window_reserve_steps(&plane->window, arena, layer->shared->has_heights,
                             count_exceptions(layer) + 4 * layer->shared->link_count);
  }
  ovi_fine_reserve(&plane->search, arena, plane->window.max_cells);
}

/* Adds hops for the links that the profile may take, with `opens` also if their ends are blocked.
 */
static void add_hops(ovi_window *window, const ovi_layer *layer, bool opens) {
  for (uint32_t number = 0; number < layer->shared->link_count; number++) {
    const ovi_link link = ovi_link_at(layer, number);
    const uint32_t first = ovi_window_cell(window, link.first.x, link.first.y);
    const uint32_t second = ovi_window_cell(window, link.second.x, link.second.y);
    const bool is_open = window->weights[first] != 0 && window->weights[second] != 0;
    if (!ovi_link_is_for(layer, number) || !(opens || is_open)) {
      continue;
    }
    ovi_window_add_hop(window, first, second, link.cost);
    if (link.cost_back != 0) {
      ovi_window_add_hop(window, second, first, link.cost_back);
    }
  }
}

static void plane_window_fill(ovi_window *window, const ovi_layer *layer, bool opens) {
  const ovi_rectangle all = {0, 0, layer->partition.width, layer->partition.height};
  const ovi_window_ground ground = {layer->profile.min_weight, false, has_steps(layer, opens)};
  ovi_layer_open_window(layer, window, all, &ground);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    ovi_region_paste(layer, &region, window);
    ovi_layer_unpin(layer);
  }
  if (ground.steps) {
    add_hops(window, layer, opens);
  }
}

/* ---- The object ----------------------------------------------------------------- */

uint64_t ovi_plane_search_bytes(const ovl_world *world, int32_t profile, size_t size, bool opens) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  ovi_plane_search counted;
  ovi_arena arena = {NULL, 0};
  if (layer == NULL || !fits_window(layer)) {
    return 0;
  }
  ovi_arena_take(&arena, 1, size);
  plane_search_reserve(&counted, &arena, layer, opens);
  return arena.used;
}

ovl_result ovi_plane_search_make(const ovl_world *world, int32_t profile, size_t size, bool opens,
                                 const ovl_allocator *allocator, ovi_plane_search **made,
                                 ovl_fault *fault) {
  const uint64_t bytes = ovi_plane_search_bytes(world, profile, size, opens);
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"world: too large", bytes == 0, 0, 0}};
  const ovi_object object = {allocator != NULL ? *allocator : *ovl_default_allocator(), bytes,
                             NULL};
  ovi_arena arena;
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  result = result == OVL_OK ? ovi_object_make(&object, 0, size, &arena, fault) : result;
  *made = NULL;
  if (result != OVL_OK) {
    return result;
  }
  ovi_plane_search *plane = (ovi_plane_search *)(void *)arena.block;
  plane->world = world;
  plane->layer = ovi_world_layer(world, profile);
  plane_search_reserve(plane, &arena, plane->layer, opens);
  ovi_world_begin_call(world);
  plane_window_fill(&plane->window, plane->layer, opens);
  result = ovi_world_end_call(world, OVL_OK);
  if (result != OVL_OK) {
    ovi_object_destroy(plane);
    return result;
  }
  *made = plane;
  return OVL_OK;
}
