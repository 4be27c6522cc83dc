/* Cells of overlay levels, seen through their blocks. */
#include "overlay.h"

static uint32_t row_of(const ovi_layer *layer, uint32_t level) {
  return (uint32_t)ovi_overlay_cells_x(layer, level);
}

uint32_t ovi_overlay_levels(const ovi_layer *layer, uint32_t first_cells[]) {
  uint32_t level = 0;
  int32_t most = 0;
  first_cells[0] = 0;
  do {
    level++;
    const int32_t x = ovi_overlay_cells_x(layer, level);
    const int32_t y = ovi_overlay_cells_y(layer, level);
    first_cells[level] = first_cells[level - 1] + (uint32_t)x * (uint32_t)y;
    most = x > y ? x : y;
  } while (most > 2 && level < OVI_OVERLAY_MOST_LEVELS);
  return level;
}

ovi_overlay_cell ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id) {
  return ovi_overlay_view_block(layer, level, id, ovi_overlay_block(layer, level, id));
}

ovi_overlay_cell ovi_overlay_view_block(const ovi_layer *layer, uint32_t level, uint32_t id,
                                        const uint8_t *block) {
  const uint32_t row = row_of(layer, level);
  ovi_overlay_cell cell = {.block = block,
                           .level = level,
                           .cx = (int32_t)(id % row),
                           .cy = (int32_t)(id / row),
                           .id = id,
                           .ports = ovi_get_u16(block + OVI_CELL_PORTS),
                           .linked = ovi_get_u16(block + OVI_CELL_LINKED),
                           .below = block + OVI_CELL_HEADER_BYTES,
                           .shift = block[OVI_CELL_SHIFT],
                           .wide = (block[OVI_CELL_FLAGS] & OVI_CELL_WIDE) != 0};
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    cell.begins[group + 1] =
        cell.begins[group] + ovi_get_u16(block + OVI_CELL_GROUPS + 2 * (uint64_t)group);
  }
  cell.linked_begins = cell.below + 4 * (uint64_t)cell.ports;
  cell.order = cell.linked_begins + 2 * ((uint64_t)cell.linked + 1);
  cell.costs = cell.order + 2 * (uint64_t)cell.ports;
  return cell;
}

ovi_overlay_below ovi_overlay_port_below(const ovi_layer *layer, const ovi_overlay_cell *cell,
                                         uint32_t port) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cell->level);
  const bool is_there = port < cell->ports; /* else it is a placeholder */
  const uint32_t below = is_there ? ovi_get_u32(cell->below + 4 * (uint64_t)port) : 0;
  const uint32_t place = below >> 16;
  const uint32_t x = (uint32_t)cell->cx * fan + place % fan;
  const uint32_t y = (uint32_t)cell->cy * fan + place / fan;
  return (ovi_overlay_below){y * row_of(layer, cell->level - 1) + x,
                             is_there ? below & 0xffffu : UINT32_MAX};
}

ovi_clique ovi_overlay_clique(const ovi_overlay_cell *cell, uint32_t component) {
  uint64_t before = 0;
  uint32_t begin = ovi_get_u16(cell->linked_begins);
  uint32_t end = ovi_get_u16(cell->linked_begins + 2);
  for (uint32_t c = 0; c < component; c++) {
    before += (uint64_t)(end - begin) * (end - begin - 1) / 2;
    begin = end;
    end = ovi_get_u16(cell->linked_begins + 2 * ((uint64_t)c + 2));
  }
  return (ovi_clique){.order = cell->order + 2 * (uint64_t)begin,
                      .costs = cell->costs + before * (cell->wide ? 4 : 2),
                      .begin = begin,
                      .count = end - begin,
                      .shift = cell->shift,
                      .wide = cell->wide};
}

ovi_overlay_below ovi_overlay_port_region(const ovi_layer *layer, uint32_t level, uint32_t id,
                                          uint32_t port) {
  ovi_overlay_below below = {id, port};
  for (; level != 0; level--) {
    const ovi_overlay_cell cell = ovi_overlay_view(layer, level, below.cell);
    below = ovi_overlay_port_below(layer, &cell, below.port);
  }
  return below;
}

ovl_cell ovi_overlay_port_cell(const ovi_layer *layer, uint32_t level, uint32_t id, uint32_t port) {
  const ovi_overlay_below below = ovi_overlay_port_region(layer, level, id, port);
  const ovi_region region = ovi_region_view(layer, below.cell);
  if (below.port >= region.ports) {
    return (ovl_cell){region.x, region.y, 0};
  }
  const uint32_t at = below.port < region.ports ? ovi_port_cell(&region, below.port) : 0;
  return (ovl_cell){region.x + ovi_port_x(at), region.y + ovi_port_y(at), 0};
}
