/* Queries of planners: drawn from a case, asked in its way, and judged by the model. */
#include "tests/space/space_call.h"

#include "overland_inspect.h"
#include "overland_schedule.h"
#include "tests/space/space_judge.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 4000, MOST_SEGMENTS = 20000, LITTLE_ROOM = 3, BEYOND = -77 };

/* A call under way. */
typedef struct space_asking {
  space_world *w;
  test_state *t;
  const space_call_def *def;
  test_random random;
  task_question question;
  task_answer answer; /* in one go */
  task_answer other;  /* in the way of the case */
} space_asking;

static bool is_hexagonal(const space_asking *asking) {
  return (asking->w->f.model.features & MODEL_HEXAGONS) != 0;
}

static bool has(const space_asking *asking, uint32_t option) {
  return (asking->def->options & option) != 0;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* A cell on which the profile can stand, or, as an option, any cell and some outside. */
static ovl_cell draw_cell(space_asking *asking, int32_t profile) {
  const model_world *model = &asking->w->f.model;
  const ovl_cell open = model_open_cell(model, profile, &asking->random);
  const int32_t floor = test_random_between(&asking->random, 0, model->floor_count - 1);
  const ovl_cell corner = model->floors[floor].corner;
  const int32_t x =
      corner.x + test_random_between(&asking->random, -2, model->floors[floor].width + 1);
  const int32_t y =
      corner.y + test_random_between(&asking->random, -2, model->floors[floor].height + 1);
  const bool is_any = test_random_percent(&asking->random, 60);
  return has(asking, SPACE_ANY_CELL) && is_any ? (ovl_cell){x, y, floor} : open;
}

static void draw_goals(space_asking *asking) {
  test_random *random = &asking->random;
  task_question *q = &asking->question;
  ovl_query_more more = q->more;
  more.goal_kind = (ovl_goal_kind)test_random_between(random, OVL_GOAL_RECT, OVL_GOAL_SET);
  more.goal_w = test_random_between(random, 1, 30);
  more.goal_h = test_random_between(random, 1, 30);
  more.goal_radius = test_random_between(random, 0, 20);
  more.goal_count = (size_t)test_random_between(random, 1, 30);
  more.goal_cells = q->cells;
  if (has(asking, SPACE_GOALS)) {
    q->more = more;
  }
}

/* Draws every setting, so that one that is left out changes none of the others. */
static void draw_settings(space_asking *asking) {
  test_random *random = &asking->random;
  task_question *q = &asking->question;
  const uint64_t cost_limit = (uint64_t)test_random_between(random, 1, 60 * OVL_STRAIGHT_COST);
  const uint64_t expansion_limit = (uint64_t)test_random_between(random, 1, 600);
  const uint32_t turn_cost = (uint32_t)test_random_between(random, 1, 4000);
  q->more.cost_limit = has(asking, SPACE_COST_LIMIT) ? cost_limit : 0;
  q->more.expansion_limit = has(asking, SPACE_EXPANSION_LIMIT) ? expansion_limit : 0;
  q->more.turn_cost = has(asking, SPACE_TURN_COST) && q->kind == TASK_PATH ? turn_cost : 0;
  q->budget = (uint64_t)test_random_between(random, 0, 90 * OVL_STRAIGHT_COST);
}

static void draw_question(space_asking *asking) {
  static const task_kind kinds[SPACE_KINDS] = {TASK_PATH, TASK_ROUTE, TASK_REACHES, TASK_COSTS,
                                               TASK_REACH};
  test_random *random = &asking->random;
  task_question *q = &asking->question;
  const int32_t profile = test_random_between(random, 0, asking->w->f.model.profile_count - 1);
  const ovl_smoothing smoothing =
      (ovl_smoothing)test_random_between(random, 0, OVL_SMOOTH_COUNT - 1);
  *q = (task_question){.kind = kinds[asking->def->kind], .query = {.profile = 0}};
  q->more = (ovl_query_more){0};
  q->query.more = &q->more;
  q->query.profile = has(asking, SPACE_PROFILE) ? profile : 0;
  q->query.smoothing = has(asking, SPACE_SMOOTHING) ? smoothing : OVL_SMOOTH_GRID;
  q->query.start = draw_cell(asking, q->query.profile);
  q->query.goal = draw_cell(asking, q->query.profile);
  q->query.move_start = has(asking, SPACE_MOVE_START);
  q->query.move_goal = has(asking, SPACE_MOVE_GOAL);
  q->query.nearest = has(asking, SPACE_NEAREST);
  q->cell_count = (size_t)test_random_between(random, 1, 40);
  for (size_t i = 0; i < q->cell_count; i++) {
    q->cells[i] = draw_cell(asking, q->query.profile);
  }
  draw_goals(asking);
  if (q->more.goal_kind == OVL_GOAL_SET && q->more.goal_count > q->cell_count) {
    q->more.goal_count = q->cell_count;
  }
  draw_settings(asking);
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* In one go, again for as long as reads fail. */
static void ask_in_one_go(space_asking *asking, task_answer *answer, ovl_planner *planner) {
  answer->result = OVL_READ_FAILED;
  for (int tries = 0; answer->result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    task_ask(answer, &asking->question, planner, asking->w->f.world);
  }
}

static void ask_in_slices(space_asking *asking) {
  ovl_planner *planner = asking->w->planner;
  ovl_result result = task_begin(&asking->other, &asking->question, planner, asking->w->f.world);
  uint64_t spent = 0;
  bool done = false;
  for (int steps = 0; result == OVL_OK && !done && steps < 100000; steps++) {
    const uint64_t budget = (uint64_t)test_random_between(&asking->random, 1, 300);
    result = ovl_task_step(planner, budget, &spent, &done);
    CHECK(asking->t, spent <= budget && (done || result != OVL_OK || spent == budget),
          "a step of %" PRIu64 " spent %" PRIu64, budget, spent);
  }
  CHECK(asking->t, done && result == OVL_OK, "in slices: %s", ovl_result_text(result));
  task_take(&asking->other, planner);
  ovl_task_cancel(planner);
}

/* Asks a queue until a request does not fail. */
static void ask_by_queue(space_asking *asking) {
  task_answer *other = &asking->other;
  ovl_queue_def def = {.world = asking->w->f.world};
  ovl_queue *queue = NULL;
  ovl_answer answer = {.result = OVL_READ_FAILED};
  def.capacity = 2;
  def.lanes = 1;
  ovl_result result = ovl_queue_create(&def, &queue, NULL);
  const ovl_request request = {.query = asking->question.query, .route = &other->route};
  for (int tries = 0; answer.result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    ovl_ticket ticket;
    bool is_taken = false;
    result = result == OVL_OK ? ovl_queue_add(queue, &request, &ticket) : result;
    for (int ticks = 0; result == OVL_OK && !is_taken && ticks < 100000; ticks++) {
      uint64_t spent;
      result = ovl_queue_step(queue, asking->w->f.world, 500, NULL, &spent);
      is_taken = ovl_queue_take(queue, &answer);
    }
    CHECK(asking->t, is_taken, "queue: %s", ovl_result_text(result));
  }
  other->result = answer.result;
  other->stats = answer.stats;
  ovl_queue_destroy(queue);
}

static void ask_by_batch(space_asking *asking) {
  task_answer *other = &asking->other;
  const bool is_path = asking->question.kind == TASK_PATH;
  other->path.points = other->points;
  other->path.links = other->links;
  other->path.capacity = other->path.link_capacity = other->capacity;
  ovl_batch_item item = {.query = asking->question.query,
                         .path = is_path ? &other->path : NULL,
                         .route = &other->route,
                         .result = OVL_BUSY};
  ovl_batch_run(&asking->w->planner, asking->w->f.world, &item, 1, NULL, NULL);
  other->result = item.result;
  other->stats = ovl_planner_stats(asking->w->planner);
}

/* Asks in the way of the case. */
static void ask_in_way(space_asking *asking, space_way way) {
  const task_kind kind = asking->question.kind;
  if (way == SPACE_QUEUED && kind == TASK_ROUTE) {
    ask_by_queue(asking);
  } else if (way == SPACE_BATCHED && (kind == TASK_PATH || kind == TASK_ROUTE)) {
    ask_by_batch(asking);
  } else if (way != SPACE_ONE_GO) {
    ask_in_slices(asking);
  } else {
    ask_in_one_go(asking, &asking->other, asking->w->planner); /* by another planner */
  }
}

/* Asks in the way of the case, again for as long as reads fail, and compares with the answer in one
 * go. */
static void ask_in_another_way(space_asking *asking) {
  const space_way way = asking->def->way;
  asking->other.result = OVL_READ_FAILED;
  for (int tries = 0; asking->other.result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    ask_in_way(asking, way);
  }
  if (asking->w->is_read) {
    paged_answer_trim(&asking->answer, &asking->question);
    paged_answer_trim(&asking->other, &asking->question);
  }
  const char *difference = task_difference(&asking->answer, &asking->other);
  CHECK(asking->t, difference == NULL, "asked in way %d: %s ('%s', in one go '%s')", (int)way,
        difference, ovl_result_text(asking->other.result), ovl_result_text(asking->answer.result));
}

/* ---- Judging -------------------------------------------------------------------------------- */

static bool is_exact(const ovl_query_more *more) {
  return more->cost_limit == 0 && more->expansion_limit == 0 && more->turn_cost == 0;
}

/* Whether a result is right where limits may end a search early. */
static bool is_expected(const task_question *q, ovl_result result, ovl_result expected) {
  const bool may_end_early = q->more.cost_limit != 0 || q->more.expansion_limit != 0;
  const bool has_path = expected == OVL_OK || (expected == OVL_UNREACHABLE && q->query.nearest);
  return result == expected || (result == OVL_LIMITED && may_end_early && has_path);
}

/* Finds a path with room for any, again for as long as reads fail. */
static ovl_result find_whole(const space_asking *asking, const ovl_query *query, ovl_path *path) {
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    *path = model_fixture_path(&asking->w->f);
    result = ovl_find_path(asking->w->f.planner, asking->w->f.world, query, path);
  }
  return result;
}

/* With room for fewer points: the counts and sums of the whole path, and none of its points is
 * written beyond the room. */
static void judge_little_room(space_asking *asking) {
  const ovl_path *part = &asking->answer.path;
  ovl_path whole;
  test_state *t = asking->t;
  const ovl_result result = find_whole(asking, &asking->question.query, &whole);
  CHECK(t, part->count > part->capacity || part->link_count > part->link_capacity,
        "more room for %zu points, %zu links", part->count, part->link_count);
  CHECK(t,
        result != OVL_MORE_ROOM && part->count == whole.count &&
            part->link_count == whole.link_count && part->cost == whole.cost &&
            part->length == whole.length && part->straight_steps == whole.straight_steps &&
            part->diagonal_steps == whole.diagonal_steps,
        "%s: counts or sums are not those of the whole path", ovl_result_text(result));
  for (size_t i = 0; i < part->capacity && i < whole.count; i++) {
    CHECK(t, model_same_cells(part->points[i], whole.points[i]), "point %zu of little room", i);
  }
  CHECK(t, part->points[part->capacity].x == BEYOND, "a point was written beyond the room");
}

static void judge_path(space_asking *asking) {
  const task_question *q = &asking->question;
  const task_answer *a = &asking->answer;
  model_fixture *f = &asking->w->f;
  test_state *t = asking->t;
  const uint64_t expanded = a->stats.coarse_expanded + a->stats.fine_expanded;
  const space_expected expected = space_judge(f, &q->query);
  CHECK(t, q->more.expansion_limit == 0 || expanded <= q->more.expansion_limit,
        "%" PRIu64 " expansions, the limit is %" PRIu64, expanded, q->more.expansion_limit);
  const bool fits =
      a->path.count <= a->path.capacity && a->path.link_count <= a->path.link_capacity;
  if (a->result == OVL_MORE_ROOM) {
    judge_little_room(asking);
    return;
  }
  if (!CHECK(t, is_expected(q, a->result, expected.result), "path '%s', the model '%s'",
             ovl_result_text(a->result), ovl_result_text(expected.result)) ||
      !CHECK(t, fits, "%zu points are more than fit", a->path.count)) {
    return;
  }
  const bool leads = a->result == OVL_OK || a->result == OVL_LIMITED || expected.is_nearest;
  if (!leads) {
    CHECK(t, a->path.count == 0, "no path and yet %zu points", a->path.count);
    return;
  }
  ovl_query from = q->query;
  from.start = expected.start;
  const ovl_cell end = a->path.count != 0 ? a->path.points[a->path.count - 1] : from.start;
  if (!model_fixture_check_path(f, t, &from, end, &a->path)) {
    return;
  }
  if (q->query.smoothing != OVL_SMOOTH_ANY) {
    model_fixture_check_path_cells(f, t, &from, &a->path);
  }
  CHECK(t, a->path.partial == (a->result != OVL_OK), "partial %d with '%s'", (int)a->path.partial,
        ovl_result_text(a->result));
  CHECK(t, q->more.cost_limit == 0 || a->path.cost <= q->more.cost_limit,
        "'%s' at %" PRIu64 " above the limit of %" PRIu64, ovl_result_text(a->result), a->path.cost,
        q->more.cost_limit);
  if (a->result == OVL_UNREACHABLE) {
    CHECK(t, space_is_nearest(f, &q->query, &expected, end), "it does not end at the nearest cell");
  }
  if (a->result != OVL_OK) {
    return;
  }
  CHECK(t,
        expected.has_one_goal ? model_same_cells(end, expected.goal)
                              : model_is_goal(&asking->w->f.model, &q->query, end),
        "%" PRId32 ":%" PRId32 ",%" PRId32 " is no goal", end.floor, end.x, end.y);
  const uint64_t nearest = model_judge_distance(&f->judges[q->query.profile], end);
  CHECK(t, !is_exact(&q->more) || nearest == expected.least,
        "the goal of the path is %" PRIu64 " away, another one %" PRIu64, nearest, expected.least);
  CHECK(t, a->path.cost >= expected.least, "%" PRIu64 " is below the least %" PRIu64, a->path.cost,
        expected.least);
  CHECK(t,
        !is_exact(&q->more) ||
            model_fixture_is_near(f, q->query.profile, a->path.cost, expected.least),
        "%" PRIu64 " is far above the least %" PRIu64, a->path.cost, expected.least);
}

/* Walks a route to its end. Returns the cost. */
static uint64_t walk(space_asking *asking, ovl_route route) {
  const task_question *q = &asking->question;
  model_fixture *f = &asking->w->f;
  test_state *t = asking->t;
  const uint64_t promised = route.cost_to_go;
  ovl_query from = q->query;
  uint64_t walked = 0;
  for (int i = 0; !route.done && t->failures == 0; i++) {
    ovl_result result = OVL_READ_FAILED;
    ovl_path segment = {.count = 0};
    const uint64_t left = route.cost_to_go;
    from.start = route.position;
    for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
      segment = model_fixture_path(f);
      result = ovl_route_next(f->planner, f->world, &route, from.start, &segment);
    }
    if (!CHECK(t, result == OVL_OK && i < MOST_SEGMENTS, "segment %d: %s", i,
               ovl_result_text(result)) ||
        !model_fixture_check_path(f, t, &from, route.position, &segment)) {
      return 0;
    }
    CHECK(t, segment.link_count == 0 || segment.count == 2, "a segment of %zu points with a link",
          segment.count);
    CHECK(t, route.kind == OVL_ROUTE_DIRECT || route.cost_to_go + segment.cost <= left,
          "walked %" PRIu64 ", left fell from %" PRIu64 " to %" PRIu64 " only", segment.cost, left,
          route.cost_to_go);
    walked += segment.cost;
  }
  CHECK(t, model_same_cells(route.position, route.goal), "the walk ends elsewhere");
  CHECK(t, walked <= promised, "walked %" PRIu64 ", promised %" PRIu64, walked, promised);
  return walked;
}

