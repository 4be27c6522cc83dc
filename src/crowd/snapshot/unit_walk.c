/* The list of the fields of units, each walked once by a codec that writes or reads.
 *
 * Fields that follow from others are left out: occupied and claimed cells, the ends of a path and
 * of what is claimed of it, the bodies, who stands in the ring of requests, the turns of sides. So
 * is the state of a lane's task: the lane begins it again from what is listed here; and the tick in
 * which a unit was pushed last, which counts within that tick alone.
 *
 * Invariant: reading changes `into` alone, where that is not NULL, and what was read without a
 * fault breaks no assertion: each index, cell, direction and enumerator is checked here. */
#include "crowd/snapshot/unit_walk.h"

#include "crowd/snapshot/unit_walk_unit.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "flow/flow_state.h"
#include "overland_edit.h"

enum { WALKED_TILES = 64 /* of a flow, in one record */ };

enum { MOST_ALONG = 256, MOST_RIGHT = 1024 }; /* of gates */

/* The lists in which a unit stands, noted in units->turns.keys while a snapshot is checked. */
enum { IN_REQUESTS = 1, IN_TURNS = 2 };

/* ---- Versions ---- */

static void walk_get_world(ovi_walk *walk, uint64_t identity) {
  ovi_walk_worlds *named = &walk->named;
  OVI_ASSERT(named->count < OVI_SNAPSHOT_WORLDS);
  const ovl_world *found = named->find(named->user, identity);
  const uint64_t other = found != NULL ? ovi_world_identity(found) : 0;
  const char *wrong =
      found == NULL || other != identity ? "find gives no world of the identity that is expected"
      : !ovi_units_serve(walk->units, found) ? "find gives a world with other floors or profiles"
                                             : NULL;
  named->missing =
      wrong != NULL ? OVL_OTHER_WORLD : ovl_world_retain(found, &named->worlds[named->count]);
  if (named->missing == OVL_OK) {
    named->count++;
  } else {
    ovi_codec_refuse(&walk->codec, wrong != NULL ? wrong : "allocator", other, identity);
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

/* ---- Links with room ---- */

static void walk_rooms(ovi_walk *walk) {
  ovi_codec *codec = &walk->codec;
  const ovi_unit_ground *ground = &walk->units->ground;
  const uint64_t slows = walk->units->moving.ground_slows ? 1 : 0;
  uint32_t count = ground->room_count;
  ovi_walk_require(walk, ovi_code(codec, slows, 1, "ground_slows") == slows, "ground_slows");
  ovi_code_32(codec, &count, OVI_MOST_ROOMS, "links with room");
  walk->roomy.count = count;
  for (uint32_t i = 0; i < count; i++) {
    ovi_link_room room = {.link = ground->rooms[i].link, .room = ground->rooms[i].room};
    ovi_code_32(codec, &room.link, UINT32_MAX, "link");
    ovi_code_32(codec, &room.room, UINT32_MAX, "link: room");
    walk->roomy.links[i] = room.link;
    if (walk->into != NULL) {
      walk->into->ground.rooms[walk->into->ground.room_count++] = room;
    }
    ovi_codec_end_record(codec);
  }
  ovi_codec_end_record(codec);
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
  state.are_wide = ovi_code_flag(codec, state.are_wide);
  ovi_code_64(codec, &state.paid, UINT64_MAX, "flow: paid");
  ovi_code_64(codec, &state.next_paid, UINT64_MAX, "flow: paid");
  ovi_code_64(codec, &state.tile_paid, UINT64_MAX, "flow: paid");
  const uint32_t making = state.tile_region + 1; /* 0: none */
  state.tile_region = (uint32_t)ovi_code(codec, making, UINT32_MAX, "flow: region") - 1;
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
  ovi_shared_flow flow = walk->units->sharing.flows[number];
  bool used = flow.world != NULL;
  bool renewed = flow.next != NULL;
  flow.leads = used && flow.leads;
  bool *const flags[] = {&used, &renewed, &flow.leads};
  ovi_code_flags(codec, flags, 3);
  if (!used) {
    ovi_walk_require(walk, !renewed && !flow.leads, "flow: flags");
    return;
  }
  const uint32_t tiles = walk->units->sharing.flow_tiles;
  if (ovi_walk_reads(walk) && walk->flow_tiles != tiles) {
    ovi_codec_refuse(codec, "flow_bytes: by default they follow from the capacity",
                     walk->flow_tiles, tiles);
  }
  ovi_walk_cell(walk, &flow.place, (ovl_cell){0, 0, 0});
  ovi_code_8(codec, &flow.profile, (uint8_t)(walk->units->walked.profiles - 1), "flow: profile");
  ovi_code_64(codec, &flow.work, UINT64_MAX, "flow: expansions");
  flow.world = walk_world(walk, flow.world);
  flow.next = renewed ? walk_world(walk, flow.next) : NULL;
  walk->flows |= 1u << number;
  if (ovi_walk_checks(walk) && !ovi_walk_failed(walk)) {
    ovi_shared_flow *checked = &walk->checks->sharing.flows[number];
    walk->named.missing = ovi_shared_flow_make(walk->checks, checked, walk->named.worlds[0]);
    ovi_walk_require(walk, walk->named.missing == OVL_OK, "allocator");
  }
  if (walk->into != NULL) {
    if (ovi_shared_flow_begin(walk->into, &flow, flow.world) != OVL_OK) {
      ovl_flow_destroy(flow.flow); /* the next tick ends it */
      flow.flow = NULL;
    }
    walk->into->sharing.flows[number] = flow;
  }
  walk_paid(walk, flow.flow, walk->into != NULL ? flow.flow : NULL, flow.next);
}

static void walk_flows(ovi_walk *walk) {
  for (uint32_t i = 0; i < walk->units->sharing.flow_count && !ovi_walk_failed(walk); i++) {
    walk_flow(walk, i);
    ovi_codec_end_record(&walk->codec);
  }
}

/* ---- Guides ---- */

/* A guide that is read is refused unless its costs to go fall from gate to gate, all gates lie in
 * the world, and each has a direction along the way, if there are several, and one to the right,
 * but for the last: code that follows guides asserts this. */

/* Gate `at` of `count`. */
static void walk_gate(ovi_walk *walk, ovi_gate *gate, const ovi_gate *before, uint32_t at,
                      uint32_t count) {
  ovi_codec *codec = &walk->codec;
  gate->bends = ovi_code_flag(codec, gate->bends);
  ovi_walk_cell(walk, &gate->cell, before->cell);
  ovi_walk_signed(walk, &gate->right_x, MOST_RIGHT);
  ovi_walk_signed(walk, &gate->right_y, MOST_RIGHT);
  ovi_walk_signed(walk, &gate->along_x, MOST_ALONG);
  ovi_walk_signed(walk, &gate->along_y, MOST_ALONG);
  ovi_code_8(codec, &gate->left, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_8(codec, &gate->right, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_64(codec, &gate->cost_to_go, before->cost_to_go, "guide: cost to go");
  ovi_walk_require(walk, gate->cost_to_go < before->cost_to_go, "guide: cost to go");
  ovi_walk_require(walk, count == 1 || gate->along_x != 0 || gate->along_y != 0,
                   "guide: direction");
  ovi_walk_require(walk, at + 1 == count || gate->right_x != 0 || gate->right_y != 0,
                   "guide: direction");
  ovi_walk_require(walk, !ovi_walk_checks(walk) || ovi_walk_is_inside(walk, gate->cell, 1, 0),
                   "guide: outside the world");
  ovi_codec_end_record(codec);
}

static void walk_guide(ovi_walk *walk, ovi_guide *guide) {
  ovi_codec *codec = &walk->codec;
  bool *const flags[] = {&guide->ended, &guide->wanted, &guide->renewed, &guide->keeps_right};
  ovi_code_32(codec, &guide->order, UINT32_MAX, "guide: order");
  if (guide->order == 0) {
    return;
  }
  guide->begin = ovi_walk_reads(walk) ? 0 : guide->begin;
  ovi_code_flags(codec, flags, sizeof flags / sizeof *flags);
  ovi_code_8(codec, &guide->flow, (uint8_t)walk->units->sharing.flow_count, "guide: flow");
  ovi_code_8(codec, &guide->profile, (uint8_t)(walk->units->walked.profiles - 1), "guide: profile");
  ovi_code_16(codec, &guide->width, OVI_MOST_LANES_BESIDE, "guide: width");
  ovi_walk_cell(walk, &guide->missing, (ovl_cell){0, 0, 0});
  ovi_code_32(codec, &guide->count, OVI_GUIDE_GATES, "guide: gates");
  ovi_walk_require(walk, guide->flow != 0, "guide: flow");
  ovi_walk_require(walk, guide->width != 0 || guide->count == 0, "guide: width");
  ovi_codec_end_record(codec);
  ovi_gate before = {.cost_to_go = UINT64_MAX};
  for (uint32_t at = 0; at < guide->count && !ovi_walk_failed(walk); at++) {
    ovi_gate *gate = &guide->gates[(guide->begin + at) & (OVI_GUIDE_GATES - 1)];
    walk_gate(walk, gate, &before, at, guide->count);
    before = *gate;
  }
}

static void walk_guides(ovi_walk *walk) {
  for (uint32_t i = 0; i < OVI_MOST_FLOWS && !ovi_walk_failed(walk); i++) {
    ovi_guide guide = walk->units->sharing.guides[i];
    walk_guide(walk, &guide);
    if (walk->into != NULL) {
      walk->into->sharing.guides[i] = guide;
    }
  }
  ovi_codec_end_record(&walk->codec);
}

/* ---- All units ---- */

/* Notes what later checks need, and that no bodies overlap. */
static void walk_check_unit(ovi_walk *walk, const ovi_unit *unit, uint32_t index) {
  ovl_units *units = walk->checks;
  units->turns.keys[index] = 0;
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
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body) && !unit->pace.on_link &&
                      !ovi_walk_failed(walk);
       i++) {
    const uint64_t key = ovi_body_key(units, unit->cell, body, i);
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
    ovi_side_enter(units, unit->kind.side);
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

/* Walks a list of units in which none stands twice: `in` is its bit. */
static void walk_list(ovi_walk *walk, const uint32_t *from, uint32_t begin, uint32_t *to,
                      uint32_t count, uint32_t in, const char *what) {
  ovi_walk_require(walk, walk->high != 0 || count == 0, what);
  for (uint32_t i = 0; i < count && !ovi_walk_failed(walk); i++) {
    uint32_t number = from[(begin + i) % walk->units->capacity];
    ovi_code_32(&walk->codec, &number, walk->high - 1, what);
    if (ovi_walk_checks(walk)) {
      uint64_t *lists = &walk->checks->turns.keys[number];
      ovi_unit *unit = &walk->checks->placing.restored[number];
      ovi_walk_require(walk, (*lists & in) == 0 && (in != IN_TURNS || unit->used), what);
      *lists |= in;
      unit->queued = (*lists & IN_REQUESTS) != 0;
    }
    if (walk->into != NULL) {
      to[i] = number;
    }
    if (walk->codec.at > OVI_RECORD_BYTES / 2) {
      ovi_codec_end_record(&walk->codec);
    }
  }
  ovi_codec_end_record(&walk->codec);
}

static void walk_asks(ovi_walk *walk) {
  const ovi_unit_asks *asks = &walk->units->asks;
  uint32_t count = asks->queue_count;
  ovi_code_32(&walk->codec, &count, walk->high, "requests");
  walk_list(walk, asks->queue, asks->queue_begin, asks->queue, count, IN_REQUESTS,
            "requests: unit");
  if (walk->into != NULL) {
    walk->into->asks.queue_begin = 0;
    walk->into->asks.queue_count = count;
  }
}

/* The sides that are enemies: for each side whether it has any, and which. */
static void walk_enemies(ovi_walk *walk) {
  static const uint32_t none[8] = {0};
  for (uint32_t side = 0; side < OVI_UNIT_SIDES && !ovi_walk_failed(walk); side++) {
    uint32_t row[8];
    memcpy(row, walk->units->turns.enemies + 8 * side, sizeof row);
    const bool any = ovi_code_flag(&walk->codec, memcmp(row, none, sizeof row) != 0);
    for (int i = 0; i < 8; i++) {
      row[i] = any ? (uint32_t)ovi_code(&walk->codec, row[i], UINT32_MAX, "enemies") : 0;
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
  const bool unsorted = ovi_code_flag(&walk->codec, turns->unsorted);
  walk_list(walk, turns->sorted, 0, turns->sorted, unsorted ? 0 : walk->count, IN_TURNS,
            "order of moves: unit");
  if (walk->into != NULL) {
    walk->into->turns.unsorted = unsorted;
    ovi_sides_take_turns(walk->into);
  }
}

/* ---- Lanes ---- */

static void walk_lane(ovi_walk *walk, uint32_t number) {
  ovi_codec *codec = &walk->codec;
  ovi_unit_lane lane = walk->units->planning.lanes[number];
  uint32_t request = lane.task->request + 1; /* 0: it is free */
  uint8_t ask = (uint8_t)lane.ask;
  ovi_code_32(codec, &request, walk->high, "lane: unit");
  if (request == 0) {
    return;
  }
  ovi_code_8(codec, &ask, OVL_UNIT_REQUEST_ROUTE, "lane: request");
  ovi_walk_require(walk, ask >= OVL_UNIT_REQUEST_SEGMENT, "lane: request");
  ovi_code_8(codec, &lane.goes_on, OVI_LANE_SEGMENTS, "lane: segments");
  ovi_code_32(codec, &lane.serial, UINT32_MAX, "lane: serial");
  ovi_code_64(codec, &lane.total, UINT64_MAX, "lane: expansions");
  ovi_walk_route(walk, &lane.asked, (ovl_cell){0, 0, 0});
  if (ovi_walk_checks(walk)) {
    const ovi_unit *unit = &walk->checks->placing.restored[request - 1];
    const uint32_t later = unit->plan.serial - lane.serial;
    ovi_walk_require(walk, later < UINT32_MAX / 2, "lane: serial");
    ovi_walk_require(walk, later != 0 || unit->flow == 0, "lane: its unit follows a flow");
    ovi_walk_require(walk,
                     ask != OVL_UNIT_REQUEST_ROUTE || lane.goes_on != 0 || !unit->plan.routed ||
                         later != 0,
                     "lane: its unit has a route");
  }
  ovl_world *world = walk_world(walk, lane.task->world);
  if (walk->into != NULL) {
    lane.task->request = request - 1;
    lane.task->world = world;
    lane.ask = (ovl_unit_request)ask;
    lane.resumes = true;
    walk->into->planning.lanes[number] = lane;
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
  uint32_t searched = units->placing.searched;
  ovi_code_32(codec, &orders, UINT32_MAX, "orders");
  ovi_code_32(codec, &searched, UINT32_MAX / 2, "cells searched");
  ovi_code_flags(codec, flags, 2);
  ovi_codec_end_record(codec);
  if (walk->into != NULL) {
    walk->into->tick = walk->tick;
    walk->into->high = walk->high;
    walk->into->placing.orders = orders;
    walk->into->placing.searched = searched;
    walk->into->sharing.sent = sent;
    walk->into->placing.together = together;
  }
  walk_rooms(walk);
  walk_flows(walk);
  walk_guides(walk);
  walk_units(walk);
  if (walk->into != NULL) {
    walk->count = walk->into->stats.units;
  }
  walk_asks(walk);
  walk_turns(walk);
  walk_lanes(walk);
}
