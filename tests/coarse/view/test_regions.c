/* Sets of slots, found from bit planes, compared with sets found cell by cell. */
#include <string.h>

#include "coarse/view/region_cells.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { MOST_PLANES = 9, MOST_SIDE = 128, MOST_PLANE_BYTES = MOST_SIDE * MOST_SIDE / 8 };

/* A region with random planes, whose cells have few different slots. */
typedef struct random_region {
  ovi_region region;
  int32_t planes;
  uint8_t bits[MOST_PLANES * MOST_PLANE_BYTES];
  uint8_t open[MOST_PLANE_BYTES];
} random_region;

static void put_cell(random_region *r, uint8_t *planes, int32_t count, int32_t x, int32_t y,
                     uint32_t number) {
  for (int32_t plane = 0; plane < count; plane++) {
    uint8_t *row = planes + (int64_t)(plane * r->region.h + y) * r->region.cells.row_bytes;
    row[x >> 3] = (uint8_t)(row[x >> 3] | (number >> plane & 1u) << (x & 7));
  }
}

static void region_make(random_region *r, test_random *random) {
  static const uint32_t flags[3] = {0, OVI_FLAG_OPEN, OVI_FLAG_CLOSED};
  memset(r, 0, sizeof *r);
  r->planes = test_random_between(random, 0, MOST_PLANES);
  r->region.w = test_random_between(random, 1, MOST_SIDE);
  r->region.h = test_random_between(random, 1, 12);
  r->region.cells.row_bytes = ovi_plane_row_bytes(r->region.w);
  r->region.flags = flags[test_random_between(random, 0, 2)];
  r->region.cells.open = r->open;
  const int32_t kinds = test_random_between(random, 1, 6);
  uint32_t numbers[6];
  for (int32_t i = 0; i < kinds; i++) {
    numbers[i] = (uint32_t)test_random_between(random, 0, (1 << r->planes) - 1);
  }
  for (int32_t y = 0; y < r->region.h; y++) {
    for (int32_t x = 0; x < r->region.w; x++) {
      const bool is_rare = test_random_percent(random, 1);
      put_cell(r, r->bits, r->planes, x, y,
               numbers[is_rare ? kinds - 1 : test_random_between(random, 0, (kinds - 1) / 2)]);
      put_cell(r, r->open, 1, x, y, test_random_percent(random, 50) ? 1 : 0);
    }
  }
}

static ovi_slot_set set_cell_by_cell(const random_region *r, bool only_open) {
  ovi_slot_set set = {{0}};
  for (int32_t y = 0; y < r->region.h; y++) {
    uint64_t open[2];
    ovi_region_open_row(&r->region, y, open);
    for (int32_t x = 0; x < r->region.w; x++) {
      if (!only_open || ovi_get_bit(open, x) != 0) {
        const uint32_t slot = ovi_slot_at(&r->region, r->bits, r->planes, x, y);
        set.bits[slot >> 6] |= (uint64_t)1 << (slot & 63);
      }
    }
  }
  return set;
}

static void region_slots(test_state *t) {
  static random_region r;
  for (uint64_t i = 0; test_more(t, i, 300, 20000); i++) {
    test_random random = {test_begin_case(t, i)};
    region_make(&r, &random);
    test_context(t, "%d x %d, %d planes", r.region.w, r.region.h, r.planes);
    for (int only_open = 0; only_open < 2; only_open++) {
      const ovi_slot_set expected = set_cell_by_cell(&r, only_open != 0);
      const ovi_slot_set found = ovi_find_slots(&r.region, r.bits, r.planes, only_open != 0);
      CHECK(t, memcmp(&expected, &found, sizeof found) == 0, "another set, of open cells: %d",
            only_open);
      ovi_slot_set listed = {{0}};
      uint32_t slot = ovi_next_slot(&found, 0);
      for (; slot < OVI_NO_SLOT; slot = ovi_next_slot(&found, slot + 1)) {
        listed.bits[slot >> 6] |= (uint64_t)1 << (slot & 63);
      }
      CHECK(t, slot == OVI_NO_SLOT && memcmp(&listed, &found, sizeof found) == 0,
            "not all of a set are listed");
    }
  }
}

const test_entry test_regions_table[] = {
    {"region_slots", region_slots},
    {NULL, NULL},
};
