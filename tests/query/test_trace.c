/* Traces: a query has the same answer with one, without one, and stopped at any event; its events
 * are the same however it is sliced, and they are those of the searches that its statistics count
 * and of the path that it returns. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/query/trace_log.h"
#include "tests/support/fixture.h"
#include "tests/support/task_answer.h"

enum { FINE = 1u << OVL_TIER_FINE, COARSE = 1u << OVL_TIER_COARSE | 1u << OVL_TIER_OVERLAY };

/* A world, two planners, and their answers and events. */
typedef struct traced {
  model_fixture f;
  ovl_planner *planner, *other;
  task_answer silent, found;
  trace_log whole, sliced;
} traced;

static bool traced_make(traced *s, test_state *t, uint64_t index) {
  const model_limits usual = {.max_side = 110, .max_region = 14, .most_profiles = 2};
  const model_limits limits = index % 3 == 2 ? model_overlay_limits() : usual;
  memset(s, 0, sizeof *s);
  if (!model_fixture_pair(&s->f, t, index, limits)) {
    return false;
  }
  s->planner = fixture_turn_planner(t, s->f.world);
  s->other = fixture_turn_planner(t, s->f.world);
  task_answer_make(&s->silent, &s->f);
  task_answer_make(&s->found, &s->f);
  return true;
}

static void traced_free(traced *s) {
  trace_log_free(&s->whole);
  trace_log_free(&s->sliced);
  task_answer_free(&s->silent);
  task_answer_free(&s->found);
  ovl_planner_destroy(s->planner);
  ovl_planner_destroy(s->other);
  model_fixture_free(&s->f);
}

/* The same question with a trace. */
static task_question with_trace(const task_question *q, ovl_query_more *more, trace_log *log) {
  task_question asked = *q;
  *more = *q->query.more;
  more->trace = trace_log_take;
  more->trace_user = log;
  asked.query.more = more;
  return asked;
}

static void check_alike(traced *s, test_state *t, const char *how) {
  const char *difference = task_difference(&s->silent, &s->found);
  CHECK(t, difference == NULL, "%s: '%s' without a trace, '%s' %s", difference,
        ovl_result_text(s->silent.result), ovl_result_text(s->found.result), how);
}

/* Runs a task in slices that end by their budget or at an event. */
static void run_slices(traced *s, test_state *t, const task_question *q, int32_t most_budget) {
  uint64_t all = 0;
  bool done = false;
  ovl_result result = task_begin(&s->found, q, s->other, s->f.world);
  while (result == OVL_OK && !done) {
    const uint64_t budget = (uint64_t)test_random_between(&s->f.random, 1, most_budget);
    uint64_t spent = 0;
    result = ovl_task_step(s->other, budget, &spent, &done);
    CHECK(t, spent <= budget, "a step of %" PRIu64 " spent %" PRIu64, budget, spent);
    CHECK(t, done || spent == budget || s->sliced.stop_per_mille != 0,
          "nothing stopped a step of %" PRIu64 " that spent %" PRIu64, budget, spent);
    all += spent;
  }
  CHECK(t, result == OVL_OK, "step: %s", ovl_result_text(result));
  task_take(&s->found, s->other);
  CHECK(t, all == s->found.stats.coarse_expanded + s->found.stats.fine_expanded,
        "%" PRIu64 " spent in all", all);
}

/* Slices that end by a drawn budget, and at some events. */
static void draw_slices(traced *s, test_state *t, const task_question *q) {
  static const int32_t budgets[] = {1, 7, 60, 100000};
  static const int32_t stops[] = {0, 3, 100, 1000};
  s->sliced.stop_per_mille = stops[test_random_between(&s->f.random, 0, 3)];
  run_slices(s, t, q, budgets[test_random_between(&s->f.random, 0, 3)]);
  check_alike(s, t, "in slices");
  const size_t difference = trace_log_difference(&s->whole, &s->sliced);
  CHECK(t, difference == SIZE_MAX, "%zu events in one go, %zu in slices: number %zu differs",
        s->whole.count, s->sliced.count, difference);
}

