/* Tests rebuilds after edits against a bake of the edited map: each region has the block that the
 * bake writes, and no region is rebuilt whose block stays the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/edit/rebuild.h"
#include "common/arena.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/edit_model.h"
#include "tests/model/wild_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test.h"
#include "world/world.h"

/* A version that consists of a baked world and of replaced blocks. */
typedef struct rebuilt_version {
  ovl_world *base;
  ovi_shared shared;
  ovi_delta_tree delta;
  ovi_blob *links;
  ovi_layer layers[OVL_MAX_PROFILES];
} rebuilt_version;

static void version_begin(rebuilt_version *version, ovl_world *base) {
  version->base = base;
  version->shared = base->shared;
  version->links = NULL;
  ovi_delta_tree_begin(&version->delta, ovi_allocator_of(NULL), ovi_region_count(&base->layers[0]));
  version->shared.delta = &version->delta;
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    version->layers[i] = base->layers[i];
    version->layers[i].shared = &version->shared;
    ovi_layer_set_sources(&version->layers[i], &version->delta, NULL);
  }
}

static void version_end(rebuilt_version *version) {
  ovi_delta_tree_drop(&version->delta);
  ovi_blob_drop(ovi_allocator_of(NULL), version->links);
  ovl_world_close(version->base);
}

/* Puts the rebuilt blocks and links into the version, and takes them over. */
static void version_advance(rebuilt_version *version, ovi_rebuild *rebuild) {
  for (uint32_t i = 0; i < rebuild->output.block_count; i++) {
    if (!ovi_delta_tree_put(&version->delta, rebuild->output.blocks[i].region,
                            (ovi_replaced){.block = rebuild->output.blocks[i].block})) {
      abort();
    }
    rebuild->output.blocks[i].block = NULL;
  }
  if (rebuild->output.links != NULL) {
    ovi_blob_drop(ovi_allocator_of(NULL), version->links);
    version->links = rebuild->output.links;
    rebuild->output.links = NULL;
    version->shared.file.links = ovi_blob_bytes(version->links);
  }
  version->shared.map_fingerprint = rebuild->output.map_fingerprint;
}

static ovl_result run_rebuild(ovi_rebuild *rebuild, const rebuilt_version *version,
                              const model_world *model, const wild_edits *list, ovl_fault *fault) {
  static ovi_progress progress;
  const ovi_rebuild_input input = {.shared = &version->shared,
                                   .layers = version->layers,
                                   .edits = list->edits,
                                   .count = list->count,
                                   .step_rule = model->has_rule ? model_step_rule : NULL,
                                   .step_rule_user = (void *)(uintptr_t)&model->rule,
                                   .progress = &progress,
                                   .allocator = ovi_allocator_of(NULL),
                                   .fault = fault};
  return ovi_rebuild_run(rebuild, &input);
}

/* ---- Comparing -------------------------------------------------------------- */

static bool is_block(const ovi_layer *layer, uint32_t region, const uint8_t *block,
                     uint64_t bytes) {
  return ovi_region_block_bytes(layer, region) == bytes &&
         memcmp(ovi_region_block(layer, region), block, (size_t)bytes) == 0;
}

static void compare_blocks(test_state *t, const rebuilt_version *version,
                           const ovi_rebuild *rebuild, const ovl_world *expected) {
  const uint32_t regions = ovi_region_count(version->layers);
  const ovi_rebuilt_block **rebuilt = calloc(regions, sizeof(const ovi_rebuilt_block *));
  if (rebuilt == NULL) {
    abort();
  }
  for (uint32_t i = 0; i < rebuild->output.block_count; i++) {
    CHECK(t, rebuilt[rebuild->output.blocks[i].region] == NULL,
          "region %" PRIu32 " was rebuilt twice", rebuild->output.blocks[i].region);
    rebuilt[rebuild->output.blocks[i].region] = &rebuild->output.blocks[i];
  }
  for (uint32_t id = 0; id < regions && t->failures == 0; id++) {
    const ovi_layer *wanted = &expected->layers[0];
    if (rebuilt[id] == NULL) {
      CHECK(t,
            is_block(version->layers, id, ovi_region_block(wanted, id),
                     ovi_region_block_bytes(wanted, id)),
            "region %" PRIu32 " of %" PRIu32 " was not rebuilt", id, regions);
      continue;
    }
    const ovi_blob *block = rebuilt[id]->block;
    CHECK(t, is_block(wanted, id, ovi_blob_bytes(block), block->bytes),
          "region %" PRIu32 " of %" PRIu32 " was rebuilt as something else", id, regions);
    CHECK(t,
          rebuild->output.is_complete ||
              !is_block(version->layers, id, ovi_blob_bytes(block), block->bytes),
          "region %" PRIu32 " was rebuilt and is the same", id);
  }
  free(rebuilt);
}