static void judge_route(space_asking *asking) {
  const task_question *q = &asking->question;
  const task_answer *a = &asking->answer;
  test_state *t = asking->t;
  const space_expected expected = space_judge(&asking->w->f, &q->query);
  if (!CHECK(t, is_expected(q, a->result, expected.result), "route '%s', the model '%s'",
             ovl_result_text(a->result), ovl_result_text(expected.result)) ||
      (a->result != OVL_OK && a->result != OVL_LIMITED && !expected.is_nearest)) {
    return;
  }
  CHECK(t, model_same_cells(a->route.position, expected.start), "it begins elsewhere");
  if (a->result == OVL_OK) {
    CHECK(t,
          expected.has_one_goal ? model_same_cells(a->route.goal, expected.goal)
                                : model_is_goal(&asking->w->f.model, &q->query, a->route.goal),
          "it leads to no goal");
    CHECK(t, a->route.cost_to_go >= expected.least, "cost %" PRIu64 " is below the least %" PRIu64,
          a->route.cost_to_go, expected.least);
  }
  const uint64_t walked = walk(asking, a->route);
  CHECK(t,
        a->result == OVL_OK || q->more.expansion_limit != 0 || q->more.cost_limit == 0 ||
            walked <= q->more.cost_limit,
        "walked %" PRIu64 ", the limit is %" PRIu64, walked, q->more.cost_limit);
}

