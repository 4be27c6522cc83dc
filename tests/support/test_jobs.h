/* Jobs that are run on the thread of the caller, in other orders than theirs: results depend on
 * neither the order nor the workers. */
#ifndef OVERLAND_TESTS_SUPPORT_TEST_JOBS_H
#define OVERLAND_TESTS_SUPPORT_TEST_JOBS_H

#include <stdint.h>

/* From the last to the first, by three workers in turn. */
static inline void test_run_backwards(void *user, int32_t count,
                                      void (*job)(void *context, int32_t index, int32_t worker),
                                      void *context) {
  (void)user;
  for (int32_t i = count; i > 0; i--) {
    job(context, i - 1, i % 3);
  }
}

/* From another one on each time, which the uint32_t `user` counts, by one worker. */
static inline void test_run_turned(void *user, int32_t count,
                                   void (*job)(void *context, int32_t index, int32_t worker),
                                   void *context) {
  uint32_t *turn = user;
  const int32_t first = (int32_t)(*turn)++;
  for (int32_t i = 0; i < count; i++) {
    job(context, (first + i) % count, 0);
  }
}

#endif
