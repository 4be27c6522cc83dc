/* Wrong arguments of rays and walls (tests/world/error_scene.h). */
#include "overland_inspect.h"
#include "tests/support/test.h"
#include "tests/world/error_scene.h"

enum { UNIT = OVL_POINT_UNIT, MIDDLE = UNIT / 2 };

static ovl_point middle_of(ovl_cell cell) {
  return (ovl_point){(int64_t)cell.x * UNIT + MIDDLE, (int64_t)cell.y * UNIT + MIDDLE, cell.floor};
}

static ovl_result ray_of(error_scene *s, int32_t profile, int32_t radius, ovl_point from,
                         ovl_point to) {
  const ovl_mover mover = {s->use.world, profile, radius};
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
  const ovl_mover mover = {s->use.world, 0, 0};
  ovl_wall wall;
  return ovl_world_wall(&mover, point, reach, &wall, &s->fault);
}

static ovl_result wall_too_far(error_scene *s) {
  return wall_at(s, middle_of(error_inside), OVL_MAX_WALL_REACH + 1);
}
static ovl_result wall_outside(error_scene *s) { return wall_at(s, (ovl_point){0, -9, 0}, 9); }
static ovl_result wall_in_rock(error_scene *s) { return wall_at(s, middle_of(error_rock), 9); }

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
};

static void errors_move_name_the_argument(test_state *t) {
  check_error_rows(t, errors_move_rows, sizeof errors_move_rows / sizeof *errors_move_rows);
}

const test_entry test_errors_move_table[] = {
    {"errors_move_name_the_argument", errors_move_name_the_argument},
    {NULL, NULL},
};
