/* Rays and walls agree with a model that looks at every point of a ray, all cells of its square and
 * each of its steps, and at all cells around a point; for worlds with every feature. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"

enum { UNIT = OVL_POINT_UNIT, RAYS = 60 };

static int32_t cell_holding(int64_t at) {
  return (int32_t)(at >= 0 ? at / UNIT : -((-at + UNIT - 1) / UNIT));
}

static int64_t floor_of_ratio(int64_t over, int64_t under) {
  return over >= 0 ? over / under : -((-over + under - 1) / under);
}

static bool is_square_free(const ovl_mover *mover, ovl_point at) {
  const int64_t low = mover->radius;
  const int64_t high = mover->radius > 0 ? mover->radius - 1 : 0;
  bool free = true;
  for (int32_t y = cell_holding(at.y - low); y <= cell_holding(at.y + high); y++) {
    for (int32_t x = cell_holding(at.x - low); x <= cell_holding(at.x + high); x++) {
      const ovl_cell cell = {x, y, at.floor};
      free = free && ovl_world_weight(mover->world, mover->profile, cell) != 0;
    }
  }
  return free;
}

static ovl_cell cell_of_point(ovl_point at) {
  return (ovl_cell){cell_holding(at.x), cell_holding(at.y), at.floor};
}

/* ---- Rays over squares ---------------------------------------------------------------------- */

static uint64_t one_step(const ovl_mover *mover, ovl_cell from, ovl_cell to) {
  for (int direction = 0; direction < 8; direction++) {
    static const int8_t x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    if (to.x - from.x == x[direction] && to.y - from.y == x[(direction + 6) & 7]) {
      return ovl_world_step(mover->world, mover->profile, from, direction);
    }
  }
  return 0;
}

static bool is_step_legal(const ovl_mover *mover, ovl_cell from, ovl_cell to) {
  ovl_profile_info info;
  const ovl_cell one = {to.x, from.y, from.floor};
  const ovl_cell two = {from.x, to.y, from.floor};
  ovl_world_profile(mover->world, mover->profile, &info);
  return one_step(mover, from, to) != 0 ||
         (info.def.corners == OVL_CORNERS_NONE && from.x != to.x && from.y != to.y &&
          one_step(mover, from, one) != 0 && one_step(mover, one, to) != 0 &&
          one_step(mover, from, two) != 0 && one_step(mover, two, to) != 0);
}

/* The ray by its definition. */
static ovl_ray model_ray(const ovl_mover *mover, ovl_point from, ovl_point to, bool *blocked) {
  const int64_t dx = to.x - from.x;
  const int64_t dy = to.y - from.y;
  const int64_t last = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
  ovl_ray ray = {.end = from, .cell = cell_of_point(to)};
  uint64_t weights = 0;
  int64_t steps = 0;
  uint64_t corner = 0; /* points since the last one that a cell holds */
  *blocked = !is_square_free(mover, from);
  for (int64_t i = 1; i <= last && !*blocked; i++) {
    const ovl_point at = {from.x + floor_of_ratio(2 * dx * i + last, 2 * last),
                          from.y + floor_of_ratio(2 * dy * i + last, 2 * last), from.floor};
    const ovl_cell here = cell_of_point(ray.end);
    if (i < last && at.x % UNIT == 0 && at.y % UNIT == 0 &&
        (mover->radius == 0 || is_square_free(mover, at))) {
      corner++; /* of four cells: no cell holds it */
      continue;
    }
    const ovl_cell there = cell_of_point(at);
    const bool is_other = here.x != there.x || here.y != there.y;
    ray.stop = !is_square_free(mover, at)                       ? OVL_RAY_CELL
               : is_other && !is_step_legal(mover, here, there) ? OVL_RAY_STEP
                                                                : OVL_RAY_FREE;
    if (ray.stop != OVL_RAY_FREE) {
      ray.cell = there;
      break;
    }
    const uint32_t weight = ovl_world_weight(mover->world, mover->profile, there);
    if (is_other) {
      const uint64_t plain = (weight + ovl_world_weight(mover->world, mover->profile, here)) *
                             (here.x != there.x && here.y != there.y ? UINT64_C(99) : UINT64_C(70));
      const uint64_t cost = one_step(mover, here, there);
      ray.extra += cost > plain ? cost - plain : 0;
    }
    weights += weight + corner * ovl_world_weight(mover->world, mover->profile, here);
    steps += 1 + (int64_t)corner;
    corner = 0;
    ray.end = at;
  }
  ray.weight =
      steps != 0
          ? (uint32_t)(weights * UNIT / (uint64_t)steps)
          : (uint32_t)ovl_world_weight(mover->world, mover->profile, cell_of_point(from)) * UNIT;
  return ray;
}

