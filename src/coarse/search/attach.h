/* Attaches a cell to the waypoint graph: exact costs between it and the ports of its region, inside
 * the region. HPA* calls this inserting start and goal.
 *
 * Invariant: a cost to a port includes the region's part of the port's step when the region is left
 * there; a cost from a port, its part when the region is entered there. */
#ifndef OVERLAND_COARSE_SEARCH_ATTACH_H
#define OVERLAND_COARSE_SEARCH_ATTACH_H

#include "coarse/view/region.h"
#include "fine/local_search.h"

#define OVI_UNREACHED UINT32_MAX

typedef struct ovi_attachment {
  uint32_t region;
  uint32_t
      component;   /* of the cell, a linked one; the region's `linked` or more: it has no ports */
  uint32_t count;  /* ports of the region */
  uint32_t *costs; /* cost units, of each port; OVI_UNREACHED */
} ovi_attachment;

/* Finds the costs from an open cell to the ports, or `back` from the ports to the cell, which
 * differ in directed layers only. attachment->costs has room for the most ports of
 * a region of the world. False if the search is paused, and the same call goes on; or if the block
 * is corrupt: a port of the component is not reached. In a directed layer ports need not be
 * reached. */
bool ovi_attach(ovi_attachment *attachment, const ovi_layer *layer, ovi_local_search *local,
                ovl_cell cell, bool back);

#endif
