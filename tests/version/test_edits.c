/* Tests that an edited world equals a bake of the edited map, in its bytes and in all that it
 * reports. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/fixture.h"
#include "tests/support/test.h"

/* A model and a world that get the same edits. */
typedef struct edited {
  model_world model;
  ovl_world *world;
  test_random random;
  tame_edits edits;
  ovl_overlays overlays;
} edited;

static uint32_t features_of(uint64_t seed) {
  test_random random = {seed};
  const uint32_t one = (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
  const uint32_t two = (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
  return test_random_percent(&random, 25) ? 0 : one | two;
}

static ovl_bake_def bake_def(edited *e) {
  ovl_bake_def def = model_bake_def(&e->model);
  def.more.blocked_links = true;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.tuning.overlays = e->overlays;
  return def;
}

static bool begin(edited *e, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  memset(e, 0, sizeof *e);
  e->random.state = seed ^ 0x2545F4914F6CDD1Du;
  e->model = model_world_make(seed, features_of(seed), model_usual_limits());
  e->overlays = seed % 2 == 0 ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  tame_edits_begin(&e->model);
  const ovl_bake_def def = bake_def(e);
  ovl_fault fault = {"", 0, 0, 0};
  if (!CHECK(t, ovl_world_bake(&def, &e->world, &fault) == OVL_OK, "bake: %s", fault.what)) {
    model_world_free(&e->model);
    return false;
  }
  char words[200];
  model_feature_words(e->model.features, words, sizeof words);
  test_context(t, "%s, region %d spacing %d, %d profiles", words, e->model.tuning.region_cells,
               e->model.tuning.spacing_cells, e->model.profile_count);
  return true;
}

static void end(edited *e) {
  ovl_world_close(e->world);
  model_world_free(&e->model);
}

static ovl_apply_def apply_def(edited *e) {
  ovl_apply_def def = {0};
  const ovl_bake_def bake = model_bake_def(&e->model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return def;
}

/* Applies the edits that were drawn to the world, which their version replaces. */
static bool apply(edited *e, test_state *t) {
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_apply_def def = apply_def(e);
  const ovl_result result =
      ovl_world_apply(e->world, e->edits.edits, e->edits.count, &def, &next, &fault);
  if (!CHECK(t, result == OVL_OK, "apply: %s (%s %" PRIu64 ")", ovl_result_text(result), fault.what,
             fault.where)) {
    return false;
  }
  ovl_world_close(e->world);
  e->world = next;
  return true;
}

/* Checks that the world is saved with the primary sections and fingerprints of a bake of the model,
 * and that its file can be opened. */
static void check_saved(edited *e, test_state *t) {
  const ovl_bake_def def = bake_def(e);
  ovl_world *baked = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  if (!CHECK(t, ovl_world_bake(&def, &baked, &fault) == OVL_OK, "bake anew: %s", fault.what)) {
    return;
  }
  fixture_check_same(t, baked, e->world, "edited");
  const world_bytes is = fixture_save(t, e->world);
  ovl_world *opened = NULL;
  CHECK(t, ovl_world_open(is.bytes, is.count, NULL, &opened, &fault) == OVL_OK, "open: %s",
        fault.what);
  ovl_world_close(opened);
  free(is.bytes);
  ovl_world_close(baked);
}

/* Checks that the counts and cells that the world reports are those of a bake of the model. */
static void check_reported(edited *e, test_state *t) {
  const ovl_bake_def def = bake_def(e);
  ovl_world *baked = NULL;
  if (!CHECK(t, ovl_world_bake(&def, &baked, NULL) == OVL_OK, "bake anew")) {
    return;
  }
  for (int32_t profile = 0; profile < e->model.profile_count; profile++) {
    ovl_profile_info is;
    ovl_profile_info should;
    ovl_world_profile(e->world, profile, &is);
    ovl_world_profile(baked, profile, &should);
    CHECK(t,
          is.open_cells == should.open_cells && is.graph.waypoints == should.graph.waypoints &&
              is.graph.edges == should.graph.edges && is.islands == should.islands &&
              is.directed == should.directed,
          "profile %d: open %" PRIu64 "/%" PRIu64 " waypoints %" PRIu64 "/%" PRIu64
          " islands %" PRIu64 "/%" PRIu64,
          profile, is.open_cells, should.open_cells, is.graph.waypoints, should.graph.waypoints,
          is.islands, should.islands);
    for (uint32_t node = 0; node < e->model.node_count; node++) {
      const ovl_cell cell = model_cell(&e->model, node);
      if (!CHECK(t,
                 ovl_world_weight(e->world, profile, cell) ==
                         model_weight(&e->model, profile, cell) &&
                     ovl_world_terrain(e->world, cell) == ovl_world_terrain(baked, cell) &&
                     ovl_world_height(e->world, cell) == ovl_world_height(baked, cell),
                 "cell %d,%d", cell.x, cell.y)) {
        break;
      }
    }
  }
  ovl_world_close(baked);
}

/* ---- Tests ------------------------------------------------------------------- */

static void edit_equals_rebake(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 20000); i++) {
    edited e;
    if (!begin(&e, t, i)) {
      return;
    }
    const int32_t calls = test_random_between(&e.random, 1, 12);
    for (int32_t call = 0; call < calls && t->failures == 0; call++) {
      tame_edits_draw(&e.edits, &e.model, &e.random);
      if (apply(&e, t) && test_random_percent(&e.random, 30)) {
        check_saved(&e, t);
      }
    }
    if (t->failures == 0) {
      check_saved(&e, t);
      check_reported(&e, t);
    }
    end(&e);
  }
}

/* Hundreds of calls of edits over one map, each upon the last. */
static void edit_of_long_history_equals_rebake(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 4, 400); i++) {
    edited e;
    if (!begin(&e, t, 1000 + i)) {
      return;
    }
    const int32_t calls = t->is_long ? 2500 : 300;
    for (int32_t call = 0; call < calls && t->failures == 0; call++) {
      tame_edits_draw(&e.edits, &e.model, &e.random);
      apply(&e, t);
    }
    if (t->failures == 0) {
      check_saved(&e, t);
      check_reported(&e, t);
    }
    end(&e);
  }
}

const test_entry test_edits_table[] = {
    {"edit_equals_rebake", edit_equals_rebake},
    {"edit_of_long_history_equals_rebake", edit_of_long_history_equals_rebake},
    {NULL, NULL},
};
