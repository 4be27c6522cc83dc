/* What follows once the blocks of some regions of a version were replaced: totals, islands and
 * overlays. */
#ifndef OVERLAND_VERSION_FOLLOW_UP_H
#define OVERLAND_VERSION_FOLLOW_UP_H

#include "coarse/update/island_update.h"
#include "coarse/update/overlay_update.h"
#include "version/version.h"

typedef struct ovi_follow_up {
  ovl_world *next;
  const ovl_world *before;
  ovi_update update;
  ovi_source *source; /* for passes through regions that need not stay in its cache */
  ovi_layer *passing; /* the layers of `next` with that source; NULL: they have it */
  ovi_stages stages;  /* see follow_up.c */
  uint32_t profile;   /* whose links are examined */
  ovi_island_update islands;
  ovi_overlay_update overlays;
} ovi_follow_up;

/* Begins: `regions` are those whose blocks were replaced. What is read from the layers of the two
 * versions stays in memory; passes over all regions read from `source` instead, which may be the
 * same. `jobs` may be NULL. The follow-up must not be moved, and has to be released. */
void ovi_follow_up_begin(ovi_follow_up *follow_up, ovl_world *next, const ovl_world *before,
                         const uint32_t *regions, uint32_t count, ovi_source *source,
                         const ovl_jobs *jobs);

/* OVL_OK or OVL_NO_MEMORY. The answer of a reader that is late or fails: the next call goes on
 * where it was. */
ovl_result ovi_follow_up_run(ovi_follow_up *follow_up);

/* Releases the memory of a follow-up that was begun, or is all zeros. */
void ovi_follow_up_release(ovi_follow_up *follow_up);

#endif
