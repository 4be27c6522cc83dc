/* The two ends of a plan: costs that spread from a cell up the levels, by the tables of clusters.
 *
 * Invariant: the costs of a level are the least over paths inside the end's cluster of that level.
 */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_END_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_END_H

#include "coarse/overlay/inner_costs.h"
#include "coarse/search/attach.h"
#include "coarse/search/search_state.h"

/* The start or the goal of a plan. */
typedef struct ovi_overlay_end {
  uint32_t region;
  uint32_t port;   /* of the region that is entered there, where a plan begins at a waypoint; else
                      UINT32_MAX */
  uint64_t *costs; /* cost units, of the ports of the region, and of its cluster of each level, to
                      or from the end; UINT64_MAX: none */
  uint64_t least[OVI_OVERLAY_MOST_LEVELS + 1]; /* of each level to which they were spread */
  bool exact;                                  /* sums are not rounded */
  ovi_inner_part *parts; /* views of the region, and of the cluster of each level with its tables;
                            they hold for a call, in which nothing leaves memory */
  uint32_t viewed;       /* levels whose views are there, the lowest ones */
  uint32_t tables;       /* a bit for each level whose tables were viewed */
  uint32_t region_ports, cluster_ports; /* room for so many */
} ovi_overlay_end;

/* The costs of an end on a level. */
static inline uint64_t *ovi_overlay_end_costs(const ovi_overlay_end *end, uint32_t level) {
  return level == 0 ? end->costs
                    : end->costs + end->region_ports + (uint64_t)(level - 1) * end->cluster_ports;
}

/* The cluster of a level, or on level 0 the region, that holds an end. */
static inline uint32_t ovi_overlay_end_cluster(const ovi_overlay_end *end, const ovi_layer *layer,
                                               uint32_t level) {
  return level == 0 ? end->region : ovi_cluster_of(layer, level, end->region);
}

/* The view of the region or cluster of a level that holds an end. */
const ovi_below *ovi_overlay_end_view(ovi_overlay_end *end, const ovi_layer *layer, uint32_t level);

/* Sets the costs of an end on level 0 to those of an attachment; NULL: there are none. DONE, or
 * FULL if the region has too many ports. */
ovi_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                 const ovi_attachment *attachment);

/* Finds the least cost of an end on level 0 anew, after its costs have changed. */
void ovi_overlay_end_note(ovi_overlay_end *end, const ovi_layer *layer);

/* Spreads the costs of an end that are below `bound` to a level, 1 or above, from the level below;
 * `back`: they are costs to the end. DONE, FULL or CORRUPT. */
ovi_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer, uint32_t level,
                                  bool back, uint64_t bound);

/* Finds the costs of an end on the level below its cluster of level `level`, of which it is in a
 * part. False: the layer is corrupt, or the cluster's tables are missing. */
bool ovi_overlay_end_in(ovi_overlay_end *end, const ovi_layer *layer, uint32_t level, bool back,
                        ovi_inner_end *inner);

/* An end's cluster of a level above 0, which has been viewed. */
static inline const ovi_cluster *ovi_overlay_end_above(const ovi_overlay_end *end, uint32_t level) {
  return &end->parts[level].below.cluster;
}

/* The group of ports over which a cluster of a level borders on another one; -1: they do not
 * touch. */
int ovi_overlay_border_group(const ovi_layer *layer, uint32_t level, uint32_t one, uint32_t other);

#endif
