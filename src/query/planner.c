/* Planners: sized for a world and made in one block, with a cache of the regions that a reader
 * fetches. */
#include "query/planner.h"

#include "coarse/search/search_pages.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_stream.h"

enum {
  LEAST_UNFOLDED = 64, /* stops, to unfold routes by labels */
  MOST_UNFOLDED = 4096,
  USUAL_SPARE_PERCENT = 25,
  MOST_SPARE_PERCENT = 1000
};

static int32_t spare_of(const ovl_planner_def *def) {
  return def->spare_percent != 0 ? def->spare_percent : USUAL_SPARE_PERCENT;
}

/* Most ports of a region in an undirected layer: a straight waypoint for each cell along its
 * borders, two diagonal ones where those have none, and the corners. */
static uint32_t most_ports(int32_t region_cells) { return 12 * (uint32_t)region_cells + 4; }

/* A count with so many per cent to spare, as far as 32 bits hold it. */
static uint32_t spare(uint64_t count, int32_t percent) {
  count += count != 0 ? count * (uint32_t)percent / 100 : 0;
  return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

/* The room for queries of a world, with some per cent to spare for its later versions. */
static ovi_planner_purpose purpose_of(const ovl_world *world, bool turns, int32_t spare_percent) {
  ovi_planner_purpose purpose = {.needs = ovi_needs_of(world)};
  ovi_needs *needs = &purpose.needs;
  if (spare_percent != 0) {
    const uint32_t ports = most_ports(needs->region_cells);
    needs->ports = needs->ports > ports ? spare(needs->ports, spare_percent) : ports;
    needs->labels = spare(needs->labels, spare_percent);
    needs->overlays =
        ovi_overlay_needs_spare(needs->overlays, needs->ports, (uint32_t)spare_percent);
    needs->islands = spare(needs->islands, spare_percent);
    needs->searched = spare(needs->searched, spare_percent);
    needs->windows.most_exceptions = spare(needs->windows.most_exceptions, spare_percent);
  }
  needs->windows.turns = turns;
  if (ovi_world_is_read(world)) {
    purpose.view_bytes = world->object_bytes;
    purpose.resident_bytes = world->base->resident_bytes;
  }
  return purpose;
}

static void reserve_pages(ovi_planner_pages *pages, ovi_arena *arena,
                          const ovi_planner_purpose *purpose) {
  const ovi_page_cache was = pages->cache;
  pages->view = NULL;
  pages->view_bytes = purpose->view_bytes;
  if (purpose->view_bytes != 0) {
    ovi_page_cache_reserve(&pages->cache, arena, purpose->resident_bytes);
    pages->view = ovi_arena_take(arena, 1, purpose->view_bytes);
    pages->cache.fetched_bytes = was.fetched_bytes;
    pages->cache.fetches = was.fetches;
  }
}

static void reserve_overlay_planning(ovi_overlay_planning *planning, ovi_arena *arena,
                                     ovi_overlay_needs needs) {
  ovi_overlay_stops *list = &planning->list;
  list->capacity = (uint32_t)(needs.stops < UINT32_MAX ? needs.stops : UINT32_MAX);
  list->stops = ovi_arena_take(arena, list->capacity, sizeof(ovi_stop));
  list->crossings = ovi_arena_take(arena, list->capacity, sizeof(ovi_crossing));
  ovi_overlay_plan_reserve(&planning->plan, arena, needs);
}

static void reserve_coarse(ovi_coarse_search *coarse, ovi_arena *arena, const ovi_needs *needs) {
  ovi_coarse_reserve(coarse, arena, (uint32_t)needs->searched,
                     needs->searched != 0 ? needs->regions : 0);
}

static void reserve_labels(ovi_label_table *labels, ovi_way_bounds *ways, ovi_arena *arena,
                           const ovi_needs *needs) {
  ovi_label_table_reserve(labels, arena, needs->labels);
  ovi_way_bounds_reserve(ways, arena, needs->ways, needs->labels);
}

static void reserve_ends(ovi_label_end ends[2], ovi_arena *arena, const ovi_needs *needs) {
  for (int i = 0; i < 2; i++) {
    ends[i].attachment.costs = ovi_arena_take(arena, needs->ports, sizeof(uint32_t));
    ends[i].costs = ovi_arena_take(arena, needs->ports, sizeof(uint64_t));
  }
}

static void reserve_goals(ovi_island_reach *reach, ovi_goal_index *index, ovi_zone_room *zones,
                          ovi_arena *arena, const ovi_needs *needs) {
  ovi_island_reach_reserve(reach, arena, needs->islands);
  ovi_goal_index_reserve(index, arena, OVL_MAX_GOALS);
  ovi_zone_room_reserve(zones, arena, needs->zones, needs->rims, needs->link_ways);
}

static uint32_t stops_for(const ovi_needs *needs) {
  return needs->labels < LEAST_UNFOLDED  ? LEAST_UNFOLDED
         : needs->labels < MOST_UNFOLDED ? needs->labels
                                         : MOST_UNFOLDED;
}

static void reserve_all(ovl_planner *planner, ovi_arena *arena,
                        const ovi_planner_purpose *purpose) {
  const ovi_needs *needs = &purpose->needs;
  ovi_workspace *space = &planner->workspace;
  ovi_refiner_reserve(&space->refiner, arena, needs->region_cells, needs->windows);
  reserve_overlay_planning(&space->overlay, arena, needs->overlays);
  reserve_coarse(&space->coarse, arena, needs);
  reserve_labels(&space->labels, &space->ways, arena, needs);
  reserve_ends(space->ends, arena, needs);
  reserve_goals(&space->island_reach, &space->goal_index, &space->zones, arena, needs);
  space->stop_capacity = stops_for(needs);
  space->stops = ovi_arena_take(arena, space->stop_capacity, sizeof(ovi_stop));
  reserve_pages(&planner->pages, arena, purpose);
}

/* Counts what reserve_all takes, part by part in one place of the stack: a planner itself is large.
 */
static uint64_t planner_bytes_for(const ovi_planner_purpose *purpose) {
  union {
    ovi_refiner refiner;
    ovi_overlay_planning overlay;
    ovi_coarse_search coarse;
    struct {
      ovi_label_table labels;
      ovi_way_bounds ways;
    } by_labels;
    ovi_label_end ends[2];
    struct {
      ovi_island_reach reach;
      ovi_goal_index index;
      ovi_zone_room zones;
    } goals;
    ovi_planner_pages pages;
  } part;
  const ovi_needs *needs = &purpose->needs;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovl_planner));
  ovi_refiner_reserve(&part.refiner, &arena, needs->region_cells, needs->windows);
  reserve_overlay_planning(&part.overlay, &arena, needs->overlays);
  reserve_coarse(&part.coarse, &arena, needs);
  reserve_labels(&part.by_labels.labels, &part.by_labels.ways, &arena, needs);
  reserve_ends(part.ends, &arena, needs);
  reserve_goals(&part.goals.reach, &part.goals.index, &part.goals.zones, &arena, needs);
  ovi_arena_take(&arena, stops_for(needs), sizeof(ovi_stop));
  part.pages = (ovi_planner_pages){.view_bytes = 0};
  reserve_pages(&part.pages, &arena, purpose);
  return arena.used;
}

