/* The bytes of a world file while they grow at their end. */
#ifndef OVI_IMAGE_H
#define OVI_IMAGE_H

#include "overland.h"

typedef struct ovi_image {
  const ovl_allocator *allocator;
  uint8_t *bytes;
  uint64_t used;
  uint64_t capacity;
} ovi_image;

/* Adds zeroed bytes; NULL if there is no memory. What was added before may have moved. */
uint8_t *ovi_image_add(ovi_image *image, uint64_t bytes);

#endif
