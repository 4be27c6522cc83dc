/* Whether what a route goes by is as it was when the route was begun.
 *
 * Routes are walked in versions later than their own. Stops are named by their regions, and costs
 * to go follow from edges, so a stretch may rely on all that it reads of regions that were not
 * rebuilt in between, and on nothing else. Labels are of the world as it was baked or settled: what
 * they say of a waypoint holds where blocks are the base's, those of the waypoint's own region
 * included, for they number it.
 *
 * Invariant: no label is read of a waypoint whose region's block is not the base's. */
#ifndef OVERLAND_COARSE_REFINE_ROUTE_AGE_H
#define OVERLAND_COARSE_REFINE_ROUTE_AGE_H

#include "coarse/view/layer.h"

typedef struct ovi_route_age {
  const ovi_layer *layer;
  uint64_t since;   /* the version that the route was begun in; UINT64_MAX: this one */
  bool by_labels;   /* it goes on by labels */
  bool is_doubtful; /* something may have been rebuilt that it goes by */
} ovi_route_age;

static inline ovi_route_age ovi_route_age_of(const ovi_layer *layer, uint64_t since,
                                             bool by_labels) {
  const bool is_doubtful = layer->delta != NULL && (by_labels || since != UINT64_MAX);
  return (ovi_route_age){layer, since, by_labels, is_doubtful};
}

/* The question, where there is one. */
bool ovi_age_doubts_region(const ovi_route_age *age, uint32_t region);
bool ovi_age_doubts_labels(const ovi_route_age *age, uint32_t region);

/* Whether a region is as it was. */
static inline bool ovi_age_trusts(const ovi_route_age *age, uint32_t region) {
  return !age->is_doubtful || !ovi_age_doubts_region(age, region);
}

/* The same, and whether labels hold for all waypoints that it touches. */
static inline bool ovi_age_trusts_labels(const ovi_route_age *age, uint32_t region) {
  return !age->is_doubtful || !ovi_age_doubts_labels(age, region);
}

#endif
