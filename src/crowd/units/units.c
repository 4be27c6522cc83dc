/* Creates and destroys units as a whole, adds, removes and describes single ones, and reads what
 * determines their next moves: nothing is computed for that which the tick does not know already.
 */
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_steps.h"
#include "flow/flow_state.h"
#include "overland_inspect.h"

enum { PLACES_A_UNIT = 4 }; /* cells searched for goals, for each unit */

enum { DEFAULT_UNITS = 1024, DEFAULT_LANES = 1, DEFAULT_FLOWS = 4 };

enum {
  DEFAULT_FOLLOWERS = 64,  /* sent to one place, for a flow that leads them, if flows are default */
  MOST_REGIONS = 4096,     /* of worlds in which there are flows by default */
  FLOW_CELLS = 128 * 1024, /* of the tiles of a flow */
  FLOW_CELLS_A_UNIT = 128,
  LEAST_FLOW_TILES = 16
};

/* ---- Memory ---- */

static void units_reserve(ovl_units *units, ovi_arena *arena, const ovl_units_def *def) {
  /* Sized by properties that no edit changes, so that every version of the world fits. */
  ovl_world_info info;
  ovl_world_describe(def->world, &info);
  const int32_t region = info.partition.region_cells;
  int32_t body = 1; /* the largest */
  units->walked.profiles = info.profiles;
  units->walked.links = info.links;
  units->walked.topology = info.partition.topology == OVL_HEXAGONS ? OVI_HEXAGONS : OVI_SQUARES;
  for (int32_t profile = 0; profile < info.profiles; profile++) {
    ovl_profile_info about;
    ovl_world_profile(def->world, profile, &about);
    units->walked.bodies[profile] = (uint8_t)about.def.body_cells;
    body = about.def.body_cells > body ? about.def.body_cells : body;
  }
  const uint64_t capacity = (uint64_t)def->capacity;
  const uint64_t area = (uint64_t)ovi_body_area(units->walked.topology, body);
  units->capacity = (uint32_t)def->capacity;
  units->planning.detour_cells = region < OVI_DETOUR_CELLS ? region : OVI_DETOUR_CELLS;
  units->planning.point_capacity =
      (size_t)13 * (size_t)region * (size_t)region; /* of a path through 5 x 5 cells */
  units->unit = ovi_arena_take(arena, capacity, sizeof(ovi_unit));
  units->placing.restored = ovi_arena_take(arena, capacity, sizeof(ovi_unit));
  units->turns.sorted = ovi_arena_take(arena, capacity, sizeof(uint32_t));
  units->turns.keys = ovi_arena_take(arena, 2 * capacity, sizeof(uint64_t));
  units->turns.side_count = ovi_arena_take(arena, OVI_UNIT_SIDES, sizeof(uint32_t));
  units->turns.enemies = ovi_arena_take(arena, OVI_UNIT_SIDES, 8 * sizeof(uint32_t));
  units->asks.queue = ovi_arena_take(arena, capacity, sizeof(uint32_t));
  units->moving.frames = ovi_arena_take(arena, capacity, sizeof(ovi_unit_frame));
  units->moving.moves = ovi_arena_take(arena, capacity, sizeof(ovl_unit_move));
  ovi_unit_planning *planning = &units->planning;
  ovi_lanes_reserve(&planning->tasks, arena, (uint32_t)def->lanes);
  planning->lanes = ovi_arena_take(arena, (uint64_t)def->lanes, sizeof(ovi_unit_lane));
  for (int32_t i = 0; i < def->lanes; i++) {
    ovl_cell *points = ovi_arena_take(arena, planning->point_capacity, sizeof(ovl_cell));
    if (planning->lanes != NULL) {
      planning->lanes[i] = (ovi_unit_lane){.task = planning->tasks.lane + i, .points = points};
    }
  }
  units->planning.goals = ovi_arena_take(arena, OVI_DETOUR_GOALS, sizeof(ovl_local_goal));
  units->ground.rooms = ovi_arena_take(arena, OVI_MOST_ROOMS, sizeof(ovi_link_room));
  units->moving.steppers = ovi_arena_take(arena, capacity, sizeof(uint32_t));
  units->sharing.guides = ovi_arena_take(arena, OVI_MOST_FLOWS, sizeof(ovi_guide));
  ovi_number_map_reserve(&units->ground.occupied, arena, capacity * area);
  ovi_number_map_reserve(&units->ground.leaving, arena, capacity * area);
  units->placing.place_count = PLACES_A_UNIT * (uint32_t)(capacity * area) + 2 * OVI_SEARCH_CELLS;
  units->placing.places = ovi_arena_take(arena, units->placing.place_count, sizeof(ovl_cell));
  units->placing.chosen = ovi_arena_take(arena, 2 * capacity, sizeof(ovl_cell));
  ovi_number_map_reserve(&units->placing.seen, arena, units->placing.place_count);
  ovi_number_map_reserve(&units->placing.taken, arena, 2 * capacity * area);
  ovi_number_map_reserve(&units->ground.claims, arena, capacity * OVI_CLAIMED_STEPS);
}

