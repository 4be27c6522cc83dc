/* A random map and its world, and checks that several tests share: see fixture.h. */
#include "tests/support/fixture.h"

#include "coarse/format/world_format.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "tests/support/query_more.h"
#include "tests/support/test_allocate.h"
#include "tools/verify/fresh_bake.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool fixture_make_from(fixture *f, test_state *t, test_map map) {
  memset(f, 0, sizeof *f);
  f->map = map;
  f->random.state = t->case_seed ^ 0x5851F42D4C957F2Du;
  ovl_fault fault = {"", 0, 0, 0};
  ovl_bake_def def = random_map_bake_def(&f->map);
  ovl_query none = {0};
  fixture_context(f, t, &none);
  ovl_result result = ovl_world_bake(&def, &f->world, &fault);
  if (CHECK(t, result == OVL_OK, "bake: %s (%s)", ovl_result_text(result), fault.what)) {
    ovl_planner_def planner_def = {.world = f->world};
    result = ovl_planner_create(&planner_def, &f->planner, NULL);
    CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
  }
  if (t->failures != 0) {
    ovl_world_close(f->world);
    random_map_free(&f->map);
    return false;
  }
  ovl_world_info info;
  ovl_world_describe(f->world, &info);
  f->has_labels = info.graph.labels == OVL_LABELS_HELD;
  f->has_overlays = info.partition.overlay_levels != 0;
  f->judge = dijkstra_make(&f->map);
  f->capacity = 2 * (size_t)map.width * (size_t)map.height + 1;
  f->points = test_allocate(f->capacity, sizeof *f->points);
  return true;
}

bool fixture_make(fixture *f, test_state *t, uint64_t index, random_map_limits limits) {
  return fixture_make_from(f, t, random_map_make(test_begin_case(t, index), limits));
}

bool fixture_make_overlays(fixture *f, test_state *t, uint64_t index, random_map_limits tile,
                           random_map_limits limits) {
  const uint64_t seed = test_begin_case(t, index);
  test_map map = index % 3 == 0 ? random_map_strip(seed, tile, 24) : random_map_make(seed, limits);
  map.overlays = OVL_OVERLAYS_ALWAYS;
  return fixture_make_from(f, t, map);
}

void fixture_free(fixture *f) {
  dijkstra_free(&f->judge);
  free(f->points);
  ovl_planner_destroy(f->planner);
  ovl_world_close(f->world);
  random_map_free(&f->map);
}

void fixture_context(const fixture *f, test_state *t, const ovl_query *query) {
  test_context(t,
               "%s %" PRId32 "x%" PRId32 " region %" PRId32 " spacing %" PRId32 " corners %d%s"
               " labels %" PRId32 " smoothing %d, %" PRId32 ",%" PRId32 " -> %" PRId32 ",%" PRId32,
               f->map.kind, f->map.width, f->map.height, f->map.region_cells, f->map.spacing_cells,
               (int)f->map.corners, f->map.plain ? "" : " weighted", f->map.label_bytes,
               (int)query->smoothing, query->start.x, query->start.y, query->goal.x, query->goal.y);
}

ovl_query fixture_query(fixture *f) {
  ovl_query query = {0};
  query.start = random_map_cell(&f->map, &f->random);
  query.goal = random_map_cell(&f->map, &f->random);
  query.smoothing = (ovl_smoothing)test_random_between(&f->random, 0, OVL_SMOOTH_COUNT - 1);
  f->more = (ovl_query_more){0};
  query.more = &f->more;
  return query;
}

ovl_path fixture_path(const fixture *f) {
  ovl_path path = {.points = f->points, .capacity = f->capacity};
  return path;
}

static bool is_inside(const test_map *map, ovl_cell cell) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < map->width && cell.y < map->height &&
         cell.floor == 0;
}

