/* Reading the bytes of a bundle of labels: see world_format.h for their layout.
 *
 * Invariant: a bundle is opened only if it can be read, or to be checked. It stays in memory as
 * long as a region that was read: see source.h. */
#ifndef OVERLAND_COARSE_VIEW_LABEL_BUNDLE_H
#define OVERLAND_COARSE_VIEW_LABEL_BUNDLE_H

#include "coarse/view/layer.h"

/* A bundle that is being read. */
typedef struct ovi_bundle_view {
  uint32_t first, count; /* waypoints */
  uint32_t rows;
  uint32_t shapes;
  uint32_t middle, wide; /* the first shapes with steps of an i16 and of an i32 */
  uint32_t cost_mask;
  const uint8_t *row_shapes; /* NULL: there is one shape */
  const uint8_t *costs;
  const uint8_t *steps;
  const uint8_t *gaps;
} ovi_bundle_view;

/* A step that is stored as an i16, modulo 2^32. */
static inline uint32_t ovi_label_step(uint32_t stored) { return (stored ^ 0x8000u) - 0x8000u; }

/* The offset in the data at which the bundle of a waypoint begins; for the number behind the last
 * waypoint, that of the end of the data. */
static inline uint32_t ovi_bundle_begin(const ovi_layer *layer, uint64_t waypoint) {
  return ovi_get_u32(layer->labels.begins + 4 * waypoint);
}

/* Opens the bundle whose bytes begin here. */
static inline ovi_bundle_view ovi_bundle_open(const ovi_layer *layer, const uint8_t *at) {
  const uint32_t cost_bytes = layer->labels.cost_bytes;
  ovi_bundle_view bundle = {.first = ovi_get_u32(at + OVI_BUNDLE_FIRST),
                            .count = ovi_get_u16(at + OVI_BUNDLE_COUNT),
                            .rows = ovi_get_u16(at + OVI_BUNDLE_ROWS),
                            .middle = ovi_get_u16(at + OVI_BUNDLE_NARROW),
                            .cost_mask = UINT32_MAX >> (32 - 8 * cost_bytes)};
  const uint64_t steps = bundle.count - 1;
  bundle.wide = bundle.middle + ovi_get_u16(at + OVI_BUNDLE_MIDDLE);
  bundle.shapes = bundle.wide + ovi_get_u16(at + OVI_BUNDLE_WIDE);
  at += OVI_BUNDLE_HEADER_BYTES;
  bundle.row_shapes = bundle.shapes > 1 ? at : NULL;
  bundle.costs = at + (bundle.shapes > 1 ? bundle.rows : 0);
  bundle.steps = bundle.costs + (uint64_t)bundle.rows * cost_bytes;
  bundle.gaps =
      bundle.steps + steps * (bundle.middle + 2 * (uint64_t)(bundle.wide - bundle.middle) +
                              4 * (uint64_t)(bundle.shapes - bundle.wide));
  return bundle;
}

/* The bytes of the bundle of a waypoint. NULL: it cannot be read, which the source has recorded. */
static inline const uint8_t *ovi_bundle_find(const ovi_layer *layer, uint64_t waypoint) {
  const ovi_layer_labels *labels = &layer->labels;
  const bool is_ready = labels->ready.words == NULL
                            ? labels->data != NULL
                            : waypoint < labels->count && ovi_has_bit(&labels->ready, waypoint);
  return is_ready ? labels->data + ovi_bundle_begin(layer, waypoint)
                  : layer->store.source->bundle(layer->store.source, layer->number, waypoint);
}

/* The steps of a shape. */
typedef struct ovi_shape_steps {
  const uint8_t *at;
  uint32_t bytes; /* of a step */
} ovi_shape_steps;

static inline ovi_shape_steps ovi_bundle_steps(const ovi_bundle_view *bundle, uint32_t shape) {
  const uint64_t steps = bundle->count - 1;
  const uint8_t *at = bundle->steps;
  if (shape < bundle->middle) {
    return (ovi_shape_steps){at + steps * shape, 1};
  }
  at += steps * bundle->middle;
  if (shape < bundle->wide) {
    return (ovi_shape_steps){at + 2 * steps * (shape - bundle->middle), 2};
  }
  at += 2 * steps * (bundle->wide - bundle->middle);
  return (ovi_shape_steps){at + 4 * steps * (shape - bundle->wide), 4};
}

/* A step, modulo 2^32. */
static inline uint32_t ovi_bundle_step(const ovi_layer *layer, ovi_shape_steps steps, uint64_t i) {
  return steps.bytes == 1   ? layer->labels.table[steps.at[i]]
         : steps.bytes == 2 ? ovi_label_step(ovi_get_u16(steps.at + 2 * i))
                            : ovi_get_u32(steps.at + 4 * i);
}

/* The difference between the costs of a waypoint and of the first one, with rows of a shape. */
static inline int32_t ovi_bundle_difference(const ovi_layer *layer, const ovi_bundle_view *bundle,
                                            uint32_t shape, uint64_t place) {
  const ovi_shape_steps steps = ovi_bundle_steps(bundle, shape);
  uint32_t sum = 0; /* see ovi_bundle_check */
  for (uint64_t i = 0; i < place; i++) {
    sum += ovi_bundle_step(layer, steps, i);
  }
  return (int32_t)sum;
}

/* The rank of the next row. *next is the number behind the rank of the row before, and moves on. */
static inline uint32_t ovi_next_rank(const uint8_t **gaps, uint32_t *next) {
  uint32_t gap = *(*gaps)++;
  if (gap >= OVI_LABEL_FAR_GAP) {
    *gaps += 2;
    gap = (gap - OVI_LABEL_FAR_GAP) << 16 | ovi_get_u16(*gaps - 2);
  }
  *next += gap + 1;
  return *next - 1;
}

static inline uint32_t ovi_row_shape(const ovi_bundle_view *bundle, uint32_t row) {
  return bundle->row_shapes != NULL ? bundle->row_shapes[row] : 0;
}

static inline uint32_t ovi_row_cost(const ovi_layer *layer, const ovi_bundle_view *bundle,
                                    uint32_t row) {
  return ovi_get_u32(bundle->costs + (uint64_t)layer->labels.cost_bytes * row) & bundle->cost_mask;
}

#endif
