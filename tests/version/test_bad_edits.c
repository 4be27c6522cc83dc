/* Tests edits that fail, because an argument is wrong or memory runs out: the result says so, and
 * the world is unchanged. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* Bakes a world with a plain floor, a graph floor and one link. */
static ovl_world *make_world(test_state *t) {
  static uint8_t terrain[40 * 30];
  ovl_floor_def floors[2] = {{.width = 40, .height = 30, .terrain = terrain},
                             {.width = 5, .height = 1, .graph = true}};
  const ovl_link_def link = {.from = {1, 1, 0}, .to = {2, 0, 1}, .cost = 100, .cost_back = 100};
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def def = {0};
  def.more.floors = floors;
  def.more.floor_count = 2;
  def.more.links = &link;
  def.more.link_count = 1;
  def.tuning.region_cells = 8;
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what);
  return world;
}

/* Each wrong edit stands behind a right one: neither is made, and the fault names its place, what
 * is wrong with it, and the limit. */
static void edit_refuses_bad_arguments(test_state *t) {
  static const uint16_t high[4] = {1, 1, 256, 1};
  const struct {
    ovl_edit edit;
    const char *what;
    int64_t found, expected;
  } rows[] = {
      {ovl_edit_rect((ovl_cell){40, 5, 0}, 1, 1, 0), "x of an edit", 40, 39},
      {ovl_edit_rect((ovl_cell){-1, 5, 0}, 1, 1, 0), "x of an edit", -1, 0},
      {ovl_edit_rect((ovl_cell){INT32_MIN, 5, 0}, 1, 1, 0), "x of an edit", INT32_MIN, 0},
      {ovl_edit_rect((ovl_cell){5, 30, 0}, 1, 1, 0), "y of an edit", 30, 29},
      {ovl_edit_rect((ovl_cell){3, -1, 0}, 1, 1, 0), "y of an edit", -1, 0},
      {ovl_edit_rect((ovl_cell){5, 5, 2}, 1, 1, 0), "floor of an edit", 2, 1},
      {ovl_edit_rect((ovl_cell){35, 5, 0}, 6, 1, 0), "w of an edit", 6, 5},
      {ovl_edit_rect((ovl_cell){35, 5, 0}, 0, 1, 0), "w of an edit", 0, 1},
      {ovl_edit_rect((ovl_cell){3, 3, 0}, INT32_MAX, 2, 0), "w of an edit", INT32_MAX, 37},
      {ovl_edit_rect((ovl_cell){35, 5, 0}, 1, -3, 0), "h of an edit", -3, 1},
      {{.kind = OVL_EDIT_COUNT, .w = 1, .h = 1},
       "kind of an edit",
       OVL_EDIT_COUNT,
       OVL_EDIT_COUNT - 1},
      {{.w = 1, .h = 1, .value = 256}, "value of an edit", 256, 255},
      {{.w = 2, .h = 2, .stamp = high}, "value of an edit", 256, 255},
      {{.kind = OVL_EDIT_EXTRA, .w = 1, .h = 1, .profile = 1}, "profile of an edit", 1, 0},
      {{.kind = OVL_EDIT_EXTRA, .w = 1, .h = 1, .profile = -1}, "profile of an edit", -1, 0},
      {{.kind = OVL_EDIT_EXTRA, .w = 1, .h = 1, .value = 248},
       "weight and extra cost of a cell",
       256,
       255},
      {{.kind = OVL_EDIT_WEIGHT, .w = 1, .h = 1, .value = 7},
       "weight of a cell: less than its terrain's",
       7,
       8},
      {{.kind = OVL_EDIT_HEIGHT, .w = 1, .h = 1, .value = 65536}, "value of an edit", 65536, 65535},
      {ovl_edit_rect((ovl_cell){1, 0, 1}, 1, 1, 0), "edit of a graph floor", 0, 0},
      {ovl_edit_door(1, false), "link of an edit", 1, 0},
      {{.kind = OVL_EDIT_LINK, .value = 2}, "value of an edit", 2, 1},
  };
  const ovl_edit right = ovl_edit_rect((ovl_cell){3, 3, 0}, 2, 2, 0);
  ovl_world *world = make_world(t);
  for (size_t i = 0; world != NULL && i < sizeof rows / sizeof *rows; i++) {
    const ovl_edit edits[2] = {right, rows[i].edit};
    ovl_world *version = world;
    ovl_fault fault = {"", 0, 0, 0};
    const ovl_result result = ovl_world_apply(world, edits, 2, &version, &fault);
    CHECK(t, result == OVL_BAD_ARGUMENT && version == NULL && fault.where == 1,
          "'%s' at %" PRIu64 ": %s", rows[i].what, fault.where, ovl_result_text(result));
    CHECK(t,
          strcmp(fault.what, rows[i].what) == 0 && (int64_t)fault.found == rows[i].found &&
              (int64_t)fault.expected == rows[i].expected,
          "'%s': found %" PRId64 ", expected %" PRId64 "; not '%s'", fault.what,
          (int64_t)fault.found, (int64_t)fault.expected, rows[i].what);
  }
  CHECK(t, ovl_world_terrain(world, right.cell) == 1, "a refused edit was made");
  ovl_world_close(world);
}

