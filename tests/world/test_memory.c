/* What worlds keep in memory. test_every_fault.c has what happens without it. */
#include <inttypes.h>
#include <stdlib.h>

#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* Opening in place allocates little, whatever the size of the world. */
static void memory_open_takes_little(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 200); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    world_bytes saved = fixture_save(t, f.world);
    counting_allocator counter = {0};
    ovl_allocator hooks = counting_allocator_hooks(&counter);
    const ovl_open_def def = {
        .bytes = saved.bytes, .byte_count = saved.count, .check_all = true, .allocator = hooks};
    ovl_world *world = NULL;
    if (CHECK(t, ovl_world_open_def(&def, &world, NULL) == OVL_OK, "open")) {
      CHECK(t, counter.live_bytes <= 2048, "an opened world keeps %" PRIu64 " bytes",
            counter.live_bytes);
    }
    ovl_world_close(world);
    CHECK(t, counter.live == 0, "closing kept %" PRIu64 " blocks", counter.live);
    free(saved.bytes);
    fixture_free(&f);
  }
}

const test_entry test_memory_table[] = {
    {"memory_open_takes_little", memory_open_takes_little},
    {NULL, NULL},
};
