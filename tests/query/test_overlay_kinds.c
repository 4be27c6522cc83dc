/* Paths and costs over overlays in worlds of all kinds, in memory, checked when they are touched,
 * fetched by readers that fail now and then, and edited, against a Dijkstra that is independent of
 * the library: with
 * --long, a million of them. */
#include <inttypes.h>
#include <stdlib.h>

#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"

enum {
  STARTS = 4,
  GOALS_OF_START = 25,
  COSTS_OF_START = 20,
  MOST_TRIES = 5000,
  RESIDENT_BYTES = 8 << 20
};

/* How a world is held. */
typedef struct held_world {
  model_fixture f;
  world_bytes bytes;   /* of the file; NULL: it is in memory alone */
  paged_reader reader; /* of those bytes */
  bool is_failing;
  int edits;
} held_world;

static void hold(held_world *h, ovl_world *world, test_state *t) {
  ovl_planner_destroy(h->f.planner);
  ovl_world_close(h->f.world);
  h->f.world = world;
  h->f.planner = fixture_turn_planner(t, world);
}

/* Opens the world's file in place or by a reader. */
static void reopen(held_world *h, test_state *t, bool is_read) {
  ovl_world *world = NULL;
  h->bytes = fixture_save(t, h->f.world);
  h->reader = paged_reader_of(&h->bytes, t->case_seed);
  const ovl_result result = is_read ? paged_open_read(&h->reader, RESIDENT_BYTES, &world)
                                    : paged_open_in_place(&h->bytes, &world);
  if (CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result))) {
    hold(h, world, t);
  }
}

/* Applies edits, again and again until no read fails. */
static ovl_result apply(held_world *h, const tame_edits *edits, ovl_world **version) {
  ovl_result result = OVL_READ_FAILED;
  ovl_apply_def def = ovl_apply_def_default();
  const ovl_bake_def bake = model_bake_def(&h->f.model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = ovl_world_apply(h->f.world, edits->edits, edits->count, &def, version, NULL);
  }
  return result;
}

/* Applies edits to the world and to its model. */
static void edit(held_world *h, test_state *t) {
  static tame_edits edits;
  ovl_world *version = NULL;
  tame_edits_draw(&edits, &h->f.model, &h->f.random);
  const ovl_result result = apply(h, &edits, &version);
  if (CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result))) {
    hold(h, version, t);
  }
}

static void judge_anew(held_world *h) {
  for (int32_t profile = 0; profile < h->f.model.profile_count; profile++) {
    model_judge_free(&h->f.judges[profile]);
    h->f.judges[profile] = model_judge_make(&h->f.model, profile);
  }
}

static void held_free(held_world *h) {
  model_fixture_free(&h->f);
  free(h->bytes.bytes);
}

static bool held_make(held_world *h, test_state *t, uint64_t index) {
  *h = (held_world){.edits = 0};
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  model_limits limits = model_overlay_limits();
  limits.max_side = test_random_percent(&random, 80) ? 120 : limits.max_side;
  uint32_t features = (uint32_t)test_random_next(&random) & MODEL_ALL;
  features &= test_random_percent(&random, 70) ? (uint32_t)test_random_next(&random) : MODEL_ALL;
  model_world model = model_world_make(seed, features, limits);
  tame_edits_begin(&model);
  if (!model_fixture_make(&h->f, t, model)) {
    return false;
  }
  const int kind = test_random_between(&random, 0, 2);
  if (kind != 0) {
    reopen(h, t, kind == 2);
  }
  h->is_failing = kind == 2 && test_random_percent(&random, 70);
  h->reader.failing_percent = h->is_failing ? test_random_between(&random, 1, 40) : 0;
  /* Edits that make a profile directed need all regions of a world that is read. */
  const uint32_t may_direct = MODEL_LIMITS | MODEL_CLIMB_COST | MODEL_DROP_COST;
  const bool is_edited =
      test_random_percent(&random, 50) && !(kind == 2 && (features & may_direct) != 0);
  h->edits = is_edited ? test_random_between(&random, 1, 4) : 0;
  for (int i = 0; i < h->edits && t->failures == 0; i++) {
    edit(h, t);
  }
  judge_anew(h);
  return true;
}

/* ---- Queries -------------------------------------------------------------------- */

static ovl_result find(held_world *h, const ovl_query *query, ovl_path *path) {
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    *path = model_fixture_path(&h->f);
    result = ovl_find_path(h->f.planner, h->f.world, query, path);
  }
  return result;
}

