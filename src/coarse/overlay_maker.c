/* Rows of cells, and the section that they become. */
#include "overlay_maker.h"

#include <string.h>

#include "hash64.h"

ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs) {
  maker->allocator = allocator;
  ovi_overlay_cells_begin(&maker->cells, allocator, jobs);
  maker->layer = *layer;
  maker->layer.overlay = (ovi_overlays){.levels = 0};
  maker->levels = ovi_overlay_levels(layer, maker->layer.overlay.first_cells);
  maker->cell_count = maker->layer.overlay.first_cells[maker->levels];
  maker->level = 1;
  maker->row = 0;
  const uint64_t row = (uint64_t)ovi_overlay_cells_x(layer, 1);
  maker->blocks = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->blocks));
  maker->bytes = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->bytes));
  maker->ids = ovi_allocate(allocator, row * sizeof(*maker->ids));
  if (maker->blocks == NULL || maker->bytes == NULL || maker->ids == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t cell = 0; cell < maker->cell_count; cell++) {
    maker->blocks[cell] = NULL;
  }
  maker->layer.overlay.made = (const uint8_t *const *)maker->blocks;
  return OVL_OK;
}

void ovi_overlays_release(ovi_overlay_maker *maker) {
  const ovl_allocator *allocator = maker->allocator;
  const uint64_t row = (uint64_t)ovi_overlay_cells_x(&maker->layer, 1);
  ovi_overlay_cells_release(&maker->cells);
  for (uint32_t cell = 0; maker->blocks != NULL && cell < maker->cell_count; cell++) {
    ovi_release(allocator, maker->blocks[cell], maker->bytes[cell]);
  }
  ovi_release(allocator, maker->blocks, maker->cell_count * sizeof(*maker->blocks));
  ovi_release(allocator, maker->bytes, maker->cell_count * sizeof(*maker->bytes));
  ovi_release(allocator, maker->ids, row * sizeof(*maker->ids));
}

/* ---- Rows --------------------------------------------------------------------------- */

/* Keeps the blocks of the row that was made. */
static bool keep_row(ovi_overlay_maker *maker, uint32_t count) {
  const uint32_t first = maker->layer.overlay.first_cells[maker->level - 1];
  for (uint32_t i = 0; i < count; i++) {
    const ovi_made_cell *made = &maker->cells.made[i];
    uint8_t *block = ovi_allocate(maker->allocator, made->bytes);
    if (block == NULL) {
      return false;
    }
    memcpy(block, made->block, made->bytes);
    maker->blocks[first + maker->ids[i]] = block;
    maker->bytes[first + maker->ids[i]] = made->bytes;
  }
  return true;
}

ovl_result ovi_overlays_make_row(ovi_overlay_maker *maker, const ovi_layer *layer) {
  const uint32_t count = (uint32_t)ovi_overlay_cells_x(layer, maker->level);
  const ovi_overlays overlay = maker->layer.overlay;
  maker->layer = *layer;
  maker->layer.overlay = overlay;
  for (uint32_t i = 0; i < count; i++) {
    maker->ids[i] = (uint32_t)maker->row * count + i;
  }
  const ovl_result result =
      ovi_overlay_cells_make(&maker->cells, &maker->layer, maker->level, maker->ids, count);
  if (result != OVL_OK) {
    return result;
  }
  if (maker->cells.too_long) {
    maker->levels = maker->level - 1;
    maker->level = maker->levels + 1;
    return OVL_OK;
  }
  if (!keep_row(maker, count)) {
    return OVL_NO_MEMORY;
  }
  if (++maker->row == ovi_overlay_cells_y(layer, maker->level)) {
    maker->level++;
    maker->row = 0;
  }
  return OVL_OK;
}

/* ---- The section ---------------------------------------------------------------------- */

uint64_t ovi_overlays_head_bytes(const ovi_overlay_maker *maker) {
  return maker->levels != 0 ? OVI_OVERLAYS_HEAD_BYTES + (uint64_t)maker->levels * OVI_LEVEL_BYTES +
                                  (uint64_t)ovi_overlays_cell_count(maker) * OVI_CELL_ENTRY_BYTES
                            : 0;
}

uint64_t ovi_overlays_bytes(const ovi_overlay_maker *maker) {
  uint64_t bytes = ovi_overlays_head_bytes(maker);
  for (uint32_t cell = 0; cell < ovi_overlays_cell_count(maker); cell++) {
    bytes += maker->bytes[cell];
  }
  return bytes;
}

static void put_level(const ovi_overlay_maker *maker, uint32_t level, uint8_t *out) {
  const uint32_t *firsts = maker->layer.overlay.first_cells;
  uint64_t waypoints = 0;
  uint32_t most = 0;
  for (uint32_t cell = firsts[level - 1]; cell < firsts[level]; cell++) {
    const uint8_t *block = maker->blocks[cell];
    const uint32_t ports = ovi_get_u16(block + OVI_CELL_PORTS);
    for (uint32_t group = 0; group < OVI_OWN_GROUPS; group++) {
      waypoints += ovi_get_u16(block + OVI_CELL_GROUPS + 2 * (uint64_t)group);
    }
    most = ports > most ? ports : most;
  }
  ovi_put_u32(out + OVI_LEVEL_CELLS_X, (uint32_t)ovi_overlay_cells_x(&maker->layer, level));
  ovi_put_u32(out + OVI_LEVEL_CELLS_Y, (uint32_t)ovi_overlay_cells_y(&maker->layer, level));
  ovi_put_u64(out + OVI_LEVEL_WAYPOINTS, waypoints);
  ovi_put_u32(out + OVI_LEVEL_MAX_PORTS, most);
  ovi_put_u32(out + OVI_LEVEL_SIDE_REGIONS, (uint32_t)ovi_overlay_side(level));
}

uint64_t ovi_overlays_put_head(const ovi_overlay_maker *maker, uint8_t *out) {
  if (maker->levels == 0) {
    return ovi_hash64(0, out, 0);
  }
  uint8_t *at = out;
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS, maker->levels);
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS + 4, 0);
  at += OVI_OVERLAYS_HEAD_BYTES;
  for (uint32_t level = 1; level <= maker->levels; level++, at += OVI_LEVEL_BYTES) {
    put_level(maker, level, at);
  }
  uint64_t begin = 0;
  for (uint32_t cell = 0; cell < ovi_overlays_cell_count(maker); cell++) {
    ovi_put_u64(at, begin);
    ovi_put_u32(at + OVI_CELL_LENGTH, maker->bytes[cell]);
    ovi_put_u32(at + OVI_CELL_LENGTH + 4, 0);
    ovi_put_u64(at + OVI_CELL_CHECKSUM, ovi_hash64(0, maker->blocks[cell], maker->bytes[cell]));
    begin += maker->bytes[cell];
    at += OVI_CELL_ENTRY_BYTES;
  }
  return ovi_hash64(0, out, (size_t)(at - out));
}
