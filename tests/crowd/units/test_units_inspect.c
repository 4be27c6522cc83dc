/* The calls that inspect units: waiting, paths ahead, the planning queue, flows. */
#include <inttypes.h>

#include "overland_flow.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"

#include <stdlib.h>

static const char *const corridor[] = {"....##########....", "....##########....",
                                       "..................", "....##########....",
                                       "....##########....", NULL};

static const char *const field[] = {
    "................................................................",
    "................................................................",
    "................................................................",
    "................................................................",
    "................................................................",
    "................................................................",
    "................................................................",
    "................................................................",
    NULL};

static ovl_unit_detail inspect(const unit_scene *scene, uint32_t number) {
  ovl_unit_detail detail;
  CHECK(scene->t, ovl_unit_inspect(scene->units, scene->unit[number], &detail),
        "unit %u is not there", number);
  return detail;
}

static void waiting_units_name_the_unit_in_their_way(test_state *t) {
  unit_scene s = scene_make(t, corridor, (scene_settings){0});
  const uint32_t first = scene_add(&s, 4, 2, 0, 0);
  const uint32_t second = scene_add(&s, 3, 2, 0, 0);
  const uint32_t third = scene_add(&s, 2, 2, 0, 0);
  scene_edit(&s, 5, 2, 1, 1, 0); /* the corridor is closed behind the first one */
  scene_tick(&s, 1);
  CHECK(t, inspect(&s, second).waits_for == OVL_NO_UNIT, "an idle unit waits");
  scene_edit(&s, 5, 2, 1, 1, 1);
  scene_send(&s, first, 17, 2);
  scene_send(&s, second, 17, 1);
  scene_send(&s, third, 17, 3);
  s.budget = 1000000;
  scene_tick(&s, 1);
  CHECK(t, scene_look(&s, first).state == OVL_UNIT_WALKING, "the first does not walk");
  scene_edit(&s, 6, 2, 1, 1, 0); /* a rock falls before it */
  uint32_t waiting = 0;
  for (int32_t tick = 0; tick < 6; tick++) {
    scene_tick(&s, 1);
    for (uint32_t i = 0; i < s.count; i++) {
      const ovl_unit_info info = scene_look(&s, i);
      const ovl_unit_detail detail = inspect(&s, i);
      const bool moves = info.next.x != info.cell.x || info.next.y != info.cell.y;
      const ovl_unit there = moves ? ovl_units_at(s.units, info.next) : OVL_NO_UNIT;
      CHECK(t, detail.waits_for == there, "unit %u waits for %x, but %x is on its next cell", i,
            detail.waits_for, there);
      waiting += detail.waits_for != OVL_NO_UNIT ? 1 : 0;
    }
  }
  CHECK(t, waiting > 0, "none ever waits for another");
  ovl_unit_detail detail;
  const ovl_unit gone = s.unit[third];
  ovl_unit_remove(s.units, gone);
  CHECK(t, !ovl_unit_inspect(s.units, gone, &detail) && detail.waits_for == OVL_NO_UNIT,
        "a unit that is gone can be inspected");
  scene_free(&s);
}

static void the_path_ahead_leads_by_single_steps_to_the_goal(test_state *t) {
  unit_scene s = scene_make(t, corridor, (scene_settings){0});
  const uint32_t unit = scene_add(&s, 0, 0, 0, 0);
  ovl_cell cells[128];
  CHECK(t, ovl_unit_ahead(s.units, s.unit[unit], cells, 128) == 0, "an idle unit has a path");
  scene_send(&s, unit, 17, 4);
  scene_tick(&s, 1);
  const size_t count = ovl_unit_ahead(s.units, s.unit[unit], cells, 128);
  ovl_cell last = s.cell[unit];
  for (size_t i = 0; i < count; i++) {
    CHECK(t, abs(cells[i].x - last.x) <= 1 && abs(cells[i].y - last.y) <= 1,
          "cell %zu of the path is not beside the one before", i);
    last = cells[i];
  }
  CHECK(t, count > 8 && last.x == 17 && last.y == 4, "the path of %zu cells ends at %d,%d", count,
        last.x, last.y);
  CHECK(t, cells[0].x == scene_look(&s, unit).next.x, "it does not begin with the next cell");
  CHECK(t, inspect(&s, unit).steps == count && inspect(&s, unit).claimed == 8,
        "it has %u steps and claims %u", inspect(&s, unit).steps, inspect(&s, unit).claimed);
  ovl_cell two[2];
  CHECK(t, ovl_unit_ahead(s.units, s.unit[unit], two, 2) == count && two[1].x == cells[1].x,
        "with room for two it tells others");
  CHECK(t, ovl_unit_ahead(s.units, OVL_NO_UNIT, NULL, 0) == 0, "no unit has a path");
  scene_free(&s);
}

