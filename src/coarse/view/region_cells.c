/* Reading bit planes, eight cells at a time: the bits of a byte become the bytes of a word. */
#include "coarse/view/region_cells.h"

#include "coarse/format/limits.h"
#include "common/compiler.h"

/* ---- Rows of bits ------------------------------------------------------------ */

static inline void region_read_row(const ovi_region *region, const uint8_t *plane, int32_t y,
                                   uint64_t out[2]) {
  const uint8_t *row = plane + (int64_t)y * region->cells.row_bytes;
  out[1] = 0;
  switch (region->cells.row_bytes) {
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

void ovi_region_open_row(const ovi_region *region, int32_t y, uint64_t out[2]) {
  OVI_ASSERT(y >= 0 && y < region->h);
  out[0] = out[1] = 0;
  if ((region->flags & OVI_FLAG_CLOSED) != 0) {
    return;
  }
  if ((region->flags & OVI_FLAG_OPEN) != 0) {
    out[0] = ovi_low_bits(region->w);
    out[1] = region->w > 64 ? ovi_low_bits(region->w - 64) : 0;
    return;
  }
  region_read_row(region, region->cells.open, y, out);
}

void ovi_region_break_row(const ovi_region *region, int32_t y, uint64_t out[2]) {
  region_read_row(region, region->components.breaks, y, out);
}

/* ---- Values ----------------------------------------------------------------- */

/* The most planes whose values are computed from bits, without looking up each slot. */
enum { FEW_PLANES = 3, FEW_SLOTS = 1 << FEW_PLANES };

/* Finds the terms of a source: the value of a slot is the exclusive or of the terms of all subsets
 * of its bits. */
static void find_terms(ovi_slot_source *source) {
  memcpy(source->terms, source->of_slot, FEW_SLOTS);
  for (int bit = 1; bit < FEW_SLOTS; bit <<= 1) {
    for (int slot = 0; slot < FEW_SLOTS; slot++) {
      source->terms[slot] ^= (slot & bit) != 0 ? source->terms[slot ^ bit] : 0;
    }
  }
}

/* The values of eight cells of a row in the bytes of a word, the first lowest. `row` has their bits
 * of the first of `count` planes, up to FEW_PLANES. */
OVI_FORCE_INLINE uint64_t values_of_few(const uint8_t *row, int64_t plane_bytes,
                                        const uint8_t *terms, const int count) {
  uint64_t values = terms[0] * 0x0101010101010101u;
  if (count > 0) {
    const uint64_t low = ovi_spread_bits(row[0]);
    values ^= low * terms[1];
    if (count > 1) {
      const uint64_t middle = ovi_spread_bits(row[plane_bytes]);
      values ^= middle * terms[2] ^ (low & middle) * terms[3];
      if (count > 2) {
        const uint64_t high = ovi_spread_bits(row[2 * plane_bytes]);
        values ^= high * terms[4] ^ (high & low) * terms[5] ^ (high & middle) * terms[6] ^
                  (high & low & middle) * terms[7];
      }
    }
  }
  return values;
}

/* Decodes eight cells from up to 8 planes. */
static uint64_t values_of_many(const uint8_t *row, int64_t plane_bytes,
                               const ovi_slot_source *source) {
  uint64_t slots = 0;
  uint64_t values = 0;
  for (int32_t plane = 0; plane < source->plane_count; plane++) {
    slots |= ovi_spread_bits(row[plane * plane_bytes]) << plane;
  }
  for (int i = 0; i < 64; i += 8) {
    values |= (uint64_t)source->of_slot[slots >> i & 0xff] << i;
  }
  return values;
}

/* Reads the values of a row, eight cells at a time; 0 where a cell is not open, if `open` is given.
 * `count` is the number of planes if these are few, else FEW_PLANES + 1. */
OVI_FORCE_INLINE void read_row_values(const ovi_slot_source *source, const ovi_region *region,
                                      int32_t y, const uint64_t *open, uint8_t *out,
                                      const int count) {
  const uint8_t *row = source->planes + (int64_t)y * region->cells.row_bytes;
  const int64_t plane_bytes = (int64_t)region->h * region->cells.row_bytes;
  const int32_t w = region->w;
  uint8_t terms[FEW_SLOTS]; /* a copy: the bytes written might alias the source */
  memcpy(terms, source->terms, FEW_SLOTS);
  for (int32_t x = 0; x < w; x += 8) {
    uint64_t values = count <= FEW_PLANES ? values_of_few(row + (x >> 3), plane_bytes, terms, count)
                                          : values_of_many(row + (x >> 3), plane_bytes, source);
    if (open != NULL) {
      values &= 0xff * ovi_spread_bits(open[x >> 6] >> (x & 63) & 0xff);
    }
    if (x + 8 <= w) {
      ovi_put_u64(out + x, values);
    } else {
      for (int32_t i = x; i < w; i++, values >>= 8) {
        out[i] = (uint8_t)values;
      }
    }
  }
}

static void read_slot_values(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                             const uint64_t *open, uint8_t *out) {
  OVI_ASSERT(source->plane_count >= 0);
  switch (source->plane_count) {
  case 0:
    read_row_values(source, region, y, open, out, 0);
    break;
  case 1:
    read_row_values(source, region, y, open, out, 1);
    break;
  case 2:
    read_row_values(source, region, y, open, out, 2);
    break;
  case 3:
    read_row_values(source, region, y, open, out, 3);
    break;
  case 4:
  case 5:
  case 6:
  case 7:
  case 8:
    read_row_values(source, region, y, open, out, FEW_PLANES + 1);
    break;
  default:
    for (int32_t x = 0; x < region->w; x++) {
      const uint32_t slot = ovi_slot_at(region, source->planes, source->plane_count, x, y);
      out[x] = open == NULL || ovi_get_bit(open, x) ? source->of_slot[slot] : 0;
    }
  }
}

void ovi_read_slots(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                    uint8_t *out) {
  read_slot_values(source, region, y, NULL, out);
}

/* ---- Sets of slots ---------------------------------------------------------- */

/* Adds the slots of some cells of a row, whose bits in the planes above are `slot`. The cells are
 * split by their bit in the highest plane that is left. */
static void planes_add_slots(ovi_slot_set *set, const uint64_t *planes, int32_t count,
                             uint64_t cells, uint32_t slot) {
  OVI_ASSERT(slot < OVI_NO_SLOT);
  while (count > 0 && cells != 0) {
    const uint64_t with = cells & planes[--count];
    slot <<= 1;
    if (with == cells) {
      slot |= 1;
    } else if (with != 0) {
      planes_add_slots(set, planes, count, with, slot | 1);
      cells ^= with;
    }
  }
  if (cells != 0) {
    set->bits[slot >> 6] |= (uint64_t)1 << (slot & 63);
  }
}

ovi_slot_set ovi_find_slots(const ovi_region *region, const uint8_t *planes, int32_t count,
                            bool only_open) {
  ovi_slot_set set = {{0}};
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t cells[2] = {ovi_low_bits(region->w),
                         region->w > 64 ? ovi_low_bits(region->w - 64) : 0};
    uint64_t rows[2][9];
    for (int32_t plane = 0; plane < count; plane++) {
      uint64_t row[2];
      region_read_row(region, planes, plane * region->h + y, row);
      rows[0][plane] = row[0];
      rows[1][plane] = row[1];
    }
    if (only_open) {
      ovi_region_open_row(region, y, cells);
    }
    planes_add_slots(&set, rows[0], count, cells[0], 0);
    planes_add_slots(&set, rows[1], count, cells[1], 0);
  }
  return set;
}

uint32_t ovi_next_slot(const ovi_slot_set *set, uint32_t from) {
  for (; from < OVI_NO_SLOT; from = (from | 63) + 1) {
    const uint64_t left = set->bits[from >> 6] >> (from & 63);
    if (left != 0) {
      return from + (uint32_t)ovi_lowest_bit(left);
    }
  }
  return OVI_NO_SLOT;
}

/* ---- Terrain and heights ---------------------------------------------------- */

void ovi_find_terrain(ovi_slot_source *source, const ovi_region *region) {
  source->planes = region->cells.planes;
  source->plane_count = (int32_t)region->block[OVI_BLOCK_PLANES];
  memset(source->of_slot, 0, FEW_SLOTS); /* read even where there are fewer */
  memcpy(source->of_slot, region->cells.palette, ovi_get_u16(region->block + OVI_BLOCK_SLOTS));
  find_terms(source);
}

void ovi_region_read_terrain(const ovi_region *region, uint8_t *out) {
  ovi_slot_source source;
  ovi_find_terrain(&source, region);
  for (int32_t y = 0; y < region->h; y++) {
    ovi_read_slots(&source, region, y, out + y * region->w);
  }
}

void ovi_region_height_row(const ovi_region *region, int32_t y, uint16_t *out) {
  const int32_t w = region->w;
  uint32_t least;
  if (ovi_region_is_level(region, &least)) {
    for (int32_t x = 0; x < w; x++) {
      out[x] = (uint16_t)least;
    }
    return;
  }
  const uint8_t *restrict above = region->cells.heights + 4;
  if (ovi_get_u16(region->cells.heights + 2) == 1) {
    above += (int64_t)y * w;
    for (int32_t x = 0; x < w; x++) {
      out[x] = (uint16_t)(least + above[x]);
    }
    return;
  }
  above += 2 * (int64_t)y * w;
  for (int32_t x = 0; x < w; x++) {
    out[x] = (uint16_t)(least + ovi_get_u16(above + 2 * x));
  }
}

void ovi_region_read_heights(const ovi_region *region, uint16_t *out) {
  for (int32_t y = 0; y < region->h; y++) {
    ovi_region_height_row(region, y, out + y * region->w);
  }
}

/* ---- Weights ---------------------------------------------------------------- */

void ovi_find_weights(ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region) {
  const uint8_t *own = region->cells.weights;
  const uint32_t slots = ovi_get_u16(own != NULL ? own : region->block + OVI_BLOCK_SLOTS);
  memset(source->of_slot, 0, FEW_SLOTS); /* read even where there are fewer */
  source->planes = own != NULL ? own + 4 + ovi_padded2(slots) : region->cells.planes;
  if ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) { /* extra cost included: no plane is read */
    source->of_slot[0] = region->layer_block[OVI_LAYER_MIN_WEIGHT];
    source->plane_count = 0;
  } else {
    for (uint32_t i = 0; i < slots; i++) {
      source->of_slot[i] =
          own != NULL ? own[4 + i] : layer->profile.weights[region->cells.palette[i]];
    }
    source->plane_count =
        own != NULL ? (int32_t)ovi_get_u16(own + 2) : (int32_t)region->block[OVI_BLOCK_PLANES];
  }
  find_terms(source);
}

