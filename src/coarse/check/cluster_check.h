/* The check of one cluster of the overlays, by itself: what is known when it is first touched. */
#ifndef OVERLAND_COARSE_CHECK_CLUSTER_CHECK_H
#define OVERLAND_COARSE_CHECK_CLUSTER_CHECK_H

#include "coarse/overlay/overlay.h"

/* Checks the block of one cluster, which has the length that its entry says, by its checksum and in
 * itself. The region or cluster below a port lies in the cluster then, but whether it has such a
 * port is not checked. OVL_OK, or the error with the fault. Costs a pass over the block. */
ovl_result ovi_overlay_block_check(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *block, ovl_fault *fault);

#endif
