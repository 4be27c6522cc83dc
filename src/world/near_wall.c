/* The wall that is nearest to a point: of the cells around it, row by row.
 *
 * Lengths are in 1/6 of a point's unit where cells are hexagons, so that their corners and the feet
 * of plumb lines on their sides have whole coordinates; of squares in that unit. The farther a row
 * or, on either side, a column is from the point, the farther are its cells. So rows are looked at
 * by their distance, and of each the first closed cell to the left and to the right. */
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "world/rays.h"

typedef struct wall_search {
  int topology;
  int32_t most;     /* columns to look at on each side */
  ovl_point at;     /* in the plane */
  uint64_t nearest; /* a squared length: to the wall, or of the reach, and 1 */
  ovl_wall *wall;   /* in the plane */
  ovi_open_bits bits;
} wall_search;

/* Lengths of a search for a point's unit. */
static int64_t wall_scale(int topology) { return topology == OVI_HEXAGONS ? 6 : 1; }

/* The displacement from a point to the nearest point of a square. */
static ovl_point to_square(ovl_point at, ovl_cell cell) {
  const int64_t x = (int64_t)cell.x * OVL_POINT_UNIT;
  const int64_t y = (int64_t)cell.y * OVL_POINT_UNIT;
  return (ovl_point){at.x < x                    ? x - at.x
                     : at.x > x + OVL_POINT_UNIT ? x + OVL_POINT_UNIT - at.x
                                                 : 0,
                     at.y < y                    ? y - at.y
                     : at.y > y + OVL_POINT_UNIT ? y + OVL_POINT_UNIT - at.y
                                                 : 0,
                     0};
}

/* The displacement to the nearest point of a hexagon that does not hold the point: to the foot of a
 * plumb line on one of its sides, or to a corner. */
static ovl_point to_hexagon(ovl_point at, ovl_cell cell) {
  static const int16_t corners[6][2] = {{512, 512},   {1024, -512}, {512, -1024},
                                        {-512, -512}, {-1024, 512}, {-512, 1024}};
  static const int8_t beyond[OVI_HEXAGON_AXES][2] = {{1, 0}, {0, 1}, {1, -1}};
  const ovl_point middle = ovi_middle_of_cell(cell);
  const int64_t x = at.x - middle.x;
  const int64_t y = at.y - middle.y;
  ovl_point best = {0, 0, 0};
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 6; i++) {
    const ovl_point to = {corners[i][0] - 6 * x, corners[i][1] - 6 * y, 0};
    const uint64_t square = ovi_squared_length(OVI_HEXAGONS, to.x, to.y);
    best = square < least ? to : best;
    least = square < least ? square : least;
  }
  for (int axis = 0; axis < OVI_HEXAGON_AXES; axis++) {
    const int64_t place = ovi_hexagon_axis(axis, x, y);
    const int64_t far = 3 * (place < 0 ? place + OVL_POINT_UNIT : place - OVL_POINT_UNIT);
    const ovl_point to = {-far * beyond[axis][0], -far * beyond[axis][1], 0};
    bool is_on_side = place < 0 ? far <= 0 : far >= 0;
    for (int other = 0; other < OVI_HEXAGON_AXES; other++) {
      const int64_t foot = ovi_hexagon_axis(other, 6 * x + to.x, 6 * y + to.y);
      is_on_side = is_on_side && foot >= -6 * OVL_POINT_UNIT && foot <= 6 * OVL_POINT_UNIT;
    }
    const uint64_t square = ovi_squared_length(OVI_HEXAGONS, to.x, to.y);
    best = is_on_side && square < least ? to : best;
    least = is_on_side && square < least ? square : least;
  }
  return best;
}

/* The least squared length to a row. */
static uint64_t wall_row_square(const wall_search *search, int32_t row) {
  const int64_t y = search->at.y;
  const int64_t begin = (int64_t)row * OVL_POINT_UNIT;
  if (search->topology != OVI_HEXAGONS) {
    const int64_t height = y < begin                    ? begin - y
                           : y > begin + OVL_POINT_UNIT ? y - begin - OVL_POINT_UNIT
                                                        : 0;
    return (uint64_t)(height * height);
  }
  /* Tops lie two thirds of a row off its middle; rows are apart by half the root of 3. */
  const int64_t middle = begin + OVL_POINT_UNIT / 2;
  const int64_t thirds = 3 * (y < middle ? middle - y : y - middle) - 2 * OVL_POINT_UNIT;
  return thirds > 0 ? (uint64_t)(3 * thirds * thirds) : 0;
}

