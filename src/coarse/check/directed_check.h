/* The checks of the parts that only directed layers have: breaks, cliques, links, exceptions,
 * squares, and arcs between islands. */
#ifndef OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H
#define OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H

#include "coarse/view/region.h"

/* Whether a cell of a region is open and belongs to the linked component of a port. */
bool ovi_is_in_clique_of(const ovi_region *region, int32_t x, int32_t y, uint32_t port);

/* Checks the rest of a layer block whose positions, components and ports are valid. Returns what is
 * wrong; NULL: nothing. */
const char *ovi_directed_block_check(const ovi_layer *layer, const ovi_region *region);

/* Check the regions of a layer, whose blocks are valid in themselves, against each other; and its
 * islands with their arcs. OVL_OK, or OVL_CORRUPT with the fault. */
ovl_result ovi_directed_graph_check(const ovi_layer *layer, ovl_fault *fault);
ovl_result ovi_directed_islands_check(const ovi_layer *layer, ovl_fault *fault);

#endif
