/* Touches each region, cluster and bundle of labels, which are checked then, and compares the
 * totals of a layer's regions with its header. */
#include "coarse/paging/pager_check.h"

#include "coarse/check/bundle_check.h"
#include "coarse/check/layer_check.h"
#include "coarse/check/overlay_check.h"
#include "coarse/view/label_bundle.h"
#include "coarse/view/ports.h"

/* The result of a check that read through the pager: an error of the pager takes its place. */
static ovl_result result_of_check(const ovi_pager *pager, ovl_result result, ovl_fault *fault) {
  const ovl_result outcome = ovi_pager_outcome(pager);
  if (outcome != OVL_OK) {
    *fault = ovi_pager_fault(pager);
    return outcome;
  }
  return result;
}

static ovl_result check_regions(ovi_pager *pager, const ovi_layer *layers, ovi_progress *progress,
                                ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  ovi_layer_totals totals[OVL_MAX_PROFILES] = {{0}};
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; id < ovi_region_count(layers) && result == OVL_OK; id++) {
    ovi_pager_begin(pager);
    for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
      result = ovi_layer_region_check(&layers[i], id, &totals[i], fault);
      /* Touches the regions at the other ends of links, which are compared then. */
      const ovi_region region = ovi_region_view(&layers[i], id);
      for (uint32_t place = 0; place < region.ports.links_out + region.ports.links_in; place++) {
        const uint32_t link = ovi_region_link(&region, place);
        const bool is_out = place < region.ports.links_out;
        ovi_region_block(&layers[i], ovi_link_region(&layers[i], link, is_out));
      }
      result = result_of_check(pager, result, fault);
    }
    result = result == OVL_OK ? ovi_progress_add(progress, profiles + 1) : result;
  }
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    result = ovi_layer_totals_check(&layers[i], &totals[i], fault);
  }
  return result;
}

ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovi_progress *progress,
                               ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  ovl_result result = check_regions(pager, layers, progress, fault);
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    ovi_pager_begin(pager);
    result = ovi_overlays_check(&layers[i], progress, fault);
    result = result_of_check(pager, result, fault);
  }
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    for (uint64_t waypoint = 0; waypoint < layers[i].labels.count && result == OVL_OK;) {
      ovi_pager_begin(pager);
      const bool is_found = ovi_bundle_find(&layers[i], waypoint) != NULL;
      result = result_of_check(pager, OVL_OK, fault);
      if (is_found) {
        result = ovi_progress_add(progress, 0);
        waypoint = ovi_bundle_find_span(&layers[i], waypoint).behind;
      }
    }
  }
  return result;
}
