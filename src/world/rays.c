/* Rays of points over cells.
 *
 * A ray is a list of points, numbered from 0; both coordinates change in one direction. So the
 * columns that its square covers while it covers a row are one run of cells, which is read from a
 * word of bits. Cells are gone through one by one only where steps or weights differ.
 *
 * Points of hexagons are looked at where they lie on the line, before they are rounded: so their
 * places on each axis change in one direction, too. Those of rounded points would go to and fro
 * where a line runs along a side. A run of columns holds all hexagons that may be covered; of those
 * that are closed, the axes tell which points cover them.
 *
 * Invariant: what a ray finds is what looking at all squares, or hexagons, and steps of its points,
 * one by one, finds. */
#include "world/rays.h"

#include "coarse/format/fault.h"
#include "coarse/view/layer_steps.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/topology.h"

enum {
  MOST_RADIUS = OVL_POINT_UNIT / 2,
  MOST_HEXAGON_RADIUS = OVL_POINT_UNIT / 4 /* which passes the side between two cells */
};

/* ---- Coordinates ----------------------------------------------------------------------- */

/* One coordinate of the points of a ray, in the plane, or their places on an axis of hexagons. */
typedef struct ray_axis {
  int64_t from, change; /* in all `last` steps */
  int64_t last;         /* number of the last point */
  bool is_cut;          /* places are rounded down; else to the nearest, half of one up */
} ray_axis;

static inline int64_t axis_at(const ray_axis *axis, int64_t i) {
  const int64_t twice = 2 * axis->last;
  if (twice == 0) {
    return axis->from;
  }
  return axis->change >= 0
             ? axis->from + (2 * axis->change * i + (axis->is_cut ? 0 : axis->last)) / twice
             : axis->from -
                   (-2 * axis->change * i + (axis->is_cut ? twice : axis->last) - 1) / twice;
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
  const int64_t cut = axis->is_cut ? (axis->change > 0 ? 0 : 2) : 1;
  const int64_t halves = (2 * far - cut) * axis->last;
  return axis->change > 0 ? (halves + 2 * axis->change - 1) / (2 * axis->change)
                          : halves / (-2 * axis->change) + 1;
}

/* The first point whose square enters a cell, of those that it comes to in this direction; `ahead`
 * is how far the square reaches before the point. */
static inline int64_t axis_enters(const ray_axis *axis, int32_t cell, int64_t ahead) {
  const int64_t begin = (int64_t)cell * OVL_POINT_UNIT;
  return axis_first(axis, axis->change < 0 ? begin + OVL_POINT_UNIT - 1 + ahead : begin - ahead);
}

/* The first point between two places, both included, and the first behind them. */
static inline int64_t axis_comes(const ray_axis *axis, int64_t low, int64_t high) {
  return axis_first(axis, axis->change < 0 ? high : low);
}
static inline int64_t axis_goes(const ray_axis *axis, int64_t low, int64_t high) {
  return axis_first(axis, axis->change < 0 ? low - 1 : high + 1);
}

/* ---- A ray ------------------------------------------------------------------------------ */

typedef struct ray_work {
  const ovi_layer *layer;
  int topology; /* OVI_HEXAGONS, or of squares */
  ray_axis x, y;
  int64_t low, high; /* how far the square reaches before a point, and behind it; of hexagons by how
                        far the columns and rows lie apart that may be covered */
  ray_axis axes[OVI_HEXAGON_AXES]; /* of hexagons */
  int64_t axis_low, axis_high;     /* the places of points that cover a hexagon, from its middle */
  int64_t end; /* number of the first point that is not free; last + 1: there is none */
  ovl_ray_stop stop;
  ovl_cell cell; /* that ends it, in the plane */
  ovi_open_bits bits;
} ray_work;

static bool find_open_tile(void *user, int32_t x, int32_t y, ovi_tile *tile) {
  return ovi_layer_open_tile(user, x, y, tile);
}

