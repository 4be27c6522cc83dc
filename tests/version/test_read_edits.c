/* Edits of worlds that are read by a reader, which may fail or give wrong bytes, and whose cache
 * may be small: they give the version of a world in memory, or an error that leaves everything as
 * it was. Also the progress of edits. */
#include <inttypes.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/model/edit_model.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/version/read_case.h"

enum {
  CLUSTER_CACHE = 640 << 10, /* nine clusters of hills */
  HILL_SIDE = 256,
  HILL_REGION = 16,
  HILL_LINKS = 40,
  HILL_KINDS = 9
};

/* ---- Random worlds -------------------------------------------------------------------------- */

/* Makes a random world, of a size and kind that depend on `index`. */
static bool make_random_world(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = index % 2 == 0 ? model_usual_limits() : model_overlay_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model = model_world_make(
      seed, (uint32_t)test_random_next(&random) & (MODEL_ALL | MODEL_ORIGIN | MODEL_WALLS), limits);
  model.tuning.label_bytes = 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

/* Applies edits with a reader that fails or gives a wrong byte once. Whatever comes of it, the next
 * call is answered as if it had not been. */
static void apply_in_trouble(read_case *c, test_state *t, const tame_edits *edits,
                             const ovl_apply_def *def) {
  const bool fails = test_random_percent(&c->random, 50);
  const uint64_t call = c->reader.calls + (uint64_t)test_random_between(&c->random, 0, 30);
  ovl_world *version = NULL;
  ovl_fault fault;
  *(fails ? &c->reader.fails_at : &c->reader.damages_at) = call;
  if (ovi_world_is_read(c->read)) {
    ovi_page_cache_clear(c->read->base->pager.cache);
  }
  const ovl_result result =
      ovl_world_apply_def(c->read, edits->edits, edits->count, def, &version, &fault);
  const bool is_told =
      fails ? result == OVL_READ_FAILED : result == OVL_CORRUPT || result == OVL_WRONG_CHECKSUM;
  const bool is_met = c->reader.calls > call;
  CHECK(t, !is_met || is_told || result == OVL_OK || result == OVL_CACHE_TOO_SMALL, "%s",
        ovl_result_text(result));
  CHECK(t, (fault.what[0] == 0) == (result == OVL_OK) && (version != NULL) == (result == OVL_OK),
        "'%s' has fault '%s'", ovl_result_text(result), fault.what);
  ovl_world_close(version);
  c->reader.fails_at = c->reader.damages_at = UINT64_MAX;
  if (ovi_world_is_read(c->read)) { /* of wrong bytes that were not checked yet */
    ovi_page_cache_clear(c->read->base->pager.cache);
  }
}

/* Edits of all kinds, of worlds of all kinds, one after the other. */
static void an_edit_by_a_reader_is_that_in_memory(test_state *t) {
  uint64_t edited[2] = {0};
  for (uint64_t i = 0; test_more(t, i, 250, 8000); i++) {
    static tame_edits edits;
    model_fixture f;
    read_case c;
    if (!make_random_world(&f, t, i)) {
      continue;
    }
    const ovl_apply_def def = edit_model_apply_def(&f.model);
    const bool is_small = i % 3 == 0;
    bool goes_on = read_case_open(&c, t, f.world, is_small ? SMALL_CACHE : AMPLE_CACHE, NULL);
    for (int k = 0; k < 3 && goes_on && t->failures == 0; k++) {
      tame_edits_draw(&edits, &f.model, &f.random);
      if (i % 2 == 1) {
        apply_in_trouble(&c, t, &edits, &def);
      }
      goes_on = read_case_edit(&c, t, edits.edits, edits.count, &def);
      edited[is_small] += goes_on;
    }
    read_case_close(&c);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || (edited[0] > 200 && edited[1] > 50),
        "only %" PRIu64 " edits, and %" PRIu64 " with small caches", edited[0], edited[1]);
}

/* ---- Passes over all regions ---------------------------------------------------------------- */

/* What a map of hills has. */
typedef struct hill_kind {
  const char *name;
  bool has_hills; /* heights */
  uint32_t climb; /* cost of climbing */
  int32_t links;  /* one-way links */
  ovl_overlays overlays;
  ovl_edit edit;
} hill_kind;

/* Bakes a map with a wall in which there are gaps, and heights if they are wanted. */
static ovl_world *bake_hills(test_state *t, const hill_kind *kind) {
  static uint8_t terrain[HILL_SIDE * HILL_SIDE];
  static uint16_t heights[HILL_SIDE * HILL_SIDE];
  ovl_link_def links[HILL_LINKS];
  ovl_profile_def profile = {0};
  ovl_bake_def def = {0};
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
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
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
static hill_kind hill_kind_at(uint64_t number) {
  const ovl_overlays plain = OVL_OVERLAYS_AUTO;
  const ovl_overlays always = OVL_OVERLAYS_ALWAYS;
  const hill_kind all[HILL_KINDS] = {
      {"a first height", false, 0, 0, plain, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a first slope", false, 5, 0, plain, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a height among hills", true, 5, 0, plain, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"the last heights", true, 5, 0, plain,
       edit_of(OVL_EDIT_HEIGHT, 0, 0, HILL_SIDE, HILL_SIDE, 0)},
      {"a wall among hills", true, 5, 0, always, edit_of(OVL_EDIT_TERRAIN, 90, 60, 3, 50, 0)},
      {"a door", false, 0, HILL_LINKS, plain, ovl_edit_door(7, false)},
      {"ground around links", false, 0, HILL_LINKS, always,
       edit_of(OVL_EDIT_TERRAIN, 0, 195, HILL_SIDE, 8, 0)},
      {"a gap that joins islands", false, 0, 0, always, edit_of(OVL_EDIT_TERRAIN, 3, 100, 1, 1, 0)},
      {"an extra cost", false, 0, 0, always, edit_of(OVL_EDIT_EXTRA, 90, 60, 30, 5, 9)}};
  return all[number];
}

/* Whichever pass over the regions an edit makes, each region is fetched a few times at most. */
static void a_small_cache_is_enough_for_edits(test_state *t) {
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    const hill_kind kind = hill_kind_at(i);
    read_case c;
    test_begin_case(t, i);
    test_context(t, "%s", kind.name);
    ovl_world *world = bake_hills(t, &kind);
    if (read_case_open(&c, t, world, CLUSTER_CACHE, NULL)) {
      ovl_world *expected = NULL;
      ovl_world *found = NULL;
      ovl_fault fault;
      const uint64_t before = c.reader.fetched;
      const ovl_result result = ovl_world_apply(c.read, &kind.edit, 1, &found, &fault);
      CHECK(t, result == OVL_OK, "%s: '%s', %" PRIu64 " of %" PRIu64, ovl_result_text(result),
            fault.what, fault.found, fault.expected);
      CHECK(t, c.reader.fetched - before < 6 * c.bytes.count, "%" PRIu64 " bytes of a file of %zu",
            c.reader.fetched - before, c.bytes.count);
      CHECK(t, ovl_world_apply(world, &kind.edit, 1, &expected, NULL) == OVL_OK, "edit");
      if (found != NULL && expected != NULL) {
        read_case_compare(t, expected, found);
      }
      ovl_world_close(found);
      ovl_world_close(expected);
    }
    read_case_close(&c);
    ovl_world_close(world);
  }
}

/* ---- Stopping, and memory ------------------------------------------------------------------ */

/* What an edit reports. */
typedef struct edit_progress {
  uint64_t calls, stops_at; /* the call that stops it */
  uint64_t done, total;     /* of the last call */
  bool is_wrong;            /* one went back, or done is beyond the total */
} edit_progress;

static bool report_edit(void *user, uint64_t done, uint64_t total) {
  edit_progress *p = user;
  p->is_wrong = p->is_wrong || done < p->done || total < p->total || done > total;
  p->done = done;
  p->total = total;
  return p->calls++ != p->stops_at;
}

static ovl_result apply_reporting(const ovl_world *world, const ovl_edit *edit, edit_progress *p,
                                  ovl_world **version) {
  ovl_apply_def def = {0};
  def.progress = report_edit;
  def.progress_user = p;
  return ovl_world_apply_def(world, edit, 1, &def, version, NULL);
}

/* Wherever an edit is stopped, nothing is left of it. In memory, and by a reader. */
static void an_edit_can_be_stopped_at_each_report(test_state *t) {
  for (uint64_t i = 0; i < 2 * HILL_KINDS && t->failures == 0; i++) {
    const hill_kind kind = hill_kind_at(i / 2);
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    read_case c;
    test_begin_case(t, i);
    test_context(t, "%s", kind.name);
    ovl_world *world = bake_hills(t, &kind);
    read_case_open(&c, t, world, AMPLE_CACHE, &hooks);
    const ovl_world *edited = i % 2 == 0 ? world : c.read;
    const uint64_t live = counter.live;
    edit_progress all = {.stops_at = UINT64_MAX};
    ovl_world *version = NULL;
    CHECK(t, apply_reporting(edited, &kind.edit, &all, &version) == OVL_OK, "edit");
    ovl_world_close(version);
    CHECK(t, !all.is_wrong && all.calls != 0, "%" PRIu64 " of %" PRIu64 " in %" PRIu64 " reports",
          all.done, all.total, all.calls);
    for (uint64_t at = 0; at < all.calls && t->failures == 0; at += 1 + at / 16) {
      edit_progress p = {.stops_at = at};
      const ovl_result result = apply_reporting(edited, &kind.edit, &p, &version);
      CHECK(t,
            result == OVL_STOPPED && version == NULL && p.calls == at + 1 && counter.live == live &&
                counter.wrong_releases == 0,
            "report %" PRIu64 " of %" PRIu64 ": %s, %" PRIu64 " blocks are left", at, all.calls,
            ovl_result_text(result), counter.live - live);
    }
    read_case_close(&c);
    ovl_world_close(world);
  }
}

/* ---- What if -------------------------------------------------------------------------------- */

enum { LAND_SIDE = 512, FAR_UNITS = 200 };

/* A map with a great many regions, whose table and islands are far larger than a small cache. */
static ovl_world *bake_land(test_state *t) {
  static uint8_t terrain[LAND_SIDE * LAND_SIDE];
  ovl_bake_def def = {0};
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = i % LAND_SIDE % 8 == 3 && i / LAND_SIDE % 8 < 6 ? 0 : 1;
  }
  def.width = def.height = LAND_SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 8;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Units that stand far apart need other parts of the table and of the islands, which need not be in
 * the cache together. The answer is the same for edits and for a version that has them. */
static void units_far_apart_need_a_small_cache(test_state *t) {
  const ovl_edit edit = ovl_edit_rect((ovl_cell){0, 96, 0}, LAND_SIDE, 2, 0);
  ovl_cell units[FAR_UNITS];
  uint32_t expected[FAR_UNITS];
  size_t wanted = 0;
  read_case c;
  ovl_world *version = NULL;
  test_begin_case(t, 0);
  ovl_world *world = bake_land(t);
  read_case_open(&c, t, world, CLUSTER_CACHE * 3 / 5, NULL);
  for (int32_t i = 0; i < FAR_UNITS; i++) {
    units[i] = (ovl_cell){i * 72 % LAND_SIDE, i * 64 % LAND_SIDE + i / 8, 0};
  }
  ovl_what_if what = {.edits = &edit,
                      .edit_count = 1,
                      .home = {0, 300, 0},
                      .units = units,
                      .unit_count = FAR_UNITS};
  CHECK(t, ovl_world_what_if(world, &what, NULL, expected, FAR_UNITS, &wanted, NULL) == OVL_OK,
        "in memory");
  CHECK(t, ovl_world_apply(c.read, &edit, 1, &version, NULL) == OVL_OK, "apply");
  for (int k = 0; k < 2 && t->failures == 0; k++) {
    uint32_t found[FAR_UNITS];
    size_t count = 0;
    ovl_fault fault;
    what.version = k == 0 ? NULL : version;
    const ovl_result result =
        ovl_world_what_if(c.read, &what, NULL, found, FAR_UNITS, &count, &fault);
    CHECK(t, result == OVL_OK, "%s: %s", ovl_result_text(result), fault.what);
    CHECK(t, wanted > 5 && count == wanted && memcmp(found, expected, count * sizeof *found) == 0,
          "%zu units, expected %zu", count, wanted);
  }
  ovl_world_close(version);
  read_case_close(&c);
  ovl_world_close(world);
}

const test_entry test_read_edits_table[] = {
    {"readedits/an-edit-by-a-reader-is-that-in-memory", an_edit_by_a_reader_is_that_in_memory},
    {"readedits/a-small-cache-is-enough-for-edits", a_small_cache_is_enough_for_edits},
    {"readedits/an-edit-can-be-stopped-at-each-report", an_edit_can_be_stopped_at_each_report},
    {"readedits/units-far-apart-need-a-small-cache", units_far_apart_need_a_small_cache},
    {NULL, NULL},
};
