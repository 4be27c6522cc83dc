/* Tests flows on every cell of random worlds with all features, against Dijkstra's algorithm over
 * the model, which uses nothing of the library. If every step is legal, and the cost to go falls by
 * at least the cost of the step, then a unit that follows a flow arrives, and walks no more than
 * the cost to go at its start. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_query.h"
#include "flow/flow_state.h"
#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "tests/model/model_fixture.h"
#include "tests/support/test_allocate.h"

enum { MOST_GOALS = 12, GOALS_PER_WORLD = 3 };

/* ---- Goals --------------------------------------------------------------- */

typedef struct flow_case {
  model_fixture f;
  ovl_query query;
  ovl_cell cells[MOST_GOALS];
  uint64_t *least;     /* of each node: the cost to the nearest goal */
  ovl_result expected; /* of ovl_flow_begin */
} flow_case;

static void draw_goal(flow_case *c) {
  test_random *random = &c->f.random;
  c->query = model_fixture_query(&c->f);
  c->f.more.goal_kind = (ovl_goal_kind)test_random_between(random, 0, OVL_GOAL_COUNT - 1);
  c->f.more.goal_w = test_random_between(random, 1, 6);
  c->f.more.goal_h = test_random_between(random, 1, 6);
  c->f.more.goal_radius = test_random_between(random, 0, 5);
  c->f.more.goal_count = (size_t)test_random_between(random, 1, MOST_GOALS);
  c->f.more.goal_cells = c->cells;
  for (size_t i = 0; i < c->f.more.goal_count; i++) {
    c->cells[i] = model_open_cell(&c->f.model, c->query.profile, random);
    if (test_random_percent(random, 10)) {
      c->cells[i].x += test_random_between(random, -40, 40);
    }
  }
}

/* Finds the least cost to a goal from every node, and the result that ovl_flow_begin must have. */
static void judge_goal(flow_case *c) {
  model_judge *judge = &c->f.judges[c->query.profile];
  const uint32_t count = c->f.model.node_count;
  c->expected = OVL_GOAL_OUTSIDE;
  memset(c->least, 0xff, count * sizeof *c->least);
  for (uint32_t goal = 0; goal < count; goal++) {
    if (!model_is_goal(&c->f.model, &c->query, model_cell(&c->f.model, goal))) {
      continue;
    }
    if (judge->weights[goal] == 0) {
      c->expected = c->expected == OVL_OK ? OVL_OK : OVL_GOAL_BLOCKED;
      continue;
    }
    c->expected = OVL_OK;
    model_judge_run(judge, model_cell(&c->f.model, goal), true);
    for (uint32_t node = 0; node < count; node++) {
      c->least[node] =
          judge->distance[node] < c->least[node] ? judge->distance[node] : c->least[node];
    }
  }
}

/* Makes a flow of up to max_bytes; 0: of any size; 1: of the least size that works. */
static ovl_flow *make_flow(const flow_case *c, test_state *t, size_t max_bytes) {
  ovl_flow_def def = {.world = c->f.world};
  ovl_flow *flow = NULL;
  def.max_bytes = 1;
  def.max_goals = OVL_MAX_GOALS;
  def.max_bytes = max_bytes == 1 ? ovl_flow_bytes(&def) : max_bytes;
  const ovl_result result = ovl_flow_create(&def, &flow, NULL);
  CHECK(t, result == OVL_OK, "a flow of %zu bytes: %s", def.max_bytes, ovl_result_text(result));
  return flow;
}

typedef void (*flow_check)(flow_case *c, test_state *t, ovl_flow *flow);

/* Runs a check for random goals, in worlds whose features go through all features and all pairs of
 * them. */