/* The column of a row whose cell is nearest to the point; of two the left one. */
static int32_t nearest_column(const wall_search *search, int32_t row) {
  if (search->topology != OVI_HEXAGONS) {
    return ovi_cell_under(search->at.x);
  }
  const int64_t middle = (int64_t)row * OVL_POINT_UNIT + OVL_POINT_UNIT / 2;
  const int64_t halves = 2 * search->at.x + search->at.y - middle; /* below it on the screen */
  return ovi_cell_under((halves - 1 - ((halves - 1) & 1)) / 2);
}

static void find_wall_in_row(wall_search *search, int32_t row) {
  const int32_t nearest = nearest_column(search, row);
  for (int32_t step = -1; step <= 1; step += 2) {
    const int32_t run = ovi_open_run(&search->bits, nearest, row, step, search->most);
    const ovl_cell cell = {nearest + step * run, row, 0};
    const ovl_point to = search->topology == OVI_HEXAGONS ? to_hexagon(search->at, cell)
                                                          : to_square(search->at, cell);
    const uint64_t square = ovi_squared_length(search->topology, to.x, to.y);
    if (square < search->nearest && ovi_open_run(&search->bits, cell.x, row, 1, 1) == 0) {
      const int64_t scale = wall_scale(search->topology);
      search->nearest = square;
      *search->wall = (ovl_wall){.found = true,
                                 .cell = cell,
                                 .distance = (int32_t)((int64_t)ovi_root(square) / scale),
                                 .dx = (int32_t)(to.x / scale),
                                 .dy = (int32_t)(to.y / scale)};
    }
  }
}

/* Looks at rows by their distance; of two as near, at the upper one first. */
static void find_wall(wall_search *search, int32_t reach) {
  /* Rows of hexagons are closer together than columns, and their tops reach beyond. */
  const int32_t farthest = search->topology == OVI_HEXAGONS ? reach + reach / 4 + 64 : reach;
  const int32_t begin = ovi_cell_under(search->at.y - farthest - 1); /* its lower side may touch */
  const int32_t end = ovi_cell_under(search->at.y + farthest);
  const int32_t middle = ovi_cell_under(search->at.y);
  for (int32_t above = middle, below = middle + 1; above >= begin || below <= end;) {
    const uint64_t up = wall_row_square(search, above);
    const uint64_t down = wall_row_square(search, below);
    const bool is_up = above >= begin && (below > end || up <= down);
    if ((is_up ? up : down) >= search->nearest) {
      break;
    }
    find_wall_in_row(search, is_up ? above-- : below++);
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
  const ovl_result found = ovi_mover_point(mover, &point, &corner, &floor, fault);
  const ovi_argument arguments[] = {{"reach", reach, 0, OVL_MAX_WALL_REACH}};
  if (found != OVL_OK || OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return found != OVL_OK ? found : OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[mover->profile];
  const uint64_t most =
      (uint64_t)reach * (uint64_t)wall_scale(layer->profile.corners); /* in the search's unit */
  wall_search search = {.topology = layer->profile.corners,
                        .most = reach / OVL_POINT_UNIT + 2,
                        .at = {point.x - corner.x + (int64_t)floor.x0 * OVL_POINT_UNIT,
                               point.y - corner.y + (int64_t)floor.y0 * OVL_POINT_UNIT, 0},
                        .nearest = most * most + 1,
                        .wall = wall};
  ovi_mover_bits(&search.bits, layer);
  ovi_world_begin_call(world);
  const ovl_cell here = ovi_cell_of_point(search.topology, search.at);
  ovl_result result = OVL_OK;
  if (ovi_open_run(&search.bits, here.x, here.y, 1, 1) == 0) {
    *fault = (ovl_fault){.what = "point"};
    result = OVL_START_BLOCKED;
  } else {
    find_wall(&search, reach);
  }
  if (wall->found) {
    wall->cell = (ovl_cell){wall->cell.x - floor.x0 + world->shared.plane.origin_x,
                            wall->cell.y - floor.y0 + world->shared.plane.origin_y, point.floor};
  }
  result = ovi_world_end_faulty_call(world, result, fault);
  *wall = result == OVL_OK ? *wall : (ovl_wall){.found = false};
  return result;
}
