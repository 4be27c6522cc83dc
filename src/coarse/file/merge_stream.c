/* A file written as its parts are read: blocks go through a window of three rows of overlay cells;
 * what is held of all the world is the table, an entry a local component and the overlays. */
#include "coarse/blocks/map_sections.h"
#include "coarse/check/layer_check.h"
#include "coarse/file/block_window.h"
#include "coarse/file/chunk_writer.h"
#include "coarse/file/file_frame.h"
#include "coarse/file/merge.h"
#include "coarse/islands/islands.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "common/compiler.h"
#include "common/hash64.h"

/* One profile's layer. */
typedef struct layer_stream {
  ovi_profile_totals totals;
  uint32_t *slots; /* islands of local components, as they are joined */
  uint64_t slot_room;
  uint32_t islands;
  ovi_overlay_maker overlays;
  bool has_maker;
} layer_stream;

typedef struct merged_stream {
  const ovi_merge *merge;
  ovi_part_reader *parts;
  const ovl_allocator *allocator;
  ovi_bake bake;
  uint32_t profiles, regions;
  uint64_t upper_cells, upper_made; /* of overlays, above the first level */
  ovi_block_window window;
  layer_stream *layers;
  uint64_t at; /* where the file ends so far */
  uint64_t blocks_at;
  uint64_t blocks_checksum;
  ovi_section_place sections[OVI_FILE_MOST_SECTIONS];
} merged_stream;

static bool stream_put(merged_stream *stream, const uint8_t *bytes, uint64_t count) {
  const bool is_put = count == 0 || stream->merge->write(stream->merge->write_user, stream->at,
                                                         bytes, (size_t)count);
  stream->at += count;
  return is_put;
}

/* A layer of the bands that are held. */
static ovi_layer stream_view(const merged_stream *stream, ovi_shared *shared, uint32_t profile) {
  ovi_layer layer = {0};
  *shared = stream->parts->shared;
  shared->file.table = stream->window.table;
  shared->file.blocks = stream->window.bytes;
  ovi_layer_begin(&layer, shared, profile);
  ovi_layer_read_profile(&layer, shared->file.profiles + (uint64_t)profile * OVI_PROFILE_BYTES);
  return layer;
}

/* ---- Bands ------------------------------------------------------------------------ */

/* Slots for the components of a band. */
static bool stream_add_slots(merged_stream *stream, layer_stream *own, uint32_t first) {
  const uint32_t end = own->totals.slots;
  if (end > own->slot_room) {
    const uint64_t room = (uint64_t)end + end / 2;
    uint32_t *grown = ovi_allocate(stream->allocator, room * sizeof(uint32_t));
    if (grown == NULL) {
      return false;
    }
    if (first != 0) {
      memcpy(grown, own->slots, (size_t)first * sizeof(uint32_t));
    }
    ovi_release(stream->allocator, own->slots, own->slot_room * sizeof(uint32_t));
    own->slots = grown;
    own->slot_room = room;
  }
  ovi_islands_begin(own->slots, first, end);
  return true;
}

/* Adds up the regions of a band for one profile, and tells the table their first slots. */
static bool count_band(merged_stream *stream, uint32_t profile, uint32_t first_region) {
  layer_stream *own = &stream->layers[profile];
  const uint32_t first = own->totals.slots;
  ovi_shared shared;
  const ovi_layer layer = stream_view(stream, &shared, profile);
  for (uint32_t id = first_region; id < first_region + (uint32_t)shared.plane.regions_x; id++) {
    const ovi_region region = ovi_region_view(&layer, id);
    ovi_put_u32(ovi_block_window_entry(&stream->window, id) + OVI_TABLE_SLOTS +
                    4 * (uint64_t)profile,
                own->totals.slots);
    ovi_totals_add(&own->totals, &region);
  }
  return stream_add_slots(stream, own, first);
}

