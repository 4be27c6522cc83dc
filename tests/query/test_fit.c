/* Planners that were made for one world and asked in another, with any kind of query: those that
 * own their memory refit and answer as one that was made for it; those in a block say how much they
 * need. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"

enum { RESIDENT_BYTES = 4 << 20, QUESTIONS = 8, SIDE = 768, SCATTERED = 1000, COSTS = 100 };

/* A world in memory, opened in place or by a reader, and the world that the planner under test was
 * made for. */
typedef struct fit_worlds {
  model_fixture f, other;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *opened; /* NULL: it is asked in memory */
} fit_worlds;

static model_world draw_model(uint64_t seed, uint32_t features) {
  const bool is_over = seed % 3 == 0;
  model_limits limits = is_over ? model_overlay_limits() : model_usual_limits();
  limits.max_side = limits.max_side < 120 ? limits.max_side : 120;
  return model_world_make(seed, features, limits);
}

static bool fit_worlds_make(fit_worlds *w, test_state *t, uint64_t index) {
  memset(w, 0, sizeof *w);
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 1234};
  uint32_t small = (uint32_t)test_random_next(&random);
  small &= (uint32_t)test_random_next(&random); /* a quarter of all features */
  const bool is_paged = test_random_percent(&random, 40);
  if (!model_fixture_make(&w->other, t, draw_model(seed + 77777, small & MODEL_ALL))) {
    return false;
  }
  const bool is_made =
      is_paged ? paged_fixture_make(&w->f, t, index, model_usual_limits())
               : model_fixture_make(
                     &w->f, t, draw_model(seed, (uint32_t)test_random_next(&random) & MODEL_ALL));
  if (!is_made) {
    model_fixture_free(&w->other);
    return false;
  }
  if (is_paged) {
    w->bytes = fixture_save(t, w->f.world);
    w->reader = paged_reader_of(&w->bytes, seed);
    const ovl_result result = paged_open_read(&w->reader, RESIDENT_BYTES, &w->opened);
    CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result));
  }
  return true;
}

static const ovl_world *asked_world(const fit_worlds *w) {
  return w->opened != NULL ? w->opened : w->f.world;
}

static void fit_worlds_free(fit_worlds *w) {
  ovl_world_close(w->opened);
  free(w->bytes.bytes);
  model_fixture_free(&w->f);
  model_fixture_free(&w->other);
}

/* A planner in a block of `bytes`, or of its own size if that is 0; the block stands behind. */
static ovl_planner *planner_in_block(test_state *t, const ovl_world *world, uint64_t bytes,
                                     bool turn_costs, void **block) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  def.max_bytes = (size_t)bytes;
  def.turn_costs = turn_costs;
  def.block_bytes = ovl_planner_bytes(&def);
  *block = test_bytes(def.block_bytes + 16);
  def.block = (uint8_t *)*block + (16 - (uintptr_t)*block % 16) % 16;
  ovl_fault fault;
  const ovl_result made = ovl_planner_create(&def, &planner, &fault);
  CHECK(t, made == OVL_OK, "a planner in a block: %s: %" PRIu64 ", not %" PRIu64, fault.what,
        fault.found, fault.expected);
  return planner;
}

typedef struct fit_answers {
  task_answer expected, found;
} fit_answers;

static void compare(test_state *t, fit_answers *a, const task_question *q, const char *who) {
  paged_answer_trim(&a->expected, q);
  paged_answer_trim(&a->found, q);
  const char *difference = task_difference(&a->expected, &a->found);
  CHECK(t, difference == NULL, "kind %d: %s; made for it '%s', %s '%s'", (int)q->kind, difference,
        ovl_result_text(a->expected.result), who, ovl_result_text(a->found.result));
}

/* ---- Planners that own their memory ---------------------------------------------------- */

static void own_memory_is_refitted(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 6000); i++) {
    fit_worlds w;
    fit_answers a;
    if (!fit_worlds_make(&w, t, i)) {
      continue;
    }
    task_answer_make(&a.expected, &w.f);
    task_answer_make(&a.found, &w.f);
    counting_allocator counts = {0};
    ovl_planner_def def = {.world = w.other.world};
    ovl_planner *planner = NULL;
    def.allocator = counting_allocator_hooks(&counts);
    CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
    for (int k = 0; k < QUESTIONS && t->failures == 0; k++) {
      task_question q;
      task_question_draw(&q, (task_kind)(k % TASK_KINDS), &w.f, true);
      q.kind = q.kind == TASK_NEXT ? TASK_PATH : q.kind;
      ovl_planner *made = fixture_turn_planner(t, asked_world(&w));
      task_ask(&a.expected, &q, made, asked_world(&w));
      const bool is_ahead = test_random_percent(&w.f.random, 50);
      if (is_ahead) {
        const ovl_result fitted = ovl_planner_fit(planner, asked_world(&w), &q.query);
        CHECK(t, fitted == OVL_OK || fitted == OVL_BAD_ARGUMENT, "%s", ovl_result_text(fitted));
      }
      const uint64_t before = counts.allocations;
      task_ask(&a.found, &q, planner, asked_world(&w));
      CHECK(t, a.found.result != OVL_PLANNER_TOO_SMALL, "too small");
      CHECK(t, counts.allocations <= before + (is_ahead ? 0 : 1), "%" PRIu64 " allocations",
            counts.allocations - before);
      compare(t, &a, &q, "refitted");
      ovl_planner_destroy(made);
    }
    ovl_planner_destroy(planner);
    CHECK(t, counts.live == 0 && counts.wrong_releases == 0, "memory is left");
    task_answer_free(&a.expected);
    task_answer_free(&a.found);
    fit_worlds_free(&w);
  }
}

