/* An edited world equals a bake of the edited map: in its bytes and in all that it reports. Only
 * regions whose blocks differ are rebuilt, islands that no edit touches keep their numbers, and
 * edits that are not allowed are refused with their place. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/le_bytes.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/edit_model.h"
#include "tests/model/merge_model.h"
#include "tests/model/tame_edits.h"
#include "tests/model/wild_edits.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_jobs.h"

enum { MOST_REGIONS = 4096 };

/* A world and its model, which get the same edits. */
typedef struct edited {
  model_fixture f;
  uint64_t refused;
  uint64_t cuts, joins; /* calls that added islands, and that removed some */
} edited;

/* ---- Kinds of worlds --------------------------------------------------------- */

typedef enum edited_kind {
  EDITED_USUAL,
  EDITED_CORNERS, /* a diagonal step over the corner of a region may become a waypoint */
  EDITED_LARGE,   /* regions */
  EDITED_OVERLAYS,
  EDITED_KINDS
} edited_kind;

static ovl_world *bake(edited *e, test_state *t) {
  const ovl_bake_def def = edit_model_bake_def(&e->f.model);
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  edit_model_forget(&e->f.model);
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what);
  return world;
}

static bool begin(edited *e, test_state *t, uint64_t index, edited_kind kind) {
  static const model_limits limits[EDITED_KINDS] = {
      [EDITED_USUAL] = {.max_side = 60, .max_region = 20, .most_profiles = 3},
      [EDITED_CORNERS] = {.max_side = 40, .max_region = 8, .most_profiles = 1},
      [EDITED_LARGE] = {.max_side = 200, .max_region = 128, .most_profiles = 2},
      [EDITED_OVERLAYS] = {
          .max_side = 200, .max_region = 8, .most_profiles = 1, .has_overlays_alone = true}};
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 0x2545F4914F6CDD1Du};
  uint32_t features =
      (uint32_t)test_random_next(&random) & (MODEL_ALL | MODEL_ORIGIN | MODEL_WALLS);
  for (int i = test_random_between(&random, 0, 3); i > 0; i--) {
    features &= (uint32_t)test_random_next(&random);
  }
  if (kind == EDITED_LARGE || test_random_percent(&random, 50)) { /* undirected */
    features &=
        MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS | MODEL_WALLS;
  }
  memset(e, 0, sizeof *e);
  model_world model =
      model_world_make(seed, kind == EDITED_CORNERS ? MODEL_CORNERS : features, limits[kind]);
  if (kind == EDITED_CORNERS) {
    model.profiles[0].corners = OVL_CORNERS_FREE;
  }
  tame_edits_begin(&model);
  if (!model_fixture_make(&e->f, t, model)) {
    return false;
  }
  ovl_world *world = bake(e, t); /* by floors and profiles, whatever they are, without labels */
  if (world == NULL) {
    model_fixture_free(&e->f);
    return false;
  }
  model_fixture_take(&e->f, t, world);
  return true;
}

/* ---- Checks -------------------------------------------------------------------- */

/* Checks that the version has the primary sections and fingerprints of a bake of the model, and its
 * counts and cells. */
static void check_equals_bake(edited *e, test_state *t) {
  const ovl_world *world = e->f.world;
  ovl_world *baked = bake(e, t);
  if (baked == NULL) {
    return;
  }
  fixture_check_same(t, baked, world, "edited");
  for (int32_t profile = 0; profile < e->f.model.profile_count; profile++) {
    ovl_profile_info is;
    ovl_profile_info should;
    ovl_world_profile(world, profile, &is);
    ovl_world_profile(baked, profile, &should);
    CHECK(t,
          is.open_cells == should.open_cells && is.graph.waypoints == should.graph.waypoints &&
              is.graph.edges == should.graph.edges && is.directed == should.directed,
          "profile %d: open %" PRIu64 "/%" PRIu64 " waypoints %" PRIu64 "/%" PRIu64, profile,
          is.open_cells, should.open_cells, is.graph.waypoints, should.graph.waypoints);
    model_fixture_check_cells(&e->f, t, profile);
    model_fixture_check_islands(&e->f, t, profile);
  }
  ovl_world_close(baked);
}

