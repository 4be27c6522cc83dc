/* Bakes the world of a case, opens it in one of the ways, and makes the changes of its history to
 * the world and to its model alike. */
#include "tests/space/space_world.h"

#include "overland_edit.h"
#include "overland_stream.h"
#include "tests/model/edit_model.h"
#include "tests/model/merge_model.h"
#include "tests/space/space_state.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 4000, RESIDENT_BYTES = 8 << 20 };

static ovl_planner *make_planner(test_state *t, const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  def.turn_costs = true;
  const ovl_result result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
  return planner;
}

/* Makes another version current. */
static bool hold(space_world *w, test_state *t, ovl_result result, ovl_world *next) {
  if (!CHECK(t, result == OVL_OK && next != NULL, "next version: %s", ovl_result_text(result))) {
    return false;
  }
  ovl_planner_destroy(w->f.planner);
  ovl_planner_destroy(w->planner);
  ovl_world_close(w->f.world);
  w->f.world = next;
  w->f.planner = make_planner(t, next);
  w->planner = make_planner(t, next);
  return t->failures == 0;
}

/* Saves the current version and opens the file in a way. */
static bool reopen(space_world *w, test_state *t, space_holding holding) {
  world_bytes *file = &w->files[w->file_count++];
  ovl_world *next = NULL;
  const ovl_save_def to = {.write = fixture_append, .write_user = file};
  w->reader.failing_percent = 0; /* a save begins with an empty cache: it would never end */
  ovl_result result = ovl_world_save(w->f.world, &to, NULL);
  if (!CHECK(t, result == OVL_OK, "save: %s", ovl_result_text(result))) {
    return false;
  }
  w->is_read = holding >= SPACE_READER;
  if (holding == SPACE_MEMORY) {
    result = ovl_world_open(file->bytes, file->count, &next, NULL);
    return hold(w, t, result, next);
  }
  if (holding == SPACE_IN_PLACE) {
    result = paged_open_in_place(file, &next);
    return hold(w, t, result, next);
  }
  w->reader = paged_reader_of(file, t->case_seed);
  result = paged_open_read(&w->reader, RESIDENT_BYTES, &next);
  w->reader.failing_percent = holding == SPACE_FAILING_READER ? 25 : 0;
  return hold(w, t, result, next);
}

/* Draws edits, makes them to the model, and applies them to a version. */
static ovl_result edit(space_world *w, const ovl_world *world, ovl_world **next) {
  static tame_edits edits;
  const ovl_apply_def def = edit_model_apply_def(&w->f.model);
  ovl_result result = OVL_READ_FAILED;
  tame_edits_draw(&edits, &w->f.model, &w->f.random);
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = ovl_world_apply_def(world, edits.edits, edits.count, &def, next, NULL);
  }
  return result;
}

/* A fork of the current version, beside a parent that was edited meanwhile, with their models. */
typedef struct space_fork {
  model_world of_base, of_fork, of_parent;
  ovl_world *fork, *parent;
} space_fork;

/* Edits the current version once or twice; its model becomes that of the result. */
static ovl_result edit_some(space_world *w, ovl_world **edited) {
  ovl_world *once = NULL;
  ovl_result result = edit(w, w->f.world, &once);
  if (result == OVL_OK && test_random_percent(&w->f.random, 50)) {
    result = edit(w, once, edited);
    ovl_world_close(once);
  } else {
    *edited = once;
  }
  return result;
}

static ovl_result make_fork(space_world *w, space_fork *made) {
  *made = (space_fork){.of_base = model_world_copy(&w->f.model)};
  ovl_result result = edit_some(w, &made->fork);
  made->of_fork = model_world_copy(&w->f.model);
  model_world_become(&w->f.model, &made->of_base);
  result = result == OVL_OK ? edit_some(w, &made->parent) : result;
  made->of_parent = model_world_copy(&w->f.model);
  return result;
}

static void free_fork(space_fork *made) {
  model_world_free(&made->of_base);
  model_world_free(&made->of_fork);
  model_world_free(&made->of_parent);
  ovl_world_close(made->fork);
  ovl_world_close(made->parent);
}

/* Opens a patch that leads from the parent to the fork. */
static ovl_result reopen_patch(space_world *w, const space_fork *made, ovl_world **opened) {
  const ovl_apply_def def = edit_model_apply_def(&w->f.model);
  world_bytes patch = {NULL, 0};
  const ovl_save_def to = {.write = fixture_append, .write_user = &patch};
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    patch.count = 0;
    result = ovl_world_save_patch(made->parent, made->fork, &to, NULL);
  }
  bool is_first = result == OVL_OK;
  for (int tries = 0; (is_first || result == OVL_READ_FAILED) && tries < MOST_TRIES; tries++) {
    is_first = false;
    result = ovl_world_open_patch(made->parent, patch.bytes, patch.count, &def, opened, NULL);
  }
  free(patch.bytes);
  return result;
}

