/* The checks of overlays: the head of the section, each cluster by itself, both sides of each
 * border.
 */
#ifndef OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H
#define OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/overlay/overlay.h"

/* Checks the head of a section, with its checksum, and finds the overlay of a layer: its levels and
 * the places of all blocks. OVL_OK, or the error with the fault. */
ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault);

/* Checks the block of one cluster, which has the length that its entry says, by its checksum and in
 * itself. The region or cluster below a port lies in the cluster then, but whether it has such a
 * port is not checked. OVL_OK, or the error with the fault. Costs a pass over the block. */
ovl_result ovi_overlay_block_check(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *block, ovl_fault *fault);

/* Checks everything that the two functions above do not: every cluster, and both sides of each
 * border. If the layer has a source, the caller looks at its outcome before this result. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovl_fault *fault);

#endif
