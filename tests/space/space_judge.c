/* Judges queries by looking at every cell of the model. */
#include "tests/space/space_judge.h"

/* On two floors each is measured from the corner of its own. */
static uint64_t square_of(const model_fixture *f, ovl_cell a, ovl_cell b) {
  const ovl_cell from = f->model.floors[a.floor].corner;
  const ovl_cell to = f->model.floors[b.floor].corner;
  const int64_t dx = ((int64_t)a.x - from.x) - ((int64_t)b.x - to.x);
  const int64_t dy = ((int64_t)a.y - from.y) - ((int64_t)b.y - to.y);
  return (uint64_t)(dx * dx + dy * dy);
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

/* The cell from which `nearest` measures for many goals. */
static ovl_cell first_goal(const model_fixture *f, const ovl_query *query) {
  const ovl_query_more *more = query->more;
  for (size_t i = 0; more->goal_kind == OVL_GOAL_SET && i < more->goal_count; i++) {
    if (model_has_cell(&f->model, more->goal_cells[i])) {
      return more->goal_cells[i];
    }
  }
  const ovl_cell corner = f->model.floors[query->goal.floor].corner;
  return (ovl_cell){query->goal.x > corner.x ? query->goal.x : corner.x,
                    query->goal.y > corner.y ? query->goal.y : corner.y, query->goal.floor};
}

static ovl_result judge_goals(model_fixture *f, const ovl_query *query, space_expected *expected) {
  const model_judge *judge = &f->judges[query->profile];
  ovl_result result = OVL_GOAL_OUTSIDE;
  if (query->more->goal_kind == OVL_GOAL_WITHIN && !model_has_cell(&f->model, query->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    if (!model_is_goal(query, model_cell(&f->model, node))) {
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
  expected->near = first_goal(f, query);
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
  int32_t floor = expected->near.floor;
  for (int tries = 0; tries < 2 && least == UINT64_MAX; tries++) {
    floor = tries == 0 ? expected->near.floor : expected->start.floor;
    for (uint32_t node = 0; node < f->model.node_count; node++) {
      const ovl_cell cell = model_cell(&f->model, node);
      if (cell.floor == floor && judge->distance[node] != MODEL_UNREACHED &&
          square_of(f, cell, expected->near) < least) {
        least = square_of(f, cell, expected->near);
      }
    }
  }
  return end.floor == floor && square_of(f, end, expected->near) == least;
}
