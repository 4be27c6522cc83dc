/* Links: exact costs between a cell and the ports of its region, inside it.
 *
 * Invariant: what leads to a port is charged with all that falls to the region when it is
 * left over that port; what comes from one with what falls to it when it is entered there. */
#ifndef OVERLAND_COARSE_SEARCH_ATTACH_H
#define OVERLAND_COARSE_SEARCH_ATTACH_H

#include "coarse/view/region.h"
#include "fine/local_search.h"

#define OVI_UNREACHED UINT32_MAX

typedef struct ovi_attachment {
  uint32_t region;
  uint32_t component; /* the linked one; the region's `linked` or more: there is none */
  uint32_t count;     /* ports of the region */
  uint32_t *costs;    /* of each port, its half of the crossing step included; or OVI_UNREACHED */
} ovi_attachment;

/* Finds the links of an open cell, from it to the ports. `links->costs` has room for the world's
 * most ports. False if the region is not as its block says: a port is not reached that should
 * be; or if the search is paused, and the same call goes on. In a directed layer a port need not
 * be. */
bool ovi_attach(ovi_attachment *links, const ovi_layer *layer, ovi_local_search *local,
                ovl_cell cell);

/* The same from the ports to the cell: other costs in directed layers only. */
bool ovi_attach_back(ovi_attachment *links, const ovi_layer *layer, ovi_local_search *local,
                     ovl_cell cell);

#endif
