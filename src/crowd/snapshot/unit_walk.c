/* The list of the fields of units, each walked once by a codec that writes or reads.
 *
 * What follows from other fields is left out: occupied and claimed cells, the ends of a path and of
 * what is claimed of it, the bodies, who stands in the ring of requests. So is the state of a
 * lane's task: the lane begins it again from what is listed here; and the tick in which
 * a unit was pushed last, which counts within that tick alone.
 *
 * Invariant: reading changes `into` alone, where that is not NULL, and what was read without a
 * fault breaks no assertion: each index, cell, direction and enumerator is checked here. */
#include "crowd/snapshot/unit_walk.h"

#include "common/le_bytes.h"
#include "crowd/snapshot/unit_walk_guides.h"
#include "crowd/snapshot/unit_walk_pace.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_world.h"
#include "flow/flow_state.h"
#include "overland_edit.h"

enum { WALKED_TILES = 64 /* of a flow, in one record */ };

/* What is known of a slot while a snapshot is checked: bits of units->turns.keys. */
enum { SLOT_USED = 1, SLOT_ROUTED = 2, SLOT_QUEUED = 4, SLOT_SORTED = 8, SLOT_SERIAL_SHIFT = 32 };

static bool walk_reads(const ovi_walk *walk) { return ovi_codec_reads(&walk->codec); }

static bool walk_checks(const ovi_walk *walk) { return walk->checks != NULL && walk->into == NULL; }

static bool walk_failed(const ovi_walk *walk) { return walk->codec.fault.what != NULL; }

static void walk_require(ovi_walk *walk, bool holds, const char *what) {
  if (walk_reads(walk) && !holds) {
    ovi_codec_refuse(&walk->codec, what, 0, 0);
  }
}

/* ---- Cells ---- */

static void walk_cell(ovi_walk *walk, ovl_cell *cell, ovl_cell near) {
  uint32_t parts[3] = {(uint32_t)cell->x, (uint32_t)cell->y, (uint32_t)cell->floor};
  ovi_code_near(&walk->codec, &parts[0], (uint32_t)near.x);
  ovi_code_near(&walk->codec, &parts[1], (uint32_t)near.y);
  ovi_code_near(&walk->codec, &parts[2], (uint32_t)near.floor);
  *cell = (ovl_cell){(int32_t)parts[0], (int32_t)parts[1], (int32_t)parts[2]};
}

/* Returns whether all cells from `around` before a cell to `around + body - 1` after it, on either
 * axis, are inside its floor. */
static bool walk_is_inside(ovi_walk *walk, ovl_cell cell, int32_t body, int32_t around) {
  if (cell.floor != walk->floor_number) {
    walk->floor_number = -1;
    if (!ovl_world_floor(walk->named.worlds[0], cell.floor, &walk->floor)) {
      return false;
    }
    walk->floor_number = cell.floor;
  }
  const ovl_floor_info *floor = &walk->floor;
  const int64_t x = (int64_t)cell.x - floor->corner.x;
  const int64_t y = (int64_t)cell.y - floor->corner.y;
  return x >= around && y >= around && x + body + around <= floor->width &&
         y + body + around <= floor->height;
}

/* ---- Paths and routes ---- */

/* Puts the eight groups of three bits of a number in a byte each; and back. */
static uint64_t spread_steps(uint32_t bits) {
  uint64_t spread = (bits & 0xfffu) | (uint64_t)(bits & 0xfff000u) << 20;
  spread = (spread & 0x3f0000003fu) | (spread & 0xfc000000fc0u) << 10;
  return (spread & 0x7000700070007u) | (spread & 0x38003800380038u) << 5;
}

static uint32_t pack_steps(uint64_t spread) {
  spread = (spread & 0x7000700070007u) | (spread >> 5 & 0x38003800380038u);
  spread = (spread & 0x3f0000003fu) | (spread >> 10 & 0xfc000000fc0u);
  return (uint32_t)((spread & 0xfffu) | (spread >> 20 & 0xfff000u));
}

