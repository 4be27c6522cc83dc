/* The queue: its answers are those of ovl_route_begin, budgets are kept, lanes give the same
 * answers in any order, higher priorities come first, and no request waits for ever. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_schedule.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"
#include "tests/support/test_allocate.h"
#include "tools/base/platform.h"

enum { MOST_REQUESTS = 60, MOST_TICKS = 100000 };

/* A unit with its request and its answer. */
typedef struct asker {
  ovl_request request;
  ovl_query_more more; /* of its query */
  ovl_ticket ticket;
  ovl_route route;
  bool answered;
  ovl_answer answer;
} asker;

/* A queue and what a test has seen of it. */
typedef struct script {
  fixture *f;
  ovl_queue *queue;
  const ovl_jobs *jobs;
  asker askers[MOST_REQUESTS];
  uint32_t asked, taken;
  uint32_t order[MOST_REQUESTS]; /* of answers */
  uint64_t spent[200], all;      /* by the first ticks, and by all */
} script;

static void script_begin(script *s, test_state *t, fixture *f, int32_t lanes,
                         const ovl_jobs *jobs) {
  memset(s, 0, sizeof *s);
  s->f = f;
  s->jobs = jobs;
  ovl_queue_def def = {.world = f->world};
  def.capacity = MOST_REQUESTS;
  def.lanes = lanes;
  CHECK(t, ovl_queue_create(&def, &s->queue, NULL) == OVL_OK, "queue");
}

static void ask(script *s, test_state *t, ovl_query query, int32_t priority) {
  asker *a = &s->askers[s->asked];
  a->request =
      (ovl_request){.query = query, .route = &a->route, .priority = priority, .user = s->asked};
  query_own_more(&a->request.query, &a->more);
  a->route.cost_to_go = 77; /* an old route, which is kept until the new one is answered */
  const ovl_result result = ovl_queue_add(s->queue, &a->request, &a->ticket);
  CHECK(t, result == OVL_OK && a->ticket != 0, "add: %s", ovl_result_text(result));
  CHECK(t, s->asked == 0 || a->ticket > s->askers[s->asked - 1].ticket, "a smaller ticket");
  s->asked++;
}

static void take_all(script *s, test_state *t) {
  ovl_answer answer;
  while (t->failures == 0 && ovl_queue_take(s->queue, &answer)) {
    asker *a = &s->askers[answer.user];
    CHECK(t, !a->answered && answer.ticket == a->ticket, "another one's answer");
    a->answered = true;
    a->answer = answer;
    s->order[s->taken++] = (uint32_t)answer.user;
  }
}

static void tick(script *s, test_state *t, uint32_t number, uint64_t budget) {
  uint64_t spent = 0;
  const ovl_result result = ovl_queue_step(s->queue, s->f->world, budget, s->jobs, &spent);
  const ovl_queue_state state = ovl_queue_describe(s->queue);
  CHECK(t, result == OVL_OK && spent <= budget, "%s, %" PRIu64 " of %" PRIu64 " spent",
        ovl_result_text(result), spent, budget);
  CHECK(t, spent == budget || state.waiting + state.in_flight == 0,
        "%" PRIu64 " of %" PRIu64 " spent, and %" PRIu32 " wait", spent, budget, state.waiting);
  s->all += spent;
  if (number < 200) {
    s->spent[number] = spent;
  }
  for (uint32_t i = 0; i < s->asked && state.answered == 0; i++) {
    CHECK(t, s->askers[i].answered || s->askers[i].route.cost_to_go == 77,
          "a route was touched before its answer");
  }
  take_all(s, t);
}

