/* The list of the fields of units, each walked once by a codec that writes or reads.
 *
 * Fields that follow from others are left out: occupied and claimed cells, the ends of a path and
 * of what is claimed of it, the bodies, who stands in the ring of requests. So is the state of a
 * lane's task: the lane begins it again from what is listed here; and the tick in which
 * a unit was pushed last, which counts within that tick alone.
 *
 * Invariant: reading changes `into` alone, where that is not NULL, and what was read without a
 * fault breaks no assertion: each index, cell, direction and enumerator is checked here. */
#include "crowd/snapshot/unit_walk.h"

#include "crowd/snapshot/unit_walk_guides.h"
#include "crowd/snapshot/unit_walk_pace.h"
#include "crowd/snapshot/unit_walk_unit.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_world.h"
#include "flow/flow_state.h"
#include "overland_edit.h"

enum { WALKED_TILES = 64 /* of a flow, in one record */ };

/* Properties of a slot of units, noted in units->turns.keys while a snapshot is checked. */
enum { SLOT_USED = 1, SLOT_ROUTED = 2, SLOT_QUEUED = 4, SLOT_SORTED = 8, SLOT_SERIAL_SHIFT = 32 };

/* ---- Versions ---- */

static void walk_get_world(ovi_walk *walk, uint64_t identity) {
  OVI_ASSERT(walk->named.count < OVI_SNAPSHOT_WORLDS);
  const ovl_world *found = walk->named.find(walk->named.user, identity);
  if (found == NULL || ovi_world_identity(found) != identity) {
    walk->named.missing = OVL_OTHER_WORLD;
    ovi_codec_refuse(&walk->codec, "find: it gives no world of this identity",
                     found != NULL ? ovi_world_identity(found) : 0, identity);
    return;
  }
  if (!ovi_units_serve(walk->units, found)) {
    walk->named.missing = OVL_OTHER_WORLD;
    ovi_codec_refuse(&walk->codec, "find: floors or profiles of this world differ", 0, identity);
    return;
  }
  walk->named.missing = ovl_world_retain(found, &walk->named.worlds[walk->named.count]);
  walk->named.count += walk->named.missing == OVL_OK ? 1 : 0;
  if (walk->named.missing != OVL_OK) {
    ovi_codec_refuse(&walk->codec, "allocator", 0, 0);
  }
}

/* Walks the version that a lane or flow works in. */
static ovl_world *walk_world(ovi_walk *walk, const ovl_world *world) {
  uint64_t identity = ovi_walk_reads(walk) ? 0 : ovi_world_identity(world);
  ovi_code_64(&walk->codec, &identity, UINT64_MAX, "version");
  if (ovi_walk_checks(walk) && !ovi_walk_failed(walk)) {
    walk_get_world(walk, identity);
  }
  return walk->into != NULL ? walk->named.worlds[walk->named.at++] : NULL;
}

/* ---- Flows ---- */

/* Walks what a flow was paid for. While a snapshot is read, `into` is the flow, begun again in its
 * version, or NULL. */
static void walk_paid(ovi_walk *walk, const ovl_flow *from, ovl_flow *into, const ovl_world *next) {
  ovi_codec *codec = &walk->codec;
  ovi_flow_state state = {.tile_region = UINT32_MAX};
  uint32_t at = UINT32_MAX;
  if (!ovi_walk_reads(walk) && from != NULL) {
    state = ovi_flow_state_of(from);
  }
  bool *const flags[] = {&state.are_wide};
  ovi_code_flags(codec, flags, 1);
  ovi_code_64(codec, &state.paid, UINT64_MAX, "flow: paid");
  ovi_code_64(codec, &state.next_paid, UINT64_MAX, "flow: paid");
  ovi_code_64(codec, &state.tile_paid, UINT64_MAX, "flow: paid");
  state.tile_region++; /* 0: none */
  ovi_code_32(codec, &state.tile_region, UINT32_MAX, "flow: region");
  state.tile_region--;
  ovi_code_32(codec, &state.tiles, walk->units->sharing.most_tiles, "flow: tiles");
  const bool is_begun = into != NULL && ovi_flow_restore(into, next, &state);
  for (uint32_t i = 0; i < state.tiles && !ovi_walk_failed(walk); i++) {
    uint32_t region = ovi_walk_reads(walk) ? 0 : ovi_flow_next_region(from, &at);
    if (i % WALKED_TILES == 0) {
      ovi_codec_end_record(codec);
    }
    ovi_code_32(codec, &region, UINT32_MAX, "flow: region");
    if (is_begun) {
      ovi_flow_restore_tile(into, region);
    }
  }
}

