/* Reads, checks and writes the head of a section of overlays. */
#include "coarse/overlay/cluster/overlay_section.h"

#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/topology.h"

ovi_overlay_head ovi_overlay_head_of(const ovi_layer *layer) {
  uint32_t first_clusters[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t levels = ovi_overlay_levels(layer, first_clusters);
  const uint64_t entries = OVI_OVERLAYS_HEAD_BYTES + (uint64_t)levels * OVI_LEVEL_BYTES;
  return (ovi_overlay_head){entries,
                            entries + (uint64_t)first_clusters[levels] * OVI_CLUSTER_ENTRY_BYTES};
}

uint32_t ovi_overlay_block_bytes(const ovi_layer *layer, uint32_t number) {
  if (layer->overlay.made.blocks != NULL) {
    return layer->overlay.made.bytes[number];
  }
  const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
  uint64_t bytes = replaced != NULL ? replaced->bytes : 0;
  for (int piece = 0; replaced == NULL && piece < OVI_CLUSTER_PIECES; piece++) {
    bytes +=
        ovi_get_u32(ovi_overlay_entry(layer, number, (ovi_cluster_piece)piece) + OVI_PIECE_LENGTH);
  }
  return (uint32_t)bytes;
}

ovi_cluster ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id) {
  const uint32_t number = ovi_overlay_number(layer, level, id);
  return ovi_overlay_view_block(layer, level, id,
                                ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT).bytes);
}

bool ovi_overlay_view_tables(const ovi_layer *layer, ovi_cluster *cluster) {
  const ovi_piece_bytes tables = ovi_overlay_piece(
      layer, ovi_overlay_number(layer, cluster->level, cluster->id), OVI_CLUSTER_TABLES);
  ovi_cluster_view_tables(cluster, tables.bytes);
  return tables.count != 0;
}

/* ---- Checking ------------------------------------------------------------------------ */

/* Checks that the headers of the levels agree with the size of the world. A level can't have more
 * waypoints than the layer, and a cluster can't have more than two ports for each waypoint. */
static bool levels_are_valid(ovi_layer *layer, const uint8_t *header) {
  ovi_overlays *overlay = &layer->overlay;
  for (uint32_t level = 1; level <= overlay->levels; level++, header += OVI_LEVEL_BYTES) {
    const uint64_t waypoints = ovi_get_u64(header + OVI_LEVEL_WAYPOINTS);
    const uint32_t ports = ovi_get_u32(header + OVI_LEVEL_MAX_PORTS);
    if (ovi_get_u32(header + OVI_LEVEL_CLUSTERS_X) != (uint32_t)ovi_clusters_x(layer, level) ||
        ovi_get_u32(header + OVI_LEVEL_CLUSTERS_Y) != (uint32_t)ovi_clusters_y(layer, level) ||
        ovi_get_u32(header + OVI_LEVEL_SIDE_REGIONS) != (uint32_t)ovi_overlay_side(level) ||
        waypoints > UINT32_MAX || ports > UINT16_MAX ||
        (!layer->shared->is_made &&
         (waypoints > layer->graph.waypoints || ports > 2 * layer->graph.waypoints))) {
      return false;
    }
    overlay->waypoints = waypoints > overlay->waypoints ? (uint32_t)waypoints : overlay->waypoints;
    overlay->max_ports = ports > overlay->max_ports ? ports : overlay->max_ports;
  }
  return true;
}

static bool are_zero(const uint8_t *bytes, uint64_t count) {
  bool any = false;
  for (uint64_t i = 0; i < count && !any; i++) {
    any = bytes[i] != 0;
  }
  return !any;
}

/* Checks that each piece of a cluster begins where the piece before it ends, and that the last ends
 * with the section. */
