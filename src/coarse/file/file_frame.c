/* Writes headers of world files. */
#include "coarse/file/file_frame.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

void ovi_put_settings(uint8_t *header, const ovi_bake *bake, bool has_heights) {
  const ovi_map *map = &bake->map;
  memcpy(header, OVI_WORLD_MAGIC, 8);
  ovi_put_u32(header + OVI_AT_VERSION, OVI_WORLD_VERSION);
  ovi_put_u32(header + OVI_AT_WIDTH, (uint32_t)map->plane.width);
  ovi_put_u32(header + OVI_AT_HEIGHT, (uint32_t)map->plane.height);
  ovi_put_u16(header + OVI_AT_REGION_CELLS, (uint32_t)map->plane.region_cells);
  ovi_put_u16(header + OVI_AT_SPACING, (uint32_t)map->plane.spacing);
  ovi_put_u16(header + OVI_AT_FLOORS, (uint32_t)map->floor_count);
  ovi_put_u16(header + OVI_AT_PROFILES, (uint32_t)map->profile_count);
  ovi_put_u32(header + OVI_AT_LINKS, (uint32_t)map->link_count);
  header[OVI_AT_HEIGHTS] = has_heights;
  header[OVI_AT_LABEL_BUDGET] = (uint8_t)bake->label_bytes_per_cell;
  header[OVI_AT_OVERLAYS] = (uint8_t)bake->overlays;
}

static void put_sections(uint8_t *header, const ovi_section_view *sections, uint32_t profiles) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  for (uint32_t number = 0; number < ovi_section_count(profiles); number++) {
    uint32_t profile;
    const ovi_section kind = ovi_section_kind(profiles, number, &profile);
    uint8_t *entry = header + OVI_AT_SECTIONS + (uint64_t)number * OVI_SECTION_BYTES;
    memcpy(entry, names[kind], 4);
    ovi_put_u32(entry + 4, profile);
    ovi_put_u64(entry + 8, sections[number].at);
    ovi_put_u64(entry + 16, sections[number].bytes);
    ovi_put_u64(entry + 24, sections[number].checksum);
  }
}

void ovi_put_header(uint8_t *header, const ovi_file_end *end) {
  const uint64_t header_bytes = ovi_header_bytes(ovi_section_count(end->profiles));
  ovi_put_u32(header + OVI_AT_HEADER_BYTES, (uint32_t)header_bytes);
  ovi_put_u64(header + OVI_AT_FILE_BYTES, end->bytes);
  ovi_put_u64(header + OVI_AT_MAP_FINGERPRINT, end->map_fingerprint);
  ovi_put_u64(header + OVI_AT_FINGERPRINT, end->fingerprint);
  ovi_put_u32(header + OVI_AT_SECTION_COUNT, ovi_section_count(end->profiles));
  put_sections(header, end->sections, end->profiles);
  ovi_put_u64(header + header_bytes - 8, ovi_hash64(0, header, (size_t)header_bytes - 8));
}
