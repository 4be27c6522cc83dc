/* Tests edits far apart in one call: the islands are those of the cells, a reader gives the same
 * numbers, and no more is read than around each edit. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/edit_model.h"
#include "tests/support/paged_world.h"

enum { REGION = 8, MOST_EDITS = 8, CALLS = 4, SIDE = 320, CACHE = 64 << 10, MOST_TRIES = 100000 };

/* A map of corridors, and a world that gets the same edits. */
typedef struct far_case {
  model_fixture f;
  uint8_t *terrain; /* of the model */
  int32_t width, height;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read; /* the same world by a reader that fails; or NULL */
} far_case;

/* ---- Maps ------------------------------------------------------------------- */

static void open_cell(far_case *c, int32_t x, int32_t y) { c->terrain[y * c->width + x] = 1; }

static void open_rect(far_case *c, int32_t x, int32_t y, int32_t w, int32_t h) {
  for (int32_t cell = 0; cell < w * h; cell++) {
    open_cell(c, x + cell % w, y + cell / w);
  }
}

/* A tree of corridors between every other cell; further walls are opened with a percentage. */
static void draw_tree(far_case *c, int32_t loop_percent) {
  const int32_t w = c->width / 2;
  const int32_t h = c->height / 2;
  for (int32_t cell = 0; cell < w * h; cell++) {
    const int32_t x = cell % w;
    const int32_t y = cell / w;
    const bool opens_right = y + 1 == h || (x + 1 < w && test_random_percent(&c->f.random, 50));
    const bool loops = test_random_percent(&c->f.random, loop_percent);
    open_cell(c, 2 * x, 2 * y);
    if (x + 1 < w && (opens_right || loops)) {
      open_cell(c, 2 * x + 1, 2 * y);
    }
    if (y + 1 < h && (!opens_right || loops)) {
      open_cell(c, 2 * x, 2 * y + 1);
    }
  }
}

/* A corridor along the four sides of a rectangle. */
static void open_ring(far_case *c, int32_t margin) {
  const int32_t w = c->width - 2 * margin;
  const int32_t h = c->height - 2 * margin;
  open_rect(c, margin, margin, w, 1);
  open_rect(c, margin, margin + h - 1, w, 1);
  open_rect(c, margin, margin, 1, h);
  open_rect(c, margin + w - 1, margin, 1, h);
}

/* Rings inside each other, with some streets through all of them. */
static void draw_rings(far_case *c) {
  const int32_t least = c->width < c->height ? c->width : c->height;
  const int32_t apart = test_random_between(&c->f.random, 2, 10);
  for (int32_t margin = 0; 2 * margin + 1 < least; margin += apart) {
    open_ring(c, margin);
  }
  for (int32_t streets = test_random_between(&c->f.random, 0, 2); streets > 0; streets--) {
    open_rect(c, test_random_between(&c->f.random, 0, c->width - 1), 0, 1, c->height);
  }
}

static void begin_map(far_case *c, uint64_t seed, int32_t width, int32_t height) {
  memset(c, 0, sizeof *c);
  c->f.random.state = seed ^ 0x3C6EF372FE94F82Bu;
  c->f.model.profile_count = 1;
  c->f.model.profiles[0] = (ovl_profile_def){.name = "default", .weights = {0, 8}, .body_cells = 1};
  c->f.model.tuning.region_cells = REGION;
  c->terrain = model_world_add_floor(&c->f.model, width, height)->terrain;
  c->width = width;
  c->height = height;
  memset(c->terrain, 0, (size_t)width * (size_t)height);
}

static bool bake_map(far_case *c, test_state *t) {
  const test_random random = c->f.random;
  const bool is_made = model_fixture_make(&c->f, t, c->f.model);
  c->f.random = random;
  return is_made;
}

static void end_case(far_case *c) {
  ovl_world_close(c->read);
  free(c->bytes.bytes);
  model_fixture_free(&c->f);
}

