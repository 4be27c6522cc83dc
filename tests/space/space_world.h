/* The world of a case, and the model that judges it. */
#ifndef OVERLAND_TESTS_SPACE_SPACE_WORLD_H
#define OVERLAND_TESTS_SPACE_SPACE_WORLD_H

#include "tests/model/tame_edits.h"
#include "tests/space/space_case.h"
#include "tests/support/paged_world.h"

enum { SPACE_MOST_FILES = 2 + SPACE_MOST_CHANGES };

typedef struct space_world {
  model_fixture f;      /* its world is the current version, its judges are current too */
  ovl_planner *planner; /* a second one, for the same query asked in another way */
  paged_reader reader;
  world_bytes files[SPACE_MOST_FILES]; /* versions use their bytes in place */
  int file_count;
  bool is_read;
} space_world;

/* False if a call failed that should not; it is reported. The world is freed in either case by
 * space_world_free. */
bool space_world_make(space_world *world, test_state *t, const space_world_def *def);
void space_world_free(space_world *world);

#endif
