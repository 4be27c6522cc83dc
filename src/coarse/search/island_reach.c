/* Depth-first search with a stack of its own. */
#include "coarse/search/island_reach.h"

#include "common/compiler.h"

void ovi_island_reach_reserve(ovi_island_reach *reach, ovi_arena *arena, uint32_t islands) {
  reach->capacity = islands;
  reach->met = ovi_arena_take(arena, islands != 0 ? (uint64_t)islands / 64 + 1 : 0, 8);
  reach->stack = ovi_arena_take(arena, islands, sizeof(uint32_t));
}

/* Puts an island that was not met yet on the stack; returns the new height. */
static uint32_t island_reach_node(ovi_island_reach *reach, uint32_t island, uint32_t height) {
  if (ovi_island_is_reached(reach, island)) {
    return height;
  }
  OVI_ASSERT(height < reach->capacity);
  reach->met[island >> 6] |= (uint64_t)1 << (island & 63);
  reach->stack[height] = island;
  return height + 1;
}

bool ovi_island_reaches(ovi_island_reach *reach, const ovi_layer *layer, uint32_t from,
                        uint32_t to) {
  memset(reach->met, 0, ((size_t)layer->islands.count / 64 + 1) * sizeof(uint64_t));
  uint32_t height = island_reach_node(reach, from, 0);
  while (height != 0) {
    const uint32_t island = reach->stack[--height];
    uint32_t begin;
    uint32_t end;
    if (island == to) {
      return true;
    }
    ovi_island_arcs(layer, island, &begin, &end);
    for (uint32_t arc = begin; arc < end; arc++) {
      height = island_reach_node(reach, ovi_island_of_arc(layer, arc), height);
    }
  }
  return false;
}

void ovi_island_reach_all(ovi_island_reach *reach, const ovi_layer *layer, uint32_t from) {
  ovi_island_reaches(reach, layer, from, 0); /* islands are numbered from 1 */
}

bool ovi_island_reach_has(const void *user, uint32_t island) {
  return ovi_island_is_reached(user, island);
}

bool ovi_region_is_reachable(const ovi_layer *layer, uint32_t region, ovi_reachable reachable) {
  const ovi_region view = ovi_region_view(layer, region);
  for (uint32_t component = 0; component < view.components.count; component++) {
    if (reachable.reaches(reachable.user, ovi_region_island(layer, &view, component))) {
      return true;
    }
  }
  return false;
}
