/* Readers, stepping and random worlds for tests of applyings: see applying_case.h. */
#include "tests/version/applying_case.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "world/world.h"

enum { HILL_REGION = 16, HILL_LINKS = 40 };

bool applying_case_open(applying_case *c, test_state *t, const ovl_world *world, size_t cache,
                        const ovl_allocator *hooks) {
  ovl_open_def def = ovl_open_def_default();
  memset(c, 0, sizeof *c);
  c->random = (test_random){t->case_seed ^ 5};
  c->bytes = fixture_save(t, world);
  c->is_ample = cache == APPLYING_AMPLE_CACHE;
  c->missed_before = calloc(c->bytes.count + 1, 1);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  def.byte_count = c->bytes.count;
  def.read = paged_read;
  def.read_user = &c->reader;
  def.resident_bytes = cache;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  ovl_world_retain(world, &c->in_memory);
  return CHECK(t, ovl_world_open_def(&def, &c->read, NULL) == OVL_OK, "open");
}

void applying_case_close(applying_case *c) {
  ovl_world_close(c->read);
  ovl_world_close(c->in_memory);
  free(c->bytes.bytes);
  free(c->missed_before);
}

/* ---- Stepping ------------------------------------------------------------------------------ */

void applying_case_set_reading(applying_case *c, reading mode) {
  memset(c->missed_before, 0, c->bytes.count);
  c->reader.missed_before = mode == LATE_ONCE ? c->missed_before : NULL;
  c->reader.failing_percent = mode == OFTEN_LATE ? 50 : mode == LATE_ONCE ? 0 : 5;
}

void applying_case_set_prompt(applying_case *c) {
  c->reader.missed_before = NULL;
  c->reader.failing_percent = 0;
  c->reader.fails_at = c->reader.damages_at = UINT64_MAX;
}

/* Lets one of the next reads fail or give a wrong byte, in the modes that do so. */
static void draw_trouble(applying_case *c, reading mode) {
  const uint64_t call = c->reader.calls + (uint64_t)test_random_between(&c->random, 0, 9);
  if (mode == LATE_OR_FAILED && test_random_percent(&c->random, 30)) {
    c->reader.fails_at = call;
  }
  if (mode == LATE_OR_WRONG && test_random_percent(&c->random, 30)) {
    c->reader.damages_at = call;
  }
}

static bool may_go_on(ovl_result result, reading mode) {
  return result == OVL_OK || result == OVL_READ_FAILED ||
         (mode == LATE_OR_FAILED && result == OVL_READ_FAILED) ||
         (mode == LATE_OR_WRONG && (result == OVL_CORRUPT || result == OVL_WRONG_CHECKSUM));
}

ovl_result applying_case_run(applying_case *c, test_state *t, ovl_applying *applying,
                             reading mode) {
  ovl_result result = OVL_READ_FAILED;
  bool done = false;
  applying_case_set_reading(c, mode);
  for (c->steps = 0; !done && may_go_on(result, mode) && c->steps < APPLYING_MOST_STEPS;
       c->steps++) {
    draw_trouble(c, mode);
    result = ovl_applying_step(applying, &done);
    CHECK(t, done == (result == OVL_OK), "done %d, %s", done, ovl_result_text(result));
    CHECK(t, (ovl_applying_fault(applying)->what[0] == 0) == (result == OVL_OK),
          "'%s' has fault '%s'", ovl_result_text(result), ovl_applying_fault(applying)->what);
  }
  applying_case_set_prompt(c);
  if (mode == LATE_OR_WRONG && ovi_world_is_read(c->read)) {
    ovi_page_cache_clear(c->read->base->pager.cache); /* of wrong bytes that were not checked yet */
  }
  return result;
}

ovl_result applying_case_finish(applying_case *c, test_state *t, ovl_applying *applying,
                                reading mode, ovl_world **version) {
  const ovl_result result = applying_case_run(c, t, applying, mode);
  *version = NULL;
  if (result == OVL_OK) {
    CHECK(t, ovl_applying_take(applying, version) == OVL_OK, "take");
  }
  ovl_applying_destroy(applying);
  return result;
}

bool applying_case_step(applying_case *c, ovl_applying *applying, uint64_t most,
                        ovl_result *result) {
  bool done = false;
  *result = OVL_READ_FAILED;
  applying_case_set_reading(c, OFTEN_LATE);
  for (uint64_t i = 0; !done && i < most && *result == OVL_READ_FAILED; i++) {
    *result = ovl_applying_step(applying, &done);
  }
  applying_case_set_prompt(c);
  return done;
}

/* ---- Comparing ----------------------------------------------------------------------------- */

