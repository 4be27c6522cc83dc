/* The default allocator: malloc and free. Without a C library it has no functions, so that calls
 * which would need it answer OVL_BAD_ARGUMENT. */
#include "common/compiler.h"
#include "overland.h"

#ifdef OVI_FREESTANDING

const ovl_allocator *ovl_default_allocator(void) {
  static const ovl_allocator none = {NULL, NULL, NULL};
  return &none;
}

#else

#include <stdlib.h>

static void *call_malloc(void *user, size_t bytes) {
  (void)user;
  return malloc(bytes);
}

static void call_free(void *user, void *memory, size_t bytes) {
  (void)user;
  (void)bytes;
  free(memory);
}

const ovl_allocator *ovl_default_allocator(void) {
  static const ovl_allocator allocator = {call_malloc, call_free, NULL};
  return &allocator;
}

#endif
