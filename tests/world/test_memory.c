/* Running out of memory: whichever allocation fails, the call returns OVL_NO_MEMORY, leaks nothing,
 * and succeeds when it is tried again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* A call that is tried: makes an object with the allocator and destroys it. */
typedef struct attempt {
  fixture *f;
  world_bytes saved;
} attempt;

typedef ovl_result (*attempt_fn)(const attempt *a, test_state *t, const ovl_allocator *allocator);

static ovl_result try_bake(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  ovl_bake_def def = random_map_bake_def(&a->f->map);
  def.allocator = *allocator;
  ovl_world *world = NULL;
  ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, (result == OVL_OK) == (world != NULL), "bake: %s and world %d", ovl_result_text(result),
        world != NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result try_open(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  ovl_world *world = NULL;
  ovl_result result = ovl_world_open(a->saved.bytes, a->saved.count, allocator, &world, NULL);
  CHECK(t, (result == OVL_OK) == (world != NULL), "open: %s and world %d", ovl_result_text(result),
        world != NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result try_verify(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  (void)t;
  ovl_verify_def def = ovl_verify_def_default();
  def.allocator = *allocator;
  return ovl_world_verify(a->f->world, &def, NULL);
}

static ovl_result try_planner(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  ovl_planner_def def = ovl_planner_def_default(a->f->world);
  def.allocator = *allocator;
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, (result == OVL_OK) == (planner != NULL), "planner: %s", ovl_result_text(result));
  ovl_planner_destroy(planner);
  return result;
}

static ovl_result try_baseline(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  ovl_baseline *baseline = NULL;
  ovl_result result = ovl_baseline_create(a->f->world, 0, allocator, &baseline, NULL);
  CHECK(t, (result == OVL_OK) == (baseline != NULL), "baseline: %s", ovl_result_text(result));
  ovl_baseline_destroy(baseline);
  return result;
}

static ovl_result try_why(const attempt *a, test_state *t, const ovl_allocator *allocator) {
  ovl_blockers *why = NULL;
  ovl_result result = ovl_blockers_create(a->f->world, 0, allocator, &why, NULL);
  CHECK(t, (result == OVL_OK) == (why != NULL), "why: %s", ovl_result_text(result));
  ovl_blockers_destroy(why);
  return result;
}

static void fail_each(const attempt *a, test_state *t, const char *name, attempt_fn try_it) {
  ovl_result result = OVL_NO_MEMORY;
  for (uint64_t fail_at = 1; result != OVL_OK && t->failures == 0; fail_at++) {
    counting_allocator counter = {.fail_at = fail_at};
    ovl_allocator hooks = counting_allocator_hooks(&counter);
    result = try_it(a, t, &hooks);
    bool failed = counter.allocations >= fail_at;
    CHECK(t, result == (failed ? OVL_NO_MEMORY : OVL_OK), "%s, allocation %" PRIu64 " fails: %s",
          name, fail_at, ovl_result_text(result));
    CHECK(t, counter.live == 0, "%s, allocation %" PRIu64 " fails: %" PRIu64 " blocks are kept",
          name, fail_at, counter.live);
    CHECK(t, counter.wrong_releases == 0, "%s: memory was given back with another size", name);
    CHECK(t, fail_at < 100000, "%s: no end of allocations", name);
  }
}

static void memory_runs_out(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 600); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    attempt a = {&f, fixture_save(t, f.world)};
    fail_each(&a, t, "bake", try_bake);
    fail_each(&a, t, "open", try_open);
    fail_each(&a, t, "verify", try_verify);
    fail_each(&a, t, "planner", try_planner);
    fail_each(&a, t, "baseline", try_baseline);
    fail_each(&a, t, "why", try_why);
    free(a.saved.bytes);
    fixture_free(&f);
  }
}

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
    ovl_world *world = NULL;
    if (CHECK(t, ovl_world_open(saved.bytes, saved.count, &hooks, &world, NULL) == OVL_OK,
              "open")) {
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
    {"memory_runs_out", memory_runs_out},
    {"memory_open_takes_little", memory_open_takes_little},
    {NULL, NULL},
};
