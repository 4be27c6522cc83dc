/* Counts the totals anew, then updates islands and overlays. */
#include "version/follow_up.h"

#include "coarse/view/links.h"
#include "common/compiler.h"

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
}

static uint64_t passing_bytes(const ovl_world *world) {
  return (uint64_t)world->shared.profile_count * sizeof(ovi_layer);
}

/* Gives the passes layers with their own source, if that is another one. False: no memory. */
static bool make_passing(ovi_follow_up *follow_up) {
  ovl_world *next = follow_up->next;
  follow_up->update.passing = next->layers;
  if (next->layers[0].store.source == follow_up->source) {
    return true;
  }
  follow_up->passing = ovi_allocate(next->allocator, passing_bytes(next));
  if (follow_up->passing == NULL) {
    return false;
  }
  memcpy(follow_up->passing, next->layers, (size_t)passing_bytes(next));
  for (uint32_t i = 0; i < next->shared.profile_count; i++) {
    ovi_layer_set_sources(&follow_up->passing[i], next->layers[i].store.delta, follow_up->source);
  }
  follow_up->update.passing = follow_up->passing;
  return true;
}

static ovl_result count_regions(ovi_follow_up *follow_up) {
  const ovi_update *update = &follow_up->update;
  for (uint32_t profile = 0; profile < update->profiles; profile++) {
    for (uint32_t i = 0; i < update->region_count; i++) {
      count_region(follow_up->next, follow_up->before, profile, update->regions[i]);
    }
  }
  return make_passing(follow_up) ? OVL_OK : OVL_NO_MEMORY;
}

/* Whether a link is a port of the region where it begins. */
static bool link_is_port(const ovi_layer *layer, uint32_t link) {
  if (!ovi_link_is_for(layer, link)) {
    return false;
  }
  const ovi_region region = ovi_region_view(layer, ovi_link_region(layer, link, false));
  return ovi_region_link_place(&region, link, false) != OVI_NO_LINK;
}

/* Finds for each layer whether some link is a port. */
static ovl_result find_links(ovi_follow_up *follow_up) {
  const ovi_update *update = &follow_up->update;
  for (; follow_up->profile < update->profiles; follow_up->profile++) {
    const ovi_layer *layer = &update->passing[follow_up->profile];
    const uint32_t links = layer->profile.is_directed ? layer->shared->link_count : 0;
    bool found = false;
    while (!found && follow_up->stages.at < links) {
      found = link_is_port(layer, (uint32_t)follow_up->stages.at);
      if (ovi_layer_outcome(layer) != OVL_OK) {
        return ovi_layer_outcome(layer);
      }
      ovi_layer_unpin(layer);
      follow_up->stages.at++;
    }
    update->after[follow_up->profile].profile.has_links = found;
    update->passing[follow_up->profile].profile.has_links = found;
    follow_up->stages.at = 0;
  }
  return OVL_OK;
}

/* ---- Stages ---------------------------------------------------------------------- */

static ovl_result update_islands(ovi_follow_up *follow_up) {
  return ovi_island_update_run(&follow_up->islands);
}

static ovl_result update_overlays(ovi_follow_up *follow_up) {
  return ovi_overlay_update_run(&follow_up->overlays);
}

static ovl_result (*const follow_up_stages[])(ovi_follow_up *follow_up) = {
    count_regions, find_links, update_islands, update_overlays};

void ovi_follow_up_begin(ovi_follow_up *follow_up, ovl_world *next, const ovl_world *before,
                         const uint32_t *regions, uint32_t count, ovi_source *source,
                         const ovl_jobs *jobs) {
  follow_up->next = next;
  follow_up->before = before;
  follow_up->source = source;
  follow_up->passing = NULL;
  follow_up->stages = (ovi_stages){0, 0};
  follow_up->profile = 0;
  follow_up->update = (ovi_update){.before = before->layers,
                                   .after = next->layers,
                                   .profiles = next->shared.profile_count,
                                   .regions = regions,
                                   .region_count = count,
                                   .version = next->history.version,
                                   .delta = &next->delta,
                                   .overlay_delta = &next->overlay_delta,
                                   .own = next->own,
                                   .jobs = jobs,
                                   .allocator = next->allocator};
  ovi_island_update_begin(&follow_up->islands, &follow_up->update);
  ovi_overlay_update_begin(&follow_up->overlays, &follow_up->update);
}

ovl_result ovi_follow_up_run(ovi_follow_up *follow_up) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && follow_up->stages.number < OVI_STEPS(follow_up_stages)) {
    result = follow_up_stages[follow_up->stages.number](follow_up);
    if (result == OVL_OK) {
      follow_up->stages = (ovi_stages){follow_up->stages.number + 1, 0};
    }
  }
  return result;
}

void ovi_follow_up_release(ovi_follow_up *follow_up) {
  if (follow_up->next == NULL) {
    return;
  }
  ovi_island_update_release(&follow_up->islands);
  ovi_overlay_update_release(&follow_up->overlays);
  ovi_release(follow_up->next->allocator, follow_up->passing, passing_bytes(follow_up->next));
  follow_up->next = NULL;
}
