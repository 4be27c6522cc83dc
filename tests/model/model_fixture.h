/* A random model with its world, planner, judges and room for answers: the beginning of most tests
 * of features. */
#ifndef OVERLAND_TESTS_MODEL_MODEL_FIXTURE_H
#define OVERLAND_TESTS_MODEL_MODEL_FIXTURE_H

#include "overland_query.h"
#include "tests/model/model_paths.h"
#include "tests/support/test.h"

typedef struct model_fixture {
  model_world model;
  ovl_world *world;
  ovl_planner *planner;
  model_judge judges[MODEL_MOST_PROFILES];
  test_random random;  /* for whatever else the test draws */
  ovl_query_more more; /* of the query that was drawn last */
  ovl_cell *points;    /* room for any path of the world */
  ovl_path_link *links;
  size_t capacity;
} model_fixture;

/* Makes a world from a model, which the fixture then owns. False (and nothing to free) if that
 * failed; it is reported. */
bool model_fixture_make(model_fixture *f, test_state *t, model_world model);
void model_fixture_free(model_fixture *f);

/* Begins case `index` with features that go through all and all pairs of them; every seventh
 * case has a drawn set. False as above. */
bool model_fixture_pair(model_fixture *f, test_state *t, uint64_t index, model_limits limits);

/* Makes another version of the world current, and closes the one before. The planner and the judges
 * are made anew. */
void model_fixture_take(model_fixture *f, test_state *t, ovl_world *next);

/* Draws edits, and makes them to the model and to the world. False if they are refused, which is
 * reported. The model was begun by
 * tame_edits_begin. */
bool model_fixture_edit(model_fixture *f, test_state *t);

/* Makes the labels of the world anew, in slices of up to so many expansions. */
bool model_fixture_refresh(model_fixture *f, test_state *t, int32_t most);

/* Says in the context what is asked of which world. */
void model_fixture_context(const model_fixture *f, test_state *t, const ovl_query *query);

/* Between open cells if there are any, for a drawn profile. */
ovl_query model_fixture_query(model_fixture *f);

/* The path of the fixture's own room. */
ovl_path model_fixture_path(const model_fixture *f);

/* The right answer to a query of a start and one goal; distances from the start are left in the
 * judge where both are open. */
ovl_result model_fixture_expected(model_fixture *f, const ovl_query *query);

/* Checks ends, legality and sums of a whole path of the query's smoothing; `goal` is where it must
 * end. */
bool model_fixture_check_path(const model_fixture *f, test_state *t, const ovl_query *query,
                              ovl_cell goal, const ovl_path *path);

/* Checks that ovl_path_cells lists the cells of all steps and links of a path, at its cost. */
void model_fixture_check_path_cells(const model_fixture *f, test_state *t, const ovl_query *query,
                                    const ovl_path *path);

/* Checks that the world says of each cell what the model does; and that its islands are the
 * strongly connected components of the model, with other numbers. */
void model_fixture_check_cells(model_fixture *f, test_state *t, int32_t profile);
void model_fixture_check_islands(model_fixture *f, test_state *t, int32_t profile);

/* Asks a query by labels: its route must cost what a search of the waypoint graph finds, and a walk
 * along the route and the whole path must reach the goal at no more. Returns the path; it has no
 * points if there is none. */
ovl_path model_fixture_check_labels(model_fixture *f, test_state *t, ovl_query query);

/* Whether a cost is near the optimum, as far as this world's features allow. */
bool model_fixture_is_near(const model_fixture *f, int32_t profile, uint64_t cost,
                           uint64_t optimum);

/* Asks so many times of each of `count` worlds, `long_count` in long runs. */
typedef void (*model_question)(model_fixture *f, test_state *t);
void model_fixture_ask(test_state *t, model_question ask, int times, model_limits limits,
                       uint64_t count, uint64_t long_count);

/* Checks each profile of as many worlds. */
typedef void (*model_profile_check)(model_fixture *f, test_state *t, int32_t profile);
void model_fixture_profiles(test_state *t, model_profile_check check, model_limits limits,
                            uint64_t count, uint64_t long_count);

/* Whether a cell is one of the query's goals. */
bool model_is_goal(const model_world *model, const ovl_query *query, ovl_cell cell);

/* The square of a distance: of squares in a straight line, of hexagons by steps. */
uint64_t model_square(const model_world *model, int64_t dx, int64_t dy);

bool model_same_cells(ovl_cell a, ovl_cell b);

#endif