static void compare_rest(test_state *t, const rebuilt_version *version, const ovi_rebuild *rebuild,
                         const ovl_world *expected) {
  const ovi_shared *wanted = &expected->shared;
  bool flips = wanted->has_heights != version->shared.has_heights;
  for (uint32_t i = 0; i < wanted->profile_count; i++) {
    flips =
        flips || expected->layers[i].profile.is_directed != version->layers[i].profile.is_directed;
  }
  CHECK(t, rebuild->output.is_complete == flips,
        "complete: %d, and a layer begins or ends to be directed: %d", rebuild->output.is_complete,
        flips);
  CHECK(t,
        rebuild->output.is_complete
            ? rebuild->output.block_count == ovi_region_count(version->layers)
            : true,
        "%" PRIu32 " blocks when all are given", rebuild->output.block_count);
  CHECK(t, rebuild->output.has_heights == wanted->has_heights, "has heights: %d",
        rebuild->output.has_heights);
  CHECK(t, rebuild->output.map_fingerprint == wanted->map_fingerprint, "fingerprint of the map");
  const uint8_t *links = rebuild->output.links != NULL ? ovi_blob_bytes(rebuild->output.links)
                                                       : version->shared.file.links;
  CHECK(t,
        wanted->link_count == 0 ||
            memcmp(links, wanted->file.links, (size_t)wanted->link_count * OVI_LINK_BYTES) == 0,
        "links");
}

/* ---- Cases ------------------------------------------------------------------ */

static uint32_t draw_features(test_random *random) {
  uint32_t features = (uint32_t)test_random_next(random) & MODEL_ALL;
  for (int i = test_random_between(random, 0, 3); i > 0; i--) {
    features &= (uint32_t)test_random_next(random);
  }
  return features;
}

static void describe(test_state *t, const model_world *model, const wild_edits *list, int round) {
  char words[120];
  const ovl_edit *edit = &list->edits[0];
  model_feature_words(model->features, words, sizeof words);
  test_context(
      t,
      "%s: %d floors, %dx%d, region %d spacing %d, %d profiles (corners %d body %d), %d "
      "links, round %d: %d edits, first kind %d %d:%d,%d %dx%d value %d%s%s",
      words, (int)model->floor_count, (int)model->floors[0].width, (int)model->floors[0].height,
      (int)model->tuning.region_cells, (int)model->tuning.spacing_cells, (int)model->profile_count,
      (int)model->profiles[0].corners, (int)model->profiles[0].body_cells, (int)model->link_count,
      round, (int)list->count, (int)edit->kind, (int)edit->cell.floor, (int)edit->cell.x,
      (int)edit->cell.y, (int)edit->w, (int)edit->h, (int)edit->value,
      edit->stamp != NULL ? " stamp" : "", edit->mask != NULL ? " mask" : "");
}

/* Makes edits and checks the rebuild; returns whether they were accepted. */
static bool apply_round(test_state *t, rebuilt_version *version, model_world *model,
                        const wild_edits *list) {
  ovl_fault fault = {"", 0, 0, 0};
  ovi_rebuild rebuild;
  const size_t made = wild_edits_apply(model, list);
  const ovl_result result = run_rebuild(&rebuild, version, model, list, &fault);
  ovl_world *expected = NULL;
  ovl_result wanted = OVL_BAD_ARGUMENT;
  if (made == list->count) {
    ovl_bake_def def = edit_model_bake_def(model);
    edit_model_forget(model);
    wanted = ovl_world_bake(&def, &expected, NULL);
  } else {
    CHECK(t, fault.where == made, "edit %d is refused, not %d: %s", (int)fault.where, (int)made,
          fault.what);
  }
  if (CHECK(t, result == wanted, "%s, not %s: %s", ovl_result_text(result), ovl_result_text(wanted),
            fault.what) &&
      expected != NULL) {
    compare_rest(t, version, &rebuild, expected);
    compare_blocks(t, version, &rebuild, expected);
    if (rebuild.output.is_complete) {
      version_end(version);
      version_begin(version, expected);
      expected = NULL;
    } else {
      version_advance(version, &rebuild);
    }
  }
  ovi_rebuild_release(&rebuild);
  ovl_world_close(expected);
  return result == OVL_OK;
}

