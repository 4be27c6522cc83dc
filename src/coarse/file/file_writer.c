/* The stages of writing a file. */
#include "coarse/file/file_writer.h"

#include "coarse/file/file_blocks.h"
#include "coarse/file/file_labels.h"
#include "coarse/file/file_overlays.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

/* The amounts of work that take as long as one expansion. */
enum { FILE_PUT_BYTES = 1024, FILE_NAMED_REGIONS = 64 };

/* ---- Beginning -------------------------------------------------------------------- */

static uint64_t given_bytes(const ovi_file_writer *writer) {
  const ovi_map *map = &writer->bake->map;
  return (uint64_t)writer->profiles * OVI_PROFILE_BYTES +
         (uint64_t)map->floor_count * OVI_FLOOR_BYTES + (uint64_t)map->link_count * OVI_LINK_BYTES +
         (uint64_t)map->place_count * OVI_PLACE_BYTES;
}

/* Takes memory, also for the sections that a streamed file holds instead of its buffer. */
static bool take_memory(ovi_file_writer *writer) {
  ovi_file_memory *memory = &writer->memory;
  const ovl_allocator *allocator = writer->bake->allocator;
  const ovi_layer partition = {.partition = writer->bake->map.plane};
  memory->given = ovi_scratch_take(&memory->scratch, given_bytes(writer), 1);
  memory->lengths =
      ovi_scratch_take(&memory->scratch, (uint64_t)partition.partition.regions_x, sizeof(uint32_t));
  memory->layers = ovi_scratch_take(&memory->scratch, writer->profiles, sizeof(ovi_file_layer));
  for (uint32_t i = 0; memory->layers != NULL && i < writer->profiles; i++) {
    memory->layers[i] =
        (ovi_file_layer){.islands = {.allocator = allocator}, .heights = OVI_NO_HEIGHTS};
    ovi_directed_arcs_begin(&memory->layers[i].arcs, allocator);
  }
  bool fits = memory->given != NULL && memory->lengths != NULL && memory->layers != NULL;
  if (!fits || !ovi_file_is_streamed(writer)) {
    return fits;
  }
  const uint64_t header_bytes = ovi_file_table_begin(writer);
  const uint64_t table_bytes = ovi_file_blocks_begin(writer) - header_bytes;
  memory->header = ovi_scratch_take(&memory->scratch, header_bytes, 1);
  memory->table = ovi_scratch_take(&memory->scratch, table_bytes, 1);
  memory->sums =
      ovi_scratch_take(&memory->scratch, (uint64_t)partition.partition.regions_y, sizeof(uint64_t));
  fits = memory->header != NULL && memory->table != NULL && memory->sums != NULL;
  if (fits) {
    memset(memory->header, 0, (size_t)header_bytes);
    memset(memory->table, 0, (size_t)table_bytes);
  }
  for (uint32_t i = 0; fits && i < writer->profiles; i++) {
    fits = ovi_overlay_bounds_begin(&memory->layers[i].bounds, &partition, &memory->scratch);
  }
  return fits;
}

/* Begins the sections and makes room for the blocks, so that those that are copied need not move.
 */