static void judge_reaches(space_asking *asking) {
  const space_expected expected = space_judge(&asking->w->f, &asking->question.query);
  const ovl_result result = asking->answer.result;
  CHECK(asking->t, result == expected.result, "reaches '%s', the model '%s'",
        ovl_result_text(result), ovl_result_text(expected.result));
}

static uint64_t least_cost(const space_asking *asking, ovl_cell cell) {
  const model_fixture *f = &asking->w->f;
  return model_has_cell(&f->model, cell)
             ? model_judge_distance(&f->judges[asking->question.query.profile], cell)
             : MODEL_UNREACHED;
}

/* The cost that ovl_find_path finds to a cell. */
static uint64_t path_cost(const space_asking *asking, ovl_cell cell) {
  ovl_query query = asking->question.query;
  ovl_path path;
  query.goal = cell;
  query.more = NULL;
  query.move_goal = query.nearest = false;
  return find_whole(asking, &query, &path) == OVL_OK ? path.cost : UINT64_MAX;
}

/* A cost is that of a path which is nearly the cheapest: within 6 percent of it on ground of one
 * weight, else 30, as ovl_find_costs promises. One that is above that, where there may be detours,
 * is that of ovl_find_path. */
static void judge_cost(space_asking *asking, ovl_cell cell, uint64_t cost) {
  const model_fixture *f = &asking->w->f;
  const int32_t profile = asking->question.query.profile;
  const uint64_t least = least_cost(asking, cell);
  const uint64_t percent = f->judges[profile].flat != 0 ? 6 : 30;
  const bool is_near = cost == UINT64_MAX || cost * 100 <= least * (100 + percent);
  const bool may_be_far = space_has_detours(f, profile) && asking->question.cell_count <= 128;
  CHECK(asking->t,
        (cost == UINT64_MAX) == (least == MODEL_UNREACHED) && cost >= least &&
            (is_near || (may_be_far && cost <= path_cost(asking, cell))),
        "cost to %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu64 ", the model says %" PRIu64,
        cell.floor, cell.x, cell.y, cost, least);
}