/* Follows up to eight steps from a cell, and checks that they stay in the world. */
static ovl_cell follow_steps(ovi_walk *walk, ovl_cell cell, uint64_t spread, uint32_t count) {
  const bool asks = walk_checks(walk) && !walk_is_inside(walk, cell, 1, 8);
  for (uint32_t i = 0; i < count; i++) {
    cell = ovi_cell_beside(cell, (int32_t)(spread >> 8 * i & 7));
    if (asks) {
      walk_require(walk, walk_is_inside(walk, cell, 1, 0), "unit: its path leaves the world");
    }
  }
  return cell;
}

/* The steps, three bits each, without that over a link. Returns their end where they are read. */
static ovl_cell walk_steps(ovi_walk *walk, ovi_way *way, uint32_t count, ovl_cell cell) {
  ovi_codec *codec = &walk->codec;
  uint8_t *to = way->steps; /* what is read begins at the first */
  for (uint32_t at = 0; at < count; at += 8) {
    const uint32_t steps = count - at < 8 ? count - at : 8;
    uint64_t spread = 0;
    for (uint32_t i = 0; i < steps && !walk_reads(walk); i++) {
      spread |= (uint64_t)ovi_way_step(way, at + i) << 8 * i;
    }
    const uint32_t bits = ovi_code_bytes(codec, pack_steps(spread), (3 * steps + 7) / 8);
    if (walk_reads(walk)) {
      spread = spread_steps(bits & ((UINT32_C(1) << 3 * steps) - 1));
      ovi_put_u64(to + at, spread);
      cell = follow_steps(walk, cell, spread, steps);
    }
  }
  return cell;
}

/* The path of a unit; reading finds its end. */
static void walk_way(ovi_walk *walk, ovi_unit *unit) {
  ovi_way *way = &unit->plan.way;
  const bool ended = ovi_way_ends_in_link(way);
  const uint64_t length = ovi_code(&walk->codec, 2 * (uint64_t)way->count + (ended ? 1 : 0),
                                   2 * OVI_WAY_STEPS + 1, "unit: steps of its path");
  const uint32_t links = (uint32_t)length & 1;
  const uint32_t steps = (uint32_t)(length >> 1) - links;
  walk_require(walk, length != 1, "unit: a link without a step");
  if (walk_failed(walk)) {
    return;
  }
  const ovl_cell end = walk_steps(walk, way, steps, unit->cell);
  if (walk_reads(walk)) {
    way->count = (uint16_t)steps;
    unit->plan.way_end = end;
  }
  if (links != 0) {
    walk_cell(walk, &way->link_to, unit->cell);
    ovi_code_32(&walk->codec, &way->link, UINT32_MAX, "unit: link");
    if (walk_reads(walk)) {
      ovi_way_push_back(way, OVI_STEP_LINK);
      unit->plan.way_end = way->link_to;
    }
  }
  if (links != 0 && walk_checks(walk)) {
    ovl_link_def link;
    walk_require(walk,
                 walk_is_inside(walk, way->link_to, 1, 0) &&
                     (!ovl_world_link(walk->named.worlds[0], way->link, &link) ||
                      ovi_cells_are_one(link.from, way->link_to) ||
                      ovi_cells_are_one(link.to, way->link_to)),
                 "unit: its link leads elsewhere");
  }
}

static void walk_route(ovi_walk *walk, ovl_route *route, ovl_cell near) {
  ovi_codec *codec = &walk->codec;
  bool other = route->world != walk->route_world;
  bool done = route->done != 0;
  bool *const flags[] = {&other, &done};
  ovi_code_flags(codec, flags, 2);
  walk_cell(walk, &route->position, near);
  walk_cell(walk, &route->goal, route->position);
  ovi_code_64(codec, &route->cost_to_go, UINT64_MAX, "route: cost");
  route->world = other ? route->world : walk->route_world;
  if (other) {
    ovi_code_64(codec, &route->world, UINT64_MAX, "route: world");
  }
  walk->route_world = route->world;
  for (uint32_t i = 0; i < sizeof route->state / sizeof *route->state; i++) {
    ovi_code_32(codec, &route->state[i], UINT32_MAX, "route: state");
  }
  ovi_code_8(codec, &route->kind, UINT8_MAX, "route: kind");
  ovi_code_8(codec, &route->profile, (uint8_t)(walk->units->walked.profiles - 1), "route: profile");
  ovi_code_8(codec, &route->smoothing, UINT8_MAX, "route: smoothing");
  route->done = done ? 1 : 0;
}

