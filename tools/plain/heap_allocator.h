/* An allocator over malloc and free, for what is not the library's. */
#ifndef OVERLAND_TOOLS_PLAIN_HEAP_ALLOCATOR_H
#define OVERLAND_TOOLS_PLAIN_HEAP_ALLOCATOR_H

#include "overland.h"

#include <stdlib.h>

static inline void *heap_allocate(void *user, size_t bytes) {
  (void)user;
  return malloc(bytes);
}

static inline void heap_release(void *user, void *memory, size_t bytes) {
  (void)user;
  (void)bytes;
  free(memory);
}

static const ovl_allocator heap_allocator = {heap_allocate, heap_release, NULL};

#endif
