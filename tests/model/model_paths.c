/* A judge of paths. Lines between cell centres are judged with whole numbers in half cells:
 * where a line crosses the edge between two cells, the step between them is legal; where it
 * passes a vertex, the diagonal step is. */
#include "tests/model/model_paths.h"

#include <stdlib.h>

static int32_t sign(int32_t value) { return (value > 0) - (value < 0); }

static int32_t direction_of(int32_t dx, int32_t dy) {
  int32_t direction = 0;
  while (model_direction_x(direction) != dx || model_direction_y(direction) != dy) {
    direction++;
  }
  return direction;
}

static bool is_hexagonal(const model_judge *judge) {
  return (judge->model->features & MODEL_HEXAGONS) != 0;
}

/* Between the centres of two cells; the axes of hexagons are 60 degrees apart. */
static uint64_t leg_length(const model_judge *judge, ovl_cell a, ovl_cell b) {
  int64_t dx = (int64_t)b.x - a.x;
  int64_t dy = (int64_t)b.y - a.y;
  uint64_t square = (uint64_t)(dx * dx + dy * dy + (is_hexagonal(judge) ? dx * dy : 0)) *
                    OVL_LENGTH_UNIT * OVL_LENGTH_UNIT;
  uint64_t root = 0;
  for (int bit = 31; bit >= 0; bit--) {
    uint64_t next = root | (uint64_t)1 << bit;
    root = next * next <= square ? next : root;
  }
  return root;
}