size_t ovl_planner_bytes(const ovl_planner_def *def) {
  if (def->world == NULL) {
    return 0;
  }
  const ovi_planner_purpose purpose = purpose_of(def->world, def->turn_costs, spare_of(def));
  const uint64_t bytes = planner_bytes_for(&purpose);
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner, ovl_fault *fault) {
  const ovi_argument arguments[] = {{"world", def->world != NULL, 1, 1},
                                    {"spare_percent", def->spare_percent, 0, MOST_SPARE_PERCENT}};
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  *planner = NULL;
  if (result != OVL_OK) {
    return result;
  }
  const ovi_planner_purpose purpose = purpose_of(def->world, def->turn_costs, spare_of(def));
  const uint64_t bytes = planner_bytes_for(&purpose);
  if (def->max_bytes != 0 && bytes > def->max_bytes) {
    return ovi_argument_fail(fault, "max_bytes", 0, def->max_bytes, bytes);
  }
  const ovi_object object = {*ovi_allocator_of(&def->allocator), bytes, def->block};
  ovi_arena arena;
  result = ovi_object_make(&object, def->block_bytes, sizeof(ovl_planner), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_planner *made = (ovl_planner *)arena.block;
  made->spare_percent = spare_of(def);
  made->max_bytes = def->max_bytes;
  made->made_for = purpose;
  reserve_all(made, &arena, &purpose);
  OVI_ASSERT(arena.used == bytes); /* as planner_bytes_for has counted */
  made->call.fault.what = "";
  *planner = made;
  return OVL_OK;
}

void ovl_planner_destroy(ovl_planner *planner) {
  if (planner != NULL) {
    ovi_release(&planner->object.allocator, planner->grown, planner->grown_bytes);
  }
  ovi_object_destroy(planner);
}

const ovl_fault *ovl_planner_fault(const ovl_planner *planner) { return &planner->call.fault; }

ovl_stats ovl_planner_stats(const ovl_planner *planner) { return planner->call.stats; }

void ovl_planner_forget(ovl_planner *planner) {
  if (!ovi_planner_has_task(planner)) {
    ovi_refiner_forget(&planner->workspace.refiner);
    planner->workspace.overlay.is_held = false;
  }
}

bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer) {
  const ovi_needs *made_for = &planner->made_for.needs;
  const ovi_overlay_needs overlays = ovi_overlay_needs_of(layer);
  const ovi_zone_sizes zones = ovi_zone_sizes_of(&layer->partition);
  return ovi_needs_serve(made_for, layer) && zones.columns * zones.rows <= made_for->zones &&
         zones.columns * zones.rows * zones.rim_cells <= made_for->rims &&
         2 * layer->shared->link_count <= made_for->link_ways &&
         layer->labels.count <= made_for->labels && layer->labels.ways.count <= made_for->ways &&
         (!ovi_layer_uses_labels(layer) || layer->graph.waypoints <= made_for->searched) &&
         ovi_overlay_needs_serve(&made_for->overlays, &overlays);
}