/* Joins the islands of a band with those of the band below, which is held too if there is one. */
static ovl_result join_band(merged_stream *stream, int32_t band) {
  const uint32_t first = (uint32_t)(band * stream->parts->shared.plane.regions_x);
  for (uint32_t profile = 0; profile < stream->profiles; profile++) {
    ovi_shared shared;
    const ovi_layer layer = stream_view(stream, &shared, profile);
    const uint32_t end = first + (uint32_t)shared.plane.regions_x;
    for (uint32_t id = first; id < end; id++) {
      const ovi_region region = ovi_region_view(&layer, id);
      if (!ovi_borders_are_valid(&layer, &region)) {
        stream->parts->fault->what = "waypoints that two regions share";
        ovi_parts_blame(stream->parts, (uint64_t)band);
        return OVL_CORRUPT;
      }
    }
    ovi_islands_join(&layer, first, end, stream->layers[profile].slots);
  }
  return OVL_OK;
}

/* Names the blocks of a band in the table. */
static void name_blocks(merged_stream *stream, uint32_t first_region, const uint8_t *blocks) {
  for (int32_t rx = 0; rx < stream->parts->shared.plane.regions_x; rx++) {
    const uint32_t bytes = ovi_parts_block_bytes(stream->parts, rx);
    uint8_t *entry = ovi_block_window_entry(&stream->window, first_region + (uint32_t)rx);
    ovi_put_u64(entry, (uint64_t)(blocks - stream->window.bytes));
    ovi_put_u32(entry + 8, bytes);
    stream->blocks_checksum =
        ovi_mix64(stream->blocks_checksum ^ ovi_get_u64(blocks + OVI_BLOCK_CHECKSUM));
    blocks += bytes;
  }
}

/* Tells how far it has come. A cell above the first level costs about as much as the regions of one
 * of the first, blocks, borders and overlays of theirs included. */
static ovl_result stream_report(const merged_stream *stream) {
  const ovi_merge *merge = stream->merge;
  const uint64_t regions_a_cell = (uint64_t)OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE;
  const uint64_t bands =
      (uint64_t)stream->parts->next_band * (uint64_t)stream->parts->shared.plane.regions_x;
  return merge->progress == NULL ||
                 merge->progress(merge->progress_user, bands + regions_a_cell * stream->upper_made,
                                 stream->regions + regions_a_cell * stream->upper_cells)
             ? OVL_OK
             : OVL_STOPPED;
}

static ovl_result stream_add_band(merged_stream *stream) {
  const int32_t band = stream->parts->next_band;
  const uint32_t first_region = (uint32_t)(band * stream->parts->shared.plane.regions_x);
  uint64_t bytes;
  ovl_result result = ovi_parts_next_band(stream->parts, &bytes);
  if (result != OVL_OK) {
    return result;
  }
  uint8_t *blocks = ovi_block_window_add(&stream->window, bytes);
  result = blocks != NULL ? ovi_parts_blocks(stream->parts, blocks) : OVL_NO_MEMORY;
  if (result != OVL_OK) {
    return result;
  }
  if (!stream_put(stream, blocks, bytes)) {
    return OVL_WRITE_FAILED;
  }
  name_blocks(stream, first_region, blocks);
  for (uint32_t profile = 0; profile < stream->profiles; profile++) {
    if (!count_band(stream, profile, first_region)) {
      return OVL_NO_MEMORY;
    }
  }
  if (band > 0) {
    result = join_band(stream, band - 1);
  }
  if (result == OVL_OK && band + 1 == stream->parts->shared.plane.regions_y) {
    result = join_band(stream, band);
  }
  return result == OVL_OK ? stream_report(stream) : result;
}

/* ---- Overlays --------------------------------------------------------------------- */

static ovl_result stream_begin_overlays(merged_stream *stream) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < stream->profiles; profile++) {
    layer_stream *own = &stream->layers[profile];
    ovi_shared shared;
    const ovi_layer layer = stream_view(stream, &shared, profile);
    own->has_maker = true;
    result = ovi_overlays_begin(&own->overlays, &layer, stream->allocator, stream->merge->jobs);
    stream->upper_cells +=
        ovi_cluster_count(&own->overlays.layer) - own->overlays.layer.overlay.first_clusters[1];
  }
  return result;
}

