/* The check of one layer once its blocks are valid in themselves: borders, totals, islands,
 * overlays, landmarks and labels. */
#ifndef OVERLAND_COARSE_CHECK_LAYER_CHECK_H
#define OVERLAND_COARSE_CHECK_LAYER_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/region.h"

/* Whether a region and all its neighbours have the same waypoints; beyond the edge there are none.
 */
bool ovi_borders_are_valid(const ovi_layer *layer, const ovi_region *region);

/* Checks a layer whose profile was read, and finds its sections. `on_touch`: regions and islands
 * are checked later, when they are first touched. OVL_OK, or OVL_CORRUPT or OVL_WRONG_CHECKSUM with
 * the fault. */
ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, bool on_touch,
                           ovl_fault *fault);

#endif
