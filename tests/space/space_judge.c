/* Judges queries by looking at every cell of the model. */
#include "tests/space/space_judge.h"

/* On two floors each is measured from the corner of its own; places by their numbers alone. */
static uint64_t square_of(const model_fixture *f, ovl_cell a, ovl_cell b) {
  const ovl_cell from = f->model.floors[a.floor].corner;
  const ovl_cell to = f->model.floors[b.floor].corner;
  const int64_t dx = ((int64_t)a.x - from.x) - ((int64_t)b.x - to.x);
  const int64_t dy = ((int64_t)a.y - from.y) - ((int64_t)b.y - to.y);
  return model_square(&f->model, dx, f->model.floors[a.floor].places ? 0 : dy);
}

static bool is_open(const model_fixture *f, int32_t profile, ovl_cell cell) {
  return model_weight(&f->model, profile, cell) != 0;
}

/* The open cell of the same floor that is nearest, by rows; the cell itself if none is open. */
static ovl_cell move_cell(const model_fixture *f, int32_t profile, ovl_cell cell) {
  uint64_t least = UINT64_MAX;
  ovl_cell moved = cell;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    const ovl_cell at = model_cell(&f->model, node);
    if (at.floor == cell.floor && is_open(f, profile, at) && square_of(f, at, cell) < least) {
      least = square_of(f, at, cell);
      moved = at;
    }
  }
  return moved;
}

ovl_result space_judge_start(model_fixture *f, const ovl_query *query, ovl_cell *start) {
  *start = query->start;
  if (!model_has_cell(&f->model, *start)) {
    return OVL_START_OUTSIDE;
  }
  if (query->move_start) {
    *start = move_cell(f, query->profile, *start);
  }
  if (!is_open(f, query->profile, *start)) {
    return OVL_START_BLOCKED;
  }
  model_judge_run(&f->judges[query->profile], *start, false);
  return OVL_OK;
}

/* The cell of a query for one cell, also as a set of one. */
static bool asks_for_cell(const ovl_query *query, ovl_cell *cell) {
  *cell = query->goal;
  if (query->more->goal_kind == OVL_GOAL_SET && query->more->goal_count == 1) {
    *cell = query->more->goal_cells[0];
    return true;
  }
  return query->more->goal_kind == OVL_GOAL_CELL;
}

