/* The largest layers of a world. */
#include "world/needs.h"

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void raise_u32(uint32_t *count, uint32_t other) { *count = larger(*count, other); }

static void raise_u64(uint64_t *count, uint64_t other) { *count = *count > other ? *count : other; }

static void need_directed(ovi_needs *needs, const ovi_layer *layer) {
  ovi_local_search_needs *windows = &needs->windows;
  if (layer->profile.is_directed) {
    needs->islands = larger(needs->islands, layer->islands.count);
  }
  if (ovi_layer_has_rule(layer)) {
    windows->steps = true;
    windows->heights = layer->shared->has_heights;
    windows->most_exceptions = larger(windows->most_exceptions, layer->profile.max_exceptions);
  }
}

ovi_needs ovi_needs_of(const ovl_world *world) {
  ovi_needs needs = {.region_cells = world->shared.plane.region_cells,
                     .regions = ovi_region_count(&world->layers[0])};
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_layer *layer = &world->layers[i];
    needs.ports = larger(needs.ports, layer->graph.max_ports);
    needs.labels = larger(needs.labels, layer->labels.count);
    needs.ways = layer->labels.ways.count != 0 ? OVI_MOST_WAYS : needs.ways;
    raise_u64(&needs.waypoints, layer->graph.waypoints);
    raise_u64(&needs.searched, ovi_layer_uses_labels(layer) ? layer->graph.waypoints : 0);
    need_directed(&needs, layer);
    needs.overlays = ovi_overlay_needs_larger(needs.overlays, ovi_overlay_needs_of(layer));
  }
  return needs;
}

void ovi_needs_raise(ovi_needs *needs, const ovi_needs *others) {
  ovi_local_search_needs *windows = &needs->windows;
  needs->region_cells =
      (int32_t)larger((uint32_t)needs->region_cells, (uint32_t)others->region_cells);
  raise_u32(&needs->regions, others->regions);
  raise_u32(&needs->ports, others->ports);
  raise_u32(&needs->islands, others->islands);
  raise_u32(&needs->labels, others->labels);
  raise_u32(&needs->ways, others->ways);
  needs->overlays = ovi_overlay_needs_larger(needs->overlays, others->overlays);
  raise_u32(&windows->most_exceptions, others->windows.most_exceptions);
  windows->steps = windows->steps || others->windows.steps;
  windows->heights = windows->heights || others->windows.heights;
  windows->turns = windows->turns || others->windows.turns;
  raise_u64(&needs->waypoints, others->waypoints);
  raise_u64(&needs->searched, others->searched);
}

static bool serve_directed(const ovi_needs *made_for, const ovi_layer *layer) {
  const ovi_local_search_needs *windows = &made_for->windows;
  return layer->islands.count <= made_for->islands &&
         (!ovi_layer_has_rule(layer) ||
          (windows->steps && layer->profile.max_exceptions <= windows->most_exceptions &&
           (windows->heights || !layer->shared->has_heights)));
}

bool ovi_needs_serve(const ovi_needs *made_for, const ovi_layer *layer) {
  return layer->partition.region_cells <= made_for->region_cells &&
         layer->graph.max_ports <= made_for->ports &&
         (!layer->profile.is_directed || serve_directed(made_for, layer));
}

uint32_t ovi_most_that_fit(ovi_bytes_fn bytes, const void *def, uint32_t least, uint32_t most,
                           uint64_t max_bytes) {
  while (least < most) {
    const uint32_t middle = least + (most - least + 1) / 2;
    if (bytes(def, middle) <= max_bytes) {
      least = middle;
    } else {
      most = middle - 1;
    }
  }
  return least;
}
