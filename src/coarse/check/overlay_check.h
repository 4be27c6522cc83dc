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

/* How far the check of the clusters came. All zeros: it has not begun. */
typedef struct ovi_overlay_progress {
  uint32_t levels;    /* that were checked */
  uint32_t checks;    /* of the next level: of each cluster by itself, then of each beside others */
  uint64_t waypoints; /* of the clusters that were checked beside others */
  uint32_t most_ports;
} ovi_overlay_progress;

/* Makes the next check, of one cluster; some are left while progress->levels is less than the
 * levels of the layer. If the layer has a source, the caller looks at its outcome before this
 * result; unless both are OVL_OK, the next call makes the same check. */
ovl_result ovi_overlays_check_next(const ovi_layer *layer, ovi_overlay_progress *progress,
                                   ovl_fault *fault);

/* Makes all checks of a layer whose clusters are in memory. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovl_fault *fault);

#endif
