/* Touches each region, cluster and bundle of labels, which are checked then, and compares the
 * totals of a layer's regions with its header. */
#include "coarse/paging/pager_check.h"

#include "coarse/check/bundle_check.h"
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

/* ---- Regions ------------------------------------------------------------------------------ */

/* Touches the regions at the other ends of a region's links, which are compared then. */
static void touch_links(const ovi_layer *layer, uint32_t id) {
  const ovi_region region = ovi_region_view(layer, id);
  for (uint32_t place = 0; place < region.ports.links_out + region.ports.links_in; place++) {
    const uint32_t link = ovi_region_link(&region, place);
    ovi_region_block(layer, ovi_link_region(layer, link, place < region.ports.links_out));
  }
}

/* Checks the next region in the next layer. */
static ovl_result check_next_region(ovi_pager *pager, const ovi_layer *layers,
                                    ovi_pager_progress *progress, ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  const uint32_t id = (uint32_t)(progress->regions.count / profiles);
  const ovi_layer *layer = &layers[progress->regions.count % profiles];
  ovi_layer_totals totals = progress->regions.totals[layer->number];
  ovi_pager_begin(pager);
  ovl_result result = ovi_layer_region_check(layer, id, &totals, fault);
  touch_links(layer, id);
  result = result_of_check(pager, result, fault);
  if (result == OVL_OK) {
    progress->regions.totals[layer->number] = totals;
    progress->regions.count++;
  }
  return result;
}

static ovl_result check_regions(ovi_pager *pager, const ovi_layer *layers,
                                ovi_pager_progress *progress, ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  const uint64_t count = (uint64_t)ovi_region_count(layers) * profiles;
  ovl_result result = OVL_OK;
  while (result == OVL_OK && progress->regions.count < count) {
    result = check_next_region(pager, layers, progress, fault);
  }
  for (uint32_t i = 0; i < profiles && result == OVL_OK; i++) {
    result = ovi_layer_totals_check(&layers[i], &progress->regions.totals[i], fault);
  }
  return result;
}

/* ---- Overlays and labels ------------------------------------------------------------------ */

static ovl_result check_overlays(ovi_pager *pager, const ovi_layer *layers,
                                 ovi_pager_progress *progress, ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  ovl_result result = OVL_OK;
  ovi_pager_begin(pager);
  while (progress->overlays.layers < profiles) {
    const ovi_layer *layer = &layers[progress->overlays.layers];
    ovi_overlay_progress *next = &progress->overlays.next;
    while (result == OVL_OK && next->levels < layer->overlay.levels) {
      result = ovi_overlays_check_next(layer, next, fault);
      result = result_of_check(pager, result, fault);
    }
    if (result != OVL_OK) {
      return result;
    }
    *next = (ovi_overlay_progress){0};
    progress->overlays.layers++;
  }
  return OVL_OK;
}

/* Touches the next bundle of a layer's labels. */
static ovl_result check_next_bundle(ovi_pager *pager, const ovi_layer *layer, uint64_t *waypoint,
                                    ovl_fault *fault) {
  ovi_pager_begin(pager);
  if (ovi_bundle_find(layer, *waypoint) != NULL) {
    *waypoint = ovi_bundle_find_span(layer, *waypoint).behind;
  }
  return result_of_check(pager, OVL_OK, fault);
}

static ovl_result check_labels(ovi_pager *pager, const ovi_layer *layers,
                               ovi_pager_progress *progress, ovl_fault *fault) {
  const uint32_t profiles = pager->file->shared.profile_count;
  ovl_result result = OVL_OK;
  while (progress->labels.layers < profiles) {
    const ovi_layer *layer = &layers[progress->labels.layers];
    uint64_t *waypoint = &progress->labels.waypoints;
    while (result == OVL_OK && *waypoint < layer->labels.count) {
      result = check_next_bundle(pager, layer, waypoint, fault);
    }
    if (result != OVL_OK) {
      return result;
    }
    *waypoint = 0;
    progress->labels.layers++;
  }
  return OVL_OK;
}

ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers,
                               ovi_pager_progress *progress, ovl_fault *fault) {
  ovl_result result = check_regions(pager, layers, progress, fault);
  if (result == OVL_OK) {
    result = check_overlays(pager, layers, progress, fault);
  }
  return result == OVL_OK ? check_labels(pager, layers, progress, fault) : result;
}