static void walk_flow(ovi_walk *walk, uint32_t number) {
  ovi_codec *codec = &walk->codec;
  const ovi_shared_flow *before = &walk->units->sharing.flows[number];
  bool used = !ovi_walk_reads(walk) && before->world != NULL;
  bool renewed = used && before->next != NULL;
  uint8_t profile = used ? before->profile : 0;
  uint64_t work = used ? before->work : 0;
  ovl_cell place = {0, 0, 0};
  bool *const flags[] = {&used, &renewed};
  ovi_code_flags(codec, flags, 2);
  if (!used) {
    ovi_walk_require(walk, !renewed, "flow: flags");
    return;
  }
  const uint32_t tiles = walk->units->sharing.flow_tiles;
  if (ovi_walk_reads(walk) && walk->flow_tiles != tiles) {
    ovi_codec_refuse(codec, "flow_bytes: by default they follow from the capacity",
                     walk->flow_tiles, tiles);
  }
  if (!ovi_walk_reads(walk)) {
    place = before->place;
  }
  ovi_walk_cell(walk, &place, (ovl_cell){0, 0, 0});
  ovi_code_8(codec, &profile, (uint8_t)(walk->units->walked.profiles - 1), "flow: profile");
  ovi_code_64(codec, &work, UINT64_MAX, "flow: expansions");
  ovl_world *world = walk_world(walk, before->world);
  ovl_world *next = renewed ? walk_world(walk, before->next) : NULL;
  walk->flows |= 1u << number;
  if (ovi_walk_checks(walk) && !ovi_walk_failed(walk)) {
    ovi_shared_flow *flow = &walk->checks->sharing.flows[number];
    walk->named.missing = ovi_shared_flow_make(walk->checks, flow, walk->named.worlds[0]);
    ovi_walk_require(walk, walk->named.missing == OVL_OK, "allocator");
  }
  ovl_flow *begun = NULL;
  if (walk->into != NULL) {
    ovi_shared_flow *flow = &walk->into->sharing.flows[number];
    flow->place = place;
    flow->profile = profile;
    flow->work = work;
    flow->world = world;
    flow->next = next;
    if (ovi_shared_flow_begin(walk->into, flow, world) != OVL_OK) { /* the next tick ends it */
      ovl_flow_destroy(flow->flow);
      flow->flow = NULL;
    }
    begun = flow->flow;
  }
  walk_paid(walk, before->flow, begun, next);
}

static void walk_flows(ovi_walk *walk) {
  for (uint32_t i = 0; i < walk->units->sharing.flow_count && !ovi_walk_failed(walk); i++) {
    walk_flow(walk, i);
    ovi_codec_end_record(&walk->codec);
  }
}

/* ---- All units ---- */

/* Notes what later checks need, and that no bodies overlap. */
static void walk_check_unit(ovi_walk *walk, const ovi_unit *unit, uint32_t index) {
  ovl_units *units = walk->checks;
  units->turns.keys[index] = (uint64_t)unit->plan.serial << SLOT_SERIAL_SHIFT |
                             (unit->used ? SLOT_USED : 0) | (unit->plan.routed ? SLOT_ROUTED : 0);
  if (!unit->used) {
    return;
  }
  const int32_t body = ovi_unit_body(units, unit, unit->cell);
  ovi_walk_require(walk, unit->generation != 0 || index != 0, "unit: generation");
  ovi_walk_require(walk, ovi_walk_is_inside(walk, unit->cell, body, 0),
                   "unit: its cell is outside");
  ovi_walk_require(
      walk,
      ovi_walk_is_inside(walk, unit->pace.from, 1, 0) &&
          ovi_walk_is_inside(walk, unit->pace.from, ovi_unit_body(units, unit, unit->pace.from), 0),
      "unit: it came from outside");
  for (int32_t i = 0; i < body * body && !unit->pace.on_link && !ovi_walk_failed(walk); i++) {
    const uint64_t key = ovi_cell_key(ovi_body_cell(unit->cell, body, i), 0);
    uint32_t *taken = ovi_number_map_add(&units->placing.taken, key);
    ovi_walk_require(walk, *taken == OVI_NO_VALUE, "unit: another one stands there");
    *taken = 1;
  }
  walk->count++;
}

