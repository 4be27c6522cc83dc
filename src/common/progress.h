/* The progress of long work, which the caller may stop. */
#ifndef OVERLAND_COMMON_PROGRESS_H
#define OVERLAND_COMMON_PROGRESS_H

#include "overland.h"

typedef struct ovi_progress {
  ovl_progress_fn report; /* NULL: nobody asks */
  void *user;
  uint64_t done, total;
} ovi_progress;

/* Counts work that was done, and reports it. OVL_OK, or OVL_STOPPED if the caller stops the rest.
 */
static inline ovl_result ovi_progress_add(ovi_progress *progress, uint64_t work) {
  progress->done += work;
  return progress->report == NULL ||
                 progress->report(progress->user, progress->done, progress->total)
             ? OVL_OK
             : OVL_STOPPED;
}

#endif
