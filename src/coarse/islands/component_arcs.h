/* Arcs between the local components of a directed layer: what leads from one to another,
 * one way, be it a step inside a region, a waypoint or a link. */
#ifndef OVERLAND_COARSE_ISLANDS_COMPONENT_ARCS_H
#define OVERLAND_COARSE_ISLANDS_COMPONENT_ARCS_H

#include "coarse/view/region.h"
#include "common/buffer.h"
#include "common/compiler.h"

/* From slot to slot, as the section of islands counts local components; 8 bytes. */
typedef struct ovi_arc {
  uint32_t from, to;
} ovi_arc;

/* Adds all of them to an empty image, which is the caller's to release. Some may be there more
 * than once. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_component_arcs_find(ovi_buffer *arcs, const ovi_layer *layer);

static inline uint64_t ovi_arc_count(const ovi_buffer *arcs) {
  return arcs->used / sizeof(ovi_arc);
}

static inline ovi_arc ovi_arc_at(const ovi_buffer *arcs, uint64_t i) {
  ovi_arc arc;
  memcpy(&arc, arcs->bytes + i * sizeof(arc), sizeof(arc));
  return arc;
}

#endif
