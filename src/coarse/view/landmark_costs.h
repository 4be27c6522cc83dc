/* The costs from a waypoint to each landmark, packed in a section of the file. */
#ifndef OVERLAND_COARSE_VIEW_LANDMARK_COSTS_H
#define OVERLAND_COARSE_VIEW_LANDMARK_COSTS_H

#include "coarse/view/ports.h"

/* The numbers that the length of the section follows from, beside the world. */
typedef struct ovi_landmark_table_size {
  uint32_t count;      /* landmarks */
  uint32_t components; /* linked components in the world */
  bool is_wide;
} ovi_landmark_table_size;

/* Offsets in the section. */
typedef struct ovi_landmark_table_layout {
  uint64_t bases, deltas, bytes;
} ovi_landmark_table_layout;

static inline ovi_landmark_table_layout ovi_landmarks_layout(const ovi_layer *layer,
                                                             const ovi_landmark_table_size *size) {
  uint64_t bases = OVI_LANDMARKS_FIRSTS + 8 * ovi_region_count(layer);
  uint64_t deltas = bases + ovi_padded8(2 * (uint64_t)size->components * size->count);
  uint64_t bytes = layer->graph.waypoints * size->count * (size->is_wide ? 4 : 2);
  return (ovi_landmark_table_layout){bases, deltas, deltas + ovi_padded8(bytes)};
}

/* The costs of one waypoint. */
typedef struct ovi_landmark_costs {
  const uint8_t *bases;
  const uint8_t *deltas;
} ovi_landmark_costs;

/* The costs of a waypoint, by its number in its owner and its port there. */
static inline ovi_landmark_costs ovi_landmark_costs_at(const ovi_layer *layer,
                                                       const ovi_region *owner, uint32_t number,
                                                       uint32_t port) {
  const uint8_t *firsts = layer->landmarks.firsts + 8 * (uint64_t)owner->id;
  const uint64_t count = layer->landmarks.count;
  uint64_t waypoint = (uint64_t)ovi_get_u32(firsts) + number;
  uint64_t component = (uint64_t)ovi_get_u32(firsts + 4) + ovi_port_component(owner, port);
  return (ovi_landmark_costs){layer->landmarks.bases + component * count * 2,
                              layer->landmarks.deltas +
                                  waypoint * count * (layer->landmarks.is_wide ? 4u : 2u)};
}

/* The form in which costs are stored. */
typedef enum ovi_landmark_form { OVI_LANDMARKS_16, OVI_LANDMARKS_32 } ovi_landmark_form;

static inline ovi_landmark_form ovi_landmark_form_of(const ovi_layer *layer) {
  return layer->landmarks.is_wide ? OVI_LANDMARKS_32 : OVI_LANDMARKS_16;
}

/* The cost to one landmark. Signed, because SSE2 compares signed numbers; base and delta have at
 * most 30 bits each, also in a forged file. */
static inline int32_t ovi_landmark_cost(const ovi_landmark_costs *costs, uint32_t base_shift,
                                        uint32_t landmark, ovi_landmark_form form) {
  uint32_t base = (uint32_t)ovi_get_u16(costs->bases + 2 * (size_t)landmark) << base_shift;
  uint32_t delta = form == OVI_LANDMARKS_32
                       ? ovi_get_u32(costs->deltas + 4 * (size_t)landmark) & OVI_NO_LANDMARK
                       : ovi_get_u16(costs->deltas + 2 * (size_t)landmark);
  return (int32_t)(base + delta);
}

#endif