/* Enters a unit that was read. */
static void walk_place_unit(ovi_walk *walk, ovi_unit *unit) {
  ovl_units *units = walk->into;
  const uint32_t claimed = unit->plan.claimed;
  unit->patience.pushed = walk->tick;
  if (unit->used) {
    ovi_walk_place_pace(units, walk->tick, unit);
    units->turns.side_count[unit->kind.side]++;
    units->stats.units++;
    unit->plan.claimed = 0;
    ovi_unit_claim_steps(units, unit, claimed);
  }
}

/* Takes the units that were read when they were checked. */
static void walk_place_units(ovi_walk *walk) {
  ovl_units *units = walk->into;
  ovi_unit *before = units->unit;
  units->unit = units->placing.restored;
  units->placing.restored = before;
  units->ground.lowest_free = 0;
  memset(units->unit + walk->high, 0, (units->capacity - walk->high) * sizeof *units->unit);
  for (uint32_t index = 0; index < walk->high; index++) {
    walk_place_unit(walk, &units->unit[index]);
  }
  walk->codec.at = walk->units_end;
}

static void walk_units(ovi_walk *walk) {
  ovl_cell near = {0, 0, 0};
  if (walk->into != NULL) {
    walk_place_units(walk);
    return;
  }
  if (ovi_walk_checks(walk)) {
    ovi_number_map_clear(&walk->checks->placing.taken);
  }
  for (uint32_t index = 0; index < walk->high && !ovi_walk_failed(walk); index++) {
    ovi_unit written;
    ovi_unit *unit = ovi_walk_reads(walk) ? &walk->checks->placing.restored[index] : &written;
    *unit = ovi_walk_reads(walk) ? (ovi_unit){0} : walk->units->unit[index];
    ovi_walk_unit(walk, unit, index, near);
    near = unit->used ? unit->cell : near;
    if (ovi_walk_checks(walk) && !ovi_walk_failed(walk)) {
      walk_check_unit(walk, unit, index);
    }
    ovi_codec_end_record(&walk->codec);
  }
  walk->units_end = walk->codec.at;
}

/* ---- Lists of units ---- */

/* Walks the index of a unit in a list in which no unit stands twice: `in` is its bit. */
static uint32_t walk_index(ovi_walk *walk, uint32_t index, uint32_t in, const char *what) {
  uint32_t number = index;
  if (walk->high == 0) {
    ovi_walk_require(walk, false, what);
    return 0;
  }
  ovi_code_32(&walk->codec, &number, walk->high - 1, what);
  if (ovi_walk_checks(walk)) {
    uint64_t *slot = &walk->checks->turns.keys[number];
    ovi_walk_require(walk, (*slot & in) == 0 && (in != SLOT_SORTED || (*slot & SLOT_USED) != 0),
                     what);
    *slot |= in;
  }
  if (walk->codec.at > OVI_RECORD_BYTES / 2) {
    ovi_codec_end_record(&walk->codec);
  }
  return number;
}

static void walk_asks(ovi_walk *walk) {
  const ovi_unit_asks *asks = &walk->units->asks;
  const uint32_t capacity = walk->units->capacity;
  uint32_t count = asks->queue_count;
  ovi_code_32(&walk->codec, &count, walk->high, "requests");
  for (uint32_t i = 0; i < count && !ovi_walk_failed(walk); i++) {
    const uint32_t before =
        ovi_walk_reads(walk) ? 0 : asks->queue[(asks->queue_begin + i) % capacity];
    const uint32_t index = walk_index(walk, before, SLOT_QUEUED, "requests: unit");
    if (walk->into != NULL) {
      walk->into->asks.queue[i] = index;
      walk->into->unit[index].queued = true;
    }
  }
  if (walk->into != NULL) {
    walk->into->asks.queue_begin = 0;
    walk->into->asks.queue_count = count;
  }
  ovi_codec_end_record(&walk->codec);
}

