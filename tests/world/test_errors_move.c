/* Wrong arguments of rays, walls, ways ahead and masks of hexagons (tests/world/error_scene.h). */
#include "overland_hexagons.h"
#include "overland_move.h"
#include "tests/support/test.h"
#include "tests/world/error_scene.h"

enum { UNIT = OVL_POINT_UNIT, MIDDLE = UNIT / 2 };

static ovl_point middle_of(ovl_cell cell) {
  return (ovl_point){(int64_t)cell.x * UNIT + MIDDLE, (int64_t)cell.y * UNIT + MIDDLE, cell.floor};
}

static ovl_result ray_of(error_scene *s, int32_t profile, int32_t radius, ovl_point from,
                         ovl_point to) {
  const ovl_mover mover = {.world = s->use.world, .profile = profile, .radius = radius};
  ovl_ray ray;
  return ovl_world_ray(&mover, from, to, &ray, &s->fault);
}

static ovl_result ray_no_profile(error_scene *s) {
  return ray_of(s, 3, 0, middle_of(error_inside), middle_of(error_inside));
}
static ovl_result ray_of_wide(error_scene *s) {
  return ray_of(s, 0, MIDDLE + 1, middle_of(error_inside), middle_of(error_inside));
}
static ovl_result ray_from_outside(error_scene *s) {
  return ray_of(s, 0, 0, (ovl_point){-1, 0, 0}, middle_of(error_inside));
}
static ovl_result ray_from_other_floor(error_scene *s) {
  return ray_of(s, 0, 0, (ovl_point){0, 0, 1}, (ovl_point){0, 0, 1});
}
static ovl_result ray_from_rock(error_scene *s) {
  return ray_of(s, 0, 0, middle_of(error_rock), middle_of(error_inside));
}
static ovl_result ray_to_other_floor(error_scene *s) {
  return ray_of(s, 0, 0, middle_of(error_inside), (ovl_point){0, 0, 1});
}
static ovl_result ray_too_long(error_scene *s) {
  const ovl_point from = middle_of(error_inside);
  return ray_of(s, 0, 0, from,
                (ovl_point){from.x, from.y + (int64_t)OVL_MAX_SIDE_CELLS * UNIT + 1, 0});
}

static ovl_result wall_at(error_scene *s, ovl_point point, int32_t reach) {
  const ovl_mover mover = {.world = s->use.world};
  ovl_wall wall;
  return ovl_world_wall(&mover, point, reach, &wall, &s->fault);
}

static ovl_result wall_too_far(error_scene *s) {
  return wall_at(s, middle_of(error_inside), OVL_MAX_WALL_REACH + 1);
}
static ovl_result wall_outside(error_scene *s) { return wall_at(s, (ovl_point){0, -9, 0}, 9); }
static ovl_result wall_in_rock(error_scene *s) { return wall_at(s, middle_of(error_rock), 9); }

/* ---- Ways ahead -------------------------------------------------------------------------- */

static ovl_result flow_ahead(error_scene *s, ovl_mover mover, ovl_point from) {
  ovl_ahead ahead;
  mover.world = s->use.world;
  return ovl_flow_ahead(s->use.flow, &mover, from, &ahead, &s->fault);
}

static ovl_result flow_without_goal(error_scene *s) {
  return flow_ahead(s, (ovl_mover){.radius = 1}, middle_of(error_inside));
}
static ovl_result flow_without_tile(error_scene *s) {
  ovl_flow_begin(s->use.flow, s->use.world, &s->query);
  return flow_ahead(s, (ovl_mover){.radius = 1}, middle_of(error_inside));
}
static ovl_result flow_far_sight(error_scene *s) {
  return flow_ahead(s, (ovl_mover){.sight_cells = OVL_MAX_SIGHT_CELLS + 1},
                    middle_of(error_inside));
}
static ovl_result flow_no_side(error_scene *s) {
  return flow_ahead(s, (ovl_mover){.side_cells = -1}, middle_of(error_inside));
}
static ovl_result flow_of_wide(error_scene *s) {
  ovl_flow_step step;
  ovl_flow_begin(s->use.flow, s->use.world, &s->query);
  ovl_flow_next(s->use.flow, error_inside, &step);
  return flow_ahead(s, (ovl_mover){.radius = -1}, middle_of(error_inside));
}

static ovl_result segment_ahead(error_scene *s, ovl_cell to, size_t leg, ovl_cell from) {
  const ovl_mover mover = {.world = s->use.world};
  ovl_cell points[2] = {error_inside, to};
  const ovl_path segment = {.points = points, .capacity = 2, .count = 2};
  ovl_ahead ahead = {.leg = leg};
  return ovl_segment_ahead(&segment, &mover, middle_of(from), &ahead, &s->fault);
}