void ovi_read_weights(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                      uint8_t *out) {
  uint64_t open[2];
  ovi_region_open_row(region, y, open);
  read_slot_values(source, region, y, open, out);
}

bool ovi_region_may_have_extra(const ovi_layer *layer, const ovi_region *region) {
  if (ovi_wall_cells(layer->profile.wall_cost) != 0) {
    return region->cells.extra != NULL;
  }
  if ((region->flags & OVI_FLAG_ONE_WEIGHT) == 0) {
    return region->cells.weights != NULL;
  }
  const uint32_t weight = region->layer_block[OVI_LAYER_MIN_WEIGHT];
  const uint32_t slots = ovi_get_u16(region->block + OVI_BLOCK_SLOTS);
  bool differs = false;
  for (uint32_t i = 0; i < slots; i++) {
    const uint32_t plain = layer->profile.weights[region->cells.palette[i]];
    differs = differs || (plain != 0 && plain != weight);
  }
  return differs;
}

void ovi_find_extra(ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region) {
  const uint8_t *extra = region->cells.extra;
  if (ovi_wall_cells(layer->profile.wall_cost) == 0) {
    ovi_find_weights(source, layer, region);
    return;
  }
  memset(source->of_slot, 0, FEW_SLOTS); /* read even where there are fewer */
  source->planes = region->cells.planes;
  source->plane_count = 0;
  if (extra != NULL) {
    const uint32_t slots = ovi_get_u16(extra);
    source->planes = extra + 4 + ovi_padded2(slots);
    source->plane_count = (int32_t)ovi_get_u16(extra + 2);
    memcpy(source->of_slot, extra + 4, slots);
  }
  find_terms(source);
}

