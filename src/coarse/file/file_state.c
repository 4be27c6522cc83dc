/* The header of a file that is being written, views of it, and its output. */
#include "coarse/file/file_state.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

/* ---- Headers --------------------------------------------------------------------- */

void ovi_put_settings(uint8_t *header, const ovi_bake *bake, bool has_heights) {
  const ovi_map *map = &bake->map;
  memcpy(header, OVI_WORLD_MAGIC, 8);
  ovi_put_u32(header + OVI_AT_VERSION, OVI_WORLD_VERSION);
  ovi_put_u32(header + OVI_AT_ORIGIN, (uint32_t)map->plane.origin_x);
  ovi_put_u32(header + OVI_AT_ORIGIN + 4, (uint32_t)map->plane.origin_y);
  ovi_put_u32(header + OVI_AT_WIDTH, (uint32_t)map->plane.width);
  ovi_put_u32(header + OVI_AT_HEIGHT, (uint32_t)map->plane.height);
  ovi_put_u16(header + OVI_AT_REGION_CELLS, (uint32_t)map->plane.region_cells);
  ovi_put_u16(header + OVI_AT_SPACING, (uint32_t)map->plane.spacing);
  ovi_put_u16(header + OVI_AT_FLOORS, (uint32_t)map->floor_count);
  ovi_put_u16(header + OVI_AT_PROFILES, (uint32_t)map->profile_count);
  ovi_put_u32(header + OVI_AT_LINKS, (uint32_t)map->link_count);
  header[OVI_AT_HEIGHTS] = has_heights;
  header[OVI_AT_COST_SCALE] = (uint8_t)bake->cost_scale;
  header[OVI_AT_LABEL_BUDGET] = (uint8_t)bake->label_bytes_per_cell;
  header[OVI_AT_OVERLAYS] = bake->overlays == OVL_OVERLAYS_ALWAYS ? OVI_OVERLAYS_ALONE : 0;
}

/* ---- Views and output ------------------------------------------------------------ */

ovi_layer ovi_file_layer_view(const ovi_file_writer *writer, ovi_shared *shared, uint32_t profile) {
  const ovi_map *map = &writer->bake->map;
  ovi_layer layer = {0};
  *shared = (ovi_shared){.file.table = ovi_file_table(writer),
                         .file.blocks = ovi_file_held_blocks(writer),
                         .file.profiles = writer->memory.given,
                         .file.floors = ovi_file_floors(writer),
                         .file.links = ovi_file_links(writer),
                         .plane = map->plane,
                         .floor_count = (uint32_t)map->floor_count,
                         .profile_count = writer->profiles,
                         .link_count = (uint32_t)map->link_count,
                         .entry_bytes = ovi_table_entry_bytes(writer->profiles),
                         .block_head_bytes = ovi_block_head_bytes(writer->profiles),
                         .fingerprint = writer->fingerprint,
                         .has_heights = writer->has_heights,
                         .overlays = writer->bake->overlays,
                         .has_labels = ovi_file_has_labels(writer)};
  OVI_ASSERT(profile < writer->profiles);
  ovi_layer_begin(&layer, shared, profile);
  ovi_layer_read_profile(&layer, ovi_file_profile(writer, profile));
  return layer;
}

ovl_result ovi_file_pass(const ovi_file_writer *writer, uint64_t at, const uint8_t *bytes,
                         uint64_t count) {
  const ovi_file_sink *sink = &writer->sink;
  return sink->put != NULL && count != 0 ? sink->put(sink->put_user, at, bytes, count) : OVL_OK;
}

ovl_result ovi_file_put(ovi_file_writer *writer, const uint8_t *bytes, uint64_t count) {
  const uint64_t at = writer->end;
  OVI_ASSERT(ovi_file_is_streamed(writer) || writer->sink.buffer->used == at);
  if (!ovi_file_is_streamed(writer) && count != 0) {
    uint8_t *out = ovi_buffer_add(writer->sink.buffer, count);
    if (out == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(out, bytes, (size_t)count);
  }
  writer->end += count;
  return ovi_file_pass(writer, at, bytes, count);
}

ovl_result ovi_file_put_section(ovi_file_writer *writer, ovi_section section, uint32_t profile,
                                const uint8_t *bytes, uint64_t count) {
  writer->sections[ovi_section_number(writer->profiles, section, profile)] = (ovi_section_view){
      .at = writer->end, .bytes = count, .checksum = ovi_hash64(0, bytes, (size_t)count)};
  return ovi_file_put(writer, bytes, count);
}
