/* Forged world files with every feature: numbers of blocks, links and islands are
 * changed and all checksums repaired. Such a file may open, but then no query may read out of
 * bounds, run for ever, take a step that is not legal in the opened world, or report a cost that is
 * not the sum of its steps. The same holds if the file is checked on first touch, in place or by a
 * reader. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/ports.h"
#include "coarse/view/region.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"
#include "world/world.h"

/* The most that the counts of a small forged file may make a planner reserve: the bounds of ports
 * of a region, by its size and the links, are believed until the region is read. */
enum { MOST_PLANNER_BYTES = 1 << 26 };

/* Part of a file: all that lies behind the region table, or a section alone. */
typedef struct file_part {
  uint8_t *bytes;
  size_t count;
} file_part;

static file_part draw_part(const world_bytes *file, test_random *random) {
  static const ovi_section sections[] = {OVI_SECTION_BLOCKS, OVI_SECTION_ISLANDS,
                                         OVI_SECTION_OVERLAYS, OVI_SECTION_LABELS};
  uint8_t *first = file_section(file->bytes, OVI_SECTION_BLOCKS);
  const ovi_section section = sections[test_random_between(random, 0, 3)];
  const size_t count = (size_t)file_section_bytes(file->bytes, section);
  if (count < 8 || test_random_percent(random, 40)) {
    return (file_part){first, file->count - (size_t)(first - file->bytes)};
  }
  return (file_part){file_section(file->bytes, section), count};
}

/* Changes a few numbers of 1, 2 or 4 bytes in a part of a file, more often near its begin. */
static void forge(const world_bytes *file, test_random *random) {
  const file_part part = draw_part(file, random);
  const int32_t changes = test_random_between(random, 1, 4);
  for (int32_t i = 0; i < changes; i++) {
    const size_t most = test_random_percent(random, 20) && part.count > 600 ? 600 : part.count;
    const size_t at = (size_t)test_random_between(random, 0, (int32_t)most - 4);
    const int32_t size = 1 << test_random_between(random, 0, 2);
    const int32_t style = test_random_between(random, 0, 4);
    for (int32_t k = 0; k < size; k++) {
      uint8_t *byte = part.bytes + at + k;
      *byte = style == 0   ? 0xff
              : style == 1 ? 0
              : style == 2 ? (uint8_t)(*byte + (k == 0))
              : style == 3 ? part.bytes[(at + (size_t)(k + 1)) % part.count]
                           : (uint8_t)test_random_next(random);
    }
  }
}

/* A forged world that opened. */
typedef struct forgery {
  model_fixture *f;
  ovl_world *world;
  ovl_planner *planner;
  bool on_touch;
} forgery;

static int32_t sign_of(int32_t value) { return (value > 0) - (value < 0); }

static int direction_of(int32_t dx, int32_t dy) {
  int direction = 0;
  while (model_direction_x(direction) != sign_of(dx) ||
         model_direction_y(direction) != sign_of(dy)) {
    direction++;
  }
  return direction;
}

/* The cost of the steps of a leg in the opened world; 0: one of them is not legal. */
static uint64_t leg_cost(const forgery *g, int32_t profile, ovl_cell from, ovl_cell to) {
  uint64_t sum = 0;
  while (!model_same_cells(from, to)) {
    const int direction = direction_of(to.x - from.x, to.y - from.y);
    const uint64_t cost = ovl_world_step(g->world, profile, from, direction);
    if (cost == 0) {
      return 0;
    }
    sum += cost;
    from.x += model_direction_x(direction);
    from.y += model_direction_y(direction);
  }
  return sum;
}

/* Whether judging a path has touched a region that is wrong, so that a step may seem illegal. */
static bool judge_met_fault(const forgery *g, const ovl_query *query) {
  ovl_path path = model_fixture_path(g->f);
  return g->on_touch && (ovl_find_path(g->planner, g->world, query, &path) != OVL_OK ||
                         ovl_world_island(g->world, query->profile, query->start) == 0);
}

