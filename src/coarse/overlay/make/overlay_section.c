/* What a head says follows from the blocks. */
#include "coarse/overlay/make/overlay_section.h"

#include <string.h>

#include "common/hash64.h"

uint64_t ovi_overlays_head_bytes(const ovi_layer *layer) {
  const uint64_t levels = layer->overlay.levels;
  return levels != 0 ? OVI_OVERLAYS_HEAD_BYTES + levels * OVI_LEVEL_BYTES +
                           (uint64_t)ovi_cluster_count(layer) * OVI_CELL_ENTRY_BYTES
                     : 0;
}

uint64_t ovi_overlays_bytes(const ovi_layer *layer) {
  uint64_t bytes = ovi_overlays_head_bytes(layer);
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    bytes += ovi_overlay_block_bytes(layer, cell);
  }
  return bytes;
}

static void put_level(const ovi_layer *layer, uint32_t level, uint8_t *out) {
  const uint32_t *firsts = layer->overlay.first_cells;
  uint64_t waypoints = 0;
  uint32_t most = 0;
  for (uint32_t cell = firsts[level - 1]; cell < firsts[level]; cell++) {
    const uint8_t *block = ovi_overlay_numbered(layer, cell);
    const uint32_t ports = ovi_get_u16(block + OVI_CELL_PORTS);
    waypoints += ovi_overlay_own_waypoints(block);
    most = ports > most ? ports : most;
  }
  ovi_put_u32(out + OVI_LEVEL_CELLS_X, (uint32_t)ovi_clusters_x(layer, level));
  ovi_put_u32(out + OVI_LEVEL_CELLS_Y, (uint32_t)ovi_clusters_y(layer, level));
  ovi_put_u64(out + OVI_LEVEL_WAYPOINTS, waypoints);
  ovi_put_u32(out + OVI_LEVEL_MAX_PORTS, most);
  ovi_put_u32(out + OVI_LEVEL_SIDE_REGIONS, (uint32_t)ovi_overlay_side(level));
}

uint64_t ovi_overlays_put_head(const ovi_layer *layer, uint8_t *out) {
  const uint32_t levels = layer->overlay.levels;
  uint8_t *at = out;
  if (levels == 0) {
    return ovi_hash64(0, out, 0);
  }
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS, levels);
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS + 4, 0);
  at += OVI_OVERLAYS_HEAD_BYTES;
  for (uint32_t level = 1; level <= levels; level++, at += OVI_LEVEL_BYTES) {
    put_level(layer, level, at);
  }
  uint64_t begin = 0;
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    const uint32_t bytes = ovi_overlay_block_bytes(layer, cell);
    ovi_put_u64(at, begin);
    ovi_put_u32(at + OVI_CELL_LENGTH, bytes);
    ovi_put_u32(at + OVI_CELL_LENGTH + 4, 0);
    ovi_put_u64(at + OVI_CELL_CHECKSUM, ovi_hash64(0, ovi_overlay_numbered(layer, cell), bytes));
    begin += bytes;
    at += OVI_CELL_ENTRY_BYTES;
  }
  return ovi_hash64(0, out, (size_t)(at - out));
}

ovl_result ovi_overlays_add(const ovi_layer *layer, ovi_buffer *image, uint64_t *checksum) {
  uint8_t *out = ovi_buffer_add(image, ovi_overlays_bytes(layer));
  if (out == NULL) {
    return OVL_NO_MEMORY;
  }
  *checksum = ovi_overlays_put_head(layer, out);
  out += ovi_overlays_head_bytes(layer);
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    const uint32_t bytes = ovi_overlay_block_bytes(layer, cell);
    memcpy(out, ovi_overlay_numbered(layer, cell), bytes);
    out += bytes;
  }
  return OVL_OK;
}