/* All cells within the budget are listed, each once, at their least costs. */
static void judge_reached(space_asking *asking) {
  const task_answer *a = &asking->answer;
  const model_fixture *f = &asking->w->f;
  const model_judge *judge = &f->judges[asking->question.query.profile];
  const uint64_t budget = asking->question.budget;
  bool *is_listed = test_allocate(f->model.node_count, sizeof *is_listed);
  size_t within = 0;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    within += judge->distance[node] <= budget;
  }
  CHECK(asking->t, a->needed == within, "%zu cells are listed, %zu are within the budget",
        a->needed, within);
  for (size_t i = 0; i < a->needed && asking->t->failures == 0; i++) {
    bool *listed = &is_listed[model_node(&f->model, a->reached[i].cell)];
    CHECK(asking->t, a->reached[i].cost <= budget && !*listed,
          "a cell beyond the budget, or twice");
    *listed = true;
    CHECK(asking->t, a->reached[i].cost == least_cost(asking, a->reached[i].cell),
          "a cell is told at %" PRIu64 ", the least is %" PRIu64, a->reached[i].cost,
          least_cost(asking, a->reached[i].cell));
  }
  free(is_listed);
}

static void judge_costs(space_asking *asking) {
  const task_question *q = &asking->question;
  const task_answer *a = &asking->answer;
  ovl_cell start;
  const ovl_result expected = space_judge_start(&asking->w->f, &q->query, &start);
  if (!CHECK(asking->t, a->result == expected || (expected == OVL_OK && a->result == OVL_MORE_ROOM),
             "'%s', the model '%s'", ovl_result_text(a->result), ovl_result_text(expected)) ||
      a->result != OVL_OK) {
    return;
  }
  for (size_t i = 0; q->kind == TASK_COSTS && i < q->cell_count; i++) {
    judge_cost(asking, q->cells[i], a->costs[i]);
  }
  if (q->kind != TASK_COSTS) {
    judge_reached(asking);
  }
}

