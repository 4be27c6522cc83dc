/* Tasks: a query of any kind has the same answer, byte for byte, however it is sliced; a planner
 * has one task at a time; a step never spends more than its budget. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/task_answer.h"

/* A world with two planners: one answers in one go, one in slices. */
typedef struct sliced {
  model_fixture f;
  ovl_planner *whole, *slices;
  task_answer expected, found;
  uint64_t most_budget;
} sliced;

static void add_planners(sliced *s, test_state *t) {
  s->whole = fixture_turn_planner(t, s->f.world);
  s->slices = fixture_turn_planner(t, s->f.world);
  task_answer_make(&s->expected, &s->f);
  task_answer_make(&s->found, &s->f);
  static const uint64_t budgets[] = {1, 2, 7, 40, 300};
  s->most_budget = budgets[test_random_between(&s->f.random, 0, 4)];
}

static bool sliced_make(sliced *s, test_state *t, uint64_t index) {
  const model_limits usual = {.max_side = 110, .max_region = 14, .most_profiles = 2};
  const model_limits limits = index % 3 == 2 ? model_overlay_limits() : usual;
  if (!model_fixture_pair(&s->f, t, index, limits)) {
    return false;
  }
  add_planners(s, t);
  return true;
}

static void sliced_free(sliced *s) {
  task_answer_free(&s->expected);
  task_answer_free(&s->found);
  ovl_planner_destroy(s->whole);
  ovl_planner_destroy(s->slices);
  model_fixture_free(&s->f);
}

static uint64_t draw_budget(sliced *s) {
  return (uint64_t)test_random_between(&s->f.random, 1, (int32_t)s->most_budget);
}

/* Runs one slice. Returns whether the task goes on. */
static bool step(sliced *s, test_state *t, uint64_t *all) {
  const uint64_t budget = draw_budget(s);
  uint64_t spent = UINT64_MAX;
  bool done = false;
  const ovl_result result = ovl_task_step(s->slices, budget, &spent, &done);
  *all += spent;
  return CHECK(t, result == OVL_OK, "step: %s", ovl_result_text(result)) &&
         CHECK(t, spent <= budget, "a step of %" PRIu64 " spent %" PRIu64, budget, spent) &&
         CHECK(t, done || spent == budget,
               "a step of %" PRIu64 " spent %" PRIu64 " and is not done", budget, spent) &&
         !done;
}

static void run_slices(sliced *s, test_state *t, const task_question *q) {
  uint64_t all = 0;
  const ovl_result result = task_begin(&s->found, q, s->slices, s->f.world);
  CHECK(t, result == OVL_OK, "begin: %s", ovl_result_text(result));
  CHECK(t, ovl_task_result(s->slices) == OVL_NOT_READY, "a result before the task is done");
  while (step(s, t, &all)) {
  }
  task_take(&s->found, s->slices);
  CHECK(t, all == s->found.stats.coarse_expanded + s->found.stats.fine_expanded,
        "%" PRIu64 " spent in all, %" PRIu64 " + %" PRIu64 " expanded", all,
        s->found.stats.coarse_expanded, s->found.stats.fine_expanded);
}

static void check_question(void *user, test_state *t, const task_question *q) {
  sliced *s = user;
  model_fixture_context(&s->f, t, &q->query);
  task_ask(&s->expected, q, s->whole, s->f.world);
  run_slices(s, t, q);
  const char *difference = task_difference(&s->expected, &s->found);
  CHECK(t, difference == NULL, "%s: kind %d in one go '%s', in slices of up to %" PRIu64 " '%s'",
        difference, (int)q->kind, ovl_result_text(s->expected.result), s->most_budget,
        ovl_result_text(s->found.result));
}

static void tasks_answer_alike(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 160, 20000); i++) {
    sliced s;
    if (!sliced_make(&s, t, i)) {
      continue;
    }
    for (int k = 0; k < 8 && t->failures == 0; k++) {
      task_question q;
      const task_kind kind = (task_kind)(k % TASK_KINDS);
      task_question_draw(&q, kind == TASK_NEXT ? TASK_ROUTE : kind, &s.f, true);
      check_question(&s, t, &q);
      if (q.kind == TASK_ROUTE &&
          (s.expected.result == OVL_OK || s.expected.result == OVL_MORE_ROOM)) {
        task_segments(t, &q, &s.expected, check_question, &s);
      }
    }
    sliced_free(&s);
  }
}

