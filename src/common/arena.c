/* The default allocator: malloc and free. Without a C library it has no functions, so that calls
 * which would need it answer OVL_BAD_ARGUMENT. */
#include "common/arena.h"

#include "common/compiler.h"

#ifdef OVI_FREESTANDING

static const ovl_allocator default_allocator = {NULL, NULL, NULL};

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

static const ovl_allocator default_allocator = {call_malloc, call_free, NULL};

#endif

const ovl_allocator *ovi_allocator_of(const ovl_allocator *given) {
  const bool is_given = given != NULL && (given->allocate != NULL || given->release != NULL);
  return is_given ? given : &default_allocator;
}