static void check_model(test_state *t, uint64_t seed, model_world model, int rounds) {
  test_random random = {seed ^ 0x7A3D5F};
  ovl_bake_def def = edit_model_bake_def(&model);
  ovl_world *world = NULL;
  edit_model_forget(&model);
  if (CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    rebuilt_version version;
    version_begin(&version, world);
    bool is_valid = true;
    for (int round = 0; is_valid && round < rounds && t->failures == 0; round++) {
      wild_edits list = wild_edits_draw(&model, &random);
      describe(t, &model, &list, round);
      is_valid = apply_round(t, &version, &model, &list);
      wild_edits_free(&list);
    }
    version_end(&version);
  }
  model_world_free(&model);
}

static void check_case(test_state *t, uint64_t seed, uint32_t features, model_limits limits) {
  check_model(t, seed, model_world_make(seed, features, limits), 6);
}

static void rebuild_equals_a_bake_of_undirected_maps(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 20000); i++) {
    uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    uint32_t mask = MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
    check_case(t, seed, draw_features(&random) & mask, model_usual_limits());
  }
}

static void rebuild_equals_a_bake_of_any_map(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 120, 20000); i++) {
    uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    check_case(t, seed, draw_features(&random), model_usual_limits());
  }
}

/* Where corners are free, a diagonal step over the corner of a region may become a waypoint. */
static void rebuild_equals_a_bake_where_corners_are_free(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 250, 8000); i++) {
    uint64_t seed = test_begin_case(t, i);
    model_world model = model_world_make(
        seed, MODEL_CORNERS, (model_limits){.max_side = 40, .max_region = 8, .most_profiles = 1});
    model.profiles[0].corners = OVL_CORNERS_FREE;
    check_model(t, seed, model, 20);
  }
}

static void rebuild_equals_a_bake_of_large_regions(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 3000); i++) {
    uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    uint32_t mask = (uint32_t)MODEL_ALL &
                    ~(uint32_t)(MODEL_LIMITS | MODEL_CLIMB_COST | MODEL_DROP_COST | MODEL_RULE);
    check_case(t, seed, draw_features(&random) & mask,
               (model_limits){.max_side = 200, .max_region = 128, .most_profiles = 2});
  }
}

/* ---- Edits without effect ------------------------------------------------------ */

/* Edits that do not change the map rebuild nothing, and neither does a call without edits. */
static void rebuild_does_nothing_without_changes(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    model_world model = model_world_make(seed, draw_features(&random), model_usual_limits());
    ovl_bake_def def = edit_model_bake_def(&model);
    ovl_world *world = NULL;
    if (CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
      const model_floor *floor = &model.floors[0];
      const ovl_cell cell = {test_random_between(&random, 0, floor->width - 1),
                             test_random_between(&random, 0, floor->height - 1), 0};
      const uint8_t terrain = ovl_world_terrain(world, cell);
      wild_edits list = {.count = (size_t)test_random_between(&random, 0, 2)};
      rebuilt_version version;
      ovl_fault fault = {"", 0, 0, 0};
      version_begin(&version, world);
      for (size_t k = 0; k < list.count; k++) { /* there and back */
        list.edits[k] = (ovl_edit){.cell = cell, .w = 1, .h = 1, .value = terrain};
      }
      list.edits[0].value = list.count == 2 ? 0 : terrain;
      ovi_rebuild rebuild;
      CHECK(t,
            run_rebuild(&rebuild, &version, &model, &list, &fault) == OVL_OK &&
                rebuild.output.block_count == 0 && !rebuild.output.is_complete &&
                rebuild.output.links == NULL,
            "%" PRIu32 " blocks though nothing changed: %s", rebuild.output.block_count,
            fault.what);
      CHECK(t, rebuild.output.map_fingerprint == version.shared.map_fingerprint,
            "fingerprint of the map");
      ovi_rebuild_release(&rebuild);
      version_end(&version);
    }
    model_world_free(&model);
  }
}

/* ---- Threads and memory --------------------------------------------------------- */

/* Runs all jobs on this thread, from the last to the first, with drawn workers. */
static void run_backwards(void *user, int32_t count,
                          void (*job)(void *context, int32_t index, int32_t worker),
                          void *context) {
  test_random *random = user;
  for (int32_t i = count; i > 0; i--) {
    job(context, i - 1, test_random_between(random, 0, 2));
  }
}

