/* Conversions of hexagons, judged by where the middles of cells lie: of two neighbours they are as
 * near as can be, in each layout. */
#include <inttypes.h>
#include <string.h>

#include "overland_flow.h"
#include "overland_hexagons.h"
#include "overland_inspect.h"
#include "overland_query.h"
#include "overland_units.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { REACH = 5, SIDE = 2 * REACH + 1 };

static bool has_columns(ovl_layout layout) {
  return layout == OVL_LAYOUT_ODD_Q || layout == OVL_LAYOUT_EVEN_Q ||
         layout == OVL_LAYOUT_DOUBLE_HEIGHT;
}

static bool is_doubled(ovl_layout layout) {
  return layout == OVL_LAYOUT_DOUBLE_WIDTH || layout == OVL_LAYOUT_DOUBLE_HEIGHT;
}

static bool is_cell_of(ovl_layout layout, ovl_cell cell) {
  return !is_doubled(layout) || (cell.x + cell.y) % 2 == 0;
}

/* Where the middle of a cell lies: in halves of a cell along its row, or column, and in rows. */
static void middle_of_hexagon(ovl_layout layout, ovl_cell cell, int32_t *along, int32_t *across) {
  const bool columns = has_columns(layout);
  const int32_t line = columns ? cell.x : cell.y;
  const int32_t place = columns ? cell.y : cell.x;
  const bool is_odd = line % 2 != 0;
  *across = line;
  switch (layout) {
  case OVL_LAYOUT_ODD_R:
  case OVL_LAYOUT_ODD_Q:
    *along = 2 * place + (is_odd ? 1 : 0);
    break;
  case OVL_LAYOUT_EVEN_R:
  case OVL_LAYOUT_EVEN_Q:
    *along = 2 * place + (is_odd ? 0 : 1);
    break;
  case OVL_LAYOUT_DOUBLE_WIDTH:
  case OVL_LAYOUT_DOUBLE_HEIGHT:
    *along = place;
    break;
  case OVL_LAYOUT_AXIAL:
  case OVL_LAYOUT_COUNT:
    *along = 2 * place + line;
    break;
  }
}

static bool are_neighbours(ovl_layout layout, ovl_cell a, ovl_cell b) {
  int32_t a_along, a_across, b_along, b_across;
  middle_of_hexagon(layout, a, &a_along, &a_across);
  middle_of_hexagon(layout, b, &b_along, &b_across);
  const int32_t along = (a_along - b_along) * (a_along - b_along);
  const int32_t across = (a_across - b_across) * (a_across - b_across);
  return (across == 0 && along == 4) || (across == 1 && along == 1);
}

static ovl_cell cell_of_square(int32_t i) {
  return (ovl_cell){i % SIDE - REACH, i / SIDE - REACH, 3};
}

static void neighbours_of_layouts_are_a_step_apart(test_state *t) {
  for (int layout = 0; layout < OVL_LAYOUT_COUNT; layout++) {
    for (int32_t i = 0; i < SIDE * SIDE * SIDE * SIDE; i++) {
      const ovl_cell a = cell_of_square(i / (SIDE * SIDE));
      const ovl_cell b = cell_of_square(i % (SIDE * SIDE));
      if (!is_cell_of((ovl_layout)layout, a) || !is_cell_of((ovl_layout)layout, b)) {
        continue;
      }
      const ovl_cell axial_a = ovl_hexagon_from((ovl_layout)layout, a);
      const ovl_cell axial_b = ovl_hexagon_from((ovl_layout)layout, b);
      const int64_t distance = ovl_hexagon_distance(axial_a, axial_b);
      CHECK(t, (distance == 1) == are_neighbours((ovl_layout)layout, a, b),
            "layout %d: %" PRId32 ",%" PRId32 " and %" PRId32 ",%" PRId32 " are %" PRId64 " apart",
            layout, a.x, a.y, b.x, b.y, distance);
    }
  }
}

