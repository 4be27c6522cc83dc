/* Checks of a layer that need more than one block. */
#include "coarse/check/layer_check.h"

#include "coarse/check/directed_check.h"
#include "coarse/check/label_check.h"
#include "coarse/check/overlay_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/sections.h"
#include "coarse/view/ports.h"

/* ---- Borders and islands ----------------------------------------------------------- */

bool ovi_borders_are_valid(const ovi_layer *layer, const ovi_region *region) {
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (!ovi_region_has_neighbour(layer, region, group)) {
      if (ovi_region_group_count(region, group) != 0) {
        return false;
      }
    } else if (group < OVI_OWN_GROUPS) {
      const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, region, group));
      if (!ovi_group_is_shared(region, group, &other)) {
        return false;
      }
    }
  }
  return true;
}

ovl_result ovi_layer_region_check(const ovi_layer *layer, uint32_t id, ovi_layer_totals *totals,
                                  ovl_fault *fault) {
  const ovi_region region = ovi_region_view(layer, id);
  const uint64_t first = totals->slots;
  totals->slots += region.components.count;
  totals->open_cells += ovi_get_u16(region.layer_block + OVI_LAYER_OPEN_CELLS);
  totals->waypoints += ovi_region_waypoints(&region);
  totals->links += region.ports.links_out;
  totals->ports = region.ports.count > totals->ports ? region.ports.count : totals->ports;
  totals->exceptions =
      region.costs.exceptions > totals->exceptions ? region.costs.exceptions : totals->exceptions;
  if (ovi_region_first_slot(layer, id) != first || totals->slots > layer->islands.slots) {
    return ovi_check_fail(fault, OVL_CORRUPT, "first island of a region", id);
  }
  if (!ovi_borders_are_valid(layer, &region)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "waypoints that two regions share", id);
  }
  for (uint32_t component = 0; component < region.components.count; component++) {
    const uint32_t island = ovi_region_island(layer, &region, component);
    if (!ovi_check_range(fault, "island of a local component", first + component, island, 1,
                         layer->islands.count)) {
      return OVL_CORRUPT;
    }
    totals->islands = island > totals->islands ? island : totals->islands;
  }
  return OVL_OK;
}

ovl_result ovi_layer_totals_check(const ovi_layer *layer, const ovi_layer_totals *totals,
                                  ovl_fault *fault) {
  if (totals->slots != layer->islands.slots || totals->open_cells != layer->graph.open_cells) {
    return ovi_check_fail(fault, OVL_CORRUPT, "number of local components or open cells",
                          layer->number);
  }
  if (totals->islands != layer->islands.count || totals->ports != layer->graph.max_ports) {
    return ovi_check_fail(fault, OVL_CORRUPT, "number of islands, or most waypoints of a region",
                          layer->number);
  }
  if ((totals->links != 0) != layer->profile.has_links ||
      totals->exceptions != layer->profile.max_exceptions) {
    return ovi_check_fail(fault, OVL_CORRUPT, "links, or number of steps that cost more",
                          layer->number);
  }
  return ovi_check_equal(fault, OVL_CORRUPT, "number of waypoints", layer->number,
                         totals->waypoints, layer->graph.waypoints);
}

/* The length of the section follows from the number of components, islands and arcs. Sets the
 * arrays of the layer's islands; of those in a section that is not in memory as a whole, the ones
 * behind the numbers. */
static ovl_result find_islands(ovi_layer *layer, const ovi_section_view *section,
                               ovl_fault *fault) {
  const uint64_t numbers = (uint64_t)layer->islands.slots * 4;
  const uint64_t content = ovi_chunked_content(section->bytes);
  uint64_t bytes = numbers;
  layer->islands.bytes = section->bytes;
  ovi_layer_set_islands(layer, section->data, NULL);
  if (ovi_layer_has_arcs(layer)) {
    bytes += 4 * (2 * (uint64_t)layer->islands.count + 1);
    if (bytes > content || (numbers >= section->held && numbers < section->last_at)) {
      return ovi_check_fail(fault, OVL_CORRUPT, "length of the islands", section->at);
    }
    ovi_layer_set_islands(layer, section->data, ovi_section_bytes(section, numbers));
    const uint8_t *last = layer->islands.arc_begins + 4 * (uint64_t)layer->islands.count;
    bytes += 4 * (uint64_t)ovi_get_u32(last);
  }
  bytes = ovi_chunked_bytes(ovi_padded8(bytes));
  return ovi_check_equal(fault, OVL_CORRUPT, "length of the islands", section->at, section->bytes,
                         bytes);
}

/* ---- All ---------------------------------------------------------------------------- */

