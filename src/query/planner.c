/* Planners: sized from a world, made in one block. */
#include "query/planner.h"

#include "coarse/search/search_pages.h"
#include "common/compiler.h"
#include "overland_stream.h"

enum {
  LEAST_STOPS = 64,        /* routes by labels are unfolded by way of the stops, however few */
  OVERLAY_NODES = 1 << 15, /* for what is searched waypoint by waypoint where there are overlays */
  STOPS_OF_CELLS = 8       /* room for the stops of so many cells of level 1, all their ports */
};

/* What the largest layers of a world need. */
typedef struct planner_needs {
  uint32_t ports, labels;
  uint32_t islands; /* of directed layers */
  ovi_local_search_needs windows;
  uint64_t waypoints;
  ovi_overlay_needs overlays;
} planner_needs;

static void need_directed(planner_needs *most, const ovi_layer *layer) {
  if (!layer->profile.is_directed) {
    return;
  }
  most->islands = layer->islands.count > most->islands ? layer->islands.count : most->islands;
  if (ovi_layer_has_rule(layer)) {
    ovi_local_search_needs *windows = &most->windows;
    windows->steps = true;
    windows->heights = layer->shared->has_heights;
    windows->most_exceptions = layer->profile.max_exceptions > windows->most_exceptions
                                   ? layer->profile.max_exceptions
                                   : windows->most_exceptions;
  }
}

/* Ports that a region of an undirected layer can have at the most: a straight waypoint for each
 * cell along its borders, two diagonal ones where those have none, and the corners. */
static uint32_t most_ports(int32_t region_cells) { return 12 * (uint32_t)region_cells + 4; }

/* So many and some to spare, as long as that fits. */
static uint32_t spare(uint64_t count, int32_t percent) {
  count += count != 0 ? count * (uint32_t)percent / 100 : 0;
  return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

/* What later versions may need. */
static void need_spare(planner_needs *most, const ovl_world *world, int32_t percent) {
  if (percent == 0) {
    return;
  }
  const uint32_t ports = most_ports(world->shared.region_cells);
  most->ports = most->ports > ports ? spare(most->ports, percent) : ports;
  most->labels = spare(most->labels, percent);
  most->overlays.region_ports = most->ports;
  most->overlays.cell_ports = spare(most->overlays.cell_ports, percent);
  most->islands = spare(most->islands, percent);
  most->waypoints = spare(most->waypoints, percent);
  most->windows.most_exceptions = spare(most->windows.most_exceptions, percent);
}

static void need_overlays(ovi_overlay_needs *most, const ovi_layer *layer) {
  if (layer->overlay.levels == 0) {
    return;
  }
  most->levels = layer->overlay.levels > most->levels ? layer->overlay.levels : most->levels;
  most->region_ports =
      layer->graph.max_ports > most->region_ports ? layer->graph.max_ports : most->region_ports;
  most->cell_ports =
      layer->overlay.max_ports > most->cell_ports ? layer->overlay.max_ports : most->cell_ports;
}

static planner_needs planner_needs_of(const ovl_world *world, int32_t spare_percent) {
  planner_needs most = {0};
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_layer *layer = &world->layers[i];
    most.ports = layer->graph.max_ports > most.ports ? layer->graph.max_ports : most.ports;
    most.labels = layer->labels.count > most.labels ? layer->labels.count : most.labels;
    most.waypoints =
        layer->graph.waypoints > most.waypoints ? layer->graph.waypoints : most.waypoints;
    need_directed(&most, layer);
    need_overlays(&most.overlays, layer);
  }
  need_spare(&most, world, spare_percent);
  return most;
}

/* What a planner is made for. */
typedef struct purpose {
  const ovl_world *world;
  bool turns;
  int32_t spare_percent;
} purpose;

/* What it takes to look into a world that is read. */
static void reserve_pages(ovl_planner *planner, ovi_arena *arena, const ovl_world *world) {
  planner->view = NULL;
  planner->view_bytes = 0;
  if (ovi_world_is_read(world)) {
    ovi_page_cache_reserve(&planner->cache, arena, world->base->resident_bytes);
    planner->view = ovi_arena_take(arena, 1, world->object_bytes);
    planner->view_bytes = world->object_bytes;
  }
}

