/* Labels that are built in slices have the bytes that a bake writes, whatever the slices, and all
 * memory is returned when an allocation fails. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/file/derived_maker.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* Fills views of the world that the buffer stands for; that world has all primary sections. */
static void view_of_world(void *user, ovi_shared *shared, ovi_layer *layer) {
  const ovl_world *world = user;
  *shared = world->shared;
  *layer = world->layers[0];
  layer->shared = shared;
}

/* A copy of a world's file up to the labels. */
static ovi_buffer primary_buffer(const ovl_world *world, const ovl_allocator *allocator,
                                 uint64_t primary_bytes) {
  ovi_buffer buffer = {.allocator = allocator};
  uint8_t *bytes = ovi_buffer_add(&buffer, primary_bytes);
  if (bytes != NULL) {
    memcpy(bytes, world->shared.file.bytes, (size_t)primary_bytes);
  }
  return buffer;
}

/* Offset of the labels in the file, in bytes. */
static uint64_t primary_bytes(const ovl_world *world) {
  const uint8_t *entry =
      world->shared.file.bytes + OVI_AT_SECTIONS + (uint64_t)OVI_SECTION_LABELS * OVI_SECTION_BYTES;
  return ovi_get_u64(entry + 8);
}

static ovi_derived_task task_of(const fixture *f, ovi_buffer *buffer) {
  return (ovi_derived_task){.file = buffer,
                            .allocator = buffer->allocator,
                            .view = view_of_world,
                            .view_user = f->world,
                            .bytes_per_cell = f->map.label_bytes};
}

/* Builds labels in slices of up to `most` expansions; returns the number of slices. */
static uint64_t make_in_slices(fixture *f, ovi_derived_maker *maker, uint64_t most) {
  uint64_t slices = 0;
  bool is_made = false;
  while (!is_made) {
    uint64_t budget = 1 + test_random_next(&f->random) % most;
    is_made = ovi_derived_make(maker, &budget);
    slices++;
  }
  return slices;
}

static void slices_give_a_bakes_bytes(test_state *t) {
  uint64_t longest = 0;
  for (uint64_t i = 0; test_more(t, i, 150, 3000); i++) {
    random_map_limits limits = random_map_usual_limits();
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), limits);
    map.label_bytes = i % 4 == 0 ? 11 : 255;
    map.overlays = OVL_OVERLAYS_AUTO;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    const uint64_t begin = primary_bytes(f.world);
    ovi_buffer buffer = primary_buffer(f.world, ovl_default_allocator(), begin);
    const ovi_derived_task task = task_of(&f, &buffer);
    ovi_derived_maker maker;
    ovi_derived_begin(&maker, &task);
    const uint64_t slices = make_in_slices(&f, &maker, (uint64_t)1 << i % 12);
    longest = slices > longest ? slices : longest;
    CHECK(t, maker.result == OVL_OK, "%s", ovl_result_text(maker.result));
    CHECK(t, buffer.used == f.world->shared.file.count, "%" PRIu64 " bytes, a bake gives %" PRIu64,
          buffer.used, f.world->shared.file.count);
    if (t->failures == 0) {
      CHECK(t,
            memcmp(buffer.bytes + begin, f.world->shared.file.bytes + begin,
                   (size_t)(buffer.used - begin)) == 0,
            "in %" PRIu64 " slices other bytes than in one", slices);
    }
    ovi_derived_release(&maker);
    ovi_release(buffer.allocator, buffer.bytes, buffer.capacity);
    fixture_free(&f);
  }
  CHECK(t, longest > 1000, "no more than %" PRIu64 " slices", longest);
}

/* Lets each allocation in turn fail: all memory is returned. */
static void slices_without_memory(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 200); i++) {
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), random_map_usual_limits());
    map.label_bytes = 255;
    map.overlays = OVL_OVERLAYS_AUTO;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    bool failed = true;
    for (uint64_t fail_at = 1; failed && t->failures == 0; fail_at++) {
      counting_allocator counted = {.fail_at = fail_at};
      const ovl_allocator hooks = counting_allocator_hooks(&counted);
      ovi_buffer buffer = primary_buffer(f.world, &hooks, primary_bytes(f.world));
      ovi_derived_maker maker = {.result = OVL_NO_MEMORY};
      if (buffer.bytes != NULL) {
        const ovi_derived_task task = task_of(&f, &buffer);
        ovi_derived_begin(&maker, &task);
        make_in_slices(&f, &maker, 40);
      }
      failed = maker.result != OVL_OK;
      CHECK(t, !failed || maker.result == OVL_NO_MEMORY, "%s", ovl_result_text(maker.result));
      CHECK(t, failed == (counted.allocations >= fail_at), "allocation %" PRIu64 " failed: %s",
            fail_at, ovl_result_text(maker.result));
      ovi_derived_release(&maker);
      ovi_release(buffer.allocator, buffer.bytes, buffer.capacity);
      CHECK(t, counted.live == 0 && counted.wrong_releases == 0, "%" PRIu64 " blocks left",
            counted.live);
    }
    fixture_free(&f);
  }
}

const test_entry test_derived_maker_table[] = {
    {"slices_give_a_bakes_bytes", slices_give_a_bakes_bytes},
    {"slices_without_memory", slices_without_memory},
    {NULL, NULL},
};