static ovi_status begin_file(void *work) {
  ovi_file_writer *writer = work;
  ovi_buffer *buffer = writer->sink.buffer;
  if (!take_memory(writer)) {
    writer->result = OVL_NO_MEMORY;
    return ovi_file_status(writer);
  }
  /* Writes the sections of the map, without the totals of the profiles. */
  const ovi_map *map = &writer->bake->map;
  const ovi_given *given = &writer->bake->given;
  memset(writer->memory.given, 0, (size_t)given_bytes(writer));
  if (given->profiles == NULL) {
    for (uint32_t profile = 0; profile < writer->profiles; profile++) {
      ovi_put_profile(ovi_file_profile(writer, profile), map, (int32_t)profile);
    }
    ovi_put_floors(ovi_file_floors(writer), map);
    ovi_put_links(ovi_file_links(writer), map);
    ovi_put_places(ovi_file_places(writer), map);
  } else {
    memcpy(writer->memory.given, given->profiles, (size_t)writer->profiles * OVI_PROFILE_BYTES);
    memcpy(ovi_file_floors(writer), given->floors, (size_t)map->floor_count * OVI_FLOOR_BYTES);
    if (map->link_count != 0) {
      memcpy(ovi_file_links(writer), given->links, (size_t)map->link_count * OVI_LINK_BYTES);
    }
    if (map->place_count != 0) {
      memcpy(ovi_file_places(writer), given->places, (size_t)map->place_count * OVI_PLACE_BYTES);
    }
  }
  writer->end = ovi_file_blocks_begin(writer);
  if (buffer != NULL) {
    OVI_ASSERT(buffer->used == 0);
    /* The blocks are counted as far as their lengths are known without reading them. */
    const ovi_layer *version = writer->bake->version;
    const bool is_held = version != NULL && !ovi_layer_is_fetched(version);
    uint64_t bytes = writer->end;
    for (uint32_t id = 0; is_held && id < ovi_plane_regions(&writer->bake->map.plane); id++) {
      bytes += ovi_region_block_bytes(version, id);
    }
    buffer->bytes = ovi_allocate(buffer->allocator, bytes);
    buffer->capacity = bytes;
    if (buffer->bytes == NULL || ovi_buffer_add(buffer, writer->end) == NULL) {
      writer->result = OVL_NO_MEMORY;
    }
  }
  ovi_slice_pay(writer->stages.budget, 1);
  return ovi_file_status(writer);
}

/* ---- Sections ------------------------------------------------------------------------ */

/* The sections of the map, and islands. */
static ovi_status add_map_sections(void *work) {
  ovi_file_writer *writer = work;
  const ovi_map *map = &writer->bake->map;
  const uint64_t begin = writer->end;
  writer->result = ovi_file_put_section(writer, OVI_SECTION_PROFILES, 0, writer->memory.given,
                                        (uint64_t)writer->profiles * OVI_PROFILE_BYTES);
  if (writer->result == OVL_OK) {
    writer->result = ovi_file_put_section(writer, OVI_SECTION_FLOORS, 0, ovi_file_floors(writer),
                                          (uint64_t)map->floor_count * OVI_FLOOR_BYTES);
  }
  if (writer->result == OVL_OK) {
    writer->result = ovi_file_put_section(writer, OVI_SECTION_LINKS, 0, ovi_file_links(writer),
                                          (uint64_t)map->link_count * OVI_LINK_BYTES);
  }
  if (writer->result == OVL_OK && map->place_count != 0) {
    writer->result = ovi_file_put_section(writer, OVI_SECTION_PLACES, 0, ovi_file_places(writer),
                                          (uint64_t)map->place_count * OVI_PLACE_BYTES);
  }
  for (uint32_t i = 0; writer->result == OVL_OK && i < writer->profiles; i++) {
    ovi_buffer *islands = &writer->memory.layers[i].islands;
    writer->sections[ovi_section_number(writer->profiles, OVI_SECTION_ISLANDS, i)] =
        (ovi_section_view){.at = writer->end,
                           .bytes = islands->used,
                           .checksum =
                               ovi_chunks_end(islands->bytes, ovi_chunked_content(islands->used))};
    writer->result = ovi_file_put(writer, islands->bytes, islands->used);
    if (ovi_file_is_streamed(writer) && !ovi_file_has_labels(writer)) { /* which need them again */
      ovi_buffer_release(islands);
      *islands = (ovi_buffer){.allocator = islands->allocator};
    }
  }
  ovi_slice_pay(writer->stages.budget, 1 + (writer->end - begin) / FILE_PUT_BYTES);
  return ovi_file_status(writer);
}

/* ---- The end of the primary sections ------------------------------------------------------- */

/* Closes the primary sections: the table, whose places in a streamed file follow from the lengths,
 * and their fingerprint. */