static bool has_same_block(const ovi_layer *a, const ovi_layer *b, uint32_t region) {
  return ovi_region_block_bytes(a, region) == ovi_region_block_bytes(b, region) &&
         memcmp(ovi_region_block(a, region), ovi_region_block(b, region),
                (size_t)ovi_region_block_bytes(a, region)) == 0;
}

/* Checks that the regions which were rebuilt are those whose blocks differ, or all of them. */
static void check_rebuilt(test_state *t, const ovl_world *before, const ovl_world *after,
                          bool *is_rebuilt) {
  static uint32_t rebuilt[MOST_REGIONS];
  const uint32_t regions = ovi_region_count(&before->layers[0]);
  size_t count = 0;
  const ovl_result result =
      ovl_world_rebuilt(after, before->history.version, rebuilt, MOST_REGIONS, &count);
  CHECK(t, result == OVL_OK && count <= regions, "%zu of %u regions: %s", count, regions,
        ovl_result_text(result));
  for (size_t i = 0; i < count; i++) {
    is_rebuilt[rebuilt[i]] = true;
  }
  for (uint32_t id = 0; id < regions && t->failures == 0 && count < regions; id++) {
    CHECK(t, is_rebuilt[id] != has_same_block(&before->layers[0], &after->layers[0], id),
          "region %u of %u was rebuilt: %d", id, regions, (int)is_rebuilt[id]);
  }
}

static uint32_t region_of(const ovl_world *world, ovl_cell cell) {
  const ovl_cell at = ovi_world_to_plane(world, cell);
  return ovi_region_at(&world->layers[0], at.x, at.y);
}

/* Checks that islands without a cell in a rebuilt region keep their numbers, and that a part of an
 * island gets a new one only if another part has kept the old, or has joined an older island. */
static void check_numbers(const edited *e, test_state *t, const ovl_world *before, int32_t profile,
                          const bool *is_rebuilt) {
  const model_world *model = &e->f.model;
  const uint32_t next = before->own[profile].next;
  bool *touched = test_allocate(next, sizeof(bool));
  bool *has_heir = test_allocate(next, sizeof(bool));
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t node = 0; node < model->node_count && t->failures == 0; node++) {
      const ovl_cell cell = model_cell(model, node);
      const uint32_t was = ovl_world_island(before, profile, cell);
      const uint32_t is = ovl_world_island(e->f.world, profile, cell);
      if (pass == 0) {
        touched[was] = touched[was] || is_rebuilt[region_of(before, cell)];
        has_heir[was] = has_heir[was] || (is != 0 && is < next);
      } else if (was != 0) {
        CHECK(t, touched[was] || is == was, "island %u of %d:%d,%d was not touched, but is %u", was,
              cell.floor, cell.x, cell.y, is);
        CHECK(t, is < next || has_heir[was], "island %u has no heir", was);
      }
    }
  }
  free(touched);
  free(has_heir);
}

static void check_version(edited *e, test_state *t, const ovl_world *before) {
  bool *is_rebuilt = test_allocate(MOST_REGIONS, sizeof(bool));
  check_equals_bake(e, t);
  check_rebuilt(t, before, e->f.world, is_rebuilt);
  for (int32_t i = 0; i < e->f.model.profile_count && t->failures == 0; i++) {
    const ovi_layer *was = &before->layers[i];
    const ovi_layer *is = &e->f.world->layers[i];
    if (!is->profile.is_directed && !was->profile.is_directed && e->f.world->base == before->base) {
      check_numbers(e, t, before, i, is_rebuilt);
      e->cuts += is->islands.count > was->islands.count;
      e->joins += is->islands.count < was->islands.count;
    }
  }
  free(is_rebuilt);
}

/* ---- Edits ---------------------------------------------------------------------- */

/* Makes edits of any kind, in half of the calls by jobs. False if one is refused; the fault then
 * has its number. */
