/* Makes the call of a case in its world, and judges the answer. */
#ifndef OVERLAND_TESTS_SPACE_SPACE_CALL_H
#define OVERLAND_TESTS_SPACE_SPACE_CALL_H

#include "tests/space/space_world.h"

/* False if the answer is wrong; what is wrong is reported. */
bool space_call_run(space_world *world, test_state *t, const space_call_def *def);

/* The calls that are no queries of a planner: flows, blockers, local searches and units. `query` is
 * drawn for them; `random` draws the rest. In space_other_calls.c. */
bool space_call_other(space_world *world, test_state *t, space_kind kind, const ovl_query *query,
                      test_random *random);

#endif