static void check_path(test_state *t, const forgery *g, const ovl_query *query,
                       const ovl_path *path) {
  uint64_t sum = 0;
  size_t link = 0;
  if (!CHECK(t, path->count >= 1 && path->count <= path->capacity, "%zu points", path->count)) {
    return;
  }
  const ovl_cell last = path->points[path->count - 1];
  for (size_t i = 1; i < path->count; i++) {
    uint64_t cost;
    if (link < path->link_count && path->links[link].point == i) {
      ovl_link_def def;
      ovl_world_link(g->world, path->links[link].link, &def);
      cost = path->links[link].back ? def.cost_back : def.cost;
      link++;
    } else {
      cost = leg_cost(g, query->profile, path->points[i - 1], path->points[i]);
    }
    if (cost == 0 && judge_met_fault(g, query)) {
      return;
    }
    if (!CHECK(t, cost != 0, "leg %zu of %zu is not legal", i, path->count - 1)) {
      return;
    }
    sum += cost;
  }
  CHECK(t, sum == path->cost, "the steps cost %" PRIu64 ", reported are %" PRIu64, sum, path->cost);
  CHECK(t, model_same_cells(last, query->goal), "a path elsewhere");
}

static void ask_path(test_state *t, const forgery *g) {
  ovl_query query = model_fixture_query(g->f);
  ovl_path path = model_fixture_path(g->f);
  query.smoothing = OVL_SMOOTH_NONE;
  model_fixture_context(g->f, t, &query);
  if (ovl_find_path(g->planner, g->world, &query, &path) == OVL_OK) {
    check_path(t, g, &query, &path);
  }
  ovl_reaches(g->planner, g->world, &query);
}

/* Walks a route: it ends or is refused. */
static void ask_route(test_state *t, const forgery *g) {
  ovl_query query = model_fixture_query(g->f);
  ovl_route route;
  model_fixture_context(g->f, t, &query);
  ovl_result result = ovl_route_begin(g->planner, g->world, &query, &route);
  uint32_t most = 2 * g->f->model.node_count + 1;
  while (result == OVL_OK && !route.done && CHECK(t, most-- > 0, "the walk does not end")) {
    ovl_path path = model_fixture_path(g->f);
    const uint64_t before = route.cost_to_go;
    result = ovl_route_next(g->planner, g->world, &route, route.position, &path);
    CHECK(t,
          result != OVL_OK || route.kind == OVL_ROUTE_DIRECT ||
              route.cost_to_go + path.cost <= before,
          "the cost to go fell by less than was walked");
  }
}

/* A question of any kind, and an edit. */
static void ask_rest(const forgery *g) {
  const ovl_cell cell = model_open_cell(&g->f->model, 0, &g->f->random);
  const ovl_edit edit =
      ovl_edit_rect(cell, 1, 1, (uint8_t)test_random_between(&g->f->random, 0, 9));
  const int32_t kind = test_random_between(&g->f->random, 0, TASK_KINDS - 1);
  ovl_world *edited = NULL;
  task_question q;
  task_answer answer;
  task_answer_make(&answer, g->f);
  task_question_draw(&q, kind == TASK_NEXT ? TASK_REACH : (task_kind)kind, g->f, false);
  task_ask(&answer, &q, g->planner, g->world);
  task_answer_free(&answer);
  ovl_world_apply(g->world, &edit, 1, &edited, NULL);
  ovl_world_close(edited);
}

static void ask(test_state *t, model_fixture *f, ovl_world *world, bool on_touch) {
  forgery g = {.f = f, .world = world, .on_touch = on_touch};
  ovl_planner_def def = {.world = world};
  const size_t bytes = ovl_planner_bytes(&def);
  if (!CHECK(t, bytes <= (size_t)MOST_PLANNER_BYTES, "a planner of %zu bytes for a forged file",
             bytes) ||
      !CHECK(t, ovl_planner_create(&def, &g.planner, NULL) == OVL_OK, "no planner")) {
    return;
  }
  for (int i = 0; i < 4 && t->failures == 0; i++) {
    ask_path(t, &g);
    ask_route(t, &g);
  }
  ask_rest(&g);
  ovl_planner_destroy(g.planner);
}

