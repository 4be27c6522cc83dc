/* The check of a bundle of labels: every length and index in it, and that no cost is impossible. It
 * depends on no other bundle, so that bundles are checked one by one when they are first touched.
 */
#include "coarse/check/bundle_check.h"

/* The least and the greatest difference of a shape, each within 31 bits and a sign. */
typedef struct shape_range {
  int32_t least, most;
} shape_range;

/* The greatest cost that a label may have. */
static int64_t most_cost(const ovi_layer *layer) {
  const uint64_t most = (OVI_LABEL_COSTS_END >> layer->labels.shift) - 1;
  return most < OVI_LABEL_MOST ? (int64_t)most : (int64_t)OVI_LABEL_MOST;
}

/* False: a difference is impossible. */
static bool measure_shape(const ovi_layer *layer, const ovi_bundle_view *bundle, uint32_t shape,
                          shape_range *range) {
  const ovi_shape_steps steps = ovi_bundle_steps(bundle, shape);
  const int64_t most = most_cost(layer); /* at most OVI_LABEL_MOST */
  int64_t difference = 0;
  *range = (shape_range){0, 0};
  for (uint64_t i = 0; i < bundle->count - 1; i++) {
    difference += (int32_t)ovi_bundle_step(layer, steps, i);
    if (difference < -most || difference > most) {
      return false;
    }
    range->least = difference < range->least ? (int32_t)difference : range->least;
    range->most = difference > range->most ? (int32_t)difference : range->most;
  }
  return true;
}

/* Checks that ranks are those of hubs, that shapes exist and that no cost is impossible. `end`: of
 * the bundle. */
static bool rows_are_valid(const ovi_layer *layer, const ovi_bundle_view *bundle,
                           const shape_range *ranges, const uint8_t *end) {
  const int64_t most = most_cost(layer);
  const uint8_t *gaps = bundle->gaps;
  uint32_t next = 0;
  for (uint32_t row = 0; row < bundle->rows; row++) {
    if (gaps >= end || (*gaps >= OVI_LABEL_FAR_GAP && end - gaps < 3)) {
      return false;
    }
    ovi_next_rank(&gaps, &next);
    const uint32_t shape = ovi_row_shape(bundle, row);
    if (next > layer->labels.count || shape >= bundle->shapes) {
      return false;
    }
    const int64_t cost = ovi_row_cost(layer, bundle, row);
    if (cost + ranges[shape].least < 0 || cost + ranges[shape].most > most) {
      return false;
    }
  }
  return gaps == end;
}

ovi_bundle_span ovi_bundle_find_span(const ovi_layer *layer, uint64_t waypoint) {
  const uint32_t begin = ovi_bundle_begin(layer, waypoint);
  ovi_bundle_span span = {waypoint, waypoint + 1, begin, 0};
  while (span.first > 0 && ovi_bundle_begin(layer, span.first - 1) == begin) {
    span.first--;
  }
  while (span.behind < layer->labels.count && ovi_bundle_begin(layer, span.behind) == begin) {
    span.behind++;
  }
  span.end = ovi_bundle_begin(layer, span.behind);
  return span;
}

bool ovi_bundle_check(const ovi_layer *layer, const ovi_bundle_span *span, const uint8_t *bytes) {
  const uint32_t length = span->end - span->begin;
  if (length < OVI_BUNDLE_HEADER_BYTES || ovi_get_u32(bytes + OVI_BUNDLE_FIRST) != span->first) {
    return false;
  }
  const uint32_t count = ovi_get_u16(bytes + OVI_BUNDLE_COUNT);
  const uint32_t shapes = (uint32_t)ovi_get_u16(bytes + OVI_BUNDLE_NARROW) +
                          ovi_get_u16(bytes + OVI_BUNDLE_MIDDLE) +
                          ovi_get_u16(bytes + OVI_BUNDLE_WIDE);
  if (count < 1 || count > OVI_BUNDLE_MOST || ovi_get_u16(bytes + OVI_BUNDLE_ROWS) == 0 ||
      shapes < 1 || shapes > OVI_BUNDLE_MOST_SHAPES) {
    return false;
  }
  const ovi_bundle_view bundle = ovi_bundle_open(layer, bytes);
  if ((uint64_t)(bundle.gaps - bytes) > length) {
    return false; /* its arrays do not lie within it */
  }
  shape_range ranges[OVI_BUNDLE_MOST_SHAPES];
  for (uint32_t shape = 0; shape < bundle.shapes; shape++) {
    if (!measure_shape(layer, &bundle, shape, &ranges[shape])) {
      return false;
    }
  }
  return bundle.count == span->behind - span->first &&
         rows_are_valid(layer, &bundle, ranges, bytes + length);
}