static void layouts_are_as_red_blob_numbers_them(test_state *t) {
  static const struct {
    ovl_layout layout;
    ovl_cell cell, axial;
  } rows[] = {
      {OVL_LAYOUT_AXIAL, {3, -4, 0}, {3, -4, 0}},
      {OVL_LAYOUT_ODD_R, {0, 0, 0}, {0, 0, 0}},
      {OVL_LAYOUT_ODD_R, {0, 1, 1}, {0, 1, 1}},
      {OVL_LAYOUT_ODD_R, {0, 2, 0}, {-1, 2, 0}},
      {OVL_LAYOUT_ODD_R, {5, 3, 0}, {4, 3, 0}},
      {OVL_LAYOUT_ODD_R, {0, -1, 0}, {1, -1, 0}},
      {OVL_LAYOUT_EVEN_R, {0, 1, 2}, {-1, 1, 2}},
      {OVL_LAYOUT_EVEN_R, {5, 3, 0}, {3, 3, 0}},
      {OVL_LAYOUT_EVEN_R, {0, -1, 0}, {0, -1, 0}},
      {OVL_LAYOUT_ODD_Q, {1, 0, 0}, {1, 0, 0}},
      {OVL_LAYOUT_ODD_Q, {3, 5, 0}, {3, 4, 0}},
      {OVL_LAYOUT_ODD_Q, {-1, 0, 0}, {-1, 1, 0}},
      {OVL_LAYOUT_EVEN_Q, {1, 0, 0}, {1, -1, 0}},
      {OVL_LAYOUT_EVEN_Q, {3, 5, 0}, {3, 3, 0}},
      {OVL_LAYOUT_DOUBLE_WIDTH, {1, 1, 0}, {0, 1, 0}},
      {OVL_LAYOUT_DOUBLE_WIDTH, {11, 3, 0}, {4, 3, 0}},
      {OVL_LAYOUT_DOUBLE_WIDTH, {-3, 1, 0}, {-2, 1, 0}},
      {OVL_LAYOUT_DOUBLE_HEIGHT, {1, 1, 0}, {1, 0, 0}},
      {OVL_LAYOUT_DOUBLE_HEIGHT, {3, 11, 0}, {3, 4, 0}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const ovl_cell axial = ovl_hexagon_from(rows[i].layout, rows[i].cell);
    const ovl_cell back = ovl_hexagon_to(rows[i].layout, rows[i].axial);
    CHECK(t, memcmp(&axial, &rows[i].axial, sizeof axial) == 0,
          "row %zu: the axial cell is %" PRId32 ",%" PRId32, i, axial.x, axial.y);
    CHECK(t, memcmp(&back, &rows[i].cell, sizeof back) == 0,
          "row %zu: the cell of the layout is %" PRId32 ",%" PRId32, i, back.x, back.y);
  }
  const ovl_cell right = ovl_hexagon_from(OVL_LAYOUT_DOUBLE_WIDTH, (ovl_cell){2, 1, 0});
  const ovl_cell below = ovl_hexagon_from(OVL_LAYOUT_DOUBLE_HEIGHT, (ovl_cell){1, 2, 0});
  CHECK(t, right.x == 0 && right.y == 1, "between two cells of a row the left one counts");
  CHECK(t, below.x == 1 && below.y == 0, "between two cells of a column the upper one counts");
}

static void far_hexagons_are_exact_or_cut(test_state *t) {
  const ovl_cell far = {INT32_MIN, INT32_MAX, 0}, near = {INT32_MAX, INT32_MAX, 0};
  for (int layout = 0; layout < OVL_LAYOUT_COUNT; layout++) {
    const ovl_cell world = {1073741824, -1073741824, 0};
    const ovl_cell there = ovl_hexagon_to((ovl_layout)layout, world);
    const ovl_cell back = ovl_hexagon_from((ovl_layout)layout, there);
    CHECK(t, back.x == world.x && back.y == world.y, "layout %d: %" PRId32 ",%" PRId32, layout,
          back.x, back.y);
  }
  const ovl_cell cut = ovl_hexagon_from(OVL_LAYOUT_ODD_R, far);
  CHECK(t, cut.x == INT32_MIN && cut.y == INT32_MAX, "x is %" PRId32, cut.x);
  const ovl_cell wide = ovl_hexagon_to(OVL_LAYOUT_DOUBLE_WIDTH, near);
  CHECK(t, wide.x == INT32_MAX, "x is %" PRId32, wide.x);
  CHECK(t, ovl_hexagon_distance(far, near) == UINT32_MAX, "the distance is exact");
}

/* Steps from the middle of the square to each of its cells, over neighbours of axial cells. */
static void distances_are_least_steps(test_state *t) {
  int32_t steps[SIDE * SIDE];
  int32_t queue[SIDE * SIDE];
  memset(steps, -1, sizeof steps);
  int32_t count = 1;
  queue[0] = SIDE * SIDE / 2;
  steps[queue[0]] = 0;
  for (int32_t at = 0; at < count; at++) {
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
      if (steps[i] < 0 &&
          are_neighbours(OVL_LAYOUT_AXIAL, cell_of_square(queue[at]), cell_of_square(i))) {
        steps[i] = steps[queue[at]] + 1;
        queue[count++] = i;
      }
    }
  }
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int64_t distance = ovl_hexagon_distance(cell_of_square(queue[0]), cell_of_square(i));
    CHECK(t, distance == steps[i], "cell %" PRId32 ": %" PRId64 ", %" PRId32 " steps", i, distance,
          steps[i]);
  }
}