static void check_flows(test_state *t, flow_check check, model_limits limits, uint64_t count,
                        uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    flow_case c;
    if (!model_fixture_pair(&c.f, t, i, limits)) {
      continue;
    }
    c.least = test_allocate(c.f.model.node_count, sizeof *c.least);
    ovl_flow *flow = make_flow(&c, t, i % 3 == 0 ? 1 : 0);
    for (int k = 0; k < GOALS_PER_WORLD && t->failures == 0; k++) {
      draw_goal(&c);
      judge_goal(&c);
      model_fixture_context(&c.f, t, &c.query);
      const ovl_result result = ovl_flow_begin(flow, c.f.world, &c.query);
      if (CHECK(t, result == c.expected, "goal of kind %d: '%s', Dijkstra '%s'",
                (int)c.f.more.goal_kind, ovl_result_text(result), ovl_result_text(c.expected)) &&
          result == OVL_OK) {
        check(&c, t, flow);
      }
    }
    ovl_flow_destroy(flow);
    free(c.least);
    model_fixture_free(&c.f);
  }
}

static ovl_result expected_of(const flow_case *c, uint32_t node) {
  return c->f.judges[c->query.profile].weights[node] == 0 ? OVL_START_BLOCKED
         : c->least[node] == MODEL_UNREACHED              ? OVL_UNREACHABLE
                                                          : OVL_OK;
}

/* ---- Steps --------------------------------------------------------------- */

/* Whether a cost to go is close to the least one. A path over waypoints makes a detour of up to
 * their spacing at each border, which matters where the cost to go is small; its cost is known only
 * where all cells have the same weight. */
static bool is_close(const flow_case *c, uint64_t cost_to_go, uint64_t least) {
  const uint32_t weight = c->f.judges[c->query.profile].flat;
  const uint64_t detour = 2u * 99u * 2u * weight * (uint64_t)c->f.model.tuning.spacing_cells;
  return weight == 0 || model_fixture_is_near(&c->f, c->query.profile,
                                              cost_to_go > detour ? cost_to_go - detour : 0, least);
}

static void check_step(flow_case *c, test_state *t, ovl_flow *flow, uint32_t node) {
  const ovl_cell cell = model_cell(&c->f.model, node);
  const ovl_result expected = expected_of(c, node);
  ovl_flow_step step;
  const ovl_result result = ovl_flow_next(flow, cell, &step);
  if (!CHECK(t, result == expected, "%d:%d,%d: '%s', Dijkstra '%s'", cell.floor, cell.x, cell.y,
             ovl_result_text(result), ovl_result_text(expected)) ||
      result != OVL_OK) {
    return;
  }
  CHECK(t, step.cost_to_go >= c->least[node], "%d:%d,%d: %" PRIu64 " to go, the least is %" PRIu64,
        cell.floor, cell.x, cell.y, step.cost_to_go, c->least[node]);
  CHECK(t, is_close(c, step.cost_to_go, c->least[node]),
        "%d:%d,%d: %" PRIu64 " to go, the least is %" PRIu64, cell.floor, cell.x, cell.y,
        step.cost_to_go, c->least[node]);
  if (model_is_goal(&c->f.model, &c->query, cell)) {
    CHECK(t, step.cost_to_go == 0 && model_same_cells(cell, step.next), "a goal has a step");
    return;
  }
  const uint64_t cost =
      model_judge_move(&c->f.judges[c->query.profile], cell, step.next, step.link, step.back);
  ovl_flow_step next;
  CHECK(t, cost != 0, "%d:%d,%d to %d:%d,%d is no step and no link", cell.floor, cell.x, cell.y,
        step.next.floor, step.next.x, step.next.y);
  const ovl_result onward = ovl_flow_next(flow, step.next, &next);
  CHECK(t, onward == OVL_OK, "on from %d:%d,%d: %s", step.next.floor, step.next.x, step.next.y,
        ovl_result_text(onward));
  CHECK(t, next.cost_to_go + cost <= step.cost_to_go,
        "%d:%d,%d: %" PRIu64 " to go, a step of %" PRIu64 ", and %" PRIu64 " to go behind it",
        cell.floor, cell.x, cell.y, step.cost_to_go, cost, next.cost_to_go);
}

