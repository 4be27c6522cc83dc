/* Wrong arguments of flows, queues and units (tests/world/error_scene.h), at least one for each
 * call. */
#include <string.h>

#include "overland_flow.h"
#include "overland_schedule.h"
#include "overland_units.h"
#include "tests/support/test.h"
#include "tests/world/error_scene.h"

static ovl_result of_flow(error_scene *s, ovl_result result) {
  s->fault = *ovl_flow_fault(s->use.flow);
  return result;
}

static ovl_result of_queue(error_scene *s, ovl_result result) {
  s->fault = *ovl_queue_fault(s->use.queue);
  return result;
}

static ovl_result of_units(error_scene *s, ovl_result result) {
  s->fault = *ovl_units_fault(s->use.units);
  return result;
}

/* ---- Flows, queues, units -------------------------------------------------------------------- */

static ovl_result flow_of_no_goals(error_scene *s) {
  ovl_flow *flow;
  ovl_flow_def def = {.world = s->use.world};
  def.max_goals = -1;
  return ovl_flow_create(&def, &flow, &s->fault);
}

static ovl_result flow_begin(error_scene *s) {
  return of_flow(s, ovl_flow_begin(s->use.flow, s->use.world, &s->query));
}

static ovl_result flow_new(error_scene *s) { return of_flow(s, OVL_OK); }

static ovl_result flow_next(error_scene *s, ovl_cell cell) {
  ovl_flow_step step;
  flow_begin(s);
  return of_flow(s, ovl_flow_next(s->use.flow, cell, &step));
}

static ovl_result flow_next_inside(error_scene *s) { return flow_next(s, error_inside); }
static ovl_result flow_behind_wall(error_scene *s) { return flow_next(s, error_behind_wall); }
static ovl_result flow_from_outside(error_scene *s) { return flow_next(s, error_outside); }

static ovl_result flow_of_larger(error_scene *s) {
  return of_flow(s, ovl_flow_begin(s->use.flow, s->use.other, &s->query));
}

static ovl_result flow_prepare_early(error_scene *s) {
  flow_begin(s);
  return of_flow(s, ovl_flow_prepare(s->use.flow, &error_inside, 1, 1, &s->room.done));
}

static ovl_result flow_renew_early(error_scene *s) {
  flow_begin(s);
  return of_flow(s, ovl_flow_renew(s->use.flow, s->use.world, 1, &s->room.done));
}

static ovl_result flow_renew_elsewhere(error_scene *s) {
  flow_begin(s);
  return of_flow(s, ovl_flow_renew(s->use.flow, s->use.other, 1, &s->room.done));
}

static ovl_result queue_of_none(error_scene *s) {
  ovl_queue *queue;
  ovl_queue_def def = {.world = s->use.world};
  def.lanes = -1;
  return ovl_queue_create(&def, &queue, &s->fault);
}

static ovl_result queue_of_little(error_scene *s) {
  ovl_queue *queue;
  const ovl_queue_def def = {.world = s->use.world, .planner_bytes = 100};
  return ovl_queue_create(&def, &queue, &s->fault);
}

static ovl_result queue_full(error_scene *s) {
  const ovl_request request = {.query = s->query};
  ovl_ticket ticket;
  ovl_queue_add(s->use.queue, &request, &ticket);
  const ovl_result result = of_queue(s, ovl_queue_add(s->use.queue, &request, s->room.numbers));
  ovl_queue_cancel(s->use.queue, ticket);
  return result;
}

static ovl_result queue_priority(error_scene *s) {
  const ovl_request request = {.query = s->query, .priority = -1};
  return of_queue(s, ovl_queue_add(s->use.queue, &request, s->room.numbers));
}

static ovl_result queue_cancel_none(error_scene *s) {
  return of_queue(s, ovl_queue_cancel(s->use.queue, 77));
}

static ovl_result queue_no_jobs(error_scene *s) {
  return of_queue(s, ovl_queue_step(s->use.queue, s->use.world, 1, &s->no_jobs, s->room.numbers));
}

static ovl_result units_of_none(error_scene *s) {
  ovl_units *units;
  ovl_units_def def = {.world = s->use.world};
  def.capacity = -1;
  return ovl_units_create(&def, &units, &s->fault);
}

