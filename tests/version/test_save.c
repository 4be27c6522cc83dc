/* Saving edited worlds: in memory and by a reader, in little memory, with failures of every kind.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"
#include "world/world.h"

enum { LITTLE_BYTES = 64 << 10, ENOUGH_BYTES = 1 << 20, SIDE = 1024, RECTS = 10 };

/* A file that grows, and that can refuse a write. */
typedef struct saved_file {
  uint8_t *bytes;
  size_t count, capacity;
  uint64_t calls, fails_at;
} saved_file;

static bool save_write(void *user, const void *bytes, size_t byte_count) {
  saved_file *file = user;
  if (file->calls++ == file->fails_at) {
    return false;
  }
  while (file->count + byte_count > file->capacity) {
    file->capacity = file->capacity == 0 ? 4096 : 2 * file->capacity;
    file->bytes = realloc(file->bytes, file->capacity);
    if (file->bytes == NULL) {
      abort();
    }
  }
  memcpy(file->bytes + file->count, bytes, byte_count);
  file->count += byte_count;
  return true;
}

static saved_file no_file(void) { return (saved_file){.fails_at = UINT64_MAX}; }

static ovl_result save_to(const ovl_world *world, saved_file *file) {
  return ovl_world_save(world, &(ovl_save_def){.write = save_write, .write_user = file}, NULL);
}

/* One world with the same edits in memory and by a reader. */
typedef struct save_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read;
} save_case;

static ovl_result apply_edits(save_case *c, const ovl_world *world, const tame_edits *edits,
                              ovl_world **version) {
  ovl_apply_def def = {0};
  const ovl_bake_def bake = model_bake_def(&c->f.model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return ovl_world_apply(world, edits->edits, edits->count, &def, version, NULL);
}

/* Neither has labels to make, however it was edited and is read. */
static void check_refreshed(const save_case *c, test_state *t) {
  ovl_version_info in_memory;
  ovl_version_info by_reader;
  ovl_world_version(c->f.world, &in_memory);
  ovl_world_version(c->read, &by_reader);
  CHECK(t, in_memory.refreshed && by_reader.refreshed,
        "after edits of %" PRIu64 " regions in memory, %" PRIu64
        " by a reader, %d and %d say that labels are up to date",
        in_memory.rebuilt_regions, by_reader.rebuilt_regions, in_memory.refreshed,
        by_reader.refreshed);
}

/* Edits both; false if the cache is too small for the edits. */
static bool edit_both(save_case *c, test_state *t) {
  static tame_edits edits;
  ovl_world *in_memory = NULL;
  ovl_world *by_reader = NULL;
  tame_edits_draw(&edits, &c->f.model, &c->f.random);
  const ovl_result a = apply_edits(c, c->f.world, &edits, &in_memory);
  const ovl_result b = apply_edits(c, c->read, &edits, &by_reader);
  CHECK(t, a == OVL_OK && (b == OVL_OK || b == OVL_PLANNER_TOO_SMALL),
        "in memory '%s', by a reader '%s'", ovl_result_text(a), ovl_result_text(b));
  if (a != OVL_OK || b != OVL_OK) {
    ovl_world_close(in_memory);
    ovl_world_close(by_reader);
    return false;
  }
  ovl_world_close(c->f.world);
  ovl_world_close(c->read);
  c->f.world = in_memory;
  c->read = by_reader;
  check_refreshed(c, t);
  return true;
}

static bool save_case_make(save_case *c, test_state *t, uint64_t index, size_t resident_bytes) {
  memset(c, 0, sizeof *c);
  static const uint32_t possible =
      MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = index % 2 == 0 ? model_usual_limits() : model_overlay_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  const uint32_t features = index % 4 < 2 ? possible : MODEL_ALL;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & features, limits);
  model.tuning.label_bytes = 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  if (!model_fixture_make(&c->f, t, model)) {
    return false;
  }
  c->bytes = fixture_save(t, c->f.world);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  CHECK(t, paged_open_read(&c->reader, resident_bytes, &c->read) == OVL_OK, "open");
  return t->failures == 0;
}

static void save_case_free(save_case *c) {
  ovl_world_close(c->read);
  free(c->bytes.bytes);
  model_fixture_free(&c->f);
}

static void an_edited_world_is_saved_by_a_reader(test_state *t) {
  uint64_t saved = 0;
  uint64_t directed = 0;
  for (uint64_t i = 0; test_more(t, i, 80, 4000); i++) {
    save_case c;
    const bool is_little = i % 3 == 0;
    if (!save_case_make(&c, t, i, is_little ? LITTLE_BYTES : ENOUGH_BYTES)) {
      continue;
    }
    for (int k = 0; k < 3 && t->failures == 0 && edit_both(&c, t); k++) {
      saved_file found = no_file();
      const ovl_result result = save_to(c.read, &found);
      const world_bytes expected = fixture_save(t, c.f.world);
      const bool is_same =
          found.count == expected.count && memcmp(found.bytes, expected.bytes, found.count) == 0;
      CHECK(t, (result == OVL_OK && is_same) || (is_little && result == OVL_PLANNER_TOO_SMALL),
            "%s: %zu bytes, in memory %zu", ovl_result_text(result), found.count, expected.count);
      saved += result == OVL_OK;
      directed += result == OVL_OK && c.f.world->layers[0].profile.is_directed;
      free(found.bytes);
      free(expected.bytes);
    }
    save_case_free(&c);
  }
  CHECK(t, t->failures != 0 || (saved > 60 && directed > 15),
        "only %" PRIu64 " were saved, %" PRIu64 " of them directed", saved, directed);
}

