/* A world in memory and the same by a reader, which get the same edits. */
#ifndef OVERLAND_TESTS_VERSION_READ_CASE_H
#define OVERLAND_TESTS_VERSION_READ_CASE_H

#include "overland_edit.h"
#include "tests/support/paged_world.h"

enum { SMALL_CACHE = 160 << 10, AMPLE_CACHE = 4 << 20 }; /* ample: for all of a small world */

typedef struct read_case {
  world_bytes bytes;
  paged_reader reader;
  ovl_world *in_memory;
  ovl_world *read;
  test_random random;
  bool is_ample; /* the cache holds all of a small world */
} read_case;

/* Saves a world, and opens it by a reader, or in place if there is no cache; `hooks` may be NULL.
 */
bool read_case_open(read_case *c, test_state *t, const ovl_world *world, size_t cache,
                    const ovl_allocator *hooks);
void read_case_close(read_case *c);

/* Compares files, numbers of islands and histories of two versions. */
void read_case_compare(test_state *t, const ovl_world *expected, const ovl_world *found);

/* Makes both worlds the versions after edits, which are compared. False: an edit is refused, or the
 * cache is too small. */
bool read_case_edit(read_case *c, test_state *t, const ovl_edit *edits, size_t count,
                    const ovl_apply_def *def);

/* Draws edits of a model and makes them to it and to both worlds. False as above. */
bool read_case_edit_model(read_case *c, test_state *t, model_fixture *f);

#endif