static void walk_plan(ovi_walk *walk, ovi_unit *unit) {
  ovi_codec *codec = &walk->codec;
  ovi_unit_plan *plan = &unit->plan;
  const ovl_cell end = plan->way_end;
  walk_way(walk, unit);
  ovi_code_32(codec, &plan->claimed, OVI_CLAIMED_STEPS, "unit: claimed steps");
  walk_require(walk, plan->claimed <= plan->way.count, "unit: claimed steps");
  if (plan->routed) {
    OVI_ASSERT(walk_reads(walk) || plan->way.count != 0 || ovi_cells_are_one(end, unit->cell));
    ovi_code_32(codec, &plan->skipped, UINT32_MAX, "unit: skipped steps");
    walk_route(walk, &plan->route, plan->way_end);
  }
}

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
  uint64_t identity = walk_reads(walk) ? 0 : ovi_world_identity(world);
  ovi_code_64(&walk->codec, &identity, UINT64_MAX, "version");
  if (walk_checks(walk) && !walk_failed(walk)) {
    walk_get_world(walk, identity);
  }
  return walk->into != NULL ? walk->named.worlds[walk->named.at++] : NULL;
}

/* ---- Flows ---- */

/* Walks what a flow was paid for. While a snapshot is read, `into` is the flow, begun again in its
 * version, or NULL. */
