/* Labels that are made in slices return all memory when an allocation fails. Their bytes, whatever
 * the slices: test_refresh.c. */
#include <inttypes.h>

#include "overland_edit.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* Makes the labels of a version in slices, and a version with them. */
static ovl_result refresh_all(const ovl_world *version) {
  ovl_refresh *refresh = NULL;
  ovl_world *made = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(version, NULL, &refresh);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(refresh, 40, &done);
  }
  result = result == OVL_OK ? ovl_refresh_apply(refresh, version, &made) : result;
  ovl_world_close(made);
  ovl_refresh_destroy(refresh);
  return result;
}

/* Lets each allocation in turn fail: all memory is returned. */
static void slices_without_memory(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 200); i++) {
    test_random random = {test_begin_case(t, i)};
    test_map map = random_map_make(random.state, random_map_usual_limits());
    ovl_bake_def def = random_map_bake_def(&map);
    counting_allocator counted = {0};
    ovl_world *world = NULL;
    ovl_world *version = NULL;
    def.tuning.label_bytes_per_cell = 255;
    def.tuning.overlays = OVL_OVERLAYS_AUTO;
    def.allocator = counting_allocator_hooks(&counted);
    const ovl_edit edit = ovl_edit_set(random_map_cell(&map, &random), 0);
    CHECK(t,
          ovl_world_bake(&def, &world, NULL) == OVL_OK &&
              ovl_world_apply(world, &edit, 1, NULL, &version, NULL) == OVL_OK,
          "bake and edit");
    const uint64_t live = counted.live;
    bool failed = true;
    for (uint64_t fails = 1; failed && t->failures == 0; fails++) {
      counted.fail_at = counted.allocations + fails;
      const ovl_result result = refresh_all(version);
      failed = counted.allocations >= counted.fail_at;
      CHECK(t, result == (failed ? OVL_NO_MEMORY : OVL_OK), "allocation %" PRIu64 ": %s", fails,
            ovl_result_text(result));
      CHECK(t, counted.live == live && counted.wrong_releases == 0, "%" PRIu64 " blocks left",
            counted.live - live);
    }
    ovl_world_close(version);
    ovl_world_close(world);
    random_map_free(&map);
  }
}

const test_entry test_file_labels_table[] = {
    {"slices_without_memory", slices_without_memory},
    {NULL, NULL},
};