static void judge(space_asking *asking) {
  switch (asking->question.kind) {
  case TASK_PATH:
    judge_path(asking);
    break;
  case TASK_ROUTE:
    judge_route(asking);
    break;
  case TASK_REACHES:
    judge_reaches(asking);
    break;
  default:
    judge_costs(asking);
  }
}

bool space_call_run(space_world *w, test_state *t, const space_call_def *def) {
  space_asking asking = {.w = w, .t = t, .def = def, .random = {def->seed}};
  const uint32_t failures = t->failures;
  draw_question(&asking);
  model_fixture_context(&w->f, t, &asking.question.query);
  if (is_hexagonal(&asking) && def->kind == SPACE_UNITS) {
    return true; /* there are none */
  }
  if (def->kind > SPACE_RANGE) {
    return space_call_other(w, t, def->kind, &asking.question.query, &asking.random);
  }
  task_answer_make(&asking.answer, &w->f);
  task_answer_make(&asking.other, &w->f);
  const size_t room = has(&asking, SPACE_LITTLE_ROOM) ? LITTLE_ROOM : w->f.capacity;
  asking.answer.capacity = asking.other.capacity = room;
  if (room < w->f.capacity) {
    asking.answer.points[room].x = BEYOND;
  }
  ask_in_one_go(&asking, &asking.answer, w->f.planner);
  judge(&asking);
  if (t->failures == failures) {
    ask_in_another_way(&asking);
  }
  task_answer_free(&asking.answer);
  task_answer_free(&asking.other);
  return t->failures == failures;
}