static ovi_status close_primary(void *work) {
  ovi_file_writer *writer = work;
  const uint64_t table_begin = ovi_file_table_begin(writer);
  const uint64_t table_bytes =
      ovi_file_table_bytes(ovi_plane_regions(&writer->bake->map.plane), writer->profiles);
  const uint64_t blocks_begin = ovi_file_blocks_begin(writer);
  uint64_t at = 0;
  for (uint32_t id = 0; id < ovi_plane_regions(&writer->bake->map.plane); id++) {
    uint8_t *entry = ovi_file_table_entry(writer, id);
    ovi_put_u64(entry, at);
    at += ovi_get_u32(entry + 8);
  }
  OVI_ASSERT(blocks_begin + at == writer->sections[OVI_SECTION_PROFILES].at);
  writer->sections[OVI_SECTION_BLOCKS].at = blocks_begin;
  writer->sections[OVI_SECTION_BLOCKS].bytes = at;
  writer->sections[OVI_SECTION_TABLE] =
      (ovi_section_view){.at = table_begin,
                         .bytes = blocks_begin - table_begin,
                         .checksum = ovi_chunks_end(ovi_file_table(writer), table_bytes)};
  ovi_put_settings(ovi_file_header(writer), writer->bake, writer->has_heights);
  writer->fingerprint =
      ovi_primary_fingerprint(ovi_file_header(writer), writer->sections, writer->profiles);
  writer->result =
      ovi_file_pass(writer, table_begin, ovi_file_table(writer), blocks_begin - table_begin);
  ovi_slice_pay(writer->stages.budget,
                ovi_plane_regions(&writer->bake->map.plane) / FILE_NAMED_REGIONS);
  return ovi_file_status(writer);
}

/* ---- The whole file ------------------------------------------------------------------------ */

/* Completes the header, which has the settings: equal sections give the same one, however the file
 * is written. */
static ovi_status put_header(void *work) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  ovi_file_writer *writer = work;
  const ovi_map *map = &writer->bake->map;
  const ovi_given *given = &writer->bake->given;
  uint8_t *header = ovi_file_header(writer);
  const uint64_t header_bytes = ovi_file_table_begin(writer);
  ovi_put_u32(header + OVI_AT_HEADER_BYTES, (uint32_t)header_bytes);
  ovi_put_u64(header + OVI_AT_FILE_BYTES, writer->end);
  /* A sum of hashes, so an edit can update it cell by cell, and it can be computed in pieces: of
   * floors, links and cells, but of no settings of the bake. */
  const uint64_t map_fingerprint =
      given->profiles != NULL
          ? given->map_fingerprint
          : ovi_frame_fingerprint(map) + ovi_rows_fingerprint(map, 0, map->plane.height);
  ovi_put_u64(header + OVI_AT_MAP_FINGERPRINT, map_fingerprint);
  ovi_put_u64(header + OVI_AT_FINGERPRINT, writer->fingerprint);
  uint8_t *entry = header + OVI_AT_SECTIONS;
  for (uint32_t number = 0; number < ovi_section_count(writer->profiles); number++) {
    uint32_t profile;
    const ovi_section kind = ovi_section_kind(writer->profiles, number, &profile);
    const ovi_section_view *section = &writer->sections[number];
    if (kind == OVI_SECTION_PLACES && map->place_count == 0) {
      continue;
    }
    OVI_ASSERT(section->at % 8 == 0 && section->at + section->bytes <= writer->end);
    memcpy(entry, names[kind], 4);
    ovi_put_u32(entry + 4, profile);
    ovi_put_u64(entry + 8, section->at);
    ovi_put_u64(entry + 16, section->bytes);
    ovi_put_u64(entry + 24, section->checksum);
    entry += OVI_SECTION_BYTES;
  }
  OVI_ASSERT(entry + 8 == header + header_bytes);
  const uint64_t table_bytes = header_bytes - 8 - OVI_AT_SECTIONS;
  ovi_put_u32(header + OVI_AT_SECTION_COUNT, (uint32_t)(table_bytes / OVI_SECTION_BYTES));
  ovi_put_u64(header + header_bytes - 8, ovi_hash64(0, header, (size_t)header_bytes - 8));
  writer->result = ovi_file_pass(writer, 0, header, header_bytes);
  ovi_slice_pay(writer->stages.budget, 1);
  return ovi_file_status(writer);
}

