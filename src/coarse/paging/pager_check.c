/* Checks a whole file through a reader: each region as on its first touch (pager.c), and then the
 * relations between regions. */
#include "coarse/paging/pager_check.h"

#include "coarse/check/layer_check.h"
#include "coarse/check/overlay_check.h"

/* The first fault of the pager if there is one, else the result of the last check. */
static ovl_result pager_result(const ovi_pager *pager, ovl_result result, ovl_fault *fault) {
  const ovl_result outcome = ovi_pager_outcome(pager);
  if (outcome != OVL_OK) {
    *fault = pager->cache->fault;
    return outcome;
  }
  return result;
}

ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  ovi_layer_totals totals[OVL_MAX_PROFILES] = {{0}};
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; id < ovi_region_count(layers) && result == OVL_OK; id++) {
    ovi_pager_begin(pager);
    for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
      result = ovi_layer_region_check(&layers[i], id, &totals[i], fault);
    }
    result = pager_result(pager, result, fault);
  }
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    result = ovi_layer_totals_check(&layers[i], &totals[i], fault);
  }
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    ovi_pager_begin(pager);
    result = pager_result(pager, ovi_overlays_check(&layers[i], fault), fault);
  }
  return result;
}
