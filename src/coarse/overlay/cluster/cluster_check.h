/* The check of one cluster of the overlays, by itself: what is known when it is first touched. */
#ifndef OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_CHECK_H
#define OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_CHECK_H

#include "coarse/overlay/cluster/overlay_section.h"

/* Checks the front of a cluster's block, which has the length that its entry says, by its checksum
 * and in itself. The region or cluster below a port lies in the cluster then, but whether it has
 * such a port is not checked. OVL_OK, or the error with the fault. Costs a pass over the front. */
ovl_result ovi_cluster_front_check(const ovi_layer *layer, uint32_t number, const uint8_t *front,
                                   ovl_fault *fault);

/* Checks the tables of a cluster's block in the same way. Its front must have been checked. */
ovl_result ovi_cluster_tables_check(const ovi_layer *layer, uint32_t number, const uint8_t *front,
                                    const uint8_t *tables, ovl_fault *fault);

#endif
