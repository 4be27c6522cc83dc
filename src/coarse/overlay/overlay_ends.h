/* The ends of searches over the overlays: costs that spread from a cell up the levels, by the
 * tables of inner costs. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_ENDS_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_ENDS_H

#include "coarse/overlay/overlay_state.h"
#include "coarse/search/attach.h"
#include "coarse/search/search_state.h"

/* The sizes for which plans reserve memory: the greatest numbers. */
typedef struct ovi_overlay_needs {
  uint32_t region_ports, cluster_ports;
  uint32_t levels;
  uint32_t highest; /* clusters of the highest level; of a layer without levels, its regions */
  uint64_t highest_ports; /* of all of these */
  uint64_t stops;         /* of a plan, at a time: of some clusters, or of all regions */
} ovi_overlay_needs;

void ovi_overlay_end_reserve(ovi_overlay_end *end, ovi_arena *arena, ovi_overlay_needs needs);

/* The number of ports of an end's cluster of a level. */
uint32_t ovi_overlay_end_ports(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level);

/* Sets the costs of an end on level 0 to those of an attachment; NULL: there are none. FOUND, or
 * FULL if the region has too many ports. */
ovi_coarse_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                        const ovi_attachment *attachment);

/* Spreads the costs of an end to a level, 1 or above, from the level below; `back`: they are costs
 * to the end. FOUND, FULL or CORRUPT. */
ovi_coarse_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer,
                                         uint32_t level, bool back);

/* The least cost of an end on a level; UINT64_MAX: there is none. */
uint64_t ovi_overlay_end_least(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level);

/* Seeds the search of a level, which has begun, with the costs of an end that are below the
 * search's bound. */
void ovi_overlay_end_seed(const ovi_overlay_end *end, ovi_overlay_search *search, uint32_t level);

#endif
