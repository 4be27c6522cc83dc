/* The coarse search by itself: costs are the judge's, however it is sliced. */
#include <inttypes.h>
#include <stdlib.h>

#include "arena.h"
#include "coarse_search.h"
#include "edge_judge.h"
#include "fixture.h"

/* Memory for a search of a whole world; the caller frees it. */
static void *place_search(ovi_coarse_search *search, const edge_judge *j) {
  ovi_arena count = {NULL, 0};
  ovi_coarse_place(search, &count, j->count, j->regions);
  void *memory = malloc((size_t)count.used);
  if (memory == NULL) {
    abort();
  }
  ovi_arena cut = {memory, 0};
  ovi_coarse_place(search, &cut, j->count, j->regions);
  ovi_coarse_clear(search);
  return memory;
}

static uint32_t region_of(const edge_judge *j, uint32_t waypoint) {
  uint32_t id = j->regions - 1;
  while (j->firsts[id] > waypoint) {
    id--;
  }
  return id;
}

static void compare_costs(test_state *t, const edge_judge *j, const ovi_coarse_search *search) {
  for (uint32_t waypoint = 0; waypoint < j->count && t->failures == 0; waypoint++) {
    uint32_t id = region_of(j, waypoint);
    const ovi_coarse_node *nodes = ovi_coarse_nodes(search, id);
    uint64_t cost = nodes != NULL ? nodes[waypoint - j->firsts[id]].cost : UINT64_MAX;
    CHECK(t, cost == j->distances[waypoint],
          "waypoint %" PRIu32 ": the search says %" PRIu64 ", edges %" PRIu64, waypoint, cost,
          j->distances[waypoint]);
  }
}

/* Spreads costs from a waypoint in slices of up to `most` turns, or in one go. */
static void spread(test_state *t, fixture *f, edge_judge *j, ovi_coarse_search *search,
                   int32_t most) {
  uint32_t from = (uint32_t)(test_random_next(&f->random) % j->count);
  uint32_t id = region_of(j, from);
  uint64_t turns = 0;
  ovi_coarse_status status = OVI_COARSE_PAUSED;
  edge_judge_run(j, from);
  search->expanded = 0;
  ovi_coarse_spread_begin(search, &f->world->layers[0]);
  ovi_coarse_spread_from(search, id, from - j->firsts[id]);
  while (status == OVI_COARSE_PAUSED && CHECK(t, turns <= j->count, "it does not end")) {
    uint64_t budget =
        most != 0 ? (uint64_t)test_random_between(&f->random, 1, most) : (uint64_t)UINT64_MAX;
    uint64_t before = search->expanded;
    status = ovi_coarse_run(search, budget);
    turns += search->expanded - before;
    CHECK(t, search->expanded - before <= budget, "more turns than the budget");
    CHECK(t, status != OVI_COARSE_PAUSED || search->expanded - before == budget,
          "paused before the budget was spent");
  }
  CHECK(t, status == OVI_COARSE_NONE, "it ends with status %d", (int)status);
  compare_costs(t, j, search);
}

static void coarse_spreads(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 3000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    edge_judge j = edge_judge_make(f.world);
    ovi_coarse_search search = {0};
    void *memory = place_search(&search, &j);
    for (int32_t most = 0; j.count != 0 && most < 4; most++) {
      spread(t, &f, &j, &search, most * most);
    }
    free(memory);
    edge_judge_free(&j);
    fixture_free(&f);
  }
}

const test_entry test_coarse_table[] = {{"coarse_spreads", coarse_spreads}, {NULL, NULL}};
