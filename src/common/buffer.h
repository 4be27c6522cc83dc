/* A buffer of bytes that grows at its end: a world file while it is put together. */
#ifndef OVERLAND_COMMON_BUFFER_H
#define OVERLAND_COMMON_BUFFER_H

#include "common/arena.h"
#include "common/slice.h"
#include "overland.h"

typedef struct ovi_buffer {
  const ovl_allocator *allocator;
  uint8_t *bytes;
  uint64_t used;
  uint64_t capacity;
} ovi_buffer;

/* Adds zeroed bytes; NULL if there is no memory. The bytes before them may move. */
uint8_t *ovi_buffer_add(ovi_buffer *buffer, uint64_t bytes);

/* Adds bytes that the caller writes at once, and need not be zeroed. */
static inline uint8_t *ovi_buffer_extend(ovi_buffer *buffer, uint64_t bytes) {
  if (buffer->capacity - buffer->used < bytes) {
    return ovi_buffer_add(buffer, bytes);
  }
  buffer->used += bytes;
  return buffer->bytes + buffer->used - bytes;
}

/* Releases the bytes of a buffer, which may be empty. */
static inline void ovi_buffer_release(const ovi_buffer *buffer) {
  ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
}

/* Adding bytes in slices. */
typedef struct ovi_buffer_growth {
  ovi_buffer *buffer;
  uint64_t bytes; /* to be added */
  uint8_t *grown; /* the larger memory; NULL: none is needed */
  uint64_t capacity;
  uint64_t at; /* the bytes before this one are copied, or cleared behind those that were used */
  bool failed; /* no memory */
} ovi_buffer_growth;

/* Begins to add bytes; allocates the memory, if more is needed. */
void ovi_buffer_growth_begin(ovi_buffer_growth *growth, ovi_buffer *buffer, uint64_t bytes);

/* Continues; true: the bytes are added, or it failed. */
bool ovi_buffer_grow(ovi_buffer_growth *growth, uint64_t *budget);

/* Releases what an unfinished growth holds. The growth was begun, or is all zeros. */
static inline void ovi_buffer_growth_release(ovi_buffer_growth *growth) {
  if (growth->grown != NULL) {
    ovi_release(growth->buffer->allocator, growth->grown, growth->capacity);
    growth->grown = NULL;
  }
}

#endif