/* Asks in one go without a trace and with one, then in slices. */
static void ask_thrice(traced *s, test_state *t, const task_question *q) {
  ovl_query_more more;
  model_fixture_context(&s->f, t, &q->query);
  trace_log_clear(&s->whole);
  trace_log_clear(&s->sliced);
  s->whole.stop_per_mille = 500; /* which a call in one go ignores */
  task_ask(&s->silent, q, s->planner, s->f.world);
  task_question asked = with_trace(q, &more, &s->whole);
  task_ask(&s->found, &asked, s->planner, s->f.world);
  check_alike(s, t, "with one");
  asked = with_trace(q, &more, &s->sliced);
  draw_slices(s, t, &asked);
}

/* ---- Pieces of the path -------------------------------------------------- */

static bool ends_in(const ovl_trace_event *event, ovl_cell from, ovl_cell to) {
  return model_same_cells(event->parent[0], from) && model_same_cells(event->node[0], to);
}

/* Segments follow each other from the path's first point to its last, at its cost or more. Those
 * behind the end of a path that a limit cut were found, but not told. */
static void check_segments(traced *s, test_state *t, const task_question *q) {
  const ovl_path *path = &s->found.path;
  ovl_cell at = path->count != 0 ? s->found.points[0] : q->query.start;
  uint64_t cost = 0;
  const ovl_cell last = path->count != 0 ? s->found.points[path->count - 1] : at;
  const bool is_limited = s->found.result == OVL_LIMITED;
  for (size_t i = 0; i < s->whole.count && !(is_limited && model_same_cells(at, last)); i++) {
    const ovl_trace_event *event = &s->whole.events[i];
    if (event->kind == OVL_TRACE_SEGMENT) {
      CHECK(t, model_same_cells(event->parent[0], at), "a segment from another cell, event %zu", i);
      at = event->node[0];
      cost += event->g;
    }
  }
  const bool is_cut = is_limited && q->query.more->cost_limit != 0;
  if (path->count != 0 && path->count <= path->capacity && !is_cut) {
    CHECK(t, model_same_cells(at, last),
          "the segments end at %" PRId32 ",%" PRId32 ", the path does not", at.x, at.y);
    const bool is_smoothed = q->query.smoothing != OVL_SMOOTH_NONE;
    const bool has_turns = q->query.more->turn_cost != 0; /* saving them may cost more */
    CHECK(t, is_smoothed ? cost >= path->cost || has_turns : cost == path->cost,
          "segments cost %" PRIu64 ", the path %" PRIu64, cost, path->cost);
  }
}

/* Whether a link ends at a point of the path; its cost is added. */
static bool is_over_link(const traced *s, size_t point, uint64_t *cost) {
  for (size_t i = 0; i < s->found.path.link_count; i++) {
    if (s->found.links[i].point == point) {
      ovl_link_def link;
      ovl_world_link(s->f.world, s->found.links[i].link, &link);
      *cost += s->found.links[i].back ? link.cost_back : link.cost;
      return true;
    }
  }
  return false;
}

/* The string is the smoothed path, run by run. */
static void check_string(traced *s, test_state *t, const task_question *q) {
  const ovl_path *path = &s->found.path;
  size_t at = 0;
  uint64_t cost = 0;
  for (size_t point = 1; point < path->count && q->query.smoothing != OVL_SMOOTH_NONE; point++) {
    if (is_over_link(s, point, &cost)) {
      continue;
    }
    while (at < s->whole.count && s->whole.events[at].kind != OVL_TRACE_STRING) {
      at++;
    }
    if (!CHECK(t, at < s->whole.count, "no run leads to point %zu", point)) {
      return;
    }
    CHECK(t, ends_in(&s->whole.events[at], s->found.points[point - 1], s->found.points[point]),
          "another run leads to point %zu", point);
    cost += s->whole.events[at++].g;
  }
  CHECK(t, q->query.smoothing != OVL_SMOOTH_GRID || cost == path->cost,
        "runs and links cost %" PRIu64 ", the path %" PRIu64, cost, path->cost);
  for (; at < s->whole.count; at++) {
    CHECK(t, s->whole.events[at].kind != OVL_TRACE_STRING, "a run behind the path, event %zu", at);
  }
}

