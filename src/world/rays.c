/* Rays of points over cells, and the wall nearest to a point.
 *
 * A ray is a list of points, numbered from 0; both coordinates change in one direction. So the
 * columns that its square covers while it covers a row are one run of cells, which is read from a
 * word of bits. Cells are gone through one by one only where steps or weights differ.
 *
 * Invariant: what a ray finds is what looking at all squares and steps of its points, one by one,
 * finds. */
#include "coarse/format/fault.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_inspect.h"
#include "world/world.h"

enum { MOST_RADIUS = OVL_POINT_UNIT / 2 };

/* ---- Coordinates ----------------------------------------------------------------------- */

/* The cell of a coordinate. */
static inline int32_t cell_under(int64_t at) {
  return (int32_t)((at - (at & (OVL_POINT_UNIT - 1))) / OVL_POINT_UNIT);
}

/* One coordinate of the points of a ray, in the plane. */
typedef struct ray_axis {
  int64_t from, change; /* in all `last` steps */
  int64_t last;         /* number of the last point; at least |change| */
} ray_axis;

/* The coordinate of point i: half of one is rounded up. */
static inline int64_t axis_at(const ray_axis *axis, int64_t i) {
  const int64_t twice = 2 * axis->last;
  return axis->change >= 0
             ? axis->from + (twice == 0 ? 0 : (2 * axis->change * i + axis->last) / twice)
             : axis->from - (-2 * axis->change * i + axis->last - 1) / twice;
}

/* The first point whose coordinate is at least `bound`, or at most, if it falls; last + 1 or more
 * if there is none. */
static inline int64_t axis_first(const ray_axis *axis, int64_t bound) {
  const int64_t far = axis->change < 0 ? axis->from - bound : bound - axis->from;
  if (far <= 0) {
    return 0;
  }
  if (axis->change == 0) {
    return axis->last + 1;
  }
  const int64_t halves = (2 * far - 1) * axis->last;
  return axis->change > 0 ? (halves + 2 * axis->change - 1) / (2 * axis->change)
                          : halves / (-2 * axis->change) + 1;
}

/* The first point whose square enters a cell, of those that it comes to in this direction; `ahead`
 * is how far the square reaches before the point. */
static inline int64_t axis_enters(const ray_axis *axis, int32_t cell, int64_t ahead) {
  const int64_t begin = (int64_t)cell * OVL_POINT_UNIT;
  return axis_first(axis, axis->change < 0 ? begin + OVL_POINT_UNIT - 1 + ahead : begin - ahead);
}

/* ---- A ray ------------------------------------------------------------------------------ */

typedef struct ray_work {
  const ovi_layer *layer;
  ray_axis x, y;
  int64_t low, high; /* how far the square reaches before a point, and behind it */
  int64_t end;       /* number of the first point that is not free; last + 1: there is none */
  ovl_ray_stop stop;
  ovl_cell cell; /* that ends it, in the plane */
  ovi_open_bits bits;
} ray_work;

static bool find_open_tile(void *user, int32_t x, int32_t y, ovi_tile *tile) {
  return ovi_layer_open_tile(user, x, y, tile);
}

static inline bool is_open(ray_work *work, int32_t x, int32_t y) {
  return ovi_open_run(&work->bits, x, y, 1, 1) == 1;
}

static void ray_stop(ray_work *work, int64_t at, ovl_ray_stop stop, int32_t x, int32_t y) {
  work->end = at;
  work->stop = stop;
  work->cell = (ovl_cell){x, y, 0};
}

/* How far the square reaches from a point in the direction of an axis, and against it. */
static inline int64_t ahead_of(const ray_work *work, const ray_axis *axis) {
  return axis->change < 0 ? work->low : work->high;
}
static inline int64_t behind_of(const ray_work *work, const ray_axis *axis) {
  return axis->change < 0 ? work->high : work->low;
}

