/* The bytes of a world file while they grow at their end. */
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

/* Adds zeroed bytes; NULL if there is no memory. What was added before may have moved. */
uint8_t *ovi_buffer_add(ovi_buffer *image, uint64_t bytes);

/* Releases the bytes of a buffer, which may be empty. */
static inline void ovi_buffer_release(const ovi_buffer *buffer) {
  ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
}

/* The same in slices. */
typedef struct ovi_buffer_growth {
  ovi_buffer *image;
  uint64_t bytes; /* to be added */
  uint8_t *grown; /* where the image moves to; NULL: it need not, or does not yet */
  uint64_t capacity;
  ovi_stages stages;
  bool failed; /* no memory */
} ovi_buffer_growth;

void ovi_buffer_growth_begin(ovi_buffer_growth *growth, ovi_buffer *image, uint64_t bytes);

/* Goes on; true: they are added, or it failed. */
bool ovi_buffer_grow(ovi_buffer_growth *growth, uint64_t *budget);

/* Gives up what was not finished; of a growth that was begun, or is all zeros. */
void ovi_buffer_growth_release(ovi_buffer_growth *growth);

#endif
