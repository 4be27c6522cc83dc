/* Tests of searches between two cells that are given a bound of what a path may cost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/topology.h"
#include "tests/model/step_map.h"
#include "tests/support/test.h"

typedef struct bound_case {
  ovi_local_search local;
  void *block;
  ovl_cell start, goal;
} bound_case;

static bound_case draw_case(test_random *random) {
  bound_case c;
  const step_map map = step_map_make(random, true);
  const step_seed start = step_map_cell(&map, random);
  const step_seed goal = step_map_cell(&map, random);
  c.local = step_local_search_make(false, &c.block);
  c.start = (ovl_cell){start.x, start.y, 0};
  c.goal = (ovl_cell){goal.x, goal.y, 0};
  step_window_fill_bits(&c.local.window, &map);
  return c;
}

/* Searches up to a bound; returns the number of cells that were expanded. */
static uint64_t search_up_to(bound_case *c, uint64_t most, bool *found) {
  const uint64_t before = c->local.search.expanded;
  *found = ovi_local_search_find(&c->local, c->start, c->goal, most);
  return c->local.search.expanded - before;
}

static void a_bound_that_a_path_keeps_changes_nothing(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2000, 40000); i++) {
    test_random random = {test_begin_case(t, i)};
    bound_case c = draw_case(&random);
    ovl_cell cells[STEP_MAP_CELLS];
    bool found;
    const uint64_t expanded = search_up_to(&c, UINT64_MAX, &found);
    if (found) {
      const uint64_t cost = ovi_local_search_cost(&c.local);
      const uint64_t slack = (uint64_t)test_random_between(&random, 0, 3000);
      ovi_local_search_list_cells(&c.local);
      const uint32_t count = c.local.cell_count;
      memcpy(cells, c.local.cells, count * sizeof cells[0]);
      const uint64_t again = search_up_to(&c, cost + slack / 2 * (slack % 2), &found);
      CHECK(t, found && ovi_local_search_cost(&c.local) == cost && again == expanded,
            "found %d, %" PRIu64 " cells expanded, %" PRIu64 " without a bound", found, again,
            expanded);
      ovi_local_search_list_cells(&c.local);
      CHECK(t,
            c.local.cell_count == count &&
                memcmp(cells, c.local.cells, count * sizeof cells[0]) == 0,
            "another path of %" PRIu32 " cells", c.local.cell_count);
    }
    free(c.block);
  }
}

/* A goal in plain sight is found without a search, whatever the bound. */
static void no_path_is_searched_for_beyond_its_bound(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2000, 40000); i++) {
    test_random random = {test_begin_case(t, i)};
    bound_case c = draw_case(&random);
    bool found;
    const uint64_t expanded = search_up_to(&c, UINT64_MAX, &found);
    const uint64_t cost = found ? ovi_local_search_cost(&c.local) : 0;
    if (expanded != 0 && found) {
      const uint64_t less = search_up_to(&c, cost - 1, &found);
      CHECK(t, !found && less <= expanded,
            "found %d, %" PRIu64 " cells expanded, %" PRIu64 " without a bound", found, less,
            expanded);
    }
    free(c.block);
  }
}

const test_entry test_local_search_table[] = {
    {"a_bound_that_a_path_keeps_changes_nothing", a_bound_that_a_path_keeps_changes_nothing},
    {"no_path_is_searched_for_beyond_its_bound", no_path_is_searched_for_beyond_its_bound},
    {NULL, NULL},
};
