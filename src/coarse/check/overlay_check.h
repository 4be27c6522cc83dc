/* The check of all clusters of the overlays: each by itself and above its parts, and both sides of
 * each border. */
#ifndef OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H
#define OVERLAND_COARSE_CHECK_OVERLAY_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/slice.h"

/* Checks all clusters of a layer. Progress counts 2 for each. If the layer has a source, the caller
 * looks at its outcome before this result. */
ovl_result ovi_overlays_check(const ovi_layer *layer, ovi_progress *progress, ovl_fault *fault);

#endif
