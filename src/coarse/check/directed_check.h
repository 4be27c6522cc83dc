/* The gate for what only directed layers have: breaks, cliques, links, exceptions, squares, and
 * arcs between islands. */
#ifndef OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H
#define OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H

#include "coarse/view/region.h"

/* Whether an open cell of a region is where a port's linked component is; of a port that
 * lies in one. */
bool ovi_is_in_clique_of(const ovi_region *region, int32_t x, int32_t y, uint32_t port);

/* Whether a part whose positions, components and ports are sound is so in what is left;
 * NULL, or what is wrong. */
const char *ovi_directed_block_check(const ovi_layer *layer, const ovi_region *region);

/* Regions against each other, once all parts are sound in themselves; then islands and their arcs.
 * OVL_OK, or OVL_CORRUPT with the fault. */
ovl_result ovi_directed_graph_check(const ovi_layer *layer, ovl_fault *fault);
ovl_result ovi_directed_islands_check(const ovi_layer *layer, ovl_fault *fault);

#endif