void ovi_mover_bits(ovi_open_bits *bits, const ovi_layer *layer) {
  ovi_open_bits_begin(bits, layer->profile.corners, find_open_tile, (void *)(uintptr_t)layer);
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

/* The first point, from `begin` on, that covers a cell of a row that is covered from there. */
static int64_t first_over(const ray_work *work, int64_t begin, int32_t column, int32_t row) {
  if (work->topology != OVI_HEXAGONS) {
    const int64_t enters = axis_enters(&work->x, column, ahead_of(work, &work->x));
    return enters > begin ? enters : begin;
  }
  const ovl_point middle = ovi_middle_of_cell((ovl_cell){column, row, 0});
  int64_t end = INT64_MAX;
  for (int i = 0; i < OVI_HEXAGON_AXES; i++) {
    const ray_axis *axis = &work->axes[i];
    const int64_t at = ovi_hexagon_axis(i, middle.x, middle.y);
    const int64_t comes = axis_comes(axis, at + work->axis_low, at + work->axis_high);
    const int64_t goes = axis_goes(axis, at + work->axis_low, at + work->axis_high);
    begin = comes > begin ? comes : begin;
    end = goes < end ? goes : end;
  }
  return begin < end ? begin : INT64_MAX;
}

/* Reads the cells that may be covered in a row, from point `begin` to `end`. Of hexagons a later
 * one of the row may be covered before. */
static void read_row(ray_work *work, int32_t row, int64_t begin, int64_t end) {
  const ray_axis *x = &work->x;
  const int32_t step = x->change < 0 ? -1 : 1;
  const int64_t behind = step * behind_of(work, x);
  const int64_t ahead = step * ahead_of(work, x);
  int32_t column = ovi_cell_under(axis_at(x, begin) - behind);
  while (begin <= end) {
    const int32_t last = ovi_cell_under(axis_at(x, end) + ahead);
    const int32_t cells = (last - column) * step + 1;
    const int32_t run = cells > 0 ? ovi_open_run(&work->bits, column, row, step, cells) : 0;
    if (run >= cells) {
      return;
    }
    column += run * step;
    const int64_t at = first_over(work, begin, column, row);
    if (at < work->end) {
      ray_stop(work, at, OVL_RAY_CELL, column, row);
      end = at - 1 < end ? at - 1 : end;
    }
    column += step;
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
  return work->topology != OVI_HEXAGONS && i > 0 && i < work->x.last &&
         (axis_at(&work->x, i) & (OVL_POINT_UNIT - 1)) == 0 &&
         (axis_at(&work->y, i) & (OVL_POINT_UNIT - 1)) == 0;
}

/* Finds the first square that covers a closed cell, row by row; of a point alone, also the first
 * corner that it must not pass. */
static void ray_find_closed(ray_work *work) {
  const ray_axis *y = &work->y;
  const int32_t step = y->change < 0 ? -1 : 1;
  int32_t row = ovi_cell_under(y->from - step * behind_of(work, y));
  const bool is_point = work->low == 0;
  int64_t begin = 0;
  int32_t before = ovi_cell_under(work->x.from); /* the column of the point that came last */
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
      const ovl_cell to = {ovi_cell_under(axis_at(&work->x, begin)), row, 0};
      const ovl_cell from = {before, row - step, 0};
      if (begin != 0 && to.x != before && begin < work->end && !turns_corner(work, from, to)) {
        ray_stop(work, begin, OVL_RAY_STEP, to.x, to.y);
      }
      before = ovi_cell_under(axis_at(&work->x, end));
    }
    row += step;
    begin = next;
  }
  work->end -= is_at_corner(work, work->end - 1) ? 1 : 0;
}

/* ---- Cell by cell ----------------------------------------------------------------------- */

/* Returns whether a hexagon holds a point of the ray, where it lies before it is rounded. */
static bool holds_point(const ray_work *work, ovl_cell cell, int64_t i) {
  const ovl_point middle = ovi_middle_of_cell(cell);
  bool holds = true;
  for (int axis = 0; axis < OVI_HEXAGON_AXES; axis++) {
    const int64_t at = axis_at(&work->axes[axis], i) - ovi_hexagon_axis(axis, middle.x, middle.y);
    holds = holds && at >= -OVL_POINT_UNIT && at < OVL_POINT_UNIT;
  }
  return holds;
}

/* The first point outside of a hexagon, and the cell that holds it: beyond a side through which the
 * ray goes. */