/* Adds requests between ticks of random budgets, until all are answered. */
static void run_script(script *s, test_state *t, uint64_t seed) {
  test_random random = {seed};
  uint32_t ticks = 0;
  const uint32_t requests = (uint32_t)test_random_between(&random, 1, MOST_REQUESTS);
  const int32_t most_budget = test_random_between(&random, 0, 1) != 0 ? 40 : 900;
  s->f->random.state = seed;
  while ((s->asked < requests || s->taken < requests) && t->failures == 0 &&
         CHECK(t, ticks < MOST_TICKS, "the queue does not end")) {
    while (s->asked < requests && test_random_percent(&random, 60)) {
      ask(s, t, fixture_query(s->f), test_random_between(&random, 0, OVL_QUEUE_PRIORITIES - 1));
    }
    tick(s, t, ticks++, (uint64_t)test_random_between(&random, 1, most_budget));
  }
}

static void check_answers(script *s, test_state *t) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < s->asked && t->failures == 0; i++) {
    asker *a = &s->askers[i];
    ovl_route route;
    fixture_context(s->f, t, &a->request.query);
    const ovl_result result =
        ovl_route_begin(s->f->planner, s->f->world, &a->request.query, &route);
    const ovl_stats stats = ovl_planner_stats(s->f->planner);
    CHECK(t, a->answered && a->answer.result == result, "answer %s, ovl_route_begin says %s",
          ovl_result_text(a->answer.result), ovl_result_text(result));
    CHECK(t, memcmp(&route, &a->route, sizeof route) == 0, "another route");
    CHECK(t,
          stats.coarse_expanded == a->answer.stats.coarse_expanded &&
              stats.fine_expanded == a->answer.stats.fine_expanded,
          "other statistics");
    all += stats.coarse_expanded + stats.fine_expanded + OVL_QUEUE_REQUEST_COST;
  }
  CHECK(t, all == s->all || t->failures != 0, "%" PRIu64 " spent, %" PRIu64 " expanded and due",
        s->all, all);
}

/* Runs all jobs on this thread, in random order. */
static void run_scrambled(void *user, int32_t count,
                          void (*job)(void *context, int32_t index, int32_t worker),
                          void *context) {
  test_random *random = user;
  int32_t order[OVL_QUEUE_MAX_LANES];
  for (int32_t i = 0; i < count; i++) {
    order[i] = i;
  }
  for (int32_t i = 1; i < count; i++) {
    const int32_t at = test_random_between(random, 0, i);
    order[i] = order[at];
    order[at] = i;
  }
  for (int32_t i = 0; i < count; i++) {
    job(context, order[i], test_random_between(random, 0, 2));
  }
}

static void check_alike(test_state *t, const script *a, const script *b, const char *what) {
  CHECK(t,
        a->asked == b->asked && a->all == b->all &&
            memcmp(a->order, b->order, sizeof a->order) == 0,
        "%s: answers in another order", what);
  CHECK(t, memcmp(a->spent, b->spent, sizeof a->spent) == 0, "%s: ticks spend otherwise", what);
  for (uint32_t i = 0; i < a->asked; i++) {
    CHECK(t, memcmp(&a->askers[i].route, &b->askers[i].route, sizeof(ovl_route)) == 0,
          "%s: other routes", what);
  }
}

static void queue_cases(test_state *t, uint64_t count, uint64_t long_count, const ovl_jobs *jobs) {
  const random_map_limits limits = {.max_side = 140, .max_region = 14, .weighted_percent = 40};
  script *plain = test_allocate(1, sizeof *plain);
  script *spread = test_allocate(1, sizeof *spread);
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    const int32_t lanes = test_random_between(&f.random, 1, 9);
    const uint64_t seed = t->case_seed;
    script_begin(plain, t, &f, lanes, NULL);
    run_script(plain, t, seed);
    check_answers(plain, t);
    script_begin(spread, t, &f, lanes, jobs);
    run_script(spread, t, seed);
    check_alike(t, plain, spread, "on jobs");
    ovl_queue_destroy(plain->queue);
    ovl_queue_destroy(spread->queue);
    fixture_free(&f);
  }
  free(plain);
  free(spread);
}

