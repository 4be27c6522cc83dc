/* Tests of snapshots whose units were changed in memory before. */
#ifndef OVERLAND_TESTS_CROWD_SNAPSHOT_SNAPSHOT_FORGED_H
#define OVERLAND_TESTS_CROWD_SNAPSHOT_SNAPSHOT_FORGED_H

#include "tests/support/test.h"

void snapshot_forged_is_refused(test_state *t);
void snapshot_needs_flows_of_one_size(test_state *t);
void snapshot_goes_on_without_a_flow(test_state *t);

#endif
