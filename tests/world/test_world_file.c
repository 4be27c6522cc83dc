/* World files: every bake gives the same bytes, and an opened world gives the same answers as the
 * baked one. */
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"

static bool same_bytes(world_bytes a, world_bytes b) {
  return a.count == b.count && memcmp(a.bytes, b.bytes, a.count) == 0;
}

static void file_bake_twice(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 4000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_bake_def def = random_map_bake_def(&f.map);
    ovl_world *again = NULL;
    ovl_result result = ovl_world_bake(&def, &again, NULL);
    if (CHECK(t, result == OVL_OK, "second bake: %s", ovl_result_text(result))) {
      world_bytes one = fixture_save(t, f.world);
      world_bytes two = fixture_save(t, again);
      CHECK(t, same_bytes(one, two), "two bakes of one map differ");
      free(one.bytes);
      free(two.bytes);
    }
    ovl_world_close(again);
    fixture_free(&f);
  }
}

/* Rows of terrain with a stride greater than their width give the same world. */
static void file_padded_rows(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 600); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    size_t width = (size_t)f.map.width;
    size_t row_bytes = width + 1 + (size_t)test_random_between(&f.random, 0, 40);
    uint8_t *rows = malloc(row_bytes * (size_t)f.map.height);
    if (rows == NULL) {
      abort();
    }
    memset(rows, 77, row_bytes * (size_t)f.map.height);
    for (size_t y = 0; y < (size_t)f.map.height; y++) {
      memcpy(rows + y * row_bytes, f.map.terrain + y * width, width);
    }
    ovl_bake_def def = random_map_bake_def(&f.map);
    def.terrain = rows;
    def.row_bytes = row_bytes;
    ovl_world *padded = NULL;
    ovl_result result = ovl_world_bake(&def, &padded, NULL);
    free(rows);
    if (CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result))) {
      world_bytes one = fixture_save(t, f.world);
      world_bytes two = fixture_save(t, padded);
      CHECK(t, same_bytes(one, two), "padded rows give another world");
      free(one.bytes);
      free(two.bytes);
    }
    ovl_world_close(padded);
    fixture_free(&f);
  }
}

static void check_cells(const fixture *f, test_state *t, const ovl_world *world) {
  size_t width = (size_t)f->map.width;
  uint8_t *copy = malloc(width * (size_t)f->map.height);
  if (copy == NULL) {
    abort();
  }
  ovl_result result = ovl_world_read_terrain(world, (ovl_cell){0, 0, 0}, f->map.width,
                                             f->map.height, copy, width, NULL);
  CHECK(t, result == OVL_OK, "read: %s", ovl_result_text(result));
  CHECK(t, memcmp(copy, f->map.terrain, width * (size_t)f->map.height) == 0,
        "the terrain that is read is not the map's");
  for (int32_t y = -1; y <= f->map.height; y++) {
    for (int32_t x = -1; x <= f->map.width; x++) {
      bool inside = x >= 0 && y >= 0 && x < f->map.width && y < f->map.height;
      uint8_t terrain = inside ? f->map.terrain[(size_t)y * width + (size_t)x] : 0;
      ovl_cell cell = {x, y, 0};
      CHECK(t, ovl_world_terrain(world, cell) == terrain, "terrain of %d,%d", (int)x, (int)y);
      CHECK(t, ovl_world_weight(world, 0, cell) == random_map_weight(&f->map, x, y),
            "weight of %d,%d", (int)x, (int)y);
    }
  }
  result =
      ovl_world_read_terrain(world, (ovl_cell){0, 0, 0}, f->map.width + 1, 1, copy, width, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT, "read beyond the world: %s", ovl_result_text(result));
  free(copy);
}

static void check_same_answers(fixture *f, test_state *t, const ovl_world *opened) {
  ovl_planner_def def = {.world = opened};
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  ovl_cell *points = malloc(f->capacity * sizeof *points);
  if (points == NULL) {
    abort();
  }
  CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result));
  for (int i = 0; i < 6 && t->failures == 0; i++) {
    ovl_query query = fixture_query(f);
    fixture_context(f, t, &query);
    ovl_path one = fixture_path(f);
    ovl_path two = {.points = points, .capacity = f->capacity};
    ovl_result first = ovl_find_path(f->planner, f->world, &query, &one);
    ovl_result second = ovl_find_path(planner, opened, &query, &two);
    CHECK(t, first == second && fixture_same_paths(&one, &two),
          "the baked world says '%s', the opened one '%s' or another path", ovl_result_text(first),
          ovl_result_text(second));
  }
  free(points);
  ovl_planner_destroy(planner);
}