static void no_memory_leaves_a_planner_as_it_was(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    fit_worlds w;
    task_answer found;
    if (!fit_worlds_make(&w, t, i)) {
      continue;
    }
    task_answer_make(&found, w.f.capacity > w.other.capacity ? &w.f : &w.other);
    counting_allocator counts = {.fail_at = 2};
    ovl_planner_def def = {.world = w.other.world};
    ovl_planner *planner = NULL;
    def.allocator = counting_allocator_hooks(&counts);
    CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
    task_question q;
    task_question_draw(&q, TASK_PATH, &w.f, true);
    task_ask(&found, &q, planner, asked_world(&w));
    CHECK(t, (found.result == OVL_NO_MEMORY) == (counts.allocations == 2), "%s after %" PRIu64,
          ovl_result_text(found.result), counts.allocations);
    task_question_draw(&q, TASK_PATH, &w.other, false);
    task_ask(&found, &q, planner, w.other.world);
    CHECK(t, found.result != OVL_NO_MEMORY && found.result != OVL_PLANNER_TOO_SMALL,
          "in its own world: %s", ovl_result_text(found.result));
    ovl_planner_destroy(planner);
    task_answer_free(&found);
    fit_worlds_free(&w);
  }
}

/* ---- Planners in a block ----------------------------------------------------------------- */

/* Asks a planner in a block that is too small what it needs, and asks one of that size. */
static void ask_again(const fit_worlds *w, test_state *t, fit_answers *a, const task_question *q,
                      const ovl_planner *small) {
  const ovl_fault *fault = ovl_planner_fault(small);
  const uint64_t needed = ovl_planner_stats(small).bytes_needed;
  const bool turns = strcmp(fault->what, "turn_costs") == 0;
  CHECK(t, needed != 0 && fault->expected == needed, "'%s': %" PRIu64 ", needs %" PRIu64,
        fault->what, fault->expected, needed);
  void *block;
  ovl_planner *enough = planner_in_block(t, asked_world(w), needed, turns, &block);
  if (enough != NULL) {
    task_ask(&a->found, q, enough, asked_world(w));
    compare(t, a, q, "with what it needs");
  }
  free(block);
}

static void a_block_says_what_it_needs(test_state *t) {
  uint64_t small = 0;
  for (uint64_t i = 0; test_more(t, i, 150, 6000); i++) {
    fit_worlds w;
    fit_answers a;
    if (!fit_worlds_make(&w, t, i)) {
      continue;
    }
    task_answer_make(&a.expected, &w.f);
    task_answer_make(&a.found, &w.f);
    void *block;
    ovl_planner *planner = planner_in_block(t, w.other.world, 0, false, &block);
    for (int k = 0; k < QUESTIONS && t->failures == 0; k++) {
      task_question q;
      task_question_draw(&q, (task_kind)(k % TASK_KINDS), &w.f, true);
      q.kind = q.kind == TASK_NEXT ? TASK_PATH : q.kind;
      ovl_planner *made = fixture_turn_planner(t, asked_world(&w));
      task_ask(&a.expected, &q, made, asked_world(&w));
      const ovl_result fitted = ovl_planner_fit(planner, asked_world(&w), &q.query);
      const uint64_t needed = ovl_planner_stats(planner).bytes_needed;
      CHECK(t, (fitted == OVL_PLANNER_TOO_SMALL) == (needed != 0), "%s", ovl_result_text(fitted));
      task_ask(&a.found, &q, planner, asked_world(&w));
      if (a.found.result == OVL_PLANNER_TOO_SMALL) {
        small++;
        CHECK(t, fitted == OVL_PLANNER_TOO_SMALL && a.found.path.count == 0, "fitted: %s",
              ovl_result_text(fitted));
        ask_again(&w, t, &a, &q, planner);
      } else {
        compare(t, &a, &q, "in a block");
      }
      ovl_planner_destroy(made);
    }
    free(block);
    task_answer_free(&a.expected);
    task_answer_free(&a.found);
    fit_worlds_free(&w);
  }
  CHECK(t, t->failures != 0 || small > 20, "%" PRIu64 " were too small", small);
}

/* ---- Many waypoints -------------------------------------------------------------------- */

/* A world of many waypoints. */
static ovl_world *bake_large(test_state *t, uint64_t seed) {
  test_random random = {seed};
  ovl_bake_def def = {.width = SIDE, .height = SIDE};
  def.tuning.region_cells = 8;
  def.tuning.spacing_cells = 2;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  return fixture_bake_rocks(t, &random, def, 80);
}

