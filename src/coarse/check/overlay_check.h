/* The checks of overlays: the head of the section, each cluster by itself, both sides of each
 * border.
 */
#ifndef OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H
#define OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/overlay/overlay.h"
#include "common/slice.h"

/* Checks the head of a section, with its checksum, and finds the overlay of a layer: its levels and
 * the places of all blocks. OVL_OK, or the error with the fault. */
ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault);

/* Checks all clusters of a layer. Progress counts 2 for each. If the layer has a source, the caller
 * looks at its outcome before this result. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovi_progress *progress, ovl_fault *fault);

#endif
