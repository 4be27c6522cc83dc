/* Units where no way leads back: beside ledges that can be jumped down but not climbed, and before
 * links that lead one way. */
#include <inttypes.h>
#include <string.h>

#include "crowd/units/unit_internal.h"
#include "overland_inspect.h"
#include "tests/crowd/units/unit_scene.h"

enum { MOST_WIDTH = 64, MOST_HEIGHT = 32, LEDGE = 9 };

/* The rows end with NULL; ':' is ground below a ledge. */
static unit_scene make_ledge(test_state *t, const char *const *rows, int32_t body,
                             const ovl_link_def *link) {
  static uint8_t terrain[MOST_WIDTH * MOST_HEIGHT];
  static uint16_t heights[MOST_WIDTH * MOST_HEIGHT];
  const ovl_profile_def profile = {.max_climb = 2, .max_drop = 20, .body_cells = body};
  ovl_floor_def floor = {.terrain = terrain, .heights = heights};
  floor.width = (int32_t)strlen(rows[0]);
  for (; rows[floor.height] != NULL; floor.height++) {
    for (int32_t x = 0; x < floor.width; x++) {
      const char letter = rows[floor.height][x];
      terrain[floor.height * floor.width + x] = letter == '#' ? 0 : 1;
      heights[floor.height * floor.width + x] = letter == ':' ? 0 : LEDGE;
    }
  }
  ovl_bake_def def = {.more = {.floors = &floor, .floor_count = 1}};
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = link;
  def.more.link_count = link != NULL ? 1 : 0;
  def.tuning.region_cells = 16;
  return scene_make_from(t, &def, (scene_settings){.body = body});
}

/* Units of a group order to a place above a ledge, some of which get goals below it. Two exchange
 * goals where they meet, though not in line, and none walks on to where its new goal is not
 * reached.
 */
static void none_is_led_over_a_ledge(test_state *t) {
  static const char *const rows[] = {"#####################", //
                                     "#...........::::::::#", //
                                     "#...........#:::::::#", //
                                     "#...........:::.:::.#", //
                                     "#...........::::::::#", //
                                     "#...........:::.::::#", //
                                     "#.........#.:::.::::#", //
                                     "#...........::::::.:#", //
                                     "#...........:.::::::#", //
                                     "#...........::::::::#", //
                                     "#...........::::::::#", //
                                     "#####################", NULL};
  for (int32_t count = 10; count <= 18; count++) {
    unit_scene s = make_ledge(t, rows, 2, NULL);
    ovl_planner *planner = NULL;
    const ovl_planner_def def = {.world = s.world};
    CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "a planner");
    for (int32_t i = 0; i < count; i++) {
      scene_add(&s, 1 + i / 5 * 2, 1 + i % 5 * 2, 0, 0);
    }
    ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){7, 8, 0});
    for (int32_t tick = 0; tick < 60; tick++) {
      scene_tick(&s, 1);
      for (uint32_t i = 0; i < s.count; i++) {
        const ovl_unit_info info = scene_look(&s, i);
        const ovl_query query = {.start = info.cell, .goal = info.goal};
        CHECK(t, ovl_reaches(planner, s.world, &query) == OVL_OK,
              "%d units, tick %d: unit %d at %d,%d does not reach %d,%d", (int)count, (int)tick,
              (int)i, (int)info.cell.x, (int)info.cell.y, (int)info.goal.x, (int)info.goal.y);
      }
    }
    ovl_planner_destroy(planner);
    scene_free(&s);
  }
}

/* An idle unit is pushed off its place, which is then another one's, and a third one is sent to the
 * cell on which it stands. The nearest free one is below a ledge. */
static void idle_units_stay_above_a_ledge(test_state *t) {
  static const char *const rows[] = {"########", //
                                     "#...::##", //
                                     "#...::##", //
                                     "########", //
                                     "#.######", //
                                     "########", NULL};
  unit_scene s = make_ledge(t, rows, 1, NULL);
  const uint32_t idle = scene_add(&s, 3, 1, 0, 0);
  scene_add(&s, 1, 1, 0, 0);
  scene_add(&s, 1, 4, 0, 0); /* it gets nowhere */
  scene_send(&s, 1, 3, 1);
  for (int32_t tick = 0; tick < 100; tick++) {
    scene_tick(&s, 1);
    if (tick == 4) {
      CHECK(t, s.cell[idle].y == 2, "it is not pushed");
      scene_send(&s, 2, s.cell[idle].x, s.cell[idle].y);
    }
    CHECK(t, s.cell[idle].x < 4, "tick %d: it stands below the ledge", (int)tick);
  }
  const ovl_unit_info info = scene_look(&s, idle);
  CHECK(t, info.state == OVL_UNIT_IDLE && info.cell.x == info.goal.x && info.cell.y == info.goal.y,
        "it does not come to rest");
  scene_free(&s);
}

/* A link leads one way into a room, whose door is closed when a unit is about to take the link: it
 * walks round the room. */
static void none_takes_a_link_into_a_closed_room(test_state *t) {
  enum { DOOR_X = 9, BEFORE_LINK = 3 };
  static const char *const rows[] = {"##############", //
                                     "#............#", //
                                     "#.....####...#", //
                                     "#.....#..#...#", //
                                     "#.....#......#", //
                                     "#.....#..#...#", //
                                     "##############", NULL};
  const ovl_link_def link = {.from = {4, 4, 0}, .to = {7, 4, 0}, .cost = OVL_STRAIGHT_COST};
  unit_scene s = make_ledge(t, rows, 1, &link);
  const uint32_t unit = scene_add(&s, 1, 4, 0, 0);
  scene_send(&s, unit, 11, 4);
  for (int32_t tick = 0; tick < 20 && s.cell[unit].x < BEFORE_LINK; tick++) {
    scene_tick(&s, 1);
  }
  CHECK(t, s.cell[unit].x == BEFORE_LINK && s.cell[unit].y == 4, "it does not go to the link");
  scene_edit(&s, DOOR_X, 4, 1, 1, 0);
  CHECK(t, scene_run(&s, 60) && s.cell[unit].x == 11, "it does not arrive");
  scene_free(&s);
}

