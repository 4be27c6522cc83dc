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

#endif