static void check_all_steps(flow_case *c, test_state *t, ovl_flow *flow) {
  const uint32_t count = c->f.model.node_count;
  const uint32_t first = (uint32_t)test_random_between(&c->f.random, 0, (int32_t)count - 1);
  for (uint32_t i = 0; i < count && t->failures == 0; i++) {
    check_step(c, t, flow, (first + i) % count);
  }
}

/* In worlds of the usual sizes, of many regions, and of a few cells. */
static void flow_steps_are_legal_and_lead_to_goals(test_state *t) {
  const model_limits many = {.max_side = 160, .max_region = 12, .most_profiles = 1};
  const model_limits tiny = {.max_side = 5, .max_region = 8, .most_profiles = 4};
  check_flows(t, check_all_steps, model_usual_limits(), 250, 10000);
  check_flows(t, check_all_steps, many, 20, 1000);
  check_flows(t, check_all_steps, tiny, 300, 10000);
}

/* ---- Slices, reading without work, memory -------------------------------- */

static bool same_steps(const ovl_flow_step *a, const ovl_flow_step *b) {
  return model_same_cells(a->next, b->next) && a->cost_to_go == b->cost_to_go &&
         a->link == b->link && a->back == b->back;
}

/* Prepares cells in slices, and then reads their steps without further work. They must be those of
 * another flow, which has room for all tiles and finds the steps one by one, in another order. */
static void check_slices(flow_case *c, test_state *t, ovl_flow *flow) {
  enum { CELLS = 40 };
  ovl_cell cells[CELLS];
  ovl_flow *other_flow = make_flow(c, t, 0);
  const uint64_t budget = (uint64_t)test_random_between(&c->f.random, 1, 200);
  const int32_t count = (int32_t)c->f.model.node_count;
  bool done = false;
  for (int i = 0; i < CELLS; i++) {
    cells[i] = model_cell(&c->f.model, (uint32_t)test_random_between(&c->f.random, 0, count - 1));
  }
  CHECK(t, ovl_flow_begin(other_flow, c->f.world, &c->query) == OVL_OK, "the other flow begins");
  for (int calls = 0; !done && t->failures == 0; calls++) {
    const uint64_t before = ovl_flow_stats(flow).spent;
    const ovl_result result = ovl_flow_prepare(flow, cells, CELLS, budget, &done);
    const uint64_t spent = ovl_flow_stats(flow).spent - before;
    CHECK(t, result == OVL_OK, "prepare: %s", ovl_result_text(result));
    CHECK(t, spent <= budget && (done || spent != 0), "%" PRIu64 " of %" PRIu64 " are spent", spent,
          budget);
    CHECK(t, calls < 100000, "it does not end");
  }
  for (int i = CELLS; i-- > 0 && t->failures == 0;) {
    ovl_flow_step peeked;
    ovl_flow_step found;
    const ovl_result result = ovl_flow_peek(flow, cells[i], &peeked);
    const ovl_result other = ovl_flow_next(other_flow, cells[i], &found);
    CHECK(t, result == other || (result == OVL_NOT_READY && (other != OVL_OK || i > 0)),
          "%d:%d,%d: '%s' and '%s'", cells[i].floor, cells[i].x, cells[i].y,
          ovl_result_text(result), ovl_result_text(other));
    CHECK(t, result != OVL_OK || same_steps(&peeked, &found), "%d:%d,%d: steps differ",
          cells[i].floor, cells[i].x, cells[i].y);
  }
  ovl_flow_destroy(other_flow);
}

static void flow_does_not_depend_on_slices(test_state *t) {
  check_flows(t, check_slices, model_usual_limits(), 200, 8000);
}

/* ---- Other versions ------------------------------------------------------ */

/* Sets a few cells to random terrain. */
static ovl_world *edit_world(flow_case *c, test_state *t, const ovl_world *world) {
  enum { EDITS = 4 };
  ovl_edit edits[EDITS];
  ovl_world *next = NULL;
  ovl_apply_def def = {0};
  def.step_rule = model_step_rule;
  def.step_rule_user = &c->f.model.rule;
  for (int i = 0; i < EDITS; i++) {
    const ovl_cell cell = model_open_cell(&c->f.model, c->query.profile, &c->f.random);
    edits[i] = ovl_edit_rect(cell, 1, 1, (uint8_t)test_random_between(&c->f.random, 0, 3));
  }
  ovl_fault fault = {.what = ""};
  const ovl_result result = ovl_world_apply_def(world, edits, EDITS, &def, &next, &fault);
  CHECK(t, result == OVL_OK || fault.what[0] != '\0', "apply: %s", ovl_result_text(result));
  return next;
}

