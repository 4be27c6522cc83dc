/* Worlds that are read by a reader which is late, fails or gives wrong bytes, beside the same
 * worlds in memory, for tests of applyings. */
#ifndef OVERLAND_TESTS_VERSION_APPLYING_CASE_H
#define OVERLAND_TESTS_VERSION_APPLYING_CASE_H

#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"

enum {
  APPLYING_TINY_CACHE = 40 << 10,    /* a chunk of the table, and a few regions */
  APPLYING_CLUSTER_CACHE = 96 << 10, /* a chunk of the table, and a cluster of hills */
  APPLYING_SMALL_CACHE = 1 << 20,    /* for saving overlays */
  APPLYING_AMPLE_CACHE = 4 << 20,
  APPLYING_MOST_STEPS = 200000,
  HILL_SIDE = 256,
  HILL_KINDS = 9
};

/* How a reader behaves. */
typedef enum reading {
  SELDOM_LATE,
  OFTEN_LATE,
  LATE_ONCE,
  LATE_OR_FAILED,
  LATE_OR_WRONG,
  READINGS
} reading;

/* A world in memory, and its file by a reader. */
typedef struct applying_case {
  world_bytes bytes;
  paged_reader reader;
  ovl_world *in_memory;
  ovl_world *read;
  uint8_t *missed_before;
  test_random random;
  bool is_ample;  /* the cache holds all of a small world */
  uint64_t steps; /* of the applying that was stepped last */
} applying_case;

/* Saves a world, and opens it by a reader; `hooks` may be NULL. */
bool applying_case_open(applying_case *c, test_state *t, const ovl_world *world, size_t cache,
                        const ovl_allocator *hooks);
void applying_case_close(applying_case *c);

/* Lets the reader be late as a mode says, or never. */
void applying_case_set_reading(applying_case *c, reading mode);
void applying_case_set_prompt(applying_case *c);

/* Steps an applying to its end by a reader in a mode, and counts the steps. */
ovl_result applying_case_run(applying_case *c, test_state *t, ovl_applying *applying, reading mode);

/* Does so, sets *version, and destroys the applying. */
ovl_result applying_case_finish(applying_case *c, test_state *t, ovl_applying *applying,
                                reading mode, ovl_world **version);

/* Steps an applying by a reader that is often late, up to `most` times; true: it is done. */
bool applying_case_step(applying_case *c, ovl_applying *applying, uint64_t most,
                        ovl_result *result);

/* Compares files, numbers of islands and histories of two versions. */
void applying_compare(test_state *t, const ovl_world *expected, const ovl_world *found);

/* Makes a random world, of a size and kind that depend on `index`, and the rule for its edits. */
bool applying_random_world(model_fixture *f, test_state *t, uint64_t index);
ovl_apply_def applying_rule_of(model_fixture *f);

/* What a map of hills has. */
typedef struct hill_kind {
  const char *name;
  bool has_hills; /* heights */
  uint32_t climb; /* cost of climbing */
  int32_t links;  /* one-way links */
  ovl_overlays overlays;
  ovl_edit edit;
} hill_kind;

/* Bakes a map with a wall in which there are gaps, and heights if they are wanted. */
ovl_world *applying_bake_hills(test_state *t, const hill_kind *kind);

/* A cache that is enough for hills of a kind, and does not hold all of them. */
size_t applying_hill_cache(const hill_kind *kind);

/* Lists HILL_KINDS worlds and edits: those with a pass over all regions, and others. */
void applying_hill_kinds(hill_kind *kinds);

#endif
