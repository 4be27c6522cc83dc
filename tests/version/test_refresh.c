/* Tests refreshes: in whatever slices, they make the labels of a bake of the edited
 * map; applied to a later version, they change nothing else of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* ---- Labels of edited worlds ------------------------------------------------------ */

/* A world with features one by one, in pairs, or none; two in three have labels. */
static bool make_world(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 0x2545F4914F6CDD1Du};
  const uint32_t one = (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
  const uint32_t two = (uint32_t)1 << test_random_between(&random, 0, MODEL_FEATURES - 1);
  const model_limits limits = {.max_side = 90, .max_region = 20, .most_profiles = 2};
  model_world model = model_world_make(seed, index % 3 == 0 ? 0 : one | two, limits);
  model.tuning.label_bytes = seed % 3 == 0 ? 0 : 255;
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

/* Steps until the refresh is done, in slices of up to `most` expansions; returns their number. */
static uint64_t step_all(test_random *random, test_state *t, ovl_refresh *refresh, uint64_t most) {
  bool done = false;
  uint64_t slices = 0;
  while (!done) {
    const uint64_t budget = 1 + test_random_next(random) % most;
    const ovl_result result = ovl_refresh_step(refresh, budget, &done);
    slices++;
    if (!CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
      break;
    }
  }
  return slices;
}

/* Checks that a refreshed world has the file of a bake of its map. */
static void check_equals_bake(test_state *t, model_fixture *f, const ovl_world *refreshed) {
  ovl_bake_def def = model_bake_def(&f->model);
  ovl_world *baked = NULL;
  def.more.blocked_links = true;
  const ovl_result result = ovl_world_bake(&def, &baked, NULL);
  if (CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
    fixture_check_same_file(t, baked, refreshed, "refreshed");
  }
  ovl_world_close(baked);
}

/* Checks that costs are the same in both versions, or close to each other where labels are back: a
 * far cell costs what the path to it does, which overlays have planned before. */
static void compare_costs(test_state *t, model_fixture *f, const ovl_world *refreshed) {
  ovl_planner *other = fixture_turn_planner(t, refreshed);
  for (int i = 0; i < 6 && t->failures == 0; i++) {
    const ovl_query query = model_fixture_query(f);
    ovl_profile_info info;
    uint64_t costs[2] = {UINT64_MAX, UINT64_MAX};
    ovl_world_profile(refreshed, query.profile, &info);
    model_fixture_context(f, t, &query);
    for (int k = 0; k < 2; k++) {
      const ovl_result result =
          ovl_find_costs(k == 0 ? f->planner : other, k == 0 ? f->world : refreshed, &query,
                         &query.goal, 1, &costs[k]);
      CHECK(t, result == OVL_OK || result == OVL_START_BLOCKED, "%s", ovl_result_text(result));
    }
    CHECK(t,
          costs[1] == costs[0] ||
              (info.graph.method == OVL_METHOD_LABELS && 10 * costs[1] <= 13 * costs[0] &&
               10 * costs[0] <= 13 * costs[1]),
          "%" PRIu64 " before, %" PRIu64 " after", costs[0], costs[1]);
  }
  ovl_planner_destroy(other);
}

/* Applies a refresh that is done to the world, of which it was begun `since` some version. */
static void apply_refresh(test_state *t, model_fixture *f, ovl_refresh *refresh, uint64_t since) {
  ovl_world *refreshed = NULL;
  ovl_world *again = NULL;
  ovl_version_info before;
  ovl_version_info info;
  const bool is_rebuilt = f->world->history.routes_since > since;
  const ovl_result result = ovl_refresh_apply(refresh, f->world, &refreshed);
  CHECK(t, result == (is_rebuilt ? OVL_OTHER_WORLD : OVL_OK), "%s", ovl_result_text(result));
  if (result != OVL_OK) {
    return;
  }
  ovl_world_version(f->world, &before);
  ovl_world_version(refreshed, &info);
  CHECK(t, info.version == before.version + 1, "version %" PRIu64 " after %" PRIu64, info.version,
        before.version);
  if (!ovi_world_is_edited(refreshed)) {
    CHECK(t, info.refreshed && info.rebuilt_regions == 0, "refreshed: %" PRIu64 " regions",
          info.rebuilt_regions);
    check_equals_bake(t, f, refreshed);
  } else if (ovi_world_is_edited(f->world)) {
    fixture_check_same_file(t, f->world, refreshed, "refreshed and not refreshed");
  }
  CHECK(t, ovl_refresh_apply(refresh, f->world, &again) == OVL_BAD_ARGUMENT, "twice");
  compare_costs(t, f, refreshed);
  ovl_world_close(refreshed);
}

/* In whatever slices. Half of the worlds are edited while the refresh runs; a version in which all
 * was rebuilt meanwhile refuses it. */
static void refreshed_world_equals_a_bake(test_state *t) {
  uint64_t longest = 0;
  for (uint64_t i = 0; test_more(t, i, 220, 6000); i++) {
    model_fixture f;
    if (!make_world(&f, t, i)) {
      continue;
    }
    ovl_refresh *refresh = NULL;
    ovl_world *refreshed = NULL;
    for (int round = test_random_between(&f.random, 0, 3); round > 0; round--) {
      model_fixture_edit(&f, t);
    }
    const uint64_t since = f.world->history.version;
    CHECK(t, ovl_refresh_create(f.world, NULL, &refresh) == OVL_OK, "no memory");
    CHECK(t, ovl_refresh_apply(refresh, f.world, &refreshed) == OVL_BAD_ARGUMENT, "not done");
    const uint64_t slices = step_all(&f.random, t, refresh, (uint64_t)1 << i % 12);
    longest = slices > longest ? slices : longest;
    for (int round = i % 2 == 0 ? 0 : test_random_between(&f.random, 1, 3); round > 0; round--) {
      model_fixture_edit(&f, t);
    }
    apply_refresh(t, &f, refresh, since);
    ovl_refresh_destroy(refresh);
    model_fixture_free(&f);
  }
  CHECK(t, longest > 1000, "no more than %" PRIu64 " slices", longest);
}

static void refresh_of_another_world_is_refused(test_state *t) {
  model_fixture f;
  model_fixture g;
  test_begin_case(t, 0);
  if (!make_world(&f, t, 0) || !make_world(&g, t, 1)) {
    return;
  }
  ovl_refresh *refresh = NULL;
  ovl_world *refreshed = NULL;
  CHECK(t, ovl_refresh_create(f.world, NULL, &refresh) == OVL_OK, "no memory");
  step_all(&f.random, t, refresh, 1000);
  CHECK(t, ovl_refresh_apply(refresh, g.world, &refreshed) == OVL_OTHER_WORLD && refreshed == NULL,
        "another world");
  ovl_refresh_destroy(refresh);
  ovl_refresh_destroy(NULL);
  model_fixture_free(&f);
  model_fixture_free(&g);
}

/* ---- Edits that bake all regions again ---------------------------------------------- */

enum { PLAIN_SIDE = 96 };

/* Bakes a plain without heights, for labels. */
static ovl_world *bake_plain(test_state *t, uint32_t climb_cost, const ovl_allocator *hooks) {
  static uint8_t terrain[PLAIN_SIDE * PLAIN_SIDE];
  ovl_profile_def profile = {0};
  ovl_bake_def def = {0};
  memset(terrain, 1, sizeof terrain);
  profile.weights[1] = 8;
  profile.climb_cost = climb_cost;
  const ovl_floor_def floor = {.width = PLAIN_SIDE, .height = PLAIN_SIDE, .terrain = terrain};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = 255;
  def.allocator = *hooks;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Replaces a world by its version after an edit, or after a refresh where that is NULL. */
static void go_on(test_state *t, ovl_world **world, const ovl_edit *edit) {
  ovl_world *next = NULL;
  ovl_refresh *refresh = NULL;
  bool done = false;
  if (edit != NULL) {
    CHECK(t, ovl_world_apply(*world, edit, 1, &next, NULL) == OVL_OK, "edit");
  } else {
    CHECK(t, ovl_refresh_create(*world, NULL, &refresh) == OVL_OK, "create");
    CHECK(t, ovl_refresh_step(refresh, UINT64_MAX, &done) == OVL_OK && done, "step");
    CHECK(t, ovl_refresh_apply(refresh, *world, &next) == OVL_OK, "apply");
    ovl_refresh_destroy(refresh);
  }
  ovl_world_close(*world);
  *world = next;
}

/* Checks what a version says of itself: whether its labels are up to date, and how many regions
 * were rebuilt. */
static void check_said(test_state *t, const ovl_world *world, bool refreshed, uint64_t regions) {
  ovl_version_info version;
  ovl_world_info info;
  ovl_world_version(world, &version);
  ovl_world_describe(world, &info);
  CHECK(t, version.refreshed == refreshed, "version %" PRIu64 ": refreshed %d", version.version,
        version.refreshed);
  CHECK(t, info.graph.labels == (refreshed ? OVL_LABELS_HELD : OVL_LABELS_STALE), "labels '%s'",
        ovl_labels_text(info.graph.labels));
  CHECK(t, version.rebuilt_regions == regions,
        "version %" PRIu64 ": %" PRIu64 " regions, not %" PRIu64, version.version,
        version.rebuilt_regions, regions);
}

/* Checks that a version counts the memory that is left once all others are closed. */
static void check_bytes_said(test_state *t, const ovl_world *world,
                             const counting_allocator *counter) {
  ovl_version_info version;
  ovl_world_version(world, &version);
  CHECK(t, version.bytes < counter->live_bytes && version.bytes > counter->live_bytes * 9 / 10,
        "%" PRIu64 " bytes of %" PRIu64, version.bytes, counter->live_bytes);
}

/* The first height of a world, whose regions then have another form, and the first slope that costs
 * more in one direction: all regions were rebuilt, labels are stale, and the version holds it all.
 */
static void all_regions_may_be_rebuilt(test_state *t) {
  const ovl_edit wall = ovl_edit_rect((ovl_cell){40, 40, 0}, 3, 2, 0);
  const ovl_edit hole = ovl_edit_rect((ovl_cell){40, 40, 0}, 3, 2, 1);
  const uint64_t all = (uint64_t)(PLAIN_SIDE / 16) * (PLAIN_SIDE / 16);
  ovl_edit height = ovl_edit_rect((ovl_cell){70, 70, 0}, 1, 1, 9);
  height.kind = OVL_EDIT_HEIGHT;
  for (uint32_t climb = 0; climb < 2; climb++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    test_begin_case(t, climb);
    ovl_world *world = bake_plain(t, 5 * climb, &hooks);
    uint32_t regions[(PLAIN_SIDE / 16) * (PLAIN_SIDE / 16)];
    size_t listed = 0;
    check_said(t, world, true, 0);
    go_on(t, &world, &wall);
    check_said(t, world, false, 1);
    go_on(t, &world, &height);
    check_said(t, world, false, all);
    check_bytes_said(t, world, &counter);
    CHECK(t, ovl_world_rebuilt(world, 1, regions, (size_t)all, &listed) == OVL_OK && listed == all,
          "%zu regions are listed", listed);
    go_on(t, &world, &hole);
    check_said(t, world, false, all);
    const world_bytes saved = fixture_save(t, world);
    ovl_world *opened = NULL;
    CHECK(t, ovl_world_open(saved.bytes, saved.count, &opened, NULL) == OVL_OK, "open");
    check_said(t, opened, false, 0);
    ovl_world_close(opened);
    free(saved.bytes);
    go_on(t, &world, NULL);
    check_said(t, world, true, 0);
    check_bytes_said(t, world, &counter);
    go_on(t, &world, &wall);
    check_said(t, world, false, 1);
    ovl_world_close(world);
    CHECK(t, counter.live == 0, "%" PRIu64 " blocks are left", counter.live);
  }
}

/* ---- The work of a refresh ------------------------------------------------------------ */

enum { WORK_SIDE = 48 };

/* The slices of 16 expansions in which the labels of an edited map are made. */
static uint64_t slices_of(test_state *t, ovl_bake_def *def) {
  ovl_world *world = NULL;
  ovl_world *edited = NULL;
  ovl_refresh *refresh = NULL;
  uint64_t slices = 0;
  const ovl_edit edit = ovl_edit_rect((ovl_cell){9, 9, 0}, 3, 3, 0);
  if (CHECK(t,
            ovl_world_bake(def, &world, NULL) == OVL_OK &&
                ovl_world_apply(world, &edit, 1, &edited, NULL) == OVL_OK &&
                ovl_refresh_create(edited, NULL, &refresh) == OVL_OK,
            "it is not made")) {
    for (bool done = false; !done && t->failures == 0; slices++) {
      CHECK(t, ovl_refresh_step(refresh, 16, &done) == OVL_OK, "a slice fails");
    }
  }
  ovl_refresh_destroy(refresh);
  ovl_world_close(edited);
  ovl_world_close(world);
  return slices;
}

/* The work of a slice is counted, so that a slice takes a time in proportion to its budget: fewer
 * slices than these mean that some work is not counted. The numbers change where labels are made in
 * another way. */
static void the_work_of_a_refresh_is_counted(test_state *t) {
  static const uint64_t expected[3] = {399, 416, 400};
  static uint8_t terrain[WORK_SIDE * WORK_SIDE];
  static uint16_t heights[WORK_SIDE * WORK_SIDE];
  static const ovl_link_def links[] = {{.from = {5, 5, 0}, .to = {40, 5, 0}, .cost = 900},
                                       {.from = {20, 20, 0}, .to = {30, 40, 0}, .cost = 700}};
  memset(terrain, 1, sizeof terrain);
  for (int32_t i = 0; i < WORK_SIDE - 6; i++) {
    terrain[24 * WORK_SIDE + i] = 0;
  }
  for (size_t i = 0; i < WORK_SIDE * WORK_SIDE; i++) {
    heights[i] = (uint16_t)(i % 7 + i / WORK_SIDE % 5);
  }
  for (int kind = 0; kind < 3; kind++) {
    const ovl_profile_def profile = {
        .name = "walker", .weights = {0, OVL_PLAIN_WEIGHT}, .body_cells = 1, .climb_cost = 10};
    const ovl_floor_def floor = {
        .width = WORK_SIDE, .height = WORK_SIDE, .terrain = terrain, .heights = heights};
    ovl_bake_def def = {.width = WORK_SIDE, .height = WORK_SIDE, .terrain = terrain};
    def.tuning.region_cells = 8;
    def.tuning.label_bytes_per_cell = 255;
    if (kind == 1) {
      def.more.links = links;
      def.more.link_count = 2;
    } else if (kind == 2) {
      def.more.profiles = &profile;
      def.more.profile_count = def.more.floor_count = 1;
      def.more.floors = &floor;
    }
    const uint64_t slices = slices_of(t, &def);
    CHECK(t, slices == expected[kind], "map %d: %" PRIu64 " slices instead of %" PRIu64, kind,
          slices, expected[kind]);
  }
}

const test_entry test_refresh_table[] = {
    {"all_regions_may_be_rebuilt", all_regions_may_be_rebuilt},
    {"refreshed_world_equals_a_bake", refreshed_world_equals_a_bake},
    {"refresh_of_another_world_is_refused", refresh_of_another_world_is_refused},
    {"the_work_of_a_refresh_is_counted", the_work_of_a_refresh_is_counted},
    {NULL, NULL},
};
