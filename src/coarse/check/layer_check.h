/* The gate for one layer: its parts of the blocks, its islands and landmarks. */
#ifndef OVERLAND_COARSE_CHECK_LAYER_CHECK_H
#define OVERLAND_COARSE_CHECK_LAYER_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/region.h"

/* Whether the layer's part of a region's block, which has the length that its header says,
 * is sound in itself; NULL if it is, else what is wrong. */
const char *ovi_layer_block_check(const ovi_layer *layer, const ovi_region *region);

/* Whether a region and all its neighbours know the same waypoints; beyond the edge there are none.
 */
bool ovi_borders_are_valid(const ovi_layer *layer, const ovi_region *region);

/* The regions of a layer, which are sound in themselves, against each other, and what they add up
 * to. */
ovl_result ovi_layer_graph_check(const ovi_layer *layer, ovl_fault *fault);

/* All of a layer, once its parts are sound in themselves: both sides of each border, sums,
 * islands, landmarks, labels. `on_touch`: but for what is checked region by region later. */
ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, bool on_touch,
                           ovl_fault *fault);

#endif
