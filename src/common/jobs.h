/* The caller's job system, checked: what takes one answers OVL_BAD_ARGUMENT to another. */
#ifndef OVERLAND_COMMON_JOBS_H
#define OVERLAND_COMMON_JOBS_H

#include "overland.h"

enum { OVI_MOST_WORKERS = 64 };

/* NULL is one: the calling thread. */
static inline bool ovi_jobs_are_valid(const ovl_jobs *jobs) {
  return jobs == NULL ||
         (jobs->run != NULL && jobs->workers >= 1 && jobs->workers <= OVI_MOST_WORKERS);
}

#endif
