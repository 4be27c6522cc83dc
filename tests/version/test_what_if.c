/* What-if queries: the units that edits would cut off are those that, by the model of the world
 * without and with them, can go home and come back now, and no longer could. */
#include <inttypes.h>

#include "overland_edit.h"
#include "tests/model/edit_model.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"

enum { UNITS = 24 };

static bool comes_home(const model_fixture *f, const ovl_what_if *what, int unit) {
  const uint32_t *parts = f->judges[what->profile].parts;
  const uint32_t part = parts[model_node(&f->model, what->units[unit])];
  return part != 0 && part == parts[model_node(&f->model, what->home)];
}

/* Draws edits, asks which units they would cut off, from the edits or from a version that has them,
 * and makes them. Returns the number of units. */
static size_t ask_what_if(model_fixture *f, test_state *t) {
  const ovl_apply_def def = edit_model_apply_def(&f->model);
  tame_edits edits;
  ovl_cell units[UNITS];
  bool came_home[UNITS];
  uint32_t cut[UNITS];
  size_t count = 0;
  ovl_world *next = NULL;
  ovl_what_if what = {.units = units, .unit_count = UNITS};
  what.profile = test_random_between(&f->random, 0, f->model.profile_count - 1);
  what.home = model_open_cell(&f->model, what.profile, &f->random);
  for (int i = 0; i < UNITS; i++) {
    const int32_t profile = test_random_between(&f->random, 0, f->model.profile_count - 1);
    units[i] = model_open_cell(&f->model, profile, &f->random);
    came_home[i] = comes_home(f, &what, i);
  }
  tame_edits_draw(&edits, &f->model, &f->random);
  CHECK(t, ovl_world_apply_def(f->world, edits.edits, edits.count, &def, &next, NULL) == OVL_OK,
        "apply");
  what.edits = edits.edits;
  what.edit_count = edits.count;
  what.version = test_random_percent(&f->random, 50) ? next : NULL;
  ovl_result result = ovl_world_what_if(f->world, &what, &def, cut, UNITS, &count, NULL);
  CHECK(t, result == OVL_OK && count <= UNITS, "what if: %s", ovl_result_text(result));
  if (count > 1) {
    size_t needed = 0;
    result = ovl_world_what_if(f->world, &what, &def, cut, 1, &needed, NULL);
    CHECK(t, result == OVL_MORE_ROOM && needed == count, "room for one: %s",
          ovl_result_text(result));
  }
  model_fixture_take(f, t, next);
  size_t at = 0;
  for (uint32_t i = 0; i < UNITS && t->failures == 0; i++) {
    const bool is_cut = at < count && cut[at] == i;
    const bool should = came_home[i] && !comes_home(f, &what, (int)i);
    CHECK(t, is_cut == should, "unit %" PRIu32 " is cut off: %d", i, should);
    at += is_cut;
  }
  return count;
}

static void what_if_equals_the_model(test_state *t) {
  const model_limits limits = {.max_side = 60, .max_region = 20, .most_profiles = 2};
  size_t cut = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint32_t features = (uint32_t)1 << seed % (MODEL_FEATURES + 1) & MODEL_ALL;
    model_world model = model_world_make(seed, features, limits);
    model_fixture f;
    tame_edits_begin(&model);
    if (model_fixture_make(&f, t, model)) {
      for (int round = 0; round < 4 && t->failures == 0; round++) {
        cut += ask_what_if(&f, t);
      }
      model_fixture_free(&f);
    }
  }
  CHECK(t, t->failures != 0 || cut > 100, "only %zu units were cut off", cut);
}

const test_entry test_what_if_table[] = {
    {"what_if/equals-the-model", what_if_equals_the_model},
    {NULL, NULL},
};
