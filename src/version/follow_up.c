/* Counts the totals anew, then updates islands and overlays. */
#include "version/follow_up.h"

#include "coarse/update/island_update.h"
#include "coarse/update/overlay_update.h"
#include "coarse/view/links.h"

/* ---- Totals of a layer --------------------------------------------------------- */

/* Replaces what a region added to the totals of a layer. Upper bounds only grow, and lower bounds
 * only fall. */
static void count_region(ovl_world *next, const ovl_world *before, uint32_t profile, uint32_t id) {
  ovi_layer *layer = &next->layers[profile];
  const ovi_region was = ovi_region_view(&before->layers[profile], id);
  const ovi_region is = ovi_region_view(layer, id);
  layer->graph.waypoints += (uint64_t)ovi_region_waypoints(&is) - ovi_region_waypoints(&was);
  layer->graph.open_cells += (uint64_t)ovi_get_u16(is.layer_block + OVI_LAYER_OPEN_CELLS) -
                             ovi_get_u16(was.layer_block + OVI_LAYER_OPEN_CELLS);
  layer->graph.max_ports =
      is.ports.count > layer->graph.max_ports ? (uint16_t)is.ports.count : layer->graph.max_ports;
  layer->profile.max_exceptions = is.costs.exceptions > layer->profile.max_exceptions
                                      ? is.costs.exceptions
                                      : layer->profile.max_exceptions;
  const uint32_t weight = is.layer_block[OVI_LAYER_MIN_WEIGHT];
  if (weight != 0 && weight < layer->profile.min_weight) {
    layer->profile.is_plain = false;
    layer->profile.min_weight = (uint8_t)weight;
  }
  layer->profile.is_plain =
      layer->profile.is_plain && ovi_layer_block_is_plain(layer, is.layer_block);
  ovi_layer_unpin(layer);
}

/* Finds for each layer whether some link is a port of the region where it begins. */
static void find_links(ovl_world *next) {
  for (uint32_t profile = 0; profile < next->shared.profile_count; profile++) {
    ovi_layer *layer = &next->layers[profile];
    const uint32_t links = layer->profile.is_directed ? layer->shared->link_count : 0;
    bool found = false;
    for (uint32_t link = 0; link < links && !found; link++) {
      if (ovi_link_is_for(layer, link)) {
        const ovi_region region = ovi_region_view(layer, ovi_link_region(layer, link, false));
        found = ovi_region_link_place(&region, link, false) != OVI_NO_LINK;
      }
      ovi_layer_unpin(layer);
    }
    layer->profile.has_links = found;
  }
}

/* ---- All ------------------------------------------------------------------------- */

ovl_result ovi_follow_up(ovl_world *next, const ovl_world *before, const uint32_t *regions,
                         uint32_t count, const ovl_jobs *jobs, ovi_progress *progress) {
  const ovi_update update = {.before = before->layers,
                             .after = next->layers,
                             .profiles = next->shared.profile_count,
                             .regions = regions,
                             .region_count = count,
                             .version = next->history.version,
                             .delta = &next->delta,
                             .overlay_delta = &next->overlay_delta,
                             .own = next->own,
                             .jobs = jobs,
                             .progress = progress,
                             .allocator = next->allocator};
  for (uint32_t profile = 0; profile < next->shared.profile_count; profile++) {
    for (uint32_t i = 0; i < count; i++) {
      count_region(next, before, profile, regions[i]);
    }
  }
  find_links(next);
  ovl_result result = ovi_layer_outcome(next->layers);
  result = result == OVL_OK ? ovi_islands_update(&update) : result;
  return result == OVL_OK ? ovi_overlays_update(&update) : result;
}
