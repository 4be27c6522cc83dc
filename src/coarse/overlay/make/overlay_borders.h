/* Thins the entrances along the borders of clusters: chooses the waypoints that an overlay level
 * keeps, the ports of its clusters. Those of regions are chosen in coarse/blocks/entrances.h.
 *
 * The waypoints of the level below that cross a border are thinned. A straight border is divided
 * into 8 to 32 windows. For each window, and each pair of linked components of the level below that
 * waypoints join there, one waypoint is kept: the lightest, of equally light ones the nearest to
 * the window's middle, and of those the first; and further ones about as light where a road
 * crosses, one for each light run. Over a corner, one is kept for each pair. So both banks of a
 * river stay connected across a border, even if there is a bridge somewhere in the cluster. In a
 * directed layer a waypoint makes another needless only if both can be crossed in the same
 * directions, and their cells on each side reach each other inside the parts.
 *
 * Invariant: every pair of components that some waypoint joins has one that is kept. Each border is
 * thinned from the side that owns it, whichever cluster is built, so both sides have the same
 * waypoints in the same order. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BORDERS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BORDERS_H

#include "coarse/overlay/make/overlay_contents.h"

/* A waypoint that is kept, or a candidate. The arrays have an entry for each of the two clusters,
 * the owner's first. */
typedef struct ovi_kept_waypoint {
  uint32_t below[2];   /* as the blocks have it */
  uint32_t labels[2];  /* component within the cluster */
  uint32_t cliques[2]; /* linked component of the part */
  uint64_t strong[2];  /* in a directed layer, local component of a region */
  uint32_t ways;       /* and the directions in which it can be crossed, as bits */
  uint32_t window;
  uint32_t distance;  /* to the window's middle, in half cells */
  uint32_t lightness; /* as blocks have it */
  bool is_needless;
} ovi_kept_waypoint;

/* A border between two clusters while it is thinned. Arrays have an entry for each of them, the
 * owner first. */
typedef struct ovi_cluster_border {
  ovi_overlay_contents *contents;
  int group; /* port group, as the owner sees it */
  uint32_t ids[2];
  ovi_below_box boxes[2];
  const ovi_cluster_labels *labels[2];
  ovi_kept_waypoint *kept; /* capacity for all candidates */
  uint32_t count;
} ovi_cluster_border;

/* Thins the border of a cluster in one of the groups that it owns. The kept waypoints are taken
 * from `scratch`. False: no memory. Linear in the ports of the parts beside the border. */
bool ovi_border_thin(ovi_cluster_border *border, ovi_overlay_contents *contents, uint32_t id,
                     int group, ovi_scratch *scratch);

/* The way of a region's port in a directed layer: twice its local component, and 1 if the region
 * can be left by it. OVI_NO_BORDER_WAY: the region has no such port, or is not loaded. */
#define OVI_NO_BORDER_WAY UINT32_MAX
uint32_t ovi_border_way(const ovi_layer *layer, ovi_overlay_port at);

/* Compares the borders of a cluster in two versions, `before` and `after`. *equal: all waypoints
 * that cross them have the same numbers and cells, and are connected inside in the same way. Then
 * the ports of the cluster and of its neighbours are the same, as far as this cluster decides about
 * them. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_cluster_borders_are_equal(ovi_overlay_contents *before, ovi_overlay_contents *after,
                                         uint32_t id, ovi_scratch *scratch, bool *equal);

#endif
