/* Applying edits, as the facade's own calls do it. */
#ifndef OVERLAND_VERSION_APPLY_H
#define OVERLAND_VERSION_APPLY_H

#include "overland_edit.h"
#include "version/version.h"

typedef struct ovi_apply_task {
  const ovl_world *world;
  const ovl_edit *edits;
  size_t count;
  const ovl_apply_def *def; /* NULL: the default */
  bool no_estimates; /* for a version that is looked at and dropped: queries of it know octile
                        distance alone */
  ovl_fault *fault;  /* NULL: not wanted */
} ovi_apply_task;

/* As ovl_world_apply. */
ovl_result ovi_apply(const ovi_apply_task *task, ovl_world **version);

/* What follows once the blocks of some regions are put over those of the version before: totals,
 * islands, overlays and landmarks. OVL_OK or OVL_NO_MEMORY. `jobs` may be NULL. */
ovl_result ovi_apply_follow_up(ovl_world *next, const ovl_world *before, const uint32_t *regions,
                               uint32_t count, const ovl_jobs *jobs);

#endif
