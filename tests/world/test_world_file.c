/* World files: rows with a stride give the same bytes, fingerprints tell maps and settings apart,
 * and sections may have any order. */
#include <stdlib.h>
#include <string.h>

#include "coarse/format/world_format.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

static bool same_bytes(world_bytes a, world_bytes b) {
  return a.count == b.count && memcmp(a.bytes, b.bytes, a.count) == 0;
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
    uint8_t *rows = test_bytes(row_bytes * (size_t)f.map.height);
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

/* Copies a world file, with its sections in the opposite order. The caller frees the copy. */
static uint8_t *reverse_sections(world_bytes file) {
  const uint32_t count = ovi_get_u32(file.bytes + OVI_AT_SECTION_COUNT);
  uint64_t at = ovi_header_bytes(count);
  const uint64_t header_bytes = at;
  uint8_t *bytes = malloc(file.count);
  if (bytes == NULL) {
    abort();
  }
  memcpy(bytes, file.bytes, at);
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *entry = bytes + OVI_AT_SECTIONS + (size_t)i * OVI_SECTION_BYTES;
    const uint8_t *old = file.bytes + OVI_AT_SECTIONS + (size_t)(count - 1 - i) * OVI_SECTION_BYTES;
    const uint64_t length = ovi_get_u64(old + 16);
    memcpy(entry, old, OVI_SECTION_BYTES);
    memcpy(bytes + at, file.bytes + ovi_get_u64(old + 8), length);
    ovi_put_u64(entry + 8, at);
    at += length;
  }
  ovi_put_u64(bytes + header_bytes - 8, ovi_hash64(0, bytes, (size_t)header_bytes - 8));
  return bytes;
}

/* The order of sections changes nothing, in memory or where regions are checked when touched. */
static void file_section_order(test_state *t) {
  fixture f;
  if (!fixture_make(&f, t, 0, random_map_usual_limits())) {
    return;
  }
  world_bytes file = fixture_save(t, f.world);
  uint8_t *reversed = reverse_sections(file);
  for (int i = 0; i < 2; i++) {
    ovl_open_def def = {.byte_count = file.count, .check_all = i == 0};
    ovl_world *worlds[2] = {NULL, NULL};
    ovl_world_bytes bytes[2];
    for (int order = 0; order < 2; order++) {
      def.bytes = order == 0 ? file.bytes : reversed;
      const ovl_result result = ovl_world_open_def(&def, &worlds[order], NULL);
      if (CHECK(t, result == OVL_OK, "order %d: %s", order, ovl_result_text(result))) {
        ovl_world_count_bytes(worlds[order], &bytes[order]);
      }
    }
    CHECK(t, t->failures != 0 || memcmp(&bytes[0], &bytes[1], sizeof bytes[0]) == 0,
          "bytes by use differ");
    ovl_world_close(worlds[0]);
    ovl_world_close(worlds[1]);
  }
  free(reversed);
  free(file.bytes);
  fixture_free(&f);
}

const test_entry test_world_file_table[] = {
    {"file_padded_rows", file_padded_rows},
    {"file_fingerprints", file_fingerprints},
    {"file_section_order", file_section_order},
    {NULL, NULL},
};