static int64_t leave_hexagon(const ray_work *work, ovl_cell at, ovl_cell *to) {
  const ovl_point middle = ovi_middle_of_cell(at);
  int64_t goes[OVI_HEXAGON_AXES];
  int64_t next = INT64_MAX;
  for (int axis = 0; axis < OVI_HEXAGON_AXES; axis++) {
    const int64_t place = ovi_hexagon_axis(axis, middle.x, middle.y);
    goes[axis] = axis_goes(&work->axes[axis], place - OVL_POINT_UNIT, place + OVL_POINT_UNIT - 1);
    next = goes[axis] < next ? goes[axis] : next;
  }
  for (int axis = 0; axis < OVI_HEXAGON_AXES && next < work->end; axis++) {
    const int32_t by = work->axes[axis].change < 0 ? -1 : 1;
    const ovl_cell beyond = {at.x + (axis != 1 ? by : 0),
                             at.y + (axis == 0   ? 0
                                     : axis == 1 ? by
                                                 : -by),
                             0};
    if (goes[axis] == next && holds_point(work, beyond, next)) {
      *to = beyond;
    }
  }
  OVI_ASSERT(next >= work->end || !ovi_same_cell(*to, at));
  return next;
}

/* The first point outside of a cell of either topology, and the cell that holds it. A corner of
 * four squares is part of the cell before it. */