/* Reads the cells that the square covers in a row, from point `begin` to `end`. */
static void read_row(ray_work *work, int32_t row, int64_t begin, int64_t end) {
  const ray_axis *x = &work->x;
  const int32_t step = x->change < 0 ? -1 : 1;
  const int64_t behind = step * behind_of(work, x);
  const int64_t ahead = step * ahead_of(work, x);
  const int32_t first = cell_under(axis_at(x, begin) - behind);
  const int32_t last = cell_under(axis_at(x, end) + ahead);
  const int32_t cells = (last - first) * step + 1;
  const int32_t run = ovi_open_run(&work->bits, first, row, step, cells);
  if (run < cells) {
    const int32_t column = first + run * step;
    const int64_t enters = axis_enters(x, column, ahead_of(work, x));
    const int64_t at = enters > begin ? enters : begin;
    if (at < work->end) {
      ray_stop(work, at, OVL_RAY_CELL, column, row);
    }
  }
}

/* Returns whether the corner rule allows a point to go from one cell to another that lies
 * diagonally, where no other rule counts. */
static bool turns_corner(ray_work *work, ovl_cell from, ovl_cell to) {
  const bool one = is_open(work, to.x, from.y);
  const bool two = is_open(work, from.x, to.y);
  const int corners = work->layer->profile.corners;
  const int direction = ovi_direction_of(ovi_sign(to.x - from.x), ovi_sign(to.y - from.y));
  return corners == OVL_CORNERS_NONE ? one && two
                                     : ovi_diagonal_is_free(corners, direction, one, two);
}

/* Returns whether point i is the corner of four cells. The ray then goes from the cell of the point
 * before to that of the point behind, and no cell holds point i. */
static bool is_at_corner(const ray_work *work, int64_t i) {
  return i > 0 && i < work->x.last && (axis_at(&work->x, i) & (OVL_POINT_UNIT - 1)) == 0 &&
         (axis_at(&work->y, i) & (OVL_POINT_UNIT - 1)) == 0;
}

/* Finds the first square that covers a closed cell, row by row; of a point alone, also the first
 * corner that it must not pass. */
static void ray_find_closed(ray_work *work) {
  const ray_axis *y = &work->y;
  const int32_t step = y->change < 0 ? -1 : 1;
  int32_t row = cell_under(y->from - step * behind_of(work, y));
  const bool is_point = work->low == 0;
  int64_t begin = 0;
  int32_t before = cell_under(work->x.from); /* the column of the point that came last */
  while (begin < work->end) {
    const int64_t next = axis_enters(y, row + step, ahead_of(work, y));
    const int64_t leaves = axis_enters(y, row + step, -behind_of(work, y));
    int64_t end = (leaves < work->end ? leaves : work->end) - 1;
    end -= is_point && is_at_corner(work, end) ? 1 : 0;
    begin += is_point && is_at_corner(work, begin) ? 1 : 0;
    if (begin <= end) {
      read_row(work, row, begin, end);
    }
    if (is_point) {
      const ovl_cell to = {cell_under(axis_at(&work->x, begin)), row, 0};
      const ovl_cell from = {before, row - step, 0};
      if (begin != 0 && to.x != before && begin < work->end && !turns_corner(work, from, to)) {
        ray_stop(work, begin, OVL_RAY_STEP, to.x, to.y);
      }
      before = cell_under(axis_at(&work->x, end));
    }
    row += step;
    begin = next;
  }
  work->end -= is_at_corner(work, work->end - 1) ? 1 : 0;
}

/* ---- Cell by cell ----------------------------------------------------------------------- */

/* The cost of the step between two cells of a ray; OVI_NO_STEP. */
static uint64_t ray_step(ovi_layer_ground *ground, ovl_cell from, ovl_cell to) {
  const uint64_t cost = ovi_layer_step(ground, from, to);
  if (cost != OVI_NO_STEP || from.x == to.x || from.y == to.y ||
      ground->layer->profile.corners != OVL_CORNERS_NONE) {
    return cost;
  }
  const ovl_cell beside[2] = {{to.x, from.y, 0}, {from.x, to.y, 0}};
  for (int i = 0; i < 2; i++) {
    if (ovi_layer_step(ground, from, beside[i]) == OVI_NO_STEP ||
        ovi_layer_step(ground, beside[i], to) == OVI_NO_STEP) {
      return OVI_NO_STEP;
    }
  }
  return 0;
}