/* The sides that are enemies: for each side whether it has any, and which. */
static void walk_enemies(ovi_walk *walk) {
  for (uint32_t side = 0; side < OVI_UNIT_SIDES && !ovi_walk_failed(walk); side++) {
    uint32_t row[8] = {0};
    bool any = false;
    if (!ovi_walk_reads(walk)) {
      memcpy(row, walk->units->turns.enemies + 8 * side, sizeof row);
    }
    for (int i = 0; i < 8; i++) {
      any = any || row[i] != 0;
    }
    bool *const flags[] = {&any};
    ovi_code_flags(&walk->codec, flags, 1);
    for (int i = 0; i < 8 && any; i++) {
      ovi_code_32(&walk->codec, &row[i], UINT32_MAX, "enemies");
    }
    if (walk->into != NULL) {
      memcpy(walk->into->turns.enemies + 8 * side, row, sizeof row);
    }
    ovi_codec_end_record(&walk->codec);
  }
}

/* The order of moves, unless the next tick sorts anew. */
static void walk_turns(ovi_walk *walk) {
  walk_enemies(walk);
  const ovi_unit_turns *turns = &walk->units->turns;
  bool unsorted = turns->unsorted;
  bool *const flags[] = {&unsorted};
  ovi_code_flags(&walk->codec, flags, 1);
  for (uint32_t i = 0; i < walk->count && !unsorted && !ovi_walk_failed(walk); i++) {
    const uint32_t before = ovi_walk_reads(walk) ? 0 : turns->sorted[i];
    const uint32_t index = walk_index(walk, before, SLOT_SORTED, "order of moves: unit");
    if (walk->into != NULL) {
      walk->into->turns.sorted[i] = index;
    }
  }
  ovi_codec_end_record(&walk->codec);
  for (uint32_t side = 0; side < OVI_UNIT_SIDES && !unsorted; side++) {
    uint8_t turn = turns->turns[side];
    ovi_code_8(&walk->codec, &turn, UINT8_MAX, "turns");
    if (walk->into != NULL) {
      walk->into->turns.turns[side] = turn;
    }
    if (side % 64 == 63) {
      ovi_codec_end_record(&walk->codec);
    }
  }
  if (walk->into != NULL) {
    walk->into->turns.sorted_count = unsorted ? 0 : walk->count;
    walk->into->turns.unsorted = unsorted;
  }
}

/* ---- Lanes ---- */

static void walk_lane(ovi_walk *walk, uint32_t number) {
  ovi_codec *codec = &walk->codec;
  const ovi_unit_lane *before = &walk->units->planning.lanes[number];
  uint32_t request = ovi_walk_reads(walk) ? 0 : before->task->request + 1; /* 0: it is free */
  uint8_t ask = ovi_walk_reads(walk) ? 0 : (uint8_t)before->ask;
  uint32_t serial = ovi_walk_reads(walk) ? 0 : before->serial;
  uint64_t total = ovi_walk_reads(walk) ? 0 : before->total;
  bool goes_on = !ovi_walk_reads(walk) && before->goes_on;
  bool *const flags[] = {&goes_on};
  ovl_route asked = {0};
  ovi_code_32(codec, &request, walk->high, "lane: unit");
  if (request == 0) {
    return;
  }
  if (!ovi_walk_reads(walk)) {
    asked = before->asked;
  }
  ovi_code_8(codec, &ask, OVL_UNIT_REQUEST_ROUTE, "lane: request");
  ovi_walk_require(walk, ask >= OVL_UNIT_REQUEST_SEGMENT, "lane: request");
  ovi_code_flags(codec, flags, 1);
  ovi_code_32(codec, &serial, UINT32_MAX, "lane: serial");
  ovi_code_64(codec, &total, UINT64_MAX, "lane: expansions");
  ovi_walk_route(walk, &asked, (ovl_cell){0, 0, 0});
  if (ovi_walk_checks(walk)) {
    const uint64_t slot = walk->checks->turns.keys[request - 1];
    ovi_walk_require(walk,
                     ask != OVL_UNIT_REQUEST_ROUTE || (slot & SLOT_ROUTED) == 0 ||
                         slot >> SLOT_SERIAL_SHIFT != serial,
                     "lane: its unit has a route");
  }
  ovl_world *world = walk_world(walk, before->task->world);
  if (walk->into != NULL) {
    ovi_unit_lane *lane = &walk->into->planning.lanes[number];
    lane->task->request = request - 1;
    lane->task->world = world;
    lane->ask = (ovl_unit_request)ask;
    lane->serial = serial;
    lane->total = total;
    lane->asked = asked;
    lane->goes_on = goes_on;
    lane->resumes = true;
  }
}