static bool same_stats(const ovl_stats *a, const ovl_stats *b) {
  return a->coarse_expanded == b->coarse_expanded && a->fine_expanded == b->fine_expanded &&
         a->windows == b->windows && a->bytes_needed == b->bytes_needed && a->method == b->method;
}

/* While a task is under way other calls are refused and change nothing. */
static void check_busy(sliced *s, test_state *t, task_answer *other) {
  task_question q;
  task_question_draw(&q, (task_kind)test_random_between(&s->f.random, 0, TASK_KINDS - 1), &s->f,
                     true);
  const ovl_route none = {0};
  q.route = &none;
  const ovl_stats before = ovl_planner_stats(s->slices);
  task_ask(other, &q, s->slices, s->f.world);
  const ovl_stats after = ovl_planner_stats(s->slices);
  CHECK(t, other->result == OVL_BUSY && same_stats(&before, &after),
        "a call of kind %d amid a task: %s", (int)q.kind, ovl_result_text(other->result));
  CHECK(t, task_begin(other, &q, s->slices, s->f.world) == OVL_BUSY, "a task amid a task");
}

static void tasks_keep_their_planner(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 4000); i++) {
    sliced s;
    task_answer other;
    task_question q;
    uint64_t all = 0;
    if (!sliced_make(&s, t, i)) {
      continue;
    }
    task_answer_make(&other, &s.f);
    task_question_draw(&q, (task_kind)(i % TASK_KINDS == TASK_NEXT ? TASK_PATH : i % TASK_KINDS),
                       &s.f, true);
    model_fixture_context(&s.f, t, &q.query);
    task_ask(&s.expected, &q, s.whole, s.f.world);
    task_begin(&s.found, &q, s.slices, s.f.world);
    do {
      check_busy(&s, t, &other);
    } while (t->failures == 0 && step(&s, t, &all));
    task_take(&s.found, s.slices);
    const char *difference = task_difference(&s.expected, &s.found);
    CHECK(t, difference == NULL, "%s: kind %d, with other calls between", difference, (int)q.kind);
    task_answer_free(&other);
    sliced_free(&s);
  }
}

/* After a task was cancelled at any point its planner answers as a new one does. */
static void tasks_are_cancelled(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 80, 8000); i++) {
    sliced s;
    uint64_t all = 0;
    if (!sliced_make(&s, t, i)) {
      continue;
    }
    for (int k = 0; k < 4 && t->failures == 0; k++) {
      task_question q;
      task_question_draw(&q, k == 2 ? TASK_COSTS : TASK_PATH, &s.f, true);
      task_begin(&s.found, &q, s.slices, s.f.world);
      for (int steps = test_random_between(&s.f.random, 0, 9); steps != 0; steps--) {
        if (!step(&s, t, &all)) {
          break;
        }
      }
      ovl_task_cancel(s.slices);
      task_question_draw(&q, k == 1 ? TASK_ROUTE : TASK_PATH, &s.f, true);
      model_fixture_context(&s.f, t, &q.query);
      task_ask(&s.expected, &q, s.whole, s.f.world);
      task_ask(&s.found, &q, s.slices, s.f.world);
      const char *difference = task_difference(&s.expected, &s.found);
      CHECK(t, difference == NULL, "%s after a task was cancelled", difference);
    }
    sliced_free(&s);
  }
}