/* Checks that a renewed flow has the same step for every cell as one that was begun in the version.
 */
static void compare_flows(flow_case *c, test_state *t, ovl_flow *flow, ovl_flow *fresh) {
  for (uint32_t node = 0; node < c->f.model.node_count && t->failures == 0; node++) {
    const ovl_cell cell = model_cell(&c->f.model, node);
    ovl_flow_step a;
    ovl_flow_step b;
    const ovl_result result = ovl_flow_next(flow, cell, &a);
    const ovl_result other = ovl_flow_next(fresh, cell, &b);
    CHECK(t, result == other && same_steps(&a, &b),
          "%d:%d,%d: '%s' with %" PRIu64 " to go, begun anew '%s' with %" PRIu64, cell.floor,
          cell.x, cell.y, ovl_result_text(result), a.cost_to_go, ovl_result_text(other),
          b.cost_to_go);
  }
}

/* Renews a flow in slices, with steps found between them, and compares it with one begun anew. */
static void check_renewal(flow_case *c, test_state *t, ovl_flow *flow) {
  const uint64_t budget = (uint64_t)test_random_between(&c->f.random, 1, 300);
  ovl_flow *fresh = make_flow(c, t, 0);
  ovl_world *edited = edit_world(c, t, c->f.world);
  for (int i = 0; i < 30; i++) {
    ovl_flow_step step;
    ovl_flow_next(flow, model_open_cell(&c->f.model, c->query.profile, &c->f.random), &step);
  }
  const ovl_result expected =
      edited != NULL ? ovl_flow_begin(fresh, edited, &c->query) : OVL_OTHER_WORLD;
  bool done = false;
  ovl_result result = edited != NULL ? OVL_OK : OVL_OTHER_WORLD;
  for (int calls = 0; edited != NULL && !done && result == OVL_OK && calls < 100000; calls++) {
    ovl_flow_step step;
    result = ovl_flow_renew(flow, edited, budget, &done);
    ovl_flow_next(flow, model_open_cell(&c->f.model, c->query.profile, &c->f.random), &step);
  }
  CHECK(t, result == expected && done == (result == OVL_OK), "renewed: '%s', begun anew: '%s'",
        ovl_result_text(result), ovl_result_text(expected));
  if (result == OVL_OK && t->failures == 0) {
    compare_flows(c, t, flow, fresh);
  }
  ovl_flow_destroy(fresh);
  if (ovl_flow_begin(flow, c->f.world, &c->query) == OVL_OK) {
    ovl_world_close(edited);
  }
}

static void flow_renewed_equals_one_begun_anew(test_state *t) {
  check_flows(t, check_renewal, model_usual_limits(), 200, 8000);
}

/* An edit near the goal makes all ways there longer by the same: the tiles of a corridor that leads
 * there are kept, with their costs. */