void ovi_file_begin(ovi_file_writer *writer, const ovi_bake *bake, const ovi_block_source *source,
                    const ovi_file_sink *sink) {
  const ovi_map *map = &bake->map;
  *writer = (ovi_file_writer){.bake = bake,
                              .source = *source,
                              .sink = *sink,
                              .profiles = (uint32_t)map->profile_count,
                              .has_heights = map->has_heights};
  writer->memory.scratch = (ovi_scratch){.allocator = bake->allocator};
  writer->memory.window = (ovi_buffer){.allocator = bake->allocator};
  writer->progress = bake->progress != NULL ? bake->progress : &writer->unreported;
  ovi_progress_expect(writer->progress, ovi_plane_regions(&map->plane));
  if (bake->label_bytes_per_cell != 0 && ovi_file_has_labels(writer)) {
    ovi_progress_expect(writer->progress, ovi_file_label_work(writer) * writer->profiles);
  }
  if (ovi_file_is_streamed(writer)) { /* of all others the blocks are what progress counts */
    ovi_progress_expect(writer->progress, ovi_file_overlay_work(writer) * writer->profiles);
  }
}

bool ovi_file_make(ovi_file_writer *writer, uint64_t *budget) {
  static const ovi_stage stages[OVI_FILE_STAGES] = {
      [OVI_FILE_BEGIN] = {"begin the file", begin_file},
      [OVI_FILE_BLOCKS] = {"pass the blocks", ovi_file_pass_blocks},
      [OVI_FILE_ISLANDS] = {"number the islands", ovi_file_make_islands},
      [OVI_FILE_MAP] = {"write the sections of the map", add_map_sections},
      [OVI_FILE_OVERLAYS] = {"write the overlays", ovi_file_add_overlays},
      [OVI_FILE_TABLE] = {"close the primary sections", close_primary},
      [OVI_FILE_LABELS] = {"make the labels", ovi_file_make_labels},
      [OVI_FILE_LABELS_ROOM] = {"make room for the labels", ovi_file_make_room},
      [OVI_FILE_LABELS_WRITE] = {"write the labels", ovi_file_write_labels},
      [OVI_FILE_LABELS_SUMS] = {"sum the labels", ovi_file_sum_labels},
      [OVI_FILE_HEADER] = {"write the header", put_header}};
  if (writer->result != OVL_OK || *budget == 0) {
    return writer->result != OVL_OK;
  }
  writer->stages.budget = budget;
  return ovi_stages_do(&writer->stages, stages, OVI_FILE_STAGES, writer, NULL) != OVI_PAUSED;
}

void ovi_file_release(ovi_file_writer *writer) {
  ovi_file_memory *memory = &writer->memory;
  for (uint32_t i = 0; memory->layers != NULL && i < writer->profiles; i++) {
    ovi_buffer_release(&memory->layers[i].islands);
    ovi_directed_arcs_release(&memory->layers[i].arcs);
    ovi_file_release_overlays(writer, i);
  }
  ovi_buffer_growth_release(&writer->growth);
  ovi_label_maker_release(&writer->labels.maker);
  ovi_buffer_release(&memory->window);
  ovi_scratch_release(&memory->scratch);
  *memory = (ovi_file_memory){.layers = NULL};
}

ovl_result ovi_file_write(const ovi_bake *bake, const ovi_block_source *source,
                          const ovi_file_sink *sink) {
  uint64_t endless = OVI_SLICE_ENDLESS;
  ovi_file_writer *writer = ovi_allocate(bake->allocator, sizeof *writer); /* large for a stack */
  if (writer == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_file_begin(writer, bake, source, sink);
  ovi_file_make(writer, &endless);
  const ovl_result result = writer->result;
  ovi_file_release(writer);
  ovi_release(bake->allocator, writer, sizeof *writer);
  return result;
}