static bool edit_wildly(edited *e, test_state *t) {
  wild_edits list = wild_edits_draw(&e->f.model, &e->f.random);
  model_world changed = model_world_copy(&e->f.model);
  const ovl_jobs jobs = {3, test_run_backwards, NULL};
  ovl_apply_def def = edit_model_apply_def(&e->f.model);
  ovl_fault fault = {"", 0, 0, 0};
  ovl_world *next = NULL;
  const size_t made = wild_edits_apply(&changed, &list);
  def.jobs = test_random_percent(&e->f.random, 50) ? &jobs : NULL;
  const ovl_result result =
      ovl_world_apply_def(e->f.world, list.edits, list.count, &def, &next, &fault);
  const bool is_allowed = made == list.count;
  CHECK(t, result == OVL_OK || result == OVL_BAD_ARGUMENT, "%s: %s", ovl_result_text(result),
        fault.what);
  CHECK(t, is_allowed || (result == OVL_BAD_ARGUMENT && fault.where == made),
        "%s: edit %" PRIu64 ", not %zu, is refused: %s", ovl_result_text(result), fault.where, made,
        fault.what);
  if (result == OVL_OK && is_allowed) {
    edit_model_forget(&changed);
    model_world_become(&e->f.model, &changed);
    ovl_world *before = NULL;
    ovl_world_retain(e->f.world, &before);
    model_fixture_take(&e->f, t, next);
    check_version(e, t, before);
    ovl_world_close(before);
  } else if (is_allowed) { /* it would make what no bake makes either */
    const ovl_bake_def bake_def = edit_model_bake_def(&changed);
    CHECK(t, ovl_world_bake(&bake_def, &next, NULL) == OVL_BAD_ARGUMENT, "refused: %s", fault.what);
  }
  model_world_free(&changed);
  wild_edits_free(&list);
  return result == OVL_OK;
}

static void edit_equals_rebake(test_state *t) {
  static const int rounds[EDITED_KINDS] = {6, 20, 6, 6};
  edited sums = {.refused = 0};
  for (uint64_t i = 0; test_more(t, i, 300, 20000); i++) {
    const edited_kind kind = i % 10 < 5   ? EDITED_USUAL
                             : i % 10 < 8 ? EDITED_CORNERS
                             : i % 10 < 9 ? EDITED_LARGE
                                          : EDITED_OVERLAYS;
    edited e;
    if (!begin(&e, t, i, kind)) {
      continue;
    }
    for (int round = 0; round < rounds[kind] && t->failures == 0; round++) {
      e.refused += !edit_wildly(&e, t);
    }
    sums.refused += e.refused;
    sums.cuts += e.cuts;
    sums.joins += e.joins;
    model_fixture_free(&e.f);
  }
  CHECK(t, t->failures != 0 || (sums.refused > 50 && sums.cuts > 50 && sums.joins > 50),
        "%" PRIu64 " calls refused, islands cut %" PRIu64 " times, joined %" PRIu64 " times",
        sums.refused, sums.cuts, sums.joins);
}

/* Hundreds of calls of edits over one map, each upon the last. */
static void edit_of_long_history_equals_rebake(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 4, 400); i++) {
    edited e;
    if (!begin(&e, t, 1000 + i, EDITED_USUAL)) {
      return;
    }
    const int32_t calls = t->is_long ? 2500 : 300;
    for (int32_t call = 0; call < calls && t->failures == 0; call++) {
      model_fixture_edit(&e.f, t);
    }
    check_equals_bake(&e, t);
    model_fixture_free(&e.f);
  }
}

/* A way through five regions is cut in the fourth, and the shorter part is joined to a cell there
 * that was an island: the longer part keeps its number, the shorter one gets that of the cell. */