/* ---- Rays over hexagons --------------------------------------------------------------------- */

/* A point of a ray over hexagons, where the line is: `parts` parts make 1/256 of a cell. */
typedef struct line_point {
  int64_t x, y, parts;
  int32_t floor;
} line_point;

/* Returns whether a point is less than `across` away from the middle of a hexagon, in twice 1/256
 * of a cell, on each of the three axes on which hexagons meet; `least` is the least of it. */
static bool is_near_hexagon(line_point at, ovl_cell cell, int64_t least, int64_t across) {
  const int64_t x = at.x - ((int64_t)cell.x * UNIT + UNIT / 2) * at.parts;
  const int64_t y = at.y - ((int64_t)cell.y * UNIT + UNIT / 2) * at.parts;
  const int64_t axes[3] = {2 * x + y, x + 2 * y, x - y};
  bool is_near = true;
  for (int i = 0; i < 3; i++) {
    is_near = is_near && axes[i] >= least * at.parts && axes[i] < across * at.parts;
  }
  return is_near;
}

/* The hexagon that holds a point; *free: the mover's covers no closed one. */
static ovl_cell look_around(const ovl_mover *mover, line_point at, bool *free) {
  const int64_t across = UNIT + 2 * mover->radius;
  const int32_t x = cell_holding(floor_of_ratio(at.x, at.parts));
  const int32_t y = cell_holding(floor_of_ratio(at.y, at.parts));
  ovl_cell holder = {INT32_MIN, 0, 0};
  *free = true;
  for (int i = 0; i < 9; i++) {
    const ovl_cell cell = {x + i % 3 - 1, y + i / 3 - 1, at.floor};
    holder = is_near_hexagon(at, cell, -UNIT, UNIT) ? cell : holder;
    if (is_near_hexagon(at, cell, mover->radius > 0 ? 1 - across : -across, across)) {
      *free = *free && ovl_world_weight(mover->world, mover->profile, cell) != 0;
    }
  }
  return holder;
}

static uint64_t hexagon_step(const ovl_mover *mover, ovl_cell from, ovl_cell to) {
  static const int8_t x[6] = {1, 0, -1, -1, 0, 1};
  static const int8_t y[6] = {0, 1, 1, 0, -1, -1};
  for (int direction = 0; direction < 6; direction++) {
    if (to.x - from.x == x[direction] && to.y - from.y == y[direction]) {
      return ovl_world_step(mover->world, mover->profile, from, direction);
    }
  }
  return 0;
}

/* Moves the end of a ray back to the last point that, rounded, is free and in the same cell. */
static void round_end(const ovl_mover *mover, ovl_ray *ray, ovl_point from, ovl_point to,
                      int64_t last, int64_t at) {
  const int64_t dx = to.x - from.x;
  const int64_t dy = to.y - from.y;
  bool is_good = at == last;
  ray->end = at == last ? to : from;
  for (; at > 0 && !is_good; at--) {
    const line_point exact = {from.x * last + dx * at, from.y * last + dy * at, last, from.floor};
    const line_point rounded = {floor_of_ratio(2 * dx * at + last, 2 * last) + from.x,
                                floor_of_ratio(2 * dy * at + last, 2 * last) + from.y, 1,
                                from.floor};
    bool free;
    const ovl_cell cell = look_around(mover, exact, &free);
    is_good = model_same_cells(cell, look_around(mover, rounded, &free)) && free;
    ray->end = is_good ? (ovl_point){rounded.x, rounded.y, from.floor} : ray->end;
  }
}

