/* Queries to unreachable goals are answered from islands, without a search. Whether two cells are
 * of one island: test_features.c. */
#include <inttypes.h>

#include "tests/support/fixture.h"

static void islands_spare_the_search(test_state *t) {
  uint64_t met = 0;
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    for (int k = 0; k < 4; k++) {
      ovl_query query = fixture_query(&f);
      fixture_context(&f, t, &query);
      ovl_path path = fixture_path(&f);
      if (ovl_find_path(f.planner, f.world, &query, &path) == OVL_UNREACHABLE) {
        met++;
        ovl_stats stats = ovl_planner_stats(f.planner);
        CHECK(t, stats.fine_expanded == 0 && stats.coarse_expanded == 0 && stats.windows == 0,
              "unreachable: %" PRIu64 " cells and %" PRIu64 " waypoints were expanded",
              stats.fine_expanded, stats.coarse_expanded);
      }
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || met > 50, "only %" PRIu64 " unreachable goals were met", met);
}

const test_entry test_islands_table[] = {
    {"islands_spare_the_search", islands_spare_the_search},
    {NULL, NULL},
};