/* Units are sent into a room behind a link that has no room for all of them: the others stand
 * before the link. */
static void a_room_behind_a_link_is_filled(test_state *t) {
  static const char *const rows[] = {"##################", //
                                     "#............#####", //
                                     "#............#...#", //
                                     "#............#...#", //
                                     "#............#...#", //
                                     "#............#...#", //
                                     "#............#####", //
                                     "##################", NULL};
  for (int32_t body = 1; body <= 2; body++) {
    const ovl_link_def link = {
        .from = {10, 3, 0}, .to = {14, 3, 0}, .cost = 9000, .cost_back = 9000};
    unit_scene s = make_ledge(t, rows, body, &link);
    const int32_t room = body == 1 ? 12 : 2, count = room + 6;
    for (int32_t i = 0; i < count; i++) {
      scene_add(&s, 1 + i % 3 * body, 1 + i / 3 * body, 0, 0);
    }
    const ovl_result result =
        ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){14, 2, 0});
    CHECK(t, result == OVL_OK, "send: %s", ovl_result_text(result));
    int32_t inside = 0;
    for (uint32_t i = 0; i < s.count; i++) {
      inside += scene_look(&s, i).goal.x > 13 ? 1 : 0;
    }
    CHECK(t, inside == room, "%d goals are in the room of %d", (int)inside, (int)room);
    CHECK(t, scene_run(&s, 400), "they do not come to rest");
    for (uint32_t i = 0; i < s.count; i++) {
      CHECK(t, scene_look(&s, i).state == OVL_UNIT_ARRIVED, "body %d: unit %" PRIu32 " is %s",
            (int)body, i, ovl_unit_state_text(scene_look(&s, i).state));
    }
    scene_free(&s);
  }
}

/* Bodies of 2 get goals beyond a link only where none is left before it, not even one that is not
 * side by side with the others. */
static void a_room_is_filled_before_its_link_is_passed(test_state *t) {
  static const char *const rows[] = {"##################", //
                                     "#............#####", //
                                     "#............#...#", //
                                     "#............#...#", //
                                     "#............#..##", //
                                     "#............#...#", //
                                     "#............#...#", //
                                     "##################", NULL};
  const ovl_link_def link = {.from = {10, 2, 0}, .to = {15, 2, 0}, .cost = 9000, .cost_back = 9000};
  unit_scene s = make_ledge(t, rows, 2, &link);
  for (int32_t i = 0; i < 2; i++) {
    scene_add(&s, 1 + i * 2, 1, 0, 0);
  }
  ovl_units_send(s.units, s.world, s.unit, s.count, (ovl_cell){15, 2, 0});
  int32_t inside = 0;
  for (uint32_t i = 0; i < s.count; i++) {
    inside += scene_look(&s, i).goal.x > 13 ? 1 : 0;
  }
  CHECK(t, inside == (int32_t)s.count, "%d of %" PRIu32 " goals are in the room", (int)inside,
        s.count);
  scene_free(&s);
}

/* The search of a retreat is counted in the next tick, however large the budget. A unit on its
 * retreat that is told to stand fast retreats no more. */
static void a_retreat_ends_where_it_holds(test_state *t) {
  static const char *const rows[] = {"################", //
                                     "#..............#", //
                                     "####.###########", //
                                     "################", NULL};
  for (int32_t large = 0; large < 2; large++) {
    unit_scene s = make_ledge(t, rows, 1, NULL);
    ovl_unit_detail detail = {0};
    s.budget = large != 0 ? UINT64_MAX : s.budget;
    scene_add(&s, 1, 1, 0, 0);
    scene_add(&s, 14, 1, 1, 0);
    scene_send(&s, 0, 14, 1);
    scene_send(&s, 1, 1, 1);
    uint32_t one = 0;
    for (uint32_t tick = 0; tick < 400 && detail.lets_past == OVL_NO_UNIT; tick++) {
      scene_tick(&s, 1);
      one = tick % 2;
      ovl_unit_inspect(s.units, s.unit[one], &detail);
    }
    CHECK(t, detail.lets_past == s.unit[1 - one], "none retreats");
    const uint32_t searched = s.units->placing.searched;
    ovl_unit_set_hold(s.units, s.unit[one], OVL_HOLD_ALL);
    scene_tick(&s, 1);
    CHECK(t, searched != 0 && ovl_units_count(s.units).tick_expansions >= searched,
          "of %" PRIu32 " cells %" PRIu64 " are counted", searched,
          ovl_units_count(s.units).tick_expansions);
    ovl_unit_inspect(s.units, s.unit[one], &detail);
    CHECK(t, detail.lets_past == OVL_NO_UNIT, "it stands fast, and retreats");
    scene_free(&s);
  }
}

const test_entry test_units_ledges_table[] = {
    {"units_are_not_led_over_ledges", none_is_led_over_a_ledge},
    {"units_stay_above_ledges", idle_units_stay_above_a_ledge},
    {"units_take_no_link_into_a_closed_room", none_takes_a_link_into_a_closed_room},
    {"units_fill_a_room_behind_a_link", a_room_behind_a_link_is_filled},
    {"units_fill_a_room_before_they_pass_its_link", a_room_is_filled_before_its_link_is_passed},
    {"units_that_hold_end_their_retreat", a_retreat_ends_where_it_holds},
    {NULL, NULL},
};