/* The ray by its definition. */
static ovl_ray hexagon_ray(const ovl_mover *mover, ovl_point from, ovl_point to, bool *blocked) {
  const int64_t dx = to.x - from.x;
  const int64_t dy = to.y - from.y;
  const int64_t last = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
  bool free;
  ovl_cell here = look_around(mover, (line_point){from.x, from.y, 1, from.floor}, &free);
  uint32_t weight = ovl_world_weight(mover->world, mover->profile, here);
  ovl_ray ray = {.end = from, .cell = here};
  uint64_t weights = 0;
  int64_t i = 1;
  *blocked = !free;
  for (; i <= last && free; i++) {
    const line_point at = {from.x * last + dx * i, from.y * last + dy * i, last, from.floor};
    const ovl_cell there = look_around(mover, at, &free);
    const uint64_t cost = hexagon_step(mover, here, there);
    const bool is_other = !model_same_cells(here, there);
    ray.stop = !free ? OVL_RAY_CELL : is_other && cost == 0 ? OVL_RAY_STEP : OVL_RAY_FREE;
    ray.cell = there;
    if (ray.stop != OVL_RAY_FREE) {
      break;
    }
    const uint32_t ahead = ovl_world_weight(mover->world, mover->profile, there);
    const uint64_t plain = (weight + ahead) * UINT64_C(70);
    ray.extra += is_other && cost > plain ? cost - plain : 0;
    weight = ahead;
    weights += weight;
    here = there;
  }
  ray.weight = i > 1 ? (uint32_t)(weights * UNIT / (uint64_t)(i - 1)) : weight * UNIT;
  round_end(mover, &ray, from, to, last, i - 1);
  return ray;
}

/* ---- Judging -------------------------------------------------------------------------------- */

static bool is_hexagonal(const model_fixture *f) {
  return (f->model.features & MODEL_HEXAGONS) != 0;
}

static bool is_at(ovl_point a, ovl_point b) { return a.x == b.x && a.y == b.y; }

static void check_ray(const model_fixture *f, const ovl_mover *mover, test_state *t, ovl_point from,
                      ovl_point to) {
  ovl_ray ray;
  bool blocked;
  const ovl_ray right = is_hexagonal(f) ? hexagon_ray(mover, from, to, &blocked)
                                        : model_ray(mover, from, to, &blocked);
  const ovl_result result = ovl_world_ray(mover, from, to, &ray, NULL);
  test_context(t,
               "profile %" PRId32 ", radius %" PRId32 ": %" PRId64 ",%" PRId64 " to %" PRId64
               ",%" PRId64 " of floor %" PRId32,
               mover->profile, mover->radius, from.x, from.y, to.x, to.y, from.floor);
  CHECK(t, result == (blocked ? OVL_START_BLOCKED : OVL_OK), "ray: %s", ovl_result_text(result));
  if (result != OVL_OK) {
    return;
  }
  CHECK(t, ray.stop == right.stop && is_at(ray.end, right.end),
        "it ends at %" PRId64 ",%" PRId64 " by %d, not at %" PRId64 ",%" PRId64 " by %d", ray.end.x,
        ray.end.y, (int)ray.stop, right.end.x, right.end.y, (int)right.stop);
  CHECK(t, ray.weight == right.weight && ray.extra == right.extra,
        "its weight is %" PRIu32 ", not %" PRIu32 ", extra %" PRIu64 ", not %" PRIu64, ray.weight,
        right.weight, ray.extra, right.extra);
  const bool is_open = ovl_world_weight(mover->world, mover->profile, ray.cell) != 0;
  CHECK(t, is_open == (ray.stop != OVL_RAY_CELL), "the cell that it names");
  CHECK(t, ray.stop == OVL_RAY_CELL || (ray.cell.x == right.cell.x && ray.cell.y == right.cell.y),
        "the cell of a step or of the end");
}

static int64_t axis_apart(int64_t at, int32_t cell) {
  const int64_t begin = (int64_t)cell * UNIT;
  return at < begin ? begin - at : at > begin + UNIT ? begin + UNIT - at : 0;
}

static void check_wall(const ovl_mover *mover, test_state *t, ovl_point at, int32_t reach) {
  ovl_wall wall;
  int64_t nearest = (int64_t)reach * reach + 1;
  const ovl_cell cell = cell_of_point(at);
  const int32_t around = reach / UNIT + 1;
  for (int32_t y = cell.y - around; y <= cell.y + around; y++) {
    for (int32_t x = cell.x - around; x <= cell.x + around; x++) {
      const int64_t dx = axis_apart(at.x, x);
      const int64_t dy = axis_apart(at.y, y);
      const int64_t square = dx * dx + dy * dy;
      const ovl_cell here = {x, y, at.floor};
      if (square < nearest && ovl_world_weight(mover->world, mover->profile, here) == 0) {
        nearest = square;
      }
    }
  }
  const bool blocked = ovl_world_weight(mover->world, mover->profile, cell) == 0;
  const ovl_result result = ovl_world_wall(mover, at, reach, &wall, NULL);
  test_context(t, "profile %" PRId32 ": a wall %" PRId32 " from %" PRId64 ",%" PRId64,
               mover->profile, reach, at.x, at.y);
  CHECK(t, result == (blocked ? OVL_START_BLOCKED : OVL_OK), "%s", ovl_result_text(result));
  if (result != OVL_OK) {
    return;
  }
  CHECK(t, wall.found == (nearest <= (int64_t)reach * reach), "found or not");
  if (wall.found) {
    const int64_t square = (int64_t)wall.dx * wall.dx + (int64_t)wall.dy * wall.dy;
    const int64_t distance = wall.distance;
    CHECK(t, square == nearest, "at a square of %" PRId64 ", not %" PRId64, square, nearest);
    CHECK(t, distance * distance <= square && (distance + 1) * (distance + 1) > square, "a root");
    CHECK(t,
          wall.dx == axis_apart(at.x, wall.cell.x) && wall.dy == axis_apart(at.y, wall.cell.y) &&
              ovl_world_weight(mover->world, mover->profile, wall.cell) == 0,
          "the cell of the wall");
  }
}