/* Compares files, numbers of islands and histories of two versions. */
void applying_compare(test_state *t, const ovl_world *expected, const ovl_world *found) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(expected, &a);
  ovl_world_version(found, &b);
  CHECK(t, a.version == b.version && a.rebuilt_regions == b.rebuilt_regions,
        "version %" PRIu64 " with %" PRIu64 " regions, by a reader %" PRIu64 " with %" PRIu64,
        a.version, a.rebuilt_regions, b.version, b.rebuilt_regions);
  const world_bytes wanted = fixture_save(t, expected);
  const world_bytes bytes = fixture_save(t, found);
  CHECK(t, bytes.count == wanted.count && memcmp(bytes.bytes, wanted.bytes, wanted.count) == 0,
        "other bytes: %zu, expected %zu", bytes.count, wanted.count);
  free(wanted.bytes);
  free(bytes.bytes);
  const ovi_plane *plane = &expected->shared.plane;
  for (int32_t i = 0; i < plane->width * plane->height && t->failures == 0; i += 7) {
    const ovl_cell cell = {i % plane->width, i / plane->width, 0};
    for (int32_t profile = 0; profile < (int32_t)expected->shared.profile_count; profile++) {
      CHECK(t, ovl_world_island(expected, profile, cell) == ovl_world_island(found, profile, cell),
            "island of %d,%d for profile %d", cell.x, cell.y, profile);
    }
  }
}

/* ---- Random worlds -------------------------------------------------------------------------- */

bool applying_random_world(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = index % 2 == 0 ? model_usual_limits() : model_overlay_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & MODEL_ALL, limits);
  model.tuning.label_bytes = 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_NEVER : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

ovl_apply_def applying_rule_of(model_fixture *f) {
  ovl_apply_def def = ovl_apply_def_default();
  const ovl_bake_def bake = model_bake_def(&f->model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return def;
}

/* ---- Worlds larger than the cache ------------------------------------------------------------ */

/* A map with a wall in which there are gaps, and heights if they are wanted. */
ovl_world *applying_bake_hills(test_state *t, const hill_kind *kind) {
  static uint8_t terrain[HILL_SIDE * HILL_SIDE];
  static uint16_t heights[HILL_SIDE * HILL_SIDE];
  ovl_link_def links[HILL_LINKS];
  ovl_profile_def profile = ovl_profile_def_default();
  ovl_bake_def def = ovl_bake_def_default();
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = i / HILL_SIDE == 100 && i % HILL_SIDE != 3 ? 0 : 1;
    heights[i] = kind->has_hills ? (uint16_t)(i % 7 + i / HILL_SIDE % 5) : 0;
  }
  memset(links, 0, sizeof links);
  for (int32_t i = 0; i < kind->links; i++) {
    links[i] = (ovl_link_def){.from = {5 + 6 * i, 20, 0}, .to = {5 + 6 * i, 200, 0}, .cost = 5000};
  }
  profile.weights[1] = 8;
  profile.weights[2] = 12;
  profile.climb_cost = kind->climb;
  const ovl_floor_def floor = {
      .width = HILL_SIDE, .height = HILL_SIDE, .terrain = terrain, .heights = heights};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = kind->links != 0 ? links : NULL;
  def.more.link_count = kind->links;
  def.tuning.region_cells = HILL_REGION;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = kind->overlays;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static ovl_edit edit_of(ovl_edit_kind kind, int32_t x, int32_t y, int32_t w, int32_t h,
                        uint32_t value) {
  return (ovl_edit){.kind = kind, .cell = {x, y, 0}, .w = w, .h = h, .value = value};
}

/* Worlds and edits: those with a pass over all regions, and others. */
void applying_hill_kinds(hill_kind *kinds) {
  const ovl_overlays never = OVL_OVERLAYS_NEVER;
  const ovl_overlays always = OVL_OVERLAYS_ALWAYS;
  const hill_kind all[HILL_KINDS] = {
      {"a first height", false, 0, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a first slope", false, 5, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a height among hills", true, 5, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"the last heights", true, 5, 0, never,
       edit_of(OVL_EDIT_HEIGHT, 0, 0, HILL_SIDE, HILL_SIDE, 0)},
      {"a wall among hills", true, 5, 0, always, edit_of(OVL_EDIT_TERRAIN, 90, 60, 3, 50, 0)},
      {"a door", false, 0, HILL_LINKS, never, ovl_edit_door(7, false)},
      {"ground around links", false, 0, HILL_LINKS, always,
       edit_of(OVL_EDIT_TERRAIN, 0, 195, HILL_SIDE, 8, 0)},
      {"a gap that joins islands", false, 0, 0, always, edit_of(OVL_EDIT_TERRAIN, 3, 100, 1, 1, 0)},
      {"an extra cost", false, 0, 0, always, edit_of(OVL_EDIT_EXTRA, 90, 60, 30, 5, 9)}};
  memcpy(kinds, all, sizeof all);
}

size_t applying_hill_cache(const hill_kind *kind) {
  return kind->overlays == OVL_OVERLAYS_ALWAYS ? APPLYING_CLUSTER_CACHE : APPLYING_TINY_CACHE;
}
