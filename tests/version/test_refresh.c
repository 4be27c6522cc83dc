/* Tests refreshes: in whatever slices, they make the labels of a bake of the edited
 * map; applied to a later version, they change nothing else of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"

/* ---- A map and a world with the same edits --------------------------------------- */

/* Sets a few rectangles of both to random terrain; the new version replaces the last one. */
static bool edit(fixture *f, test_state *t) {
  ovl_edit edits[4];
  const size_t count = 1 + test_random_next(&f->random) % 4;
  for (size_t i = 0; i < count; i++) {
    const int32_t x = test_random_between(&f->random, 0, f->map.width - 1);
    const int32_t y = test_random_between(&f->random, 0, f->map.height - 1);
    const int32_t w =
        test_random_between(&f->random, 1, f->map.width - x < 9 ? f->map.width - x : 9);
    const int32_t h =
        test_random_between(&f->random, 1, f->map.height - y < 9 ? f->map.height - y : 9);
    edits[i] =
        ovl_edit_rect((ovl_cell){x, y, 0}, w, h, (uint8_t)test_random_between(&f->random, 0, 4));
    for (int32_t row = y; row < y + h; row++) {
      memset(f->map.terrain + (size_t)row * (size_t)f->map.width + x, (int)edits[i].value,
             (size_t)w);
    }
  }
  ovl_world *next = NULL;
  const ovl_result result = ovl_world_apply(f->world, edits, count, NULL, &next, NULL);
  if (!CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
    return false;
  }
  ovl_world_close(f->world);
  f->world = next;
  return true;
}

/* Steps until the refresh is done, in slices of up to `most` expansions; returns their number. */
static uint64_t step_all(fixture *f, test_state *t, ovl_refresh *refresh, uint64_t most) {
  bool done = false;
  uint64_t slices = 0;
  while (!done) {
    const uint64_t budget = 1 + test_random_next(&f->random) % most;
    const ovl_result result = ovl_refresh_step(refresh, budget, &done);
    slices++;
    if (!CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
      break;
    }
  }
  return slices;
}

static bool make_fixture(fixture *f, test_state *t, uint64_t index) {
  random_map_limits limits = {.max_side = 90, .max_region = 20, .weighted_percent = 30};
  test_map map = random_map_make(test_begin_case(t, index), limits);
  map.label_bytes = index % 3 == 0 ? 0 : 255;
  return fixture_make_from(f, t, map);
}

static void check_same_files(test_state *t, const ovl_world *a, const ovl_world *b,
                             const char *what) {
  const world_bytes one = fixture_save(t, a);
  const world_bytes other = fixture_save(t, b);
  CHECK(t, one.count == other.count, "%s: %zu and %zu bytes", what, one.count, other.count);
  if (one.count == other.count) {
    CHECK(t, memcmp(one.bytes, other.bytes, one.count) == 0, "%s: other bytes", what);
  }
  free(one.bytes);
  free(other.bytes);
}

/* ---- Tests ------------------------------------------------------------------------ */

/* Checks that a refreshed world has the file of a bake of its map. */
static void check_equals_bake(test_state *t, fixture *f, const ovl_world *refreshed) {
  const ovl_bake_def def = random_map_bake_def(&f->map);
  ovl_world *baked = NULL;
  const ovl_result result = ovl_world_bake(&def, &baked, NULL);
  if (CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
    check_same_files(t, refreshed, baked, "refreshed and baked");
  }
  ovl_world_close(baked);
}

/* The version of a refresh counts as one more, has no rebuilt regions, and equals a bake. */
static void refreshed_world_equals_a_bake(test_state *t) {
  uint64_t longest = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    fixture f;
    if (!make_fixture(&f, t, i)) {
      continue;
    }
    const int rounds = test_random_between(&f.random, 0, 4);
    for (int round = 0; round < rounds && edit(&f, t); round++) {
    }
    ovl_refresh *refresh = NULL;
    ovl_world *refreshed = NULL;
    ovl_version_info info = {0};
    CHECK(t, ovl_refresh_create(f.world, NULL, &refresh) == OVL_OK, "no memory");
    CHECK(t, ovl_refresh_apply(refresh, f.world, &refreshed) == OVL_BAD_ARGUMENT, "not done");
    const uint64_t slices = step_all(&f, t, refresh, (uint64_t)1 << i % 12);
    longest = slices > longest ? slices : longest;
    ovl_result result = ovl_refresh_apply(refresh, f.world, &refreshed);
    if (CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
      ovl_version_info before;
      ovl_world_version(f.world, &before);
      ovl_world_version(refreshed, &info);
      CHECK(t, info.refreshed && info.version == before.version + 1 && info.rebuilt_regions == 0,
            "refreshed: version %" PRIu64 " after %" PRIu64, info.version, before.version);
      check_equals_bake(t, &f, refreshed);
      ovl_world *again = NULL;
      CHECK(t, ovl_refresh_apply(refresh, f.world, &again) == OVL_BAD_ARGUMENT, "twice");
    }
    ovl_refresh_destroy(refresh);
    ovl_world_close(refreshed);
    fixture_free(&f);
  }
  CHECK(t, longest > 1000, "no more than %" PRIu64 " slices", longest);
}

