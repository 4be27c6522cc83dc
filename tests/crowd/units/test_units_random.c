/* Units in random worlds, with random orders and edits: no shared cell, legal steps, budgets kept,
 * and the same again on any threads. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/crowd/units/unit_scene.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/random_map.h"
#include "tests/support/test_jobs.h"

/* A battle of a seed, with all that happens in it. */
typedef struct battle {
  unit_scene scene;
  test_random random;
} battle;

static bool find_open(battle *b, ovl_cell *cell) {
  for (int32_t i = 0; i < 50; i++) {
    *cell = (ovl_cell){test_random_between(&b->random, 0, b->scene.width - 1),
                       test_random_between(&b->random, 0, b->scene.height - 1), 0};
    if (ovl_world_weight(b->scene.world, 0, *cell) != 0) {
      return true;
    }
  }
  return false;
}

static void add_units(battle *b, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    ovl_cell cell;
    if (find_open(b, &cell) && ovl_units_at(b->scene.units, cell) == OVL_NO_UNIT) {
      scene_add(&b->scene, cell.x, cell.y, (uint8_t)test_random_between(&b->random, 0, 2),
                (uint8_t)(test_random_percent(&b->random, 10) ? 3 : 0));
    }
  }
}

static void order(battle *b) {
  ovl_cell cell;
  unit_scene *s = &b->scene;
  if (s->count == 0 || !find_open(b, &cell)) {
    return;
  }
  const uint32_t first = (uint32_t)test_random_between(&b->random, 0, (int32_t)s->count - 1);
  const int32_t what = test_random_between(&b->random, 0, 9);
  if (what == 0) {
    ovl_unit_stop(s->units, s->unit[first]);
  } else if (what == 1) {
    const uint32_t most = s->count - first < 12 ? s->count - first : 12;
    ovl_units_send(s->units, s->world, s->unit + first, most, cell);
  } else if (what == 2) {
    for (uint32_t i = first; i < s->count && i < first + 20; i++) {
      scene_send(s, i, cell.x, cell.y);
    }
  } else {
    scene_send(s, first, cell.x, cell.y);
  }
}

/* A rock falls, mostly where nobody stands, or is cleared. */
static void edit(battle *b) {
  unit_scene *s = &b->scene;
  const ovl_cell cell = {test_random_between(&b->random, 0, s->width - 1),
                         test_random_between(&b->random, 0, s->height - 1), 0};
  if (ovl_units_claims(s->units, cell) == 0 || test_random_percent(&b->random, 20)) {
    scene_edit(s, cell.x, cell.y, 1, 1, test_random_percent(&b->random, 60) ? 0 : 1);
  }
}

static uint64_t fight(test_state *t, uint64_t seed, const ovl_jobs *jobs, bool *used) {
  test_map map = random_map_make(seed, random_map_usual_limits());
  ovl_bake_def def = random_map_bake_def(&map);
  battle b = {.random = {seed}};
  const scene_settings settings = {.lanes = test_random_between(&b.random, 1, 5),
                                   .flows = test_random_between(&b.random, 0, 2)};
  b.scene = scene_make_from(t, &def, settings);
  b.scene.jobs = jobs;
  b.scene.budget = (uint64_t)test_random_between(&b.random, 100, 8000);
  add_units(&b, test_random_between(&b.random, 1, 60));
  const bool edits = test_random_percent(&b.random, 60);
  for (int32_t tick = 0; tick < 120 && t->failures == 0; tick++) {
    for (int32_t i = tick == 0 ? 60 : test_random_between(&b.random, 0, 2); i > 0; i--) {
      order(&b);
    }
    if (edits && test_random_percent(&b.random, 15)) {
      edit(&b);
    }
    scene_tick(&b.scene, 1);
  }
  const uint64_t hash = ovl_units_hash(b.scene.units);
  *used = *used || ovl_units_count(b.scene.units).moves > 100;
  scene_free(&b.scene);
  random_map_free(&map);
  return hash;
}

static void units_random_battles(test_state *t) {
  uint32_t turn = 0;
  const ovl_jobs jobs = {4, test_run_turned, &turn};
  bool used = false;
  for (uint64_t i = 0; test_more(t, i, 20, 5000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint64_t first = fight(t, seed, NULL, &used);
    const uint64_t second = fight(t, seed, &jobs, &used);
    CHECK(t, first == second, "hashes %" PRIx64 " and, on jobs, %" PRIx64, first, second);
  }
  CHECK(t, used, "nobody moved");
}

/* All memory is taken when units are made. */
static void units_take_no_memory_later(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 10, 200); i++) {
    const uint64_t seed = test_begin_case(t, i);
    test_map map = random_map_make(seed, random_map_usual_limits());
    ovl_bake_def bake = random_map_bake_def(&map);
    battle b = {.random = {seed}};
    b.scene = scene_make_from(t, &bake, (scene_settings){0});
    ovl_units_destroy(b.scene.units);
    for (uint64_t fail_at = 1; fail_at != 0; fail_at++) {
      counting_allocator counter = {.fail_at = fail_at};
      ovl_units_def def = {.world = b.scene.world};
      def.capacity = 64;
      def.flows = 1;
      def.allocator = counting_allocator_hooks(&counter);
      const ovl_result result = ovl_units_create(&def, &b.scene.units, NULL);
      if (result == OVL_OK) {
        const uint64_t before = counter.allocations;
        add_units(&b, 60);
        for (int32_t tick = 0; tick < 40; tick++) {
          order(&b);
          scene_tick(&b.scene, 1);
        }
        CHECK(t, counter.allocations == before, "%" PRIu64 " allocations after they were made",
              counter.allocations - before);
        ovl_units_destroy(b.scene.units);
        b.scene.units = NULL;
        fail_at = UINT64_MAX;
      } else {
        CHECK(t, result == OVL_NO_MEMORY && b.scene.units == NULL, "out of memory: %s",
              ovl_result_text(result));
      }
      CHECK(t, counter.live == 0 && counter.wrong_releases == 0, "%" PRIu64 " blocks are kept",
            counter.live);
    }
    scene_free(&b.scene);
    random_map_free(&map);
  }
}

const test_entry test_units_random_table[] = {
    {"units_random_battles", units_random_battles},
    {"units_take_no_memory_later", units_take_no_memory_later},
    {NULL, NULL},
};
