/* The capacity grows by half, so that each byte is copied a few times at most. */
#include "common/buffer.h"

#include "common/arena.h"
#include "common/compiler.h"

enum { BUFFER_COPIED_BYTES = 2048 }; /* which take as long as an expansion */

void ovi_buffer_growth_begin(ovi_buffer_growth *growth, ovi_buffer *buffer, uint64_t bytes) {
  *growth = (ovi_buffer_growth){.buffer = buffer, .bytes = bytes};
}

static bool buffer_take_memory(void *work, uint64_t *budget) {
  ovi_buffer_growth *growth = work;
  const ovi_buffer *buffer = growth->buffer;
  if (buffer->used + growth->bytes <= buffer->capacity) {
    return true;
  }
  growth->capacity = buffer->capacity + buffer->capacity / 2 + growth->bytes;
  growth->grown = ovi_allocate(buffer->allocator, growth->capacity);
  growth->failed = growth->grown == NULL;
  ovi_slice_pay(budget, 1);
  return !growth->failed;
}

static bool buffer_copy(void *work, uint64_t *budget) {
  ovi_buffer_growth *growth = work;
  ovi_buffer *buffer = growth->buffer;
  if (growth->grown == NULL) {
    return true;
  }
  const uint64_t at = growth->stages.at;
  const uint64_t end = ovi_slice_advance(budget, at, buffer->used, BUFFER_COPIED_BYTES);
  if (end != at) {
    memcpy(growth->grown + at, buffer->bytes + at, (size_t)(end - at));
  }
  growth->stages.at = end;
  if (end != buffer->used) {
    return false;
  }
  ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
  buffer->bytes = growth->grown;
  buffer->capacity = growth->capacity;
  growth->grown = NULL;
  return true;
}

static bool buffer_clear(void *work, uint64_t *budget) {
  ovi_buffer_growth *growth = work;
  ovi_buffer *buffer = growth->buffer;
  const uint64_t at = growth->stages.at;
  const uint64_t end = ovi_slice_advance(budget, at, growth->bytes, BUFFER_COPIED_BYTES);
  if (end != at) {
    memset(buffer->bytes + buffer->used + at, 0, (size_t)(end - at));
  }
  growth->stages.at = end;
  buffer->used += end == growth->bytes ? growth->bytes : 0;
  return end == growth->bytes;
}

bool ovi_buffer_grow(ovi_buffer_growth *growth, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {buffer_take_memory, buffer_copy, buffer_clear};
  return ovi_stages_run(&growth->stages, stages, 3, growth, budget) || growth->failed;
}

void ovi_buffer_growth_release(ovi_buffer_growth *growth) {
  if (growth->grown != NULL) {
    ovi_release(growth->buffer->allocator, growth->grown, growth->capacity);
    growth->grown = NULL;
  }
}

uint8_t *ovi_buffer_add(ovi_buffer *buffer, uint64_t bytes) {
  ovi_buffer_growth growth;
  uint64_t budget = OVI_SLICE_ENDLESS;
  ovi_buffer_growth_begin(&growth, buffer, bytes);
  ovi_buffer_grow(&growth, &budget);
  return growth.failed ? NULL : buffer->bytes + buffer->used - bytes;
}