/* ---- Edits ------------------------------------------------------------------ */

/* Draws a wall in an open place, or a place that is opened. */
static ovl_edit draw_edit(far_case *c) {
  const ovl_cell cell = model_open_cell(&c->f.model, 0, &c->f.random);
  if (test_random_percent(&c->f.random, 70)) {
    return ovl_edit_rect(cell, 1, 1, 0);
  }
  const int32_t w = c->width - cell.x < 3 ? c->width - cell.x : 3;
  const int32_t h = c->height - cell.y < 3 ? c->height - cell.y : 3;
  return ovl_edit_rect(cell, w, h, (uint8_t)test_random_between(&c->f.random, 0, 1));
}

/* Applies edits to a world that is closed then, as often as its reader fails. */
static ovl_world *apply_all(test_state *t, ovl_world *world, const ovl_edit *edits, size_t count) {
  ovl_world *version = NULL;
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; tries < MOST_TRIES && result == OVL_READ_FAILED; tries++) {
    result = ovl_world_apply(world, edits, count, &version, NULL);
  }
  CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result));
  ovl_world_close(world);
  return version;
}

/* Makes edits in one call, and checks the islands; a reader gives the same numbers. */
static void edit_at_once(far_case *c, test_state *t, const ovl_edit *edits, size_t count) {
  ovl_world *next = NULL;
  for (size_t i = 0; i < count; i++) {
    edit_model_make(&c->f.model, &edits[i]);
  }
  if (!CHECK(t, ovl_world_apply(c->f.world, edits, count, &next, NULL) == OVL_OK, "apply")) {
    return;
  }
  model_fixture_take(&c->f, t, next);
  model_fixture_check_islands(&c->f, t, 0);
  if (c->read != NULL) {
    c->reader.failing_percent = 30;
    c->read = apply_all(t, c->read, edits, count);
    c->reader.failing_percent = 0;
  }
  for (int32_t i = 0; c->read != NULL && i < c->width * c->height; i++) {
    const ovl_cell cell = {i % c->width, i / c->width, 0};
    CHECK(t, ovl_world_island(c->read, 0, cell) == ovl_world_island(next, 0, cell),
          "a reader gives another number to %d,%d", cell.x, cell.y);
  }
}

/* ---- Random maps ------------------------------------------------------------ */

static bool begin_random(far_case *c, test_state *t, uint64_t index) {
  static const int32_t loop_percents[] = {0, 0, 1, 5, 20};
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  const int32_t width = test_random_between(&random, 9, 160);
  const int32_t height = test_random_between(&random, 9, 3600 / width < 9 ? 9 : 3600 / width);
  const bool has_rings = test_random_percent(&random, 40);
  begin_map(c, seed, width, height);
  if (has_rings) {
    draw_rings(c);
  } else {
    draw_tree(c, loop_percents[test_random_between(&random, 0, 4)]);
  }
  test_context(t, "%s, %" PRId32 "x%" PRId32, has_rings ? "rings" : "a tree", width, height);
  return bake_map(c, t);
}

static void open_reader(far_case *c, test_state *t) {
  c->bytes = fixture_save(t, c->f.world);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  CHECK(t, paged_open_read(&c->reader, CACHE, &c->read) == OVL_OK, "open");
}

/* Cuts, joins and fills corridors at up to eight places in each call. */
static void edits_far_apart_give_the_islands_of_the_cells(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 100000); i++) {
    far_case c;
    if (begin_random(&c, t, i) && i % 8 == 0) {
      open_reader(&c, t);
    }
    for (int call = 0; call < CALLS && c.f.world != NULL && t->failures == 0; call++) {
      ovl_edit edits[MOST_EDITS];
      const size_t count = (size_t)test_random_between(&c.f.random, 2, MOST_EDITS);
      for (size_t k = 0; k < count; k++) {
        edits[k] = draw_edit(&c);
      }
      edit_at_once(&c, t, edits, count);
    }
    end_case(&c);
  }
}

