/* Rows of cells, and the section that they become. */
#include "coarse/overlay/make/overlay_maker.h"

#include <string.h>

#include "common/arena.h"

ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs) {
  maker->allocator = allocator;
  ovi_clusters_begin(&maker->cells, allocator, jobs);
  maker->layer = *layer;
  maker->layer.overlay = (ovi_overlays){.levels = 0};
  ovi_overlays *overlay = &maker->layer.overlay;
  overlay->levels = ovi_overlay_levels(layer, overlay->first_cells);
  maker->cell_count = overlay->first_cells[overlay->levels];
  maker->level = 1;
  maker->row = 0;
  const uint64_t row = (uint64_t)ovi_clusters_x(layer, 1);
  maker->blocks = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->blocks));
  maker->bytes = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->bytes));
  maker->ids = ovi_allocate(allocator, row * sizeof(*maker->ids));
  for (uint32_t cell = 0; maker->blocks != NULL && cell < maker->cell_count; cell++) {
    maker->blocks[cell] = NULL;
  }
  if (maker->blocks == NULL || maker->bytes == NULL || maker->ids == NULL) {
    return OVL_NO_MEMORY;
  }
  overlay->made = (const uint8_t *const *)maker->blocks;
  overlay->made_bytes = maker->bytes;
  return OVL_OK;
}

void ovi_overlays_release(ovi_overlay_maker *maker) {
  const ovl_allocator *allocator = maker->allocator;
  const uint64_t row = (uint64_t)ovi_clusters_x(&maker->layer, 1);
  ovi_clusters_release(&maker->cells);
  for (uint32_t cell = 0; maker->blocks != NULL && cell < maker->cell_count; cell++) {
    if (maker->blocks[cell] != NULL) {
      ovi_release(allocator, maker->blocks[cell], maker->bytes[cell]);
    }
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
  const uint32_t count = (uint32_t)ovi_clusters_x(layer, maker->level);
  const ovi_overlays overlay = maker->layer.overlay;
  maker->layer = *layer;
  maker->layer.overlay = overlay;
  for (uint32_t i = 0; i < count; i++) {
    maker->ids[i] = (uint32_t)maker->row * count + i;
  }
  const ovl_result result =
      ovi_clusters_make(&maker->cells, &maker->layer, maker->level, maker->ids, NULL, count);
  if (result != OVL_OK) {
    return result;
  }
  if (maker->cells.too_long) {
    maker->layer.overlay.levels = maker->level - 1;
    return OVL_OK;
  }
  if (!keep_row(maker, count)) {
    return OVL_NO_MEMORY;
  }
  if (++maker->row == ovi_clusters_y(layer, maker->level)) {
    maker->level++;
    maker->row = 0;
  }
  return OVL_OK;
}
