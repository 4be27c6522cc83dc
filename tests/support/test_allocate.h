/* Memory for what tests work in. */
#ifndef OVERLAND_TESTS_SUPPORT_TEST_ALLOCATE_H
#define OVERLAND_TESTS_SUPPORT_TEST_ALLOCATE_H

#include <stdlib.h>

/* Zeroed, never NULL, also for none: without memory a test can't go on. */
static inline void *test_allocate(size_t count, size_t bytes) {
  void *memory = calloc(count + 1, bytes);
  if (memory == NULL) {
    abort();
  }
  return memory;
}

/* Exactly so many bytes, of no value, so that a sanitizer sees what is read beyond them. */
static inline void *test_bytes(size_t count) {
  void *memory = malloc(count != 0 ? count : 1);
  if (memory == NULL) {
    abort();
  }
  return memory;
}

#endif