static void reserve_overlay_planning(ovi_overlay_planning *planning, ovi_arena *arena,
                                     ovi_overlay_needs needs) {
  planning->needs = needs;
  planning->stop_capacity = needs.levels != 0 ? STOPS_OF_CELLS * OVI_OVERLAY_FIRST_SIDE *
                                                    OVI_OVERLAY_FIRST_SIDE * needs.region_ports
                                              : 0;
  planning->stops = ovi_arena_take(arena, planning->stop_capacity, sizeof(ovl_stop));
  planning->entered = ovi_arena_take(arena, planning->stop_capacity, sizeof(uint32_t));
  ovi_overlay_plan_reserve(&planning->plan, arena, needs);
}

/* Everything that a planner holds, for so many waypoints. */
static void planner_reserve(ovl_planner *planner, ovi_arena *arena, purpose for_what,
                            uint32_t nodes) {
  const ovl_world *world = for_what.world;
  const planner_needs most = planner_needs_of(world, for_what.spare_percent);
  ovi_local_search_needs windows = most.windows;
  windows.turns = for_what.turns;
  ovi_refiner_reserve(&planner->refiner, arena, world->shared.region_cells, windows);
  ovi_island_reach_reserve(&planner->island_reach, arena, most.islands);
  planner->start.links.costs = ovi_arena_take(arena, most.ports, sizeof(uint32_t));
  planner->goal.links.costs = ovi_arena_take(arena, most.ports, sizeof(uint32_t));
  planner->start.bounds = ovi_arena_take(arena, most.ports, sizeof(uint64_t));
  planner->goal.bounds = ovi_arena_take(arena, most.ports, sizeof(uint64_t));
  ovi_label_table_reserve(&planner->labels, arena, most.labels);
  uint32_t regions = ovi_region_count(&world->layers[0]);
  /* A waypoint has two regions, and most regions have many. */
  uint64_t met =
      most.overlays.levels == 0 || nodes >= most.waypoints ? 2 * (uint64_t)nodes : nodes / 4 + 64;
  ovi_coarse_reserve(&planner->coarse, arena, nodes, met < regions ? (uint32_t)met : regions);
  planner->stop_capacity = nodes > LEAST_STOPS ? nodes : LEAST_STOPS;
  planner->stops = ovi_arena_take(arena, planner->stop_capacity, sizeof(ovl_stop));
  ovi_goal_index_reserve(&planner->goal_index, arena, OVL_MAX_GOALS);
  reserve_overlay_planning(&planner->overlay, arena, most.overlays);
  reserve_pages(planner, arena, world);
}

static uint64_t planner_bytes_for(purpose for_what, uint32_t nodes) {
  ovl_planner counted;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovl_planner));
  planner_reserve(&counted, &arena, for_what, nodes);
  return arena.used;
}

static uint32_t all_nodes(purpose for_what) {
  uint64_t waypoints = planner_needs_of(for_what.world, for_what.spare_percent).waypoints;
  return waypoints < UINT32_MAX - 1 ? (uint32_t)waypoints : UINT32_MAX - 1;
}