static bool open_forged(test_state *t, model_fixture *f, uint8_t *copy, size_t count) {
  const world_bytes bytes = {copy, count};
  ovl_world *world = NULL;
  file_repair(copy);
  for (int way = 0; way < 2 && t->failures == 0; way++) {
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    const ovl_result result =
        way == 0 ? paged_open_in_place(&bytes, &world) : paged_open_read(&reader, 1 << 20, &world);
    if (result == OVL_OK) {
      ask(t, f, world, true);
      ovl_world_close(world);
    }
  }
  if (ovl_world_open(copy, count, &world, NULL) != OVL_OK) {
    return false;
  }
  ask(t, f, world, false);
  ovl_world_close(world);
  return true;
}

static void forged_features(test_state *t) {
  const model_limits tiny = {.max_side = 24, .max_region = 10, .most_profiles = 3};
  const model_limits labelled = {.max_side = 60, .max_region = 12, .most_profiles = 1};
  const model_limits wide = {
      .max_side = 120, .max_region = 8, .most_profiles = 1, .has_overlays_alone = true};
  uint32_t opened = 0;
  for (uint64_t i = 0; test_more(t, i, 320, 8000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, i % 8 == 3 ? wide : i % 4 == 1 ? labelled : tiny)) {
      continue;
    }
    world_bytes saved = fixture_save(t, f.world);
    uint8_t *copy = test_bytes(saved.count);
    memcpy(copy, saved.bytes, saved.count);
    CHECK(t, open_forged(t, &f, copy, saved.count) && memcmp(copy, saved.bytes, saved.count) == 0,
          "a repaired file is not the file");
    for (int k = 0; k < 30 && t->failures == 0; k++) {
      memcpy(copy, saved.bytes, saved.count);
      forge(&(world_bytes){copy, saved.count}, &f.random);
      opened += open_forged(t, &f, copy, saved.count);
    }
    free(copy);
    free(saved.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, opened > 1000, "only %u forged files were opened: the test looks at too few",
        (unsigned)opened);
}

/* ---- Saving and refreshing by a reader --------------------------------------------- */

/* Moves a port of a region by a cell to the side, up or down, in its packed form. False: the region
 * has no port. */
static bool move_port(const ovl_world *world, world_bytes *file, test_random *random) {
  const ovi_layer *layer = world->layers;
  const int32_t regions = (int32_t)ovi_region_count(layer);
  const ovi_region region =
      ovi_region_view(layer, (uint32_t)test_random_between(random, 0, regions - 1));
  if (region.ports.count == 0) {
    return false;
  }
  const int32_t port = test_random_between(random, 0, (int32_t)region.ports.count - 1);
  const int32_t step = test_random_percent(random, 50) ? 1 : 1 << 7;
  uint8_t *cell = file->bytes + (region.ports.cells - world->shared.file.bytes) + 2 * port;
  ovi_put_u16(cell,
              (uint16_t)(ovi_get_u16(cell) + (test_random_percent(random, 50) ? step : -step)));
  file_repair(file->bytes);
  return true;
}

/* A world of 64 x 4 regions, with labels of up to `label_bytes` a cell. */
static ovl_world *bake_wide(test_state *t, test_random *random, int32_t label_bytes) {
  ovl_bake_def def = {.width = 1024, .height = 64};
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = label_bytes;
  return fixture_bake_rocks(t, random, def, 90);
}

/* A cache that holds less than a row of such a world. */
enum { NARROW_CACHE = 28 << 10 };

/* A version with an edit of a cell. */
static ovl_result make_edited(const ovl_world *world, ovl_world **made, ovl_fault *fault) {
  const ovl_cell cell = {0, 0, 0};
  const ovl_edit edit = ovl_edit_rect(cell, 1, 1, ovl_world_terrain(world, cell) == 0);
  return ovl_world_apply(world, &edit, 1, made, fault);
}

