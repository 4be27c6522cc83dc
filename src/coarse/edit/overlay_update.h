/* Overlays after an edit: what is made of rebuilt regions is made anew, level by level, as far as
 * anything changes.
 *
 * Invariant: afterwards every block is what a bake of the edited world would write. A cell is a
 * matter of what lies in it and of what its borders join, so a cell whose borders stay leaves its
 * neighbours alone, and a block that comes out as it was leaves the level above alone. */
#ifndef OVERLAND_COARSE_EDIT_OVERLAY_UPDATE_H
#define OVERLAND_COARSE_EDIT_OVERLAY_UPDATE_H

#include "coarse/overlay/overlay.h"

typedef struct ovi_overlay_update {
  const ovi_layer *before; /* one a profile */
  ovi_layer *after;        /* with the regions that were rebuilt, and the overlays of before */
  uint32_t profiles;
  ovi_delta_tree *living; /* what was replaced of overlays, by first_key and number */
  uint64_t born;          /* the version */
  const uint32_t *regions;
  uint32_t region_count;
  const ovl_jobs *jobs; /* NULL: none */
  const ovl_allocator *allocator;
} ovi_overlay_update;

/* OVL_OK or OVL_NO_MEMORY. Costs what changed, but where a level begins or ends to be possible that
 * level. */
ovl_result ovi_overlays_update(const ovi_overlay_update *update);

#endif
