/* The gate for one layer: its parts of the blocks, its islands and landmarks. */
#ifndef OVI_LAYER_CHECK_H
#define OVI_LAYER_CHECK_H

#include "region.h"
#include "world_check.h"

/* Whether the layer's part of a region's block, which has the length that its header says,
 * is sound in itself; NULL if it is, else what is wrong. */
const char *ovi_part_check(const ovi_layer *layer, const ovi_region *region);

/* All of a layer, once its parts are sound in themselves: both sides of each border, sums,
 * islands, landmarks, labels. */
ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, ovl_fault *fault);

#endif