/* A row of level 1 whose regions are held, with those of the rows beside it; or, below all of them,
 * what is left of the levels above. */
static ovl_result stream_make_row(merged_stream *stream, layer_stream *own, uint32_t profile,
                                  int32_t row) {
  ovl_result result = OVL_OK;
  ovi_shared shared;
  const ovi_layer layer = stream_view(stream, &shared, profile);
  ovi_overlay_maker *maker = &own->overlays;
  const bool is_last = (row + 1) * OVI_OVERLAY_FIRST_SIDE >= shared.plane.regions_y;
  bool goes_on = !ovi_overlays_are_made(maker) && maker->level == 1;
  while (result == OVL_OK && goes_on) {
    const uint64_t cells = maker->level > 1 ? (uint64_t)ovi_clusters_x(&layer, maker->level) : 0;
    result = ovi_overlays_make_row(maker, &layer);
    goes_on = is_last && !ovi_overlays_are_made(maker);
    stream->upper_made += cells;
    if (result == OVL_OK && cells != 0) {
      result = stream_report(stream);
    }
  }
  return result;
}

/* All bands, and all that is made of them. */
static ovl_result pass_blocks(merged_stream *stream) {
  const int32_t bands = stream->parts->shared.plane.regions_y;
  const int32_t side = OVI_OVERLAY_FIRST_SIDE;
  ovl_result result = stream_begin_overlays(stream);
  for (int32_t row = 0; result == OVL_OK && row * side < bands; row++) {
    const int32_t end = (row + 2) * side < bands ? (row + 2) * side : bands;
    while (result == OVL_OK && stream->parts->next_band < end) {
      result = stream_add_band(stream);
    }
    for (uint32_t profile = 0; result == OVL_OK && profile < stream->profiles; profile++) {
      result = stream_make_row(stream, &stream->layers[profile], profile, row);
    }
    ovi_block_window_drop(&stream->window, row * side);
  }
  if (result == OVL_OK && stream->upper_made != stream->upper_cells) { /* levels were left out */
    stream->upper_made = stream->upper_cells;
    result = stream_report(stream);
  }
  return result;
}

/* ---- Sections --------------------------------------------------------------------- */

static ovi_section_place *own_place(merged_stream *stream, int kind, uint32_t profile) {
  return &stream->sections[ovi_own_section(stream->profiles, kind, profile)];
}

/* Puts a section whose bytes are all there. */
static bool put_section(merged_stream *stream, ovi_section_place *place, const uint8_t *bytes,
                        uint64_t count) {
  *place = (ovi_section_place){stream->at, count, ovi_hash64(0, bytes, (size_t)count)};
  return stream_put(stream, bytes, count);
}

/* Writes profiles, floors and links as they were given; profiles with their sums. */
static ovl_result put_given(merged_stream *stream) {
  const ovi_shared *shared = &stream->parts->shared;
  uint8_t profiles[OVL_MAX_PROFILES * OVI_PROFILE_BYTES] = {0};
  memcpy(profiles, shared->file.profiles, (size_t)stream->profiles * OVI_PROFILE_BYTES);
  for (uint32_t i = 0; i < stream->profiles; i++) {
    uint8_t *entry = profiles + (uint64_t)i * OVI_PROFILE_BYTES;
    layer_stream *own = &stream->layers[i];
    ovi_totals_end(&own->totals);
    ovi_put_totals(entry, &own->totals);
    own->islands = ovi_islands_number(own->slots, own->totals.slots);
    ovi_put_u32(entry + OVI_PROFILE_ISLANDS, own->islands);
  }
  return put_section(stream, &stream->sections[OVI_SECTION_PROFILES], profiles,
                     (uint64_t)stream->profiles * OVI_PROFILE_BYTES) &&
                 put_section(stream, &stream->sections[OVI_SECTION_FLOORS], shared->file.floors,
                             (uint64_t)shared->floor_count * OVI_FLOOR_BYTES) &&
                 put_section(stream, &stream->sections[OVI_SECTION_LINKS], shared->file.links,
                             (uint64_t)shared->link_count * OVI_LINK_BYTES)
             ? OVL_OK
             : OVL_WRITE_FAILED;
}