static void part_cut_off_gets_the_number_of_an_island_it_joins(test_state *t) {
  enum { WIDTH = 40, HEIGHT = 8 };
  const ovl_cell island = {28, 2, 0};
  const ovl_edit edits[] = {ovl_edit_rect((ovl_cell){26, 0, 0}, 1, 1, 0),
                            ovl_edit_rect((ovl_cell){28, 1, 0}, 1, 1, 1)};
  uint8_t terrain[WIDTH * HEIGHT] = {0};
  const ovl_bake_def def = {.width = WIDTH,
                            .height = HEIGHT,
                            .terrain = terrain,
                            .tuning = {.region_cells = 8, .label_bytes_per_cell = OVL_NO_LABELS}};
  memset(terrain, 1, WIDTH);
  terrain[island.y * WIDTH + island.x] = 1;
  ovl_world *world = NULL;
  ovl_world *next = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  CHECK(t, ovl_world_apply(world, edits, 2, &next, NULL) == OVL_OK, "edits");
  const uint32_t way = ovl_world_island(world, 0, (ovl_cell){0, 0, 0});
  const uint32_t cell = ovl_world_island(world, 0, island);
  CHECK(t, way != cell && way != 0 && cell != 0, "islands %u and %u", way, cell);
  for (int32_t x = 0; x < WIDTH; x++) {
    const uint32_t is = ovl_world_island(next, 0, (ovl_cell){x, 0, 0});
    const uint32_t should = x < 26 ? way : x > 26 ? cell : 0;
    CHECK(t, is == should, "%d,0 is of island %u, not %u", x, is, should);
  }
  CHECK(t, ovl_world_island(next, 0, island) == cell, "the cell has another number");
  ovl_world_close(next);
  ovl_world_close(world);
}

/* Edits that do not change the map rebuild nothing. */
static void edits_without_changes_rebuild_nothing(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    edited e;
    if (!begin(&e, t, 2000 + i, EDITED_USUAL)) {
      continue;
    }
    const model_floor *floor = &e.f.model.floors[0];
    const ovl_cell cell = {floor->corner.x + test_random_between(&e.f.random, 0, floor->width - 1),
                           floor->corner.y + test_random_between(&e.f.random, 0, floor->height - 1),
                           0};
    const ovl_edit same = ovl_edit_rect(cell, 1, 1, ovl_world_terrain(e.f.world, cell));
    const ovl_edit edits[2] = {i % 2 == 0 ? same : ovl_edit_rect(cell, 1, 1, 0), same};
    const size_t count = floor->places ? 0 : 1 + i % 2; /* as it is, or there and back */
    const ovl_apply_def def = edit_model_apply_def(&e.f.model);
    ovl_world *next = NULL;
    size_t rebuilt = 1;
    CHECK(t, ovl_world_apply_def(e.f.world, edits, count, &def, &next, NULL) == OVL_OK, "apply");
    CHECK(t, ovl_world_rebuilt(next, 0, NULL, 0, &rebuilt) == OVL_OK && rebuilt == 0,
          "%zu regions though nothing changed", rebuilt);
    fixture_check_same_file(t, e.f.world, next, "not changed");
    ovl_world_close(next);
    model_fixture_free(&e.f);
  }
}

/* ---- Directed islands -------------------------------------------------------------- */

/* Three regions in a row, of which the one in the middle is cut in two by a wall with a gap, and a
 * one-way link from the left to the right. The gap is closed and opened, and pockets are opened in
 * the wall: the ports of the regions stay the same. */