static void flow_keeps_tiles_whose_costs_differ_by_the_same(test_state *t) {
  enum { W = 128, H = 16, REGION = 8, DOOR_X = 100 };
  uint8_t cells[W * H];
  for (int32_t i = 0; i < W * H; i++) {
    const int32_t x = i % W;
    const int32_t y = i / W;
    cells[i] = x < 80 ? y == 3 : x != DOOR_X || y == 3 || y == 14;
  }
  ovl_bake_def def = {.width = W, .height = H, .terrain = cells};
  def.tuning.region_cells = REGION;
  ovl_world *world = NULL;
  ovl_world *edited = NULL;
  ovl_flow *flow = NULL;
  const ovl_edit edit = ovl_edit_rect((ovl_cell){DOOR_X, 3, 0}, 1, 1, 0);
  const ovl_query query = {.goal = {120, 3, 0}};
  bool done = false;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_world_apply(world, &edit, 1, &edited, NULL) == OVL_OK, "apply");
  const ovl_flow_def flow_def = {.world = world};
  CHECK(t, ovl_flow_create(&flow_def, &flow, NULL) == OVL_OK, "create");
  CHECK(t, ovl_flow_begin(flow, world, &query) == OVL_OK, "begin");
  ovl_flow_step before[80];
  for (int32_t x = 0; x < 80; x++) {
    ovl_flow_next(flow, (ovl_cell){x, 3, 0}, &before[x]);
  }
  for (int calls = 0; !done && calls < 10000; calls++) {
    CHECK(t, ovl_flow_renew(flow, edited, 64, &done) == OVL_OK, "renew");
  }
  const uint64_t made = ovl_flow_stats(flow).tiles_made;
  const uint64_t kept = ovl_flow_stats(flow).tiles_kept;
  CHECK(t, done && kept >= 8, "%" PRIu64 " tiles are kept", kept);
  ovl_flow_step first;
  ovl_flow_next(flow, (ovl_cell){0, 3, 0}, &first);
  const uint64_t more = first.cost_to_go - before[0].cost_to_go;
  CHECK(t, more >= 4 * (uint64_t)OVL_STRAIGHT_COST, "%" PRIu64 " more", more);
  for (int32_t x = 0; x < 70; x++) {
    ovl_flow_step after;
    ovl_flow_next(flow, (ovl_cell){x, 3, 0}, &after);
    CHECK(t, after.cost_to_go == before[x].cost_to_go + more, "%d: %" PRIu64, x, after.cost_to_go);
  }
  CHECK(t, ovl_flow_stats(flow).tiles_made == made, "tiles were made anew");
  ovl_flow_destroy(flow);
  ovl_world_close(edited);
  ovl_world_close(world);
}

/* ---- States ---------------------------------------------------------------- */

/* A flow that goes on from the state of another one, with nothing else in memory. */
static ovl_flow *continued(flow_case *c, test_state *t, ovl_flow *flow, const ovl_world *world,
                           const ovl_world *next, size_t max_bytes) {
  ovl_flow *fresh = make_flow(c, t, max_bytes);
  CHECK(t, ovl_flow_begin(fresh, world, &c->query) == OVL_OK, "it begins again");
  CHECK(t, ovi_flow_continue(fresh, flow, next), "it goes on");
  ovl_flow_destroy(flow);
  return fresh;
}

/* Two flows are asked for the same, in slices, also for another version. One of them is begun anew
 * from its state again and again: it spends the same in every call, and has the same steps. */