/* The cost to the goal over waypoints, where labels answer or not. */
static uint64_t cost_of(test_state *t, fixture *f, const ovl_world *world, ovl_planner *planner,
                        const ovl_query *query) {
  uint64_t cost = UINT64_MAX;
  const ovl_result result = ovl_find_costs(planner, world, query, &query->goal, 1, &cost);
  fixture_context(f, t, query);
  CHECK(t, result == OVL_OK || result == OVL_START_BLOCKED, "%s", ovl_result_text(result));
  return cost;
}

/* Checks that costs are the same in both versions, or lower where labels are back: over overlays,
 * which answer before, they may be higher. */
static void compare_costs(test_state *t, fixture *f, const ovl_world *refreshed) {
  const ovl_planner_def def = {.world = f->world};
  const ovl_planner_def refreshed_def = {.world = refreshed};
  ovl_planner *planner = NULL;
  ovl_planner *other = NULL;
  ovl_world_info info;
  ovl_world_describe(refreshed, &info);
  const bool has_labels = info.graph.method == OVL_METHOD_LABELS;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "no planner");
  CHECK(t, ovl_planner_create(&refreshed_def, &other, NULL) == OVL_OK, "no planner");
  for (int i = 0; i < 6 && t->failures == 0; i++) {
    ovl_query query = {0};
    query.start = (ovl_cell){test_random_between(&f->random, 0, f->map.width - 1),
                             test_random_between(&f->random, 0, f->map.height - 1), 0};
    query.goal = (ovl_cell){test_random_between(&f->random, 0, f->map.width - 1),
                            test_random_between(&f->random, 0, f->map.height - 1), 0};
    const uint64_t before = cost_of(t, f, f->world, planner, &query);
    const uint64_t after = cost_of(t, f, refreshed, other, &query);
    CHECK(t, after == before || (has_labels && after < before),
          "%" PRIu64 " before, %" PRIu64 " after", before, after);
  }
  ovl_planner_destroy(planner);
  ovl_planner_destroy(other);
}

/* The world is edited while the refresh runs, and again after it was applied. */
static void refresh_applies_to_later_versions(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    fixture f;
    if (!make_fixture(&f, t, i)) {
      continue;
    }
    ovl_refresh *refresh = NULL;
    ovl_world *refreshed = NULL;
    bool fits = edit(&f, t);
    fits = fits && edit(&f, t);
    fits = fits && CHECK(t, ovl_refresh_create(f.world, NULL, &refresh) == OVL_OK, "no memory");
    step_all(&f, t, refresh, 500);
    const int rounds = test_random_between(&f.random, 0, 3);
    for (int round = 0; fits && round < rounds; round++) {
      fits = edit(&f, t);
    }
    const ovl_result result = ovl_refresh_apply(refresh, f.world, &refreshed);
    ovl_refresh_destroy(refresh);
    if (fits && CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
      compare_costs(t, &f, refreshed);
      if (ovi_world_is_edited(refreshed) && ovi_world_is_edited(f.world)) {
        check_same_files(t, refreshed, f.world, "refreshed and not refreshed");
      }
      ovl_world_close(f.world);
      f.world = refreshed;
      if (edit(&f, t)) {
        ovl_world *same = NULL;
        CHECK(t, ovl_world_retain(f.world, &same) == OVL_OK, "no handle");
        compare_costs(t, &f, same);
        ovl_world_close(same);
      }
    }
    fixture_free(&f);
  }
}