static void directed_islands_follow_a_cut(test_state *t) {
  enum { WIDTH = 48, HEIGHT = 16, WALL = 24, GAP = 8 };
  static const struct {
    int32_t y;
    uint8_t terrain;
  } edits[] = {{GAP, 0}, {2, 1}, {4, 1}, {GAP, 1}, {2, 0}, {GAP, 0}, {4, 0}, {GAP, 1}};
  uint8_t terrain[WIDTH * HEIGHT];
  const ovl_link_def link = {.from = {2, 2, 0}, .to = {45, 2, 0}, .cost = 1000};
  const ovl_bake_def def = {.width = WIDTH,
                            .height = HEIGHT,
                            .terrain = terrain,
                            .more = {.links = &link, .link_count = 1},
                            .tuning = {.region_cells = 16, .label_bytes_per_cell = OVL_NO_LABELS}};
  memset(terrain, 1, sizeof(terrain));
  for (int32_t y = 0; y < HEIGHT; y++) { /* pockets at x = WALL are blocked on both sides */
    for (int32_t x = WALL - 1; x <= WALL + 1; x++) {
      terrain[y * WIDTH + x] = y == GAP;
    }
  }
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]) && t->failures == 0; i++) {
    const ovl_edit edit = ovl_edit_rect((ovl_cell){WALL, edits[i].y, 0}, 1, 1, edits[i].terrain);
    ovl_world *next = NULL;
    ovl_world *baked = NULL;
    terrain[edits[i].y * WIDTH + WALL] = edits[i].terrain;
    CHECK(t, ovl_world_apply(world, &edit, 1, &next, NULL) == OVL_OK, "edit %zu", i);
    CHECK(t, ovl_world_bake(&def, &baked, NULL) == OVL_OK, "bake %zu", i);
    fixture_check_same(t, baked, next, "cut");
    for (int32_t at = 0; at < WIDTH * HEIGHT && t->failures == 0; at++) {
      const ovl_cell cell = {at % WIDTH, at / WIDTH, 0};
      CHECK(t, ovl_world_island(next, 0, cell) == ovl_world_island(baked, 0, cell),
            "edit %zu: island of %d,%d", i, cell.x, cell.y);
    }
    const ovi_layer_islands *is = &next->layers[0].islands;
    const ovi_layer_islands *should = &baked->layers[0].islands;
    CHECK(t,
          is->slots == should->slots && is->count == should->count &&
              memcmp(is->weak, should->weak, 4 * (size_t)is->count) == 0 &&
              memcmp(is->arc_begins, should->arc_begins, 4 * (size_t)is->count + 4) == 0 &&
              memcmp(is->arcs, should->arcs,
                     4 * (size_t)ovi_get_u32(is->arc_begins + 4 * (size_t)is->count)) == 0,
          "edit %zu: the arcs of islands", i);
    ovl_world_close(baked);
    ovl_world_close(world);
    world = next;
  }
  ovl_world_close(world);
}

/* ---- Forged files ----------------------------------------------------------------- */

/* Gives some components of a file other islands, which only a look at all steps would find. */
static void forge_islands(edited *e, uint8_t *bytes) {
  const ovi_layer *layer = &e->f.world->layers[0];
  uint8_t *islands = file_profile_section(bytes, OVI_SECTION_ISLANDS, 0);
  const int32_t percent = test_random_between(&e->f.random, 1, 100);
  for (uint32_t slot = 0; slot < layer->islands.slots; slot++) {
    if (test_random_percent(&e->f.random, percent)) {
      const int32_t most = (int32_t)layer->islands.count;
      ovi_put_u32(islands + 4 * slot, (uint32_t)test_random_between(&e->f.random, 1, most));
    }
  }
  file_repair(bytes);
}

static void edits_of_forged_islands_end(test_state *t) {
  uint32_t made = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    edited e;
    if (!begin(&e, t, 3000 + i, EDITED_USUAL)) {
      continue;
    }
    const ovl_apply_def def = edit_model_apply_def(&e.f.model);
    const world_bytes saved = fixture_save(t, e.f.world);
    ovl_world *world = NULL;
    forge_islands(&e, saved.bytes);
    bool is_open = paged_open_in_place(&saved, &world) == OVL_OK;
    for (int k = 0; k < 20 && is_open && t->failures == 0; k++) {
      wild_edits list = wild_edits_draw(&e.f.model, &e.f.random);
      ovl_world *version = NULL;
      if (ovl_world_apply_def(world, list.edits, list.count, &def, &version, NULL) == OVL_OK) {
        ovl_world_close(world);
        world = version;
        made++;
      }
      wild_edits_free(&list);
    }
    ovl_world_close(world);
    free(saved.bytes);
    model_fixture_free(&e.f);
  }
  CHECK(t, t->failures != 0 || made > 500, "only %" PRIu32 " edits were made", made);
}

/* ---- Rules that answer the same both ways ------------------------------------------------ */

enum { FENCED_SIDE = 400, FENCE_AT = 200, GATE_AT = 100 };