static void each_failure_while_saving_is_told(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 100); i++) {
    save_case c;
    if (!save_case_make(&c, t, i, ENOUGH_BYTES) || !edit_both(&c, t)) {
      continue;
    }
    saved_file all = no_file();
    const uint64_t before = c.reader.calls;
    CHECK(t,
          ovl_world_save(c.read, &(ovl_save_def){.write = save_write, .write_user = &all}, NULL) ==
              OVL_OK,
          "save");
    const uint64_t reads = c.reader.calls - before;
    for (uint64_t at = 0; at < all.calls && t->failures == 0; at++) {
      saved_file file = {.fails_at = at};
      const ovl_result result =
          ovl_world_save(c.read, &(ovl_save_def){.write = save_write, .write_user = &file}, NULL);
      CHECK(t, result == OVL_WRITE_FAILED, "write: %s", ovl_result_text(result));
      free(file.bytes);
    }
    for (uint64_t k = 0; k < 20 && reads != 0 && t->failures == 0; k++) {
      saved_file file = no_file();
      c.reader.fails_at =
          c.reader.calls + (uint64_t)test_random_between(&c.f.random, 0, (int32_t)reads - 1);
      const ovl_result result =
          ovl_world_save(c.read, &(ovl_save_def){.write = save_write, .write_user = &file}, NULL);
      const bool is_whole =
          file.count == all.count && memcmp(file.bytes, all.bytes, all.count) == 0;
      CHECK(t, result == OVL_READ_FAILED || (result == OVL_OK && is_whole), "read: %s",
            ovl_result_text(result));
      c.reader.fails_at = UINT64_MAX;
      free(file.bytes);
    }
    free(all.bytes);
    save_case_free(&c);
  }
}

/* ---- Progress ------------------------------------------------------------------------------ */

/* What a saving reports. */
typedef struct saved_progress {
  uint64_t calls, stops_at; /* the call that stops it */
  uint64_t done, total;     /* of the last call */
  bool is_wrong;            /* done went back, or beyond the total, or the total changed */
} saved_progress;

static bool save_report(void *user, uint64_t done, uint64_t total) {
  saved_progress *p = user;
  p->is_wrong =
      p->is_wrong || done < p->done || done > total || (p->calls != 0 && total != p->total);
  p->done = done;
  p->total = total;
  return p->calls++ != p->stops_at;
}

static ovl_result save_reporting(const ovl_world *world, saved_file *file, saved_progress *p) {
  *file = no_file();
  const ovl_save_def def = {
      .write = save_write, .write_user = file, .progress = save_report, .progress_user = p};
  return ovl_world_save(world, &def, NULL);
}

/* Of a world as it is in its file, and of an edited one; in memory and by a reader. */
static void a_saving_reports_its_progress_and_can_be_stopped(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 10, 200); i++) {
    save_case c;
    if (!save_case_make(&c, t, i, ENOUGH_BYTES)) {
      continue;
    }
    if (i % 3 != 0) {
      edit_both(&c, t);
    }
    for (int k = 0; k < 2 && t->failures == 0; k++) {
      const ovl_world *world = k == 0 ? c.f.world : c.read;
      saved_file file;
      saved_progress all = {.stops_at = UINT64_MAX};
      CHECK(t, save_reporting(world, &file, &all) == OVL_OK, "save");
      CHECK(t, !all.is_wrong && all.done == all.total && all.calls != 0,
            "%" PRIu64 " of %" PRIu64 " after %" PRIu64 " calls", all.done, all.total, all.calls);
      free(file.bytes);
      saved_progress stopped = {
          .stops_at = (uint64_t)test_random_between(&c.f.random, 0, (int32_t)all.calls - 1)};
      const ovl_result result = save_reporting(world, &file, &stopped);
      CHECK(t, result == OVL_STOPPED && stopped.calls == stopped.stops_at + 1,
            "%s after %" PRIu64 " calls", ovl_result_text(result), stopped.calls);
      free(file.bytes);
    }
    save_case_free(&c);
  }
}

/* ---- Refreshing -------------------------------------------------------------------------- */

/* A world by a reader that was baked without labels is refreshed without reading it: the next
 * version is the same world, and its routes go on. */