static bool same_cells(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* ---- Links and runs ------------------------------------------------------ */

static const char *take_link(const model_judge *judge, const ovl_path_link *taken, ovl_cell a,
                             ovl_cell b, model_sums *sums) {
  const model_world *model = judge->model;
  if (taken->link >= (uint32_t)model->link_count ||
      !model_judge_takes(judge, taken->link, taken->back)) {
    return "a link that the profile can't take";
  }
  const ovl_link_def *def = &model->links[taken->link];
  if (!same_cells(a, taken->back ? def->to : def->from) ||
      !same_cells(b, taken->back ? def->from : def->to)) {
    return "a link joins other cells";
  }
  sums->cost += taken->back ? def->cost_back : def->cost;
  sums->links++;
  return NULL;
}

static const char *walk_run(const model_judge *judge, ovl_cell a, ovl_cell b, model_sums *sums) {
  int32_t direction = direction_of(sign(b.x - a.x), sign(b.y - a.y));
  while (!same_cells(a, b)) {
    uint32_t cost = model_judge_step(judge, a, direction);
    if (cost == 0) {
      return "a step is not legal";
    }
    sums->cost += cost;
    const bool is_straight = direction % 2 == 0 || is_hexagonal(judge);
    sums->diagonal_steps += is_straight ? 0 : 1;
    sums->straight_steps += is_straight ? 1 : 0;
    a.x += model_direction_x(direction);
    a.y += model_direction_y(direction);
  }
  return NULL;
}

static bool is_run(const model_judge *judge, ovl_cell a, ovl_cell b) {
  int32_t dx = abs(b.x - a.x);
  int32_t dy = abs(b.y - a.y);
  if (is_hexagonal(judge)) {
    return dx == 0 || dy == 0 || b.x - a.x == a.y - b.y;
  }
  return dx == 0 || dy == 0 || dx == dy;
}

/* ---- Lines --------------------------------------------------------------- */

typedef struct line {
  ovl_cell a, b;
  int32_t min_x, min_y, max_x, max_y; /* cells around it */
  int32_t dx, dy;                     /* signs */
  uint32_t weight;                    /* what its ground weighs */
} line;

static line line_make(const model_judge *judge, ovl_cell a, ovl_cell b) {
  line l = {.a = a, .b = b, .dx = sign(b.x - a.x), .dy = sign(b.y - a.y)};
  l.min_x = a.x < b.x ? a.x : b.x;
  l.max_x = a.x < b.x ? b.x : a.x;
  l.min_y = a.y < b.y ? a.y : b.y;
  l.max_y = a.y < b.y ? b.y : a.y;
  l.weight = model_weight(judge->model, judge->profile, a);
  return l;
}

/* On which side of the line a vertex (x, y), in cells, lies: its sign. */
static int64_t side_of(const line *l, int32_t x, int32_t y) {
  int64_t dx = (int64_t)l->b.x - l->a.x;
  int64_t dy = (int64_t)l->b.y - l->a.y;
  return dx * (2 * (int64_t)y - 2 * (int64_t)l->a.y - 1) -
         dy * (2 * (int64_t)x - 2 * (int64_t)l->a.x - 1);
}

/* Whether the line runs between two vertices. */
static bool parts(const line *l, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
  int64_t one = side_of(l, x, y);
  int64_t other = side_of(l, to_x, to_y);
  return (one < 0 && other > 0) || (one > 0 && other < 0);
}

static const char *judge_step(const model_judge *judge, const line *l, ovl_cell cell, int32_t dx,
                              int32_t dy) {
  ovl_cell to = {cell.x + dx, cell.y + dy, cell.floor};
  if (model_judge_step(judge, cell, direction_of(dx, dy)) == 0) {
    return "a line makes a step that is not legal";
  }
  if (model_weight(judge->model, judge->profile, cell) != l->weight ||
      model_weight(judge->model, judge->profile, to) != l->weight) {
    return "a line crosses to ground of another weight";
  }
  return NULL;
}

/* From one cell to its diagonal neighbour over the vertex between them. Who makes straight steps
 * only passes between two open cells, as under the strict rule. */
static const char *judge_vertex(const model_judge *judge, const line *l, ovl_cell cell) {
  const model_world *model = judge->model;
  ovl_cell one = {cell.x + l->dx, cell.y, cell.floor};
  ovl_cell other = {cell.x, cell.y + l->dy, cell.floor};
  uint32_t weight_one = model_weight(model, judge->profile, one);
  uint32_t weight_other = model_weight(model, judge->profile, other);
  if ((weight_one != 0 && weight_one != l->weight) ||
      (weight_other != 0 && weight_other != l->weight)) {
    return "a line passes a vertex of another weight";
  }
  if (model->profiles[judge->profile].corners != OVL_CORNERS_NONE) {
    return judge_step(judge, l, cell, l->dx, l->dy);
  }
  const char *wrong = judge_step(judge, l, cell, l->dx, 0);
  wrong = wrong != NULL ? wrong : judge_step(judge, l, cell, 0, l->dy);
  if (wrong == NULL && (weight_one == 0 || weight_other == 0)) {
    wrong = "a line passes a blocked vertex";
  }
  return wrong;
}

static const char *judge_line(const model_judge *judge, const line *l) {
  const char *wrong = NULL;
  for (int32_t y = l->min_y; y <= l->max_y && wrong == NULL; y++) {
    for (int32_t x = l->min_x; x <= l->max_x && wrong == NULL; x++) {
      if (x < l->max_x && parts(l, x + 1, y, x + 1, y + 1)) { /* from x to x + 1, or back */
        ovl_cell from = {l->dx > 0 ? x : x + 1, y, l->a.floor};
        wrong = judge_step(judge, l, from, l->dx, 0);
      }
      if (wrong == NULL && y < l->max_y && parts(l, x, y + 1, x + 1, y + 1)) {
        ovl_cell from = {x, l->dy > 0 ? y : y + 1, l->a.floor};
        wrong = judge_step(judge, l, from, 0, l->dy);
      }
      if (wrong == NULL && x < l->max_x && y < l->max_y && side_of(l, x + 1, y + 1) == 0) {
        ovl_cell from = {l->dx > 0 ? x : x + 1, l->dy > 0 ? y : y + 1, l->a.floor};
        wrong = judge_vertex(judge, l, from);
      }
    }
  }
  return wrong;
}

/* Returns whether a line and a hexagon have a point in common. In axial numbers
 * the points of a hexagon differ from its centre by no more than 1 in 2 x + y, x + 2 y and x - y:
 * each cuts the part of the line from low / low_by to high / high_by, of 0 to 1. */
static bool touches(const line *l, ovl_cell cell) {
  static const int64_t forms[3][2] = {{2, 1}, {1, 2}, {1, -1}};
  int64_t low = 0, low_by = 1, high = 1, high_by = 1;
  for (int i = 0; i < 3; i++) {
    const int64_t *form = forms[i];
    int64_t speed = form[0] * (l->b.x - l->a.x) + form[1] * (l->b.y - l->a.y);
    int64_t place = form[0] * (cell.x - l->a.x) + form[1] * (cell.y - l->a.y);
    if (speed == 0) {
      if (place < -1 || place > 1) {
        return false;
      }
      continue;
    }
    place = speed < 0 ? -place : place;
    speed = speed < 0 ? -speed : speed;
    if ((place - 1) * low_by > low * speed) {
      low = place - 1;
      low_by = speed;
    }
    if ((place + 1) * high_by < high * speed) {
      high = place + 1;
      high_by = speed;
    }
  }
  return low * high_by <= high * low_by;
}

/* All hexagons that the line touches are of its weight, and steps between them are legal. */
static const char *judge_hexagons(const model_judge *judge, const line *l) {
  for (int32_t y = l->min_y - 1; y <= l->max_y + 1; y++) {
    for (int32_t x = l->min_x - 1; x <= l->max_x + 1; x++) {
      const ovl_cell cell = {x, y, l->a.floor};
      if (!touches(l, cell)) {
        continue;
      }
      if (model_weight(judge->model, judge->profile, cell) != l->weight) {
        return "a line touches a hexagon of another weight";
      }
      for (int32_t direction = 0; direction < 8; direction++) {
        const ovl_cell to = {x + model_direction_x(direction), y + model_direction_y(direction),
                             l->a.floor};
        const bool is_beside = abs(to.x - x + to.y - y) <= 1;
        if (is_beside && touches(l, to) && model_judge_step(judge, cell, direction) == 0) {
          return "a line touches two hexagons without a step between them";
        }
      }
    }
  }
  return NULL;
}

/* ---- Paths --------------------------------------------------------------- */

static const char *check_leg(const model_judge *judge, ovl_cell a, ovl_cell b, bool any,
                             model_sums *sums) {
  if (a.floor != b.floor) {
    return "a leg to another floor is no link";
  }
  if (same_cells(a, b)) {
    return "a leg has no length";
  }
  if (!is_run(judge, a, b) && !any) {
    return "a leg is neither straight nor diagonal";
  }
  const char *wrong;
  if (is_run(judge, a, b)) {
    wrong = walk_run(judge, a, b, sums);
  } else {
    line l = line_make(judge, a, b);
    wrong = is_hexagonal(judge) ? judge_hexagons(judge, &l) : judge_line(judge, &l);
  }
  sums->length += leg_length(judge, a, b);
  return wrong;
}

static const char *check(const model_judge *judge, const ovl_path *path, bool any, model_sums *sums,
                         size_t *at) {
  *sums = (model_sums){0};
  *at = 0;
  if (path->count == 0 || path->link_count > path->link_capacity) {
    return "no points, or no room for links";
  }
  for (size_t i = 0; i < path->count; i++) {
    *at = i;
    if (model_weight(judge->model, judge->profile, path->points[i]) == 0) {
      return "a point is blocked or outside";
    }
    if (i == 0) {
      continue;
    }
    ovl_cell a = path->points[i - 1];
    ovl_cell b = path->points[i];
    bool is_link = sums->links < path->link_count && path->links[sums->links].point == i;
    const char *wrong = is_link ? take_link(judge, &path->links[sums->links], a, b, sums)
                                : check_leg(judge, a, b, any, sums);
    if (wrong != NULL) {
      return wrong;
    }
  }
  return sums->links == path->link_count ? NULL : "more links than legs";
}

const char *model_path_check_grid(const model_judge *judge, const ovl_path *path, model_sums *sums,
                                  size_t *at) {
  return check(judge, path, false, sums, at);
}

const char *model_path_check_any(const model_judge *judge, const ovl_path *path, model_sums *sums,
                                 size_t *at) {
  return check(judge, path, true, sums, at);
}
