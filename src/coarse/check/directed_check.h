/* The checks of the parts that only directed layers have: breaks, cliques, links, exceptions,
 * squares, and arcs between islands. */
#ifndef OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H
#define OVERLAND_COARSE_CHECK_DIRECTED_CHECK_H

#include "coarse/view/region.h"

/* Returns whether a cell of a region is open and belongs to the linked component of a port. */
bool ovi_is_in_clique_of(const ovi_region *region, int32_t x, int32_t y, uint32_t port);

/* Checks the rest of a layer block whose positions, components and ports are valid. Returns what is
 * wrong; NULL: nothing. */
const char *ovi_directed_block_check(const ovi_layer *layer, const ovi_region *region);

/* Checks a region against the regions around it, which are there: whether its steps are those of
 * its cells, and whether its ports are left and entered as the cells of both sides say. OVL_OK, or
 * OVL_CORRUPT with the fault. */
ovl_result ovi_directed_region_check(const ovi_layer *layer, const ovi_region *region,
                                     ovl_fault *fault);

/* The fault of a region that has one end of a link whose other end no region has. */
#define OVI_LINKS_NOT_SHARED "links that two regions share"

/* The heights of the open positions of a layer, by which costs inside regions are bounded. */
typedef struct ovi_directed_heights {
  uint32_t least, most;
} ovi_directed_heights;
#define OVI_NO_HEIGHTS ((ovi_directed_heights){.least = UINT16_MAX, .most = 0})

void ovi_directed_heights_add(ovi_directed_heights *heights, const ovi_region *region);

/* Checks with those of all regions, as a bake does, that costs inside a region fit 31 bits. OVL_OK,
 * or OVL_CORRUPT with the fault. */
ovl_result ovi_directed_heights_check(const ovi_directed_heights *heights, const ovi_layer *layer,
                                      ovl_fault *fault);

/* Checks what a region whose block is valid says of its own steps, costs and links. Returns what is
 * wrong; NULL: nothing. */
const char *ovi_directed_alone_check(const ovi_layer *layer, const ovi_region *region);

/* The regions of a layer that can be read. */
typedef struct ovi_readable_regions {
  bool (*has)(const void *user, uint32_t region); /* NULL: all of them */
  const void *user;
} ovi_readable_regions;

/* Checks the ports of a valid region against the cells and links on their other side. Only ports
 * are checked for which all regions are readable that they depend on; of these, only those that
 * depend on region `on`, or all if that is the region itself. Returns what is wrong; NULL: nothing.
 */
const char *ovi_directed_ports_check(const ovi_layer *layer, const ovi_region *region, uint32_t on,
                                     const ovi_readable_regions *readable);

/* Checks the arcs between the islands of a layer, whose section has the length that its numbers
 * say. OVL_OK, or OVL_CORRUPT with the fault. */
ovl_result ovi_directed_islands_check(const ovi_layer *layer, ovl_fault *fault);

#endif