static bool answers(const task_answer *a) {
  return a->result == OVL_OK || a->result == OVL_LIMITED || a->result == OVL_UNREACHABLE;
}

static void check_log(traced *s, test_state *t, const task_question *q) {
  const ovl_query_more *more = q->query.more;
  const trace_facts facts = {
      .world = s->f.world,
      .has_twins = (s->f.model.features & (MODEL_ONE_WAY | MODEL_TWO_WAY | MODEL_PLACES)) != 0};
  const ovl_stats *stats = &s->found.stats;
  const uint64_t fine = trace_log_count(&s->whole, OVL_TRACE_EXPAND, FINE);
  const uint64_t coarse = trace_log_count(&s->whole, OVL_TRACE_EXPAND, COARSE);
  CHECK(t, fine == stats->fine_expanded && coarse == stats->coarse_expanded,
        "told %" PRIu64 " cells, %" PRIu64 " waypoints; counted %" PRIu64 ", %" PRIu64, fine,
        coarse, stats->fine_expanded, stats->coarse_expanded);
  if (more->turn_cost == 0) { /* else a cell is several nodes */
    trace_log_check(&s->whole, t, &facts);
  }
  if (q->kind == TASK_PATH && answers(&s->found)) {
    check_segments(s, t, q);
    check_string(s, t, q);
  }
}

static void trace_changes_nothing(test_state *t) {
  static const task_kind kinds[] = {TASK_PATH, TASK_PATH, TASK_ROUTE, TASK_COSTS, TASK_REACH};
  for (uint64_t i = 0; test_more(t, i, 100, 20000); i++) {
    traced s;
    if (!traced_make(&s, t, i)) {
      continue;
    }
    for (int k = 0; k < 18 && t->failures == 0; k++) {
      task_question q = {.kind = k % 4 == 3 ? TASK_ROUTE : TASK_PATH};
      if (k < 10) {
        task_question_draw(&q, kinds[k % 5], &s.f, true);
      } else { /* a plain path between two cells, which has the longest trace */
        q.query = model_fixture_query(&s.f);
      }
      ask_thrice(&s, t, &q);
      check_log(&s, t, &q);
      const bool by_labels = s.found.stats.method == OVL_METHOD_LABELS &&
                             trace_log_count(&s.whole, OVL_TRACE_ROUTE, COARSE) != 0;
      CHECK(t, k < 10 || !by_labels || trace_log_count(&s.whole, OVL_TRACE_LABEL, COARSE) != 0,
            "no label");
    }
    traced_free(&s);
  }
}

/* ---- Segments of routes --------------------------------------------------- */

/* All expansions of a segment are told, and at its end the segment itself. */
static void check_segment_log(const traced *s, test_state *t, const task_question *q) {
  const trace_log *log = &s->whole;
  const ovl_trace_event *last = log->count != 0 ? &log->events[log->count - 1] : NULL;
  CHECK(t, trace_log_count(log, OVL_TRACE_SEGMENT, FINE) == 1, "not one segment");
  CHECK(t,
        last != NULL && last->kind == OVL_TRACE_SEGMENT && last->g == s->found.path.cost &&
            ends_in(last, q->route->position, s->found.route.position),
        "the last event is not the segment");
  CHECK(t, trace_log_count(log, OVL_TRACE_EXPAND, FINE) == s->found.stats.fine_expanded,
        "not all expansions were told");
}

/* Gives the traced planner's place to a new one: what is kept of a route is not searched again. */
static void renew_planner(traced *s, test_state *t, trace_log *log) {
  ovl_planner_destroy(s->other);
  s->other = fixture_turn_planner(t, s->f.world);
  ovl_planner_trace_segments(s->other, trace_log_take, log);
  trace_log_clear(log);
}

static void ask_segment(void *user, test_state *t, const task_question *q) {
  traced *s = user;
  ovl_planner_destroy(s->planner);
  s->planner = fixture_turn_planner(t, s->f.world);
  task_ask(&s->silent, q, s->planner, s->f.world);
  renew_planner(s, t, &s->whole);
  task_ask(&s->found, q, s->other, s->f.world);
  check_alike(s, t, "with one");
  if (s->found.result == OVL_OK) {
    check_segment_log(s, t, q);
  }
  renew_planner(s, t, &s->sliced);
  draw_slices(s, t, q);
}

