/* A judge of paths. Lines between cell centres are judged with whole numbers in
 * half cells: cell (i, j) is the square from (2i, 2j) to (2i+2, 2j+2), its centre
 * (2i+1, 2j+1). A line enters the inside of a square if corners of it lie strictly
 * on both sides, and passes a vertex if that lies exactly on it. */
#include "tests/support/path_check.h"

#include <stdlib.h>

#include "tests/support/dijkstra.h"

static int32_t sign(int32_t value) { return (value > 0) - (value < 0); }

static uint64_t square_root(uint64_t value) {
  uint64_t root = 0;
  for (int bit = 31; bit >= 0; bit--) {
    uint64_t next = root | (uint64_t)1 << bit;
    if (next * next <= value) {
      root = next;
    }
  }
  return root;
}

static uint64_t leg_length(ovl_cell a, ovl_cell b) {
  int64_t dx = (int64_t)b.x - a.x;
  int64_t dy = (int64_t)b.y - a.y;
  return square_root((uint64_t)(dx * dx + dy * dy) * OVL_LENGTH_UNIT * OVL_LENGTH_UNIT);
}

static bool is_open(const test_map *map, ovl_cell cell) {
  return cell.floor == 0 && random_map_weight(map, cell.x, cell.y) != 0;
}

static bool is_run(ovl_cell a, ovl_cell b) {
  int32_t dx = abs(b.x - a.x);
  int32_t dy = abs(b.y - a.y);
  return dx == 0 || dy == 0 || dx == dy;
}

/* ---- Straight and diagonal legs ------------------------------------------ */

static const char *walk_run(const test_map *map, ovl_cell a, ovl_cell b, path_sums *sums) {
  int32_t dx = sign(b.x - a.x);
  int32_t dy = sign(b.y - a.y);
  while (a.x != b.x || a.y != b.y) {
    uint64_t cost = dijkstra_step_cost(map, a.x, a.y, dx, dy);
    if (cost == 0) {
      return "a step is not legal";
    }
    sums->cost += cost;
    if (dx != 0 && dy != 0) {
      sums->diagonal_steps++;
    } else {
      sums->straight_steps++;
    }
    a.x += dx;
    a.y += dy;
  }
  return NULL;
}

static const char *judge_run(const test_map *map, ovl_cell a, ovl_cell b, path_sums *sums) {
  if ((a.x == b.x && a.y == b.y) || !is_run(a, b)) {
    return "a leg is neither straight nor diagonal";
  }
  return walk_run(map, a, b, sums);
}

/* ---- Legs at any angle --------------------------------------------------- */

typedef struct line {
  ovl_cell a, b;
  int32_t min_x, min_y, max_x, max_y; /* cells around it */
} line;

static line line_make(ovl_cell a, ovl_cell b) {
  line l = {a,
            b,
            a.x < b.x ? a.x : b.x,
            a.y < b.y ? a.y : b.y,
            a.x > b.x ? a.x : b.x,
            a.y > b.y ? a.y : b.y};
  return l;
}

/* On which side of the line a vertex (x, y), in cells, lies: its sign. */
static int64_t side_of(const line *l, int32_t x, int32_t y) {
  int64_t dx = (int64_t)l->b.x - l->a.x;
  int64_t dy = (int64_t)l->b.y - l->a.y;
  return dx * (2 * (int64_t)y - 2 * (int64_t)l->a.y - 1) -
         dy * (2 * (int64_t)x - 2 * (int64_t)l->a.x - 1);
}

static bool enters(const line *l, int32_t x, int32_t y) {
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
  for (int32_t corner = 0; corner < 4; corner++) {
    int64_t side = side_of(l, x + (corner & 1), y + (corner >> 1));
    low = side < low ? side : low;
    high = side > high ? side : high;
  }
  return low < 0 && high > 0;
}

/* Of the four cells around a vertex, two are entered and judged as such; the
 * corner rule judges the other two, which lie beside the line. */
static const char *judge_vertex(const test_map *map, const line *l, int32_t x, int32_t y,
                                int32_t weight) {
  bool rising = (l->b.x > l->a.x) != (l->b.y > l->a.y);
  int32_t one = random_map_weight(map, x - 1, rising ? y - 1 : y);
  int32_t two = random_map_weight(map, x, rising ? y : y - 1);
  int32_t open = (one != 0 ? 1 : 0) + (two != 0 ? 1 : 0);
  int32_t least = map->corners == OVL_CORNERS_FREE ? 0 : map->corners == OVL_CORNERS_ONE ? 1 : 2;
  if (open < least) {
    return "a line passes a vertex against the corner rule";
  }
  if (weight != 0 && ((one != 0 && one != weight) || (two != 0 && two != weight))) {
    return "a line passes a vertex of another weight";
  }
  return NULL;
}

/* `weight`: what every touched cell must weigh; 0 if that is free. */
static const char *judge_line(const test_map *map, const line *l, int32_t weight) {
  for (int32_t y = l->min_y; y <= l->max_y; y++) {
    for (int32_t x = l->min_x; x <= l->max_x; x++) {
      int32_t here = random_map_weight(map, x, y);
      if (enters(l, x, y)) {
        if (here == 0) {
          return "a line enters a blocked cell";
        }
        if (weight != 0 && here != weight) {
          return "a line enters a cell of another weight";
        }
      }
      if (x > l->min_x && y > l->min_y && side_of(l, x, y) == 0) {
        const char *wrong = judge_vertex(map, l, x, y, weight);
        if (wrong != NULL) {
          return wrong;
        }
      }
    }
  }
  return NULL;
}

/* Runs of the grid path may cross from one weight to another; lines that were drawn anew may not.
 */
static const char *judge_free_line(const test_map *map, ovl_cell a, ovl_cell b, path_sums *sums) {
  (void)sums;
  if (a.x == b.x && a.y == b.y) {
    return "a leg has no length";
  }
  const line l = line_make(a, b);
  return judge_line(map, &l, map->plain || is_run(a, b) ? 0 : random_map_weight(map, a.x, a.y));
}

/* ---- All legs ------------------------------------------------------------ */

typedef const char *(*leg_judge)(const test_map *map, ovl_cell a, ovl_cell b, path_sums *sums);

static const char *check_legs(const test_map *map, const ovl_cell *points, size_t count,
                              leg_judge judge, path_sums *sums, size_t *at) {
  *sums = (path_sums){0};
  *at = 0;
  if (count == 0 || !is_open(map, points[0])) {
    return "no points, or the first is blocked";
  }
  for (size_t i = 1; i < count; i++) {
    *at = i - 1;
    if (!is_open(map, points[i])) {
      return "a point is blocked";
    }
    const char *wrong = judge(map, points[i - 1], points[i], sums);
    if (wrong != NULL) {
      return wrong;
    }
    sums->length += leg_length(points[i - 1], points[i]);
  }
  return NULL;
}

const char *path_check_grid(const test_map *map, const ovl_cell *points, size_t count,
                            path_sums *sums, size_t *at) {
  return check_legs(map, points, count, judge_run, sums, at);
}

const char *path_check_any(const test_map *map, const ovl_cell *points, size_t count,
                           path_sums *sums, size_t *at) {
  return check_legs(map, points, count, judge_free_line, sums, at);
}
