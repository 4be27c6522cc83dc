/* Tests of coarse_search.h: Dijkstra's algorithm from one cell to all waypoints, in one go and in
 * slices of random length, compared with edge_judge, which reads the public edges of the graph. */
#include <inttypes.h>
#include <stdlib.h>

#include "coarse/search/dijkstra.h"
#include "coarse/search/search_pages.h"
#include "coarse/view/ports.h"
#include "common/arena.h"
#include "query/planner.h"
#include "tests/support/edge_judge.h"
#include "tests/support/fixture.h"

/* Memory for a search of a whole world; the caller frees it. */
static void *place_search(ovi_coarse_search *search, const edge_judge *j) {
  ovi_arena count = {NULL, 0};
  ovi_coarse_reserve(search, &count, j->count, j->regions);
  void *memory = malloc((size_t)count.used);
  if (memory == NULL) {
    abort();
  }
  ovi_arena cut = {memory, 0};
  ovi_coarse_reserve(search, &cut, j->count, j->regions);
  return memory;
}

/* Fills `costs` with the least cost from the attached cell to each waypoint, over the waypoints of
 * its region. */
static void judge_costs(edge_judge *j, const ovi_layer *layer, const ovi_attachment *attachment,
                        uint64_t *costs) {
  ovi_region region = ovi_region_view(layer, attachment->region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t i = 0; i < j->count; i++) {
    costs[i] = UINT64_MAX;
  }
  for (uint32_t port = 0; port < attachment->count; port++) {
    if (attachment->costs[port] == OVI_UNREACHED) {
      continue;
    }
    ovi_stop waypoint = ovi_waypoint_of_port(layer, &region, &groups, port);
    edge_judge_run(j, j->firsts[waypoint.region] + waypoint.number);
    for (uint32_t i = 0; i < j->count; i++) {
      uint64_t cost =
          j->distances[i] != UINT64_MAX ? j->distances[i] + attachment->costs[port] : UINT64_MAX;
      costs[i] = cost < costs[i] ? cost : costs[i];
    }
  }
}

/* Compares the costs of the waypoints that a region owns. The search enters a waypoint from one of
 * its two sides only. */
static void compare_region(test_state *t, const edge_judge *j, const ovi_coarse_search *search,
                           uint32_t id, const uint64_t *costs) {
  const ovi_layer *layer = search->layer;
  ovi_region region = ovi_region_view(layer, id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t number = 0; number < groups.begins[OVI_OWN_GROUPS]; number++) {
    uint32_t other = ovi_waypoint_other_region(layer, id, number);
    ovi_region beyond = ovi_region_view(layer, other);
    ovi_port seen = ovi_port_of_waypoint(layer, &beyond, id, number);
    const ovi_coarse_page *here = ovi_entered_page(search, id);
    const ovi_coarse_page *there = ovi_entered_page(search, other);
    uint64_t inward = here != NULL ? ovi_entry_at(search, here, number).cost : UINT64_MAX;
    uint64_t outward = there != NULL ? ovi_entry_at(search, there, seen.port).cost : UINT64_MAX;
    uint64_t cost = inward < outward ? inward : outward;
    uint64_t expected = costs[j->firsts[id] + number];
    CHECK(t, cost == expected,
          "waypoint %" PRIu32 " of region %" PRIu32 ": cost %" PRIu64 ", judge %" PRIu64, number,
          id, cost, expected);
    CHECK(t, inward == UINT64_MAX || outward == UINT64_MAX,
          "the waypoint is entered from both sides");
  }
}

/* Searches from a random cell in slices of up to `most` expansions; 0: in one go. */
static void check_one_to_many(test_state *t, fixture *f, edge_judge *j, ovi_coarse_search *search,
                              int32_t most) {
  const ovi_layer *layer = &f->world->layers[0];
  ovl_cell start = random_map_cell(&f->map, &f->random);
  if (random_map_weight(&f->map, start.x, start.y) == 0) {
    return;
  }
  uint64_t expanded = 0;
  ovi_status status = OVI_PAUSED;
  ovi_attachment *attachment = &f->planner->workspace.ends[OVI_END_START].attachment;
  CHECK(t, ovi_attach(attachment, layer, &f->planner->workspace.refiner.local, start, false),
        "attachment");
  search->expanded = 0;
  ovi_coarse_begin(search, layer, UINT64_MAX, true);
  ovi_coarse_add_attachment(search, attachment);
  while (status == OVI_PAUSED && CHECK(t, expanded <= j->count, "the search does not end")) {
    uint64_t budget =
        most != 0 ? (uint64_t)test_random_between(&f->random, 1, most) : (uint64_t)UINT64_MAX;
    uint64_t before = search->expanded;
    status = ovi_coarse_run(search, budget);
    expanded += search->expanded - before;
    CHECK(t, search->expanded - before <= budget, "more expansions than the budget");
    CHECK(t, status != OVI_PAUSED || search->expanded - before == budget,
          "paused before the budget was spent");
  }
  CHECK(t, status == OVI_NONE, "the search ends with status %d", (int)status);
  uint64_t *costs = calloc(j->count + 1, sizeof *costs);
  if (costs == NULL) {
    abort();
  }
  judge_costs(j, layer, attachment, costs);
  for (uint32_t id = 0; id < j->regions && t->failures == 0; id++) {
    compare_region(t, j, search, id, costs);
  }
  free(costs);
}

static void coarse_search_finds_the_least_cost_to_every_waypoint(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 3000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    edge_judge j = edge_judge_make(f.world);
    ovi_coarse_search search = {0};
    void *memory = place_search(&search, &j);
    for (int32_t most = 0; j.count != 0 && most < 4; most++) {
      check_one_to_many(t, &f, &j, &search, most * most);
    }
    free(memory);
    edge_judge_free(&j);
    fixture_free(&f);
  }
}

const test_entry test_coarse_search_table[] = {
    {"coarse_search_finds_the_least_cost_to_every_waypoint",
     coarse_search_finds_the_least_cost_to_every_waypoint},
    {NULL, NULL}};
