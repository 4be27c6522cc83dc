/* The greatest snapshot, and snapshots of units that retreat from others which were removed. */
#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_units.h"

#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 20, COUNT = 48, LINKS = 64 };

static const ovl_world *give(void *user, uint64_t identity) {
  (void)identity;
  return user;
}

static ovl_world *make_world(test_state *t, const uint8_t *terrain, int32_t links) {
  static ovl_link_def link[LINKS];
  ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = terrain};
  def.tuning.region_cells = 16;
  def.more.links = link;
  def.more.link_count = links;
  for (int32_t i = 0; i < LINKS; i++) {
    link[i] = (ovl_link_def){
        .from = {i % 32, i / 32, 0}, .to = {i % 32, HEIGHT - 1 - i / 32, 0}, .cost = 2000};
  }
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static ovl_units *make_units(test_state *t, const ovl_world *world, int32_t capacity) {
  const ovl_units_def def = {.world = world, .capacity = capacity, .flows = -1};
  ovl_units *units = NULL;
  CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units");
  return units;
}

/* All sides are enemies, and each link has room of its own, for few units and for many. */
static void snapshot_of_all_enemies_fits(test_state *t) {
  uint8_t terrain[WIDTH * HEIGHT];
  memset(terrain, 1, sizeof terrain);
  ovl_world *world = make_world(t, terrain, LINKS);
  ovl_units *units = make_units(t, world, 1);
  for (uint32_t side = 0; side < 256 * 256; side++) {
    ovl_units_set_enemies(units, (uint8_t)(side / 256), (uint8_t)(side % 256), true);
  }
  for (uint32_t link = 0; link < LINKS; link++) {
    CHECK(t, ovl_units_set_link_room(units, link, UINT32_MAX) == OVL_OK, "room");
  }
  size_t used = 0;
  const size_t most = ovl_units_save_bytes(units);
  uint8_t *bytes = test_allocate(most, 1);
  CHECK(t, ovl_units_save(units, bytes, most, &used) == OVL_OK && used <= most, "%zu bytes, of %zu",
        used, most);
  free(bytes);
  ovl_units_destroy(units);
  ovl_world_close(world);
}

/* ---- Retreats ---- */

/* Units of several speeds and sides in corridors, who meet. */
typedef struct maze {
  test_random random;
  uint8_t terrain[WIDTH * HEIGHT];
  ovl_world *world;
  ovl_units *units;
  ovl_unit unit[COUNT];
  uint32_t count;
} maze;

static ovl_cell some_cell(maze *m) {
  ovl_cell cell;
  do {
    cell = (ovl_cell){test_random_between(&m->random, 0, WIDTH - 1),
                      test_random_between(&m->random, 0, HEIGHT - 1), 0};
  } while (m->terrain[cell.y * WIDTH + cell.x] == 0);
  return cell;
}

static ovl_unit maze_add(maze *m) {
  static const uint16_t speeds[4] = {256, 32, 16, 8};
  ovl_unit unit = OVL_NO_UNIT;
  for (int32_t i = 0; i < 100 && unit == OVL_NO_UNIT; i++) {
    const ovl_unit_def def = {.cell = some_cell(m),
                              .side = (uint8_t)test_random_between(&m->random, 1, 2),
                              .speed = speeds[test_random_between(&m->random, 0, 3)],
                              .hold = test_random_percent(&m->random, 25) ? OVL_HOLD_SIDE : 0};
    ovl_unit_add(m->units, m->world, &def, &unit);
  }
  return unit;
}

static void maze_make(test_state *t, maze *m, uint64_t seed) {
  memset(m, 0, sizeof *m);
  m->random = (test_random){seed};
  for (int32_t y = 1; y < HEIGHT - 1; y++) {
    for (int32_t x = 1; x < WIDTH - 1; x++) {
      m->terrain[y * WIDTH + x] = y % 3 == 1 || x == 1;
    }
    m->terrain[y * WIDTH + test_random_between(&m->random, 1, WIDTH - 2)] = 1;
  }
  m->world = make_world(t, m->terrain, 0);
  m->units = make_units(t, m->world, COUNT);
  ovl_units_set_enemies(m->units, 0, 2, true);
  for (m->count = 0; m->count < COUNT - 4; m->count++) {
    m->unit[m->count] = maze_add(m);
  }
}

/* Returns the number of a unit from which another one retreats, *from; `count`: there is none. */
static uint32_t maze_retreat(const maze *m, ovl_unit *from) {
  for (uint32_t i = 0; i < m->count; i++) {
    ovl_unit_detail detail;
    ovl_unit_inspect(m->units, m->unit[i], &detail);
    for (uint32_t at = 0; at < m->count && detail.lets_past != OVL_NO_UNIT; at++) {
      if (m->unit[at] == detail.lets_past) {
        *from = m->unit[i];
        return at;
      }
    }
  }
  return m->count;
}

/* Saves the units, and restores them in others: both do the same. */
static void goes_on_equally(test_state *t, maze *m, ovl_units *others) {
  size_t used = 0;
  const size_t most = ovl_units_save_bytes(m->units);
  uint8_t *bytes = test_allocate(most, 1);
  CHECK(t, ovl_units_save(m->units, bytes, most, &used) == OVL_OK, "save");
  CHECK(t, ovl_units_restore(others, bytes, used, give, m->world) == OVL_OK, "restore");
  for (int32_t tick = 0; tick < 10 && t->failures == 0; tick++) {
    ovl_units_tick(m->units, m->world, 20000, NULL);
    ovl_units_tick(others, m->world, 20000, NULL);
    CHECK(t, ovl_units_hash(m->units) == ovl_units_hash(others), "they differ");
  }
  free(bytes);
}

/* Units from which others retreat are removed, and others get their slots, or none. */
static void snapshot_of_retreats_from_removed_units_goes_on(test_state *t) {
  static maze m;
  uint32_t removed = 0;
  for (uint64_t seed = t->seed; seed < t->seed + 4 && t->failures == 0; seed++) {
    maze_make(t, &m, seed);
    ovl_units *others = make_units(t, m.world, COUNT);
    for (int32_t tick = 0; tick < 300 && t->failures == 0; tick++) {
      for (uint32_t i = 0; i < m.count && tick % 100 == 0; i++) {
        ovl_unit_send(m.units, m.unit[i], some_cell(&m));
      }
      ovl_units_tick(m.units, m.world, 20000, NULL);
      ovl_unit from = OVL_NO_UNIT;
      const uint32_t gone = tick % 3 == 0 ? maze_retreat(&m, &from) : m.count;
      if (gone == m.count) {
        continue;
      }
      removed++;
      ovl_unit_remove(m.units, m.unit[gone]);
      if (test_random_percent(&m.random, 70)) {
        m.unit[gone] = maze_add(&m);
      } else {
        m.unit[gone] = m.unit[--m.count];
      }
      ovl_unit_detail detail;
      CHECK(t, ovl_unit_inspect(m.units, from, &detail) && detail.lets_past == OVL_NO_UNIT,
            "seed %" PRIu64 ": it retreats from %" PRIu32, seed, detail.lets_past);
      goes_on_equally(t, &m, others);
    }
    ovl_units_destroy(others);
    ovl_units_destroy(m.units);
    ovl_world_close(m.world);
  }
  CHECK(t, removed != 0, "nobody retreats");
}

const test_entry test_snapshot_limits_table[] = {
    {"snapshot_of_all_enemies_fits", snapshot_of_all_enemies_fits},
    {"snapshot_of_retreats_from_removed_units_goes_on",
     snapshot_of_retreats_from_removed_units_goes_on},
    {NULL, NULL},
};