static bool pieces_are_valid(const ovi_layer *layer, uint32_t clusters, uint64_t bytes) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < OVI_CLUSTER_PIECES * clusters; i++) {
    const uint8_t *entry = ovi_overlay_entry(layer, i / OVI_CLUSTER_PIECES,
                                             (ovi_cluster_piece)(i % OVI_CLUSTER_PIECES));
    const uint32_t length = ovi_get_u32(entry + OVI_PIECE_LENGTH);
    if (ovi_get_u64(entry + OVI_PIECE_AT) != at || length % 8 != 0 ||
        length < OVI_CLUSTER_LEAST_BYTES || ovi_get_u32(entry + OVI_PIECE_LENGTH + 4) != 0 ||
        length > OVI_BLOCK_MOST_BYTES || length > bytes - at) {
      return false;
    }
    at += length;
  }
  return at == bytes;
}

ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault) {
  const uint8_t *bytes = section->data;
  ovi_overlays *overlay = &layer->overlay;
  *overlay = (ovi_overlays){.bytes = section->bytes};
  const uint32_t most = ovi_overlay_levels(layer, overlay->first_clusters);
  const ovi_overlay_head places = ovi_overlay_head_of(layer);
  uint64_t head = 0;
  if (section->bytes != 0) {
    overlay->levels =
        section->bytes >= OVI_OVERLAYS_HEAD_BYTES ? ovi_get_u32(bytes + OVI_OVERLAYS_LEVELS) : 0;
    if (overlay->levels == 0 || overlay->levels > most ||
        ovi_get_u32(bytes + OVI_OVERLAYS_LEVELS + 4) != 0) {
      return ovi_check_fail_values(fault, OVL_CORRUPT, "number of overlay levels", section->at,
                                   overlay->levels, most);
    }
    head = places.bytes;
    if (head > section->held) {
      return ovi_check_fail_values(fault, OVL_CORRUPT, "length of the overlays", section->at,
                                   section->held, head);
    }
  }
  const uint64_t checksum = ovi_hash64(0, bytes, (size_t)head);
  if (checksum != section->checksum) {
    return ovi_check_fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of the overlays", section->at,
                                 checksum, section->checksum);
  }
  overlay->base_levels = overlay->levels;
  overlay->headers = bytes + OVI_OVERLAYS_HEAD_BYTES;
  overlay->entries = bytes + places.entries;
  overlay->blocks = bytes + head;
  overlay->blocks_at = section->at + head;
  const uint64_t headers = (uint64_t)overlay->levels * OVI_LEVEL_BYTES;
  const uint64_t entries =
      (uint64_t)overlay->first_clusters[overlay->levels] * OVI_CLUSTER_ENTRY_BYTES;
  const bool has_zeros = /* of the levels that were not made */
      head == 0 ||
      (are_zero(overlay->headers + headers, (uint64_t)most * OVI_LEVEL_BYTES - headers) &&
       are_zero(overlay->entries + entries,
                (uint64_t)overlay->first_clusters[most] * OVI_CLUSTER_ENTRY_BYTES - entries));
  if (!levels_are_valid(layer, overlay->headers) || !has_zeros ||
      !pieces_are_valid(layer, ovi_cluster_count(layer), section->bytes - head)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "places of the overlays", section->at);
  }
  /* The greatest weight for which no link, open or closed, costs less than octile distance. */
  overlay->weight = layer->profile.min_weight;
  for (uint32_t i = 0; layer->profile.is_directed && i < layer->shared->link_count; i++) {
    const ovi_link link = ovi_link_at(layer, i);
    const uint64_t far = ovi_distance(layer->profile.corners, link.second.x - link.first.x,
                                      link.second.y - link.first.y, 1);
    const uint32_t back = link.cost_back != 0 ? link.cost_back : UINT32_MAX;
    const uint64_t weight = (link.cost < back ? link.cost : back) / (far != 0 ? far : 1);
    overlay->weight = weight < overlay->weight ? (uint8_t)weight : overlay->weight;
  }
  return OVL_OK;
}

/* ---- Writing ------------------------------------------------------------------------- */

uint64_t ovi_overlays_bytes(const ovi_layer *layer) {
  uint64_t bytes = layer->overlay.levels != 0 ? ovi_overlay_head_of(layer).bytes : 0;
  for (uint32_t cluster = 0; cluster < ovi_cluster_count(layer); cluster++) {
    bytes += ovi_overlay_block_bytes(layer, cluster);
  }
  return bytes;
}

/* The header of a level in a head. */
static uint8_t *level_header(uint8_t *head, uint32_t level) {
  return head + OVI_OVERLAYS_HEAD_BYTES + (uint64_t)(level - 1) * OVI_LEVEL_BYTES;
}

ovi_piece_bytes ovi_overlays_put_entry(const ovi_layer *layer, uint32_t cluster,
                                       ovi_cluster_piece piece, uint64_t begin, uint8_t *head) {
  const ovi_piece_bytes held = ovi_overlay_piece(layer, cluster, piece);
  uint8_t *at = head + ovi_overlay_head_of(layer).entries +
                (uint64_t)cluster * OVI_CLUSTER_ENTRY_BYTES +
                (uint32_t)piece * (uint32_t)OVI_PIECE_ENTRY_BYTES;
  OVI_ASSERT(held.count % 8 == 0 && begin % 8 == 0);
  ovi_put_u64(at + OVI_PIECE_AT, begin);
  ovi_put_u32(at + OVI_PIECE_LENGTH, held.count);
  ovi_put_u32(at + OVI_PIECE_LENGTH + 4, 0);
  ovi_put_u64(at + OVI_PIECE_CHECKSUM, ovi_hash64(0, held.bytes, held.count));
  if (piece == OVI_CLUSTER_FRONT) {
    uint8_t *header = level_header(head, ovi_overlay_level(layer, cluster));
    const uint32_t ports = ovi_get_u16(held.bytes + OVI_CLUSTER_PORTS);
    const uint64_t waypoints = ovi_get_u64(header + OVI_LEVEL_WAYPOINTS);
    ovi_put_u64(header + OVI_LEVEL_WAYPOINTS, waypoints + ovi_cluster_own_waypoints(held.bytes));
    if (ports > ovi_get_u32(header + OVI_LEVEL_MAX_PORTS)) {
      ovi_put_u32(header + OVI_LEVEL_MAX_PORTS, ports);
    }
  }
  return held;
}

uint64_t ovi_overlays_put_levels(const ovi_layer *layer, uint8_t *head) {
  OVI_ASSERT(layer->overlay.levels != 0);
  ovi_put_u32(head + OVI_OVERLAYS_LEVELS, layer->overlay.levels);
  for (uint32_t level = 1; level <= layer->overlay.levels; level++) {
    uint8_t *header = level_header(head, level);
    ovi_put_u32(header + OVI_LEVEL_CLUSTERS_X, (uint32_t)ovi_clusters_x(layer, level));
    ovi_put_u32(header + OVI_LEVEL_CLUSTERS_Y, (uint32_t)ovi_clusters_y(layer, level));
    ovi_put_u32(header + OVI_LEVEL_SIDE_REGIONS, (uint32_t)ovi_overlay_side(level));
  }
  return ovi_hash64(0, head, (size_t)ovi_overlay_head_of(layer).bytes);
}