static void walk_lanes(ovi_walk *walk) {
  walk->route_world = 0; /* where units are not read again, it is not that of the last one */
  for (uint32_t i = 0; i < walk->units->planning.tasks.count && !ovi_walk_failed(walk); i++) {
    walk_lane(walk, i);
    ovi_codec_end_record(&walk->codec);
  }
}

/* ---- All ---- */

static void walk_stats(ovi_walk *walk) {
  ovi_codec *codec = &walk->codec;
  ovl_units_stats stats = walk->units->stats;
  uint64_t *const counts[] = {&stats.ticks,   &stats.moves,      &stats.waits,
                              &stats.pushes,  &stats.exchanges,  &stats.detours,
                              &stats.replans, &stats.routes,     &stats.segments,
                              &stats.flows,   &stats.expansions, &stats.tick_expansions};
  for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    ovi_code_64(codec, counts[i], UINT64_MAX, "counts");
  }
  ovi_code_32(codec, &stats.unplanned, UINT32_MAX, "counts");
  if (walk->into != NULL) {
    stats.units = 0; /* counted as they are placed */
    walk->into->stats = stats;
  }
}

void ovi_walk_head(ovi_walk *walk) {
  ovi_codec *codec = &walk->codec;
  const ovl_units *units = walk->units;
  const uint32_t lanes = units->planning.tasks.count;
  const uint32_t flows = units->sharing.flow_count;
  ovi_walk_require(walk, ovi_code(codec, lanes, UINT32_MAX, "lanes") == lanes, "lanes");
  ovi_walk_require(walk, ovi_code(codec, flows, UINT32_MAX, "flows") == flows, "flows");
  walk->flow_tiles = units->sharing.flow_tiles;
  ovi_code_32(codec, &walk->flow_tiles, UINT32_MAX, "flow_bytes");
  uint64_t identity = units->walked.identity;
  ovi_code_64(codec, &identity, UINT64_MAX, "version");
  if (ovi_walk_checks(walk) && !ovi_walk_failed(walk)) {
    walk_get_world(walk, identity);
  }
  if (walk->into != NULL) {
    walk->into->walked.identity = identity;
    walk->named.at = 1;
  }
  walk_stats(walk);
  ovi_codec_end_record(codec);
}

void ovi_walk_state(ovi_walk *walk) {
  ovi_codec *codec = &walk->codec;
  const ovl_units *units = walk->units;
  walk->tick = units->tick;
  walk->high = units->high;
  walk->count = ovi_walk_reads(walk) && walk->into == NULL ? 0 : units->stats.units;
  uint32_t orders = units->placing.orders;
  bool sent = units->sharing.sent;
  bool together = units->placing.together;
  bool *const flags[] = {&sent, &together};
  ovi_code_32(codec, &walk->tick, UINT32_MAX, "tick");
  ovi_code_32(codec, &walk->high, units->capacity, "units");
  ovi_code_32(codec, &orders, UINT32_MAX, "orders");
  ovi_code_flags(codec, flags, 2);
  ovi_codec_end_record(codec);
  if (walk->into != NULL) {
    walk->into->tick = walk->tick;
    walk->into->high = walk->high;
    walk->into->placing.orders = orders;
    walk->into->sharing.sent = sent;
    walk->into->placing.together = together;
  }
  ovi_walk_rooms(walk);
  walk_flows(walk);
  ovi_walk_guides(walk);
  walk_units(walk);
  if (walk->into != NULL) {
    walk->count = walk->into->stats.units;
  }
  walk_asks(walk);
  walk_turns(walk);
  walk_lanes(walk);
}