/* Finds the first step of the point that is not legal, and what ground and steps cost up to there.
 */
static void walk_cells(ray_work *work, ovl_ray *ray) {
  ovi_layer_ground ground;
  ovl_cell at = {cell_under(work->x.from), cell_under(work->y.from), 0};
  const ovi_ground *cells = &ground.ground;
  const int32_t step_x = work->x.change < 0 ? -1 : 1;
  const int32_t step_y = work->y.change < 0 ? -1 : 1;
  uint64_t weights = 0; /* of the points so far, but for the first one */
  int64_t begin = 0;
  ovi_layer_ground_begin(&ground, work->layer, at, NULL);
  uint32_t weight = ovi_ground_weight(cells, at.x, at.y);
  const uint32_t first = weight;
  while (begin < work->end) {
    int64_t enters_x = axis_enters(&work->x, at.x + step_x, 0);
    int64_t enters_y = axis_enters(&work->y, at.y + step_y, 0);
    enters_x += is_at_corner(work, enters_x) ? 1 : 0;
    enters_y += is_at_corner(work, enters_y) ? 1 : 0;
    const int64_t next = enters_x < enters_y ? enters_x : enters_y;
    const int64_t end = next < work->end ? next : work->end;
    weights += weight * (uint64_t)(end - begin - (begin == 0 ? 1 : 0));
    if (next >= work->end) {
      break;
    }
    const ovl_cell to = {at.x + (enters_x == next ? step_x : 0),
                         at.y + (enters_y == next ? step_y : 0), 0};
    const uint64_t cost = ray_step(&ground, at, to);
    if (cost == OVI_NO_STEP) {
      const int64_t corner = is_at_corner(work, next - 1) ? 1 : 0;
      ray_stop(work, next - corner, OVL_RAY_STEP, to.x, to.y);
      weights -= (uint64_t)corner * weight;
      break;
    }
    const uint32_t there = ovi_ground_weight(cells, to.x, to.y);
    const uint32_t plain =
        ovi_step_cost(weight + there, ovi_is_long_between(work->layer->profile.corners, at, to));
    ray->extra += cost > plain ? cost - plain : 0;
    weight = there;
    at = to;
    begin = next;
  }
  ray->weight = work->end > 1 ? (uint32_t)(weights * OVL_POINT_UNIT / (uint64_t)(work->end - 1))
                              : first * OVL_POINT_UNIT;
}

/* ---- The calls -------------------------------------------------------------------------- */

/* Checks a mover and its point: OVL_OK, OVL_BAD_ARGUMENT or OVL_START_OUTSIDE with the fault.
 * *corner: the first point of its floor; *floor: its cells in the plane. */
