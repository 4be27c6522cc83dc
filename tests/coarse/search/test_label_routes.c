/* Routes by labels, over plain ground, slopes and links, at rest and after edits that were
 * refreshed: their costs against those of a search of the same graph, walks and paths against the
 * judge. */
#include <inttypes.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"

enum { QUERIES = 8, ROUNDS = 3 };

/* Grounds of worlds with labels: plain; with heights, where rise and fall cost; with links. */
typedef enum label_ground { GROUND_PLAIN, GROUND_SLOPES, GROUND_LINKS, GROUNDS } label_ground;

typedef struct label_counts {
  uint32_t routes[GROUNDS];
  uint32_t equal, steep; /* on slopes where rise costs as fall, and with limits */
  uint32_t linked;       /* paths over links */
} label_counts;

static uint32_t features_of(label_ground ground, uint64_t seed) {
  static const uint32_t plain =
      MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
  static const uint32_t slopes[] = {MODEL_CLIMB_COST, MODEL_CLIMB_COST | MODEL_DROP_COST,
                                    MODEL_DROP_COST | MODEL_LIMITS,
                                    MODEL_CLIMB_COST | MODEL_DROP_COST | MODEL_LIMITS};
  static const uint32_t more[] = {0, MODEL_WEIGHTS, MODEL_SIZE | MODEL_CORNERS,
                                  MODEL_SIZE | MODEL_EXTRA | MODEL_FLOORS};
  static const uint32_t links[] = {MODEL_ONE_WAY, MODEL_TWO_WAY, MODEL_ONE_WAY | MODEL_TWO_WAY};
  return ground == GROUND_PLAIN    ? (uint32_t)(seed * 2654435761u) & plain
         : ground == GROUND_SLOPES ? slopes[seed % 4] | more[seed / 4 % 4]
                                   : links[seed % 3] | more[seed / 3 % 4];
}

/* Limits of rise and fall are equal, or there are none; many slopes are gentle. */
static void balance_slopes(model_world *model, test_random *random) {
  for (int32_t p = 0; p < model->profile_count; p++) {
    ovl_profile_def *profile = &model->profiles[p];
    profile->max_drop = profile->max_climb;
    profile->climb_cost %= 3000;
    profile->drop_cost %= 3000;
    if (test_random_percent(random, 50)) {
      profile->drop_cost = profile->climb_cost;
    }
  }
  for (int32_t i = 0; i < model->floor_count && test_random_percent(random, 60); i++) {
    model_floor *floor = &model->floors[i];
    for (int32_t cell = 0; floor->heights != NULL && cell < floor->width * floor->height; cell++) {
      floor->heights[cell] =
          (uint16_t)(cell % floor->width / 5 + test_random_between(random, 0, 1));
    }
  }
}

/* Cheap links form chains. */
static void cheapen_links(model_world *model, test_random *random) {
  for (int32_t i = 0; i < model->link_count && test_random_percent(random, 50); i++) {
    model->links[i].cost = 1 + model->links[i].cost % 5000;
    model->links[i].cost_back = model->links[i].cost_back == 0 ? 0 : model->links[i].cost;
  }
}

static bool make_labelled(model_fixture *f, test_state *t, uint64_t index, label_ground ground) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  const model_limits limits = {.max_side = test_random_percent(&random, 50) ? 60 : 130,
                               .max_region = 16,
                               .most_profiles = 2};
  model_world model = model_world_make(seed, features_of(ground, seed), limits);
  model.tuning.label_bytes = 255;
  model.tuning.overlays = OVL_OVERLAYS_AUTO;
  if (ground == GROUND_SLOPES) {
    balance_slopes(&model, &random);
  }
  cheapen_links(&model, &random);
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

/* Where turns cost, labels may not win by a route that counts steps alone and doubles back: so it
 * is with ends that are close together. */
static void check_turns(model_fixture *f, test_state *t, ovl_query query) {
  f->more = (ovl_query_more){0};
  query.more = &f->more;
  f->more.turn_cost = (uint32_t)test_random_between(&f->random, 1, 1 << 13);
  for (int i = 0; i < 8 && t->failures == 0; i++) {
    query.goal.x = query.start.x + test_random_between(&f->random, -8, 8);
    query.goal.y = query.start.y + test_random_between(&f->random, -8, 8);
    query.goal.floor = query.start.floor;
    const ovl_result expected = model_fixture_expected(f, &query);
    ovl_path path = model_fixture_path(f);
    const ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
    CHECK(t, result == expected, "path with few turns: '%s', Dijkstra '%s'",
          ovl_result_text(result), ovl_result_text(expected));
    if (result == OVL_OK) {
      model_fixture_check_path(f, t, &query, query.goal, &path);
    }
  }
}

static void ask_routes(model_fixture *f, test_state *t, label_ground ground, label_counts *counts) {
  for (int k = 0; k < QUERIES && t->failures == 0; k++) {
    const ovl_query query = model_fixture_query(f);
    const ovl_profile_def *profile = &f->model.profiles[query.profile];
    ovl_profile_info info;
    ovl_world_profile(f->world, query.profile, &info);
    if (info.graph.labels != OVL_LABELS_HELD || info.directed == (ground == GROUND_PLAIN)) {
      continue;
    }
    model_fixture_context(f, t, &query);
    const ovl_path path = model_fixture_check_labels(f, t, query);
    counts->routes[ground]++;
    counts->equal += ground == GROUND_SLOPES && profile->climb_cost == profile->drop_cost;
    counts->steep += ground == GROUND_SLOPES && profile->max_climb != 0;
    counts->linked += path.link_count != 0;
    if (path.count != 0 && t->failures == 0) {
      check_turns(f, t, query);
    }
  }
}

static void label_routes_equal_a_search_before_and_after_edits(test_state *t) {
  label_counts counts = {{0}, 0, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 300, 12000); i++) {
    const label_ground ground = (label_ground)(i % GROUNDS);
    model_fixture f;
    if (!make_labelled(&f, t, i, ground)) {
      continue;
    }
    ask_routes(&f, t, ground, &counts);
    for (int round = 1; round < ROUNDS && t->failures == 0 && model_fixture_edit(&f, t) &&
                        model_fixture_refresh(&f, t, 5000);
         round++) {
      ask_routes(&f, t, ground, &counts);
    }
    model_fixture_free(&f);
  }
  CHECK(t,
        t->failures != 0 ||
            (counts.routes[GROUND_PLAIN] > 300 && counts.routes[GROUND_LINKS] > 100 &&
             counts.linked > 20 && counts.equal > 100 && counts.steep > 100 &&
             counts.routes[GROUND_SLOPES] > counts.equal + 100),
        "%" PRIu32 " plain routes, %" PRIu32 " in worlds with links, %" PRIu32
        " over links, %" PRIu32 " on slopes, %" PRIu32 " of equal costs, %" PRIu32 " with limits",
        counts.routes[GROUND_PLAIN], counts.routes[GROUND_LINKS], counts.linked,
        counts.routes[GROUND_SLOPES], counts.equal, counts.steep);
}

const test_entry test_label_routes_table[] = {
    {"label_routes_equal_a_search_before_and_after_edits",
     label_routes_equal_a_search_before_and_after_edits},
    {NULL, NULL},
};