/* A version with labels made anew. */
static ovl_result make_refreshed(const ovl_world *world, ovl_world **made, ovl_fault *fault) {
  ovl_refresh *refresh = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(world, NULL, &refresh);
  result = result == OVL_OK ? ovl_refresh_step(refresh, UINT64_MAX, &done) : result;
  result = result == OVL_OK ? ovl_refresh_apply(refresh, world, made) : result;
  *fault = *ovl_refresh_fault(refresh);
  ovl_refresh_destroy(refresh);
  return result;
}

typedef ovl_result (*version_maker)(const ovl_world *world, ovl_world **made, ovl_fault *fault);

/* Opens a file by a reader with a narrow cache, makes a version and saves it. */
static ovl_result save_version(const world_bytes *file, uint64_t seed, version_maker make,
                               world_bytes *saved, ovl_fault *fault) {
  ovl_world *world = NULL;
  ovl_world *made = NULL;
  paged_reader reader = paged_reader_of(file, seed);
  const ovl_save_def to = {.write = fixture_append, .write_user = saved};
  ovl_result result = paged_open_read(&reader, NARROW_CACHE, &world);
  result = result == OVL_OK ? make(world, &made, fault) : result;
  result = result == OVL_OK ? ovl_world_save(made, &to, fault) : result;
  ovl_world_close(made);
  ovl_world_close(world);
  return result;
}

/* Forges some worlds whose labels take up to so many bytes a cell, and saves versions of them: what
 * is saved can be opened. Returns how many were refused. */
static uint32_t save_versions(test_state *t, uint64_t count, uint64_t long_count,
                              int32_t label_bytes, version_maker make) {
  uint32_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    test_random random = {test_begin_case(t, i)};
    ovl_world *world = bake_wide(t, &random, label_bytes);
    world_bytes file = fixture_save(t, world);
    world_bytes saved = {NULL, 0};
    ovl_world *opened = NULL;
    ovl_fault fault = {.what = ""};
    const bool is_forged = i % 8 != 0 && move_port(world, &file, &random);
    ovl_result result = save_version(&file, t->case_seed, make, &saved, &fault);
    refused += strcmp(fault.what, "waypoints that two regions share") == 0;
    CHECK(t, result == OVL_OK || is_forged, "as it was baked: %s", fault.what);
    if (result == OVL_OK) {
      result = ovl_world_open(saved.bytes, saved.count, &opened, &fault);
      CHECK(t, result == OVL_OK, "saved, but not to be opened: %s", fault.what);
    }
    ovl_world_close(opened);
    ovl_world_close(world);
    free(saved.bytes);
    free(file.bytes);
  }
  return refused;
}

/* Where a cache never holds a region together with the one below, the writer compares them. */
static void regions_that_do_not_agree_are_not_saved(test_state *t) {
  const uint32_t refused = save_versions(t, 120, 1200, 0, make_edited);
  CHECK(t, t->failures != 0 || refused > 5, "%u refused", (unsigned)refused);
}

/* Labels are made of regions that agree, for a refreshed version is not checked again. */
static void regions_that_do_not_agree_are_not_refreshed(test_state *t) {
  const uint32_t refused = save_versions(t, 16, 400, 255, make_refreshed);
  CHECK(t, t->failures != 0 || refused > 1, "%u refused", (unsigned)refused);
}

/* Planners of worlds without a step rule have no memory for one: a region whose flags ask for a
 * rule is refused. */