/* ---- Masks --------------------------------------------------------------------------------- */

typedef struct mask_case {
  ovl_layout layout;
  ovl_cell corner;
  int32_t w, h;
} mask_case;

/* Returns whether a cell of the layout is in the rectangle, by its definition. */
static bool is_in_rectangle(const mask_case *of, ovl_cell cell) {
  const int32_t dx = cell.x - of->corner.x, dy = cell.y - of->corner.y;
  const bool wide = of->layout == OVL_LAYOUT_DOUBLE_WIDTH;
  const bool high = of->layout == OVL_LAYOUT_DOUBLE_HEIGHT;
  const int32_t column = wide ? dx - (dy & 1) : dx;
  const int32_t row = high ? dy - (dx & 1) : dy;
  return is_cell_of(of->layout, cell) && column >= 0 && row >= 0 &&
         column < (wide ? 2 * of->w : of->w) && row < (high ? 2 * of->h : of->h);
}

static void check_mask(test_state *t, const mask_case *of) {
  uint8_t mask[4096];
  ovl_hexagon_box box;
  size_t needed = 0;
  ovl_fault fault;
  const ovl_result result = ovl_hexagon_mask(of->layout, of->corner, of->w, of->h, &box, mask,
                                             sizeof mask, &needed, &fault);
  CHECK(t, result == OVL_OK && needed == (size_t)box.w * (size_t)box.h, "result %d", result);
  CHECK(t, box.cell.floor == of->corner.floor, "floor %" PRId32, box.cell.floor);
  int64_t inside = 0;
  bool left = false, right = false, top = false, bottom = false;
  for (int32_t i = 0; i < box.w * box.h && result == OVL_OK; i++) {
    const int32_t x = i % box.w, y = i / box.w;
    const ovl_cell axial = {box.cell.x + x, box.cell.y + y, 0};
    const bool is_inside = is_in_rectangle(of, ovl_hexagon_to(of->layout, axial));
    CHECK(t, mask[i] == is_inside, "%" PRId32 ",%" PRId32 " of the box: %d", x, y, mask[i]);
    inside += mask[i];
    left = left || (mask[i] != 0 && x == 0);
    right = right || (mask[i] != 0 && x == box.w - 1);
    top = top || (mask[i] != 0 && y == 0);
    bottom = bottom || (mask[i] != 0 && y == box.h - 1);
  }
  CHECK(t, inside == (int64_t)of->w * of->h, "%" PRId64 " cells", inside);
  CHECK(t, left && right && top && bottom, "the box is too large");
  const ovl_hexagon_box whole = box;
  CHECK(t,
        ovl_hexagon_mask(of->layout, of->corner, of->w, of->h, &box, NULL, 0, &needed, NULL) ==
            OVL_MORE_ROOM,
        "a mask without room");
  CHECK(t, memcmp(&whole, &box, sizeof box) == 0 && needed == (size_t)box.w * (size_t)box.h,
        "the box is told without a mask");
}