void ovi_read_extra(const ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region,
                    int32_t y, const uint8_t *terrain, uint8_t *out) {
  const bool is_own = ovi_wall_cells(layer->profile.wall_cost) != 0;
  ovi_read_weights(source, region, y, out);
  for (int32_t x = 0; x < region->w; x++) {
    const uint32_t plain = layer->profile.weights[terrain[x]];
    const uint32_t most = UINT8_MAX - plain;
    const uint32_t less = is_own ? 1 : plain; /* they are stored with 1, or with the weight */
    const uint32_t extra = out[x] > less ? out[x] - less : 0;
    out[x] = (uint8_t)(extra < most ? extra : most);
  }
}

bool ovi_region_read_extra(const ovi_layer *layer, const ovi_region *region, const uint8_t *terrain,
                           uint8_t *out) {
  ovi_slot_source source;
  uint32_t any = 0;
  ovi_find_extra(&source, layer, region);
  for (int32_t y = 0; y < region->h; y++) {
    ovi_read_extra(&source, layer, region, y, terrain + y * region->w, out + y * region->w);
  }
  for (int32_t i = 0; i < region->w * region->h; i++) {
    any |= out[i];
  }
  return any != 0;
}

/* ---- Single cells -------------------------------------------------------------- */

uint32_t ovi_region_terrain(const ovi_region *region, int32_t x, int32_t y) {
  return region->cells
      .palette[ovi_slot_at(region, region->cells.planes, region->block[OVI_BLOCK_PLANES], x, y)];
}