static void queue_answers(test_state *t) {
  test_random random = {t->seed};
  const ovl_jobs jobs = {3, run_scrambled, &random};
  queue_cases(t, 120, 4000, &jobs);
}

static void queue_on_threads(test_state *t) {
  struct platform_pool *pool = platform_pool_create(3);
  if (CHECK(t, pool != NULL, "threads")) {
    queue_cases(t, 12, 200, platform_pool_jobs(pool));
  }
  platform_pool_destroy(pool);
}

/* ---- Order and shares ---------------------------------------------------------- */

/* Open land with a wall, so that paths from one side to the other are long. */
static bool make_walled(fixture *f, test_state *t) {
  test_begin_case(t, 0);
  test_map map = {.kind = "walled",
                  .width = 200,
                  .height = 200,
                  .corners = OVL_CORNERS_STRICT,
                  .region_cells = 10,
                  .spacing_cells = 4,
                  .plain = true};
  map.terrain = test_allocate((size_t)map.width * (size_t)map.height, 1);
  for (int32_t i = 0; i < map.width * map.height; i++) {
    map.terrain[i] = (uint8_t)(i % map.width != 100 || i / map.width == 199);
  }
  map.weights[1] = OVL_PLAIN_WEIGHT;
  return fixture_make_from(f, t, map);
}

/* The nearest cell of a place so far to the right, which takes many expansions to find. */
static ovl_query long_query(int32_t goal_x) {
  static const ovl_query_more place = {.goal_kind = OVL_GOAL_WITHIN, .goal_radius = 5};
  ovl_query query = {0};
  query.start = (ovl_cell){3, 3, 0};
  query.goal = (ovl_cell){goal_x, 3, 0};
  query.more = &place;
  return query;
}

static ovl_query short_query(int32_t at) {
  ovl_query query = {0};
  query.start = (ovl_cell){at, 3, 0};
  query.goal = (ovl_cell){at + 40, 20, 0};
  return query;
}

/* The expansions of a query, the charge for beginning it included. */
static uint64_t cost_of(fixture *f, const ovl_query *query) {
  ovl_route route;
  ovl_route_begin(f->planner, f->world, query, &route);
  const ovl_stats stats = ovl_planner_stats(f->planner);
  return stats.coarse_expanded + stats.fine_expanded + OVL_QUEUE_REQUEST_COST;
}

/* A long query in one of four lanes gets about a fourth of the budget while others wait. */
static void queue_is_fair(test_state *t) {
  fixture f;
  script *s = calloc(1, sizeof *s);
  if (s == NULL || !make_walled(&f, t)) {
    abort();
  }
  script_begin(s, t, &f, 4, NULL);
  uint64_t shorts = 0;
  ovl_query far_query = long_query(112); /* around the end of the wall */
  far_query.start = (ovl_cell){90, 193, 0};
  far_query.goal.y = 193;
  ask(s, t, far_query, 3);
  for (int32_t i = 0; i < 40; i++) {
    const ovl_query query = short_query(i);
    shorts += cost_of(&f, &query);
    ask(s, t, query, 3);
  }
  const uint64_t far_cost = cost_of(&f, &far_query);
  CHECK(t, far_cost > 1000 && far_cost < shorts,
        "the long query takes %" PRIu64 ", the short ones %" PRIu64, far_cost, shorts);
  tick(s, t, 0, far_cost);
  CHECK(t, !s->askers[0].answered, "the long query came first");
  CHECK(t, s->taken * (shorts / 40) * 2 > far_cost,
        "in a tick of %" PRIu64 " %" PRIu32 " short ones of %" PRIu64 " were answered", far_cost,
        s->taken, shorts / 40);
  for (uint32_t i = 1; i < s->taken; i++) {
    CHECK(t, s->order[i] < s->order[i - 1] + 8, "request %" PRIu32 " was overtaken by many",
          s->order[i]);
  }
  ovl_queue_destroy(s->queue);
  fixture_free(&f);
  free(s);
}

