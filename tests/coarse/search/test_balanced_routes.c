/* Routes by labels where rise and fall cost, at rest and after edits that were refreshed: their
 * costs against those of a coarse search of the same graph, walks and paths against the judge. */
#include <inttypes.h>
#include <stdlib.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"

enum { QUERIES = 8, ROUNDS = 3 };

typedef struct balanced_counts {
  uint32_t routes, equal, steep; /* by labels; of them where rise costs as fall, and with limits */
} balanced_counts;

/* A world whose profiles have equal limits of rise and fall, or none, with labels. */
static bool make_balanced(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  const uint32_t features[4] = {MODEL_CLIMB_COST, MODEL_CLIMB_COST | MODEL_DROP_COST,
                                MODEL_DROP_COST | MODEL_LIMITS,
                                MODEL_CLIMB_COST | MODEL_DROP_COST | MODEL_LIMITS};
  const uint32_t more[4] = {0, MODEL_WEIGHTS, MODEL_SIZE | MODEL_CORNERS,
                            MODEL_SIZE | MODEL_EXTRA | MODEL_FLOORS};
  model_limits limits = {.max_side = 100, .max_region = 16, .most_profiles = 2};
  model_world model = model_world_make(seed, features[seed % 4] | more[seed / 4 % 4], limits);
  model.tuning.label_bytes = 255;
  for (int32_t p = 0; p < model.profile_count; p++) {
    ovl_profile_def *profile = &model.profiles[p];
    profile->max_drop = profile->max_climb;
    profile->climb_cost %= 3000;
    profile->drop_cost %= 3000;
    if (test_random_percent(&random, 50)) {
      profile->drop_cost = profile->climb_cost;
    }
  }
  for (int32_t i = 0; i < model.floor_count && test_random_percent(&random, 60); i++) {
    model_floor *floor = &model.floors[i]; /* gentle slopes */
    for (int32_t cell = 0; floor->heights != NULL && cell < floor->width * floor->height; cell++) {
      floor->heights[cell] =
          (uint16_t)(cell % floor->width / 5 + test_random_between(&random, 0, 1));
    }
  }
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

static ovl_query balanced_query(model_fixture *f, int32_t profile, int32_t k) {
  ovl_query query = {0};
  query.profile = profile;
  query.start = model_open_cell(&f->model, profile, &f->random);
  query.goal = model_open_cell(&f->model, profile, &f->random);
  query.smoothing = (ovl_smoothing)(k % OVL_SMOOTH_COUNT);
  return query;
}

static void ask_all(model_fixture *f, test_state *t, balanced_counts *counts) {
  for (int32_t k = 0; k < QUERIES && t->failures == 0; k++) {
    const int32_t p = k % f->model.profile_count;
    const ovl_profile_def *profile = &f->model.profiles[p];
    ovl_profile_info info;
    ovl_world_profile(f->world, p, &info);
    if (info.graph.labels == OVL_LABELS_HELD && info.directed) {
      const ovl_query query = balanced_query(f, p, k);
      model_fixture_context(f, t, &query);
      model_fixture_check_labels(f, t, query);
      counts->routes++;
      counts->equal += profile->climb_cost == profile->drop_cost;
      counts->steep += profile->max_climb != 0;
    }
  }
}

static void take_version(model_fixture *f, ovl_world *next) {
  ovl_world_close(f->world);
  f->world = next;
}

/* Edits the world and refreshes it; planner and judges are made anew. */
static bool edit_and_refresh(model_fixture *f, test_state *t) {
  tame_edits edits;
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_apply_def def = {0};
  tame_edits_draw(&edits, &f->model, &f->random);
  ovl_result result = ovl_world_apply(f->world, edits.edits, edits.count, &def, &next, &fault);
  if (!CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what)) {
    return false;
  }
  take_version(f, next);
  ovl_refresh *refresh = NULL;
  bool done = false;
  result = ovl_refresh_create(f->world, NULL, &refresh);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(refresh, (uint64_t)test_random_between(&f->random, 1, 5000), &done);
  }
  result = result == OVL_OK ? ovl_refresh_apply(refresh, f->world, &next) : result;
  ovl_refresh_destroy(refresh);
  if (!CHECK(t, result == OVL_OK, "refresh: %s", ovl_result_text(result))) {
    return false;
  }
  take_version(f, next);
  const ovl_planner_def planner = {.world = f->world};
  ovl_planner_destroy(f->planner);
  f->planner = NULL;
  result = ovl_planner_create(&planner, &f->planner, NULL);
  for (int32_t p = 0; p < f->model.profile_count; p++) {
    model_judge_free(&f->judges[p]);
    f->judges[p] = model_judge_make(&f->model, p);
  }
  return CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
}

static void balanced_routes_equal_a_search_before_and_after_edits(test_state *t) {
  balanced_counts counts = {0, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 96, 6000); i++) {
    model_fixture f;
    if (!make_balanced(&f, t, i)) {
      continue;
    }
    ask_all(&f, t, &counts);
    for (int round = 1; round < ROUNDS && t->failures == 0 && edit_and_refresh(&f, t); round++) {
      ask_all(&f, t, &counts);
    }
    model_fixture_free(&f);
  }
  CHECK(t, counts.equal > 100 && counts.steep > 100 && counts.routes > counts.equal + 100,
        "%" PRIu32 " routes, %" PRIu32 " of equal costs, %" PRIu32 " with limits", counts.routes,
        counts.equal, counts.steep);
}

const test_entry test_balanced_routes_table[] = {
    {"balanced_routes_equal_a_search_before_and_after_edits",
     balanced_routes_equal_a_search_before_and_after_edits},
    {NULL, NULL},
};