static void masks_hold_the_cells_of_rectangles(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2000, 100000); i++) {
    test_random random = {test_begin_case(t, i)};
    mask_case of = {.layout = (ovl_layout)test_random_between(&random, 0, OVL_LAYOUT_COUNT - 1)};
    const int32_t reach = test_random_between(&random, 0, 9) == 0 ? OVL_MAX_ORIGIN - 100 : 20;
    of.corner =
        (ovl_cell){test_random_between(&random, -reach, reach),
                   test_random_between(&random, -reach, reach), test_random_between(&random, 0, 3)};
    if (!is_cell_of(of.layout, of.corner)) {
      of.corner.x++;
    }
    of.w = test_random_between(&random, 1, 30);
    of.h = test_random_between(&random, 1, 30);
    test_context(t, "layout %d, corner %" PRId32 ",%" PRId32 ", %" PRId32 " x %" PRId32,
                 (int)of.layout, of.corner.x, of.corner.y, of.w, of.h);
    check_mask(t, &of);
  }
}

static void a_corner_between_two_cells_is_the_first(test_state *t) {
  uint8_t mask[64];
  ovl_hexagon_box box;
  size_t needed;
  const ovl_result wide = ovl_hexagon_mask(OVL_LAYOUT_DOUBLE_WIDTH, (ovl_cell){3, 4, 0}, 1, 1, &box,
                                           mask, sizeof mask, &needed, NULL);
  CHECK(t, wide == OVL_OK && box.cell.x == -1 && box.cell.y == 4 && needed == 1,
        "double width: %" PRId32 ",%" PRId32, box.cell.x, box.cell.y);
  const ovl_result high = ovl_hexagon_mask(OVL_LAYOUT_DOUBLE_HEIGHT, (ovl_cell){4, 3, 0}, 1, 1,
                                           &box, mask, sizeof mask, &needed, NULL);
  CHECK(t, high == OVL_OK && box.cell.x == 4 && box.cell.y == -1 && needed == 1,
        "double height: %" PRId32 ",%" PRId32, box.cell.x, box.cell.y);
}

static void wrong_rectangles_of_layouts_are_named(test_state *t) {
  static const struct {
    mask_case of;
    const char *what;
    uint64_t found, expected;
  } rows[] = {
      {{(ovl_layout)OVL_LAYOUT_COUNT, {0, 0, 0}, 1, 1}, "layout", 7, 6},
      {{OVL_LAYOUT_ODD_R, {OVL_MAX_ORIGIN + 1, 0, 0}, 1, 1}, "corner.x", 1073741825, 1073741824},
      {{OVL_LAYOUT_ODD_R, {0, 0, 0}, 0, 1}, "w", 0, 1},
      {{OVL_LAYOUT_ODD_R, {0, 0, 0}, 1, 65537}, "h", 65537, 65536},
      {{OVL_LAYOUT_ODD_R, {0, 0, 0}, 65536, 3}, "w of the box", 65537, 65536},
      {{OVL_LAYOUT_EVEN_Q, {0, 0, 0}, 2, 65536}, "h of the box", 65537, 65536},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ovl_hexagon_box box = {{1, 1, 1}, 1, 1};
    ovl_fault fault;
    uint8_t mask[4];
    size_t needed;
    const mask_case *of = &rows[i].of;
    const ovl_result result = ovl_hexagon_mask(of->layout, of->corner, of->w, of->h, &box, mask,
                                               sizeof mask, &needed, &fault);
    CHECK(t, result == OVL_BAD_ARGUMENT && box.w == 0 && needed == 0, "row %zu: %d", i, result);
    CHECK(t, strcmp(fault.what, rows[i].what) == 0, "row %zu names %s", i, fault.what);
    CHECK(t, fault.found == rows[i].found && fault.expected == rows[i].expected,
          "row %zu: found %" PRIu64 ", expected %" PRIu64, i, fault.found, fault.expected);
  }
}

/* ---- Worlds ----------------------------------------------------------------- */

