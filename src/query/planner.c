/* Planners: sized for a world and made in one block, with a cache of the regions that a reader
 * fetches. */
#include "query/planner.h"

#include "coarse/search/search_pages.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_stream.h"

enum {
  LEAST_STOPS = 64, /* to unfold routes by labels, where a world has fewer waypoints */
  MOST_SPARE_PERCENT = 1000,
  OVERLAY_NODES = 1 << 15 /* for searches waypoint by waypoint where there are overlays */
};

/* Most ports of a region in an undirected layer: a straight waypoint for each cell along its
 * borders, two diagonal ones where those have none, and the corners. */
static uint32_t most_ports(int32_t region_cells) { return 12 * (uint32_t)region_cells + 4; }

/* A count with so many per cent to spare, as far as 32 bits hold it. */
static uint32_t spare(uint64_t count, int32_t percent) {
  count += count != 0 ? count * (uint32_t)percent / 100 : 0;
  return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

/* Adds what later versions of the world may need. */
static void need_spare(ovi_needs *needs, int32_t percent) {
  if (percent == 0) {
    return;
  }
  const uint32_t ports = most_ports(needs->region_cells);
  needs->ports = needs->ports > ports ? spare(needs->ports, percent) : ports;
  needs->labels = spare(needs->labels, percent);
  needs->overlays = ovi_overlay_needs_spare(needs->overlays, needs->ports, (uint32_t)percent);
  needs->islands = spare(needs->islands, percent);
  needs->waypoints = spare(needs->waypoints, percent);
  needs->windows.most_exceptions = spare(needs->windows.most_exceptions, percent);
}

static ovi_planner_purpose purpose_of(const ovl_world *world, ovi_planner_wish wish,
                                      int32_t spare_percent) {
  ovi_planner_purpose purpose = {.needs = ovi_needs_of(world), .all_waypoints = wish.all_waypoints};
  need_spare(&purpose.needs, spare_percent);
  purpose.needs.windows.turns = wish.turns;
  if (ovi_world_is_read(world)) {
    purpose.view_bytes = world->object_bytes;
    purpose.resident_bytes = world->base->resident_bytes;
  }
  return purpose;
}

static ovi_planner_purpose purpose_of_def(const ovl_planner_def *def) {
  return purpose_of(def->world, (ovi_planner_wish){def->turn_costs, false}, def->spare_percent);
}

static uint64_t larger_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Raises a purpose to another where that is more. */
static void raise_purpose(ovi_planner_purpose *purpose, const ovi_planner_purpose *other) {
  ovi_needs_raise(&purpose->needs, &other->needs);
  purpose->all_waypoints = purpose->all_waypoints || other->all_waypoints;
  purpose->view_bytes = larger_u64(purpose->view_bytes, other->view_bytes);
  purpose->resident_bytes = larger_u64(purpose->resident_bytes, other->resident_bytes);
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
  list->stops = ovi_arena_take(arena, list->capacity, sizeof(ovl_stop));
  list->entered = ovi_arena_take(arena, list->capacity, sizeof(uint32_t));
  ovi_overlay_plan_reserve(&planning->plan, arena, needs);
}

static void reserve_end(ovi_label_end *end, ovi_arena *arena, uint32_t ports) {
  end->attachment.costs = ovi_arena_take(arena, ports, sizeof(uint32_t));
  end->costs = ovi_arena_take(arena, ports, sizeof(uint64_t));
}

static void reserve_coarse(ovi_coarse_search *coarse, ovi_arena *arena, const ovi_needs *needs,
                           uint32_t nodes) {
  /* A waypoint has two regions, and most regions have many. */
  const uint64_t most_pages = 2 * (uint64_t)nodes;
  const uint64_t few_pages = nodes / 4 + 64;
  const bool has_all = needs->searched != 0 || nodes >= needs->waypoints;
  const uint64_t pages = has_all || most_pages < few_pages ? most_pages : few_pages;
  ovi_coarse_reserve(coarse, arena, nodes,
                     pages < needs->regions ? (uint32_t)pages : needs->regions);
}

static void reserve_labels(ovi_label_table *labels, ovi_way_bounds *ways, ovi_edge_cache *unfolded,
                           ovi_arena *arena, const ovi_needs *needs) {
  ovi_label_table_reserve(labels, arena, needs->labels);
  ovi_way_bounds_reserve(ways, arena, needs->ways, needs->labels);
  ovi_edge_cache_reserve(unfolded, arena, needs->labels);
}

static void reserve_ends(ovi_label_end *start, ovi_label_end *goal, ovi_arena *arena,
                         const ovi_needs *needs) {
  reserve_end(start, arena, needs->ports);
  reserve_end(goal, arena, needs->ports);
}

static void reserve_goals(ovi_island_reach *reach, ovi_goal_index *index, ovi_arena *arena,
                          const ovi_needs *needs) {
  ovi_island_reach_reserve(reach, arena, needs->islands);
  ovi_goal_index_reserve(index, arena, OVL_MAX_GOALS);
}

static uint32_t stops_for(uint32_t nodes) { return nodes > LEAST_STOPS ? nodes : LEAST_STOPS; }

/* The workspace, with a coarse search of up to `nodes` waypoints. */
static void reserve_workspace(ovi_workspace *space, ovi_arena *arena, const ovi_needs *needs,
                              uint32_t nodes) {
  ovi_refiner_reserve(&space->refiner, arena, needs->region_cells, needs->windows);
  reserve_overlay_planning(&space->overlay, arena, needs->overlays);
  reserve_coarse(&space->coarse, arena, needs, nodes);
  reserve_labels(&space->labels, &space->ways, &space->unfolded, arena, needs);
  reserve_ends(&space->start, &space->goal, arena, needs);
  reserve_goals(&space->island_reach, &space->goal_index, arena, needs);
  space->stop_capacity = stops_for(nodes);
  space->stops = ovi_arena_take(arena, space->stop_capacity, sizeof(ovl_stop));
}

static void reserve_all(ovl_planner *planner, ovi_arena *arena, const ovi_planner_purpose *purpose,
                        uint32_t nodes) {
  reserve_workspace(&planner->workspace, arena, &purpose->needs, nodes);
  reserve_pages(&planner->pages, arena, purpose);
}

/* These count what reserve_all takes, in frames of the stack one after the other: a planner itself
 * is large. */
OVI_NOINLINE static void count_refiner(ovi_arena *arena, const ovi_needs *needs) {
  ovi_refiner counted;
  ovi_refiner_reserve(&counted, arena, needs->region_cells, needs->windows);
}

OVI_NOINLINE static void count_overlay_planning(ovi_arena *arena, const ovi_needs *needs) {
  ovi_overlay_planning counted;
  reserve_overlay_planning(&counted, arena, needs->overlays);
}

OVI_NOINLINE static void count_coarse(ovi_arena *arena, const ovi_needs *needs, uint32_t nodes) {
  ovi_coarse_search coarse;
  ovi_label_table labels;
  ovi_way_bounds ways;
  ovi_edge_cache unfolded;
  ovi_label_end start, goal;
  ovi_island_reach reach;
  ovi_goal_index index;
  reserve_coarse(&coarse, arena, needs, nodes);
  reserve_labels(&labels, &ways, &unfolded, arena, needs);
  reserve_ends(&start, &goal, arena, needs);
  reserve_goals(&reach, &index, arena, needs);
  ovi_arena_take(arena, stops_for(nodes), sizeof(ovl_stop));
}

OVI_NOINLINE static void count_pages(ovi_arena *arena, const ovi_planner_purpose *purpose) {
  ovi_planner_pages counted = {.view_bytes = 0};
  reserve_pages(&counted, arena, purpose);
}

static uint64_t planner_bytes_for(const void *user, uint32_t nodes) {
  const ovi_planner_purpose *purpose = user;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovl_planner));
  count_refiner(&arena, &purpose->needs);
  count_overlay_planning(&arena, &purpose->needs);
  count_coarse(&arena, &purpose->needs, nodes);
  count_pages(&arena, purpose);
  return arena.used;
}