uint32_t ovi_region_height(const ovi_region *region, int32_t x, int32_t y) {
  if (region->cells.heights == NULL) {
    return 0;
  }
  const uint32_t least = ovi_get_u16(region->cells.heights);
  const uint64_t cell = (uint64_t)y * (uint64_t)region->w + (uint64_t)x;
  switch (ovi_get_u16(region->cells.heights + 2)) {
  case 0:
    return least;
  case 1:
    return least + region->cells.heights[4 + cell];
  default:
    return least + ovi_get_u16(region->cells.heights + 4 + 2 * cell);
  }
}

bool ovi_region_is_level(const ovi_region *region, uint32_t *height) {
  *height = region->cells.heights != NULL ? ovi_get_u16(region->cells.heights) : 0;
  return region->cells.heights == NULL || ovi_get_u16(region->cells.heights + 2) == 0;
}

uint32_t ovi_region_weight(const ovi_layer *layer, const ovi_region *region, int32_t x, int32_t y) {
  uint64_t open[2];
  ovi_region_open_row(region, y, open);
  if (!ovi_get_bit(open, x)) {
    return 0;
  }
  if ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) {
    return region->layer_block[OVI_LAYER_MIN_WEIGHT];
  }
  const uint8_t *own = region->cells.weights;
  if (own == NULL) {
    return layer->profile.weights[ovi_region_terrain(region, x, y)];
  }
  const uint8_t *planes = own + 4 + ovi_padded2(ovi_get_u16(own));
  return own[4 + ovi_slot_at(region, planes, (int32_t)ovi_get_u16(own + 2), x, y)];
}

uint32_t ovi_region_component(const ovi_region *region, int32_t x, int32_t y) {
  uint64_t open[2];
  ovi_region_open_row(region, y, open);
  if (!ovi_get_bit(open, x)) {
    return OVI_NO_COMPONENT;
  }
  if (region->components.runs == 0) {
    return 0; /* the only one: runs are stored if there are more */
  }
  uint64_t breaks[2] = {0, 0};
  if (region->components.breaks != NULL) {
    region_read_row(region, region->components.breaks, y, breaks);
  }
  const uint32_t run =
      ovi_get_u16(region->components.run_rows + 2 * y) + (uint32_t)ovi_run_of_bit(open, breaks, x);
  return ovi_get_u16(region->components.run_components + 2 * (uint64_t)run);
}

uint32_t ovi_region_exception(const ovi_region *region, int32_t x, int32_t y, int direction) {
  const uint32_t key = (uint32_t)(y * region->w + x) << 3 | (uint32_t)direction;
  const uint8_t *list = region->costs.exception_list;
  const uint32_t at = ovi_find_u32(list, 8, 0, region->costs.exceptions, key);
  return at != UINT32_MAX ? ovi_get_u32(list + 8 * (uint64_t)at + 4) : 0;
}

uint32_t ovi_layer_island(const ovi_layer *layer, int32_t x, int32_t y) {
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, x, y));
  uint32_t component = ovi_region_component(&region, x - region.x, y - region.y);
  return component != OVI_NO_COMPONENT ? ovi_region_island(layer, &region, component) : 0;
}

uint32_t ovi_layer_weight(const ovi_layer *layer, int32_t x, int32_t y) {
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, x, y));
  return ovi_region_weight(layer, &region, x - region.x, y - region.y);
}