static ovl_cell draw_in(test_random *random) {
  return (ovl_cell){test_random_between(random, 0, SIDE - 1),
                    test_random_between(random, 0, SIDE - 1), 0};
}

/* Makes the number-th kind of query; each would spread over the whole world, or search it. */
static void draw_kind(int number, ovl_query *query, ovl_query_more *more, ovl_cell *cells,
                      test_random *random) {
  *query = (ovl_query){0};
  *more = (ovl_query_more){0};
  query->more = more;
  query->move_start = query->move_goal = true;
  query->start = draw_in(random);
  query->goal = draw_in(random);
  query->nearest = number == 4;
  more->goal_kind = number == 0                  ? OVL_GOAL_WITHIN
                    : number == 1                ? OVL_GOAL_RECT
                    : number == 2 || number == 3 ? OVL_GOAL_SET
                                                 : OVL_GOAL_CELL;
  more->goal_radius = 10;
  more->goal_w = more->goal_h = 20;
  for (int i = 0; i < SCATTERED; i++) {
    cells[i] = draw_in(random);
  }
  more->goal_cells = cells;
  more->goal_count = number == 2 ? 3 : SCATTERED;
  more->turn_cost = number == 5 ? 500 : 0;
}

static void every_kind_is_answered_in_a_large_world(test_state *t) {
  const uint64_t seed = test_begin_case(t, 0);
  test_random random = {seed};
  ovl_world *world = bake_large(t, seed);
  ovl_world_info info;
  ovl_planner *planner = NULL;
  ovl_planner_def def = {.world = world};
  if (world == NULL || !CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner")) {
    ovl_world_close(world);
    return;
  }
  ovl_world_describe(world, &info);
  CHECK(t, info.graph.waypoints > 1 << 15, "%" PRIu64 " waypoints", info.graph.waypoints);
  ovl_cell *cells = test_bytes(SCATTERED * sizeof *cells);
  ovl_cell *points = test_bytes((size_t)SIDE * SIDE * sizeof *points);
  ovl_range_cell *reached = test_bytes((size_t)SIDE * SIDE * sizeof *reached);
  static uint64_t costs[COSTS];
  for (int k = 0; k < 60 && t->failures == 0; k++) {
    ovl_query query;
    ovl_query_more more;
    size_t needed;
    draw_kind(k % 6, &query, &more, cells, &random);
    ovl_path path = {.points = points, .capacity = (size_t)SIDE * SIDE};
    const ovl_result found = ovl_find_path(planner, world, &query, &path);
    const ovl_result all = ovl_find_costs(planner, world, &query, cells, COSTS, costs);
    const ovl_result range =
        ovl_find_range(planner, world, &query, (uint64_t)200 * OVL_STRAIGHT_COST, reached,
                       (size_t)SIDE * SIDE, &needed);
    CHECK(t,
          (found == OVL_OK || found == OVL_UNREACHABLE || found == OVL_GOAL_BLOCKED) &&
              all == OVL_OK && range == OVL_OK,
          "kind %d: path '%s', costs '%s', range '%s'", k % 6, ovl_result_text(found),
          ovl_result_text(all), ovl_result_text(range));
  }
  free(cells);
  free(points);
  free(reached);
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* A planner of limited size stays as it is where turns that cost take more: its other answers do as
 * well. */
static void a_limit_is_kept(test_state *t) {
  ovl_world *world = bake_large(t, test_begin_case(t, 0));
  ovl_planner *planner = NULL;
  ovl_planner_def def = {.world = world};
  ovl_query_more more = {0};
  ovl_query query = {0};
  ovl_path path = {.capacity = 0};
  def.max_bytes = world != NULL ? ovl_planner_bytes(&def) : 0;
  if (world != NULL && CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner")) {
    more.turn_cost = 100;
    query.move_start = query.move_goal = true;
    query.goal = (ovl_cell){SIDE - 1, SIDE - 1, 0};
    const ovl_result before = ovl_find_path(planner, world, &query, &path);
    query.more = &more;
    const ovl_result turns = ovl_find_path(planner, world, &query, &path);
    query.more = NULL;
    const ovl_result after = ovl_find_path(planner, world, &query, &path);
    CHECK(t, before == OVL_MORE_ROOM && after == before && turns == OVL_PLANNER_TOO_SMALL,
          "before '%s', turns '%s', after '%s'", ovl_result_text(before), ovl_result_text(turns),
          ovl_result_text(after));
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

const test_entry test_fit_table[] = {
    {"fit/own-memory-is-refitted", own_memory_is_refitted},
    {"fit/no-memory-leaves-a-planner-as-it-was", no_memory_leaves_a_planner_as_it_was},
    {"fit/a-block-says-what-it-needs", a_block_says_what_it_needs},
    {"fit/every-kind-is-answered-in-a-large-world", every_kind_is_answered_in_a_large_world},
    {"fit/a-limit-is-kept", a_limit_is_kept},
    {NULL, NULL},
};
