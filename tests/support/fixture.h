/* A random map with its world, planner, judge and room for answers: the beginning of most tests. */
#ifndef OVERLAND_TESTS_SUPPORT_FIXTURE_H
#define OVERLAND_TESTS_SUPPORT_FIXTURE_H

#include "overland.h"
#include "tests/support/dijkstra.h"
#include "tests/support/path_check.h"
#include "tests/support/random_map.h"
#include "tests/support/test.h"
#include "world/world.h"

typedef struct fixture {
  test_map map;
  ovl_world *world;
  ovl_planner *planner;
  dijkstra judge;
  bool has_labels, has_overlays; /* methods that the world can answer by */
  test_random random;            /* for start, goal and whatever else the test draws */
  ovl_query_more more;           /* of the query that was drawn last */
  ovl_cell *points;              /* room for any path of the map, and for one segment more */
  size_t capacity;
} fixture;

/* Makes case `index` of a test. False (and nothing to free) if the bake failed;
 * that is reported. */
bool fixture_make(fixture *f, test_state *t, uint64_t index, random_map_limits limits);
/* The same for a map that the caller made; the fixture then owns it. */
bool fixture_make_from(fixture *f, test_state *t, test_map map);
/* Makes case `index` with overlays in any case: every third map is a strip of tiles, with many
 * levels.
 */
bool fixture_make_overlays(fixture *f, test_state *t, uint64_t index, random_map_limits tile,
                           random_map_limits limits);
void fixture_free(fixture *f);

/* Says in the context what is asked of which map. */
void fixture_context(const fixture *f, test_state *t, const ovl_query *query);

/* A query from and to open cells if there are any; smoothing and method are
 * drawn too. */
ovl_query fixture_query(fixture *f);

/* The path of the fixture's own room. */
ovl_path fixture_path(const fixture *f);

/* The right answer to a query for a start and a goal of this map; distances from the start are left
 * in the judge when both are open. */
ovl_result fixture_expected(fixture *f, const ovl_query *query);

/* Checks a straight-and-diagonal path: ends, steps and sums. */
bool fixture_check_grid_path(const fixture *f, test_state *t, const ovl_query *query,
                             const ovl_path *path);

/* A loose net below every map: false if a cost on plain ground is far above the
 * optimum. What is checked closely is legality and sums. */
bool fixture_is_near_optimum(const fixture *f, uint64_t cost, uint64_t optimum);

/* True if both have the same points and sums. */
bool fixture_same_paths(const ovl_path *a, const ovl_path *b);

bool fixture_same_cells(ovl_cell a, ovl_cell b);

/* A planner with turn costs. NULL, which is reported, if it failed. */
ovl_planner *fixture_turn_planner(test_state *t, const ovl_world *world);

/* Bakes a map with scattered rocks; `def` has its size and settings, but no terrain. NULL: it
 * failed, which is reported. */
ovl_world *fixture_bake_rocks(test_state *t, test_random *random, ovl_bake_def def,
                              int32_t open_percent);

/* The bytes of a world file in memory aligned to 8; the caller frees them. */
typedef struct world_bytes {
  uint8_t *bytes;
  size_t count;
} world_bytes;

/* Adds bytes to the world_bytes `user`: an ovl_write_fn. False: no memory. */
bool fixture_append(void *user, const void *bytes, size_t byte_count);

world_bytes fixture_save(test_state *t, const ovl_world *world);

/* Checks that the files of two worlds have the same primary sections: all but labels, which edited
 * worlds do not have. `what` says which world was found. */
void fixture_check_same(test_state *t, const ovl_world *expected, const ovl_world *found,
                        const char *what);

/* Checks that two worlds are saved with the same bytes. */
void fixture_check_same_file(test_state *t, const ovl_world *expected, const ovl_world *found,
                             const char *what);

/* Reads bytes of the world_bytes `user`: an ovl_read_fn. */
bool fixture_read(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* Compares a file with a fresh bake of its world, which was opened from it, as `overland verify`
 * does; and does the same with a world that is saved. `fault` is not NULL. */
ovl_result fixture_verify_file(const ovl_world *world, world_bytes *file, ovl_fault *fault);
ovl_result fixture_verify(test_state *t, const ovl_world *world, ovl_fault *fault);

#endif