static void check_state(flow_case *c, test_state *t, ovl_flow *flow) {
  enum { CALLS = 60, CELLS = 6 };
  test_random *random = &c->f.random;
  const size_t max_bytes = test_random_percent(random, 50) ? 1 : 0;
  ovl_flow *plain = make_flow(c, t, max_bytes);
  ovl_flow *again = make_flow(c, t, max_bytes);
  ovl_world *edited = edit_world(c, t, c->f.world);
  const ovl_world *world = c->f.world;
  const ovl_world *next = NULL;
  ovl_result results[2] = {ovl_flow_begin(plain, world, &c->query),
                           ovl_flow_begin(again, world, &c->query)};
  (void)flow;
  for (int i = 0; i < CALLS && t->failures == 0 && results[0] == OVL_OK; i++) {
    const uint64_t budget = (uint64_t)test_random_between(random, 0, 200);
    const uint64_t before = ovl_flow_stats(plain).spent;
    ovl_flow_step steps[2];
    ovl_cell cells[CELLS];
    bool done[2] = {false, false};
    for (int k = 0; k < CELLS; k++) {
      cells[k] = model_open_cell(&c->f.model, c->query.profile, random);
    }
    if (test_random_percent(random, 50)) {
      again = continued(c, t, again, world, next, max_bytes);
    }
    const uint64_t spent_before = ovl_flow_stats(again).spent;
    if (edited != NULL && (next != NULL || test_random_percent(random, 5))) {
      next = world == edited ? c->f.world : edited;
      results[0] = ovl_flow_renew(plain, next, budget, &done[0]);
      results[1] = ovl_flow_renew(again, next, budget, &done[1]);
      world = done[0] ? next : world;
      next = done[0] || results[0] != OVL_OK ? NULL : next;
    } else {
      results[0] = ovl_flow_prepare(plain, cells, CELLS, budget, &done[0]);
      results[1] = ovl_flow_prepare(again, cells, CELLS, budget, &done[1]);
    }
    CHECK(t, results[0] == results[1] && done[0] == done[1], "call %d: '%s' and '%s'", i,
          ovl_result_text(results[0]), ovl_result_text(results[1]));
    const uint64_t spent = ovl_flow_stats(plain).spent - before;
    const uint64_t spent_again = ovl_flow_stats(again).spent - spent_before;
    CHECK(t, spent == spent_again && spent <= budget,
          "call %d: %" PRIu64 " spent, and %" PRIu64 ", of %" PRIu64, i, spent, spent_again,
          budget);
    for (int k = 0; k < CELLS && t->failures == 0; k++) {
      const ovl_result read = ovi_flow_read(plain, cells[k], &steps[0]);
      const ovl_result reread = ovi_flow_read(again, cells[k], &steps[1]);
      CHECK(t, read == reread && (read != OVL_OK || same_steps(&steps[0], &steps[1])),
            "call %d: '%s' and '%s'", i, ovl_result_text(read), ovl_result_text(reread));
    }
  }
  ovl_flow_destroy(plain);
  ovl_flow_destroy(again);
  ovl_world_close(edited);
}

static void flow_goes_on_from_its_state(test_state *t) {
  check_flows(t, check_state, model_usual_limits(), 200, 8000);
}

/* ---- Definitions and errors ---------------------------------------------- */

static void flow_refuses_too_little_memory(test_state *t) {
  model_fixture f;
  if (!model_fixture_pair(&f, t, 0, model_usual_limits())) {
    return;
  }
  ovl_flow_def def = {.world = f.world};
  ovl_flow *flow = NULL;
  ovl_flow_step step;
  def.max_goals = 2;
  const size_t bytes = ovl_flow_bytes(&def);
  def.max_bytes = 1;
  const size_t least = ovl_flow_bytes(&def);
  CHECK(t, least <= bytes, "the least is %zu of %zu bytes", least, bytes);
  CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_BAD_ARGUMENT && flow == NULL,
        "one byte is enough");
  def.max_bytes = 0;
  def.block = f.points;
  def.block_bytes = bytes - 1;
  CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_BAD_ARGUMENT, "a block that is too small");
  def.block = NULL;
  def.block_bytes = 0;
  CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_OK, "it is made");
  ovl_query query = {0};
  query.profile = 99;
  CHECK(t, ovl_flow_begin(flow, f.world, &query) == OVL_BAD_ARGUMENT, "a profile of no world");
  CHECK(t, ovl_flow_next(flow, (ovl_cell){0, 0, 0}, &step) == OVL_BAD_ARGUMENT, "it has no goal");
  ovl_flow_destroy(flow);
  ovl_flow_destroy(NULL);
  model_fixture_free(&f);
}

const test_entry test_flow_table[] = {
    {"flow_steps_are_legal_and_lead_to_goals", flow_steps_are_legal_and_lead_to_goals},
    {"flow_does_not_depend_on_slices", flow_does_not_depend_on_slices},
    {"flow_renewed_equals_one_begun_anew", flow_renewed_equals_one_begun_anew},
    {"flow_keeps_tiles_whose_costs_differ_by_the_same",
     flow_keeps_tiles_whose_costs_differ_by_the_same},
    {"flow_goes_on_from_its_state", flow_goes_on_from_its_state},
    {"flow_refuses_too_little_memory", flow_refuses_too_little_memory},
    {NULL, NULL},
};