static void the_queue_lists_units_in_the_order_of_their_requests(test_state *t) {
  unit_scene s = scene_make(t, field, (scene_settings){0});
  for (int32_t i = 0; i < 6; i++) {
    scene_add(&s, 0, i, 0, 0);
  }
  for (uint32_t i = 6; i > 0; i--) {
    scene_send(&s, i - 1, 31, (int32_t)i - 1);
  }
  ovl_unit queue[8];
  CHECK(t, ovl_units_queue(s.units, queue, 8) == 6, "six units do not wait for planning");
  CHECK(t, queue[0] == s.unit[5] && queue[5] == s.unit[0], "they wait in another order");
  CHECK(t, inspect(&s, 3).request == OVL_UNIT_REQUEST_ROUTE, "they do not ask for routes");
  ovl_unit_remove(s.units, s.unit[5]);
  CHECK(t, ovl_units_queue(s.units, queue, 1) == 5 && queue[0] == s.unit[4],
        "a unit that was removed still waits");
  s.budget = 1; /* nothing is planned */
  ovl_units_tick(s.units, s.world, 1, NULL);
  CHECK(t, ovl_units_queue(s.units, NULL, 0) == 5, "without a budget the queue is shorter");
  ovl_units_tick(s.units, s.world, 1000000, NULL);
  CHECK(t, ovl_units_queue(s.units, NULL, 0) == 0, "with a large one units still wait");
  CHECK(t, inspect(&s, 3).request == OVL_UNIT_REQUEST_NONE, "a planned unit still asks");
  scene_free(&s);
}

static void a_flow_answers_for_the_units_that_follow_it(test_state *t) {
  unit_scene s = scene_make(t, field, (scene_settings){.flows = 2});
  for (int32_t i = 0; i < 8; i++) {
    scene_add(&s, 0, i, 0, 0);
  }
  CHECK(t, ovl_units_flow(s.units, 0, NULL) == NULL, "a flow that nobody follows is in use");
  CHECK(t, inspect(&s, 0).flow == -1, "a unit follows a flow that is free");
  for (uint32_t i = 0; i < 8; i++) {
    scene_send(&s, i, 60, 3); /* far enough for a flow */
  }
  s.budget = 1000000;
  scene_tick(&s, 2);
  ovl_cell place = {0, 0, 0};
  const ovl_flow *flow = ovl_units_flow(s.units, 0, &place);
  CHECK(t, flow != NULL && place.x == 60 && place.y == 3, "the flow leads to %d,%d", place.x,
        place.y);
  CHECK(t, inspect(&s, 0).flow == 0, "a unit does not follow it");
  ovl_flow_step step;
  CHECK(t, flow != NULL && ovl_flow_peek(flow, s.cell[0], &step) == OVL_OK && step.cost_to_go > 0,
        "it has no step for a unit's cell");
  CHECK(t, ovl_units_flow(s.units, 2, NULL) == NULL && ovl_units_flow(s.units, -1, NULL) == NULL,
        "flows are there that were not asked for");
  scene_free(&s);
}