static uint32_t node_count(uint64_t waypoints) {
  return waypoints < UINT32_MAX - 1 ? (uint32_t)waypoints : UINT32_MAX - 1;
}

/* Waypoints of a layer or world that a search may meet: all, or few where it goes over overlays. */
static uint64_t waypoints_met(uint64_t waypoints, bool all) {
  return all || waypoints < OVERLAY_NODES ? waypoints : OVERLAY_NODES;
}

/* As many waypoints as fit max_bytes; 0: as searches for this purpose may need. */
static uint32_t nodes_for(const ovi_planner_purpose *purpose, uint64_t max_bytes) {
  const ovi_needs *needs = &purpose->needs;
  if (max_bytes != 0) {
    return ovi_most_that_fit(planner_bytes_for, purpose, 0, node_count(needs->waypoints),
                             max_bytes);
  }
  return node_count(
      larger_u64(needs->searched, waypoints_met(needs->waypoints, purpose->all_waypoints)));
}

ovl_planner_def ovl_planner_def_default(const ovl_world *world) {
  return (ovl_planner_def){
      .world = world, .spare_percent = 25, .allocator = *ovl_default_allocator()};
}

size_t ovl_planner_bytes(const ovl_planner_def *def) {
  if (def->world == NULL) {
    return 0;
  }
  const ovi_planner_purpose purpose = purpose_of_def(def);
  const uint64_t bytes = planner_bytes_for(&purpose, nodes_for(&purpose, def->max_bytes));
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner, ovl_fault *fault) {
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"world", def->world != NULL, 1, 1},
                                    {"spare_percent", def->spare_percent, 0, MOST_SPARE_PERCENT}};
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  *planner = NULL;
  if (result != OVL_OK) {
    return result;
  }
  const ovi_planner_purpose purpose = purpose_of_def(def);
  const uint32_t nodes = nodes_for(&purpose, def->max_bytes);
  const uint64_t bytes = planner_bytes_for(&purpose, nodes);
  if (def->max_bytes != 0 && bytes > def->max_bytes) {
    return ovi_argument_fail(fault, "max_bytes", 0, def->max_bytes, bytes);
  }
  const ovi_object object = {def->allocator, bytes, def->block};
  ovi_arena arena;
  result = ovi_object_make(&object, def->block_bytes, sizeof(ovl_planner), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_planner *made = (ovl_planner *)arena.block;
  made->spare_percent = def->spare_percent;
  made->max_bytes = def->max_bytes;
  made->made_for = purpose;
  reserve_all(made, &arena, &purpose, nodes);
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

bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer) {
  const ovi_needs *made_for = &planner->made_for.needs;
  const ovi_overlay_needs overlays = ovi_overlay_needs_of(layer);
  return ovi_needs_serve(made_for, layer) && layer->labels.count <= made_for->labels &&
         layer->labels.ways.count <= made_for->ways &&
         ovi_overlay_needs_serve(&made_for->overlays, &overlays);
}