static void check_info(const fixture *f, test_state *t, const ovl_world *opened) {
  ovl_world_info a;
  ovl_world_info b;
  ovl_world_describe(f->world, &a);
  ovl_world_describe(opened, &b);
  CHECK(t,
        a.width == b.width && a.height == b.height && a.fingerprint == b.fingerprint &&
            a.map_fingerprint == b.map_fingerprint && a.file_bytes == b.file_bytes &&
            a.graph.waypoints == b.graph.waypoints && a.graph.edges == b.graph.edges &&
            a.islands == b.islands && a.open_cells == b.open_cells &&
            a.graph.method == b.graph.method,
        "the opened world describes itself otherwise");
  CHECK(t, a.width == f->map.width && a.height == f->map.height && a.corners == f->map.corners,
        "size or corner rule are not the map's");
  CHECK(t,
        a.partition.region_cells == f->map.region_cells &&
            a.partition.spacing_cells == f->map.spacing_cells,
        "region or spacing are not as baked");
  ovl_world_bytes bytes;
  ovl_world_count_bytes(f->world, &bytes);
  uint64_t sum = bytes.header + bytes.cells + bytes.waypoints + bytes.costs + bytes.islands +
                 bytes.overlays + bytes.labels + bytes.profiles + bytes.links + bytes.other;
  CHECK(t, sum == a.file_bytes && sum == bytes.file, "the parts do not sum to the file");
  uint64_t open = 0;
  for (int32_t i = 0; i < f->map.width * f->map.height; i++) {
    open += random_map_weight(&f->map, i % f->map.width, i / f->map.width) != 0 ? 1 : 0;
  }
  CHECK(t, a.open_cells == open, "the number of open cells is not the map's");
}

static void file_open_in_place(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 160, 6000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    world_bytes saved = fixture_save(t, f.world);
    world_bytes kept = fixture_save(t, f.world);
    ovl_world *opened = NULL;
    ovl_fault fault = {"", 0, 0, 0};
    ovl_result result = ovl_world_open(saved.bytes, saved.count, NULL, &opened, &fault);
    if (CHECK(t, result == OVL_OK, "open: %s (%s)", ovl_result_text(result), fault.what)) {
      check_info(&f, t, opened);
      check_cells(&f, t, opened);
      check_same_answers(&f, t, opened);
      result = fixture_verify(t, opened, &fault);
      CHECK(t, result == OVL_OK, "verify: %s (%s)", ovl_result_text(result), fault.what);
      world_bytes again = fixture_save(t, opened);
      CHECK(t, same_bytes(again, kept), "an opened world is saved otherwise");
      free(again.bytes);
    }
    ovl_world_close(opened);
    CHECK(t, same_bytes(saved, kept), "opening or asking wrote to the bytes");
    free(saved.bytes);
    free(kept.bytes);
    fixture_free(&f);
  }
}

static bool refuse_bytes(void *user, const void *bytes, size_t byte_count) {
  (void)bytes;
  size_t *left = user;
  if (byte_count > *left) {
    return false;
  }
  *left -= byte_count;
  return true;
}

static void file_write_fails(test_state *t) {
  fixture f;
  if (!fixture_make(&f, t, 3, random_map_usual_limits())) {
    return;
  }
  ovl_world_info info;
  ovl_world_describe(f.world, &info);
  for (uint64_t room = 0; room < info.file_bytes; room += 1 + info.file_bytes / 50) {
    size_t left = (size_t)room;
    ovl_result result =
        ovl_world_save(f.world, &(ovl_save_def){.write = refuse_bytes, .write_user = &left}, NULL);
    CHECK(t, result == OVL_WRITE_FAILED, "room for %zu bytes: %s", (size_t)room,
          ovl_result_text(result));
  }
  fixture_free(&f);
}

/* The description of another bake; all zeros: it failed. */
static ovl_world_info describe_bake(test_state *t, const ovl_bake_def *def) {
  ovl_world_info info = {0};
  ovl_world *world = NULL;
  ovl_result result = ovl_world_bake(def, &world, NULL);
  if (CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result))) {
    ovl_world_describe(world, &info);
  }
  ovl_world_close(world);
  return info;
}

/* Fingerprints: of the map alone, and of everything that was baked. */
static void file_fingerprints(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 100, 1000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_world_info info;
    ovl_world_describe(f.world, &info);
    ovl_bake_def def = random_map_bake_def(&f.map);
    def.tuning.region_cells = f.map.region_cells == 8 ? 9 : 8;
    ovl_world_info other = describe_bake(t, &def);
    CHECK(t, other.map_fingerprint == info.map_fingerprint, "settings changed the map's print");
    CHECK(t, other.fingerprint != info.fingerprint, "settings did not change the world's print");
    def = random_map_bake_def(&f.map);
    f.map.terrain[test_random_next(&f.random) % ((size_t)def.width * (size_t)def.height)] ^= 3;
    other = describe_bake(t, &def);
    CHECK(t, other.map_fingerprint != info.map_fingerprint,
          "a cell left the map's print as it was");
    CHECK(t, other.fingerprint != info.fingerprint, "a cell left the world's print as it was");
    fixture_free(&f);
  }
}

const test_entry test_world_file_table[] = {
    {"file_bake_twice", file_bake_twice},       {"file_padded_rows", file_padded_rows},
    {"file_open_in_place", file_open_in_place}, {"file_write_fails", file_write_fails},
    {"file_fingerprints", file_fingerprints},   {NULL, NULL},
};
