/* Flows, blockers, local searches and units of a case, judged by the model. */
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/space/space_call.h"
#include "tests/space/space_judge.h"

#include <inttypes.h>

enum { MOST_STEPS = 30000, MOST_LOCAL_GOALS = 3, MOST_UNITS = 8, TICKS = 60 };

/* ---- Flows ---------------------------------------------------------------------------------- */

static void follow(ovl_flow *flow, test_state *t, const model_judge *judge, ovl_cell at,
                   uint64_t least) {
  ovl_flow_step step = {.cost_to_go = 0};
  uint64_t promised = 0;
  uint64_t walked = 0;
  for (int i = 0; t->failures == 0; i++) {
    const ovl_result result = ovl_flow_next(flow, at, &step);
    if (!CHECK(t, result == OVL_OK && i < MOST_STEPS, "step %d: %s", i, ovl_result_text(result)) ||
        step.cost_to_go == 0) {
      break;
    }
    promised = i == 0 ? step.cost_to_go : promised;
    const uint64_t cost = model_judge_move(judge, at, step.next, step.link, step.back);
    CHECK(t, cost != 0, "an illegal step from %" PRId32 ",%" PRId32, at.x, at.y);
    walked += cost;
    at = step.next;
  }
  CHECK(t, walked <= promised && walked >= least,
        "walked %" PRIu64 ", promised %" PRIu64 ", the least is %" PRIu64, walked, promised, least);
}

static void call_flow(space_world *w, test_state *t, ovl_query query) {
  ovl_flow_def def = {.world = w->f.world};
  ovl_flow *flow = NULL;
  query.move_start = query.nearest = false;
  if (model_weight(&w->f.model, query.profile, query.start) == 0) {
    return;
  }
  const space_expected expected = space_judge(&w->f, &query);
  CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_OK, "flow");
  const ovl_result result = ovl_flow_begin(flow, w->f.world, &query);
  const bool is_refused = expected.result != OVL_OK && expected.result != OVL_UNREACHABLE;
  CHECK(t, result == (is_refused ? expected.result : OVL_OK),
        "flow '%s', the model '%s' (goals of kind %d, moved %d)", ovl_result_text(result),
        ovl_result_text(expected.result), (int)query.more->goal_kind, (int)query.move_goal);
  ovl_flow_step step;
  if (result == OVL_OK && expected.result == OVL_UNREACHABLE) {
    const ovl_result next = ovl_flow_next(flow, query.start, &step);
    CHECK(t, next == OVL_UNREACHABLE, "a step to nowhere: %s", ovl_result_text(next));
  } else if (result == OVL_OK && t->failures == 0) {
    follow(flow, t, &w->f.judges[query.profile], query.start, expected.least);
  }
  ovl_flow_destroy(flow);
}

/* ---- Blockers ------------------------------------------------------------------------------- */

static void call_blockers(space_world *w, test_state *t, const ovl_query *query) {
  ovl_blockers *blockers = NULL;
  ovl_query plain = *query;
  ovl_query_more more = {0};
  size_t needed = 0;
  bool done = false;
  plain.more = &more;
  plain.move_start = plain.move_goal = plain.nearest = false;
  const space_expected expected = space_judge(&w->f, &plain);
  ovl_result result = ovl_blockers_create(w->f.world, query->profile, NULL, &blockers, NULL);
  CHECK(t, result == OVL_OK, "blockers: %s", ovl_result_text(result));
  result = result == OVL_OK ? ovl_blockers_begin(blockers, query->start, query->goal) : result;
  for (int i = 0; result == OVL_OK && !done && i < MOST_STEPS; i++) {
    result = ovl_blockers_step(blockers, 500, &done);
  }
  if (result == OVL_OK) {
    const ovl_result answered = ovl_blockers_answer(blockers, NULL, 0, &needed, NULL);
    CHECK(t, answered == (needed == 0 ? OVL_OK : OVL_MORE_ROOM), "%s", ovl_result_text(answered));
    CHECK(t, (needed == 0) == (expected.result == OVL_OK), "%zu cells to open, the model '%s'",
          needed, ovl_result_text(expected.result));
  } else {
    CHECK(t, expected.result != OVL_OK, "'%s', though there is a way", ovl_result_text(result));
  }
  ovl_blockers_destroy(blockers);
}

/* ---- Local searches ------------------------------------------------------------------------- */