static void forged_steps(test_state *t) {
  const model_limits limits = {.max_side = 24, .max_region = 10, .most_profiles = 1};
  uint32_t forged = 0;
  for (uint64_t i = 0; test_more(t, i, 20, 200); i++) {
    model_fixture f;
    const uint64_t seed = test_begin_case(t, i);
    if (!model_fixture_make(&f, t, model_world_make(seed, MODEL_ONE_WAY, limits))) {
      continue;
    }
    const ovi_layer *layer = &f.world->layers[0];
    world_bytes saved = fixture_save(t, f.world);
    const ptrdiff_t flags =
        ovi_region_layer_block(layer, 0) + OVI_LAYER_FLAGS - layer->store.blocks;
    uint8_t *found = file_section(saved.bytes, OVI_SECTION_BLOCKS) + flags;
    if (layer->profile.is_directed && (*found & OVI_FLAG_CLOSED) == 0) {
      ovl_world *world = NULL;
      *found |= OVI_FLAG_STEPPED;
      file_repair(saved.bytes);
      CHECK(t, ovl_world_open(saved.bytes, saved.count, &world, NULL) == OVL_CORRUPT,
            "a rule of steps where there is none");
      ovl_world_close(world);
      forged++;
    }
    free(saved.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || forged > 5, "only %" PRIu32 " files", forged);
}

/* Opens a copy with another number in a field of a floor's entry. */
static ovl_result open_with(const world_bytes *saved, uint32_t floor, uint32_t field,
                            uint32_t value) {
  uint8_t *copy = test_bytes(saved->count);
  memcpy(copy, saved->bytes, saved->count);
  ovi_put_u32(file_section(copy, OVI_SECTION_FLOORS) + floor * OVI_FLOOR_BYTES + 4 * field, value);
  file_repair(copy);
  ovl_world *world = NULL;
  const ovl_result result = ovl_world_open(copy, saved->count, &world, NULL);
  ovl_world_close(world);
  free(copy);
  return result;
}

/* Floors whose sizes are forged: a floor of places has one row, and no cell beside a floor, below
 * it or between places is open, or units would stand on cells that are not there, and two of them
 * on one. */
static void forged_floors(test_state *t) {
  enum { SIDE = 20, PLACES = 70 };
  uint8_t terrain[SIDE * SIDE];
  memset(terrain, 1, sizeof terrain);
  const ovl_floor_def floors[] = {
      {.width = SIDE, .height = SIDE, .terrain = terrain},
      (ovl_floor_def){.width = PLACES, .height = 1, .graph = true},
      {.width = SIDE, .height = SIDE - 1, .terrain = terrain},
  };
  const ovl_link_def link = {.from = {0, 0, 0}, .to = {1, 0, 1}, .cost = 1, .cost_back = 1};
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.more.floors = floors;
  def.more.floor_count = 3;
  def.more.links = &link;
  def.more.link_count = 1;
  def.tuning.region_cells = 8;
  if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    return;
  }
  world_bytes saved = fixture_save(t, world);
  ovl_world_close(world);
  CHECK(t, open_with(&saved, 1, 0, PLACES) == OVL_OK, "the file itself");
  for (uint32_t rows = 0; rows <= OVL_MAX_SIDE_CELLS; rows += rows < 100 ? 1 : 997) {
    CHECK(t, (open_with(&saved, 1, 1, rows) == OVL_OK) == (rows == 1), "places in %u rows",
          (unsigned)rows);
  }
  CHECK(t, open_with(&saved, 1, 0, PLACES - 1) == OVL_CORRUPT, "an open place too many");
  CHECK(t, open_with(&saved, 0, 0, SIDE - 1) == OVL_CORRUPT, "open cells beside a floor");
  CHECK(t, open_with(&saved, 0, 1, SIDE - 1) == OVL_CORRUPT, "open cells below a floor");
  CHECK(t, open_with(&saved, 1, 3, 0) == OVL_CORRUPT, "places as cells");
  free(saved.bytes);
}

const test_entry test_forged_features_table[] = {
    {"forged_floors", forged_floors},
    {"forged_steps", forged_steps},
    {"forged_features", forged_features},
    {"forged_regions_that_do_not_agree_are_not_saved", regions_that_do_not_agree_are_not_saved},
    {"forged_regions_that_do_not_agree_are_not_refreshed",
     regions_that_do_not_agree_are_not_refreshed},
    {NULL, NULL},
};