/* A unit that has not come closer for 512 ticks is stuck, also if it has not been planned for. */
static void a_unit_without_a_plan_is_stuck(test_state *t) {
  static const char *const rows[] = {".........", NULL};
  unit_scene s = scene_make(t, rows, (scene_settings){0});
  s.budget = 0;
  scene_send(&s, scene_add(&s, 0, 0, 0, 0), 8, 0);
  scene_tick(&s, 511);
  CHECK(t, scene_look(&s, 0).state == OVL_UNIT_PLANNING, "it is not being planned");
  scene_tick(&s, 1);
  CHECK(t, scene_look(&s, 0).state == OVL_UNIT_STUCK && scene_look(&s, 0).waited == 512,
        "it is %s after %" PRIu32, ovl_unit_state_text(scene_look(&s, 0).state),
        scene_look(&s, 0).waited);
  s.budget = 20000;
  CHECK(t, scene_run(&s, 30), "it does not arrive");
  scene_free(&s);
}

/* A place that is closed or cut off while units are on their way is not reached: no unit says that
 * it has arrived. Eight that are sent to one cell follow a flow. */
static void units_whose_goal_is_cut_off_do_not_arrive(test_state *t) {
  for (int32_t i = 0; i < 4; i++) {
    const bool is_closed = i % 2 != 0;
    const int32_t count = i < 2 ? 1 : 8;
    unit_scene s = scene_make(t, field, (scene_settings){.flows = 2});
    for (int32_t k = 0; k < count; k++) {
      scene_send(&s, scene_add(&s, 0, k, 0, 0), 60, 3);
    }
    scene_tick(&s, 20);
    scene_edit(&s, is_closed ? 60 : 50, is_closed ? 3 : 0, 1, is_closed ? 1 : 8, 0);
    for (int32_t tick = 0; tick < 200; tick++) {
      scene_tick(&s, 1);
      for (int32_t k = 0; k < count; k++) {
        CHECK(t, scene_look(&s, (uint32_t)k).state != OVL_UNIT_ARRIVED,
              "one of %d arrived at %d,%d", (int)count, s.cell[k].x, s.cell[k].y);
      }
    }
    const ovl_unit_info info = scene_look(&s, 0);
    CHECK(t,
          info.state == OVL_UNIT_UNREACHABLE &&
              info.result == (is_closed ? OVL_GOAL_BLOCKED : OVL_UNREACHABLE),
          "%d: %s, %s", (int)i, ovl_unit_state_text(info.state), ovl_result_text(info.result));
    scene_edit(&s, is_closed ? 60 : 50, is_closed ? 3 : 0, 1, is_closed ? 1 : 8, 1);
    CHECK(t, scene_run(&s, 300), "it does not go when the rock is gone");
    scene_free(&s);
  }
}

/* The time without coming nearer ends where a unit rests. */
static void units_that_have_arrived_wait_no_more(test_state *t) {
  unit_scene s = scene_make(t, field, (scene_settings){0});
  scene_send(&s, scene_add(&s, 0, 3, 0, 0), 10, 3);
  scene_send(&s, scene_add(&s, 0, 4, 0, 0), 10, 3);
  CHECK(t, scene_run(&s, 60), "they do not arrive");
  scene_tick(&s, 40);
  for (uint32_t i = 0; i < 2; i++) {
    CHECK(t, scene_look(&s, i).waited == 0, "%s for %" PRIu32 " ticks",
          ovl_unit_state_text(scene_look(&s, i).state), scene_look(&s, i).waited);
  }
  scene_free(&s);
}

const test_entry test_units_inspect_table[] = {
    {"units_whose_goal_is_cut_off_do_not_arrive", units_whose_goal_is_cut_off_do_not_arrive},
    {"units_that_have_arrived_wait_no_more", units_that_have_arrived_wait_no_more},
    {"waiting_units_name_the_unit_in_their_way", waiting_units_name_the_unit_in_their_way},
    {"the_path_ahead_leads_by_single_steps_to_the_goal",
     the_path_ahead_leads_by_single_steps_to_the_goal},
    {"the_queue_lists_units_in_the_order_of_their_requests",
     the_queue_lists_units_in_the_order_of_their_requests},
    {"a_flow_answers_for_the_units_that_follow_it", a_flow_answers_for_the_units_that_follow_it},
    {"a_unit_without_a_plan_is_stuck", a_unit_without_a_plan_is_stuck},
    {NULL, NULL},
};