/* The most waypoints that fit max_bytes: by halving, since hashing rounds up. */
static uint32_t nodes_for(purpose for_what, uint64_t max_bytes) {
  uint32_t low = 0;
  uint32_t high = all_nodes(for_what);
  if (max_bytes == 0) {
    const bool is_flat = planner_needs_of(for_what.world, 0).overlays.levels == 0;
    return is_flat || high < OVERLAY_NODES ? high : OVERLAY_NODES;
  }
  if (planner_bytes_for(for_what, high) <= max_bytes) {
    return high;
  }
  while (low < high) {
    uint32_t middle = low + (high - low + 1) / 2;
    if (planner_bytes_for(for_what, middle) <= max_bytes) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

ovl_planner_def ovl_planner_def_default(const ovl_world *world) {
  return (ovl_planner_def){
      .world = world, .spare_percent = 25, .allocator = *ovl_default_allocator()};
}

size_t ovl_planner_bytes(const ovl_planner_def *def) {
  if (def->world == NULL) {
    return 0;
  }
  const purpose for_what = {def->world, def->turn_costs, def->spare_percent};
  uint64_t bytes = planner_bytes_for(for_what, nodes_for(for_what, def->max_bytes));
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

static ovl_result planner_find_block(const ovl_planner_def *def, uint64_t bytes, uint8_t **block) {
  if (def->block != NULL) {
    *block = def->block;
    bool serves =
        bytes <= def->block_bytes && ((uintptr_t)def->block & (OVI_ARENA_ALIGNMENT - 1)) == 0;
    return serves ? OVL_OK : OVL_BAD_ARGUMENT;
  }
  if (def->allocator.allocate == NULL || def->allocator.release == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  *block = ovi_allocate(&def->allocator, bytes);
  return *block != NULL ? OVL_OK : OVL_NO_MEMORY;
}

ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner) {
  uint8_t *block = NULL;
  *planner = NULL;
  if (def->world == NULL || def->spare_percent < 0 || def->spare_percent > 1000) {
    return OVL_BAD_ARGUMENT;
  }
  const purpose for_what = {def->world, def->turn_costs, def->spare_percent};
  uint32_t nodes = nodes_for(for_what, def->max_bytes);
  uint64_t bytes = planner_bytes_for(for_what, nodes);
  if (def->max_bytes != 0 && bytes > def->max_bytes) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = planner_find_block(def, bytes, &block);
  if (result != OVL_OK) {
    return result;
  }
  ovi_arena arena = {block, 0};
  ovl_planner *made = ovi_arena_take(&arena, 1, sizeof(ovl_planner));
  memset(made, 0, sizeof(*made));
  made->allocator = def->allocator;
  made->owns_block = def->block == NULL;
  made->bytes = bytes;
  const planner_needs most = planner_needs_of(def->world, def->spare_percent);
  made->region_cells = def->world->shared.region_cells;
  made->max_ports = most.ports;
  made->turn_costs = def->turn_costs;
  made->spare_percent = def->spare_percent;
  made->max_exceptions = most.windows.most_exceptions;
  made->has_steps = most.windows.steps;
  made->has_heights = most.windows.heights;
  planner_reserve(made, &arena, for_what, nodes);
  ovi_refiner_clear(&made->refiner);
  ovi_coarse_clear(&made->coarse);
  ovi_label_table_clear(&made->labels, most.labels);
  if (made->view_bytes != 0) {
    ovi_page_cache_clear(&made->cache);
  }
  *planner = made;
  return OVL_OK;
}

void ovl_planner_destroy(ovl_planner *planner) {
  if (planner != NULL && planner->owns_block) {
    ovl_allocator allocator = planner->allocator;
    ovi_release(&allocator, planner, planner->bytes);
  }
}

ovl_stats ovl_planner_stats(const ovl_planner *planner) { return planner->stats; }

uint64_t ovi_planner_most_bytes(const ovl_planner *planner, const ovl_world *world, bool turns) {
  const purpose for_what = {world, turns, planner->spare_percent};
  return planner_bytes_for(for_what, all_nodes(for_what));
}

/* Whether it has what only directed layers need. */
static bool planner_serves_directed(const ovl_planner *planner, const ovi_layer *layer) {
  return layer->islands.count <= planner->island_reach.capacity &&
         (!ovi_layer_has_rule(layer) ||
          (planner->has_steps && layer->profile.max_exceptions <= planner->max_exceptions &&
           (planner->has_heights || !layer->shared->has_heights)));
}

static bool serves_overlays(const ovi_overlay_needs *made_for, const ovi_layer *layer) {
  return layer->overlay.levels <= made_for->levels &&
         layer->graph.max_ports <= made_for->region_ports &&
         layer->overlay.max_ports <= made_for->cell_ports;
}

bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer) {
  return layer->region_cells <= planner->region_cells &&
         layer->graph.max_ports <= planner->max_ports &&
         layer->labels.count <= planner->labels.capacity &&
         (layer->overlay.levels == 0 || serves_overlays(&planner->overlay.needs, layer)) &&
         (!layer->profile.is_directed || planner_serves_directed(planner, layer));
}

ovl_residence ovl_planner_residence(const ovl_planner *planner) {
  return planner->view_bytes != 0 ? ovi_page_cache_residence(&planner->cache)
                                  : (ovl_residence){0, 0, 0};
}

ovl_residence ovl_world_residence(const ovl_world *world) {
  return ovi_world_is_read(world) ? ovi_page_cache_residence(world->base->pager.cache)
                                  : (ovl_residence){0, 0, 0};
}

size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity) {
  size_t count = 0;
  if (planner->pager == NULL || planner->pager->cache == NULL) {
    return 0;
  }
  const ovi_page_cache *cache = planner->pager->cache;
  for (uint32_t i = 0; i < cache->missing_count; i++) {
    uint32_t before = 0;
    while (before < i && cache->missing[before].region != cache->missing[i].region) {
      before++;
    }
    if (before < i) {
      continue;
    }
    if (count < capacity) {
      regions[count] = cache->missing[i].region;
    }
    count++;
  }
  return count;
}