/* Begins a section of so many bytes that is checked chunk by chunk. */
static ovl_result begin_chunks(const merged_stream *stream, ovi_chunk_writer *writer, uint64_t at,
                               uint64_t bytes) {
  *writer = (ovi_chunk_writer){.write = stream->merge->write,
                               .write_user = stream->merge->write_user,
                               .allocator = stream->allocator,
                               .at = at};
  return ovi_chunk_writer_begin(writer, bytes);
}

static ovl_result put_islands(merged_stream *stream, uint32_t profile) {
  const layer_stream *own = &stream->layers[profile];
  const uint64_t bytes = (4 * (uint64_t)own->totals.slots + 7) & ~(uint64_t)7;
  ovi_section_place *place = own_place(stream, OVI_SECTION_ISLANDS, profile);
  ovi_chunk_writer writer;
  ovl_result result = begin_chunks(stream, &writer, stream->at, bytes);
  bool is_put = result == OVL_OK;
  *place = (ovi_section_place){stream->at, ovi_chunked_bytes(bytes), 0};
  for (uint64_t i = 0; is_put && i < bytes / 4; i++) {
    uint8_t number[4];
    ovi_put_u32(number, i < own->totals.slots ? own->slots[i] : 0);
    is_put = ovi_chunk_writer_put(&writer, number, sizeof(number));
  }
  is_put = is_put && ovi_chunk_writer_end(&writer, &place->checksum);
  ovi_chunk_writer_release(&writer);
  stream->at += place->bytes;
  return result == OVL_OK && !is_put ? OVL_WRITE_FAILED : result;
}

static ovl_result stream_put_overlays(merged_stream *stream, uint32_t profile) {
  const ovi_overlay_maker *maker = &stream->layers[profile].overlays;
  const uint64_t head_bytes = ovi_overlays_head_bytes(&maker->layer);
  ovi_section_place *place = own_place(stream, OVI_SECTION_OVERLAYS, profile);
  uint8_t *head = ovi_allocate(stream->allocator, head_bytes + 1);
  if (head == NULL) {
    return OVL_NO_MEMORY;
  }
  *place = (ovi_section_place){stream->at, ovi_overlays_bytes(&maker->layer),
                               ovi_overlays_put_head(&maker->layer, head)};
  bool is_put = stream_put(stream, head, head_bytes);
  for (uint32_t cell = 0; is_put && cell < ovi_cluster_count(&maker->layer); cell++) {
    is_put = stream_put(stream, maker->blocks[cell], maker->bytes[cell]);
  }
  ovi_release(stream->allocator, head, head_bytes + 1);
  return is_put ? OVL_OK : OVL_WRITE_FAILED;
}

static ovl_result put_own_sections(merged_stream *stream) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < stream->profiles; profile++) {
    result = put_islands(stream, profile);
  }
  for (uint32_t profile = 0; result == OVL_OK && profile < stream->profiles; profile++) {
    result = stream_put_overlays(stream, profile);
  }
  for (uint32_t profile = 0; profile < stream->profiles; profile++) {
    const ovi_section_place empty = {stream->at, 0, ovi_hash64(0, NULL, 0)};
    *own_place(stream, OVI_SECTION_LANDMARKS, profile) = empty;
    *own_place(stream, OVI_SECTION_LABELS, profile) = empty;
  }
  return result;
}