static ovl_result segment_of_nothing(error_scene *s) {
  const ovl_mover mover = {.world = s->use.world};
  const ovl_path segment = {.points = NULL};
  ovl_ahead ahead = {.leg = 0};
  return ovl_segment_ahead(&segment, &mover, middle_of(error_inside), &ahead, &s->fault);
}
static ovl_result segment_behind_end(error_scene *s) {
  return segment_ahead(s, error_inside, 2, error_inside);
}
static ovl_result segment_at_any_angle(error_scene *s) {
  return segment_ahead(s, (ovl_cell){error_inside.x + 2, error_inside.y + 1, 0}, 0, error_inside);
}
static ovl_result segment_off_route(error_scene *s) {
  return segment_ahead(s, error_inside, 0, error_behind_wall);
}
static ovl_result segment_from_rock(error_scene *s) {
  return segment_ahead(s, error_inside, 0, error_rock);
}

static ovl_result mask_without_rows(error_scene *s) {
  ovl_hexagon_box box;
  return ovl_hexagon_mask(OVL_LAYOUT_ODD_R, error_inside, 1, 0, &box, NULL, 0, &s->room.needed,
                          &s->fault);
}

static const error_row errors_move_rows[] = {
    {"ovl_world_ray", ray_no_profile, OVL_BAD_ARGUMENT, "mover.profile", 3, 0},
    {"ovl_world_ray", ray_of_wide, OVL_BAD_ARGUMENT, "mover.radius", MIDDLE + 1, MIDDLE},
    {"ovl_world_ray", ray_from_outside, OVL_START_OUTSIDE, "point.x", (uint64_t)-1, 0},
    {"ovl_world_ray", ray_from_other_floor, OVL_START_OUTSIDE, "point.floor", 1, 0},
    {"ovl_world_ray", ray_from_rock, OVL_START_BLOCKED, "from", 0, 0},
    {"ovl_world_ray", ray_to_other_floor, OVL_BAD_ARGUMENT, "to.floor", 1, 0},
    {"ovl_world_ray", ray_too_long, OVL_BAD_ARGUMENT, "to.y", 0, 0},
    {"ovl_world_wall", wall_too_far, OVL_BAD_ARGUMENT, "reach", OVL_MAX_WALL_REACH + 1,
     OVL_MAX_WALL_REACH},
    {"ovl_world_wall", wall_outside, OVL_START_OUTSIDE, "point.y", (uint64_t)-9, 0},
    {"ovl_world_wall", wall_in_rock, OVL_START_BLOCKED, "point", 0, 0},
    {"ovl_flow_ahead", flow_without_goal, OVL_BAD_ARGUMENT, "flow: no goal", 0, 0},
    {"ovl_flow_ahead", flow_without_tile, OVL_NOT_READY, "flow: no tile", 0, 0},
    {"ovl_flow_ahead", flow_far_sight, OVL_BAD_ARGUMENT, "mover.sight_cells",
     OVL_MAX_SIGHT_CELLS + 1, OVL_MAX_SIGHT_CELLS},
    {"ovl_flow_ahead", flow_no_side, OVL_BAD_ARGUMENT, "mover.side_cells", (uint64_t)-1, 0},
    {"ovl_flow_ahead", flow_of_wide, OVL_BAD_ARGUMENT, "mover.radius", (uint64_t)-1, 0},
    {"ovl_segment_ahead", segment_of_nothing, OVL_BAD_ARGUMENT, "segment: points", 0, 1},
    {"ovl_segment_ahead", segment_behind_end, OVL_BAD_ARGUMENT, "ahead.leg", 2, 1},
    {"ovl_segment_ahead", segment_at_any_angle, OVL_BAD_ARGUMENT, "segment: a line", 0, 0},
    {"ovl_segment_ahead", segment_off_route, OVL_OFF_ROUTE, "from", 0, 0},
    {"ovl_segment_ahead", segment_from_rock, OVL_START_BLOCKED, "from", 0, 0},
    {"ovl_hexagon_mask", mask_without_rows, OVL_BAD_ARGUMENT, "h", 0, 1},
};

static void errors_move_name_the_argument(test_state *t) {
  check_error_rows(t, errors_move_rows, sizeof errors_move_rows / sizeof *errors_move_rows);
}

const test_entry test_errors_move_table[] = {
    {"errors_move_name_the_argument", errors_move_name_the_argument},
    {NULL, NULL},
};