/* Applies the same edits again and again, with the first, second, ... allocation failing, until
 * they succeed. Each failure must release all memory and leave the world as it was. */
static void apply_with_failing_allocations(test_state *t, counting_allocator *counter,
                                           const ovl_world *world, const ovl_edit *edits,
                                           size_t count, const ovl_apply_def *def) {
  const uint64_t live = counter->live;
  const uint64_t before = counter->allocations;
  const world_bytes was = fixture_save(t, world);
  ovl_result result = OVL_NO_MEMORY;
  counter->allocations = before;
  for (uint64_t nth = 1; t->failures == 0 && result == OVL_NO_MEMORY; nth++) {
    ovl_world *version = NULL;
    counter->allocations = 0;
    counter->fail_at = nth;
    result = ovl_world_apply_def(world, edits, count, def, &version, NULL);
    counter->fail_at = 0;
    CHECK(t, result == OVL_OK || result == OVL_NO_MEMORY, "allocation %" PRIu64 ": %s", nth,
          ovl_result_text(result));
    CHECK(t, (version != NULL) == (result == OVL_OK),
          "result %s, but a version was made or is missing", ovl_result_text(result));
    ovl_world_close(version);
    CHECK(t, counter->live == live && counter->wrong_releases == 0,
          "allocation %" PRIu64 ": %" PRIu64 " blocks were kept", nth, counter->live - live);
  }
  const world_bytes is = fixture_save(t, world);
  CHECK(t, was.count == is.count && memcmp(was.bytes, is.bytes, is.count) == 0,
        "the world is not as it was");
  free(was.bytes);
  free(is.bytes);
}

static void edit_without_memory_changes_nothing(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 12, 300); i++) {
    const uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    const uint32_t features = (uint32_t)1 << seed % (MODEL_FEATURES + 1) & MODEL_ALL;
    model_world model = model_world_make(
        seed, features, (model_limits){.max_side = 40, .max_region = 16, .most_profiles = 2});
    tame_edits_begin(&model);
    counting_allocator counter = {0};
    ovl_bake_def def = model_bake_def(&model);
    def.allocator = counting_allocator_hooks(&counter);
    ovl_world *world = NULL;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
    const ovl_apply_def apply = {.step_rule = def.more.step_rule,
                                 .step_rule_user = def.more.step_rule_user};
    tame_edits edits;
    for (int call = 0; call < 3 && t->failures == 0; call++) {
      ovl_world *next = NULL;
      tame_edits_draw(&edits, &model, &random);
      apply_with_failing_allocations(t, &counter, world, edits.edits, edits.count, &apply);
      CHECK(t, ovl_world_apply_def(world, edits.edits, edits.count, &apply, &next, NULL) == OVL_OK,
            "apply");
      ovl_world_close(world);
      world = next;
    }
    ovl_world_close(world);
    CHECK(t, counter.live == 0, "%" PRIu64 " blocks were kept", counter.live);
    model_world_free(&model);
  }
}

/* Versions form a random tree and are closed in random order: no block may be left. */
static void edit_versions_close_in_any_order(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 500); i++) {
    const uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    model_world model = model_world_make(
        seed, 0, (model_limits){.max_side = 40, .max_region = 16, .most_profiles = 2});
    tame_edits_begin(&model);
    counting_allocator counter = {0};
    ovl_bake_def def = model_bake_def(&model);
    def.allocator = counting_allocator_hooks(&counter);
    ovl_world *versions[8] = {NULL};
    CHECK(t, ovl_world_bake(&def, &versions[0], NULL) == OVL_OK, "bake");
    for (int next = 1; next < 8 && t->failures == 0; next++) {
      tame_edits edits;
      tame_edits_draw(&edits, &model, &random);
      const int from = test_random_between(&random, 0, next - 1);
      CHECK(t,
            ovl_world_apply(versions[from], edits.edits, edits.count, &versions[next], NULL) ==
                OVL_OK,
            "apply");
    }
    for (int left = 8; left > 0; left--) {
      const int one = test_random_between(&random, 0, left - 1);
      ovl_world_close(versions[one]);
      versions[one] = versions[left - 1];
    }
    CHECK(t, counter.live == 0 && counter.wrong_releases == 0, "%" PRIu64 " blocks were kept",
          counter.live);
    model_world_free(&model);
  }
}

const test_entry test_bad_edits_table[] = {
    {"edit_refuses_bad_arguments", edit_refuses_bad_arguments},
    {"edit_without_memory_changes_nothing", edit_without_memory_changes_nothing},
    {"edit_versions_close_in_any_order", edit_versions_close_in_any_order},
    {NULL, NULL},
};
