/* The waypoints between two parts of clusters, and how light their crossings are. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_PART_BORDER_H
#define OVERLAND_COARSE_OVERLAY_MAKE_PART_BORDER_H

#include "coarse/overlay/below.h"
#include "coarse/overlay/make/light_runs.h"

/* The waypoints between two parts, in one direction. */
typedef struct ovi_part_border {
  const ovi_layer *layer;
  const ovi_below *parts[2];
  int group;               /* as the first part, the owner, sees it */
  ovi_crossings crossings; /* of a straight border between regions of several weights; else none */
  int32_t last_light;      /* the last crossing that was found to be light */
} ovi_part_border;

/* Begins with the waypoints of a group of the first part, which is their owner. */
void ovi_part_border_begin(ovi_part_border *border, const ovi_layer *layer, const ovi_below *first,
                           const ovi_below *second, int group);

/* How light the crossing of a port of the first part is, as a block stores it. Ports are asked for
 * in their order. */
uint32_t ovi_part_border_lightness(ovi_part_border *border, uint32_t port);

#endif