static ovl_result units_of_small_flows(error_scene *s) {
  ovl_units *units;
  ovl_units_def def = {.world = s->use.world};
  def.flows = 1;
  def.flow_bytes = 10;
  const ovl_result result = ovl_units_create(&def, &units, &s->fault);
  return s->fault.found == 10 && s->fault.expected > 10 ? result : OVL_OK;
}

/* Adds units at these cells, and removes them all again; the fault is the last one's. */
static ovl_result add_units(error_scene *s, int32_t profile, const ovl_cell *cells, int count) {
  ovl_unit units[3];
  ovl_result result = OVL_OK;
  int added = 0;
  for (int i = 0; i < count; i++) {
    const ovl_unit_def def = {.cell = cells[i], .profile = profile};
    result = of_units(s, ovl_unit_add(s->use.units, s->use.world, &def, &units[added]));
    added += result == OVL_OK;
  }
  while (added-- != 0) {
    ovl_unit_remove(s->use.units, units[added]);
  }
  return result;
}

static ovl_result unit_of_no_profile(error_scene *s) { return add_units(s, 1, &error_inside, 1); }
static ovl_result unit_inside(error_scene *s) { return add_units(s, 0, &error_inside, 1); }
static ovl_result unit_outside(error_scene *s) { return add_units(s, 0, &error_outside, 1); }
static ovl_result unit_at_edge(error_scene *s) { return add_units(s, 0, &error_edge, 1); }
static ovl_result unit_on_rock(error_scene *s) { return add_units(s, 0, &error_rock, 1); }

static ovl_result unit_on_unit(error_scene *s) {
  return add_units(s, 0, (const ovl_cell[]){{2, 2, 0}, {2, 2, 0}}, 2);
}

static ovl_result unit_too_many(error_scene *s) {
  return add_units(s, 0, (const ovl_cell[]){{2, 2, 0}, {5, 2, 0}, {8, 2, 0}}, 3);
}

static ovl_result unit_add_too_fast(error_scene *s) {
  const ovl_unit_def def = {.cell = error_inside, .speed = 300};
  ovl_unit unit;
  return of_units(s, ovl_unit_add(s->use.units, s->use.world, &def, &unit));
}

static ovl_result unit_remove_none(error_scene *s) {
  return of_units(s, ovl_unit_remove(s->use.units, 5));
}

static ovl_result unit_send_none(error_scene *s) {
  return of_units(s, ovl_unit_send(s->use.units, 5, error_inside));
}

static ovl_result unit_set_speed(error_scene *s, uint16_t speed, bool exists) {
  const ovl_unit_def def = {.cell = error_inside};
  ovl_unit unit = OVL_NO_UNIT;
  ovl_unit_add(s->use.units, s->use.world, &def, &unit);
  const ovl_result result = of_units(s, ovl_unit_set_speed(s->use.units, exists ? unit : 5, speed));
  ovl_unit_remove(s->use.units, unit);
  return result;
}

static ovl_result unit_set_speed_none(error_scene *s) { return unit_set_speed(s, 1, false); }
static ovl_result unit_set_speed_zero(error_scene *s) { return unit_set_speed(s, 0, true); }
static ovl_result unit_set_speed_high(error_scene *s) { return unit_set_speed(s, 257, true); }

static ovl_result unit_set_hold(error_scene *s, uint32_t hold, bool exists) {
  const ovl_unit_def def = {.cell = error_inside};
  ovl_unit unit = OVL_NO_UNIT;
  ovl_unit_add(s->use.units, s->use.world, &def, &unit);
  const ovl_result result =
      of_units(s, ovl_unit_set_hold(s->use.units, exists ? unit : 5, (ovl_unit_hold)hold));
  ovl_unit_remove(s->use.units, unit);
  return result;
}

static ovl_result unit_set_hold_none(error_scene *s) { return unit_set_hold(s, 1, false); }
static ovl_result unit_set_hold_high(error_scene *s) { return unit_set_hold(s, 3, true); }

static ovl_result units_set_room_of_none(error_scene *s) {
  return of_units(s, ovl_units_set_link_room(s->use.units, 77, 4));
}

