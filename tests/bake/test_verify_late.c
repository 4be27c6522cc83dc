/* ovl_verifying: in slices, by readers that are late, fail or have a small cache, and destroyed
 * half way. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"

enum { MOST_STEPS = 200000, SMALL_CACHE = 256 << 10, WIDE = 3072, NARROW = 512, LAND_HEIGHT = 48 };

/* A world by a reader, maybe edited, and how it is verified. */
typedef struct verified_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read;
  ovl_verify_def def;
} verified_case;

static bool verified_case_make(verified_case *c, test_state *t, uint64_t index) {
  memset(c, 0, sizeof *c);
  const uint64_t seed = test_begin_case(t, index);
  const bool has_labels = index % 4 == 3;
  test_random random = {seed ^ 77};
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & MODEL_ALL,
                       index % 2 == 0 ? model_usual_limits() : model_overlay_limits());
  model.tuning.label_bytes = has_labels ? 255 : 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_NEVER : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  if (!model_fixture_make(&c->f, t, model)) {
    return false;
  }
  const ovl_bake_def bake = model_bake_def(&c->f.model);
  c->def = ovl_verify_def_default();
  c->def.step_rule = bake.more.step_rule;
  c->def.step_rule_user = bake.more.step_rule_user;
  c->bytes = fixture_save(t, c->f.world);
  c->reader = paged_reader_of(&c->bytes, seed);
  return CHECK(t, paged_open_read(&c->reader, SMALL_CACHE, &c->read) == OVL_OK, "open");
}

/* Edits the world, if the cache is large enough. */
static void edit_case(verified_case *c) {
  static tame_edits edits;
  ovl_apply_def def = ovl_apply_def_default();
  ovl_world *edited = NULL;
  def.step_rule = c->def.step_rule;
  def.step_rule_user = c->def.step_rule_user;
  tame_edits_draw(&edits, &c->f.model, &c->f.random);
  if (ovl_world_apply(c->read, edits.edits, edits.count, &def, &edited, NULL) == OVL_OK) {
    ovl_world_close(c->read);
    c->read = edited;
  }
}

static void verified_case_free(verified_case *c) {
  ovl_world_close(c->read);
  free(c->bytes.bytes);
  model_fixture_free(&c->f);
}

/* How a verification went. */
typedef struct verified {
  ovl_result result;
  ovl_fault fault;
  uint64_t steps, late, failed;
} verified;

/* Verifies in steps of up to `most` expansions, until all is compared or something is wrong; in one
 * of `failing` steps, if not 0, the reader fails. */
static verified verify_in_steps(verified_case *c, test_state *t, uint64_t most, uint64_t failing) {
  ovl_verifying *verifying = NULL;
  verified v = {.result = ovl_verifying_create(c->read, &c->def, &verifying, NULL)};
  bool done = false;
  CHECK(t, v.result == OVL_OK, "create: %s", ovl_result_text(v.result));
  while (verifying != NULL && !done && v.steps < MOST_STEPS &&
         (v.result == OVL_OK || v.result == OVL_NEEDS_REGIONS ||
          (v.result == OVL_READ_FAILED && failing != 0))) {
    if (failing != 0 && test_random_next(&c->f.random) % failing == 0) {
      c->reader.fails_at = c->reader.calls + test_random_next(&c->f.random) % 8;
    }
    v.result = ovl_verifying_step(verifying, 1 + test_random_next(&c->f.random) % most, &done);
    v.fault = *ovl_verifying_fault(verifying);
    v.steps++;
    v.late += v.result == OVL_NEEDS_REGIONS;
    v.failed += v.result == OVL_READ_FAILED;
    CHECK(t, (v.fault.what[0] == 0) == (v.result == OVL_OK), "'%s': the fault names '%s'",
          ovl_result_text(v.result), v.fault.what);
  }
  CHECK(t, done == (v.result == OVL_OK), "after %" PRIu64 " steps: %s", v.steps,
        ovl_result_text(v.result));
  c->reader.fails_at = UINT64_MAX;
  ovl_verifying_destroy(verifying);
  return v;
}

/* ---- Late and failing readers ------------------------------------------------------------- */