/* A ring that is cut at n places falls into n parts, also if others are so far away that no search
 * around one cut reaches them. */
static void a_ring_falls_into_as_many_parts_as_it_has_cuts(test_state *t) {
  for (uint64_t cuts = 1; test_more(t, cuts, MOST_EDITS + 1, MOST_EDITS + 1); cuts++) {
    far_case c;
    ovl_edit edits[MOST_EDITS];
    begin_map(&c, test_begin_case(t, cuts), SIDE, 5 * REGION);
    open_ring(&c, 0);
    bool is_baked = bake_map(&c, t);
    for (uint64_t i = 0; i < cuts; i++) { /* in turn on the upper and the lower side */
      const ovl_cell cell = {(int32_t)(20 + i / 2 * 90), i % 2 == 0 ? 0 : c.height - 1, 0};
      edits[i] = ovl_edit_rect(cell, 1, 1, 0);
    }
    if (is_baked) {
      open_reader(&c, t);
      edit_at_once(&c, t, edits, (size_t)cuts);
      CHECK(t, c.f.judges[0].part_count == cuts, "%" PRIu32 " parts", c.f.judges[0].part_count);
    }
    end_case(&c);
  }
}

/* ---- Work ------------------------------------------------------------------- */

/* The bytes that edits fetch, so many in each call. */
static uint64_t fetched_by(far_case *c, test_state *t, const ovl_edit *edits, size_t count,
                           size_t in_one_call) {
  paged_reader reader = paged_reader_of(&c->bytes, t->case_seed);
  ovl_world *read = NULL;
  CHECK(t, paged_open_read(&reader, CACHE, &read) == OVL_OK, "open");
  const uint64_t before = reader.fetched;
  for (size_t i = 0; i < count && read != NULL; i += in_one_call) {
    read = apply_all(t, read, &edits[i], in_one_call);
  }
  ovl_world_close(read);
  return reader.fetched - before;
}

/* Small walls and a house without a door, at opposite ends of open land: a search from one to the
 * other would pass through hundreds of regions. */
static void edits_far_apart_read_what_they_read_one_by_one(test_state *t) {
  far_case c;
  begin_map(&c, test_begin_case(t, 0), SIDE, SIDE);
  open_rect(&c, 0, 0, SIDE, SIDE);
  const ovl_edit edits[] = {ovl_edit_rect((ovl_cell){20, 20, 0}, 3, 3, 0),
                            ovl_edit_rect((ovl_cell){300, 290, 0}, 3, 3, 0),
                            ovl_edit_rect((ovl_cell){20, 280, 0}, 20, 20, 0),
                            ovl_edit_rect((ovl_cell){21, 281, 0}, 18, 18, 1)};
  if (bake_map(&c, t)) {
    c.bytes = fixture_save(t, c.f.world);
    for (size_t count = 2; count <= 4; count += 2) {
      const uint64_t at_once = fetched_by(&c, t, edits, count, count);
      const uint64_t one_by_one = fetched_by(&c, t, edits, count, 1);
      CHECK(t, at_once > 0 && at_once <= 2 * one_by_one,
            "%zu edits: %" PRIu64 " bytes at once, %" PRIu64 " one by one", count, at_once,
            one_by_one);
    }
  }
  end_case(&c);
}

const test_entry test_far_edits_table[] = {
    {"far_edits/edits-far-apart-give-the-islands-of-the-cells",
     edits_far_apart_give_the_islands_of_the_cells},
    {"far_edits/a-ring-falls-into-as-many-parts-as-it-has-cuts",
     a_ring_falls_into_as_many_parts_as_it_has_cuts},
    {"far_edits/edits-far-apart-read-what-they-read-one-by-one",
     edits_far_apart_read_what_they_read_one_by_one},
    {NULL, NULL},
};