/* How far a point is from a hexagon, on the screen: in 1/256 of a step. */
static double far_from_hexagon(double x, double y, ovl_cell cell) {
  static const double corners[7][2] = {{1, 1},  {-1, 2}, {-2, 1}, {-1, -1},
                                       {1, -2}, {2, -1}, {1, 1}};
  const double height = sqrt(0.75);
  double least = 1e9;
  double before_x = 0;
  double before_y = 0;
  for (int i = 0; i < 7; i++) {
    const double corner_x = cell.x * UNIT + UNIT / 2 + corners[i][0] * UNIT / 3 - x;
    const double corner_y = cell.y * UNIT + UNIT / 2 + corners[i][1] * UNIT / 3 - y;
    const double there_x = corner_x + corner_y / 2;
    const double there_y = corner_y * height;
    const double along_x = there_x - before_x;
    const double along_y = there_y - before_y;
    const double square = along_x * along_x + along_y * along_y;
    double part = -(before_x * along_x + before_y * along_y) / square;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    const double far = hypot(before_x + part * along_x, before_y + part * along_y);
    least = i > 0 && far < least ? far : least;
    before_x = there_x;
    before_y = there_y;
  }
  return least;
}

static void check_hexagon_wall(const ovl_mover *mover, test_state *t, ovl_point at, int32_t reach) {
  ovl_wall wall;
  bool free;
  ovl_mover point = *mover;
  point.radius = 0;
  const ovl_cell cell = look_around(&point, (line_point){at.x, at.y, 1, at.floor}, &free);
  const int32_t around = reach / UNIT + reach / UNIT / 4 + 2;
  double nearest = 1e9;
  for (int32_t y = cell.y - around; y <= cell.y + around; y++) {
    for (int32_t x = cell.x - around; x <= cell.x + around; x++) {
      const ovl_cell here = {x, y, at.floor};
      if (ovl_world_weight(mover->world, mover->profile, here) == 0) {
        const double far = far_from_hexagon((double)at.x, (double)at.y, here);
        nearest = far < nearest ? far : nearest;
      }
    }
  }
  const ovl_result result = ovl_world_wall(mover, at, reach, &wall, NULL);
  test_context(t, "profile %" PRId32 ": a wall %" PRId32 " from %" PRId64 ",%" PRId64,
               mover->profile, reach, at.x, at.y);
  CHECK(t, result == (free ? OVL_OK : OVL_START_BLOCKED), "%s", ovl_result_text(result));
  if (result != OVL_OK) {
    return;
  }
  const double near = 1e-6;
  CHECK(t, wall.found ? nearest < reach + near : nearest > reach - near, "found: %d, %f",
        (int)wall.found, nearest);
  if (wall.found) {
    CHECK(t, wall.distance < nearest + near && wall.distance + 1 > nearest - near,
          "%" PRId32 " away, not %f", wall.distance, nearest);
    CHECK(t,
          fabs(far_from_hexagon((double)at.x, (double)at.y, wall.cell) - nearest) < near &&
              ovl_world_weight(mover->world, mover->profile, wall.cell) == 0,
          "the cell of the wall");
    const double off =
        far_from_hexagon((double)(at.x + wall.dx), (double)(at.y + wall.dy), wall.cell);
    CHECK(t, off < 1.5, "%" PRId32 ",%" PRId32 " does not lead to the wall: %f", wall.dx, wall.dy,
          off);
  }
}