static void a_verification_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t late = 0;
  uint64_t failed = 0;
  uint64_t edited = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    verified_case c;
    if (!verified_case_make(&c, t, i)) {
      continue;
    }
    if (i % 3 != 0) {
      const ovl_world *base = c.read;
      edit_case(&c);
      edited += c.read != base;
    }
    c.reader.later_percent = 30;
    const verified v = verify_in_steps(&c, t, i % 5 == 0 ? 50 : 100000, i % 2 == 0 ? 6 : 0);
    c.reader.later_percent = 0;
    const bool fits = v.result != OVL_PLANNER_TOO_SMALL || i % 3 == 0; /* of an edited world */
    CHECK(t, v.result == OVL_OK || !fits,
          "%s (%s at %" PRIu64 ", found %" PRIu64 ", not %" PRIu64 ")", ovl_result_text(v.result),
          v.fault.what, v.fault.where, v.fault.found, v.fault.expected);
    late += v.late;
    failed += v.failed;
    verified_case_free(&c);
  }
  CHECK(t, t->failures != 0 || (late > 500 && failed > 50 && edited > 40),
        "late %" PRIu64 " times, failed %" PRIu64 " times, %" PRIu64 " edited", late, failed,
        edited);
}

/* A changed byte, all checksums of which are right. */
static void forge(verified_case *c) {
  uint8_t *blocks = file_section(c->bytes.bytes, OVI_SECTION_BLOCKS);
  const uint64_t length = file_section_bytes(c->bytes.bytes, OVI_SECTION_BLOCKS);
  blocks[test_random_next(&c->f.random) % length] ^= 1;
  file_repair(c->bytes.bytes);
}

/* Answers that no bake takes. */
static uint32_t answer_too_much(void *user, const ovl_step *step) {
  (void)user;
  (void)step;
  return OVL_STEP_BLOCKED - 1;
}

/* However late the reader is, the same difference is found as by a prompt one: a forged byte, or a
 * step rule that is another one. */
static void a_late_reader_hides_no_difference(test_state *t) {
  uint64_t found = 0;
  uint64_t rules = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 4000); i++) {
    verified_case c;
    if (!verified_case_make(&c, t, i)) {
      continue;
    }
    if (i % 3 == 0 && c.def.step_rule != NULL) {
      c.def.step_rule = answer_too_much;
      rules++;
    } else {
      forge(&c);
    }
    ovl_fault fault = {.what = ""};
    const ovl_result prompt = ovl_world_verify(c.read, &c.def, &fault);
    c.reader.later_percent = 30;
    const verified v = verify_in_steps(&c, t, 1000, 0);
    CHECK(t, v.result == prompt, "late: %s; prompt: %s", ovl_result_text(v.result),
          ovl_result_text(prompt));
    CHECK(t,
          strcmp(v.fault.what, fault.what) == 0 && v.fault.where == fault.where &&
              v.fault.found == fault.found && v.fault.expected == fault.expected,
          "late: %s at %" PRIu64 "; prompt: %s at %" PRIu64, v.fault.what, v.fault.where,
          fault.what, fault.where);
    found += v.result == OVL_CORRUPT;
    verified_case_free(&c);
  }
  CHECK(t, t->failures != 0 || (found > 50 && rules > 5),
        "only %" PRIu64 " were found, %" PRIu64 " rules", found, rules);
}

/* ---- Small caches and slices --------------------------------------------------------------- */

/* Hills, which make the only profile directed, or level land. */
static ovl_world *bake_land(test_state *t, bool has_hills, int32_t width) {
  static uint8_t terrain[WIDE * LAND_HEIGHT];
  static uint16_t heights[WIDE * LAND_HEIGHT];
  ovl_profile_def profile = ovl_profile_def_default();
  ovl_bake_def def = ovl_bake_def_default();
  test_random random = {t->case_seed};
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = !test_random_percent(&random, 10);
    heights[i] = has_hills ? (uint16_t)(i % 7 + i / WIDE % 5) : 0;
  }
  profile.climb_cost = 5;
  profile.climb = 3;
  const ovl_floor_def floor = {
      .width = width, .height = LAND_HEIGHT, .terrain = terrain, .heights = heights};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* A cache far smaller than the file, and a reader that is late every other time: no pass over the
 * regions begins anew. */