/* The table knows lengths, which tell where blocks are. */
static ovl_result put_table(merged_stream *stream) {
  const uint64_t bytes = ovi_file_table_bytes(stream->regions, stream->profiles);
  ovi_section_place *place = &stream->sections[OVI_SECTION_TABLE];
  ovi_chunk_writer writer;
  ovl_result result = begin_chunks(stream, &writer, place->at, bytes);
  bool is_put = result == OVL_OK;
  uint64_t at = 0;
  for (uint64_t id = 0; is_put && id < stream->regions; id++) {
    uint8_t *entry = ovi_block_window_entry(&stream->window, id);
    ovi_put_u64(entry, at);
    at += ovi_get_u32(entry + 8);
    is_put = ovi_chunk_writer_put(&writer, entry, (size_t)stream->window.entry_bytes);
  }
  const uint8_t padding[8] = {0};
  is_put = is_put &&
           ovi_chunk_writer_put(&writer, padding,
                                (size_t)(bytes - stream->regions * stream->window.entry_bytes)) &&
           ovi_chunk_writer_end(&writer, &place->checksum);
  ovi_chunk_writer_release(&writer);
  return result == OVL_OK && !is_put ? OVL_WRITE_FAILED : result;
}

static ovl_result stream_put_header(merged_stream *stream) {
  const uint64_t bytes = ovi_file_table_begin(stream->profiles);
  const ovi_shared *shared = &stream->parts->shared;
  uint8_t *header = ovi_allocate(stream->allocator, bytes);
  if (header == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(header, 0, (size_t)bytes);
  ovi_put_settings(header, &stream->bake, shared->has_heights);
  const ovi_file_end end = {.sections = stream->sections,
                            .profiles = stream->profiles,
                            .bytes = stream->at,
                            .map_fingerprint = shared->map_fingerprint + stream->parts->cells,
                            .fingerprint =
                                ovi_file_fingerprint(header, stream->sections, stream->profiles)};
  ovi_put_header(header, &end);
  stream->at = 0;
  const bool is_put = stream_put(stream, header, bytes);
  ovi_release(stream->allocator, header, bytes);
  return is_put ? OVL_OK : OVL_WRITE_FAILED;
}

/* ---- All -------------------------------------------------------------------------- */

static ovl_result write_file(merged_stream *stream) {
  const uint64_t table_at = ovi_file_table_begin(stream->profiles);
  stream->at = stream->blocks_at =
      table_at + ovi_chunked_bytes(ovi_file_table_bytes(stream->regions, stream->profiles));
  stream->sections[OVI_SECTION_TABLE] =
      (ovi_section_place){table_at, stream->blocks_at - table_at, 0};
  ovl_result result = pass_blocks(stream);
  stream->sections[OVI_SECTION_BLOCKS] = (ovi_section_place){
      stream->blocks_at, stream->at - stream->blocks_at, stream->blocks_checksum};
  result = result == OVL_OK ? put_given(stream) : result;
  result = result == OVL_OK ? put_own_sections(stream) : result;
  result = result == OVL_OK ? put_table(stream) : result;
  return result == OVL_OK ? stream_put_header(stream) : result;
}

static void stream_release(merged_stream *stream) {
  for (uint32_t i = 0; i < stream->profiles; i++) {
    layer_stream *own = &stream->layers[i];
    ovi_release(stream->allocator, own->slots, own->slot_room * sizeof(uint32_t));
    if (own->has_maker) {
      ovi_overlays_release(&own->overlays);
    }
  }
  ovi_release(stream->allocator, stream->layers, stream->profiles * sizeof(layer_stream));
}

ovl_result ovi_merge_stream(const ovi_merge *merge) {
  const ovi_shared *shared = &merge->parts->shared;
  merged_stream stream = {.merge = merge,
                          .parts = merge->parts,
                          .allocator = merge->parts->allocator,
                          .bake = ovi_merge_bake(merge),
                          .profiles = shared->profile_count,
                          .regions = (uint32_t)shared->plane.regions_x *
                                     (uint32_t)shared->plane.regions_y};
  stream.layers = ovi_allocate(stream.allocator, stream.profiles * sizeof(layer_stream));
  if (stream.layers == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t i = 0; i < stream.profiles; i++) {
    stream.layers[i] = (layer_stream){.slots = NULL};
  }
  ovl_result result = ovi_block_window_begin(&stream.window, shared, stream.allocator);
  result = result == OVL_OK ? write_file(&stream) : result;
  ovi_block_window_release(&stream.window);
  stream_release(&stream);
  return result;
}