static ovl_result judge_cell(model_fixture *f, const ovl_query *query, space_expected *expected) {
  if (!model_has_cell(&f->model, expected->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  expected->near = expected->goal;
  if (query->move_goal) {
    expected->goal = move_cell(f, query->profile, expected->goal);
  }
  expected->least = model_judge_distance(&f->judges[query->profile], expected->goal);
  return !is_open(f, query->profile, expected->goal) ? OVL_GOAL_BLOCKED
         : expected->least == MODEL_UNREACHED        ? OVL_UNREACHABLE
                                                     : OVL_OK;
}

/* The signed cells from a range, from `begin` to before `end`, to a number. */
static int64_t away(int64_t at, int64_t begin, int64_t end) {
  return at < begin ? at - begin : at >= end ? at - end + 1 : 0;
}

static int64_t lower(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t higher(int64_t a, int64_t b) { return a > b ? a : b; }

/* The squared distance of a cell from the part of a rectangle that lies in the world; on another
 * floor it counts from the corner of that one. */
static uint64_t square_to_rectangle(const model_fixture *f, const ovl_query *query, ovl_cell cell) {
  const model_floor *of = &f->model.floors[query->goal.floor];
  const ovl_cell corner = f->model.floors[cell.floor].corner;
  const int64_t x = (int64_t)query->goal.x - of->corner.x;
  const int64_t y = (int64_t)query->goal.y - of->corner.y;
  const int64_t dx =
      away((int64_t)cell.x - corner.x, higher(x, 0), lower(x + query->more->goal_w, of->width));
  const int64_t dy =
      away((int64_t)cell.y - corner.y, higher(y, 0), lower(y + query->more->goal_h, of->height));
  return model_square(&f->model, dx, f->model.floors[cell.floor].places ? 0 : dy);
}

/* The squared distance of a cell from the goal that was asked for, if that is on the cell's floor
 * or `any_floor`: then it is the first of a set. */
static uint64_t square_to_goal(const model_fixture *f, const ovl_query *query,
                               const space_expected *expected, ovl_cell cell, bool any_floor) {
  const ovl_query_more *more = query->more;
  const ovl_cell one = expected->has_one_goal ? expected->near : query->goal;
  uint64_t least = UINT64_MAX;
  if (expected->has_one_goal || more->goal_kind != OVL_GOAL_SET) {
    return one.floor != cell.floor && !any_floor ? UINT64_MAX
           : expected->has_one_goal || more->goal_kind != OVL_GOAL_RECT
               ? square_of(f, cell, one)
               : square_to_rectangle(f, query, cell);
  }
  for (size_t i = 0; i < more->goal_count; i++) {
    const ovl_cell goal = more->goal_cells[i];
    const bool has = model_has_cell(&f->model, goal);
    if (has && any_floor) {
      return square_of(f, cell, goal);
    }
    if (has && goal.floor == cell.floor && square_of(f, cell, goal) < least) {
      least = square_of(f, cell, goal);
    }
  }
  return least;
}

static ovl_result judge_goals(model_fixture *f, const ovl_query *query, space_expected *expected) {
  const model_judge *judge = &f->judges[query->profile];
  ovl_result result = OVL_GOAL_OUTSIDE;
  if (query->more->goal_kind == OVL_GOAL_WITHIN && !model_has_cell(&f->model, query->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    if (!model_is_goal(&f->model, query, model_cell(&f->model, node))) {
      continue;
    }
    const uint64_t cost = judge->distance[node];
    expected->least = cost < expected->least ? cost : expected->least;
    if (expected->least != MODEL_UNREACHED) {
      result = OVL_OK;
    } else if (judge->weights[node] != 0) {
      result = OVL_UNREACHABLE;
    } else if (result == OVL_GOAL_OUTSIDE) {
      result = OVL_GOAL_BLOCKED;
    }
  }
  return result;
}

space_expected space_judge(model_fixture *f, const ovl_query *query) {
  space_expected expected = {.start = query->start, .least = MODEL_UNREACHED};
  expected.has_one_goal = asks_for_cell(query, &expected.goal);
  if (!model_has_cell(&f->model, query->start)) {
    expected.result = OVL_START_OUTSIDE;
    return expected;
  }
  if (query->more->goal_kind == OVL_GOAL_CELL && !model_has_cell(&f->model, query->goal)) {
    expected.result = OVL_GOAL_OUTSIDE;
    return expected;
  }
  expected.result = space_judge_start(f, query, &expected.start);
  if (expected.result == OVL_OK) {
    expected.result =
        expected.has_one_goal ? judge_cell(f, query, &expected) : judge_goals(f, query, &expected);
  }
  expected.is_nearest =
      query->nearest && (expected.result == OVL_UNREACHABLE || expected.result == OVL_GOAL_BLOCKED);
  expected.result = expected.is_nearest ? OVL_UNREACHABLE : expected.result;
  return expected;
}

bool space_is_nearest(const model_fixture *f, const ovl_query *query,
                      const space_expected *expected, ovl_cell end) {
  const model_judge *judge = &f->judges[query->profile];
  uint64_t least = UINT64_MAX;
  bool any_floor = false;
  for (int tries = 0; tries < 2 && least == UINT64_MAX; tries++) {
    any_floor = tries == 1; /* then a cell of the start's floor */
    for (uint32_t node = 0; node < f->model.node_count; node++) {
      const ovl_cell cell = model_cell(&f->model, node);
      if (judge->distance[node] != MODEL_UNREACHED &&
          (!any_floor || cell.floor == expected->start.floor)) {
        const uint64_t square = square_to_goal(f, query, expected, cell, any_floor);
        least = square < least ? square : least;
      }
    }
  }
  return square_to_goal(f, query, expected, end, any_floor) == least &&
         (!any_floor || end.floor == expected->start.floor);
}

bool space_has_detours(const model_fixture *f, int32_t profile) {
  const ovl_profile_def *def = &f->model.profiles[profile];
  return f->judges[profile].way_count != 0 || f->model.has_rule ||
         def->corners == OVL_CORNERS_FREE || def->climb_cost != 0 || def->drop_cost != 0 ||
         def->max_climb != 0 || def->max_drop != 0;
}