/* In a world of 65 links. */
static ovl_result units_set_link_rooms(error_scene *s) {
  uint8_t terrain[16 * 16];
  ovl_bake_def bake = {.width = 16, .height = 16, .terrain = terrain};
  ovl_link_def links[65];
  ovl_units_def def = {.capacity = 1};
  ovl_world *world = NULL;
  ovl_units *units = NULL;
  memset(terrain, 1, sizeof terrain);
  for (int32_t i = 0; i < 65; i++) {
    links[i] =
        (ovl_link_def){.from = {i % 16, i / 16, 0}, .to = {i % 16, 15 - i / 16, 0}, .cost = 9000};
  }
  bake.more.links = links;
  bake.more.link_count = 65;
  ovl_result result = ovl_world_bake(&bake, &world, NULL);
  def.world = world;
  result = result == OVL_OK ? ovl_units_create(&def, &units, NULL) : result;
  for (uint32_t link = 0; link < 65 && result == OVL_OK; link++) {
    result = ovl_units_set_link_room(units, link, 0);
  }
  if (units != NULL) {
    s->fault = *ovl_units_fault(units);
  }
  ovl_units_destroy(units);
  ovl_world_close(world);
  return result;
}

static ovl_result unit_stop_none(error_scene *s) {
  return of_units(s, ovl_unit_stop(s->use.units, 5));
}

/* Sends a unit, and with a count of two a second one that there is not. */
static ovl_result units_send(error_scene *s, ovl_cell place, size_t count) {
  const ovl_unit_def def = {.cell = error_inside};
  ovl_unit sent[2] = {OVL_NO_UNIT, OVL_NO_UNIT};
  ovl_unit_add(s->use.units, s->use.world, &def, &sent[0]);
  const ovl_result result =
      of_units(s, ovl_units_send(s->use.units, s->use.world, sent, count, place));
  ovl_unit_remove(s->use.units, sent[0]);
  return result;
}

static ovl_result units_send_outside(error_scene *s) { return units_send(s, error_outside, 1); }
static ovl_result units_send_to_rock(error_scene *s) { return units_send(s, error_rock, 1); }

static ovl_result units_send_one_that_is_none(error_scene *s) {
  const ovl_result result = units_send(s, error_inside, 2);
  return s->fault.where == 1 ? result : OVL_OK;
}

/* Gives an order that is wrong in one thing to a unit. */
static ovl_result units_order(error_scene *s, ovl_order order) {
  const ovl_unit_def def = {.cell = error_inside};
  ovl_unit sent = OVL_NO_UNIT;
  ovl_unit_add(s->use.units, s->use.world, &def, &sent);
  const ovl_result result =
      of_units(s, ovl_units_order(s->use.units, s->use.world, &sent, 1, &order));
  ovl_unit_remove(s->use.units, sent);
  return result;
}

static ovl_result units_order_outside(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_outside});
}

static ovl_result units_order_to_rock(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_rock});
}

static ovl_result units_order_in_no_form(error_scene *s) {
  return units_order(
      s, (ovl_order){.place = error_inside, .formation = (ovl_formation)OVL_FORMATION_COUNT});
}

static ovl_result units_order_spaced(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_inside, .spacing = 65});
}

static ovl_result units_order_facing(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_inside, .facing = 9});
}

static ovl_result units_order_abreast(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_inside, .abreast = -1});
}

static ovl_result units_order_no_offsets(error_scene *s) {
  return units_order(s, (ovl_order){.place = error_inside, .formation = OVL_FORMATION_OWN});
}

static ovl_result units_tick_no_jobs(error_scene *s) {
  return of_units(s, ovl_units_tick(s->use.units, s->use.world, 1, &s->no_jobs));
}

static ovl_result units_tick(error_scene *s) {
  return of_units(s, ovl_units_tick(s->use.units, s->use.world, 1, NULL));
}

static ovl_result units_tick_elsewhere(error_scene *s) {
  return of_units(s, ovl_units_tick(s->use.units, s->use.other, 1, NULL));
}

static const ovl_world *find_nothing(void *user, uint64_t identity) {
  (void)user;
  (void)identity;
  return NULL;
}