/* ---- Costs from a start ------------------------------------------------------------- */

ovi_dijkstra ovi_planner_dijkstra(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_workspace *space = &planner->workspace;
  ovi_dijkstra costs = {.layer = plane->layer,
                        .coarse = &space->coarse,
                        .reachable = plane->reachable,
                        .start = plane->query.start,
                        .local = &space->refiner.local,
                        .attachment = &space->ends[OVI_END_START].attachment,
                        .box = ovi_box_around(plane->layer, plane->query.start)};
  if (!ovi_layer_uses_labels(plane->layer)) {
    ovi_overlay_planning *planning = &space->overlay;
    planning->is_held = false; /* its memory is taken */
    planning->plan.search.trace = space->coarse.trace;
    ovi_overlay_flood_prepare(&planning->flood, &planning->plan, plane->layer);
    costs.far = &planning->flood.far;
  }
  return costs;
}

/* ---- Fitting ------------------------------------------------------------------------ */

/* Returns whether the planner has all room that queries may need in a world. */
static bool planner_has_room(const ovl_planner *planner, const ovl_world *world, bool turns) {
  const bool is_read = ovi_world_is_read(world);
  bool serves = (!turns || planner->made_for.needs.windows.turns) &&
                (!is_read || (world->object_bytes <= planner->made_for.view_bytes &&
                              world->base->resident_bytes <= planner->made_for.resident_bytes));
  for (uint32_t profile = 0; serves && profile < world->shared.profile_count; profile++) {
    serves = ovi_planner_serves(planner, &world->layers[profile]);
  }
  return serves;
}

ovl_result ovi_planner_fit(ovl_planner *planner, const ovl_world *world, bool turns) {
  if (planner->object.given != NULL || planner_has_room(planner, world, turns)) {
    return OVL_OK;
  }
  ovi_planner_purpose purpose = purpose_of(world, turns, planner->spare_percent);
  const ovi_planner_purpose *made_for = &planner->made_for; /* it never shrinks */
  ovi_needs_raise(&purpose.needs, &made_for->needs);
  purpose.view_bytes =
      purpose.view_bytes > made_for->view_bytes ? purpose.view_bytes : made_for->view_bytes;
  purpose.resident_bytes = purpose.resident_bytes > made_for->resident_bytes
                               ? purpose.resident_bytes
                               : made_for->resident_bytes;
  const uint64_t bytes = planner_bytes_for(&purpose);
  if (planner->max_bytes != 0 && bytes > planner->max_bytes) {
    return OVL_OK; /* it stays as it is */
  }
  ovi_arena arena = {ovi_allocate(&planner->object.allocator, bytes), 0};
  if (arena.block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_release(&planner->object.allocator, planner->grown, planner->grown_bytes);
  planner->grown = arena.block;
  planner->grown_bytes = bytes;
  planner->made_for = purpose;
  memset(&planner->workspace, 0, sizeof(planner->workspace));
  reserve_all(planner, &arena, &purpose);
  return OVL_OK;
}

ovl_result ovi_planner_too_small(ovl_planner *planner, const ovl_world *world, bool turns) {
  const bool had_turns = planner->made_for.needs.windows.turns;
  const ovi_planner_purpose purpose = purpose_of(world, turns || had_turns, planner->spare_percent);
  const uint64_t needed = planner_bytes_for(&purpose);
  planner->call.stats.bytes_needed = needed;
  return ovi_planner_refuse(
      planner, OVL_PLANNER_TOO_SMALL, turns && !had_turns ? "turn_costs" : "max_bytes",
      planner->grown != NULL ? planner->grown_bytes : planner->object.bytes, needed);
}

ovl_result ovl_planner_fit(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  if (ovi_planner_has_task(planner)) {
    return ovi_planner_refuse(planner, OVL_BUSY, "planner: it has a task", 0, 0);
  }
  const ovi_query asked = ovi_query_of(query != NULL ? query : &(ovl_query){.profile = 0});
  const bool turns = asked.more.turn_cost != 0;
  planner->call.stats = (ovl_stats){.bytes_needed = 0};
  if (!ovi_query_check_settings(&asked, world, &planner->call.fault)) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result = ovi_planner_fit(planner, world, turns);
  if (result != OVL_OK) {
    return ovi_planner_refuse(planner, result, "planner", 0, 0);
  }
  return planner_has_room(planner, world, turns) ? OVL_OK
                                                 : ovi_planner_too_small(planner, world, turns);
}

ovl_residence ovl_planner_residence(const ovl_planner *planner) {
  return planner->pages.view_bytes != 0 ? ovi_page_cache_residence(&planner->pages.cache)
                                        : (ovl_residence){0, 0, 0};
}

ovl_residence ovl_world_residence(const ovl_world *world) {
  return ovi_world_is_read(world) ? ovi_page_cache_residence(world->base->pager.cache)
                                  : (ovl_residence){0, 0, 0};
}