static int64_t leave_cell(const ray_work *work, ovl_cell at, ovl_cell *to) {
  if (work->topology == OVI_HEXAGONS) {
    return leave_hexagon(work, at, to);
  }
  const int32_t step_x = work->x.change < 0 ? -1 : 1;
  const int32_t step_y = work->y.change < 0 ? -1 : 1;
  int64_t enters_x = axis_enters(&work->x, at.x + step_x, 0);
  int64_t enters_y = axis_enters(&work->y, at.y + step_y, 0);
  enters_x += is_at_corner(work, enters_x) ? 1 : 0;
  enters_y += is_at_corner(work, enters_y) ? 1 : 0;
  const int64_t next = enters_x < enters_y ? enters_x : enters_y;
  *to =
      (ovl_cell){at.x + (enters_x == next ? step_x : 0), at.y + (enters_y == next ? step_y : 0), 0};
  return next;
}

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
  ovl_cell at = ovi_cell_of_point(work->topology, (ovl_point){work->x.from, work->y.from, 0});
  const ovi_ground *cells = &ground.ground;
  uint64_t weights = 0; /* of the points so far, but for the first one */
  int64_t begin = 0;
  ovi_layer_ground_begin(&ground, work->layer, at, NULL);
  uint32_t weight = ovi_ground_weight(cells, at.x, at.y);
  const uint32_t first = weight;
  while (begin < work->end) {
    ovl_cell to = at;
    const int64_t next = leave_cell(work, at, &to);
    const int64_t end = next < work->end ? next : work->end;
    weights += weight * (uint64_t)(end - begin - (begin == 0 ? 1 : 0));
    if (next >= work->end) {
      break;
    }
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

ovl_result ovi_mover_point(const ovl_mover *mover, const ovl_point *point, ovl_point *corner,
                           ovi_rectangle *floor, ovl_fault *fault) {
  const ovl_world *world = mover->world;
  const bool is_hexagonal = ovi_world_is_hexagonal(world);
  const bool is_there = ovi_world_floor_rectangle(world, point->floor, floor);
  const bool has_floor = point->floor >= 0 && (uint32_t)point->floor < world->shared.floor_count;
  const ovi_argument arguments[] = {
      {"mover.profile", mover->profile, 0, (int64_t)world->shared.profile_count - 1},
      {"mover.radius", mover->radius, 0, is_hexagonal ? MOST_HEXAGON_RADIUS : MOST_RADIUS},
      {"point.floor: a graph", has_floor && !is_there, 0, 0}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovi_plane *plane = &world->shared.plane;
  *corner = (ovl_point){(int64_t)plane->origin_x * OVL_POINT_UNIT,
                        (int64_t)plane->origin_y * OVL_POINT_UNIT, 0};
  /* Hexagons at the end of a floor reach beyond its columns and rows. */
  const int64_t beyond = is_hexagonal ? OVL_POINT_UNIT : 0;
  const int32_t width = floor->x1 - floor->x0;
  const int32_t height = floor->y1 - floor->y0;
  const ovi_argument place[] = {
      {"point.floor", point->floor, 0, (int64_t)world->shared.floor_count - 1},
      {"point.x", point->x, corner->x - beyond,
       corner->x + (int64_t)width * OVL_POINT_UNIT - 1 + beyond},
      {"point.y", point->y, corner->y - beyond,
       corner->y + (int64_t)height * OVL_POINT_UNIT - 1 + beyond}};
  if (OVI_ARGUMENTS_CHECK(place, 0, fault) != OVL_OK) {
    return OVL_START_OUTSIDE;
  }
  const ovl_cell cell = ovi_cell_of_point(is_hexagonal ? OVI_HEXAGONS : OVI_SQUARES, *point);
  const ovi_argument cells[] = {
      {"cell of point.x", cell.x, plane->origin_x, (int64_t)plane->origin_x + width - 1},
      {"cell of point.y", cell.y, plane->origin_y, (int64_t)plane->origin_y + height - 1}};
  return OVI_ARGUMENTS_CHECK(cells, 0, fault) == OVL_OK ? OVL_OK : OVL_START_OUTSIDE;
}

/* A ray from a point of the plane. */
static ray_work ray_of(const ovl_mover *mover, ovl_point from, int64_t dx, int64_t dy) {
  const ovi_layer *layer = &mover->world->layers[mover->profile];
  const int64_t wide = dx < 0 ? -dx : dx;
  const int64_t tall = dy < 0 ? -dy : dy;
  const int64_t last = wide > tall ? wide : tall;
  ray_work work = {.layer = layer,
                   .topology = layer->profile.corners,
                   .x = {from.x, dx, last, false},
                   .y = {from.y, dy, last, false},
                   .low = mover->radius,
                   .high = mover->radius > 0 ? mover->radius - 1 : 0,
                   .end = last + 1};
  if (work.topology == OVI_HEXAGONS) {
    /* Of two hexagons, the mover's and a cell's, one is in the other's way on all three axes; their
     * columns and rows are then apart by less than two thirds of that, and the rounding. */
    const int64_t across = OVL_POINT_UNIT + 2 * (int64_t)mover->radius;
    work.axis_high = across - 1;
    work.axis_low = mover->radius > 0 ? 1 - across : -across;
    work.low = work.high = 2 * across / 3 + 2 - OVL_POINT_UNIT / 2;
    for (int axis = 0; axis < OVI_HEXAGON_AXES; axis++) {
      work.axes[axis] = (ray_axis){ovi_hexagon_axis(axis, from.x, from.y),
                                   ovi_hexagon_axis(axis, dx, dy), last, true};
    }
  }
  ovi_mover_bits(&work.bits, layer);
  return work;
}

/* The number of the last point of a ray that was gone along: of hexagons the last one that, once it
 * is rounded, is in the cell of the ray there, and free. */
static int64_t last_free(const ray_work *work, const ovl_mover *mover) {
  int64_t i = work->end > 0 ? work->end - 1 : 0;
  while (work->topology == OVI_HEXAGONS && i > 0 && i < work->x.last) {
    const ovl_point at = {axis_at(&work->x, i), axis_at(&work->y, i), 0};
    ray_work there = ray_of(mover, at, 0, 0);
    ray_find_closed(&there);
    if (there.end > 0 && holds_point(work, ovi_cell_of_point(OVI_HEXAGONS, at), i)) {
      break;
    }
    i--;
  }
  return i;
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
  const ovl_result found = ovi_mover_point(mover, &from, &corner, &floor, fault);
  const ovi_argument ends[] = {{"to.floor", to.floor, from.floor, from.floor},
                               {"to.x", to.x, from.x - FARTHEST, from.x + FARTHEST},
                               {"to.y", to.y, from.y - FARTHEST, from.y + FARTHEST}};
  if (found != OVL_OK || OVI_ARGUMENTS_CHECK(ends, 0, fault) != OVL_OK) {
    return found != OVL_OK ? found : OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[mover->profile];
  const int64_t dx = to.x - from.x;
  const int64_t dy = to.y - from.y;
  const ovl_point begin = {from.x - corner.x + (int64_t)floor.x0 * OVL_POINT_UNIT,
                           from.y - corner.y + (int64_t)floor.y0 * OVL_POINT_UNIT, 0};
  ray_work work = ray_of(mover, begin, dx, dy);
  ovi_world_begin_call(world);
  ray_find_closed(&work);
  ray->weight = (uint32_t)layer->profile.min_weight * OVL_POINT_UNIT;
  /* A square of two points may pass a corner whose cells it does not all cover. */
  if (work.end > 0 &&
      (mover->radius == 1 || !layer->profile.is_plain || ovi_layer_has_rule(layer))) {
    walk_cells(&work, ray);
  }
  const int64_t free = last_free(&work, mover);
  const ovl_cell cell =
      work.stop != OVL_RAY_FREE
          ? work.cell
          : ovi_cell_of_point(work.topology, (ovl_point){begin.x + dx, begin.y + dy, 0});
  ray->end = (ovl_point){axis_at(&work.x, free) - begin.x + from.x,
                         axis_at(&work.y, free) - begin.y + from.y, from.floor};
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
