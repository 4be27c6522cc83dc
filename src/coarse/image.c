/* Growing by half, so that bytes are copied a few times at most. */
#include "image.h"

#include <string.h>

#include "arena.h"

uint8_t *ovi_image_add(ovi_image *image, uint64_t bytes) {
  if (image->used + bytes > image->capacity) {
    uint64_t capacity = image->capacity + image->capacity / 2 + bytes;
    uint8_t *grown = ovi_allocate(image->allocator, capacity);
    if (grown == NULL) {
      return NULL;
    }
    if (image->bytes != NULL) {
      memcpy(grown, image->bytes, (size_t)image->used);
    }
    ovi_release(image->allocator, image->bytes, image->capacity);
    image->bytes = grown;
    image->capacity = capacity;
  }
  uint8_t *added = image->bytes + image->used;
  memset(added, 0, (size_t)bytes);
  image->used += bytes;
  return added;
}
