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
 * its block says: a port is not reached that should be. */
bool ovi_links_find(ovi_links *links, const ovi_layer *layer, ovi_stretch *stretch, ovl_cell cell);

#endif
