/* malloc and free. A freestanding build leaves this file out. */
#include <stdlib.h>

#include "overland.h"

static void *allocate(void *user, size_t bytes) {
  (void)user;
  return malloc(bytes);
}

static void malloc_release(void *user, void *memory, size_t bytes) {
  (void)user;
  (void)bytes;
  free(memory);
}

const ovl_allocator *ovl_default_allocator(void) {
  static const ovl_allocator allocator = {allocate, malloc_release, NULL};
  return &allocator;
}
