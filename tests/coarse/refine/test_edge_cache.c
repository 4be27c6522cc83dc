/* Tests of edge_cache.h: a planner whose cache is filled, with edges of this world and of another
 * one, answers as a new one does, with the same counts. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query/planner.h"
#include "tests/support/task_answer.h"

static ovl_planner *new_planner(test_state *t, const ovl_world *world) {
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  return planner;
}

/* Asks in slices, in which some searches of edges are paused. */
static void ask_in_slices(test_state *t, model_fixture *f, const task_question *q,
                          task_answer *answer) {
  bool done = false;
  uint64_t spent;
  CHECK(t, task_begin(answer, q, f->planner, f->world) == OVL_OK, "begin");
  while (!done && ovl_task_step(f->planner, 3, &spent, &done) == OVL_OK) {
  }
  task_take(answer, f->planner);
}

/* Asks a new planner and one that has answered before. */
static void check_alike(test_state *t, model_fixture *f, const task_question *q,
                        task_answer answers[2]) {
  ovl_planner *fresh = new_planner(t, f->world);
  task_ask(&answers[0], q, fresh, f->world);
  task_ask(&answers[1], q, f->planner, f->world);
  const char *difference = task_difference(&answers[0], &answers[1]);
  CHECK(t, difference == NULL, "%s: a new planner '%s', a used one '%s'", difference,
        ovl_result_text(answers[0].result), ovl_result_text(answers[1].result));
  ovl_planner_destroy(fresh);
}

/* The paths between few cells, asked for again and again, some with a limit of expansions; between
 * them the planner answers in another world, which has edges between the same cells. */
static uint64_t check_world(test_state *t, model_fixture *f, const ovl_world *other) {
  task_answer answers[2];
  task_answer_make(&answers[0], f);
  task_answer_make(&answers[1], f);
  task_question questions[4];
  uint64_t unfolded = 0;
  for (int k = 0; k < 16 && t->failures == 0; k++) {
    task_question *q = &questions[k % 4];
    if (k < 4) {
      *q = (task_question){.kind = TASK_PATH, .query = model_fixture_query(f)};
      q->more = f->more;
      q->query.more = &q->more;
    }
    q->more.expansion_limit =
        k >= 8 ? (uint64_t)test_random_between(&f->random, 0, 60) : q->more.expansion_limit;
    model_fixture_context(f, t, &q->query);
    if (k % 3 == 0) {
      ask_in_slices(t, f, q, &answers[1]);
    } else if (k % 3 == 1) {
      task_ask(&answers[1], q, f->planner, other);
    }
    check_alike(t, f, q, answers);
  }
  for (uint32_t i = 0; i < f->planner->workspace.unfolded.places; i++) {
    unfolded +=
        f->planner->workspace.unfolded.is_begun && f->planner->workspace.unfolded.tags[i] != 0;
  }
  task_answer_free(&answers[0]);
  task_answer_free(&answers[1]);
  return unfolded;
}

/* A world of the same map with some more rocks. */
static ovl_world *bake_other(test_state *t, model_fixture *f) {
  model_floor *floor = &f->model.floors[0];
  ovl_world *other = NULL;
  for (int32_t i = 0; i < floor->width * floor->height; i++) {
    floor->terrain[i] = test_random_percent(&f->random, 3) ? 0 : floor->terrain[i];
  }
  const ovl_bake_def def = model_bake_def(&f->model);
  CHECK(t, ovl_world_bake(&def, &other, NULL) == OVL_OK, "bake");
  return other;
}

static void used_planners_answer_alike(test_state *t) {
  const model_limits limits = {.max_side = 160, .max_region = 30, .most_profiles = 2};
  uint64_t unfolded = 0;
  uint64_t worlds = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    model_fixture f;
    model_world model = model_world_make(test_begin_case(t, i), 0, limits);
    model.tuning.label_bytes = 255;
    if (model_fixture_make(&f, t, model)) {
      ovl_world *other = bake_other(t, &f);
      unfolded += check_world(t, &f, other);
      worlds++;
      ovl_world_close(other);
      model_fixture_free(&f);
    }
  }
  CHECK(t, unfolded > 4 * worlds, "%" PRIu64 " edges of %" PRIu64 " worlds are kept", unfolded,
        worlds);
}

const test_entry test_edge_cache_table[] = {
    {"edge_cache_used_planners_answer_alike", used_planners_answer_alike},
    {NULL, NULL},
};
