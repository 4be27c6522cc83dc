/* Damaged world files: each gives an error with a fault, and none a crash. Each copy lies in memory
 * of exactly its length, so that a sanitizer finds reads beyond its end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

static random_map_limits small_limits(void) {
  random_map_limits limits = {.max_side = 26, .max_region = 9, .weighted_percent = 60};
  return limits;
}

/* A new copy of the first `count` bytes. */
static uint8_t *copy_bytes(const uint8_t *bytes, size_t count) {
  uint8_t *copy = test_bytes(count);
  memcpy(copy, bytes, count);
  return copy;
}

/* Opens a copy of bytes that must be refused. */
static ovl_result open_wrong(test_state *t, const uint8_t *bytes, size_t count) {
  uint8_t *copy = copy_bytes(bytes, count);
  ovl_world *world = NULL;
  ovl_fault fault = {NULL, 0, 0, 0};
  ovl_result result = ovl_world_open(copy, count, &world, &fault);
  CHECK(t, result != OVL_OK, "wrong bytes were opened");
  CHECK(t, (result == OVL_OK) == (world != NULL), "a world in spite of '%s'",
        ovl_result_text(result));
  CHECK(t, result == OVL_OK || (fault.what != NULL && fault.what[0] != '\0'),
        "'%s', and the fault names nothing", ovl_result_text(result));
  CHECK(t, memcmp(copy, bytes, count) == 0, "opening wrote to the bytes");
  ovl_world_close(world);
  free(copy);
  return result;
}

/* A file with labels. */
static bool bytes_make(world_bytes *saved, fixture *f, test_state *t, uint64_t index) {
  test_map map = random_map_make(test_begin_case(t, index), small_limits());
  map.label_bytes = 255;
  if (!fixture_make_from(f, t, map)) {
    return false;
  }
  *saved = fixture_save(t, f->world);
  return true;
}

static void damage_header(test_state *t) {
  fixture f;
  world_bytes saved;
  test_begin_case(t, 0);
  if (!bytes_make(&saved, &f, t, 0)) {
    return;
  }
  saved.bytes[0] ^= 1;
  ovl_result result = open_wrong(t, saved.bytes, saved.count);
  CHECK(t, result == OVL_NOT_A_WORLD, "wrong magic: %s", ovl_result_text(result));
  saved.bytes[0] ^= 1;
  saved.bytes[8] ^= 2;
  result = open_wrong(t, saved.bytes, saved.count);
  CHECK(t, result == OVL_OTHER_VERSION, "wrong version: %s", ovl_result_text(result));
  saved.bytes[8] ^= 2;
  result = open_wrong(t, saved.bytes, saved.count - 1);
  CHECK(t, result == OVL_WRONG_LENGTH, "cut by one byte: %s", ovl_result_text(result));
  uint8_t *longer = test_bytes(saved.count + 8);
  memcpy(longer, saved.bytes, saved.count);
  memset(longer + saved.count, 0, 8);
  result = open_wrong(t, longer, saved.count + 8);
  CHECK(t, result == OVL_WRONG_LENGTH, "eight bytes more: %s", ovl_result_text(result));
  saved.bytes[saved.count / 2] ^= 16;
  result = open_wrong(t, saved.bytes, saved.count);
  CHECK(t, result == OVL_WRONG_CHECKSUM, "a byte in the middle: %s", ovl_result_text(result));
  result = open_wrong(t, (const uint8_t *)"type octile\nheight 4\n", 21);
  CHECK(t, result == OVL_NOT_A_WORLD, "a map: %s", ovl_result_text(result));
  free(longer);
  free(saved.bytes);
  fixture_free(&f);
}

typedef void (*damage_fn)(test_state *t, fixture *f, const world_bytes *saved);

static void damage_files(test_state *t, damage_fn damage, uint64_t count, uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    fixture f;
    world_bytes saved;
    if (bytes_make(&saved, &f, t, i)) {
      damage(t, &f, &saved);
      free(saved.bytes);
      fixture_free(&f);
    }
  }
}

static void cut_at_each_byte(test_state *t, fixture *f, const world_bytes *saved) {
  (void)f;
  for (size_t count = 0; count < saved->count && t->failures == 0; count++) {
    test_context(t, "%zu of %zu bytes", count, saved->count);
    open_wrong(t, saved->bytes, count);
  }
}

static void damage_truncation(test_state *t) { damage_files(t, cut_at_each_byte, 3, 30); }

/* Changes each byte in turn: one of its bits, or with --long each of them. */
static void flip_bits(test_state *t, fixture *f, const world_bytes *saved) {
  for (size_t at = 0; at < saved->count && t->failures == 0; at++) {
    const int first = t->is_long ? 0 : test_random_between(&f->random, 0, 7);
    const int last = t->is_long ? 7 : first;
    for (int bit = first; bit <= last; bit++) {
      test_context(t, "bit %d of byte %zu of %zu", bit, at, saved->count);
      saved->bytes[at] ^= (uint8_t)(1u << bit);
      open_wrong(t, saved->bytes, saved->count);
      saved->bytes[at] ^= (uint8_t)(1u << bit);
    }
  }
}

static void damage_flips(test_state *t) { damage_files(t, flip_bits, 3, 12); }

/* Changes many bytes at once: random ones, runs of one value, parts copied over others. */
static void change_many(test_state *t, fixture *f, const world_bytes *saved) {
  for (int k = 0; k < 10 && t->failures == 0; k++) {
    uint8_t *copy = copy_bytes(saved->bytes, saved->count);
    const int32_t most = (int32_t)saved->count - 1;
    const int32_t at = test_random_between(&f->random, 0, k < 3 && most > 400 ? 400 : most);
    int32_t length = test_random_between(&f->random, 1, 64);
    length = length > most - at + 1 ? most - at + 1 : length;
    const int32_t from = test_random_between(&f->random, 0, most - length + 1);
    const int32_t style = test_random_between(&f->random, 0, 2);
    for (int32_t n = 0; n < length; n++) {
      copy[at + n] = style == 0   ? (uint8_t)test_random_next(&f->random)
                     : style == 1 ? 0xFF
                                  : saved->bytes[from + n];
    }
    test_context(t, "style %d, %d bytes at %d", (int)style, (int)length, (int)at);
    if (memcmp(copy, saved->bytes, saved->count) != 0) {
      open_wrong(t, copy, saved->count);
    }
    free(copy);
  }
}

static void damage_random(test_state *t) { damage_files(t, change_many, 150, 5000); }

static void damage_misaligned(test_state *t) {
  fixture f;
  world_bytes saved;
  test_begin_case(t, 1);
  if (!bytes_make(&saved, &f, t, 1)) {
    return;
  }
  uint8_t *room = test_bytes(saved.count + 8);
  for (size_t shift = 1; shift < 8; shift++) {
    memcpy(room + shift, saved.bytes, saved.count);
    ovl_world *world = NULL;
    ovl_result result = ovl_world_open(room + shift, saved.count, &world, NULL);
    CHECK(t, result == OVL_MISALIGNED && world == NULL, "shifted by %zu: %s", shift,
          ovl_result_text(result));
    ovl_world_close(world);
  }
  free(room);
  free(saved.bytes);
  fixture_free(&f);
}

const test_entry test_damage_table[] = {
    {"damage_header", damage_header},         {"damage_truncation", damage_truncation},
    {"damage_flips", damage_flips},           {"damage_random", damage_random},
    {"damage_misaligned", damage_misaligned}, {NULL, NULL},
};