/* A coordinate on a floor or a little outside; often in the middle or on the border of a cell. */
static int64_t draw_coordinate(test_random *random, int32_t begin, int32_t cells, int32_t outside) {
  static const int32_t places[4] = {UNIT / 2, 0, UNIT - 1, UNIT / 4};
  const int32_t cell = test_random_between(random, begin - outside, begin + cells - 1 + outside);
  const int32_t place = test_random_between(random, 0, 7);
  return (int64_t)cell * UNIT +
         (place < 4 ? places[place] : test_random_between(random, 0, UNIT - 1));
}

static ovl_point draw_point(test_random *random, const ovl_floor_info *floor, int32_t outside) {
  return (ovl_point){draw_coordinate(random, floor->corner.x, floor->width, outside),
                     draw_coordinate(random, floor->corner.y, floor->height, outside),
                     floor->corner.floor};
}

/* Makes some of the rays short, and some run along the sides of hexagons or near them. */
static void draw_over_hexagons(test_random *random, ovl_point *from, ovl_point *to) {
  static const int8_t along[6][2] = {{2, -1}, {1, 1}, {-1, 2}, {1, 0}, {0, 1}, {1, -1}};
  const int8_t *way = along[test_random_between(random, 0, 5)];
  const int64_t far = test_random_between(random, -3 * UNIT, 3 * UNIT);
  const int64_t off = test_random_between(random, -1, 1) * test_random_between(random, 0, 2);
  if (test_random_percent(random, 60)) {
    to->x = from->x + way[0] * far + off;
    to->y = from->y + way[1] * far;
  }
}

/* Returns whether the cell of a point lies on its floor: at the border of one of hexagons columns
 * hold points of others, too. Checks that those are refused. */
static bool is_start_inside(const model_fixture *f, const ovl_mover *mover, test_state *t,
                            ovl_point from) {
  bool free;
  ovl_ray ray;
  ovl_wall wall;
  const ovl_cell cell = look_around(mover, (line_point){from.x, from.y, 1, from.floor}, &free);
  if (!is_hexagonal(f) || model_has_cell(&f->model, cell)) {
    return true;
  }
  CHECK(t,
        ovl_world_ray(mover, from, from, &ray, NULL) == OVL_START_OUTSIDE &&
            ovl_world_wall(mover, from, 0, &wall, NULL) == OVL_START_OUTSIDE,
        "a start outside");
  return false;
}

static void check_rays_of(model_fixture *f, test_state *t, int32_t profile) {
  ovl_world_info info;
  test_random *random = &f->random;
  ovl_world_describe(f->world, &info);
  for (int i = 0; i < RAYS && t->failures == 0; i++) {
    static const int32_t radii[2][4] = {{0, 1, 77, UNIT / 2}, {0, 1, 39, UNIT / 4}};
    const ovl_mover mover = {.world = f->world,
                             .profile = profile,
                             .radius = radii[is_hexagonal(f)][test_random_between(random, 0, 3)]};
    ovl_floor_info floor;
    ovl_world_floor(f->world, test_random_between(random, 0, info.floors - 1), &floor);
    if (floor.graph) {
      continue;
    }
    ovl_point from = draw_point(random, &floor, 0);
    ovl_point to = draw_point(random, &floor, 2);
    if (test_random_between(random, 0, 3) == 0) { /* close, straight or diagonal */
      const int32_t far = test_random_between(random, 0, 3 * UNIT);
      from.y += (from.x & (UNIT - 1)) - (from.y & (UNIT - 1)); /* a diagonal passes corners */
      to.x = from.x + test_random_between(random, -1, 1) * far;
      to.y = from.y + test_random_between(random, -1, 1) * far;
    }
    const int32_t reach = test_random_between(random, 0, 6 * UNIT);
    if (is_hexagonal(f)) {
      draw_over_hexagons(random, &from, &to);
    }
    if (!is_start_inside(f, &mover, t, from)) {
      continue;
    }
    check_ray(f, &mover, t, from, to);
    if (is_hexagonal(f)) {
      check_hexagon_wall(&mover, t, from, reach);
    } else {
      check_wall(&mover, t, from, reach);
    }
  }
}

static void rays_features(test_state *t) {
  model_limits limits = model_usual_limits();
  model_fixture_profiles(t, check_rays_of, limits, 300, 6000);
}

static void rays_over_hexagons(test_state *t) {
  model_limits limits = model_usual_limits();
  limits.also = MODEL_HEXAGONS;
  model_fixture_profiles(t, check_rays_of, limits, 200, 4000);
}

const test_entry test_rays_table[] = {
    {"rays_features", rays_features},
    {"rays_over_hexagons", rays_over_hexagons},
    {NULL, NULL},
};