static void refresh_of_another_world_is_refused(test_state *t) {
  fixture f;
  fixture g;
  test_begin_case(t, 0);
  if (!make_fixture(&f, t, 0) || !make_fixture(&g, t, 1) || !edit(&f, t) || !edit(&g, t)) {
    return;
  }
  ovl_refresh *refresh = NULL;
  ovl_world *refreshed = NULL;
  CHECK(t, ovl_refresh_create(f.world, NULL, &refresh) == OVL_OK, "no memory");
  step_all(&f, t, refresh, 1000);
  CHECK(t, ovl_refresh_apply(refresh, g.world, &refreshed) == OVL_OTHER_WORLD && refreshed == NULL,
        "another world");
  ovl_refresh_destroy(refresh);
  ovl_refresh_destroy(NULL);
  fixture_free(&f);
  fixture_free(&g);
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
    CHECK(t, ovl_world_apply(*world, edit, 1, NULL, &next, NULL) == OVL_OK, "edit");
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
  ovl_edit height = ovl_edit_set((ovl_cell){70, 70, 0}, 9);
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
    CHECK(t, ovl_world_open(saved.bytes, saved.count, NULL, &opened, NULL) == OVL_OK, "open");
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

/* ---- Worlds with all features ------------------------------------------------------ */

/* A model and a world with the same edits. */
typedef struct twin {
  model_world model;
  tame_edits edits;
  ovl_world *world;
  test_random random;
} twin;

static ovl_bake_def twin_def(twin *w) {
  ovl_bake_def def = model_bake_def(&w->model);
  def.more.blocked_links = true;
  def.tuning.label_bytes_per_cell = 255;
  return def;
}

static bool edit_twin(twin *w, test_state *t) {
  ovl_apply_def def = {0};
  ovl_world *next = NULL;
  tame_edits_draw(&w->edits, &w->model, &w->random);
  const ovl_bake_def bake = model_bake_def(&w->model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  const ovl_result result =
      ovl_world_apply(w->world, w->edits.edits, w->edits.count, &def, &next, NULL);
  if (!CHECK(t, result == OVL_OK, "%s", ovl_result_text(result))) {
    return false;
  }
  ovl_world_close(w->world);
  w->world = next;
  return true;
}

/* Refreshes the world, with more edits before the result is applied if that is said. A version in
 * which all was rebuilt meanwhile refuses it. */
static void refresh_twin(twin *w, test_state *t, bool edits_meanwhile) {
  ovl_refresh *refresh = NULL;
  ovl_world *refreshed = NULL;
  bool done = false;
  CHECK(t, ovl_refresh_create(w->world, NULL, &refresh) == OVL_OK, "no memory");
  while (!done && t->failures == 0) {
    CHECK(t, ovl_refresh_step(refresh, 300, &done) == OVL_OK, "no memory");
  }
  const ovl_world *before = w->world;
  ovl_world *retained = NULL;
  ovl_world_retain(before, &retained);
  if (edits_meanwhile && t->failures == 0) {
    edit_twin(w, t);
  }
  const ovl_result result = ovl_refresh_apply(refresh, w->world, &refreshed);
  ovl_refresh_destroy(refresh);
  const bool is_rebuilt = w->world->history.routes_since > retained->history.version;
  CHECK(t, result == (is_rebuilt ? OVL_OTHER_WORLD : OVL_OK), "%s", ovl_result_text(result));
  ovl_world_close(retained);
  if (result == OVL_OK && !ovi_world_is_edited(refreshed)) {
    const ovl_bake_def def = twin_def(w);
    ovl_world *baked = NULL;
    CHECK(t, ovl_world_bake(&def, &baked, NULL) == OVL_OK, "no bake");
    check_same_files(t, refreshed, baked, "refreshed and baked");
    ovl_world_close(baked);
  } else if (result == OVL_OK && ovi_world_is_edited(w->world)) {
    check_same_files(t, refreshed, w->world, "refreshed and not refreshed");
  }
  ovl_world_close(refreshed);
}

/* Worlds with floors, links, heights, rules, bodies and profiles equal bakes, too. */
static void refreshed_features_equal_a_bake(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    twin *w = calloc(1, sizeof *w);
    if (w == NULL) {
      abort();
    }
    w->random.state = seed ^ 0x2545F4914F6CDD1Du;
    const uint32_t one = (uint32_t)1 << test_random_between(&w->random, 0, MODEL_FEATURES - 1);
    const uint32_t two = (uint32_t)1 << test_random_between(&w->random, 0, MODEL_FEATURES - 1);
    w->model = model_world_make(seed, one | two, model_usual_limits());
    tame_edits_begin(&w->model);
    const ovl_bake_def def = twin_def(w);
    CHECK(t, ovl_world_bake(&def, &w->world, NULL) == OVL_OK, "no bake");
    if (t->failures == 0 && edit_twin(w, t) && edit_twin(w, t)) {
      refresh_twin(w, t, i % 2 == 1);
    }
    ovl_world_close(w->world);
    model_world_free(&w->model);
    free(w);
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
                ovl_world_apply(world, &edit, 1, NULL, &edited, NULL) == OVL_OK &&
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
    {"refreshed_features_equal_a_bake", refreshed_features_equal_a_bake},
    {"refreshed_world_equals_a_bake", refreshed_world_equals_a_bake},
    {"refresh_applies_to_later_versions", refresh_applies_to_later_versions},
    {"refresh_of_another_world_is_refused", refresh_of_another_world_is_refused},
    {"the_work_of_a_refresh_is_counted", the_work_of_a_refresh_is_counted},
    {NULL, NULL},
};