/* ---- Costs from a start ------------------------------------------------------------- */

ovi_dijkstra ovi_planner_dijkstra(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_workspace *space = &planner->workspace;
  ovi_dijkstra costs =
      ovi_dijkstra_at(plane->layer, plane->query.start, plane->reachable, &space->coarse,
                      &space->refiner.local, &space->start.attachment);
  if (ovi_query_uses_overlays(plane->layer, &plane->query)) {
    ovi_overlay_planning *planning = &space->overlay;
    planning->is_held = false; /* its memory is taken */
    planning->plan.search.trace = space->coarse.trace;
    ovi_overlay_flood_prepare(&planning->flood, &planning->plan, plane->layer);
    costs.far = &planning->flood.far;
  }
  return costs;
}

/* ---- Fitting ------------------------------------------------------------------------ */

ovi_planner_wish ovi_planner_wish_of(const ovl_world *world, const ovi_query *query) {
  const ovi_layer *layer = query != NULL ? ovi_world_layer(world, query->profile) : NULL;
  return (ovi_planner_wish){query != NULL && query->more.turn_cost != 0,
                            layer != NULL && !ovi_query_uses_labels(layer, query) &&
                                !ovi_query_uses_overlays(layer, query)};
}

/* Whether a planner has room for all searches in a layer. */
static bool has_nodes(const ovl_planner *planner, const ovi_layer *layer, bool all_waypoints) {
  return waypoints_met(layer->graph.waypoints,
                       all_waypoints || !ovi_layer_has_overlays_alone(layer)) <=
         planner->workspace.coarse.table.node_capacity;
}

/* Whether a planner of limited size was made for as many waypoints as a layer has. */
static bool is_limited_to(const ovl_planner *planner, const ovi_layer *layer) {
  return planner->max_bytes != 0 && layer->graph.waypoints <= planner->made_for.needs.waypoints;
}