/* An urgent request is answered as soon as if it were alone, unless others fill all lanes. */
static void queue_knows_urgent(test_state *t) {
  fixture f;
  script *s = calloc(1, sizeof *s);
  if (s == NULL || !make_walled(&f, t)) {
    abort();
  }
  script_begin(s, t, &f, 3, NULL);
  for (int32_t i = 0; i < 2; i++) {
    ask(s, t, long_query(194), 2);
  }
  tick(s, t, 0, 200);
  for (int32_t i = 0; i < 20; i++) {
    ask(s, t, short_query(i), 3);
  }
  tick(s, t, 1, 50);
  const ovl_query query = short_query(7);
  ask(s, t, query, 7);
  const uint64_t cost = cost_of(&f, &query);
  uint64_t spent = 0;
  for (uint32_t ticks = 2; !s->askers[22].answered && t->failures == 0 && ticks < 5000; ticks++) {
    tick(s, t, ticks, 50);
    spent += 50;
  }
  CHECK(t, spent <= 3 * cost + 500, "the urgent one takes %" PRIu64 " and came after %" PRIu64,
        cost, spent);
  CHECK(t, s->taken < 8, "%" PRIu32 " came before the urgent one", s->taken);
  CHECK(t, !s->askers[0].answered, "a long one came before the urgent one");
  ovl_queue_destroy(s->queue);
  fixture_free(&f);
  free(s);
}

/* ---- Cancelling, errors, versions -------------------------------------------------- */

static void queue_cancels(test_state *t) {
  const random_map_limits limits = {.max_side = 120, .max_region = 12, .weighted_percent = 40};
  script *s = test_allocate(1, sizeof *s);
  for (uint64_t i = 0; test_more(t, i, 60, 1500); i++) {
    fixture f;
    bool gone[MOST_REQUESTS] = {false};
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    script_begin(s, t, &f, 3, NULL);
    for (uint32_t k = 0; k < 30; k++) {
      ask(s, t, fixture_query(&f), test_random_between(&f.random, 0, 2));
    }
    for (uint32_t ticks = 0; s->taken < 30 && t->failures == 0 && ticks < MOST_TICKS; ticks++) {
      uint64_t spent;
      const uint32_t which = (uint32_t)test_random_between(&f.random, 0, 29);
      const bool was_there = !gone[which] && !s->askers[which].answered;
      const ovl_result result = ovl_queue_cancel(s->queue, s->askers[which].ticket);
      CHECK(t, result == (was_there ? OVL_OK : OVL_BAD_ARGUMENT), "cancel: %s",
            ovl_result_text(result));
      CHECK(t, ovl_queue_cancel(s->queue, s->askers[which].ticket) == OVL_BAD_ARGUMENT,
            "cancelled twice");
      gone[which] = gone[which] || was_there;
      s->taken += was_there ? 1 : 0;
      ovl_queue_step(s->queue, f.world, 60, NULL, &spent);
      if (ticks % 3 == 0) { /* answers are cancelled as well */
        ovl_answer answer;
        while (ovl_queue_take(s->queue, &answer)) {
          CHECK(t, !gone[answer.user], "an answer of a cancelled request");
          s->askers[answer.user].answered = true;
          s->taken++;
        }
      }
    }
    const ovl_queue_state state = ovl_queue_describe(s->queue);
    CHECK(t, state.waiting + state.in_flight + state.answered == 0 || t->failures != 0,
          "something is left");
    ovl_queue_destroy(s->queue);
    fixture_free(&f);
  }
  free(s);
}

/* A request in flight goes on in the version that it began in, though all other handles of that are
 * closed; the next request begins in the new version. */
