/* Creates flows, each in one block of memory that is sized for a world, and begins them at a goal.
 */
#include "flow/flow.h"

#include "coarse/search/search_pages.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_flow.h"

enum {
  DEFAULT_GOALS = 64,
  DEFAULT_TILE_CELLS = 128 * 1024, /* cells of all tiles */
  DEFAULT_LEAST_TILES = 16,
  LEAST_TILES = 4, /* two if they are wide */
  MOST_RIMS = 32,
  LEAST_SPARE_WAYPOINTS = 256
};

/* ---- Memory ---------------------------------------------------------------------- */

static uint32_t goals_of(const ovl_flow_def *def) {
  return def->max_goals != 0 ? (uint32_t)def->max_goals : DEFAULT_GOALS;
}

/* The inputs that determine the size of a flow. */
typedef struct flow_purpose {
  const ovl_flow_def *def;
  ovi_needs needs;
  uint32_t waypoints;
} flow_purpose;

static flow_purpose flow_purpose_of(const ovl_flow_def *def) {
  const ovi_needs needs = ovi_needs_of(def->world);
  const uint64_t waypoints = /* some to spare, as edits may add waypoints */
      needs.waypoints + needs.waypoints / 8 + LEAST_SPARE_WAYPOINTS;
  return (flow_purpose){def, needs,
                        waypoints < UINT32_MAX - 1 ? (uint32_t)waypoints : UINT32_MAX - 1};
}

/* The parts of a flow, of which a count takes one after the other: a flow is large for a stack. */

static void reserve_views(ovi_flow_view views[2], ovi_arena *arena, const flow_purpose *purpose) {
  for (int i = 0; i < 2; i++) {
    ovi_coarse_reserve(&views[i].cost_to_go.coarse, arena, purpose->waypoints,
                       purpose->needs.regions);
    ovi_goal_index_reserve(&views[i].index, arena, goals_of(purpose->def));
  }
}

static void reserve_maker(ovi_tile_maker *maker, ovi_arena *arena, const ovi_needs *needs) {
  ovi_local_search_reserve(&maker->local, arena, needs->region_cells, needs->windows);
  maker->values = ovi_arena_take(arena, ovi_tile_cells(needs->region_cells), sizeof(uint64_t));
  maker->lines = ovi_arena_take(arena, ovi_rim_costs(needs->region_cells), sizeof(uint64_t));
  maker->attachment.costs = ovi_arena_take(arena, needs->ports, sizeof(uint32_t));
}

static void reserve_goal(ovi_flow_goal *goal, ovi_island_reach *reach, ovi_arena *arena,
                         const flow_purpose *purpose) {
  goal->capacity = goals_of(purpose->def);
  goal->cells = ovi_arena_take(arena, goal->capacity, sizeof(ovl_cell));
  ovi_island_reach_reserve(reach, arena, purpose->needs.islands);
}

static void reserve_tiles(ovi_flow_tiles *tiles, ovi_flow_tiles *rims, ovi_arena *arena,
                          const ovi_needs *needs, uint32_t count) {
  ovi_flow_tiles_reserve(tiles, arena, count,
                         ovi_tile_cells(needs->region_cells) * sizeof(uint32_t), needs->regions);
  ovi_flow_tiles_reserve(rims, arena, count < MOST_RIMS ? count : MOST_RIMS,
                         ovi_rim_costs(needs->region_cells) * sizeof(uint64_t), needs->regions);
}

static void flow_reserve(ovl_flow *flow, ovi_arena *arena, const flow_purpose *purpose,
                         uint32_t tiles) {
  reserve_views(flow->views, arena, purpose);
  reserve_maker(&flow->maker, arena, &purpose->needs);
  reserve_goal(&flow->goal, &flow->island_reach, arena, purpose);
  reserve_tiles(&flow->tiles, &flow->making.rims, arena, &purpose->needs, tiles);
}

static uint64_t flow_bytes_for(const void *user, uint32_t tiles) {
  const flow_purpose *purpose = user;
  union {
    ovi_flow_view views[2];
    ovi_tile_maker maker;
    struct {
      ovi_flow_goal goal;
      ovi_island_reach reach;
    } ends;
    struct {
      ovi_flow_tiles tiles, rims;
    } made;
  } part;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovl_flow));
  reserve_views(part.views, &arena, purpose);
  reserve_maker(&part.maker, &arena, &purpose->needs);
  reserve_goal(&part.ends.goal, &part.ends.reach, &arena, purpose);
  reserve_tiles(&part.made.tiles, &part.made.rims, &arena, &purpose->needs, tiles);
  return arena.used;
}