static ovl_result find_point(const ovl_mover *mover, const ovl_point *point, ovl_point *corner,
                             ovi_rectangle *floor, ovl_fault *fault) {
  const ovl_world *world = mover->world;
  const bool is_there = ovi_world_floor_rectangle(world, point->floor, floor);
  const bool has_floor = point->floor >= 0 && (uint32_t)point->floor < world->shared.floor_count;
  const ovi_argument arguments[] = {
      {"mover.profile", mover->profile, 0, (int64_t)world->shared.profile_count - 1},
      {"mover.radius", mover->radius, 0, MOST_RADIUS},
      {"mover.world of hexagons", ovi_world_is_hexagonal(world), 0, 0},
      {"point.floor: a graph", has_floor && !is_there, 0, 0}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovi_plane *plane = &world->shared.plane;
  *corner = (ovl_point){(int64_t)plane->origin_x * OVL_POINT_UNIT,
                        (int64_t)plane->origin_y * OVL_POINT_UNIT, 0};
  const ovi_argument place[] = {
      {"point.floor", point->floor, 0, (int64_t)world->shared.floor_count - 1},
      {"point.x", point->x, corner->x,
       corner->x + (int64_t)(floor->x1 - floor->x0) * OVL_POINT_UNIT - 1},
      {"point.y", point->y, corner->y,
       corner->y + (int64_t)(floor->y1 - floor->y0) * OVL_POINT_UNIT - 1}};
  return OVI_ARGUMENTS_CHECK(place, 0, fault) == OVL_OK ? OVL_OK : OVL_START_OUTSIDE;
}

ovl_result ovl_world_ray(const ovl_mover *mover, ovl_point from, ovl_point to, ovl_ray *ray,
                         ovl_fault *fault) {
  enum { FARTHEST = OVL_MAX_SIDE_CELLS * OVL_POINT_UNIT };
  const ovl_world *world = mover->world;
  ovl_fault unused;
  ovl_point corner;
  ovi_rectangle floor;
  fault = ovi_fault_begin(fault, &unused);
  *ray = (ovl_ray){.stop = OVL_RAY_FREE};
  const ovl_result found = find_point(mover, &from, &corner, &floor, fault);
  const ovi_argument ends[] = {{"to.floor", to.floor, from.floor, from.floor},
                               {"to.x", to.x, from.x - FARTHEST, from.x + FARTHEST},
                               {"to.y", to.y, from.y - FARTHEST, from.y + FARTHEST}};
  if (found != OVL_OK || OVI_ARGUMENTS_CHECK(ends, 0, fault) != OVL_OK) {
    return found != OVL_OK ? found : OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[mover->profile];
  const int64_t dx = to.x - from.x;
  const int64_t dy = to.y - from.y;
  const int64_t wide = dx < 0 ? -dx : dx;
  const int64_t tall = dy < 0 ? -dy : dy;
  const int64_t last = wide > tall ? wide : tall;
  ray_work work = {.layer = layer,
                   .x = {from.x - corner.x + (int64_t)floor.x0 * OVL_POINT_UNIT, dx, last},
                   .y = {from.y - corner.y + (int64_t)floor.y0 * OVL_POINT_UNIT, dy, last},
                   .low = mover->radius,
                   .high = mover->radius > 0 ? mover->radius - 1 : 0,
                   .end = last + 1};
  ovi_open_bits_begin(&work.bits, find_open_tile, (void *)(uintptr_t)layer);
  ovi_world_begin_call(world);
  ray_find_closed(&work);
  ray->weight = (uint32_t)layer->profile.min_weight * OVL_POINT_UNIT;
  /* A square of two points may pass a corner whose cells it does not all cover. */
  if (work.end > 0 &&
      (mover->radius == 1 || !layer->profile.is_plain || ovi_layer_has_rule(layer))) {
    walk_cells(&work, ray);
  }
  const int64_t free = work.end > 0 ? work.end - 1 : 0;
  const ovl_cell cell = work.stop != OVL_RAY_FREE ? work.cell
                                                  : (ovl_cell){cell_under(work.x.from + dx),
                                                               cell_under(work.y.from + dy), 0};
  ray->end = (ovl_point){axis_at(&work.x, free) - work.x.from + from.x,
                         axis_at(&work.y, free) - work.y.from + from.y, from.floor};
  ray->stop = work.stop;
  ray->cell = (ovl_cell){cell.x - floor.x0 + world->shared.plane.origin_x,
                         cell.y - floor.y0 + world->shared.plane.origin_y, from.floor};
  ovl_result result = OVL_OK;
  if (work.end == 0) {
    *fault = (ovl_fault){.what = "from"};
    result = OVL_START_BLOCKED;
  }
  result = ovi_world_end_faulty_call(world, result, fault);
  *ray = result == OVL_OK ? *ray : (ovl_ray){.stop = OVL_RAY_FREE};
  return result;
}

/* Finds the nearest wall in a row, up to a squared distance; `height` is how far the row is from
 * the point. */
static void find_wall_in_row(ray_work *work, int32_t row, int32_t most, int64_t height,
                             uint64_t *nearest, ovl_wall *wall) {
  const int64_t x = work->x.from;
  for (int32_t step = -1; step <= 1; step += 2) {
    const int32_t column =
        cell_under(x) + step * ovi_open_run(&work->bits, cell_under(x), row, step, most);
    const int64_t begin = (int64_t)column * OVL_POINT_UNIT;
    const int64_t dx = x < begin                    ? begin - x
                       : x > begin + OVL_POINT_UNIT ? begin + OVL_POINT_UNIT - x
                                                    : 0;
    const uint64_t square = (uint64_t)(dx * dx + height * height);
    if (square < *nearest && !is_open(work, column, row)) {
      *nearest = square;
      *wall = (ovl_wall){
          .found = true, .cell = {column, row, 0}, .dx = (int32_t)dx, .dy = (int32_t)height};
    }
  }
}

ovl_result ovl_world_wall(const ovl_mover *mover, ovl_point point, int32_t reach, ovl_wall *wall,
                          ovl_fault *fault) {
  const ovl_world *world = mover->world;
  ovl_fault unused;
  ovl_point corner;
  ovi_rectangle floor;
  fault = ovi_fault_begin(fault, &unused);
  *wall = (ovl_wall){.found = false};
  const ovl_result found = find_point(mover, &point, &corner, &floor, fault);
  const ovi_argument arguments[] = {{"reach", reach, 0, OVL_MAX_WALL_REACH}};
  if (found != OVL_OK || OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return found != OVL_OK ? found : OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[mover->profile];
  ray_work work = {.x = {point.x - corner.x + (int64_t)floor.x0 * OVL_POINT_UNIT, 0, 0},
                   .y = {point.y - corner.y + (int64_t)floor.y0 * OVL_POINT_UNIT, 0, 0}};
  ovi_open_bits_begin(&work.bits, find_open_tile, (void *)(uintptr_t)layer);
  ovi_world_begin_call(world);
  const int64_t y = work.y.from;
  const int32_t begin = cell_under(y - reach - 1); /* which its lower side may touch */
  const int32_t end = cell_under(y + reach);
  const int32_t middle = cell_under(y);
  const int32_t most = reach / OVL_POINT_UNIT + 2;
  uint64_t nearest = (uint64_t)reach * (uint64_t)reach + 1;
  ovl_result result = OVL_OK;
  if (!is_open(&work, cell_under(work.x.from), middle)) {
    *fault = (ovl_fault){.what = "point"};
    result = OVL_START_BLOCKED;
  }
  /* Rows by their distance; of two as near, the upper one first. */
  for (int32_t above = middle, below = middle + 1; above >= begin || below <= end;) {
    const int64_t up = above < middle ? (int64_t)(above + 1) * OVL_POINT_UNIT - y : 0;
    const int64_t down = (int64_t)below * OVL_POINT_UNIT - y;
    const bool is_up = above >= begin && (below > end || -up <= down);
    const int64_t height = is_up ? up : down;
    if ((uint64_t)(height * height) >= nearest) {
      break;
    }
    find_wall_in_row(&work, is_up ? above-- : below++, most, height, &nearest, wall);
  }
  if (wall->found) {
    wall->distance = (int32_t)ovi_root(nearest);
    wall->cell = (ovl_cell){wall->cell.x - floor.x0 + world->shared.plane.origin_x,
                            wall->cell.y - floor.y0 + world->shared.plane.origin_y, point.floor};
  }
  result = ovi_world_end_faulty_call(world, result, fault);
  *wall = result == OVL_OK ? *wall : (ovl_wall){.found = false};
  return result;
}
