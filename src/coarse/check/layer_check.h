/* The check of one layer once its blocks are valid in themselves: borders, totals, islands,
 * overlays and labels. */
#ifndef OVERLAND_COARSE_CHECK_LAYER_CHECK_H
#define OVERLAND_COARSE_CHECK_LAYER_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/region.h"
#include "common/slice.h"

/* Checks that a region and its neighbours have the same waypoints, on the borders whose waypoints
 * are its own; beyond the edge there are none. */
bool ovi_borders_are_valid(const ovi_layer *layer, const ovi_region *region);

/* The totals of the regions of a layer that were checked. */
typedef struct ovi_layer_totals {
  uint64_t slots, open_cells, waypoints, links;
  uint32_t islands;           /* the greatest number of one */
  uint32_t ports, exceptions; /* the most of any region */
} ovi_layer_totals;

/* Checks the next region of a layer against the section of islands and its neighbours, and adds it
 * to the totals of the regions before it. OVL_OK, or OVL_CORRUPT with the fault; if the layer has a
 * source, the caller reads its outcome before this result. */
ovl_result ovi_layer_region_check(const ovi_layer *layer, uint32_t id, ovi_layer_totals *totals,
                                  ovl_fault *fault);

/* Compares the totals of all regions with the header of the layer. */
ovl_result ovi_layer_totals_check(const ovi_layer *layer, const ovi_layer_totals *totals,
                                  ovl_fault *fault);

/* Checks a layer whose profile was read, and finds its sections. `on_touch`: regions and islands
 * are checked later, when they are first touched. OVL_OK, OVL_STOPPED, or OVL_CORRUPT or
 * OVL_WRONG_CHECKSUM with the fault. */
ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, bool on_touch,
                           ovi_progress *progress, ovl_fault *fault);

#endif