static void call_local(space_world *w, test_state *t, const ovl_query *query, test_random *random) {
  ovl_local_goal goals[MOST_LOCAL_GOALS];
  ovl_local_query local = {0};
  ovl_path path = model_fixture_path(&w->f);
  local.start = query->start;
  local.profile = query->profile;
  local.radius_cells = test_random_between(random, 1, w->f.model.tuning.region_cells);
  local.goals = goals;
  local.goal_count = (size_t)test_random_between(random, 1, MOST_LOCAL_GOALS);
  for (size_t i = 0; i < local.goal_count; i++) {
    goals[i].cost = (uint64_t)test_random_between(random, 0, 5000);
    goals[i].cell =
        (ovl_cell){query->start.x + test_random_between(random, -9, 9),
                   query->start.y + test_random_between(random, -9, 9), query->start.floor};
  }
  const ovl_result result = ovl_find_local(w->f.planner, w->f.world, &local, &path);
  ovl_cell start;
  ovl_query from = *query;
  from.move_start = false;
  const ovl_result expected = space_judge_start(&w->f, &from, &start);
  if (!CHECK(t, result == expected || (expected == OVL_OK && result == OVL_UNREACHABLE),
             "local '%s', the model '%s'", ovl_result_text(result), ovl_result_text(expected)) ||
      result != OVL_OK) {
    return;
  }
  model_sums sums;
  size_t at;
  const model_judge *judge = &w->f.judges[query->profile];
  const char *wrong = model_path_check_grid(judge, &path, &sums, &at);
  CHECK(t, wrong == NULL, "point %zu: %s", at, wrong);
  const ovl_cell end = path.points[path.count - 1];
  bool is_goal = false;
  for (size_t i = 0; i < local.goal_count; i++) {
    is_goal =
        is_goal || (model_same_cells(goals[i].cell, end) && path.cost == sums.cost + goals[i].cost);
    CHECK(t, path.cost >= model_judge_distance(judge, end), "below the least");
  }
  CHECK(t, is_goal, "it ends at no goal, or costs something else");
}

/* ---- Units ---------------------------------------------------------------------------------- */

static void check_moves(const space_world *w, test_state *t, const ovl_units *units) {
  size_t count = 0;
  const ovl_unit_move *moves = ovl_units_moves(units, &count);
  for (size_t i = 0; i < count; i++) {
    bool is_legal = model_judge_step_to(&w->f.judges[0], moves[i].from, moves[i].to) != 0;
    for (uint32_t k = 0; k < 2 * (uint32_t)w->f.model.link_count && !is_legal; k++) {
      is_legal =
          model_judge_move(&w->f.judges[0], moves[i].from, moves[i].to, k / 2, k % 2 != 0) != 0;
    }
    CHECK(t, is_legal, "an illegal move from %" PRId32 ",%" PRId32, moves[i].from.x,
          moves[i].from.y);
  }
}

static void check_places(test_state *t, const ovl_units *units, const ovl_unit *all, int count) {
  ovl_unit_info a;
  ovl_unit_info b;
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < i; k++) {
      if (ovl_unit_describe(units, all[i], &a) && ovl_unit_describe(units, all[k], &b)) {
        CHECK(t, !model_same_cells(a.cell, b.cell), "units %d and %d share a cell", i, k);
      }
    }
  }
}

static void call_units(space_world *w, test_state *t, test_random *random) {
  ovl_units_def def = {.world = w->f.world};
  ovl_units *units = NULL;
  ovl_unit all[MOST_UNITS];
  int count = 0;
  if (w->f.model.profiles[0].body_cells != 1) {
    return;
  }
  def.capacity = MOST_UNITS;
  def.lanes = 2;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  for (int i = 0; i < MOST_UNITS && t->failures == 0; i++) {
    const ovl_unit_def unit = {.cell = model_open_cell(&w->f.model, 0, random)};
    const ovl_cell goal = model_open_cell(&w->f.model, 0, random);
    if (ovl_unit_add(units, w->f.world, &unit, &all[count]) == OVL_OK) {
      ovl_unit_send(units, all[count++], goal);
    }
  }
  for (int tick = 0; tick < TICKS && t->failures == 0; tick++) {
    ovl_units_tick(units, w->f.world, 4000, NULL);
    check_moves(w, t, units);
    check_places(t, units, all, count);
  }
  ovl_units_destroy(units);
}

bool space_call_other(space_world *w, test_state *t, space_kind kind, const ovl_query *query,
                      test_random *random) {
  const uint32_t failures = t->failures;
  if (w->is_read) {
    return true; /* they read regions without a task that could wait */
  }
  switch (kind) {
  case SPACE_FLOW:
    call_flow(w, t, *query);
    break;
  case SPACE_BLOCKERS:
    call_blockers(w, t, query);
    break;
  case SPACE_LOCAL:
    call_local(w, t, query, random);
    break;
  default:
    call_units(w, t, random);
  }
  return t->failures == failures;
}
