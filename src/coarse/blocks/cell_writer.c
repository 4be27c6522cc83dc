/* Writes terrain as a palette and bit planes. Terrains are numbered so that, wherever a region has
 * both open and blocked cells, the lowest plane is "open to the default profile": searches use that
 * plane in place. */
#include "coarse/blocks/cell_writer.h"

#include "common/bits.h"
#include "common/compiler.h"

uint64_t ovi_cells_most_bytes(const ovi_region *place) {
  uint64_t cells = (uint64_t)place->w * (uint64_t)place->h;
  uint64_t plane = (uint64_t)place->h * (uint64_t)ovi_plane_row_bytes(place->w);
  return 512 + 9 * plane + 2 + 4 + 2 * cells + 2;
}

/* ---- Palettes ------------------------------------------------------------ */

uint32_t ovi_palette_make(ovi_palette *palette, const uint8_t *values, uint32_t count,
                          const uint8_t *weights) {
  bool occurs[256] = {false};
  uint32_t kinds[2] = {0, 0}; /* blocked, open */
  for (uint32_t i = 0; i < count; i++) {
    occurs[values[i]] = true;
  }
  occurs[0] = occurs[0] && weights != NULL;
  memset(palette, 0, sizeof(*palette));
  for (uint32_t value = 0; value < 256; value++) {
    if (occurs[value]) {
      palette->slot_of[value] = (uint16_t)kinds[weights == NULL || weights[value] != 0]++;
    }
  }
  const bool mixed = kinds[0] != 0 && kinds[1] != 0;
  const uint32_t most = kinds[0] > kinds[1] ? kinds[0] : kinds[1];
  palette->slots = mixed ? 2 * most : most;
  for (uint32_t value = 0; value < 256; value++) {
    if (occurs[value]) {
      const uint32_t slot = palette->slot_of[value];
      palette->slot_of[value] = (uint16_t)(mixed ? 2 * slot + (weights[value] != 0) : slot);
      palette->value_of[palette->slot_of[value]] = (uint8_t)value;
    }
  }
  while (((uint32_t)1 << palette->planes) < palette->slots) {
    palette->planes++;
  }
  return (kinds[0] == 0 ? OVI_CELLS_OPEN : 0u) | (kinds[1] == 0 ? OVI_CELLS_CLOSED : 0u);
}

uint32_t ovi_palette_write(const ovi_palette *palette, const uint8_t *values,
                           const ovi_region *place, uint8_t *out) {
  const int32_t row_bytes = ovi_plane_row_bytes(place->w);
  const uint32_t plane_bytes = (uint32_t)(place->h * row_bytes);
  const uint32_t table_bytes = (palette->slots + 1) & ~1u;
  OVI_ASSERT(palette->slots <= 512 && palette->slots <= 1u << palette->planes);
  memcpy(out, palette->value_of, palette->slots);
  out += table_bytes;
  for (int32_t y = 0; y < place->h; y++, values += place->w) {
    for (int32_t x = 0; x < place->w; x += 8) {
      const int32_t count = place->w - x < 8 ? place->w - x : 8;
      uint8_t *at = out + y * row_bytes + (x >> 3);
      uint64_t slots = 0;
      for (uint32_t plane = 0; plane < palette->planes; plane++, slots >>= 1, at += plane_bytes) {
        slots = (plane & 7) == 0 ? 0 : slots;
        for (int32_t i = 0; (plane & 7) == 0 && i < count; i++) { /* a byte for each cell */
          slots |= (uint64_t)(palette->slot_of[values[x + i]] >> plane & 0xff) << 8 * i;
        }
        *at = ovi_gather_bits(slots);
      }
    }
  }
  return (table_bytes + palette->planes * plane_bytes + 1) & ~1u;
}

/* ---- Cells ---------------------------------------------------------------- */

/* Writes heights as differences from the least, in 0, 1 or 2 bytes each; returns the bytes
 * written. */
static uint32_t write_heights(const uint16_t *heights, uint32_t count, uint8_t *out) {
  uint32_t least = UINT16_MAX;
  uint32_t most = 0;
  for (uint32_t i = 0; i < count; i++) {
    least = heights[i] < least ? heights[i] : least;
    most = heights[i] > most ? heights[i] : most;
  }
  uint32_t bytes = most == least ? 0 : most - least <= UINT8_MAX ? 1 : 2;
  ovi_put_u16(out, least);
  ovi_put_u16(out + 2, bytes);
  for (uint32_t i = 0; i < count; i++) {
    if (bytes == 1) {
      out[4 + i] = (uint8_t)(heights[i] - least);
    } else if (bytes == 2) {
      ovi_put_u16(out + 4 + 2 * (uint64_t)i, heights[i] - least);
    }
  }
  return 4 + ((count * bytes + 1) & ~1u);
}

uint32_t ovi_cells_write(ovi_cell_writer *writer, const ovi_map *map, const ovi_region *place,
                         uint8_t *block, uint8_t *out) {
  const uint8_t *weights = map->profiles[0].weights;
  const uint32_t count = (uint32_t)(place->w * place->h);
  ovi_palette palette;
  for (int32_t y = 0; y < place->h; y++) {
    ovi_map_terrain_row(map, place->x, place->y + y, place->w, writer->terrain + y * place->w);
    if (map->has_heights) {
      ovi_map_height_row(map, place->x, place->y + y, place->w, writer->heights + y * place->w);
    }
  }
  writer->flags = ovi_palette_make(&palette, writer->terrain, count, weights);
  writer->flags |= map->has_heights ? OVI_CELLS_HEIGHTS : 0u;
  writer->open = out + palette.slots; /* an even number where both kinds occur */
  ovi_put_u16(block + OVI_BLOCK_SLOTS, palette.slots);
  block[OVI_BLOCK_PLANES] = (uint8_t)palette.planes;
  block[OVI_BLOCK_CELLS] = (uint8_t)writer->flags;
  uint32_t bytes = ovi_palette_write(&palette, writer->terrain, place, out);
  bytes += map->has_heights ? write_heights(writer->heights, count, out + bytes) : 0;
  OVI_ASSERT(bytes <= ovi_cells_most_bytes(place));
  return bytes;
}