static void a_small_cache_is_enough_to_verify(test_state *t) {
  for (int has_hills = 0; has_hills < 2; has_hills++) {
    verified_case c = {.def = ovl_verify_def_default()};
    test_begin_case(t, (uint64_t)has_hills);
    c.f.random = (test_random){t->case_seed};
    ovl_world *world = bake_land(t, has_hills != 0, WIDE);
    c.bytes = fixture_save(t, world);
    c.reader = paged_reader_of(&c.bytes, t->case_seed);
    CHECK(t, paged_open_read(&c.reader, c.bytes.count / 8, &c.read) == OVL_OK, "open");
    const uint64_t fetched = c.reader.fetched;
    c.reader.later_percent = 50;
    const verified v = verify_in_steps(&c, t, 100000, 0);
    CHECK(t, v.result == OVL_OK, "%s: %s", ovl_result_text(v.result), v.fault.what);
    CHECK(t, v.late > 30 && c.reader.fetched - fetched < 4 * c.bytes.count,
          "late %" PRIu64 " times, %" PRIu64 " bytes of a file of %zu", v.late,
          c.reader.fetched - fetched, c.bytes.count);
    ovl_world_close(c.read);
    ovl_world_close(world);
    free(c.bytes.bytes);
  }
}

static bool note_progress(void *user, uint64_t done, uint64_t total) {
  *(uint64_t *)user = done;
  return done <= total;
}

/* What a row takes is not known before it is baked, so a step bakes one at a time. */
static void a_step_bakes_one_row_at_a_time(test_state *t) {
  enum { ROW = NARROW / 16, ROWS = LAND_HEIGHT / 16 };
  uint64_t done_regions = 0;
  ovl_verify_def def = ovl_verify_def_default();
  ovl_verifying *verifying = NULL;
  bool done = false;
  test_begin_case(t, 0);
  ovl_world *world = bake_land(t, false, NARROW);
  def.progress = note_progress;
  def.progress_user = &done_regions;
  CHECK(t, ovl_verifying_create(world, &def, &verifying, NULL) == OVL_OK, "create");
  for (uint64_t row = 1; row <= ROWS; row++) {
    const ovl_result result = ovl_verifying_step(verifying, 1000, &done);
    CHECK(t, result == OVL_OK && done_regions == row * ROW,
          "step %" PRIu64 ": %s, %" PRIu64 " regions", row, ovl_result_text(result), done_regions);
  }
  CHECK(t, ovl_verifying_step(verifying, 0, &done) == OVL_OK && !done, "a budget of 0");
  ovl_verifying_destroy(verifying);
  ovl_world_close(world);
}

/* Takes so many steps; returns whether there is more to do. */
static bool verify_some(test_state *t, ovl_verifying *verifying, uint64_t steps) {
  bool done = false;
  ovl_result result = OVL_OK;
  for (uint64_t i = 0; i < steps && !done && result == OVL_OK; i++) {
    result = ovl_verifying_step(verifying, 1, &done);
  }
  CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
  return !done;
}

/* Of a world that was closed meanwhile, after each number of steps. */
static void a_verification_may_be_destroyed_at_any_step(test_state *t) {
  bool is_more = true;
  uint64_t steps = 0;
  for (; is_more && t->failures == 0; steps++) {
    counting_allocator counter = {.fail_at = 0};
    ovl_verify_def def = ovl_verify_def_default();
    ovl_verifying *verifying = NULL;
    test_begin_case(t, 0);
    ovl_world *world = bake_land(t, true, NARROW);
    def.allocator = counting_allocator_hooks(&counter);
    CHECK(t, ovl_verifying_create(world, &def, &verifying, NULL) == OVL_OK, "create");
    ovl_world_close(world);
    is_more = verify_some(t, verifying, steps * steps);
    ovl_verifying_destroy(verifying);
    CHECK(t, counter.live == 0, "after %" PRIu64 " steps %" PRIu64 " blocks are kept",
          steps * steps, counter.live);
  }
  CHECK(t, steps > 4, "%" PRIu64 " steps are all", steps);
  ovl_verifying_destroy(NULL);
}

const test_entry test_verify_late_table[] = {
    {"verify/goes-on-where-its-reader-was-late", a_verification_goes_on_where_its_reader_was_late},
    {"verify/a-late-reader-hides-no-difference", a_late_reader_hides_no_difference},
    {"verify/a-small-cache-is-enough", a_small_cache_is_enough_to_verify},
    {"verify/a-step-bakes-one-row-at-a-time", a_step_bakes_one_row_at_a_time},
    {"verify/may-be-destroyed-at-any-step", a_verification_may_be_destroyed_at_any_step},
    {NULL, NULL}};
