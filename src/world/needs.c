/* The largest layers of a world. */
#include "world/needs.h"

#include "common/compiler.h"

static void raise_u32(uint32_t *count, uint32_t other) { *count = *count > other ? *count : other; }

static void raise_u64(uint64_t *count, uint64_t other) { *count = *count > other ? *count : other; }

ovi_needs ovi_needs_of(const ovl_world *world) {
  const ovi_zone_sizes zones = ovi_zone_sizes_of(&world->shared.plane);
  ovi_needs needs = {.region_cells = world->shared.plane.region_cells,
                     .zones = zones.columns * zones.rows,
                     .link_ways = 2 * world->shared.link_count,
                     .rims = zones.columns * zones.rows * zones.rim_cells,
                     .regions = ovi_region_count(&world->layers[0])};
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_layer *layer = &world->layers[i];
    const bool has_rule = ovi_layer_has_rule(layer);
    ovi_needs own = {.ports = layer->graph.max_ports,
                     .islands = ovi_layer_has_arcs(layer) ? layer->islands.count : 0,
                     .labels = layer->labels.count,
                     .ways = layer->labels.ways.count != 0 ? OVI_MOST_WAYS : 0,
                     .waypoints = layer->graph.waypoints,
                     .searched = ovi_layer_uses_labels(layer) ? layer->graph.waypoints : 0,
                     .windows = {.steps = has_rule,
                                 .heights = has_rule && layer->shared->has_heights,
                                 .most_exceptions = has_rule ? layer->profile.max_exceptions : 0}};
    own.overlays = ovi_overlay_needs_of(layer);
    ovi_needs_raise(&needs, &own);
  }
  OVI_ASSERT(needs.searched <= needs.waypoints &&
             (needs.windows.steps || needs.windows.most_exceptions == 0));
  return needs;
}

void ovi_needs_raise(ovi_needs *needs, const ovi_needs *others) {
  ovi_local_search_needs *windows = &needs->windows;
  needs->region_cells =
      needs->region_cells > others->region_cells ? needs->region_cells : others->region_cells;
  raise_u32(&needs->regions, others->regions);
  raise_u32(&needs->zones, others->zones);
  raise_u32(&needs->rims, others->rims);
  raise_u32(&needs->link_ways, others->link_ways);
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

bool ovi_needs_serve(const ovi_needs *made_for, const ovi_layer *layer) {
  const ovi_local_search_needs *windows = &made_for->windows;
  if (layer->partition.region_cells > made_for->region_cells ||
      layer->graph.max_ports > made_for->ports) {
    return false;
  }
  if (!layer->profile.is_directed) {
    return true;
  }
  return (!ovi_layer_has_arcs(layer) || layer->islands.count <= made_for->islands) &&
         (!ovi_layer_has_rule(layer) ||
          (windows->steps && layer->profile.max_exceptions <= windows->most_exceptions &&
           (windows->heights || !layer->shared->has_heights)));
}

uint32_t ovi_most_that_fit(ovi_bytes_fn bytes, const void *def, uint32_t least, uint32_t most,
                           uint64_t max_bytes) {
  while (least < most) {
    const uint32_t middle = least + (most - least + 1) / 2;
    OVI_ASSERT(least < middle && middle <= most);
    if (bytes(def, middle) <= max_bytes) {
      least = middle;
    } else {
      most = middle - 1;
    }
  }
  return least;
}