/* The cell of a point is one whose middle is nearest on the screen, of two the right one. */
static void points_lie_in_the_nearest_hexagon(test_state *t) {
  test_random random = {t->seed};
  for (int i = 0; i < 3000 && t->failures == 0; i++) {
    const int32_t most = i % 2 == 0 ? 600 : 1 << 29;
    const ovl_point at = {test_random_between(&random, -most, most),
                          test_random_between(&random, -most, most), 3};
    const ovl_cell cell = ovl_hexagon_at(at);
    int64_t nearest = INT64_MAX;
    ovl_cell expected = {0, 0, 0};
    for (int k = 0; k < 25; k++) {
      const ovl_cell near = {cell.x + k % 5 - 2, cell.y + k / 5 - 2, 3};
      const int64_t x = at.x - (int64_t)near.x * OVL_POINT_UNIT - OVL_POINT_UNIT / 2;
      const int64_t y = at.y - (int64_t)near.y * OVL_POINT_UNIT - OVL_POINT_UNIT / 2;
      const int64_t square = x * x + x * y + y * y;
      const bool is_right = 2 * near.x + near.y > 2 * expected.x + expected.y;
      if (square < nearest || (square == nearest && is_right)) {
        nearest = square;
        expected = near;
      }
    }
    CHECK(t, cell.x == expected.x && cell.y == expected.y && cell.floor == 3,
          "%d,%d is in %d,%d, not %d,%d", (int)at.x, (int)at.y, cell.x, cell.y, expected.x,
          expected.y);
  }
  const ovl_cell far = ovl_hexagon_at((ovl_point){INT64_MAX, INT64_MIN, 0});
  CHECK(t, far.x >= 1 << 30 && far.y <= -(1 << 30), "far: %d,%d", far.x, far.y);
}

