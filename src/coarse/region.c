/* Reading a region's block. */
#include "region.h"

#include "bits.h"

/* The parts of a block, in their order. */
enum {
  PART_PALETTE,
  PART_PLANES,
  PART_RUN_ROWS,
  PART_RUN_COMPONENTS,
  PART_PORT_CELLS,
  PART_LINKED_BEGINS,
  PART_PORT_ORDER,
  PART_PORT_PLACES,
  PART_COSTS,
  PART_COUNT
};

static inline uint64_t next_part(uint64_t at, uint64_t bytes) {
  return at + ((bytes + 1) & ~(uint64_t)1);
}

/* Offsets of the parts, and behind the last: 64 bits, so that no header, however
 * wrong, makes them wrap. Each is padded to a multiple of 2: what follows holds
 * 16-bit numbers. */
static inline void find_parts(const ovi_region *region, const uint8_t *block,
                              uint64_t at[PART_COUNT + 1]) {
  const uint64_t rows = (uint64_t)region->h;
  const uint64_t row_bytes = (uint64_t)ovi_plane_row_bytes(region->w);
  const uint64_t ports = ovi_get_u16(block + OVI_BLOCK_PORTS);
  const uint64_t linked = ovi_get_u16(block + OVI_BLOCK_LINKED);
  const uint64_t runs = ovi_get_u16(block + OVI_BLOCK_RUNS);
  const uint64_t sorted = linked > 1 ? ports : 0;
  const uint64_t cost_bytes = (block[OVI_BLOCK_FLAGS] & OVI_FLAG_WIDE) != 0 ? 4 : 2;
  at[PART_PALETTE] = OVI_BLOCK_HEADER_BYTES;
  at[PART_PLANES] = next_part(at[PART_PALETTE], ovi_get_u16(block + OVI_BLOCK_SLOTS));
  at[PART_RUN_ROWS] = next_part(at[PART_PLANES], block[OVI_BLOCK_PLANES] * rows * row_bytes);
  at[PART_RUN_COMPONENTS] = at[PART_RUN_ROWS] + (runs != 0 ? 2 * rows : 0);
  at[PART_PORT_CELLS] = at[PART_RUN_COMPONENTS] + 2 * runs;
  at[PART_LINKED_BEGINS] = at[PART_PORT_CELLS] + 2 * ports;
  at[PART_PORT_ORDER] = at[PART_LINKED_BEGINS] + (sorted != 0 ? 2 * (linked + 1) : 0);
  at[PART_PORT_PLACES] = at[PART_PORT_ORDER] + 2 * sorted;
  at[PART_COSTS] = at[PART_PORT_PLACES] + 2 * sorted;
  at[PART_COUNT] = at[PART_COSTS] + cost_bytes * ovi_get_u32(block + OVI_BLOCK_COSTS);
}

uint64_t ovi_region_bytes(const ovi_region *place, const uint8_t *block) {
  uint64_t at[PART_COUNT + 1];
  find_parts(place, block, at);
  return (at[PART_COUNT] + 7) & ~(uint64_t)7;
}

void ovi_region_layout(ovi_region *region, const uint8_t *block) {
  uint64_t at[PART_COUNT + 1];
  find_parts(region, block, at);
  region->block = block;
  region->flags = block[OVI_BLOCK_FLAGS];
  region->row_bytes = ovi_plane_row_bytes(region->w);
  region->ports = ovi_get_u16(block + OVI_BLOCK_PORTS);
  region->components = ovi_get_u16(block + OVI_BLOCK_COMPONENTS);
  region->linked = ovi_get_u16(block + OVI_BLOCK_LINKED);
  region->runs = ovi_get_u16(block + OVI_BLOCK_RUNS);
  region->palette = block + at[PART_PALETTE];
  region->planes = ovi_block_planes(block);
  region->run_rows = block + at[PART_RUN_ROWS];
  region->run_components = block + at[PART_RUN_COMPONENTS];
  region->port_cells = block + at[PART_PORT_CELLS];
  region->linked_begins = block + at[PART_LINKED_BEGINS];
  region->port_order = block + at[PART_PORT_ORDER];
  region->port_places = block + at[PART_PORT_PLACES];
  region->costs = block + at[PART_COSTS];
}

ovi_region ovi_region_place(const ovl_world *world, uint32_t id) {
  ovi_region region = {0};
  region.id = id;
  region.rx = (int32_t)(id % (uint32_t)world->regions_x);
  region.ry = (int32_t)(id / (uint32_t)world->regions_x);
  region.x = region.rx * world->region_cells;
  region.y = region.ry * world->region_cells;
  int32_t right = world->width - region.x;
  int32_t below = world->height - region.y;
  region.w = right < world->region_cells ? right : world->region_cells;
  region.h = below < world->region_cells ? below : world->region_cells;
  return region;
}

ovi_region ovi_region_view(const ovl_world *world, uint32_t id) {
  ovi_region region = ovi_region_place(world, id);
  ovi_region_layout(&region, ovi_region_block(world, id));
  return region;
}

static uint32_t plane_bit(const ovi_region *region, int32_t plane, int32_t x, int32_t y) {
  const uint8_t *row = region->planes + (int64_t)(plane * region->h + y) * region->row_bytes;
  return (uint32_t)(row[x >> 3] >> (x & 7)) & 1u;
}

