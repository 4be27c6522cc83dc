/* The check of a bundle of labels. */
#ifndef OVERLAND_COARSE_CHECK_BUNDLE_CHECK_H
#define OVERLAND_COARSE_CHECK_BUNDLE_CHECK_H

#include "coarse/view/label_bundle.h"

/* Where a bundle lies. */
typedef struct ovi_bundle_span {
  uint64_t first, behind; /* its waypoints, from `first` to before `behind` */
  uint32_t begin, end;    /* its bytes in the data */
} ovi_bundle_span;

/* The bundle of a waypoint, one of the layer's. The places of all bundles rise and are within the
 * data. */
ovi_bundle_span ovi_bundle_find_span(const ovi_layer *layer, uint64_t waypoint);

/* Checks that a bundle can be read without leaving its bytes, and that no number in it is
 * impossible. */
bool ovi_bundle_check(const ovi_layer *layer, const ovi_bundle_span *span, const uint8_t *bytes);

#endif
