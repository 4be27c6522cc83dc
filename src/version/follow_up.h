/* What follows once the blocks of some regions of a version were replaced: totals, islands and
 * overlays. */
#ifndef OVERLAND_VERSION_FOLLOW_UP_H
#define OVERLAND_VERSION_FOLLOW_UP_H

#include "common/slice.h"
#include "version/version.h"

/* Updates `next`; `regions` are those whose blocks were replaced since `before`. `jobs` may be
 * NULL. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why something could not be read. */
ovl_result ovi_follow_up(ovl_world *next, const ovl_world *before, const uint32_t *regions,
                         uint32_t count, const ovl_jobs *jobs, ovi_progress *progress);

#endif