/* By default each has tiles of so many cells, or more if there are many units. */
static uint32_t usual_tiles(const ovl_units *units, const ovl_partition_info *partition) {
  const uint64_t area = (uint64_t)partition->region_cells * (uint64_t)partition->region_cells;
  const uint64_t by_units = (uint64_t)units->capacity * FLOW_CELLS_A_UNIT;
  const uint64_t cells = by_units > FLOW_CELLS ? by_units : FLOW_CELLS;
  return (uint32_t)(cells / area > LEAST_FLOW_TILES ? cells / area : LEAST_FLOW_TILES);
}

static ovl_result reserve_flows(ovl_units *units, const ovl_units_def *def, ovl_fault *fault) {
  ovi_unit_sharing *sharing = &units->sharing;
  ovl_world_info info;
  ovl_world_describe(def->world, &info);
  sharing->most_tiles = (uint32_t)info.partition.regions_x * (uint32_t)info.partition.regions_y;
  sharing->flow_tiles = usual_tiles(units, &info.partition);
  sharing->least_followers = def->flows > 0 ? OVI_FLOW_UNITS : DEFAULT_FOLLOWERS;
  sharing->flow_count = def->flows > 0 ? (uint32_t)def->flows
                        : def->flows == 0 && sharing->most_tiles <= MOST_REGIONS ? DEFAULT_FLOWS
                                                                                 : 0;
  ovl_result result = OVL_OK;
  if (def->flow_bytes != 0 && sharing->flow_count != 0) {
    ovl_flow_def flow = {.world = def->world, .max_bytes = def->flow_bytes, .max_goals = 1};
    flow.allocator = def->allocator;
    result = ovl_flow_create(&flow, &sharing->flows[0].flow, fault);
    if (result == OVL_OK) {
      sharing->flow_tiles = ovi_flow_capacity(sharing->flows[0].flow);
    } else if (result == OVL_BAD_ARGUMENT && fault != NULL) {
      fault->what = "flow_bytes"; /* all else was right for the units themselves */
    }
  }
  /* Flows that the definition asks for take their memory now, those of the default when needed. */
  for (int32_t i = 0; i < def->flows && result == OVL_OK; i++) {
    result = ovi_shared_flow_make(units, &sharing->flows[i], def->world);
  }
  return result;
}

