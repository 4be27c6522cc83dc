/* The baseline is optimal: its costs are those of Dijkstra's algorithm for every corner rule and
 * weight. */
#include <inttypes.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"

static void check_query(fixture *f, test_state *t, ovl_baseline *baseline) {
  ovl_query query = fixture_query(f);
  query.smoothing = OVL_SMOOTH_NONE;
  fixture_context(f, t, &query);
  ovl_result expected = fixture_expected(f, &query);
  ovl_path path = fixture_path(f);
  uint64_t expanded = 0;
  ovl_result result = ovl_baseline_find(baseline, &query, &path, &expanded);
  if (!CHECK(t, result == expected, "answer '%s', Dijkstra says '%s'", ovl_result_text(result),
             ovl_result_text(expected)) ||
      result != OVL_OK || !fixture_check_grid_path(f, t, &query, &path)) {
    return;
  }
  uint64_t optimum = dijkstra_distance(&f->judge, query.goal);
  CHECK(t, path.cost == optimum, "cost %" PRIu64 ", optimum %" PRIu64, path.cost, optimum);
  uint64_t cells = (uint64_t)f->map.width * (uint64_t)f->map.height;
  CHECK(t, expanded <= cells, "%" PRIu64 " expansions of %" PRIu64 " cells", expanded, cells);
}

static void baseline_is_optimal(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 1500, 20000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    ovl_baseline *baseline = NULL;
    ovl_result result = ovl_baseline_create(f.world, 0, NULL, &baseline, NULL);
    if (CHECK(t, result == OVL_OK, "create: %s", ovl_result_text(result))) {
      for (int k = 0; k < 3; k++) {
        check_query(&f, t, baseline);
      }
    }
    ovl_baseline_destroy(baseline);
    fixture_free(&f);
  }
}

const test_entry test_baseline_table[] = {
    {"baseline_is_optimal", baseline_is_optimal},
    {NULL, NULL},
};
