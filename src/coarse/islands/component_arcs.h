/* Lists the arcs between the local components of a directed layer: a step inside a region, a
 * waypoint or a navigation link that leads from one component to another. Invariant: one component
 * reaches another if and only if a chain of arcs does. */
#ifndef OVERLAND_COARSE_ISLANDS_COMPONENT_ARCS_H
#define OVERLAND_COARSE_ISLANDS_COMPONENT_ARCS_H

#include "coarse/view/region.h"
#include "common/buffer.h"
#include "common/compiler.h"

/* An arc between two slots of the islands section, which has a slot for each local component. 8
 * bytes. */
typedef struct ovi_arc {
  uint32_t from, to;
} ovi_arc;

/* Adds all arcs of a layer to an empty buffer, which the caller releases. An arc may be listed more
 * than once. OVL_OK or OVL_NO_MEMORY. Reads every region once. */
ovl_result ovi_component_arcs_find(ovi_buffer *arcs, const ovi_layer *layer);

/* Number of arcs in a buffer. */
static inline uint64_t ovi_arc_count(const ovi_buffer *arcs) {
  return arcs->used / sizeof(ovi_arc);
}

/* Arc i of a buffer. */
static inline ovi_arc ovi_arc_at(const ovi_buffer *arcs, uint64_t i) {
  ovi_arc arc;
  memcpy(&arc, arcs->bytes + i * sizeof(arc), sizeof(arc));
  return arc;
}

#endif