ovl_result fixture_expected(fixture *f, const ovl_query *query) {
  ovl_cell start = query->start;
  ovl_cell goal = query->goal;
  if (!is_inside(&f->map, start)) {
    return OVL_START_OUTSIDE;
  }
  if (!is_inside(&f->map, goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  if (random_map_weight(&f->map, start.x, start.y) == 0) {
    return OVL_START_BLOCKED;
  }
  if (random_map_weight(&f->map, goal.x, goal.y) == 0) {
    return OVL_GOAL_BLOCKED;
  }
  dijkstra_run(&f->judge, start);
  return dijkstra_distance(&f->judge, goal) == DIJKSTRA_UNREACHED ? OVL_UNREACHABLE : OVL_OK;
}

bool fixture_same_cells(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

bool fixture_check_grid_path(const fixture *f, test_state *t, const ovl_query *query,
                             const ovl_path *path) {
  path_sums sums;
  size_t at;
  if (!CHECK(t, path->count >= 1 && path->count <= f->capacity, "%zu points", path->count) ||
      !CHECK(t, fixture_same_cells(path->points[0], query->start), "it begins elsewhere") ||
      !CHECK(t, fixture_same_cells(path->points[path->count - 1], query->goal),
             "it ends elsewhere")) {
    return false;
  }
  const char *wrong = path_check_grid(&f->map, path->points, path->count, &sums, &at);
  return CHECK(t, wrong == NULL, "leg %zu: %s", at, wrong != NULL ? wrong : "") &&
         CHECK(t, path->cost == sums.cost, "cost %" PRIu64 ", steps sum to %" PRIu64, path->cost,
               sums.cost) &&
         CHECK(t,
               path->straight_steps == sums.straight_steps &&
                   path->diagonal_steps == sums.diagonal_steps,
               "steps %" PRIu64 " + %" PRIu64 ", counted %" PRIu64 " + %" PRIu64,
               path->straight_steps, path->diagonal_steps, sums.straight_steps,
               sums.diagonal_steps) &&
         CHECK(t, path->length == sums.length, "length %" PRIu64 ", legs sum to %" PRIu64,
               path->length, sums.length);
}

bool fixture_is_near_optimum(const fixture *f, uint64_t cost, uint64_t optimum) {
  /* Diagonal contacts get one waypoint for a pair of components, however long the
   * border: the builder's rule sees to reachability there, not to short ways. */
  uint64_t tenths = f->map.corners == OVL_CORNERS_FREE ? 20 : 13;
  return !f->map.plain || cost * 10 <= optimum * tenths;
}

bool fixture_same_paths(const ovl_path *a, const ovl_path *b) {
  if (a->count != b->count || a->cost != b->cost || a->length != b->length ||
      a->straight_steps != b->straight_steps || a->diagonal_steps != b->diagonal_steps) {
    return false;
  }
  for (size_t i = 0; i < a->count; i++) {
    if (!fixture_same_cells(a->points[i], b->points[i])) {
      return false;
    }
  }
  return true;
}

bool fixture_append(void *user, const void *bytes, size_t byte_count) {
  world_bytes *file = user;
  uint8_t *longer = realloc(file->bytes, file->count + byte_count + 1);
  if (longer == NULL) {
    return false;
  }
  memcpy(longer + file->count, bytes, byte_count);
  *file = (world_bytes){longer, file->count + byte_count};
  return true;
}

world_bytes fixture_save(test_state *t, const ovl_world *world) {
  ovl_world_info info;
  ovl_version_info version;
  world_bytes saved = {NULL, 0};
  ovl_world_describe(world, &info);
  ovl_world_version(world, &version);
  ovl_result result =
      ovl_world_save(world, &(ovl_save_def){.write = fixture_append, .write_user = &saved}, NULL);
  CHECK(t, result == OVL_OK, "save: %s", ovl_result_text(result));
  CHECK(t, version.rebuilt_regions != 0 || saved.count == info.file_bytes,
        "saved %zu bytes, file_bytes says %" PRIu64, saved.count, info.file_bytes);
  return saved;
}

/* The offset of the first section of labels in a file: all sections before it are primary. */
static uint64_t primary_end(const uint8_t *bytes) {
  const uint32_t sections = ovi_get_u32(bytes + OVI_AT_SECTION_COUNT);
  for (uint32_t i = 0; i < sections; i++) {
    const uint8_t *entry = bytes + OVI_AT_SECTIONS + (uint64_t)i * OVI_SECTION_BYTES;
    if (memcmp(entry, "LABL", 4) == 0) {
      return ovi_get_u64(entry + 8);
    }
  }
  return 0;
}

void fixture_check_same(test_state *t, const ovl_world *expected, const ovl_world *found,
                        const char *what) {
  const world_bytes should = fixture_save(t, expected);
  const world_bytes is = fixture_save(t, found);
  const uint64_t end_should = primary_end(should.bytes);
  const uint64_t end_is = primary_end(is.bytes);
  uint64_t at = ovi_get_u32(is.bytes + OVI_AT_HEADER_BYTES);
  while (at < end_is && at < end_should && is.bytes[at] == should.bytes[at]) {
    at++;
  }
  CHECK(t, at == end_is && at == end_should,
        "%s: byte %" PRIu64 " of %" PRIu64 " differs from what it should be (%" PRIu64 ")", what,
        at, end_is, end_should);
  CHECK(t,
        memcmp(is.bytes + OVI_AT_MAP_FINGERPRINT, should.bytes + OVI_AT_MAP_FINGERPRINT, 16) == 0,
        "%s: another fingerprint", what);
  free(should.bytes);
  free(is.bytes);
}

void fixture_check_same_file(test_state *t, const ovl_world *expected, const ovl_world *found,
                             const char *what) {
  const world_bytes should = fixture_save(t, expected);
  const world_bytes is = fixture_save(t, found);
  size_t at = 0;
  while (at < is.count && at < should.count && is.bytes[at] == should.bytes[at]) {
    at++;
  }
  CHECK(t, at == is.count && at == should.count,
        "%s: byte %zu of %zu differs from what it should be (%zu)", what, at, is.count,
        should.count);
  free(should.bytes);
  free(is.bytes);
}

bool fixture_read(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  const world_bytes *file = user;
  memcpy(bytes, file->bytes + offset, byte_count);
  return true;
}

ovl_result fixture_verify_file(const ovl_world *world, world_bytes *file, ovl_fault *fault) {
  const struct fresh_bake_def def = {
      .world = world, .file = {fixture_read, file, file->count}, .path = ""};
  return fresh_bake_compare(&def, fault);
}

ovl_result fixture_verify(test_state *t, const ovl_world *world, ovl_fault *fault) {
  world_bytes saved = fixture_save(t, world);
  ovl_world *opened = NULL;
  ovl_result result = ovl_world_open(saved.bytes, saved.count, &opened, fault);
  result = result == OVL_OK ? fixture_verify_file(opened, &saved, fault) : result;
  ovl_world_close(opened);
  free(saved.bytes);
  return result;
}

ovl_planner *fixture_turn_planner(test_state *t, const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  def.turn_costs = true;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  return planner;
}

ovl_world *fixture_bake_rocks(test_state *t, test_random *random, ovl_bake_def def,
                              int32_t open_percent) {
  const size_t cells = (size_t)def.width * (size_t)def.height;
  uint8_t *terrain = test_allocate(cells, 1);
  ovl_world *world = NULL;
  for (size_t i = 0; i < cells; i++) {
    terrain[i] = test_random_percent(random, open_percent) ? 1 : 0;
  }
  def.terrain = terrain;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result));
  free(terrain);
  return world;
}