static ovl_result units_restore_zeros(error_scene *s) {
  static const uint8_t zeros[64];
  return of_units(s, ovl_units_restore(s->use.units, zeros, sizeof zeros, find_nothing, NULL));
}

static ovl_result units_save_nowhere(error_scene *s) {
  size_t used = 0;
  const ovl_result result = ovl_units_save(s->use.units, NULL, 0, &used);
  s->fault = (ovl_fault){.what = "bytes"}; /* it has none: `used` says it */
  return used != 0 ? result : OVL_OK;
}

/* ---- The rows -------------------------------------------------------------------------------- */

#define TO(...) (&(const ovl_query){.start = {2, 2, 0}, .goal = {__VA_ARGS__, 0}})
#define GOALS(...) (&(const ovl_query){.more = &(const ovl_query_more){__VA_ARGS__}})

static const ovl_cell three_cells[3] = {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}};

static const error_query_row errors_of_flows[] = {
    {TO(ERROR_SIDE - 1, 5), {"ovl_flow_begin", flow_begin, OVL_GOAL_BLOCKED, "goal", 0, 0}},
    {TO(10, 10), {"ovl_flow_begin", flow_begin, OVL_GOAL_BLOCKED, "goal", 0, 0}},
    {TO(ERROR_SIDE, 2),
     {"ovl_flow_begin", flow_begin, OVL_GOAL_OUTSIDE, "goal.x", ERROR_SIDE, ERROR_SIDE - 1}},
    {&(const ovl_query){.profile = -1},
     {"ovl_flow_begin", flow_begin, OVL_BAD_ARGUMENT, "profile", LESS(1), 0}},
    {GOALS(.goal_kind = OVL_GOAL_WITHIN, .goal_radius = -1),
     {"ovl_flow_begin", flow_begin, OVL_BAD_ARGUMENT, "goal_radius", LESS(1), 0}},
    {GOALS(.goal_kind = OVL_GOAL_SET, .goal_cells = three_cells, .goal_count = 3),
     {"ovl_flow_begin", flow_begin, OVL_FULL, "max_goals", 1, 3}},
    {TO(2, ERROR_SIDE),
     {"ovl_flow_next", flow_next_inside, OVL_BAD_ARGUMENT, "flow: it has no goal", 0, 0}},
    {TO(2, ERROR_SIDE),
     {"ovl_flow_prepare", flow_prepare_early, OVL_BAD_ARGUMENT, "flow: it has no goal", 0, 0}},
    {TO(2, ERROR_SIDE),
     {"ovl_flow_renew", flow_renew_early, OVL_BAD_ARGUMENT, "flow: it has no goal", 0, 0}},
};

