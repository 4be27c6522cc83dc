/* The gate for overlays: the head of a section, each cell by itself, both sides of each border. */
#ifndef OVI_OVERLAY_CHECK_H
#define OVI_OVERLAY_CHECK_H

#include "overlay.h"
#include "world_check.h"

/* Points a layer at its section of overlays, once its head is checked with its checksum: levels,
 * and the places of all blocks. OVL_OK, or what is wrong, with the fault. */
ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault);

/* Checks one cell's block, by its checksum and in itself; OVL_OK, or what is wrong, with the
 * fault. What lies below it must have been checked. Costs a pass over the block. */
ovl_result ovi_overlay_cell_check(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  ovl_fault *fault);

/* Checks all that the two above leave open: every cell, and both sides of each border. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovl_fault *fault);

#endif
