/* A case of the option space: a world and a call, each drawn from a seed and then held as settings,
 * so that a case that fails can be shrunk and written down. */
#ifndef OVERLAND_TESTS_SPACE_SPACE_CASE_H
#define OVERLAND_TESTS_SPACE_SPACE_CASE_H

#include "tests/support/test.h"
#include "tests/support/test_random.h"

/* How a world is held. */
typedef enum space_holding {
  SPACE_MEMORY = 0,
  SPACE_IN_PLACE,
  SPACE_READER,
  SPACE_FAILING_READER,
  SPACE_HOLDINGS
} space_holding;

/* What happened to a world since its bake. */
typedef enum space_change {
  SPACE_EDIT = 0,
  SPACE_FORK,    /* edited in a fork, which is used in place of its parent */
  SPACE_REBASE,  /* a fork that is rebased onto its edited parent, whose values stay or not */
  SPACE_COMMIT,  /* a fork that is committed to its edited parent */
  SPACE_PATCH,   /* a fork that is opened from a patch on another version */
  SPACE_REFRESH, /* labels made again */
  SPACE_SAVE,    /* saved, and opened from the file */
  SPACE_CHANGES
} space_change;

enum { SPACE_MOST_CHANGES = 4 };

typedef struct space_world_def {
  uint64_t seed;                /* of the map, the settings, the edits and the reader */
  uint32_t features;            /* MODEL_... bits */
  int32_t max_side, max_region; /* cells */
  bool has_overlays_alone;
  space_holding holding;
  space_change changes[SPACE_MOST_CHANGES];
  int32_t change_count;
} space_world_def;

/* The public calls. */
typedef enum space_kind {
  SPACE_PATH = 0,
  SPACE_ROUTE, /* begun, and walked to its end */
  SPACE_REACHES,
  SPACE_COSTS,
  SPACE_RANGE,
  SPACE_FLOW,
  SPACE_BLOCKERS,
  SPACE_LOCAL,
  SPACE_UNITS,
  SPACE_KINDS
} space_kind;

/* Settings of a query that are drawn; those that are not have their defaults. */
enum {
  SPACE_ANY_CELL = 1 << 0, /* ends may be blocked or outside */
  SPACE_MOVE_START = 1 << 1,
  SPACE_MOVE_GOAL = 1 << 2,
  SPACE_NEAREST = 1 << 3,
  SPACE_GOALS = 1 << 4, /* a rectangle, a circle or a set */
  SPACE_COST_LIMIT = 1 << 5,
  SPACE_EXPANSION_LIMIT = 1 << 6,
  SPACE_TURN_COST = 1 << 7,
  SPACE_SMOOTHING = 1 << 8,
  SPACE_PROFILE = 1 << 9,
  SPACE_LITTLE_ROOM = 1 << 10, /* for points and links */
  SPACE_OPTIONS = 11
};

/* Ways to ask for the same answer. */
typedef enum space_way {
  SPACE_ONE_GO = 0,
  SPACE_SLICED,
  SPACE_QUEUED,
  SPACE_BATCHED,
  SPACE_WAYS
} space_way;

typedef struct space_call_def {
  uint64_t seed;
  space_kind kind;
  uint32_t options;
  space_way way;
} space_call_def;

space_world_def space_world_draw(uint64_t seed);
space_call_def space_call_draw(test_random *random);

/* Prints a case as lines that can be pasted into test_space.c. */
void space_print(const space_world_def *world, const space_call_def *call);

#endif
