/* An allocator that counts blocks and bytes, checks what is released, and can be made to fail at
 * any allocation. */
#ifndef OVERLAND_TESTS_SUPPORT_COUNTING_ALLOCATOR_H
#define OVERLAND_TESTS_SUPPORT_COUNTING_ALLOCATOR_H

#include "overland.h"

typedef struct counting_allocator {
  uint64_t allocations;            /* asked for, those that failed included */
  uint64_t fail_at;                /* this one, counted from 1, returns NULL; 0: none does */
  bool goes_on;                    /* and all behind it */
  uint64_t live;                   /* not given back */
  uint64_t live_bytes, most_bytes; /* now, and at the peak */
  uint64_t wrong_releases;         /* with another size than was asked for */
} counting_allocator;

/* The library's view of it. */
ovl_allocator counting_allocator_hooks(counting_allocator *allocator);

#endif