/* No step crosses the line before column FENCE_AT but in row GATE_AT. */
static uint32_t fence(void *user, const ovl_step *step) {
  static const int32_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  const int32_t from = step->from.x;
  const int32_t to = from + dx[step->direction];
  const bool is_gate = step->from.y == GATE_AT && step->direction % 4 == 0;
  (void)user;
  return (from < FENCE_AT) != (to < FENCE_AT) && !is_gate ? OVL_STEP_BLOCKED : 0;
}

static bool note_total(void *user, uint64_t done, uint64_t total) {
  (void)done;
  *(uint64_t *)user = total;
  return true;
}

/* Applies edits. Returns what the progress counted. */
static uint64_t edit_fenced(test_state *t, ovl_world **world, const ovl_edit *edits, size_t count) {
  uint64_t total = 0;
  const ovl_apply_def def = {.step_rule = fence, .progress = note_total, .progress_user = &total};
  ovl_world *next = NULL;
  CHECK(t, ovl_world_apply_def(*world, edits, count, &def, &next, NULL) == OVL_OK, "apply");
  if (next != NULL) {
    ovl_world_close(*world);
    *world = next;
  }
  return total;
}

static void edits_under_a_mutual_rule_stay_local(test_state *t) {
  static uint8_t terrain[FENCED_SIDE * FENCED_SIDE];
  const ovl_cell gate = {FENCE_AT, GATE_AT, 0};
  const ovl_edit court[] = {ovl_edit_rect((ovl_cell){300, 300, 0}, 20, 20, 0),
                            ovl_edit_rect((ovl_cell){301, 301, 0}, 18, 18, 1)};
  const ovl_edit closed = ovl_edit_rect(gate, 1, 1, 0);
  const ovl_edit open = ovl_edit_rect(gate, 1, 1, 1);
  uint64_t totals[2];
  memset(terrain, 1, sizeof terrain);
  for (int mutual = 0; mutual < 2; mutual++) {
    ovl_bake_def def = {.width = FENCED_SIDE, .height = FENCED_SIDE, .terrain = terrain};
    const ovl_query query = {.start = {10, 10, 0}, .goal = {390, 390, 0}};
    ovl_world *world = NULL;
    ovl_planner *planner = NULL;
    def.tuning.region_cells = 8;
    def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
    def.more.step_rule = fence;
    def.more.step_rule_is_mutual = mutual != 0;
    if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
      return;
    }
    totals[mutual] = edit_fenced(t, &world, court, 2);
    const ovl_planner_def planner_def = {.world = world};
    CHECK(t, ovl_planner_create(&planner_def, &planner, NULL) == OVL_OK, "planner");
    CHECK(t, ovl_reaches(planner, world, &query) == OVL_OK, "the gate is open");
    edit_fenced(t, &world, &closed, 1);
    CHECK(t, ovl_reaches(planner, world, &query) == OVL_UNREACHABLE, "the gate is closed");
    edit_fenced(t, &world, &open, 1);
    CHECK(t, ovl_reaches(planner, world, &query) == OVL_OK, "the gate is open again");
    ovl_planner_destroy(planner);
    ovl_world_close(world);
  }
  CHECK(t, totals[1] < 500 && totals[0] > 2500, "%" PRIu64 " and %" PRIu64 " pieces of work",
        totals[1], totals[0]);
}

const test_entry test_edits_table[] = {
    {"edits_under_a_mutual_rule_stay_local", edits_under_a_mutual_rule_stay_local},
    {"edits_of_forged_islands_end", edits_of_forged_islands_end},
    {"edit_equals_rebake", edit_equals_rebake},
    {"directed_islands_follow_a_cut", directed_islands_follow_a_cut},
    {"edit_of_long_history_equals_rebake", edit_of_long_history_equals_rebake},
    {"part_cut_off_gets_the_number_of_an_island_it_joins",
     part_cut_off_gets_the_number_of_an_island_it_joins},
    {"edits_without_changes_rebuild_nothing", edits_without_changes_rebuild_nothing},
    {NULL, NULL},
};
