/* Checks of every index and length of the labels, and that no cost is impossible. Whether costs are
 * right is left to `overland verify`: a wrong one gives a worse path or OVL_CORRUPT. */
#include "coarse/check/label_check.h"

#include "coarse/check/bundle_check.h"
#include "coarse/format/fault.h"
#include "coarse/view/labels.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/ways.h"
#include "common/cell.h"
#include "common/compiler.h"

ovi_labels_counts ovi_labels_read_counts(const uint8_t *section, uint64_t regions) {
  return (ovi_labels_counts){.regions = regions,
                             .nodes = ovi_get_u32(section + OVI_LABELS_COUNT),
                             .steps = ovi_get_u32(section + OVI_LABELS_STEPS),
                             .data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES),
                             .links = ovi_get_u16(section + OVI_LABELS_LINKS),
                             .ways = ovi_get_u16(section + OVI_LABELS_WAYS)};
}

/* Labels must be of all waypoints of the layer, or give a reason why there are none. */
static bool labels_header_is_valid(const ovi_layer *layer, const uint8_t *section, uint64_t bytes) {
  const ovi_labels_counts counts = ovi_labels_read_counts(section, ovi_region_count(layer));
  const uint32_t reason = ovi_get_u16(section + OVI_LABELS_REASON);
  const uint32_t cost_bytes = ovi_get_u16(section + OVI_LABELS_COST_BYTES);
  if (ovi_get_u16(section + OVI_LABELS_BUDGET) > UINT8_MAX || counts.ways > OVI_MOST_WAYS ||
      counts.links > counts.ways || (counts.links == 0 && counts.ways != 0) ||
      (counts.links != 0 && !layer->profile.is_directed)) {
    return false;
  }
  if (counts.nodes == 0) {
    return reason != OVL_LABELS_HELD && reason < OVL_LABELS_COUNT && counts.data_bytes == 0 &&
           counts.steps == 0 && counts.ways == 0 && bytes == OVI_LABELS_TABLE;
  }
  return reason == OVL_LABELS_HELD && counts.nodes == layer->graph.waypoints + counts.links &&
         counts.nodes <= OVL_MAX_LABEL_WAYPOINTS && layer->graph.max_ports <= OVI_LABEL_PORTS &&
         ovi_get_u16(section + OVI_LABELS_SHIFT) < 32 && cost_bytes >= 2 && cost_bytes <= 4 &&
         counts.steps <= OVI_LABEL_MOST_STEPS && bytes == ovi_labels_layout_of(counts).bytes;
}

/* ---- Ways ------------------------------------------------------------------------------- */

/* Checks that the closure has no impossible cost, and that the least cost of each row is the one
 * that its way has. */
static bool closure_is_possible(const ovi_layer *layer) {
  const ovi_layer_ways *ways = &layer->labels.ways;
  for (uint32_t way = 0; way < ways->count; way++) {
    const uint8_t *row = ovi_closure_row(layer, way);
    uint64_t least = UINT32_MAX;
    for (uint32_t to = 0; to < ways->count; to++) {
      const uint64_t cost = ovi_get_u64(row + 8 * (uint64_t)to);
      if (cost != UINT64_MAX && cost >= OVI_WAY_CLOSURE_END) {
        return false;
      }
      least = to != way && cost < least ? cost : least;
    }
    if (ovi_get_u32(ways->ways + (uint64_t)OVI_WAY_BYTES * way + OVI_WAY_NEAR) != least) {
      return false;
    }
  }
  return true;
}

/* Checks that the ways, in their order, are those of links whose waypoints rise, and that their
 * closure is possible. */
static bool ways_are_possible(const ovi_layer *layer) {
  const ovi_layer_ways *ways = &layer->labels.ways;
  uint32_t number = 0;
  uint64_t least = 0;
  for (uint32_t link = 0; link < ways->link_count; link++) {
    const uint32_t waypoint = ovi_get_u32(ways->links + 4 * (uint64_t)link);
    if (number >= ways->count || waypoint < least || waypoint >= layer->graph.waypoints) {
      return false;
    }
    const ovi_link_way way = ovi_way_at(layer, number++);
    /* Only what can be judged without the region's block. */
    if (way.entry != waypoint || way.stop.side != 1 || way.cost == 0 ||
        way.cost >= OVI_WAY_COSTS_END || !ovi_plane_has(layer, way.from.x, way.from.y) ||
        !ovi_plane_has(layer, way.to.x, way.to.y) ||
        ovi_region_at(layer, way.from.x, way.from.y) != way.stop.region ||
        ovi_first_waypoint(layer, way.stop.region) + (uint64_t)way.stop.number != waypoint ||
        way.exit != layer->graph.waypoints + link) {
      return false;
    }
    if (number < ways->count && ovi_way_at(layer, number).stop.side == 0) {
      const ovi_link_way back = ovi_way_at(layer, number++);
      if (back.entry != way.exit || back.exit != way.entry || back.stop.region != way.stop.region ||
          back.stop.number != way.stop.number || back.cost == 0 || back.cost >= OVI_WAY_COSTS_END ||
          !ovi_same_cell(back.from, way.to) || !ovi_same_cell(back.to, way.from)) {
        return false;
      }
    }
    least = (uint64_t)waypoint + 1;
  }
  return number == ways->count && closure_is_possible(layer);
}

