/* Links: exact costs between a cell and the ports of its region, inside it. */
#ifndef OVI_LINKS_H
#define OVI_LINKS_H

#include "region.h"
#include "stretch.h"

#define OVI_NO_LINK UINT32_MAX

typedef struct ovi_links {
  uint32_t region;
  uint32_t component;
  uint32_t count;  /* ports of the region */
  uint32_t *costs; /* of each port, its half of the crossing step included; or OVI_NO_LINK */
} ovi_links;

/* Finds the links of an open cell. `links->costs` has room for the world's most
 * ports. Costs are the same in both directions. False if the region is not as
 * its block says: a port is not reached that should be.
 *
 * `left`, if it is not NULL, has for each port of the cell's region what it costs
 * at least to go on from the middle of its step, UINT64_MAX for never. Then only
 * the ports are linked that were found to be the best: the least sum of link and
 * left is right, and a port without a link has none that is less. */
bool ovi_links_find(ovi_links *links, const ovl_world *world, ovi_stretch *stretch, ovl_cell cell,
                    const uint64_t *left);

#endif