static void tasks_that_are_none(test_state *t) {
  sliced s;
  uint64_t spent = 1;
  bool done = true;
  if (!sliced_make(&s, t, 1)) {
    return;
  }
  task_question q;
  task_question_draw(&q, TASK_PATH, &s.f, false);
  CHECK(t, ovl_task_result(s.slices) == OVL_BAD_ARGUMENT, "a result of no task");
  CHECK(t, ovl_task_step(s.slices, 9, &spent, &done) == OVL_BAD_ARGUMENT && spent == 0 && !done,
        "a step of no task");
  ovl_task_cancel(s.slices);
  task_begin(&s.found, &q, s.slices, s.f.world);
  CHECK(t, ovl_task_step(s.slices, 0, &spent, &done) == OVL_OK && spent == 0 && !done,
        "a step without a budget");
  ovl_task_cancel(s.slices);
  CHECK(t, ovl_task_result(s.slices) == OVL_BAD_ARGUMENT, "a result of a cancelled task");
  run_slices(&s, t, &q);
  CHECK(t, ovl_task_step(s.slices, 9, &spent, &done) == OVL_OK && spent == 0 && done,
        "a step of a task that is done");
  task_ask(&s.expected, &q, s.slices, s.f.world);
  CHECK(t, ovl_task_result(s.slices) == OVL_BAD_ARGUMENT, "a result from before another call");
  sliced_free(&s);
}

/* Asks a planner, which may have waited for regions and given up, and a new one. */
static void compare_with_new(test_state *t, model_fixture *f, ovl_planner *used,
                             const ovl_world *read) {
  const ovl_query query = model_fixture_query(f);
  ovl_planner *fresh = fixture_turn_planner(t, read);
  ovl_path path = model_fixture_path(f);
  const ovl_result expected = ovl_find_path(fresh, read, &query, &path);
  const uint64_t cost = path.cost;
  const ovl_result found = ovl_find_path(used, read, &query, &path);
  const ovl_stats of_fresh = ovl_planner_stats(fresh), of_used = ovl_planner_stats(used);
  model_fixture_context(f, t, &query);
  CHECK(t, found == expected && (found != OVL_OK || path.cost == cost), "'%s' instead of '%s'",
        ovl_result_text(found), ovl_result_text(expected));
  CHECK(t, same_stats(&of_fresh, &of_used),
        "%" PRIu64 " + %" PRIu64 " expansions instead of %" PRIu64 " + %" PRIu64,
        of_used.coarse_expanded, of_used.fine_expanded, of_fresh.coarse_expanded,
        of_fresh.fine_expanded);
  ovl_planner_destroy(fresh);
}

/* A task ends with the step in which a read fails, and leaves nothing behind. */
static void tasks_end_where_a_read_fails(test_state *t) {
  const model_limits limits = {.max_side = 80, .max_region = 14, .most_profiles = 1};
  uint64_t failed = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    model_fixture f;
    ovl_world *read = NULL;
    if (!paged_fixture_make(&f, t, i, limits)) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    if (CHECK(t, paged_open_read(&reader, 8u << 20, &read) == OVL_OK, "open")) {
      ovl_planner *used = fixture_turn_planner(t, read);
      for (int k = 0; k < 20 && t->failures == 0; k++) {
        const ovl_query query = model_fixture_query(&f);
        ovl_path path = model_fixture_path(&f);
        bool done = false;
        reader.failing_percent = 30;
        ovl_task_begin_path(used, read, &query, &path);
        for (int32_t step = test_random_between(&f.random, 1, 6); step > 0 && !done; step--) {
          uint64_t spent;
          const ovl_result result = ovl_task_step(used, 40, &spent, &done);
          CHECK(t, result == OVL_OK, "step: %s", ovl_result_text(result));
        }
        const bool has_failed = done && ovl_task_result(used) == OVL_READ_FAILED;
        CHECK(t, !has_failed || path.count == 0, "a path of %zu points", path.count);
        failed += has_failed;
        ovl_task_cancel(used);
        reader.failing_percent = 0;
        compare_with_new(t, &f, used, read);
      }
      ovl_planner_destroy(used);
    }
    ovl_world_close(read);
    free(bytes.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || failed > 50, "only %" PRIu64 " failed", failed);
}

const test_entry test_tasks_table[] = {
    {"tasks_answer_alike", tasks_answer_alike},
    {"tasks_keep_their_planner", tasks_keep_their_planner},
    {"tasks_are_cancelled", tasks_are_cancelled},
    {"tasks_end_where_a_read_fails", tasks_end_where_a_read_fails},
    {"tasks_that_are_none", tasks_that_are_none},
    {NULL, NULL},
};