/* Checks that the links that begin in a region have the ways that the labels say. */
static bool links_have_ways(const ovi_layer *layer, const ovi_region *region) {
  const ovi_layer_ways *ways = &layer->labels.ways;
  ovi_link_cursor cursor = {.layer = layer, .owner = region->id};
  for (uint32_t place = 0; place < region->ports.links_out; place++) {
    cursor.number = ovi_layer_group_begin(region->layer_block, OVI_OWN_GROUPS) + place;
    cursor.waypoint = ovi_first_waypoint(layer, region->id) + cursor.number;
    cursor.ordinal = ovi_find_u32(ways->links, 4, 0, ways->link_count, cursor.waypoint);
    cursor.link = ovi_link_at(layer, ovi_region_link(region, place));
    uint32_t number = 0; /* of the link's first way */
    while (number < ways->count && ovi_way_at(layer, number).entry != cursor.waypoint) {
      number++;
    }
    if (cursor.ordinal == OVI_NO_LINK || number == ways->count) {
      return false;
    }
    for (int back = 0; back < 2; back++) {
      ovi_link_way way;
      uint8_t bytes[OVI_WAY_BYTES];
      if (!ovi_way_of_link(&cursor, (uint32_t)layer->graph.waypoints, back != 0, &way)) {
        continue;
      }
      ovi_way_write(&way, bytes);
      const uint8_t *stored = ways->ways + (uint64_t)OVI_WAY_BYTES * number;
      if (number++ == ways->count || memcmp(bytes, stored, OVI_WAY_NEAR) != 0) {
        return false;
      }
    }
    if (number < ways->count && ovi_way_at(layer, number).stop.side == 0) {
      return false; /* the link cannot be taken back */
    }
  }
  return true;
}

/* ---- Regions ------------------------------------------------------------------------------ */

const char *ovi_labels_check_region(const ovi_layer *layer, const ovi_region *region) {
  const bool is_last = region->id + 1 == ovi_region_count(layer);
  const uint64_t end = is_last ? layer->graph.waypoints : ovi_first_waypoint(layer, region->id + 1);
  if (ovi_first_waypoint(layer, region->id) + (uint64_t)ovi_region_waypoints(region) != end) {
    return "numbers of the waypoints";
  }
  return layer->profile.is_directed && !ovi_layer_is_balanced(layer) &&
                 !links_have_ways(layer, region)
             ? "a way of the labels"
             : NULL;
}

/* ---- All ---------------------------------------------------------------------------------- */

/* Sets where a layer reads its labels, by a valid header. */
static void read_places(ovi_layer *layer, const ovi_section_view *view) {
  const uint8_t *section = view->data;
  const ovi_labels_counts counts = ovi_labels_read_counts(section, ovi_region_count(layer));
  const ovi_labels_layout at = ovi_labels_layout_of(counts);
  ovi_layer_labels *labels = &layer->labels;
  labels->shift = ovi_get_u16(section + OVI_LABELS_SHIFT);
  labels->cost_bytes = ovi_get_u16(section + OVI_LABELS_COST_BYTES);
  for (uint32_t i = 0; i < OVI_LABEL_MOST_STEPS; i++) {
    labels->table[i] = i < counts.steps
                           ? ovi_label_step(ovi_get_u16(section + OVI_LABELS_TABLE + 2 * (size_t)i))
                           : 0;
  }
  labels->firsts = section + at.firsts;
  labels->hubs = section + at.hubs;
  labels->begins = section + at.begins;
  labels->data = view->held == view->bytes ? section + at.data : NULL;
  labels->ways.link_count = (uint32_t)counts.links;
  labels->ways.count = (uint32_t)counts.ways;
  labels->ways.links = ovi_section_bytes(view, at.links);
  labels->ways.ways = labels->ways.links + (at.ways - at.links);
  labels->ways.closure = labels->ways.links + (at.closure - at.links);
}

/* Checks the checksums of the chunks that hold some bytes of a section. */
static ovl_result check_chunks_of(const ovi_section_view *section, uint64_t begin, uint64_t end,
                                  ovl_fault *fault) {
  const uint64_t chunks = ovi_chunk_count(end);
  const uint64_t wrong = ovi_chunks_check(section, begin / OVI_CHUNK_BYTES, chunks);
  return wrong >= chunks ? OVL_OK
                         : ovi_check_fail(fault, OVL_WRONG_CHECKSUM, "checksum of the labels",
                                          section->at + wrong * OVI_CHUNK_BYTES);
}

