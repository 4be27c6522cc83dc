/* Costs from a start to the ports of any region, over the overlays.
 *
 * Up: the costs from the start spread by the tables of clusters, as in a plan, to the ports of its
 * cluster of each level and to the inner ports of the next one; in its cluster of level 1
 * Dijkstra's algorithm searches the regions, and so it does on a highest level that is not one
 * cluster. Down: the costs of entering a cluster spread by the same tables to the ports of the
 * cluster below that holds the region, and so on to the region. A region costs a few rows of tables
 * for each level, and no memory.
 *
 * Invariant: a cell that is reached over the costs of a region's ports costs no more than a plan to
 * it: both take the least over the same levels, but sums of plans are rounded (Delling, Goldberg,
 * Pajor and Werneck, "Customizable route planning", 2011, and the one-to-many search of Efentakis
 * and Pfoser, "GRASP", 2014). */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_FLOOD_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_FLOOD_H

#include "coarse/overlay/overlay_plan.h"
#include "coarse/search/dijkstra.h"

typedef struct ovi_overlay_flood {
  ovi_far_costs far;      /* a round is a level */
  ovi_overlay_plan *plan; /* the memory: its search, and the costs of its ends */
  uint64_t bound;         /* cost units: only what costs less is searched */
  bool is_under_way;      /* a round */
  /* The cluster of each level for which the plan's goal holds the costs of entering it; UINT32_MAX:
   * none. */
  uint32_t held[OVI_OVERLAY_MOST_LEVELS + 1];
} ovi_overlay_flood;

/* Makes flood->far the costs of a layer with overlays that serve; the plan that the memory held is
 * lost. */
void ovi_overlay_flood_prepare(ovi_overlay_flood *flood, ovi_overlay_plan *plan,
                               const ovi_layer *layer);

#endif
