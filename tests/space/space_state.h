/* Checks of invariants that the data of any world has, whatever its history. The library's own
 * assertions state what a function sees at once; these look at all of the data. */
#ifndef OVERLAND_TESTS_SPACE_SPACE_STATE_H
#define OVERLAND_TESTS_SPACE_SPACE_STATE_H

#include "tests/support/test.h"
#include "world/world.h"

/* Checks a world whose data are in memory: that the trees of what edits replaced are in order and
 * counted right, that islands are what waypoints join, and that the tables of one cluster of each
 * level have the costs that its parts give. The clusters are drawn. */
void space_state_check(test_state *t, const ovl_world *world, uint64_t seed);

#endif
