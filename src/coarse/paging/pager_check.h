/* Checking all of a file that a reader fetches, region by region, so that it can go on where the
 * reader was late. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHECK_H
#define OVERLAND_COARSE_PAGING_PAGER_CHECK_H

#include "coarse/check/layer_check.h"
#include "coarse/check/overlay_check.h"
#include "coarse/paging/pager.h"

/* How far the check came. All zeros: it has not begun. */
typedef struct ovi_pager_progress {
  struct {
    uint64_t count;                            /* of pairs of a region and a layer */
    ovi_layer_totals totals[OVL_MAX_PROFILES]; /* of their regions */
  } regions;
  struct {
    uint32_t layers;
    ovi_overlay_progress next; /* of the next layer */
  } overlays;
  struct {
    uint32_t layers;
    uint64_t waypoints; /* of the next layer */
  } labels;
} ovi_pager_progress;

/* Goes on checking everything that is checked of a world that is opened whole. `layers` are those
 * that have this pager as their source. Reads all of the file, and what lies below overlay clusters
 * again. OVL_OK: all was checked. Otherwise the fault says what is wrong, if the outcome is not
 * OVL_NEEDS_REGIONS, and the next call repeats the check that failed. */
ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers,
                               ovi_pager_progress *progress, ovl_fault *fault);

#endif