static void a_refresh_by_a_reader_has_nothing_to_make(test_state *t) {
  for (uint64_t i = 1; test_more(t, i, 21, 400); i += 2) {
    save_case c;
    ovl_refresh *refresh = NULL;
    ovl_world *refreshed = NULL;
    ovl_world *again = NULL;
    bool done = false;
    if (!save_case_make(&c, t, i, ENOUGH_BYTES) || !edit_both(&c, t)) {
      continue;
    }
    saved_file before = no_file();
    saved_file after = no_file();
    const uint64_t reads = c.reader.calls;
    CHECK(t, ovl_refresh_create(c.read, NULL, &refresh) == OVL_OK, "create");
    CHECK(t, ovl_refresh_step(refresh, 1, &done) == OVL_OK && done, "step");
    CHECK(t, ovl_refresh_apply(refresh, c.read, &refreshed) == OVL_OK, "apply");
    CHECK(t, ovl_refresh_apply(refresh, c.read, &again) == OVL_BAD_ARGUMENT, "apply twice");
    CHECK(t, c.reader.calls == reads, "it is read");
    ovl_refresh_destroy(refresh);
    if (CHECK(t, refreshed != NULL, "no version")) {
      ovl_version_info info;
      ovl_version_info was;
      ovl_world_version(refreshed, &info);
      ovl_world_version(c.read, &was);
      CHECK(t, info.refreshed && info.version == was.version + 1 && info.identity != was.identity,
            "version %" PRIu64 " after %" PRIu64, info.version, was.version);
      save_to(c.read, &before);
      save_to(refreshed, &after);
      CHECK(t, before.count == after.count && memcmp(before.bytes, after.bytes, after.count) == 0,
            "it is another world");
    }
    free(before.bytes);
    free(after.bytes);
    ovl_world_close(refreshed);
    save_case_free(&c);
  }
}

/* ---- Memory -------------------------------------------------------------------------------- */

static ovl_world *bake_wide(test_state *t, uint64_t seed) {
  uint8_t *terrain = malloc((size_t)SIDE * SIDE);
  test_random random = {seed};
  if (terrain == NULL) {
    abort();
  }
  for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
    terrain[i] = test_random_percent(&random, 90) ? 1 : 0;
  }
  ovl_bake_def def = {0};
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  free(terrain);
  return world;
}

/* A file is not assembled in memory: neither of a world in memory nor of one by a reader. */
static void saving_takes_little_memory(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  ovl_world *world = bake_wide(t, t->case_seed);
  if (world == NULL) {
    return;
  }
  const world_bytes bytes = fixture_save(t, world);
  paged_reader reader = paged_reader_of(&bytes, 1);
  counting_allocator counts = {0};
  ovl_open_def def = {0};
  def.byte_count = bytes.count;
  def.read = paged_read;
  def.read_user = &reader;
  def.resident_bytes = 4 << 20;
  def.allocator = counting_allocator_hooks(&counts);
  ovl_world *read = NULL;
  ovl_world *edited = NULL;
  ovl_edit edits[RECTS];
  for (int i = 0; i < RECTS; i++) {
    const ovl_cell cell = {test_random_between(&random, 0, SIDE - 20),
                           test_random_between(&random, 0, SIDE - 20), 0};
    edits[i] = ovl_edit_rect(cell, 16, 16, 0);
  }
  CHECK(t, ovl_world_open_def(&def, &read, NULL) == OVL_OK, "open");
  const ovl_result applied = ovl_world_apply(read, edits, RECTS, NULL, &edited, NULL);
  if (CHECK(t, applied == OVL_OK, "apply: %s", ovl_result_text(applied))) {
    saved_file file = no_file();
    counts.most_bytes = counts.live_bytes;
    const uint64_t before = counts.live_bytes;
    const ovl_result result =
        ovl_world_save(edited, &(ovl_save_def){.write = save_write, .write_user = &file}, NULL);
    CHECK(t, result == OVL_OK, "save: %s", ovl_result_text(result));
    const uint64_t more = counts.most_bytes - before - def.resident_bytes;
    CHECK(t, more < file.count / 4, "%" PRIu64 " bytes beside the cache for a file of %zu", more,
          file.count);
    free(file.bytes);
  }
  ovl_world_close(edited);
  ovl_world_close(read);
  CHECK(t, counts.live == 0, "memory is left");
  free(bytes.bytes);
  ovl_world_close(world);
}

const test_entry test_save_table[] = {
    {"save/an-edited-world-is-saved-by-a-reader", an_edited_world_is_saved_by_a_reader},
    {"save/each-failure-while-saving-is-told", each_failure_while_saving_is_told},
    {"save/a-saving-reports-its-progress-and-can-be-stopped",
     a_saving_reports_its_progress_and_can_be_stopped},
    {"save/a-refresh-by-a-reader-has-nothing-to-make", a_refresh_by_a_reader_has_nothing_to_make},
    {"save/saving-takes-little-memory", saving_takes_little_memory},
    {NULL, NULL},
};
