/* Checks of every index and length of the labels, and that no cost is impossible. Whether costs are
 * right is left to ovl_world_verify: a wrong one gives a worse path or OVL_CORRUPT. */
#include "coarse/check/label_check.h"

#include "coarse/view/labels.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/ways.h"
#include "common/compiler.h"

/* The counts in a header. */
static ovi_labels_counts counts_of(const ovi_layer *layer, const uint8_t *section) {
  return (ovi_labels_counts){.regions = ovi_region_count(layer),
                             .nodes = ovi_get_u32(section + OVI_LABELS_COUNT),
                             .steps = ovi_get_u32(section + OVI_LABELS_STEPS),
                             .data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES),
                             .links = ovi_get_u16(section + OVI_LABELS_LINKS),
                             .ways = ovi_get_u16(section + OVI_LABELS_WAYS)};
}

/* Labels must be of all waypoints of the layer, or give a reason why there are none. */
static bool labels_header_is_valid(const ovi_layer *layer, const uint8_t *section, uint64_t bytes) {
  const ovi_labels_counts counts = counts_of(layer, section);
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

/* The numbers of waypoints are those of the regions. */
static bool firsts_are_valid(const ovi_layer *layer) {
  uint64_t first = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    if (ovi_first_waypoint(layer, id) != first) {
      return false;
    }
    const ovi_region region = ovi_region_view(layer, id);
    first += ovi_region_waypoints(&region);
  }
  return first == layer->graph.waypoints;
}

/* Offsets of bundles rise, and the last is the end of the data. */
static bool label_begins_are_valid(const ovi_layer *layer, uint64_t data_bytes) {
  uint32_t before = 0;
  for (uint64_t waypoint = 0; waypoint <= layer->labels.count; waypoint++) {
    const uint32_t begin = ovi_get_u32(layer->labels.begins + 4 * waypoint);
    if (begin < before || begin > data_bytes) {
      return false;
    }
    before = begin;
  }
  return ovi_get_u32(layer->labels.begins) == 0 && before == data_bytes;
}

static bool bundles_are_valid(const ovi_layer *layer) {
  uint64_t waypoint = 0;
  while (waypoint < layer->labels.count) {
    waypoint = ovi_bundle_check(layer, waypoint);
    if (waypoint == 0) {
      return false;
    }
  }
  return true;
}

static bool way_is_valid(const ovi_layer *layer, const ovi_link_way *way, uint32_t number) {
  uint8_t bytes[OVI_WAY_BYTES];
  ovi_way_write(way, bytes);
  return memcmp(bytes, layer->labels.ways.ways + (uint64_t)OVI_WAY_BYTES * number, OVI_WAY_NEAR) ==
         0;
}

/* Links and ways are those of the layer, and no cost of the closure is impossible. */
static bool ways_are_valid(const ovi_layer *layer) {
  const ovi_layer_ways *ways = &layer->labels.ways;
  ovi_link_cursor cursor = ovi_links_of(layer);
  uint32_t links = 0;
  uint32_t count = 0;
  if (ovi_layer_is_balanced(layer)) {
    return ways->link_count == 0 && ways->count == 0;
  }
  if (!ovi_ways_serve(layer, &links, &count) || links != ways->link_count || count != ways->count) {
    return false;
  }
  count = 0;
  while (ovi_link_next(&cursor)) {
    if (ovi_get_u32(ways->links + 4 * (uint64_t)cursor.ordinal) != cursor.waypoint) {
      return false;
    }
    for (int back = 0; back < 2; back++) {
      ovi_link_way way;
      if (ovi_way_of_link(&cursor, (uint32_t)layer->graph.waypoints, back != 0, &way) &&
          !way_is_valid(layer, &way, count++)) {
        return false;
      }
    }
  }
  for (uint64_t pair = 0; pair < (uint64_t)count * count; pair++) {
    const uint64_t cost = ovi_get_u64(ways->closure + 8 * pair);
    if (cost != UINT64_MAX && cost >= OVI_WAY_CLOSURE_END) {
      return false;
    }
  }
  return true;
}

/* Sets where a layer reads its labels, by a valid header. */
static void read_places(ovi_layer *layer, const uint8_t *section) {
  const ovi_labels_counts counts = counts_of(layer, section);
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
  labels->data = section + at.data;
  labels->ways.link_count = (uint32_t)counts.links;
  labels->ways.count = (uint32_t)counts.ways;
  labels->ways.links = section + at.links;
  labels->ways.ways = section + at.ways;
  labels->ways.closure = section + at.closure;
}

const char *ovi_labels_check(ovi_layer *layer, const uint8_t *section, uint64_t bytes) {
  if (bytes < OVI_LABELS_TABLE || ovi_get_u64(section + OVI_LABELS_STAMP) != layer->fingerprint) {
    return "labels of another world";
  }
  if (!labels_header_is_valid(layer, section, bytes)) {
    return "number of labels";
  }
  layer->labels.count = ovi_get_u32(section + OVI_LABELS_COUNT);
  layer->labels.state = (ovl_labels)ovi_get_u16(section + OVI_LABELS_REASON);
  layer->labels.budget = ovi_get_u16(section + OVI_LABELS_BUDGET);
  if (layer->labels.count == 0) {
    return NULL;
  }
  read_places(layer, section);
  if (layer->shared->is_made) {
    return NULL;
  }
  if (!firsts_are_valid(layer)) {
    return "numbers of the waypoints";
  }
  if (!label_begins_are_valid(layer, ovi_get_u32(section + OVI_LABELS_DATA_BYTES))) {
    return "places of the labels";
  }
  if (!bundles_are_valid(layer)) {
    return "a label";
  }
  if (layer->profile.is_directed && !ways_are_valid(layer)) {
    return "a way of the labels";
  }
  return NULL;
}