/* Rebases the fork, or commits it to the parent. */
static ovl_result rebase(space_world *w, const space_fork *made, bool is_commit, ovl_world **next) {
  const ovl_world *base = w->f.world;
  ovl_apply_def def = edit_model_apply_def(&w->f.model);
  const bool keeps_difference = is_commit || test_random_percent(&w->f.random, 50);
  ovl_result result = OVL_READ_FAILED;
  def.keep = keeps_difference ? OVL_KEEP_DIFFERENCE : OVL_KEEP_FIRST;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = is_commit ? ovl_world_rebase(made->parent, base, made->fork, &def, next, NULL)
                       : ovl_world_rebase(made->fork, base, made->parent, &def, next, NULL);
  }
  model_world_become(&w->f.model, is_commit ? &made->of_parent : &made->of_fork);
  merge_model(&w->f.model, &made->of_base, is_commit ? &made->of_fork : &made->of_parent,
              keeps_difference);
  return result;
}

static bool edit_in_fork(space_world *w, test_state *t, space_change change) {
  space_fork made;
  ovl_world *next = NULL;
  ovl_result result = make_fork(w, &made);
  if (result == OVL_OK && (change == SPACE_REBASE || change == SPACE_COMMIT)) {
    result = rebase(w, &made, change == SPACE_COMMIT, &next);
  } else if (result == OVL_OK) {
    result =
        change == SPACE_PATCH ? reopen_patch(w, &made, &next) : ovl_world_retain(made.fork, &next);
    model_world_become(&w->f.model, &made.of_fork);
  }
  const bool is_held = hold(w, t, result, next);
  free_fork(&made);
  return is_held;
}

/* Makes labels again, and begins anew where a read fails. */
static bool refresh(space_world *w, test_state *t) {
  ovl_world *next = NULL;
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    ovl_refresh *making = NULL;
    bool done = false;
    result = ovl_refresh_create(w->f.world, NULL, &making);
    while (result == OVL_OK && !done) {
      result = ovl_refresh_step(making, 700, &done);
    }
    result = done ? ovl_refresh_apply(making, w->f.world, &next) : result;
    ovl_refresh_destroy(making);
  }
  return hold(w, t, result, next);
}

static bool change_world(space_world *w, test_state *t, space_change change) {
  ovl_world *next = NULL;
  switch (change) {
  case SPACE_EDIT: {
    const ovl_result result = edit(w, w->f.world, &next);
    return hold(w, t, result, next);
  }
  case SPACE_REFRESH:
    return refresh(w, t);
  case SPACE_SAVE:
    return reopen(w, t, SPACE_MEMORY);
  default:
    return edit_in_fork(w, t, change);
  }
}

/* Checks that the current version has the bytes of a bake of its model. */
static void check_baked(space_world *w, test_state *t) {
  ovl_bake_def def = model_bake_def(&w->f.model);
  ovl_world *baked = NULL;
  const int32_t failing_percent = w->reader.failing_percent;
  def.more.blocked_links = true;
  w->reader.failing_percent = 0;
  if (CHECK(t, ovl_world_bake(&def, &baked, NULL) == OVL_OK, "bake")) {
    fixture_check_same(t, baked, w->f.world, "changed");
  }
  w->reader.failing_percent = failing_percent;
  ovl_world_close(baked);
}

bool space_world_make(space_world *w, test_state *t, const space_world_def *def) {
  const model_limits limits = {.max_side = def->max_side,
                               .max_region = def->max_region,
                               .most_profiles = 3,
                               .has_overlays_alone = def->has_overlays_alone};
  memset(w, 0, sizeof *w);
  t->case_seed = def->seed;
  model_world model = model_world_make(def->seed, def->features, limits);
  tame_edits_begin(&model);
  if (!model_fixture_make(&w->f, t, model)) {
    memset(w, 0, sizeof *w);
    return false;
  }
  w->planner = make_planner(t, w->f.world);
  bool is_made = def->holding == SPACE_MEMORY || reopen(w, t, def->holding);
  for (int32_t i = 0; i < def->change_count && is_made; i++) {
    is_made = change_world(w, t, def->changes[i]);
  }
  if (is_made && !w->is_read) {
    space_state_check(t, w->f.world, def->seed);
  }
  for (int32_t profile = 0; profile < w->f.model.profile_count; profile++) {
    model_judge_free(&w->f.judges[profile]);
    w->f.judges[profile] = model_judge_make(&w->f.model, profile);
  }
  if (is_made && def->change_count != 0) {
    check_baked(w, t);
  }
  return is_made && t->failures == 0;
}

void space_world_free(space_world *w) {
  if (w->f.world == NULL) {
    return; /* it was not made */
  }
  ovl_planner_destroy(w->planner);
  model_fixture_free(&w->f);
  for (int i = 0; i < w->file_count; i++) {
    free(w->files[i].bytes);
  }
}
