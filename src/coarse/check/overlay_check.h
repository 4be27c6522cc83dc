/* The gate for overlays: the head of a section, each cell by itself, both sides of each border. */
#ifndef OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H
#define OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/overlay/overlay.h"

/* Points a layer at its section of overlays, once its head is checked with its checksum: levels,
 * and the places of all blocks. OVL_OK, or what is wrong, with the fault. */
ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault);

/* Checks the block of one cell, whose bytes are as many as its entry says, by its checksum and in
 * itself: OVL_OK, or what is wrong, with the fault. What lies below a port is in the cell then, and
 * whether there is such a port there is left open. Costs a pass over the block. */
ovl_result ovi_overlay_block_check(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *block, ovl_fault *fault);

/* Checks all that the two above leave open: every cell, and both sides of each border. Of a layer
 * with a source its outcome comes first, whatever this answers. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovl_fault *fault);

#endif
