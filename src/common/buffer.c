/* The capacity grows by half, so that each byte is copied a few times at most. */
#include "common/buffer.h"

#include "common/arena.h"
#include "common/compiler.h"

enum { BUFFER_COPIED_BYTES = 2048 }; /* which take as long as an expansion */

void ovi_buffer_growth_begin(ovi_buffer_growth *growth, ovi_buffer *buffer, uint64_t bytes) {
  *growth = (ovi_buffer_growth){.buffer = buffer, .bytes = bytes, .at = buffer->used};
  if (buffer->used + bytes > buffer->capacity) {
    growth->capacity = buffer->capacity + buffer->capacity / 2 + bytes;
    growth->grown = ovi_allocate(buffer->allocator, growth->capacity);
    growth->failed = growth->grown == NULL;
    growth->at = 0;
  }
}

bool ovi_buffer_grow(ovi_buffer_growth *growth, uint64_t *budget) {
  ovi_buffer *buffer = growth->buffer;
  if (growth->failed) {
    return true;
  }
  uint8_t *bytes = growth->grown != NULL ? growth->grown : buffer->bytes;
  const uint64_t end = buffer->used + growth->bytes;
  uint64_t at = growth->at;
  growth->at = ovi_slice_advance(budget, at, end, BUFFER_COPIED_BYTES);
  if (at < buffer->used && at < growth->at) {
    const uint64_t copied = (growth->at < buffer->used ? growth->at : buffer->used) - at;
    memcpy(bytes + at, buffer->bytes + at, (size_t)copied);
    at += copied;
  }
  if (at < growth->at) {
    memset(bytes + at, 0, (size_t)(growth->at - at));
  }
  if (growth->at < end) {
    return false;
  }
  if (growth->grown != NULL) {
    ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
    buffer->bytes = growth->grown;
    buffer->capacity = growth->capacity;
    growth->grown = NULL;
  }
  buffer->used = end;
  return true;
}

uint8_t *ovi_buffer_add(ovi_buffer *buffer, uint64_t bytes) {
  ovi_buffer_growth growth;
  uint64_t budget = OVI_SLICE_ENDLESS;
  ovi_buffer_growth_begin(&growth, buffer, bytes);
  ovi_buffer_grow(&growth, &budget);
  return growth.failed ? NULL : buffer->bytes + buffer->used - bytes;
}