static void walk_paid(ovi_walk *walk, const ovl_flow *from, ovl_flow *into, const ovl_world *next) {
  ovi_codec *codec = &walk->codec;
  ovi_flow_state state = {.paid = 0};
  uint32_t at = UINT32_MAX;
  if (!walk_reads(walk)) {
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
  for (uint32_t i = 0; i < state.tiles && !walk_failed(walk); i++) {
    uint32_t region = walk_reads(walk) ? 0 : ovi_flow_next_region(from, &at);
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
  bool used = !walk_reads(walk) && before->world != NULL;
  bool renewed = used && before->next != NULL;
  uint8_t profile = used ? before->profile : 0;
  uint64_t work = used ? before->work : 0;
  ovl_cell place = {0, 0, 0};
  bool *const flags[] = {&used, &renewed};
  ovi_code_flags(codec, flags, 2);
  if (!used) {
    walk_require(walk, !renewed, "flow: flags");
    return;
  }
  if (!walk_reads(walk)) {
    place = before->place;
  }
  walk_cell(walk, &place, (ovl_cell){0, 0, 0});
  ovi_code_8(codec, &profile, (uint8_t)(walk->units->walked.profiles - 1), "flow: profile");
  ovi_code_64(codec, &work, UINT64_MAX, "flow: expansions");
  ovl_world *world = walk_world(walk, before->world);
  ovl_world *next = renewed ? walk_world(walk, before->next) : NULL;
  walk->flows |= 1u << number;
  if (walk_checks(walk) && !walk_failed(walk)) {
    ovi_shared_flow *flow = &walk->checks->sharing.flows[number];
    walk->named.missing = ovi_shared_flow_make(walk->checks, flow, walk->named.worlds[0]);
    walk_require(walk, walk->named.missing == OVL_OK, "allocator");
  }
  ovl_flow *begun = NULL;
  if (walk->into != NULL) {
    ovi_shared_flow *flow = &walk->into->sharing.flows[number];
    flow->place = place;
    flow->profile = profile;
    flow->work = work;
    flow->world = world;
    flow->next = next;
    begun = ovi_shared_flow_begin(walk->into, flow, world) == OVL_OK ? flow->flow : NULL;
  }
  walk_paid(walk, before->flow, begun, next);
}

static void walk_flows(ovi_walk *walk) {
  for (uint32_t i = 0; i < walk->units->sharing.flow_count && !walk_failed(walk); i++) {
    walk_flow(walk, i);
    ovi_codec_end_record(&walk->codec);
  }
}

/* ---- A unit ---- */

static void walk_tick(ovi_walk *walk, uint32_t *tick) {
  ovi_code_near(&walk->codec, tick, walk->tick);
}

static void walk_order(ovi_walk *walk, ovi_unit *unit) {
  ovi_unit_order *order = &unit->order;
  walk_cell(walk, &unit->goal, unit->cell);
  walk_cell(walk, &order->place, unit->goal);
  ovi_code_32(&walk->codec, &order->order, UINT32_MAX, "unit: order");
  walk_tick(walk, &order->since);
  ovi_code_32(&walk->codec, &order->rank, UINT32_MAX, "unit: rank");
  walk_require(walk, unit->state != OVL_UNIT_BESIDE || order->rank != 0, "unit: rank");
  uint32_t across = (uint32_t)(int32_t)order->across;
  ovi_code_near(&walk->codec, &across, 0);
  order->across = (int16_t)(int32_t)across;
}

static void walk_patience(ovi_walk *walk, ovi_unit_patience *patience, uint32_t index) {
  ovi_codec *codec = &walk->codec;
  ovi_code_32(codec, &patience->blocked, UINT32_MAX, "unit: blocked");
  ovi_code_32(codec, &patience->detour_at, UINT32_MAX, "unit: detour_at");
  walk_tick(walk, &patience->near_tick);
  ovi_code_32(codec, &patience->delay, UINT32_MAX, "unit: delay");
  walk_tick(walk, &patience->retry_tick);
  uint32_t other = patience->escape_from + 1; /* 0: none */
  ovi_code_32(codec, &other, walk->high, "unit: escape_from");
  patience->escape_from = other - 1;
  walk_require(walk, patience->escape_from != index, "unit: escape_from");
  walk_tick(walk, &patience->escape_until);
  ovi_code_32(codec, &patience->pusher, walk->high - 1, "unit: pusher");
  walk_tick(walk, &patience->pushed_until);
  ovi_code_64(codec, &patience->least_left, UINT64_MAX, "unit: least_left");
}

static void walk_kind(ovi_walk *walk, ovi_unit_kind *kind) {
  const ovi_walked_world *walked = &walk->units->walked;
  ovi_code_8(&walk->codec, &kind->profile, (uint8_t)(walked->profiles - 1), "unit: profile");
  ovi_code_8(&walk->codec, &kind->side, UINT8_MAX, "unit: side");
  ovi_code_8(&walk->codec, &kind->priority, UINT8_MAX, "unit: priority");
  ovi_code_8(&walk->codec, &kind->hold, OVL_HOLD_ALL, "unit: hold");
  kind->body = walked->bodies[kind->profile];
}

static void walk_unit(ovi_walk *walk, ovi_unit *unit, uint32_t index, ovl_cell near) {
  ovi_codec *codec = &walk->codec;
  bool *const flags[] = {&unit->used,   &unit->order.has_goal, &unit->order.returning,
                         &unit->inside, &unit->order.alone,    &unit->plan.routed};
  ovi_code_flags(codec, flags, sizeof flags / sizeof *flags);
  ovi_code_16(codec, &unit->generation, UINT16_MAX, "unit: generation");
  ovi_code_32(codec, &unit->plan.serial, UINT32_MAX, "unit: serial");
  ovi_code_8(codec, &unit->ask, OVL_UNIT_REQUEST_ROUTE, "unit: request");
  if (!unit->used) { /* what is left of a unit that was removed */
    walk_require(walk, !unit->order.has_goal && !unit->plan.routed, "unit: flags");
    return;
  }
  walk_cell(walk, &unit->cell, near);
  walk_kind(walk, &unit->kind);
  ovi_code_8(codec, &unit->state, OVL_UNIT_STATE_COUNT - 1, "unit: state");
  ovi_code_8(codec, &unit->flow, (uint8_t)walk->units->sharing.flow_count, "unit: flow");
  walk_require(walk, unit->flow == 0 || (walk->flows >> (unit->flow - 1) & 1) != 0, "unit: flow");
  uint32_t result = (uint32_t)unit->result;
  ovi_code_32(codec, &result, OVL_RESULT_COUNT - 1, "unit: result");
  unit->result = (int32_t)result;
  ovi_walk_pace(codec, walk->tick, unit);
  walk_order(walk, unit);
  walk_patience(walk, &unit->patience, index);
  walk_plan(walk, unit);
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
  walk_require(walk, unit->generation != 0 || index != 0, "unit: generation");
  walk_require(walk, walk_is_inside(walk, unit->cell, body, 0), "unit: its cell is outside");
  walk_require(
      walk, walk_is_inside(walk, unit->pace.from, ovi_unit_body(units, unit, unit->pace.from), 0),
      "unit: it came from outside");
  for (int32_t i = 0; i < body * body && !unit->pace.on_link && !walk_failed(walk); i++) {
    const uint64_t key = ovi_cell_key(ovi_body_cell(unit->cell, body, i), 0);
    uint32_t *taken = ovi_number_map_add(&units->placing.taken, key);
    walk_require(walk, *taken == OVI_NO_VALUE, "unit: another one stands there");
    *taken = 1;
  }
  walk->count++;
}

/* Puts a unit that was read into its slot. */
static void walk_place_unit(ovi_walk *walk, ovi_unit *unit, uint32_t index) {
  ovl_units *units = walk->into;
  const uint32_t claimed = unit->plan.claimed;
  unit->patience.pushed = walk->tick;
  units->unit[index] = *unit;
  if (!unit->used) {
    return;
  }
  ovi_walk_place_pace(units, walk->tick, &units->unit[index]);
  units->turns.side_count[unit->kind.side]++;
  units->stats.units++;
  units->unit[index].plan.claimed = 0;
  ovi_unit_claim_steps(units, &units->unit[index], claimed);
}

static void walk_units(ovi_walk *walk) {
  ovl_cell near = {0, 0, 0};
  if (walk_checks(walk)) {
    ovi_number_map_clear(&walk->checks->placing.taken);
  }
  for (uint32_t index = 0; index < walk->high && !walk_failed(walk); index++) {
    ovi_unit unit;
    if (walk_reads(walk)) {
      unit = (ovi_unit){0};
    } else {
      unit = walk->units->unit[index];
    }
    walk_unit(walk, &unit, index, near);
    near = unit.used ? unit.cell : near;
    if (walk_checks(walk) && !walk_failed(walk)) {
      walk_check_unit(walk, &unit, index);
    } else if (walk->into != NULL) {
      walk_place_unit(walk, &unit, index);
    }
    ovi_codec_end_record(&walk->codec);
  }
}

/* ---- Lists of units ---- */

/* Walks the index of a unit in a list in which no unit stands twice: `in` is its bit. */
static uint32_t walk_index(ovi_walk *walk, uint32_t index, uint32_t in, const char *what) {
  uint32_t number = index;
  if (walk->high == 0) {
    walk_require(walk, false, what);
    return 0;
  }
  ovi_code_32(&walk->codec, &number, walk->high - 1, what);
  if (walk_checks(walk)) {
    uint64_t *slot = &walk->checks->turns.keys[number];
    walk_require(walk, (*slot & in) == 0 && (in != SLOT_SORTED || (*slot & SLOT_USED) != 0), what);
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
  for (uint32_t i = 0; i < count && !walk_failed(walk); i++) {
    const uint32_t before = walk_reads(walk) ? 0 : asks->queue[(asks->queue_begin + i) % capacity];
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
  for (uint32_t side = 0; side < 256 && !walk_failed(walk); side++) {
    uint32_t row[8] = {0};
    bool any = false;
    if (!walk_reads(walk)) {
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
  for (uint32_t i = 0; i < walk->count && !unsorted && !walk_failed(walk); i++) {
    const uint32_t before = walk_reads(walk) ? 0 : turns->sorted[i];
    const uint32_t index = walk_index(walk, before, SLOT_SORTED, "order of moves: unit");
    if (walk->into != NULL) {
      walk->into->turns.sorted[i] = index;
    }
  }
  ovi_codec_end_record(&walk->codec);
  for (uint32_t side = 0; side < 256 && !unsorted; side++) {
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
  uint32_t request = walk_reads(walk) ? 0 : before->task->request + 1; /* 0: it is free */
  uint8_t ask = walk_reads(walk) ? 0 : (uint8_t)before->ask;
  uint32_t serial = walk_reads(walk) ? 0 : before->serial;
  uint64_t total = walk_reads(walk) ? 0 : before->total;
  bool goes_on = !walk_reads(walk) && before->goes_on;
  bool *const flags[] = {&goes_on};
  ovl_route asked = {0};
  ovi_code_32(codec, &request, walk->high, "lane: unit");
  if (request == 0) {
    return;
  }
  if (!walk_reads(walk)) {
    asked = before->asked;
  }
  ovi_code_8(codec, &ask, OVL_UNIT_REQUEST_ROUTE, "lane: request");
  walk_require(walk, ask >= OVL_UNIT_REQUEST_SEGMENT, "lane: request");
  ovi_code_flags(codec, flags, 1);
  ovi_code_32(codec, &serial, UINT32_MAX, "lane: serial");
  ovi_code_64(codec, &total, UINT64_MAX, "lane: expansions");
  walk_route(walk, &asked, (ovl_cell){0, 0, 0});
  if (walk_checks(walk)) {
    const uint64_t slot = walk->checks->turns.keys[request - 1];
    walk_require(walk,
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
  for (uint32_t i = 0; i < walk->units->planning.tasks.count && !walk_failed(walk); i++) {
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
  walk_require(walk, ovi_code(codec, lanes, UINT32_MAX, "lanes") == lanes, "lanes");
  const uint32_t tiles = units->sharing.flow_tiles;
  walk_require(walk, ovi_code(codec, flows, UINT32_MAX, "flows") == flows, "flows");
  walk_require(walk, ovi_code(codec, tiles, UINT32_MAX, "flow_bytes") == tiles, "flow_bytes");
  uint64_t identity = units->walked.identity;
  ovi_code_64(codec, &identity, UINT64_MAX, "version");
  if (walk_checks(walk) && !walk_failed(walk)) {
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
  walk->count = walk_reads(walk) && walk->into == NULL ? 0 : units->stats.units;
  uint32_t orders = units->placing.orders;
  bool sent = units->sharing.sent;
  bool *const flags[] = {&sent};
  ovi_code_32(codec, &walk->tick, UINT32_MAX, "tick");
  ovi_code_32(codec, &walk->high, units->capacity, "units");
  ovi_code_32(codec, &orders, UINT32_MAX, "orders");
  ovi_code_flags(codec, flags, 1);
  ovi_codec_end_record(codec);
  if (walk->into != NULL) {
    walk->into->tick = walk->tick;
    walk->into->high = walk->high;
    walk->into->placing.orders = orders;
    walk->into->sharing.sent = sent;
  }
  ovi_walk_rooms(codec, units, walk->into);
  walk_flows(walk);
  ovi_walk_guides(&walk->codec, units, walk->into);
  walk_units(walk);
  if (walk->into != NULL) {
    walk->count = walk->into->stats.units;
  }
  walk_asks(walk);
  walk_turns(walk);
  walk_lanes(walk);
}
