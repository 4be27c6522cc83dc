/* Sequences of public calls: a map is baked, queried, edited, rebased, patched, saved and opened
 * again, in any order. */
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_edits.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"

#include <stdlib.h>

enum { STEPS = 24, CALLS = 6, MOST_FILES = 4 };

/* The current version, and the files that versions of it were opened from. */
typedef struct api_state {
  ovl_world *world;
  ovl_planner *planner;
  world_bytes files[MOST_FILES]; /* kept until the end, since versions share their bytes */
  size_t file_count;
} api_state;

/* Makes another version current. */
static void replace_world(api_state *state, ovl_result result, ovl_world *next) {
  FUZZ_CHECK((result == OVL_OK) == (next != NULL));
  if (next != NULL) {
    ovl_world_close(state->world);
    state->world = next;
  }
}

static void apply_edits(api_state *state, fuzz_input *input) {
  fuzz_edits edits = fuzz_edits_draw(state->world, input);
  const ovl_apply_def def = fuzz_apply_def();
  ovl_world *next = NULL;
  const ovl_result result =
      ovl_world_apply_def(state->world, edits.edits, edits.count, &def, &next, NULL);
  replace_world(state, result, next);
}

/* Two versions of the current one; *parent is the current one if its edits are refused. False:
 * those of *fork are. */
static bool edit_twice(const api_state *state, fuzz_input *input, ovl_world **fork,
                       ovl_world **parent) {
  const fuzz_edits one = fuzz_edits_draw(state->world, input);
  const fuzz_edits two = fuzz_edits_draw(state->world, input);
  const ovl_apply_def def = fuzz_apply_def();
  if (ovl_world_apply_def(state->world, two.edits, two.count, &def, parent, NULL) != OVL_OK) {
    ovl_world_retain(state->world, parent);
  }
  return ovl_world_apply_def(state->world, one.edits, one.count, &def, fork, NULL) == OVL_OK;
}

/* A rebase of a fork, or a commit to its parent, becomes the current version. */
static void rebase(api_state *state, fuzz_input *input) {
  ovl_apply_def def = fuzz_apply_def();
  ovl_world *fork = NULL;
  ovl_world *parent = NULL;
  ovl_world *next = NULL;
  def.keep = fuzz_bool(input) ? OVL_KEEP_DIFFERENCE : OVL_KEEP_FIRST;
  if (edit_twice(state, input, &fork, &parent)) {
    const bool is_commit = fuzz_bool(input);
    const ovl_world *first = is_commit ? parent : fork;
    const ovl_world *new_base = is_commit ? fork : parent;
    const ovl_result result = ovl_world_rebase(first, state->world, new_base, &def, &next, NULL);
    FUZZ_CHECK(result == OVL_OK || result == OVL_BAD_ARGUMENT); /* heights, or too many waypoints */
    replace_world(state, result, next);
  }
  ovl_world_close(fork);
  ovl_world_close(parent);
}

static void save_and_open_patch(api_state *state, fuzz_input *input) {
  const ovl_apply_def def = fuzz_apply_def();
  world_bytes patch = {NULL, 0};
  const ovl_save_def to = {.write = fixture_append, .write_user = &patch};
  ovl_world *fork = NULL;
  ovl_world *parent = NULL;
  ovl_world *opened = NULL;
  if (edit_twice(state, input, &fork, &parent)) {
    ovl_version_info saved_info;
    ovl_version_info opened_info;
    FUZZ_CHECK(ovl_world_save_patch(parent, fork, &to, NULL) == OVL_OK);
    FUZZ_CHECK(ovl_world_open_patch(parent, patch.bytes, patch.count, &def, &opened, NULL) ==
               OVL_OK);
    ovl_world_version(fork, &saved_info);
    ovl_world_version(opened, &opened_info);
    FUZZ_CHECK(saved_info.identity == opened_info.identity);
    FUZZ_CHECK(saved_info.version == opened_info.version);
  }
  free(patch.bytes);
  ovl_world_close(fork);
  ovl_world_close(parent);
  replace_world(state, opened != NULL ? OVL_OK : OVL_BAD_ARGUMENT, opened);
}

static void refresh_labels(api_state *state, fuzz_input *input) {
  ovl_refresh *refresh = NULL;
  ovl_world *next = NULL;
  bool done = false;
  const uint64_t budget = 1 + fuzz_u16(input);
  ovl_result result = ovl_refresh_create(state->world, NULL, &refresh);
  for (int i = 0; result == OVL_OK && !done && i < 100000; i++) {
    result = ovl_refresh_step(refresh, budget, &done);
  }
  if (result == OVL_OK && done) {
    const ovl_result applied = ovl_refresh_apply(refresh, state->world, &next);
    replace_world(state, applied, next);
  }
  ovl_refresh_destroy(refresh);
}

static void save_and_open(api_state *state, fuzz_input *input) {
  (void)input;
  ovl_world *next = NULL;
  if (state->file_count == MOST_FILES) {
    return;
  }
  const world_bytes file = fuzz_save(state->world);
  state->files[state->file_count++] = file;
  FUZZ_CHECK(ovl_world_open(file.bytes, file.count, &next, NULL) == OVL_OK);
  replace_world(state, OVL_OK, next);
  ovl_planner_destroy(state->planner);
  state->planner = fuzz_planner(state->world);
}

static void make_calls(api_state *state, fuzz_input *input) {
  const fuzz_session session = {state->world, state->planner, true, false};
  fuzz_make_calls(&session, input, CALLS);
}

static void (*const steps[])(api_state *, fuzz_input *) = {
    apply_edits,   apply_edits, rebase,     save_and_open_patch, refresh_labels,
    save_and_open, make_calls,  make_calls, make_calls,          make_calls};

void fuzz_api(const uint8_t *bytes, size_t count) {
  fuzz_input input = {bytes, count, 0};
  const uint32_t features = fuzz_u16(&input) & MODEL_ALL;
  const uint64_t seed = fuzz_u16(&input);
  const model_limits limits = {.max_side = (seed & 1) != 0 ? 60 : 30,
                               .max_region = 10,
                               .most_profiles = 2,
                               .has_overlays_alone = (seed & 1) != 0};
  model_world model = model_world_make(seed, features, limits);
  api_state state = {.world = fuzz_bake(&model)};
  state.planner = state.world != NULL ? fuzz_planner(state.world) : NULL;
  for (int i = 0; i < STEPS && state.planner != NULL && !fuzz_ends(&input); i++) {
    steps[fuzz_u8(&input) % (sizeof steps / sizeof steps[0])](&state, &input);
  }
  ovl_planner_destroy(state.planner);
  ovl_world_close(state.world);
  for (size_t i = 0; i < state.file_count; i++) {
    free(state.files[i].bytes);
  }
  model_world_free(&model);
}