/* An open world of 20 x 20 hexagons. */
static ovl_world *bake_hexagons(test_state *t, ovl_step_rule_fn rule, void *user) {
  static uint8_t terrain[400];
  memset(terrain, 1, sizeof terrain);
  const ovl_bake_def def = {.width = 20,
                            .height = 20,
                            .terrain = terrain,
                            .topology = OVL_HEXAGONS,
                            .more = {.step_rule = rule, .step_rule_user = user}};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static void steps_lead_in_six_directions(test_state *t) {
  static const int32_t beside[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
  ovl_world *world = bake_hexagons(t, NULL, NULL);
  ovl_planner *planner = NULL;
  const ovl_planner_def def = {.world = world};
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  for (int32_t direction = 0; direction < 8; direction++) {
    const uint64_t cost = ovl_world_step(world, 0, (ovl_cell){5, 5, 0}, direction);
    CHECK(t, cost == (direction < 6 ? OVL_STRAIGHT_COST : 0), "step %d: %d", (int)direction,
          (int)cost);
    if (direction < 6) {
      ovl_cell points[4];
      ovl_path path = {.points = points, .capacity = 4};
      const ovl_query query = {
          {5, 5, 0}, .goal = {5 + 3 * beside[direction][0], 5 + 3 * beside[direction][1], 0}};
      const ovl_result result = ovl_find_path(planner, world, &query, &path);
      CHECK(t, result == OVL_OK && path.count == 2 && path.straight_steps == 3, "path %d",
            (int)direction);
      CHECK(t, path.cost == 3 * OVL_STRAIGHT_COST && path.length == 3 * OVL_LENGTH_UNIT,
            "cost %d, length %d", (int)path.cost, (int)path.length);
    }
  }
  ovl_world_info info;
  ovl_world_describe(world, &info);
  CHECK(t, info.partition.topology == OVL_HEXAGONS && info.corners == OVL_CORNERS_STRICT, "info");
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* Steps in each direction are dearer by its number, times 10, and those in direction 5 are blocked.
 * Counts how often it is asked. */
static uint32_t dearer_by_direction(void *user, const ovl_step *step) {
  uint32_t *asked = user;
  asked[step->direction >= 0 && step->direction < 6 ? step->direction : 6]++;
  return step->direction == 5 ? OVL_STEP_BLOCKED : (uint32_t)step->direction * 10;
}

static void rules_are_asked_for_six_directions(test_state *t) {
  /* Steps in a direction that stay in the world. */
  static const uint32_t all[7] = {20 * 19, 20 * 19, 19 * 19, 20 * 19, 20 * 19, 19 * 19, 0};
  uint32_t asked[7] = {0};
  ovl_world *world = bake_hexagons(t, dearer_by_direction, asked);
  for (int32_t i = 0; i < 7; i++) {
    CHECK(t, asked[i] == all[i], "direction %d: asked %u times", (int)i, (unsigned)asked[i]);
    const uint64_t cost = ovl_world_step(world, 0, (ovl_cell){5, 5, 0}, i);
    CHECK(t, cost == (i < 5 ? OVL_STRAIGHT_COST + 10 * (uint64_t)i : 0), "step %d: %d", (int)i,
          (int)cost);
  }
  ovl_world_close(world);
}

/* A body of 5 cells at (10, 10) covers the cells up to 2 steps away from it. */
static void bodies_cover_the_cells_around_them(test_state *t) {
  static uint8_t terrain[400];
  const ovl_profile_def profile = {.body_cells = 5};
  const ovl_bake_def def = {.width = 20,
                            .height = 20,
                            .terrain = terrain,
                            .topology = OVL_HEXAGONS,
                            .more = {.profiles = &profile, .profile_count = 1}};
  for (int32_t cell = 0; cell < 400; cell++) {
    const ovl_cell blocked = {cell % 20, cell / 20, 0};
    ovl_world *world = NULL;
    memset(terrain, 1, sizeof terrain);
    terrain[cell] = 0;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    const bool fits = ovl_world_weight(world, 0, (ovl_cell){10, 10, 0}) != 0;
    CHECK(t, fits == (ovl_hexagon_distance((ovl_cell){10, 10, 0}, blocked) > 2), "%d, %d",
          (int)blocked.x, (int)blocked.y);
    ovl_world_close(world);
  }
}

/* The line from (5, 5) to (8, 8) runs between hexagons, whose sides it touches. */
static void lines_touch_open_hexagons_alone(test_state *t) {
  static uint8_t terrain[400];
  for (int blocked = 0; blocked < 2; blocked++) {
    memset(terrain, 1, sizeof terrain);
    terrain[5 * 20 + 6] = blocked ? 0 : 1;
    const ovl_bake_def bake = {
        .width = 20, .height = 20, .terrain = terrain, .topology = OVL_HEXAGONS};
    ovl_world *world = NULL;
    ovl_planner *planner = NULL;
    CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake");
    const ovl_planner_def def = {.world = world};
    CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
    ovl_cell points[8];
    ovl_path path = {.points = points, .capacity = 8};
    const ovl_query query = {{5, 5, 0}, .goal = {8, 8, 0}, .smoothing = OVL_SMOOTH_ANY};
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t, result == OVL_OK && (path.count == 2) == !blocked, "%d: %d points", (int)result,
          (int)path.count);
    /* The root of 27, rounded down. */
    CHECK(t, (path.length == 5320) == !blocked, "length %d", (int)path.length);
    ovl_planner_destroy(planner);
    ovl_world_close(world);
  }
}

/* A wall around (10, 10), with cells at 2 and 3 steps open: the nearest of a blocked end is by
 * steps, not straight: (9, 9) is 2 steps away, as (12, 10) is. */
static void ends_move_by_steps(test_state *t) {
  static uint8_t terrain[400];
  for (int i = 0; i < 400; i++) {
    const ovl_cell cell = {i % 20, i / 20, 0};
    terrain[i] = ovl_hexagon_distance(cell, (ovl_cell){10, 10, 0}) > 2 ? 1 : 0;
  }
  terrain[12 * 20 + 10] = 1; /* 2 steps down */
  terrain[9 * 20 + 9] = 1;   /* 2 steps up, though a straight line is shorter over squares */
  const ovl_bake_def def = {
      .width = 20, .height = 20, .terrain = terrain, .topology = OVL_HEXAGONS};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  ovl_planner *planner = NULL;
  const ovl_planner_def of_planner = {.world = world};
  CHECK(t, ovl_planner_create(&of_planner, &planner, NULL) == OVL_OK, "planner");
  const ovl_query_more within = {.goal_kind = OVL_GOAL_WITHIN, .goal_radius = 3};
  const struct {
    ovl_query query;
    ovl_result result;
    ovl_cell first, last;
  } rows[] = {
      {{.start = {10, 10, 0}, .goal = {0, 0, 0}, .move_start = true}, OVL_OK, {9, 9, 0}, {0, 0, 0}},
      {{.goal = {10, 10, 0}, .move_goal = true}, OVL_OK, {0, 0, 0}, {9, 9, 0}},
      {{.goal = {11, 10, 0}, .nearest = true}, OVL_UNREACHABLE, {0, 0, 0}, {13, 8, 0}},
      {{.start = {19, 19, 0}, .goal = {10, 10, 0}, .more = &within}, OVL_OK, {19, 19, 0}, {0}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ovl_cell points[40];
    ovl_path path = {.points = points, .capacity = 40};
    const ovl_result result = ovl_find_path(planner, world, &rows[i].query, &path);
    CHECK(t, result == rows[i].result && path.count > 1, "%d: %d, %d points", (int)i, (int)result,
          (int)path.count);
    const ovl_cell first = points[0];
    const ovl_cell last = points[path.count - 1];
    CHECK(t, first.x == rows[i].first.x && first.y == rows[i].first.y, "%d: from %d, %d", (int)i,
          (int)first.x, (int)first.y);
    CHECK(t,
          rows[i].query.more != NULL ? ovl_hexagon_distance(last, rows[i].query.goal) == 3
                                     : last.x == rows[i].last.x && last.y == rows[i].last.y,
          "%d: to %d, %d", (int)i, (int)last.x, (int)last.y);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

static void check_refused(test_state *t, ovl_result result, const ovl_fault *fault) {
  CHECK(t, result == OVL_BAD_ARGUMENT && strstr(fault->what, "hexagons") != NULL, "%d: %s",
        (int)result, fault->what);
}

static void what_hexagons_lack_is_refused(test_state *t) {
  ovl_fault fault;
  static const uint8_t open[64] = {1};
  const ovl_profile_def even = {.body_cells = 2};
  const ovl_bake_def of_even = {.width = 8,
                                .height = 8,
                                .terrain = open,
                                .topology = OVL_HEXAGONS,
                                .more = {.profiles = &even, .profile_count = 1}};
  ovl_world *none = NULL;
  check_refused(t, ovl_world_bake(&of_even, &none, &fault), &fault);
}

const test_entry test_hexagons_table[] = {
    {"hexagons_neighbours_of_layouts_are_a_step_apart", neighbours_of_layouts_are_a_step_apart},
    {"hexagons_layouts_are_as_red_blob_numbers_them", layouts_are_as_red_blob_numbers_them},
    {"hexagons_far_ones_are_exact_or_cut", far_hexagons_are_exact_or_cut},
    {"hexagons_distances_are_least_steps", distances_are_least_steps},
    {"hexagons_masks_hold_the_cells_of_rectangles", masks_hold_the_cells_of_rectangles},
    {"hexagons_points_lie_in_the_nearest", points_lie_in_the_nearest_hexagon},
    {"hexagons_a_corner_between_two_cells_is_the_first", a_corner_between_two_cells_is_the_first},
    {"hexagons_wrong_rectangles_are_named", wrong_rectangles_of_layouts_are_named},
    {"hexagons_steps_lead_in_six_directions", steps_lead_in_six_directions},
    {"hexagons_rules_are_asked_for_six_directions", rules_are_asked_for_six_directions},
    {"hexagons_bodies_cover_the_cells_around_them", bodies_cover_the_cells_around_them},
    {"hexagons_lines_touch_open_ones_alone", lines_touch_open_hexagons_alone},
    {"hexagons_ends_move_by_steps", ends_move_by_steps},
    {"hexagons_refuse_what_they_lack", what_hexagons_lack_is_refused},
    {NULL, NULL},
};
