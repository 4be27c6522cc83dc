/* Checks of every index and length of the labels, and that no cost is impossible. Whether costs are
 * right is left to ovl_world_verify: a wrong one gives a worse path or OVL_CORRUPT. */
#include "coarse/check/label_check.h"

#include "coarse/check/bundle_check.h"
#include "coarse/format/fault.h"
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

bool ovi_labels_first_is_valid(const ovi_layer *layer, const ovi_region *region) {
  const bool is_last = region->id + 1 == ovi_region_count(layer);
  const uint64_t end = is_last ? layer->graph.waypoints : ovi_first_waypoint(layer, region->id + 1);
  return ovi_first_waypoint(layer, region->id) + (uint64_t)ovi_region_waypoints(region) == end;
}

/* The numbers of waypoints are those of the regions. */
static bool firsts_are_valid(const ovi_layer *layer) {
  bool are_valid = ovi_first_waypoint(layer, 0) == 0;
  for (uint32_t id = 0; id < ovi_region_count(layer) && are_valid; id++) {
    const ovi_region region = ovi_region_view(layer, id);
    are_valid = ovi_labels_first_is_valid(layer, &region);
  }
  return are_valid;
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
  for (uint64_t waypoint = 0; waypoint < layer->labels.count;) {
    const ovi_bundle_span span = ovi_bundle_find_span(layer, waypoint);
    if (!ovi_bundle_check(layer, &span)) {
      return false;
    }
    waypoint = span.behind;
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

/* Checks the checksums of the chunks that hold the first bytes of a section. */
static ovl_result check_head_chunks(const ovi_section_view *section, uint64_t bytes,
                                    ovl_fault *fault) {
  const uint64_t chunks = ovi_chunk_count(bytes);
  const uint64_t wrong = ovi_chunks_check(section, 0, chunks);
  return wrong == chunks ? OVL_OK
                         : ovi_check_fail(fault, OVL_WRONG_CHECKSUM, "checksum of the labels",
                                          section->at + wrong * OVI_CHUNK_BYTES);
}

/* Checks what is not checked bundle by bundle. Returns what is wrong; NULL: nothing. */
static const char *check_places(const ovi_layer *layer, const uint8_t *section) {
  return ovi_first_waypoint(layer, 0) != 0 ? "numbers of the waypoints"
         : label_begins_are_valid(layer, ovi_get_u32(section + OVI_LABELS_DATA_BYTES))
             ? NULL
             : "places of the labels";
}

/* Checks what takes time in proportion to the labels. Returns what is wrong; NULL: nothing. */
static const char *check_all_labels(const ovi_layer *layer) {
  return !firsts_are_valid(layer)                               ? "numbers of the waypoints"
         : !bundles_are_valid(layer)                            ? "a label"
         : layer->profile.is_directed && !ways_are_valid(layer) ? "a way of the labels"
                                                                : NULL;
}

/* Reads the header, which must be that of labels of this layer, or say why there are none. Returns
 * what is wrong; NULL: nothing. */
static const char *read_label_header(ovi_layer *layer, const uint8_t *section, uint64_t bytes) {
  if (bytes < OVI_LABELS_TABLE || ovi_get_u64(section + OVI_LABELS_STAMP) != layer->fingerprint) {
    return "labels of another world";
  }
  if (!labels_header_is_valid(layer, section, bytes)) {
    return "number of labels";
  }
  layer->labels.count = ovi_get_u32(section + OVI_LABELS_COUNT);
  layer->labels.state = (ovl_labels)ovi_get_u16(section + OVI_LABELS_REASON);
  layer->labels.budget = ovi_get_u16(section + OVI_LABELS_BUDGET);
  return NULL;
}

ovl_result ovi_labels_check(ovi_layer *layer, const ovi_section_view *section, bool on_touch,
                            ovl_fault *fault) {
  const uint8_t *bytes = section->data;
  const uint64_t count = ovi_chunked_content(section->bytes);
  ovl_result result =
      on_touch
          ? check_head_chunks(section, count < OVI_LABELS_TABLE ? count : OVI_LABELS_TABLE, fault)
          : OVL_OK;
  const char *wrong = result == OVL_OK ? read_label_header(layer, bytes, count) : NULL;
  if (result != OVL_OK || wrong != NULL || layer->labels.count == 0) {
    return wrong != NULL ? ovi_check_fail(fault, OVL_CORRUPT, wrong, section->at) : result;
  }
  if (on_touch) {
    result = check_head_chunks(section, ovi_labels_layout_of(counts_of(layer, bytes)).data, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  read_places(layer, bytes);
  if (!layer->shared->is_made) {
    wrong = check_places(layer, bytes);
    wrong = wrong == NULL && !on_touch ? check_all_labels(layer) : wrong;
  }
  return wrong != NULL ? ovi_check_fail(fault, OVL_CORRUPT, wrong, section->at) : OVL_OK;
}