static void compare_answers(test_state *t, const ovi_rebuild *a, const ovi_rebuild *b) {
  CHECK(t, a->output.block_count == b->output.block_count, "%" PRIu32 " blocks, or %" PRIu32,
        a->output.block_count, b->output.block_count);
  for (uint32_t i = 0; t->failures == 0 && i < a->output.block_count; i++) {
    const ovi_blob *one = a->output.blocks[i].block;
    const ovi_blob *two = b->output.blocks[i].block;
    CHECK(t,
          a->output.blocks[i].region == b->output.blocks[i].region && one->bytes == two->bytes &&
              memcmp(one->data, two->data, (size_t)one->bytes) == 0,
          "block %" PRIu32 " depends on the threads", i);
  }
}

/* Whichever allocation fails, no memory is leaked; if none fails, the rebuild succeeds. */
static void fail_each_allocation(test_state *t, const ovi_rebuild *wanted) {
  ovl_result result = OVL_NO_MEMORY;
  for (uint64_t fail_at = 1; result != OVL_OK && t->failures == 0; fail_at++) {
    counting_allocator counter = {.fail_at = fail_at};
    ovl_allocator hooks = counting_allocator_hooks(&counter);
    ovi_rebuild_input input = wanted->input;
    ovi_rebuild rebuild;
    input.allocator = &hooks;
    result = ovi_rebuild_run(&rebuild, &input);
    const bool failed = counter.allocations >= fail_at;
    CHECK(t, result == (failed ? OVL_NO_MEMORY : OVL_OK), "allocation %" PRIu64 " fails: %s",
          fail_at, ovl_result_text(result));
    if (result == OVL_OK) {
      compare_answers(t, wanted, &rebuild);
    }
    ovi_rebuild_release(&rebuild);
    CHECK(t, counter.live == 0, "allocation %" PRIu64 " fails: %" PRIu64 " blocks are kept",
          fail_at, counter.live);
    CHECK(t, counter.wrong_releases == 0, "memory was given back with another size");
  }
}

typedef void (*answer_check)(test_state *t, const ovi_rebuild *wanted);

/* Calls `check` for rebuilds by random edits that are valid. */
static void check_answers(test_state *t, uint64_t count, uint64_t long_count, answer_check check) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    model_world model = model_world_make(seed, draw_features(&random), model_usual_limits());
    ovl_bake_def def = edit_model_bake_def(&model);
    ovl_world *world = NULL;
    if (CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
      wild_edits list = wild_edits_draw(&model, &random);
      rebuilt_version version;
      ovl_fault fault = {"", 0, 0, 0};
      describe(t, &model, &list, 0);
      version_begin(&version, world);
      ovi_rebuild rebuild;
      if (run_rebuild(&rebuild, &version, &model, &list, &fault) == OVL_OK) {
        check(t, &rebuild);
      }
      ovi_rebuild_release(&rebuild);
      wild_edits_free(&list);
      version_end(&version);
    }
    model_world_free(&model);
  }
}

static void check_threads(test_state *t, const ovi_rebuild *wanted) {
  test_random random = {t->case_seed};
  const ovl_jobs jobs = {3, run_backwards, &random};
  ovi_rebuild_input input = wanted->input;
  ovi_rebuild rebuild;
  input.jobs = &jobs;
  if (CHECK(t, ovi_rebuild_run(&rebuild, &input) == OVL_OK, "with threads")) {
    compare_answers(t, wanted, &rebuild);
  }
  ovi_rebuild_release(&rebuild);
}

static void rebuild_does_not_depend_on_jobs(test_state *t) {
  check_answers(t, 150, 5000, check_threads);
}

static void rebuild_without_memory_leaks_nothing(test_state *t) {
  check_answers(t, 40, 1000, fail_each_allocation);
}

const test_entry test_rebuild_table[] = {
    {"rebuild_equals_a_bake_of_undirected_maps", rebuild_equals_a_bake_of_undirected_maps},
    {"rebuild_equals_a_bake_of_any_map", rebuild_equals_a_bake_of_any_map},
    {"rebuild_equals_a_bake_where_corners_are_free", rebuild_equals_a_bake_where_corners_are_free},
    {"rebuild_equals_a_bake_of_large_regions", rebuild_equals_a_bake_of_large_regions},
    {"rebuild_does_nothing_without_changes", rebuild_does_nothing_without_changes},
    {"rebuild_does_not_depend_on_jobs", rebuild_does_not_depend_on_jobs},
    {"rebuild_without_memory_leaks_nothing", rebuild_without_memory_leaks_nothing},
    {NULL, NULL},
};