static ovl_result judged(const model_fixture *f, const ovl_query *query) {
  const model_judge *judge = &f->judges[query->profile];
  return model_weight(&f->model, query->profile, query->start) == 0    ? OVL_START_BLOCKED
         : model_weight(&f->model, query->profile, query->goal) == 0   ? OVL_GOAL_BLOCKED
         : model_judge_distance(judge, query->goal) == MODEL_UNREACHED ? OVL_UNREACHABLE
                                                                       : OVL_OK;
}

static void check_answer(held_world *h, test_state *t, const ovl_query *query) {
  model_fixture *f = &h->f;
  ovl_path path;
  const ovl_result expected = judged(f, query);
  const ovl_result result = find(h, query, &path);
  if (!CHECK(t, result == expected, "answer '%s', Dijkstra says '%s' (%d edits, failing %d)",
             ovl_result_text(result), ovl_result_text(expected), h->edits, h->is_failing) ||
      result != OVL_OK || !model_fixture_check_path(f, t, query, query->goal, &path)) {
    return;
  }
  const uint64_t least = model_judge_distance(&f->judges[query->profile], query->goal);
  CHECK(t, path.cost >= least && model_fixture_is_near(f, query->profile, path.cost, least),
        "cost %" PRIu64 ", Dijkstra says %" PRIu64 " (%d edits, failing %d)", path.cost, least,
        h->edits, h->is_failing);
}

/* Costs from one start, in one search; they are those of paths over waypoints, which may cost more
 * than short paths do. */
static void check_costs_from(held_world *h, test_state *t, const ovl_query *query) {
  model_fixture *f = &h->f;
  const model_judge *judge = &f->judges[query->profile];
  ovl_cell cells[COSTS_OF_START];
  uint64_t costs[COSTS_OF_START];
  ovl_result result = OVL_READ_FAILED;
  for (int i = 0; i < COSTS_OF_START; i++) {
    cells[i] = model_open_cell(&f->model, query->profile, &f->random);
  }
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = ovl_find_costs(f->planner, f->world, query, cells, COSTS_OF_START, costs);
  }
  for (int i = 0; result == OVL_OK && i < COSTS_OF_START && t->failures == 0; i++) {
    const uint64_t least = model_judge_distance(judge, cells[i]);
    const uint64_t most = costs[i] - costs[i] / 4;
    CHECK(t, (costs[i] == UINT64_MAX) == (least == MODEL_UNREACHED) && costs[i] >= least,
          "cost %" PRIu64 ", Dijkstra says %" PRIu64, costs[i], least);
    CHECK(t, least == MODEL_UNREACHED || model_fixture_is_near(f, query->profile, most, least),
          "cost %" PRIu64 " is far above %" PRIu64, costs[i], least);
  }
  const bool is_open = model_weight(&f->model, query->profile, query->start) != 0;
  CHECK(t, result == (is_open ? OVL_OK : OVL_START_BLOCKED), "costs: %s", ovl_result_text(result));
}

/* Paths from one start to cells that were drawn. */
static void ask_from_start(held_world *h, test_state *t) {
  model_fixture *f = &h->f;
  ovl_query query = model_fixture_query(f);
  query.more = NULL;
  if (model_weight(&f->model, query.profile, query.start) != 0) {
    model_judge_run(&f->judges[query.profile], query.start, false);
  }
  for (int i = 0; i < GOALS_OF_START && t->failures == 0; i++) {
    query.goal = model_open_cell(&f->model, query.profile, &f->random);
    query.smoothing = (ovl_smoothing)test_random_between(&f->random, 0, OVL_SMOOTH_COUNT - 1);
    model_fixture_context(f, t, &query);
    check_answer(h, t, &query);
  }
  if (t->failures == 0) {
    check_costs_from(h, t, &query);
  }
}

static void overlay_kinds_agree_with_dijkstra(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 10000); i++) {
    static held_world h;
    if (!held_make(&h, t, i)) {
      continue;
    }
    for (int k = 0; k < STARTS && t->failures == 0; k++) {
      ask_from_start(&h, t);
    }
    held_free(&h);
  }
}

const test_entry test_overlay_kinds_table[] = {
    {"overlay_kinds_agree_with_dijkstra", overlay_kinds_agree_with_dijkstra},
    {NULL, NULL},
};