uint32_t ovi_region_slot(const ovi_region *region, int32_t x, int32_t y) {
  uint32_t slot = 0;
  for (int32_t plane = region->block[OVI_BLOCK_PLANES] - 1; plane >= 0; plane--) {
    slot = slot << 1 | plane_bit(region, plane, x, y);
  }
  return slot;
}

uint32_t ovi_region_terrain(const ovi_region *region, int32_t x, int32_t y) {
  return region->palette[ovi_region_slot(region, x, y)];
}

void ovi_region_open_row(const ovi_region *region, int32_t y, uint64_t out[2]) {
  out[0] = out[1] = 0;
  if ((region->flags & OVI_FLAG_CLOSED) != 0) {
    return;
  }
  if ((region->flags & OVI_FLAG_OPEN) != 0) {
    out[0] = ovi_low_bits(region->w);
    out[1] = region->w > 64 ? ovi_low_bits(region->w - 64) : 0;
    return;
  }
  const uint8_t *row = region->planes + (int64_t)y * region->row_bytes;
  switch (region->row_bytes) {
  case 1:
    out[0] = row[0];
    break;
  case 2:
    out[0] = ovi_get_u16(row);
    break;
  case 4:
    out[0] = ovi_get_u32(row);
    break;
  case 8:
    out[0] = ovi_get_u64(row);
    break;
  default:
    out[0] = ovi_get_u64(row);
    out[1] = ovi_get_u64(row + 8);
    break;
  }
}

/* Cells less pairs of neighbours, and more squares of four: what Euler's formula says
 * of a set of cells is its components less its holes. */
static int32_t euler_number(const ovi_region *region) {
  int32_t number = 0;
  uint64_t above[2] = {0, 0};
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t row[2];
    ovi_region_open_row(region, y, row);
    const uint64_t pairs[2] = {row[0] & (row[0] >> 1 | row[1] << 63), row[1] & row[1] >> 1};
    for (int word = 0; word < 2; word++) {
      const uint64_t upright = row[word] & above[word];
      const uint64_t beside = word == 0 ? upright >> 1 | (row[1] & above[1]) << 63 : upright >> 1;
      number += ovi_count_bits(row[word]) - ovi_count_bits(pairs[word]) -
                ovi_count_bits(upright) + ovi_count_bits(upright & beside & pairs[word]);
    }
    above[0] = row[0];
    above[1] = row[1];
  }
  return number;
}

uint32_t ovi_region_obstacles(const ovi_region *region) {
  const int32_t number = euler_number(region);
  return (int32_t)region->components > number ? region->components - (uint32_t)number : 0;
}

uint32_t ovi_region_component(const ovi_region *region, int32_t x, int32_t y) {
  uint64_t open[2];
  ovi_region_open_row(region, y, open);
  if (!ovi_get_bit(open, x)) {
    return OVI_NO_COMPONENT;
  }
  if (region->runs == 0) {
    return 0; /* the only one: runs are stored where there are more */
  }
  uint64_t begins[2] = {open[0] & ~(open[0] << 1), open[1] & ~(open[1] << 1 | open[0] >> 63)};
  int32_t before = ovi_count_bits(begins[0] & ovi_low_bits(x + 1));
  if (x >= 64) {
    before += ovi_count_bits(begins[1] & ovi_low_bits(x - 63));
  }
  uint32_t run = ovi_get_u16(region->run_rows + 2 * y) + (uint32_t)before - 1;
  return ovi_get_u16(region->run_components + 2 * (uint64_t)run);
}

static void paste_weights(const ovl_world *world, const ovi_region *region, ovi_window *window) {
  uint8_t weight_of[512] = {0};
  uint32_t slots = ovi_get_u16(region->block + OVI_BLOCK_SLOTS);
  for (uint32_t i = 0; i < slots; i++) {
    weight_of[i] = world->weights[region->palette[i]];
  }
  for (int32_t y = 0; y < region->h; y++) {
    uint8_t *out =
        window->weights + ovi_window_cell(window, region->x - window->x, region->y - window->y + y);
    for (int32_t x = 0; x < region->w; x++) {
      out[x] = weight_of[ovi_region_slot(region, x, y)];
    }
  }
}

/* Rows of 17 to 32 cells, as most regions have. */
static void paste_words(const ovi_region *region, ovi_window *window) {
  const int32_t x = region->x - window->x;
  const int64_t words = window->words[0];
  uint64_t *row = ovi_window_line(window, OVI_PLANE_OPEN, region->y - window->y) + (x >> 6);
  for (int64_t y = 0; y < region->h; y++) {
    uint64_t open = ovi_get_u32(region->planes + 4 * y);
    row[y * words] |= open << (x & 63);
  }
}

void ovi_region_paste(const ovl_world *world, const ovi_region *region, ovi_window *window) {
  if (!window->uses_bits) {
    paste_weights(world, region, window);
    return;
  }
  const int32_t bit = (region->x - window->x) & 63;
  if (region->row_bytes == 4 && bit + region->w <= 64 &&
      (region->flags & (OVI_FLAG_OPEN | OVI_FLAG_CLOSED)) == 0) {
    paste_words(region, window);
    return;
  }
  for (int32_t row = 0; row < region->h; row++) {
    uint64_t open[2];
    ovi_region_open_row(region, row, open);
    ovi_window_paste_bits(window, region->x - window->x, region->y - window->y + row, open);
  }
}