/* Checks the checksums of all but the data. */
static ovl_result check_frame_chunks(const ovi_layer *layer, const ovi_section_view *section,
                                     ovl_fault *fault) {
  const ovi_labels_layout at =
      ovi_labels_layout_of(ovi_labels_read_counts(section->data, ovi_region_count(layer)));
  const bool is_held = section->held == section->bytes ||
                       (ovi_chunk_count(at.data) * OVI_CHUNK_BYTES <= section->held &&
                        (section->last_at == section->held ||
                         at.links / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES >= section->last_at));
  if (!is_held) { /* a forged file gave other counts when its length was found */
    return ovi_check_fail(fault, OVL_CORRUPT, "number of labels", section->at);
  }
  const ovl_result result = check_chunks_of(section, 0, at.data, fault);
  return result == OVL_OK && at.bytes != at.links
             ? check_chunks_of(section, at.links, at.bytes, fault)
             : result;
}

/* Checks what is not checked bundle by bundle, but for whether the ways are those of the regions'
 * links. Returns what is wrong; NULL: nothing. */
static const char *check_places(const ovi_layer *layer, const uint8_t *section) {
  const uint32_t data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES);
  uint32_t before = 0;
  if (ovi_first_waypoint(layer, 0) != 0) {
    return "numbers of the waypoints";
  }
  /* Offsets of bundles rise, and the last is the end of the data. */
  for (uint64_t waypoint = 0; waypoint <= layer->labels.count; waypoint++) {
    const uint32_t begin = ovi_get_u32(layer->labels.begins + 4 * waypoint);
    if (begin < before || begin > data_bytes) {
      return "places of the labels";
    }
    before = begin;
  }
  if (ovi_get_u32(layer->labels.begins) != 0 || before != data_bytes) {
    return "places of the labels";
  }
  const ovi_layer_ways *ways = &layer->labels.ways;
  const bool are_possible =
      !layer->profile.is_directed ||
      (ovi_layer_is_balanced(layer) ? ways->link_count == 0 && ways->count == 0
                                    : ovi_layer_walks_evenly(layer) && ways_are_possible(layer));
  return are_possible ? NULL : "a way of the labels";
}

/* Checks what takes time in proportion to the labels: what they say of all regions, that there are
 * no more links than theirs, and the bundles. Returns what is wrong; NULL: nothing. */
static const char *check_all_labels(const ovi_layer *layer) {
  uint64_t links = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    const char *wrong = ovi_labels_check_region(layer, &region);
    links += region.ports.links_out;
    if (wrong != NULL) {
      return wrong;
    }
  }
  if (links != layer->labels.ways.link_count) {
    return "a way of the labels";
  }
  for (uint64_t waypoint = 0; waypoint < layer->labels.count;) {
    const ovi_bundle_span span = ovi_bundle_find_span(layer, waypoint);
    if (!ovi_bundle_check(layer, &span, layer->labels.data + span.begin)) {
      return "a label";
    }
    waypoint = span.behind;
  }
  return NULL;
}

ovl_result ovi_labels_check(ovi_layer *layer, const ovi_section_view *section, bool on_touch,
                            ovl_fault *fault) {
  const uint8_t *bytes = section->data;
  const uint64_t count = ovi_chunked_content(section->bytes);
  const uint64_t head = count < OVI_LABELS_TABLE ? count : OVI_LABELS_TABLE;
  if (section->held < head) {
    return ovi_check_fail(fault, OVL_CORRUPT, "length of the labels", section->at);
  }
  ovl_result result = on_touch ? check_chunks_of(section, 0, head, fault) : OVL_OK;
  if (result != OVL_OK) {
    return result;
  }
  if (count < OVI_LABELS_TABLE || ovi_get_u64(bytes + OVI_LABELS_STAMP) != layer->fingerprint) {
    return ovi_check_fail(fault, OVL_CORRUPT, "labels of another world", section->at);
  }
  if (!labels_header_is_valid(layer, bytes, count)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "number of labels", section->at);
  }
  layer->labels.count = ovi_get_u32(bytes + OVI_LABELS_COUNT);
  layer->labels.state = (ovl_labels)ovi_get_u16(bytes + OVI_LABELS_REASON);
  layer->labels.budget = ovi_get_u16(bytes + OVI_LABELS_BUDGET);
  if (layer->labels.count != 0 && on_touch) {
    result = check_frame_chunks(layer, section, fault);
  }
  if (result != OVL_OK || layer->labels.count == 0) {
    return result;
  }
  read_places(layer, section);
  const char *wrong = NULL;
  if (!layer->shared->is_made) {
    wrong = check_places(layer, bytes);
    wrong = wrong == NULL && !on_touch ? check_all_labels(layer) : wrong;
  }
  return wrong != NULL ? ovi_check_fail(fault, OVL_CORRUPT, wrong, section->at) : OVL_OK;
}
