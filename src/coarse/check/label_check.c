/* Checks of every index and length of the labels, and that no cost is impossible. Whether costs are
 * right is left to ovl_world_verify: a wrong one gives a worse path or OVL_CORRUPT. */
#include "coarse/check/label_check.h"

#include "coarse/view/labels.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/ways.h"
#include "common/compiler.h"

/* Labels must be of all waypoints of the layer, or give a reason why there are none. */
static bool labels_header_is_valid(const ovi_layer *layer, const uint8_t *section, uint64_t bytes) {
  uint32_t count = ovi_get_u32(section + OVI_LABELS_COUNT);
  uint32_t reason = ovi_get_u16(section + OVI_LABELS_REASON);
  uint32_t values = ovi_get_u32(section + OVI_LABELS_VALUES);
  uint32_t data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES);
  const uint32_t links = ovi_get_u16(section + OVI_LABELS_LINKS);
  const uint32_t ways = ovi_get_u16(section + OVI_LABELS_WAYS);
  if (ovi_get_u16(section + OVI_LABELS_BUDGET) > UINT8_MAX || ways > OVI_MOST_WAYS ||
      links > ways || (links == 0 && ways != 0) || (links != 0 && !layer->profile.is_directed)) {
    return false;
  }
  if (count == 0) {
    return reason != OVL_LABELS_HELD && reason < OVL_LABELS_COUNT && data_bytes == 0 &&
           values == 0 && ways == 0 && bytes == OVI_LABELS_TABLE;
  }
  return reason == OVL_LABELS_HELD && count == layer->graph.waypoints + links &&
         count <= OVL_MAX_LABEL_WAYPOINTS && layer->graph.max_ports <= OVI_LABEL_PORTS &&
         ovi_get_u32(section + OVI_LABELS_SHIFT) < 32 && values <= OVI_LABEL_MOST_VALUES &&
         bytes == ovi_labels_layout_of((ovi_labels_counts){count, values, data_bytes, links, ways})
                      .bytes;
}

/* Offsets of labels rise, and the last is the end of the data. */
static bool label_begins_are_valid(const ovi_layer *layer, uint32_t data_bytes) {
  uint32_t before = 0;
  for (uint64_t waypoint = 0; waypoint <= layer->labels.count; waypoint++) {
    uint32_t begin = ovi_get_u32(layer->labels.begins + 4 * waypoint);
    if (begin < before || begin > data_bytes) {
      return false;
    }
    before = begin;
  }
  return ovi_get_u32(layer->labels.begins) == 0 && before == data_bytes;
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
  uint32_t data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES);
  uint32_t values = ovi_get_u32(section + OVI_LABELS_VALUES);
  ovi_layer_ways *ways = &layer->labels.ways;
  ways->link_count = ovi_get_u16(section + OVI_LABELS_LINKS);
  ways->count = ovi_get_u16(section + OVI_LABELS_WAYS);
  ovi_labels_layout at = ovi_labels_layout_of(
      (ovi_labels_counts){layer->labels.count, values, data_bytes, ways->link_count, ways->count});
  layer->labels.shift = ovi_get_u32(section + OVI_LABELS_SHIFT);
  layer->labels.bound = ovi_label_bound_of(layer, layer->labels.shift);
  for (uint32_t i = 0; i < OVI_LABEL_MOST_VALUES; i++) {
    layer->labels.table[i] =
        i < values ? (uint16_t)ovi_get_u16(section + OVI_LABELS_TABLE + 2 * (size_t)i) : 0;
  }
  layer->labels.hubs = section + at.hubs;
  layer->labels.begins = section + at.begins;
  layer->labels.data = section + at.data;
  ways->links = section + at.links;
  ways->ways = section + at.ways;
  ways->closure = section + at.closure;
  if (layer->shared->is_made) {
    return NULL;
  }
  if (!label_begins_are_valid(layer, data_bytes)) {
    return "places of the labels";
  }
  for (uint64_t waypoint = 0; waypoint < layer->labels.count; waypoint++) {
    if (!ovi_label_is_valid(layer, waypoint)) {
      return "a label";
    }
  }
  if (layer->profile.is_directed && !ways_are_valid(layer)) {
    return "a way of the labels";
  }
  return NULL;
}
