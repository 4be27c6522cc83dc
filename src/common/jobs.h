/* Work in parallel, on the caller's job system where there is one. */
#ifndef OVERLAND_COMMON_JOBS_H
#define OVERLAND_COMMON_JOBS_H

#include "overland.h"

enum { OVI_MOST_WORKERS = 64 };

/* Calls that take a job system answer OVL_BAD_ARGUMENT to one that is not valid. NULL is: then the
 * calling thread does all. */
static inline bool ovi_jobs_are_valid(const ovl_jobs *jobs) {
  return jobs == NULL ||
         (jobs->run != NULL && jobs->workers >= 1 && jobs->workers <= OVI_MOST_WORKERS);
}

static inline int32_t ovi_jobs_workers(const ovl_jobs *jobs) {
  return jobs != NULL ? jobs->workers : 1;
}

/* Calls job(context, i, worker) for each i below count, and returns when all are done; without a
 * job system, or for a single one, on the calling thread as worker 0. */
static inline void ovi_jobs_run(const ovl_jobs *jobs, uint32_t count,
                                void (*job)(void *context, int32_t index, int32_t worker),
                                void *context) {
  if (jobs != NULL && count > 1) {
    jobs->run(jobs->user, (int32_t)count, job, context);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    job(context, (int32_t)i, 0);
  }
}

/* ---- Tests of many things ---- */

/* The things that one job tests. */
enum { OVI_TESTS_A_JOB = 32 };

typedef bool (*ovi_test_fn)(const void *context, uint32_t number);

typedef struct ovi_job_tests {
  ovi_test_fn is_right;
  const void *context;
  uint32_t count;
  uint32_t first_wrong[OVI_MOST_WORKERS]; /* that each worker found; `count`: none */
} ovi_job_tests;

static inline void ovi_job_tests_run(void *context, int32_t index, int32_t worker) {
  ovi_job_tests *tests = context;
  const uint32_t begin = (uint32_t)index * OVI_TESTS_A_JOB;
  const uint32_t rest = tests->count - begin;
  const uint32_t end = begin + (rest < OVI_TESTS_A_JOB ? rest : OVI_TESTS_A_JOB);
  for (uint32_t number = begin; number < end && number < tests->first_wrong[worker]; number++) {
    if (!tests->is_right(tests->context, number)) {
      tests->first_wrong[worker] = number;
    }
  }
}

/* The first of the numbers below `count` that is not right, whatever the jobs; `count` if all are.
 */
static inline uint32_t ovi_jobs_first_wrong(const ovl_jobs *jobs, uint32_t count,
                                            ovi_test_fn is_right, const void *context) {
  ovi_job_tests tests = {.is_right = is_right, .context = context, .count = count};
  uint32_t first = count;
  for (int32_t i = 0; i < ovi_jobs_workers(jobs); i++) {
    tests.first_wrong[i] = count;
  }
  ovi_jobs_run(jobs, (count + OVI_TESTS_A_JOB - 1) / OVI_TESTS_A_JOB, ovi_job_tests_run, &tests);
  for (int32_t i = 0; i < ovi_jobs_workers(jobs); i++) {
    first = tests.first_wrong[i] < first ? tests.first_wrong[i] : first;
  }
  return first;
}

#endif
