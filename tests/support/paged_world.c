/* Readers that answer wrong or not at all. */
#include "tests/support/paged_world.h"

#include "overland_stream.h"

#include <string.h>

paged_reader paged_reader_of(const world_bytes *bytes, uint64_t seed) {
  return (paged_reader){.bytes = bytes->bytes,
                        .count = bytes->count,
                        .random = {seed},
                        .fails_at = UINT64_MAX,
                        .damages_at = UINT64_MAX};
}

bool paged_read(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  paged_reader *r = user;
  if (r->is_shared) {
    memcpy(bytes, r->bytes + offset, byte_count);
    return true;
  }
  const uint64_t call = r->calls++;
  if (offset > r->count || byte_count > r->count - offset || call == r->fails_at) {
    return false;
  }
  const bool fails = r->missed_before != NULL ? r->missed_before[offset] == 0
                                              : test_random_percent(&r->random, r->failing_percent);
  if (r->missed_before != NULL && byte_count != 0) {
    r->missed_before[offset] = 1;
  }
  if (fails) {
    memset(bytes, 0xA5, byte_count); /* it may have written something */
    return false;
  }
  memcpy(bytes, r->bytes + offset, byte_count);
  if (call == r->damages_at && byte_count != 0) {
    const int32_t most = (int32_t)(byte_count < 1 << 20 ? byte_count : 1 << 20) - 1;
    ((uint8_t *)bytes)[test_random_between(&r->random, 0, most)] ^= 1;
  }
  r->fetched += byte_count;
  return true;
}

/* A model with drawn features; in half of the cases with some that may make layers directed. */
static model_world draw_features(test_state *t, uint64_t index, model_limits limits) {
  static const uint32_t undirected =
      MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS | MODEL_WALLS;
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  const uint32_t drawn = (uint32_t)test_random_next(&random);
  const uint32_t features =
      drawn &
      ((index % 8 < 4 ? undirected : (uint32_t)(MODEL_ALL | MODEL_WALLS)) | (uint32_t)MODEL_ORIGIN);
  return model_world_make(seed, index % 3 == 0 ? 0 : features, limits);
}

bool paged_fixture_make(model_fixture *f, test_state *t, uint64_t index, model_limits limits) {
  const bool has_overlays = index % 4 == 1;
  if (has_overlays) {
    limits.max_side *= 2;
    limits.max_region = 9;
  }
  model_world model = draw_features(t, index, limits);
  model.tuning.label_bytes = 0;
  model.tuning.overlays = has_overlays ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  return model_fixture_make(f, t, model);
}

bool paged_labelled_make(model_fixture *f, test_state *t, uint64_t index, model_limits limits) {
  model_world model = draw_features(t, index, limits);
  model.tuning.label_bytes = 255;
  model.tuning.overlays = OVL_OVERLAYS_AUTO;
  return model_fixture_make(f, t, model);
}

ovl_result paged_open_in_place(const world_bytes *bytes, ovl_world **world) {
  ovl_open_def def = {0};
  def.bytes = bytes->bytes;
  def.byte_count = bytes->count;
  return ovl_world_open_def(&def, world, NULL);
}

ovl_result paged_open_read(paged_reader *reader, size_t resident_bytes, ovl_world **world) {
  ovl_open_def def = {0};
  def.byte_count = reader->count;
  def.read = paged_read;
  def.read_user = reader;
  def.resident_bytes = resident_bytes;
  return ovl_world_open_def(&def, world, NULL);
}

void paged_answer_trim(task_answer *a, const task_question *q) {
  const bool reaches = q->kind == TASK_REACH && (a->result == OVL_OK || a->result == OVL_MORE_ROOM);
  const size_t reached = reaches ? a->needed : 0;
  if (a->path.count == 0) {
    a->path = (ovl_path){.points = a->points, .capacity = a->capacity};
  }
  for (size_t i = a->path.count; i < a->capacity; i++) {
    a->points[i] = (ovl_cell){0, 0, 0};
  }
  for (size_t i = reached; i < TASK_MOST_REACHED; i++) {
    a->reached[i] = (ovl_range_cell){{0, 0, 0}, 0};
  }
}