/* Checks the regions of a layer, whose blocks are valid in themselves, against each other. */
static ovl_result check_graph(const ovi_layer *layer, ovi_progress *progress, ovl_fault *fault) {
  ovi_layer_totals totals = {0};
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; result == OVL_OK && id < ovi_region_count(layer); id++) {
    result = ovi_layer_region_check(layer, id, &totals, fault);
    result = result == OVL_OK ? ovi_progress_add(progress, 1) : result;
  }
  if (result == OVL_OK) {
    result = ovi_layer_totals_check(layer, &totals, fault);
  }
  if (result != OVL_OK || !layer->profile.is_directed) {
    return result;
  }
  const ovi_readable_regions all = {NULL, NULL};
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    const char *wrong = ovi_directed_alone_check(layer, &region);
    wrong = wrong == NULL ? ovi_directed_ports_check(layer, &region, id, &all) : wrong;
    if (wrong != NULL) {
      return ovi_check_fail(fault, OVL_CORRUPT, wrong, id);
    }
  }
  return ovi_layer_has_arcs(layer) ? ovi_directed_islands_check(layer, fault) : OVL_OK;
}

/* Returns whether a layer may be one of OVI_PROFILE_MUTUAL. That its steps lead both ways is left
 * to who made the file: where they do not, islands are wrong, and no more. */
static bool may_be_mutual(const ovi_layer *layer) {
  bool has_links = layer->profile.has_links;
  for (uint32_t link = 0; link < layer->shared->link_count; link++) {
    has_links = has_links || ovi_link_is_for(layer, link);
  }
  return layer->profile.is_directed && layer->profile.asks_rule && !has_links &&
         layer->profile.climb == layer->profile.drop;
}

ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, bool on_touch,
                           ovi_progress *progress, ovl_fault *fault) {
  const uint32_t number = layer->number;
  const ovi_section_view *islands = ovi_section_of(sections, OVI_SECTION_ISLANDS, number);
  const ovi_section_view *overlays = ovi_section_of(sections, OVI_SECTION_OVERLAYS, number);
  const ovi_section_view *labels = ovi_section_of(sections, OVI_SECTION_LABELS, number);
  layer->labels.bytes = labels->bytes;
  const uint8_t *entry = layer->shared->file.profiles + (uint64_t)number * OVI_PROFILE_BYTES;
  if (layer->profile.is_plain != ((entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_PLAIN) != 0) ||
      (!layer->profile.is_directed &&
       (layer->profile.has_links || layer->profile.max_exceptions != 0)) ||
      (layer->profile.is_mutual && !may_be_mutual(layer))) {
    return ovi_check_fail(fault, OVL_CORRUPT, "flags of a profile", number);
  }
  ovl_result result = find_islands(layer, islands, fault);
  if (result == OVL_OK && !layer->shared->is_made) {
    /* Memory is reserved by these counts: the blocks must be long enough to hold 2 bytes for each
     * waypoint, and 8 for each step that costs more. A region has no more ports than steps that
     * leave it, 3 from each cell along a side and 1 over each corner, and both ends of each link.
     */
    const uint64_t bytes = ovi_section_of(sections, OVI_SECTION_BLOCKS, 0)->bytes;
    const uint64_t steps = 12 * (uint64_t)layer->partition.region_cells + 4;
    if (!ovi_check_range(fault, "number of waypoints", number, layer->graph.waypoints, 0,
                         bytes / 2) ||
        !ovi_check_range(fault, "most waypoints of a region", number, layer->graph.max_ports, 0,
                         steps + 2 * (uint64_t)layer->shared->link_count) ||
        !ovi_check_range(fault, "number of islands", number, layer->islands.count,
                         layer->islands.slots != 0, layer->islands.slots) ||
        !ovi_check_range(fault, "number of steps that cost more", number,
                         layer->profile.max_exceptions, 0, bytes / 8)) {
      return OVL_CORRUPT;
    }
  }
  if (result == OVL_OK && !layer->shared->is_made && !on_touch) {
    result = check_graph(layer, progress, fault);
  } else if (result == OVL_OK && !layer->shared->is_made && ovi_layer_has_arcs(layer)) {
    /* The chunks that hold arcs; numbers of islands are checked on touch. */
    const uint64_t first = (uint64_t)layer->islands.slots * 4 / OVI_CHUNK_BYTES;
    const uint64_t chunks = ovi_chunk_count(ovi_chunked_content(islands->bytes));
    const uint64_t wrong = ovi_chunks_check(islands, first, chunks);
    result = wrong == chunks ? ovi_directed_islands_check(layer, fault)
                             : ovi_check_fail(fault, OVL_WRONG_CHECKSUM, "checksum of the islands",
                                              islands->at + wrong * OVI_CHUNK_BYTES);
  }
  if (result == OVL_OK) {
    result = ovi_overlays_find(layer, overlays, fault);
  }
  if (result == OVL_OK && !layer->shared->is_made && !on_touch) {
    result = ovi_overlays_check(layer, progress, fault);
  }
  if (result == OVL_OK && !layer->shared->has_labels) {
    layer->labels.state = OVL_LABELS_OVERLAYS;
    return ovi_check_equal(fault, OVL_CORRUPT, "labels of a world without them", labels->at,
                           labels->bytes, 0);
  }
  if (result != OVL_OK) {
    return result;
  }
  return ovi_labels_check(layer, labels, on_touch, fault);
}