static const error_row errors_units_rows[] = {
    {"ovl_flow_fault", flow_new, OVL_OK, "", 0, 0},
    {"ovl_flow_create", flow_of_no_goals, OVL_BAD_ARGUMENT, "max_goals", LESS(1), 0},
    {"ovl_flow_begin", flow_begin, OVL_OK, "", 0, 0},
    {"ovl_flow_next", flow_next_inside, OVL_OK, "", 0, 0},
    {"ovl_flow_next", flow_behind_wall, OVL_UNREACHABLE, "cell", 0, 0},
    {"ovl_flow_begin", flow_of_larger, OVL_PLANNER_TOO_SMALL, "max_bytes", 0, 0},
    {"ovl_flow_next", flow_from_outside, OVL_START_OUTSIDE, "cell.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_flow_renew", flow_renew_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_queue_create", queue_of_none, OVL_BAD_ARGUMENT, "lanes", UINT64_MAX, 1},
    {"ovl_queue_create", queue_of_little, OVL_BAD_ARGUMENT, "max_bytes", 0, 0},
    {"ovl_queue_add", queue_full, OVL_FULL, "capacity", 1, 2},
    {"ovl_queue_add", queue_priority, OVL_BAD_ARGUMENT, "priority", LESS(1), 0},
    {"ovl_queue_cancel", queue_cancel_none, OVL_BAD_ARGUMENT, "ticket", 77, 0},
    {"ovl_queue_step", queue_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_units_create", units_of_small_flows, OVL_BAD_ARGUMENT, "flow_bytes", 0, 0},
    {"ovl_units_create", units_of_none, OVL_BAD_ARGUMENT, "capacity", UINT64_MAX, 1},
    {"ovl_units_tick", units_tick, OVL_OK, "", 0, 0},
    {"ovl_unit_add", unit_of_no_profile, OVL_BAD_ARGUMENT, "profile", 1, 0},
    {"ovl_unit_add", unit_inside, OVL_OK, "", 0, 0},
    {"ovl_unit_add", unit_outside, OVL_START_OUTSIDE, "cell.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_unit_add", unit_at_edge, OVL_START_BLOCKED, "cell", 0, 0},
    {"ovl_unit_add", unit_on_rock, OVL_START_BLOCKED, "cell", 0, 0},
    {"ovl_unit_add", unit_on_unit, OVL_START_BLOCKED, "cell: a unit is there", 0, 0},
    {"ovl_unit_add", unit_add_too_fast, OVL_BAD_ARGUMENT, "speed", 300, 256},
    {"ovl_unit_add", unit_too_many, OVL_FULL, "capacity", 2, 3},
    {"ovl_unit_remove", unit_remove_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_unit_send", unit_send_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_unit_stop", unit_stop_none, OVL_BAD_ARGUMENT, "unit: there is none with this handle", 5,
     0},
    {"ovl_unit_set_speed", unit_set_speed_none, OVL_BAD_ARGUMENT, "unit", 5, 0},
    {"ovl_unit_set_speed", unit_set_speed_zero, OVL_BAD_ARGUMENT, "speed", 0, 1},
    {"ovl_unit_set_speed", unit_set_speed_high, OVL_BAD_ARGUMENT, "speed", 257, 256},
    {"ovl_unit_set_hold", unit_set_hold_none, OVL_BAD_ARGUMENT, "unit", 5, 0},
    {"ovl_unit_set_hold", unit_set_hold_high, OVL_BAD_ARGUMENT, "hold", 3, 2},
    {"ovl_units_set_link_room", units_set_room_of_none, OVL_BAD_ARGUMENT, "link", 77, UINT64_MAX},
    {"ovl_units_set_link_room", units_set_link_rooms, OVL_FULL, "link", 64, 64},
    {"ovl_units_send", units_send_outside, OVL_GOAL_OUTSIDE, "place.y", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_units_send", units_send_to_rock, OVL_GOAL_BLOCKED,
     "place: none of these units can stand there", 0, 0},
    {"ovl_units_send", units_send_one_that_is_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_units_order", units_order_outside, OVL_GOAL_OUTSIDE, "place.y", ERROR_SIDE,
     ERROR_SIDE - 1},
    {"ovl_units_order", units_order_to_rock, OVL_GOAL_BLOCKED,
     "place: none of these units can stand there", 0, 0},
    {"ovl_units_order", units_order_in_no_form, OVL_BAD_ARGUMENT, "formation", 5, 4},
    {"ovl_units_order", units_order_spaced, OVL_BAD_ARGUMENT, "spacing", 65, 64},
    {"ovl_units_order", units_order_facing, OVL_BAD_ARGUMENT, "facing", 9, 8},
    {"ovl_units_order", units_order_abreast, OVL_BAD_ARGUMENT, "abreast", (uint64_t)-1, 0},
    {"ovl_units_order", units_order_no_offsets, OVL_BAD_ARGUMENT, "offsets", 0, 1},
    {"ovl_units_restore", units_restore_zeros, OVL_CORRUPT, "signature", 0, 0},
    {"ovl_units_save", units_save_nowhere, OVL_MORE_ROOM, "bytes", 0, 0},
    {"ovl_units_tick", units_tick_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_units_tick", units_tick_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
};

static void errors_units_name_the_argument(test_state *t) {
  check_error_rows(t, errors_units_rows, sizeof errors_units_rows / sizeof *errors_units_rows);
  check_error_queries(t, errors_of_flows, sizeof errors_of_flows / sizeof *errors_of_flows);
}

const test_entry test_errors_units_table[] = {
    {"errors_units_name_the_argument", errors_units_name_the_argument},
    {NULL, NULL},
};