static void trace_of_segments(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 80, 20000); i++) {
    traced s;
    if (!traced_make(&s, t, i)) {
      continue;
    }
    for (int k = 0; k < 4 && t->failures == 0; k++) {
      task_question q;
      task_question_draw(&q, TASK_ROUTE, &s.f, false);
      model_fixture_context(&s.f, t, &q.query);
      task_ask(&s.silent, &q, s.planner, s.f.world);
      if (s.silent.result == OVL_OK || s.silent.result == OVL_MORE_ROOM) {
        task_segments(t, &q, &s.silent, ask_segment, &s);
      }
    }
    traced_free(&s);
  }
}

/* ---- Some kinds of events -------------------------------------------------- */

/* The events of some kinds are those of a whole log, in their order. */
static void check_kinds(const traced *s, test_state *t, uint32_t kinds) {
  trace_log kept = {.count = 0};
  for (size_t i = 0; i < s->whole.count; i++) {
    if ((kinds >> s->whole.events[i].kind & 1) != 0) {
      trace_log_take(&kept, &s->whole.events[i]);
    }
  }
  const size_t difference = trace_log_difference(&kept, &s->sliced);
  CHECK(t, difference == SIZE_MAX, "of kinds %#" PRIx32 " event %zu of %zu is another one", kinds,
        difference, kept.count);
  trace_log_free(&kept);
}

static void trace_of_kinds(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 20000); i++) {
    traced s;
    if (!traced_make(&s, t, i)) {
      continue;
    }
    for (int k = 0; k < 8 && t->failures == 0; k++) {
      task_question q = {.kind = k % 2 == 0 ? TASK_ROUTE : TASK_PATH};
      q.query = model_fixture_query(&s.f);
      ask_thrice(&s, t, &q);
      ovl_query_more more;
      const task_question asked = with_trace(&q, &more, &s.sliced);
      const uint32_t kinds = (uint32_t)test_random_between(&s.f.random, 0, (1 << 13) - 1);
      trace_log_clear(&s.sliced);
      ovl_planner_trace_kinds(s.other, kinds);
      task_ask(&s.found, &asked, s.other, s.f.world);
      ovl_planner_trace_kinds(s.other, UINT32_MAX);
      check_alike(&s, t, "with some kinds of events");
      check_kinds(&s, t, kinds);
    }
    traced_free(&s);
  }
}

/* ---- Stages ---------------------------------------------------------------- */

/* A path that is found has been resolved, refined and written, in this order. */
static void trace_names_the_stages_of_a_path_in_order(test_state *t) {
  static const char *const in_order[] = {"resolve the ends", "refine the segments",
                                         "write the path"};
  for (uint64_t i = 0; test_more(t, i, 40, 4000); i++) {
    traced s;
    if (!traced_make(&s, t, i)) {
      continue;
    }
    task_question q = {.kind = TASK_PATH, .query = model_fixture_query(&s.f)};
    model_fixture_context(&s.f, t, &q.query);
    ask_thrice(&s, t, &q);
    size_t found = 0;
    const size_t all = sizeof in_order / sizeof *in_order;
    for (size_t at = 0; at < s.whole.count; at++) {
      const ovl_trace_event *event = &s.whole.events[at];
      CHECK(t, (event->kind == OVL_TRACE_STAGE) == (event->stage != NULL), "event %zu", at);
      found += event->stage != NULL && found < all && strcmp(event->stage, in_order[found]) == 0;
    }
    CHECK(t, found == all || (s.found.result != OVL_OK && s.found.result != OVL_MORE_ROOM),
          "%zu stages of %zu", found, all);
    traced_free(&s);
  }
}

const test_entry test_trace_table[] = {
    {"trace_changes_nothing", trace_changes_nothing},
    {"trace_of_segments", trace_of_segments},
    {"trace_of_kinds", trace_of_kinds},
    {"trace_names_the_stages_of_a_path_in_order", trace_names_the_stages_of_a_path_in_order},
    {NULL, NULL}};