static void queue_keeps_versions(test_state *t) {
  fixture f;
  script *s = calloc(1, sizeof *s);
  if (s == NULL || !make_walled(&f, t)) {
    abort();
  }
  ovl_route before;
  ovl_route after;
  const ovl_query query = long_query(194);
  const ovl_edit edit = ovl_edit_rect((ovl_cell){100, 5, 0}, 1, 1, 1);
  ovl_world *opened = NULL;
  CHECK(t, ovl_world_apply(f.world, &edit, 1, &opened, NULL) == OVL_OK, "apply");
  ovl_route_begin(f.planner, f.world, &query, &before);
  ovl_route_begin(f.planner, opened, &query, &after);
  CHECK(t, after.cost_to_go < before.cost_to_go, "the gap is of no use");
  script_begin(s, t, &f, 1, NULL);
  ask(s, t, query, 0);
  ask(s, t, query, 0);
  tick(s, t, 0, 300);
  ovl_world_close(f.world);
  f.world = opened;
  for (uint32_t ticks = 1; s->taken < 2 && t->failures == 0; ticks++) {
    tick(s, t, ticks, 300);
  }
  CHECK(t, s->askers[0].route.cost_to_go == before.cost_to_go, "not what the old version says");
  CHECK(t, s->askers[1].route.cost_to_go == after.cost_to_go, "not what the new version says");
  ovl_queue_destroy(s->queue);
  fixture_free(&f);
  free(s);
}

/* A tick in a world for which the lanes' planners cannot grow ends, and its requests are answered
 * with the reason: in a lane that has worked before too, whose last answer is not given again. */
static void queue_without_memory(test_state *t) {
  fixture f;
  if (!make_walled(&f, t)) {
    return;
  }
  uint8_t terrain[16 * 16];
  memset(terrain, 1, sizeof terrain);
  const ovl_bake_def bake = {.width = 16, .height = 16, .terrain = terrain};
  ovl_world *small = NULL;
  ovl_queue *queue = NULL;
  CHECK(t, ovl_world_bake(&bake, &small, NULL) == OVL_OK, "bake");
  counting_allocator counts = {.goes_on = true};
  ovl_queue_def def = {.world = small, .capacity = 2, .lanes = 1};
  def.allocator = counting_allocator_hooks(&counts);
  CHECK(t, ovl_queue_create(&def, &queue, NULL) == OVL_OK, "queue");
  counts.fail_at = counts.allocations + 1;
  for (int round = 0; round < 4 && t->failures == 0; round++) {
    const bool fits = round % 2 != 0;
    ovl_query query = short_query(3);
    query.goal = fits ? (ovl_cell){9, 9, 0} : query.goal;
    ovl_route route = {.cost_to_go = 77};
    const ovl_request request = {.query = query, .route = &route};
    ovl_answer answer = {0};
    ovl_ticket ticket = 0;
    uint64_t spent = 0;
    ovl_queue_add(queue, &request, &ticket);
    ovl_queue_step(queue, fits ? small : f.world, 4000, NULL, &spent);
    CHECK(t, ovl_queue_take(queue, &answer) && answer.ticket == ticket, "no answer");
    CHECK(t, answer.result == (fits ? OVL_OK : OVL_NO_MEMORY), "%s",
          ovl_result_text(answer.result));
    CHECK(t, strcmp(answer.fault.what, fits ? "" : "planner") == 0, "%s", answer.fault.what);
    CHECK(t, (route.world != 0) == fits && spent >= OVL_QUEUE_REQUEST_COST, "its route");
  }
  ovl_queue_destroy(queue);
  ovl_world_close(small);
  fixture_free(&f);
}

const test_entry test_queue_table[] = {
    {"queue_answers", queue_answers},
    {"queue_on_threads", queue_on_threads},
    {"queue_is_fair", queue_is_fair},
    {"queue_knows_urgent", queue_knows_urgent},
    {"queue_cancels", queue_cancels},
    {"queue_keeps_versions", queue_keeps_versions},
    {"queue_without_memory", queue_without_memory},
    {NULL, NULL},
};