/* The number of tiles: what is asked for, or the default, as far as max_bytes and regions go. */
static uint32_t tiles_for(const flow_purpose *purpose) {
  const ovl_flow_def *def = purpose->def;
  const uint32_t regions = purpose->needs.regions;
  const uint32_t usual =
      (uint32_t)(DEFAULT_TILE_CELLS / ovi_tile_cells(purpose->needs.region_cells));
  uint32_t most = def->max_tiles != 0           ? (uint32_t)def->max_tiles
                  : def->max_bytes != 0         ? regions
                  : usual > DEFAULT_LEAST_TILES ? usual
                                                : DEFAULT_LEAST_TILES;
  most = most < regions ? most : regions;
  most = most > LEAST_TILES ? most : LEAST_TILES;
  return def->max_bytes == 0
             ? most
             : ovi_most_that_fit(flow_bytes_for, purpose, LEAST_TILES, most, def->max_bytes);
}

static ovl_result check_flow_def(const ovl_flow_def *def, ovl_fault *fault) {
  const ovi_argument arguments[] = {{"world", def->world != NULL, 1, 1},
                                    {"max_tiles", def->max_tiles, 0, INT32_MAX},
                                    {"max_goals", def->max_goals, 0, OVL_MAX_GOALS}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

size_t ovl_flow_bytes(const ovl_flow_def *def) {
  if (check_flow_def(def, NULL) != OVL_OK) {
    return 0;
  }
  const flow_purpose purpose = flow_purpose_of(def);
  const uint64_t bytes = flow_bytes_for(&purpose, tiles_for(&purpose));
  return bytes <= SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow, ovl_fault *fault) {
  ovl_result result = check_flow_def(def, fault);
  *flow = NULL;
  if (result != OVL_OK) {
    return result;
  }
  const flow_purpose purpose = flow_purpose_of(def);
  const uint32_t tiles = tiles_for(&purpose);
  const uint64_t bytes = flow_bytes_for(&purpose, tiles);
  if (def->max_bytes != 0 && bytes > def->max_bytes) {
    return ovi_argument_fail(fault, "max_bytes", 0, def->max_bytes, bytes);
  }
  const ovi_object object = {*ovi_allocator_of(&def->allocator), bytes, def->block};
  ovi_arena arena;
  result = ovi_object_make(&object, def->block_bytes, sizeof(ovl_flow), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_flow *made = (ovl_flow *)arena.block;
  OVI_ASSERT(tiles >= LEAST_TILES);
  made->made_for = purpose.needs;
  made->fault.what = "";
  flow_reserve(made, &arena, &purpose, tiles);
  *flow = made;
  return OVL_OK;
}

void ovl_flow_destroy(ovl_flow *flow) { ovi_object_destroy(flow); }

bool ovi_flow_serves(const ovl_flow *flow, const ovi_layer *layer) {
  return ovi_needs_serve(&flow->made_for, layer) &&
         ovi_region_count(layer) <= flow->tiles.regions &&
         layer->graph.waypoints <= flow->views[0].cost_to_go.coarse.table.node_capacity;
}

/* ---- Goals ------------------------------------------------------------------------- */

ovl_result ovi_flow_begin_view(ovl_flow *flow, ovi_flow_view *view, const ovl_world *world) {
  view->world = NULL;
  view->layer = ovi_world_layer(world, flow->goal.query.profile);
  view->goals = (ovi_query_goals){0};
  view->is_spoiled = false;
  ovi_query query;
  ovl_result result = OVL_OK;
  if (ovi_query_is_for_cell(&flow->goal.query, &query)) {
    /* Turns the goal into an area of one cell; moves it to the nearest open one if it is asked. */
    if (!ovi_world_has(world, query.goal)) {
      result = OVL_GOAL_OUTSIDE;
    } else {
      ovl_cell cell = ovi_world_to_plane(world, query.goal);
      if (query.move_goal &&
          ovi_end_island(world, view->layer, query.goal.floor, true, &cell) == 0) {
        result = OVL_GOAL_BLOCKED;
      }
      query.goal = ovi_world_from_plane(world, cell);
      query.more.goal_kind = OVL_GOAL_RECT;
      query.more.goal_w = query.more.goal_h = 1;
    }
  }
  if (result == OVL_OK) {
    result = ovi_goals_asked(&view->goals, &view->index, world, &query);
  }
  if (result == OVL_OK && view->goals.goals.count > flow->goal.capacity) {
    result = OVL_FULL;
  }
  if (result == OVL_OK) {
    flow->maker.name.coarse = NULL; /* a field that is being filled is lost */
    flow->making.region = UINT32_MAX;
    result = ovi_cost_to_go_begin(&view->cost_to_go, view->layer, &view->goals.goals);
  }
  result = ovi_world_end_call(world, result);
  view->world = result == OVL_OK ? world : NULL;
  return result;
}

void ovi_flow_stop_making(ovl_flow *flow) {
  flow->making.region = UINT32_MAX;
  flow->making.begun_region = UINT32_MAX;
  ovi_flow_tiles_clear(&flow->making.rims);
}

static ovl_result begin_flow(ovl_flow *flow, const ovl_world *world, const ovi_query *query) {
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  flow->now = 0;
  flow->renewal.is_running = false;
  flow->views[0].world = NULL;
  flow->work = (ovl_flow_work){0};
  flow->views[0].cost_to_go.coarse.expanded = 0;
  flow->views[1].cost_to_go.coarse.expanded = 0;
  flow->maker.local.search.expanded = 0;
  flow->views[0].cost_to_go.meter.paid = 0;
  ovi_flow_tiles_widen(&flow->tiles, false);
  ovi_flow_stop_making(flow);
  if (layer == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_flow_serves(flow, layer)) {
    return OVL_PLANNER_TOO_SMALL;
  }
  ovl_fault unused;
  ovi_flow_goal *goal = &flow->goal;
  goal->query = *query;
  if (!ovi_query_check_goals(query, &unused)) {
    return OVL_BAD_ARGUMENT;
  }
  if (query->more.goal_kind == OVL_GOAL_SET) {
    if (query->more.goal_count > goal->capacity) {
      return OVL_FULL;
    }
    memcpy(goal->cells, query->more.goal_cells, query->more.goal_count * sizeof(ovl_cell));
    goal->query.more.goal_cells = goal->cells;
  }
  return ovi_flow_begin_view(flow, &flow->views[0], world);
}

/* The bytes of a flow for any goal in a world. */
static uint64_t bytes_needed(const ovl_flow *flow, const ovl_world *world) {
  const ovl_flow_def def = {.world = world, .max_goals = (int32_t)flow->goal.capacity};
  return ovl_flow_bytes(&def);
}

ovl_fault ovi_flow_begin_fault(const ovl_flow *flow, const ovl_world *world, const ovi_query *query,
                               ovl_result result) {
  const int64_t most_profile = (int64_t)world->shared.profile_count - 1;
  const ovi_argument arguments[] = {{"profile", query->profile, 0, most_profile}};
  ovl_fault fault = {.what = "world"};
  if (ovi_world_is_paged(world) && result == ovi_pager_outcome(&world->base->pager)) {
    return ovi_paged_fault(&world->base->pager);
  }
  switch (result) {
  case OVL_BAD_ARGUMENT:
    if (OVI_ARGUMENTS_CHECK(arguments, 0, &fault) == OVL_OK) {
      ovi_query_check_goals(query, &fault);
    }
    break;
  case OVL_FULL:
    fault = (ovl_fault){"max_goals", 0, flow->goal.capacity, query->more.goal_count};
    break;
  case OVL_PLANNER_TOO_SMALL:
    fault = (ovl_fault){"max_bytes", 0, flow->object.bytes, bytes_needed(flow, world)};
    break;
  case OVL_GOAL_OUTSIDE:
  case OVL_GOAL_BLOCKED:
    ovi_query_find_fault(query, world, result, &fault);
    break;
  default:
    break;
  }
  return fault;
}

const ovl_fault *ovl_flow_fault(const ovl_flow *flow) { return &flow->fault; }

ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query) {
  const ovi_query internal = ovi_query_of(query);
  ovi_world_begin_call(world);
  const ovl_result result = begin_flow(flow, world, &internal);
  if (result != OVL_OK) {
    flow->views[0].world = NULL;
  }
  return ovi_flow_end(flow, result, ovi_flow_begin_fault(flow, world, &internal, result));
}

ovl_flow_work ovl_flow_stats(const ovl_flow *flow) {
  ovl_flow_work work = flow->work;
  work.coarse_expanded =
      flow->views[0].cost_to_go.coarse.expanded + flow->views[1].cost_to_go.coarse.expanded;
  work.fine_expanded = flow->maker.local.search.expanded;
  return work;
}
