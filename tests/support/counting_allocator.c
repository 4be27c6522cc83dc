/* Each block is preceded by its size, in as many bytes as keep the block aligned for any type. */
#include "tests/support/counting_allocator.h"

#include <stdlib.h>
#include <string.h>

enum { FRONT_BYTES = 32 };

static void *allocate(void *user, size_t bytes) {
  counting_allocator *allocator = user;
  allocator->allocations++;
  if (allocator->fail_at != 0 &&
      (allocator->allocations == allocator->fail_at ||
       (allocator->goes_on && allocator->allocations > allocator->fail_at))) {
    return NULL;
  }
  unsigned char *front = malloc(FRONT_BYTES + bytes);
  if (front == NULL) {
    abort();
  }
  /* What is fresh holds no zeros that a caller could come to rely on. */
  memset(front, 0xA5, FRONT_BYTES + bytes);
  memcpy(front, &bytes, sizeof bytes);
  allocator->live++;
  allocator->live_bytes += bytes;
  if (allocator->live_bytes > allocator->most_bytes) {
    allocator->most_bytes = allocator->live_bytes;
  }
  return front + FRONT_BYTES;
}

static void release(void *user, void *memory, size_t bytes) {
  counting_allocator *allocator = user;
  if (memory == NULL) {
    return;
  }
  unsigned char *front = (unsigned char *)memory - FRONT_BYTES;
  size_t asked;
  memcpy(&asked, front, sizeof asked);
  allocator->wrong_releases += asked != bytes ? 1 : 0;
  allocator->live--;
  allocator->live_bytes -= asked;
  free(front);
}

ovl_allocator counting_allocator_hooks(counting_allocator *allocator) {
  ovl_allocator hooks = {allocate, release, allocator};
  return hooks;
}