/* Whether the planner has all room that a query with this wish may need in a world. `or_limited`:
 * or as many waypoints as its size lets it have. */
static bool planner_has_room(const ovl_planner *planner, const ovl_world *world,
                             ovi_planner_wish wish, bool or_limited) {
  const bool is_read = ovi_world_is_read(world);
  if ((wish.turns && !planner->made_for.needs.windows.turns) ||
      (is_read && (world->object_bytes > planner->made_for.view_bytes ||
                   world->base->resident_bytes > planner->made_for.resident_bytes))) {
    return false;
  }
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    const ovi_layer *layer = &world->layers[profile];
    if (!ovi_planner_serves(planner, layer) || (!has_nodes(planner, layer, wish.all_waypoints) &&
                                                !(or_limited && is_limited_to(planner, layer)))) {
      return false;
    }
  }
  return true;
}

/* Whether a planner of limited size would have fewer waypoints for a new purpose, and too few for
 * some search: it could not answer any more what it can answer now. */
static bool loses_nodes(const ovl_planner *planner, const ovi_planner_purpose *purpose,
                        uint32_t nodes) {
  return nodes < planner->workspace.coarse.table.node_capacity && nodes < nodes_for(purpose, 0);
}

ovl_result ovi_planner_fit(ovl_planner *planner, const ovl_world *world, const ovi_query *query) {
  const ovi_planner_wish wish = ovi_planner_wish_of(world, query);
  if (planner->object.given != NULL || planner_has_room(planner, world, wish, true)) {
    return OVL_OK;
  }
  ovi_planner_purpose purpose = purpose_of(world, wish, planner->spare_percent);
  raise_purpose(&purpose, &planner->made_for);
  const uint32_t nodes = nodes_for(&purpose, planner->max_bytes);
  const uint64_t bytes = planner_bytes_for(&purpose, nodes);
  if (planner->max_bytes != 0 &&
      (bytes > planner->max_bytes || loses_nodes(planner, &purpose, nodes))) {
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
  reserve_all(planner, &arena, &purpose, nodes);
  return OVL_OK;
}

ovl_result ovi_planner_too_small(ovl_planner *planner, const ovl_world *world,
                                 ovi_planner_wish wish) {
  const bool turns = wish.turns && !planner->made_for.needs.windows.turns;
  wish.turns = wish.turns || planner->made_for.needs.windows.turns;
  const ovi_planner_purpose purpose = purpose_of(world, wish, planner->spare_percent);
  const uint64_t needed = planner_bytes_for(&purpose, nodes_for(&purpose, 0));
  planner->call.stats.bytes_needed = needed;
  return ovi_planner_refuse(planner, OVL_PLANNER_TOO_SMALL, turns ? "turn_costs" : "max_bytes",
                            planner->grown != NULL ? planner->grown_bytes : planner->object.bytes,
                            needed);
}

ovl_result ovl_planner_fit(ovl_planner *planner, const ovl_world *world, const ovl_query *query) {
  if (ovi_planner_has_task(planner)) {
    return ovi_planner_refuse(planner, OVL_BUSY, "planner: it has a task", 0, 0);
  }
  const ovi_query asked = ovi_query_of(query != NULL ? query : &(ovl_query){.profile = 0});
  planner->call.stats = (ovl_stats){.bytes_needed = 0};
  if (!ovi_query_check_settings(&asked, world, &planner->call.fault)) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result = ovi_planner_fit(planner, world, &asked);
  if (result != OVL_OK) {
    return ovi_planner_refuse(planner, result, "planner", 0, 0);
  }
  const ovi_planner_wish wish = ovi_planner_wish_of(world, &asked);
  return planner_has_room(planner, world, wish, false)
             ? OVL_OK
             : ovi_planner_too_small(planner, world, wish);
}

ovl_residence ovl_planner_residence(const ovl_planner *planner) {
  return planner->pages.view_bytes != 0 ? ovi_page_cache_residence(&planner->pages.cache)
                                        : (ovl_residence){0, 0, 0};
}

ovl_residence ovl_world_residence(const ovl_world *world) {
  return ovi_world_is_read(world) ? ovi_page_cache_residence(world->base->pager.cache)
                                  : (ovl_residence){0, 0, 0};
}