ovl_result ovl_units_create(const ovl_units_def *def, ovl_units **units, ovl_fault *fault) {
  ovl_units counted;
  ovl_units_def filled = *def;
  filled.capacity = def->capacity != 0 ? def->capacity : DEFAULT_UNITS;
  filled.lanes = def->lanes != 0 ? def->lanes : DEFAULT_LANES;
  def = &filled;
  ovi_arena arena = {NULL, 0};
  *units = NULL;
  const ovi_argument arguments[] = {{"world", def->world != NULL, 1, 1},
                                    {"capacity", def->capacity, 1, OVL_MAX_UNITS},
                                    {"lanes", def->lanes, 1, OVI_MOST_LANES},
                                    {"flows", def->flows, -1, OVI_MOST_FLOWS}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_arena_take(&arena, 1, sizeof(ovl_units));
  units_reserve(&counted, &arena, def);
  const ovi_object object = {*ovi_allocator_of(&def->allocator), arena.used, NULL};
  ovl_result result = ovi_object_make(&object, 0, sizeof(ovl_units), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_units *made = (ovl_units *)arena.block;
  units_reserve(made, &arena, def);
  ovl_planner_def planner = {.world = def->world};
  planner.allocator = def->allocator;
  result = ovi_lanes_create(&made->planning.tasks, &planner, fault);
  if (result == OVL_OK) {
    result = reserve_flows(made, def, fault);
  }
  if (result != OVL_OK) {
    ovl_units_destroy(made);
    return result;
  }
  made->fault.what = "";
  memset(made->turns.side_count, 0, OVI_UNIT_SIDES * sizeof *made->turns.side_count);
  memset(made->turns.enemies, 0, OVI_UNIT_SIDES * 8 * sizeof *made->turns.enemies);
  memset(made->sharing.guides, 0, OVI_MOST_FLOWS * sizeof *made->sharing.guides);
  ovi_number_map_clear(&made->ground.occupied);
  ovi_number_map_clear(&made->ground.claims);
  ovi_number_map_clear(&made->ground.leaving);
  ovi_number_map_clear(&made->placing.seen);
  ovi_number_map_clear(&made->placing.taken);
  made->moving.ground_slows = def->ground_slows;
  ovi_units_learn_world(made, def->world);
  *units = made;
  return OVL_OK;
}

void ovl_units_destroy(ovl_units *units) {
  if (units != NULL) {
    ovi_lanes_destroy(&units->planning.tasks);
    ovi_units_end_flows(units);
    ovi_object_destroy(units);
  }
}

/* ---- One unit ---- */

const ovl_fault *ovl_units_fault(const ovl_units *units) { return &units->fault; }

ovl_result ovl_unit_add(ovl_units *units, const ovl_world *world, const ovl_unit_def *def,
                        ovl_unit *unit) {
  *unit = OVL_NO_UNIT;
  static const char *const names[3] = {"cell.x", "cell.y", "cell.floor"};
  const ovi_argument arguments[] = {{"profile", def->profile, 0, units->walked.profiles - 1},
                                    {"speed", def->speed, 0, OVI_FULL_SPEED},
                                    {"hold", def->hold, OVL_HOLD_NONE, OVL_HOLD_ALL}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_units_check_cell(units, world, def->cell, names)) {
    return OVL_START_OUTSIDE;
  }
  if (ovl_world_weight(world, def->profile, def->cell) == 0) {
    return ovi_units_refuse(units, OVL_START_BLOCKED, "cell", 0, 0);
  }
  if (units->stats.units == units->capacity) {
    return ovi_units_refuse(units, OVL_FULL, "capacity", units->capacity,
                            (uint64_t)units->capacity + 1);
  }
  uint32_t index = units->stats.units == units->high ? units->high : units->ground.lowest_free;
  while (index < units->high && units->unit[index].used) {
    index++;
  }
  OVI_ASSERT(index < units->capacity);
  units->ground.lowest_free = index;
  ovi_unit *made = &units->unit[index];
  const ovi_unit before = index < units->high ? *made : (ovi_unit){0};
  const uint16_t speed = def->speed != 0 ? def->speed : OVI_FULL_SPEED;
  *made = (ovi_unit){
      .cell = def->cell,
      .goal = def->cell,
      .kind = {.profile = (uint8_t)def->profile,
               .side = def->side,
               .priority = def->priority,
               .hold = def->hold,
               .body = units->walked.bodies[def->profile]},
      .used = true,
      .queued = before.queued,
      .generation = (uint16_t)(before.generation % UINT16_MAX + 1),
      .patience = {.decided = units->tick, .retreat_cell = def->cell},
      .pace = {.from = def->cell,
               .speed = speed,
               .step_speed = speed,
               .begun = units->tick,
               .last = units->tick},
      .plan = {.serial = before.plan.serial + 1},
  };
  if (ovi_unit_blocker(units, made, def->cell) != OVI_NO_INDEX ||
      ovi_unit_is_left_late(units, made, def->cell, units->tick)) {
    *made = before;
    return ovi_units_refuse(units, OVL_START_BLOCKED, "cell: a unit is there", 0, 0);
  }
  ovi_unit_occupy(units, made);
  units->high = index >= units->high ? index + 1 : units->high;
  ovi_side_enter(units, def->side);
  units->stats.units++;
  units->turns.unsorted = true;
  *unit = ovi_unit_name(units, index);
  OVI_ASSERT(*unit != OVL_NO_UNIT && units->stats.units <= units->high);
  return OVL_OK;
}

ovl_result ovl_unit_remove(ovl_units *units, ovl_unit unit) {
  ovi_unit *gone = ovi_units_asked(units, unit);
  if (gone == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_unit_forget(units, gone);
  ovi_unit_end_leave(units, gone);
  if (gone->pace.on_link) {
    ovi_unit_end_ride(units, gone);
  } else {
    ovi_unit_vacate(units, gone);
  }
  gone->used = false;
  const uint32_t index = ovi_unit_index(units, gone);
  units->ground.lowest_free = index < units->ground.lowest_free ? index : units->ground.lowest_free;
  gone->order.has_goal = gone->order.idle = false;
  OVI_ASSERT(units->stats.units != 0);
  ovi_side_leave(units, gone->kind.side);
  units->stats.units--;
  units->turns.unsorted = true;
  return OVL_OK;
}

ovl_result ovl_unit_set_hold(ovl_units *units, ovl_unit unit, ovl_unit_hold hold) {
  ovi_unit *set = ovi_units_asked(units, unit);
  const ovi_argument arguments[] = {{"hold", (int64_t)hold, OVL_HOLD_NONE, OVL_HOLD_ALL}};
  if (set == NULL || OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  set->kind.hold = (uint8_t)hold;
  return OVL_OK;
}

void ovl_units_set_enemies(ovl_units *units, uint8_t side, uint8_t other, bool enemies) {
  const uint8_t sides[2] = {side, other};
  for (int i = 0; i < 2; i++) {
    uint32_t *word = &units->turns.enemies[8 * sides[i] + sides[1 - i] / 32];
    const uint32_t bit = UINT32_C(1) << sides[1 - i] % 32;
    *word = enemies ? *word | bit : *word & ~bit;
  }
}

ovl_result ovl_unit_set_speed(ovl_units *units, ovl_unit unit, uint16_t speed) {
  ovi_unit *set = ovi_units_asked(units, unit);
  const ovi_argument arguments[] = {{"speed", speed, 1, OVI_FULL_SPEED}};
  if (set == NULL || OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  set->pace.speed = speed;
  return OVL_OK;
}

/* Where a unit is drawn along one axis: before its cell by what is left of its step. */
static int64_t drawn(const ovl_units *units, const ovi_unit *unit, int64_t from, int64_t to) {
  const ovi_unit_pace *pace = &unit->pace;
  const int64_t length = pace->length;
  if (!ovi_is_due(units, pace->last) || length == 0) {
    return to * OVI_FULL_SPEED;
  }
  const int64_t ahead = (int64_t)(pace->last - units->tick) * pace->step_speed + pace->debt;
  return to * OVI_FULL_SPEED +
         (from - to) * OVI_FULL_SPEED * (ahead < length ? ahead : length) / length;
}

bool ovl_unit_describe(const ovl_units *units, ovl_unit unit, ovl_unit_info *info) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  if (one == NULL) {
    return false;
  }
  const bool walks = one->plan.way.count != 0;
  const bool rests = !one->order.has_goal || one->order.idle || one->state == OVL_UNIT_ARRIVED ||
                     one->state == OVL_UNIT_BESIDE;
  *info = (ovl_unit_info){
      .cell = one->cell,
      .from = one->pace.from,
      .next = walks ? ovi_way_next(&one->plan.way, 0, one->cell) : one->cell,
      .goal = one->goal,
      .state = one->order.idle || !one->order.has_goal ? OVL_UNIT_IDLE : (ovl_unit_state)one->state,
      .result = (ovl_result)one->result,
      .profile = one->kind.profile,
      .side = one->kind.side,
      .priority = one->kind.priority,
      .on_link = one->pace.on_link,
      .speed = one->pace.speed,
      .x = drawn(units, one, one->pace.from.x, one->cell.x),
      .y = drawn(units, one, one->pace.from.y, one->cell.y),
      .waited = rests ? 0 : units->tick - one->patience.near_tick};
  return true;
}

static ovl_unit handle_or_none(const ovl_units *units, uint32_t index) {
  return index != OVI_NO_INDEX ? ovi_unit_name(units, index) : OVL_NO_UNIT;
}

bool ovl_unit_inspect(const ovl_units *units, ovl_unit unit, ovl_unit_detail *detail) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  *detail = (ovl_unit_detail){0};
  if (one == NULL) {
    return false;
  }
  const ovi_unit *other = ovi_unit_of(units, one->patience.retreats_from);
  const bool stays =
      one->plan.way.count == 0 || one->state == OVL_UNIT_ARRIVED || one->state == OVL_UNIT_BESIDE;
  const uint32_t blocker = /* in the way of its next step */
      one->pace.on_link ? ovi_unit_blocker(units, one, one->cell)
      : stays           ? OVI_NO_INDEX
                        : ovi_unit_blocker(units, one, ovi_way_next(&one->plan.way, 0, one->cell));
  *detail =
      (ovl_unit_detail){.waits_for = handle_or_none(units, blocker),
                        .lets_past = other != NULL ? one->patience.retreats_from : OVL_NO_UNIT,
                        .request = (ovl_unit_request)one->ask,
                        .flow = (int32_t)one->flow - 1,
                        .steps = one->plan.way.count,
                        .claimed = one->plan.claimed,
                        .blocked = one->patience.blocked,
                        .delay = one->patience.delay,
                        .in_corridor = one->inside,
                        .returning = one->order.returning};
  return true;
}

size_t ovl_unit_ahead(const ovl_units *units, ovl_unit unit, ovl_cell *cells, size_t capacity) {
  const ovi_unit *one = ovi_unit_of(units, unit);
  if (one == NULL) {
    return 0;
  }
  ovl_cell cell = one->cell;
  for (uint32_t i = 0; i < one->plan.way.count && i < capacity; i++) {
    cell = ovi_way_next(&one->plan.way, i, cell);
    cells[i] = cell;
  }
  return one->plan.way.count;
}

/* ---- All units ---- */

ovl_result ovl_units_set_link_room(ovl_units *units, uint32_t link, uint32_t room) {
  ovi_unit_ground *ground = &units->ground;
  const uint32_t i = ovi_units_room(units, link);
  const ovi_argument arguments[] = {{"link", link, 0, (int64_t)units->walked.links - 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (i == OVI_MOST_ROOMS) {
    return ovi_units_refuse(units, OVL_FULL, "link", link, OVI_MOST_ROOMS);
  }
  if (i == ground->room_count) {
    ground->rooms[ground->room_count++] = (ovi_link_room){.link = link};
  }
  ground->rooms[i].room = room;
  return OVL_OK;
}

ovl_unit ovl_units_at(const ovl_units *units, ovl_cell cell) {
  return handle_or_none(units, ovi_unit_at(units, cell));
}

uint32_t ovl_units_claims(const ovl_units *units, ovl_cell cell) {
  return ovi_claims_of_all(units, cell) + (ovi_unit_at(units, cell) != OVI_NO_INDEX ? 1 : 0);
}

const ovl_unit_move *ovl_units_moves(const ovl_units *units, size_t *count) {
  *count = units->moving.move_count;
  return units->moving.moves;
}

ovl_units_stats ovl_units_count(const ovl_units *units) { return units->stats; }

size_t ovl_units_list(const ovl_units *units, ovl_unit *list, size_t capacity) {
  size_t count = 0;
  for (uint32_t index = 0; index < units->high && count < capacity; index++) {
    if (units->unit[index].used) {
      list[count++] = ovi_unit_name(units, index);
    }
  }
  return units->stats.units;
}

size_t ovl_units_queue(const ovl_units *units, ovl_unit *queue, size_t capacity) {
  const ovi_unit_asks *asks = &units->asks;
  size_t count = 0;
  for (uint32_t i = 0; i < asks->queue_count; i++) {
    const uint32_t index = asks->queue[(asks->queue_begin + i) % units->capacity];
    if (!units->unit[index].used || units->unit[index].ask == OVL_UNIT_REQUEST_NONE) {
      continue; /* it was removed, or asks no more */
    }
    if (count < capacity) {
      queue[count] = ovi_unit_name(units, index);
    }
    count++;
  }
  return count;
}

const ovl_flow *ovl_units_flow(const ovl_units *units, int32_t number, ovl_cell *place) {
  if (number < 0 || (uint32_t)number >= units->sharing.flow_count ||
      units->sharing.flows[number].world == NULL) {
    return NULL;
  }
  if (place != NULL) {
    *place = units->sharing.flows[number].place;
  }
  return units->sharing.flows[number].flow;
}

const char *ovl_unit_state_text(ovl_unit_state state) {
  static const char *const texts[OVL_UNIT_STATE_COUNT] = {
      "idle", "planning", "walking", "waiting", "arrived", "beside", "stuck", "unreachable"};
  return (unsigned)state < OVL_UNIT_STATE_COUNT ? texts[state] : "unknown";
}
