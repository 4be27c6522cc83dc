/* The check of a world file: why a file that is damaged or forged is refused. The table of sections
 * is checked in coarse/format/sections.c, parts in coarse/file/part_reader.c, patches in
 * version/patch.c, and regions on first touch in coarse/paging/pager.c.
 *
 * Checksums find damage, but they do not stop a file that was forged. So every number that is used
 * as an index, a length or a count is checked as well, the two sides of each border are compared,
 * and the data that decide whether a step is legal are checked against the cells. Whether the costs
 * between waypoints are right is left to `overland verify`: a wrong cost gives a worse path or
 * OVL_CORRUPT. */
#include "coarse/check/world_check.h"

#include "coarse/check/block_check.h"
#include "coarse/check/layer_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "coarse/format/sections.h"
#include "coarse/format/utf8.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/topology.h"

/* ---- Header -------------------------------------------------------------- */

ovl_result ovi_world_check_begin(const uint8_t *bytes, uint64_t byte_count, uint64_t *header_bytes,
                                 ovl_fault *fault) {
  uint64_t magic_bytes = byte_count < 8 ? byte_count : 8;
  if (((uintptr_t)bytes & 7u) != 0) {
    return ovi_check_fail_values(fault, OVL_MISALIGNED, "address of the bytes, modulo 8", 0,
                                 (uintptr_t)bytes & 7u, 0);
  }
  if (magic_bytes > 0 && memcmp(bytes, OVI_WORLD_MAGIC, (size_t)magic_bytes) != 0) {
    return ovi_check_fail(fault, OVL_NOT_A_WORLD, "magic", OVI_AT_MAGIC);
  }
  if (byte_count >= OVI_AT_HEADER_BYTES) {
    uint32_t version = ovi_get_u32(bytes + OVI_AT_VERSION);
    if (version != OVI_WORLD_VERSION) {
      return ovi_check_fail_values(fault, OVL_OTHER_VERSION, "version", OVI_AT_VERSION, version,
                                   OVI_WORLD_VERSION);
    }
  }
  if (byte_count < OVI_AT_SECTIONS) {
    const uint32_t least = ovi_section_count(1) - 1; /* one profile, no places */
    return ovi_check_fail_values(fault, OVL_WRONG_LENGTH, "header", 0, byte_count,
                                 ovi_header_bytes(least));
  }
  uint32_t sections = ovi_get_u32(bytes + OVI_AT_SECTION_COUNT);
  *header_bytes = ovi_header_bytes(sections);
  if (sections > OVI_MOST_SECTIONS || ovi_get_u32(bytes + OVI_AT_HEADER_BYTES) != *header_bytes) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "length of the header", OVI_AT_HEADER_BYTES,
                                 ovi_get_u32(bytes + OVI_AT_HEADER_BYTES), *header_bytes);
  }
  return byte_count < *header_bytes ? ovi_check_fail_values(fault, OVL_WRONG_LENGTH, "header", 0,
                                                            byte_count, *header_bytes)
                                    : OVL_OK;
}

bool ovi_world_read_settings(ovi_shared *shared, const uint8_t *bytes, ovl_fault *fault) {
  const uint32_t origin_x = ovi_get_u32(bytes + OVI_AT_ORIGIN);
  const uint32_t origin_y = ovi_get_u32(bytes + OVI_AT_ORIGIN + 4);
  uint32_t width = ovi_get_u32(bytes + OVI_AT_WIDTH);
  uint32_t height = ovi_get_u32(bytes + OVI_AT_HEIGHT);
  uint32_t side = ovi_get_u16(bytes + OVI_AT_REGION_CELLS);
  uint32_t spacing = ovi_get_u16(bytes + OVI_AT_SPACING);
  uint32_t floors = ovi_get_u16(bytes + OVI_AT_FLOORS);
  uint32_t profiles = ovi_get_u16(bytes + OVI_AT_PROFILES);
  uint32_t links = ovi_get_u32(bytes + OVI_AT_LINKS);
  const bool is_alone = bytes[OVI_AT_OVERLAYS] == OVI_OVERLAYS_ALONE;
  const uint64_t most_rows = (uint64_t)OVL_MAX_FLOORS * (OVL_MAX_SIDE_CELLS + OVL_MAX_REGION_CELLS);
  if (!ovi_check_range(fault, "origin above its least", OVI_AT_ORIGIN, origin_x + OVL_MAX_ORIGIN, 0,
                       2u * OVL_MAX_ORIGIN) ||
      !ovi_check_range(fault, "origin above its least", OVI_AT_ORIGIN + 4,
                       origin_y + OVL_MAX_ORIGIN, 0, 2u * OVL_MAX_ORIGIN) ||
      !ovi_check_range(fault, "region size", OVI_AT_REGION_CELLS, side, OVL_MIN_REGION_CELLS,
                       OVL_MAX_REGION_CELLS) ||
      !ovi_check_range(fault, "spacing", OVI_AT_SPACING, spacing, 1, OVL_MAX_REGION_CELLS) ||
      !ovi_check_range(fault, "floors", OVI_AT_FLOORS, floors, 1, OVL_MAX_FLOORS) ||
      !ovi_check_range(fault, "profiles", OVI_AT_PROFILES, profiles, 1, OVL_MAX_PROFILES) ||
      !ovi_check_range(fault, "links", OVI_AT_LINKS, links, 0, INT32_MAX) ||
      !ovi_check_range(fault, "overlays", OVI_AT_OVERLAYS, is_alone ? 0 : bytes[OVI_AT_OVERLAYS], 0,
                       0) ||
      !ovi_check_range(fault, "flag of heights", OVI_AT_HEIGHTS, bytes[OVI_AT_HEIGHTS], 0, 1) ||
      !ovi_check_range(fault, "width", OVI_AT_WIDTH, width, 1, OVL_MAX_SIDE_CELLS) ||
      !ovi_check_range(fault, "height", OVI_AT_HEIGHT, height, 1, most_rows)) {
    return false;
  }
  const uint64_t regions = (uint64_t)((width + side - 1) / side) * ((height + side - 1) / side);
  if (!ovi_check_range(fault, "regions", OVI_AT_HEIGHT, regions, 1, INT32_MAX)) {
    return false;
  }
  shared->plane = (ovi_plane){.origin_x = (int32_t)origin_x,
                              .origin_y = (int32_t)origin_y,
                              .width = (int32_t)width,
                              .height = (int32_t)height,
                              .region_cells = (int32_t)side,
                              .spacing = (int32_t)spacing};
  ovi_plane_divide(&shared->plane);
  shared->floor_count = floors;
  shared->profile_count = profiles;
  shared->link_count = links;
  shared->has_heights = bytes[OVI_AT_HEIGHTS] != 0;
  shared->overlays = is_alone ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  shared->has_labels =
      ovi_labels_are_wanted(shared->overlays, shared->plane.width, shared->plane.height);
  shared->entry_bytes = ovi_table_entry_bytes(profiles);
  shared->block_head_bytes = ovi_block_head_bytes(profiles);
  shared->map_fingerprint = ovi_get_u64(bytes + OVI_AT_MAP_FINGERPRINT);
  shared->fingerprint = ovi_get_u64(bytes + OVI_AT_FINGERPRINT);
  return true;
}

/* ---- Sections ------------------------------------------------------------- */

/* Checks the lengths that follow from the header. */
static ovl_result world_check_lengths(const ovi_shared *shared, const ovi_section_views *sections,
                                      ovl_fault *fault) {
  const uint64_t regions = ovi_plane_regions(&shared->plane);
  const uint64_t lengths[OVI_SECTION_ISLANDS] = {
      [OVI_SECTION_TABLE] = ovi_chunked_bytes(ovi_padded8(regions * shared->entry_bytes)),
      [OVI_SECTION_BLOCKS] = sections->list[OVI_SECTION_BLOCKS].bytes,
      [OVI_SECTION_PROFILES] = (uint64_t)shared->profile_count * OVI_PROFILE_BYTES,
      [OVI_SECTION_FLOORS] = (uint64_t)shared->floor_count * OVI_FLOOR_BYTES,
      [OVI_SECTION_LINKS] = (uint64_t)shared->link_count * OVI_LINK_BYTES,
      [OVI_SECTION_PLACES] = (uint64_t)shared->file.place_count * OVI_PLACE_BYTES};
  ovl_result result = OVL_OK;
  for (int kind = 0; result == OVL_OK && kind < OVI_SECTION_ISLANDS; kind++) {
    result = ovi_check_equal(fault, OVL_CORRUPT, "length of a section", sections->list[kind].at,
                             sections->list[kind].bytes, ovi_padded8(lengths[kind]));
  }
  return result;
}

ovl_result ovi_world_check_frame(ovi_shared *shared, ovi_section_views *sections,
                                 const uint8_t *bytes, uint64_t byte_count, ovl_fault *fault) {
  uint64_t header_bytes;
  *shared = (ovi_shared){.file.bytes = bytes, .file.count = byte_count};
  ovl_result result = ovi_world_check_begin(bytes, byte_count, &header_bytes, fault);
  if (result == OVL_OK) {
    const uint64_t stored = ovi_get_u64(bytes + header_bytes - 8);
    const uint64_t checksum = ovi_hash64(0, bytes, (size_t)header_bytes - 8);
    result = ovi_check_equal(fault, OVL_WRONG_CHECKSUM, "checksum of the header", header_bytes - 8,
                             stored, checksum);
  }
  if (result == OVL_OK) {
    result = ovi_check_equal(fault, OVL_WRONG_LENGTH, "length of the file", OVI_AT_FILE_BYTES,
                             byte_count, ovi_get_u64(bytes + OVI_AT_FILE_BYTES));
  }
  if (result == OVL_OK && !ovi_world_read_settings(shared, bytes, fault)) {
    result = OVL_CORRUPT;
  }
  if (result == OVL_OK) {
    result = ovi_sections_find(sections, bytes, byte_count, fault);
  }
  if (result == OVL_OK) { /* how many places there are follows from the length of their section */
    const ovi_section_view *places = &sections->list[OVI_SECTION_PLACES];
    const uint64_t count = places->bytes / OVI_PLACE_BYTES;
    const bool fits =
        ovi_check_range(fault, "places", places->at, count, places->at != 0, OVL_MAX_PLACES);
    shared->file.place_count = fits ? (uint32_t)count : 0;
    result = fits ? world_check_lengths(shared, sections, fault) : OVL_CORRUPT;
  }
  for (uint32_t i = 0; result == OVL_OK && i < ovi_section_count(sections->profiles); i++) {
    uint32_t profile;
    const ovi_section kind = ovi_section_kind(sections->profiles, i, &profile);
    if (ovi_section_is_chunked(kind) &&
        ovi_chunked_content(sections->list[i].bytes) == UINT64_MAX) {
      /* It has no room for the checksums of its chunks, which stand at its end. */
      result = ovi_check_fail(fault, OVL_CORRUPT, "length of a section", sections->list[i].at);
    }
  }
  return result;
}

/* Checks the checksums of a section. */
static ovl_result check_section(const ovi_section_view *section, ovi_section kind, bool on_touch,
                                ovl_fault *fault) {
  static const char *const names[OVI_SECTION_COUNT] = {
      "checksum of the region table", "checksum of the blocks",
      "checksum of the profiles",     "checksum of the floors",
      "checksum of the links",        "checksum of the places",
      "checksum of the islands",      NULL,
      "checksum of the labels"};
  switch (kind) {
  case OVI_SECTION_BLOCKS:   /* the checksum is that of the checksums of the blocks */
  case OVI_SECTION_OVERLAYS: /* the checksum is that of the head */
    return OVL_OK;
  case OVI_SECTION_TABLE:
  case OVI_SECTION_ISLANDS:
  case OVI_SECTION_LABELS: { /* ovi_labels_check checks the head of labels that are checked on touch
                              */
    const uint64_t chunks = ovi_chunk_count(ovi_chunked_content(section->bytes));
    const ovl_result result =
        ovi_check_equal(fault, OVL_WRONG_CHECKSUM, names[kind], section->at,
                        ovi_chunks_checksum(section->sums, chunks), section->checksum);
    if (result != OVL_OK || on_touch) {
      return result;
    }
    const uint64_t wrong = ovi_chunks_check(section, 0, chunks);
    return wrong == chunks ? OVL_OK
                           : ovi_check_fail(fault, OVL_WRONG_CHECKSUM, names[kind],
                                            section->at + wrong * OVI_CHUNK_BYTES);
  }
  default: /* one that is not in memory as a whole is not used, or is checked in pieces */
    return section->held != section->bytes || section->at == 0 /* it is not there */
               ? OVL_OK
               : ovi_check_equal(fault, OVL_WRONG_CHECKSUM, names[kind], section->at,
                                 ovi_hash64(0, section->data, (size_t)section->bytes),
                                 section->checksum);
  }
}

/* ---- What was given to the bake: ranges, field by field --------------------- */

bool ovi_given_profile_is_valid(const ovi_shared *shared, uint32_t number, ovl_fault *fault) {
  const uint8_t *entry = shared->file.profiles + (uint64_t)number * OVI_PROFILE_BYTES;
  const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
  /* All profiles are of the topology of the first. */
  const bool is_hexagonal = shared->file.profiles[OVI_PROFILE_CORNERS] == OVI_HEXAGONS;
  int32_t climb = (int32_t)ovi_get_u32(entry + OVI_PROFILE_CLIMB);
  int32_t drop = (int32_t)ovi_get_u32(entry + OVI_PROFILE_DROP);
  return ovi_check_range(fault, "name of a profile", where, entry[OVL_NAME_BYTES - 1], 0, 0) &&
         ovi_check_range(fault, "corner rule", where + OVI_PROFILE_CORNERS,
                         entry[OVI_PROFILE_CORNERS], is_hexagonal ? OVI_HEXAGONS : 0,
                         is_hexagonal ? OVI_HEXAGONS : OVL_CORNERS_COUNT - 1) &&
         ovi_check_range(fault, "size of a body", where + OVI_PROFILE_BODY, entry[OVI_PROFILE_BODY],
                         1, OVL_MAX_BODY_CELLS) &&
         ovi_check_range(fault, "size of a body of hexagons: even", where + OVI_PROFILE_BODY,
                         is_hexagonal && entry[OVI_PROFILE_BODY] % 2 == 0, 0, 0) &&
         ovi_check_range(fault, "least weight", where + OVI_PROFILE_MIN_WEIGHT,
                         entry[OVI_PROFILE_MIN_WEIGHT], 1, 255) &&
         ovi_check_range(fault, "flags of a profile", where + OVI_PROFILE_FLAGS,
                         entry[OVI_PROFILE_FLAGS], 0,
                         OVI_PROFILE_DIRECTED | OVI_PROFILE_LINKS | OVI_PROFILE_RULE |
                             OVI_PROFILE_PLAIN | OVI_PROFILE_MUTUAL) &&
         ovi_check_range(fault, "climb", where + OVI_PROFILE_CLIMB, (uint64_t)climb + 1, 0,
                         UINT16_MAX + 1) &&
         ovi_check_range(fault, "drop", where + OVI_PROFILE_DROP, (uint64_t)drop + 1, 0,
                         UINT16_MAX + 1) &&
         ovi_check_range(fault, "cost of climbing", where + OVI_PROFILE_CLIMB_COST,
                         ovi_get_u32(entry + OVI_PROFILE_CLIMB_COST), 0, OVI_MOST_STEP_COST) &&
         ovi_check_range(fault, "cost of falling", where + OVI_PROFILE_DROP_COST,
                         ovi_get_u32(entry + OVI_PROFILE_DROP_COST), 0, OVI_MOST_STEP_COST) &&
         ovi_check_range(fault, "bytes of zero", where + OVI_PROFILE_MAX_PORTS + 2,
                         ovi_get_u16(entry + OVI_PROFILE_MAX_PORTS + 2), 0, 0);
}

ovl_result ovi_given_floors_check(ovi_shared *shared, ovl_fault *fault) {
  uint64_t y = 0;
  int32_t width = 0;
  for (uint32_t i = 0; i < shared->floor_count; i++) {
    const uint8_t *entry = shared->file.floors + (uint64_t)i * OVI_FLOOR_BYTES;
    const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
    const uint32_t places = ovi_get_u32(entry + 12);
    if (!ovi_check_range(fault, "width of a floor", where, ovi_get_u32(entry), 1,
                         OVL_MAX_SIDE_CELLS) ||
        !ovi_check_range(fault, "kind of a floor", where + 12, places, 0, 1) ||
        !ovi_check_range(fault, "height of a floor", where + 4, ovi_get_u32(entry + 4), 1,
                         places != 0 ? 1 : OVL_MAX_SIDE_CELLS) ||
        !ovi_check_range(fault, "first row of a floor", where + 8, ovi_get_u32(entry + 8), y, y)) {
      return OVL_CORRUPT;
    }
    ovl_floor_def def = {.width = (int32_t)ovi_get_u32(entry),
                         .height = (int32_t)ovi_get_u32(entry + 4),
                         .graph = places != 0};
    int32_t w;
    int32_t h;
    ovi_floor_size(&def, &w, &h);
    width = w > width ? w : width;
    y += (uint64_t)h;
    if (i + 1 < shared->floor_count) {
      y += (uint64_t)shared->plane.region_cells - y % (uint64_t)shared->plane.region_cells;
    }
  }
  shared->is_one_floor = shared->floor_count == 1 && ovi_get_u32(shared->file.floors + 12) == 0;
  if (width != shared->plane.width || y != (uint64_t)shared->plane.height) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "size of the plane", OVI_AT_WIDTH, y,
                                 (uint64_t)shared->plane.height);
  }
  return OVL_OK;
}

ovl_result ovi_given_links_check(const ovi_shared *shared, ovl_fault *fault) {
  for (uint32_t i = 0; i < shared->link_count; i++) {
    const uint8_t *entry = shared->file.links + (uint64_t)i * OVI_LINK_BYTES;
    const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
    const uint64_t most_x = (uint64_t)shared->plane.width - 1;
    const uint64_t most_y = (uint64_t)shared->plane.height - 1;
    if (!ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry), 0, most_x) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 4), 0, most_y) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 8), 0, most_x) ||
        !ovi_check_range(fault, "end of a link", where, ovi_get_u32(entry + 12), 0, most_y) ||
        !ovi_check_range(fault, "cost of a link", where, ovi_get_u32(entry + 16), 1,
                         OVI_MOST_LINK_COST) ||
        !ovi_check_range(fault, "cost of a link", where, ovi_get_u32(entry + 20), 0,
                         OVI_MOST_LINK_COST) ||
        !ovi_check_range(fault, "flags of a link", where, ovi_get_u32(entry + OVI_LINK_FLAGS), 0,
                         OVI_LINK_CLOSED)) {
      return OVL_CORRUPT;
    }
  }
  return OVL_OK;
}

ovl_result ovi_given_places_check(const ovi_shared *shared, ovl_fault *fault) {
  for (uint32_t i = 0; i < shared->file.place_count; i++) {
    const uint8_t *entry = shared->file.places + (uint64_t)i * OVI_PLACE_BYTES;
    const uint64_t where = (uint64_t)((uintptr_t)entry - (uintptr_t)shared->file.bytes);
    const uint64_t letters = ovi_text_bytes(entry + OVI_PLACE_NAME, OVI_PLACE_NAME_BYTES);
    const uint64_t x = ovi_get_u32(entry + OVI_PLACE_X);
    const uint64_t y = ovi_get_u32(entry + OVI_PLACE_Y);
    const uint32_t floor = ovi_get_u32(entry + OVI_PLACE_FLOOR);
    if (!ovi_check_range(fault, "name of a place", where, letters, 1, OVI_PLACE_NAME_BYTES - 1) ||
        !ovi_check_range(fault, "floor of a place", where + OVI_PLACE_FLOOR, floor, 0,
                         (uint64_t)shared->floor_count - 1)) {
      return OVL_CORRUPT;
    }
    const uint8_t *of_floor = shared->file.floors + (uint64_t)floor * OVI_FLOOR_BYTES;
    const uint64_t width = ovi_get_u32(of_floor), height = ovi_get_u32(of_floor + 4);
    if (!ovi_check_range(fault, "cell of a place", where + OVI_PLACE_X, x, 0, width - 1) ||
        !ovi_check_range(fault, "cell of a place", where + OVI_PLACE_Y, y, 0, height - 1) ||
        !ovi_check_range(fault, "width of a place", where + OVI_PLACE_WIDTH,
                         ovi_get_u32(entry + OVI_PLACE_WIDTH), 1, width - x) ||
        !ovi_check_range(fault, "height of a place", where + OVI_PLACE_HEIGHT,
                         ovi_get_u32(entry + OVI_PLACE_HEIGHT), 1, height - y) ||
        !ovi_check_range(fault, "bytes of zero", where + OVI_PLACE_HEIGHT + 4,
                         ovi_get_u32(entry + OVI_PLACE_HEIGHT + 4), 0, 0)) {
      return OVL_CORRUPT;
    }
  }
  return OVL_OK;
}

/* ---- Blocks --------------------------------------------------------------- */

/* Checks the blocks of all regions, and whether layers are plain with them. */
static ovl_result world_check_blocks(const ovi_shared *shared, ovi_layer *layers,
                                     const ovi_section_view *section, ovi_progress *progress,
                                     ovl_fault *fault) {
  uint64_t checksum = 0;
  uint64_t bytes = 0;
  for (uint32_t id = 0; id < ovi_region_count(layers); id++) {
    const uint8_t *entry = shared->file.table + (uint64_t)id * shared->entry_bytes;
    const uint64_t at = ovi_get_u64(entry);
    const ovi_block_bytes block = {.bytes = shared->file.blocks + at,
                                   .length = ovi_get_u32(entry + 8),
                                   .where = section->at + at,
                                   .id = id};
    if (!ovi_block_place_is_valid(shared, at, block.length, section->bytes)) {
      return ovi_check_fail(fault, OVL_CORRUPT, "place of a region's block", id);
    }
    ovl_result result = ovi_block_check(layers, &block, fault);
    result = result == OVL_OK ? ovi_progress_add(progress, 1) : result;
    if (result != OVL_OK) {
      return result;
    }
    for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
      ovi_layer *layer = &layers[profile];
      const uint8_t *layer_block = ovi_layer_block(layer, block.bytes);
      layer->profile.is_plain =
          layer->profile.is_plain && ovi_layer_block_is_plain(layer, layer_block);
    }
    checksum = ovi_mix64(checksum ^ ovi_get_u64(block.bytes + OVI_BLOCK_CHECKSUM));
    bytes += block.length;
  }
  const ovl_result result = ovi_check_equal(fault, OVL_WRONG_CHECKSUM, "checksum of the blocks",
                                            section->at, checksum, section->checksum);
  return result != OVL_OK ? result
                          : ovi_check_equal(fault, OVL_CORRUPT, "lengths of the blocks",
                                            section->at, bytes, section->bytes);
}

/* ---- All ------------------------------------------------------------------ */

/* Begins the layers. Whether they are plain is found from the blocks, or else read from the
 * profiles: then each region is checked against that later. */
static ovl_result begin_layers(ovi_shared *shared, ovi_layer *layers, bool checks_blocks,
                               ovl_fault *fault) {
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    if (!ovi_given_profile_is_valid(shared, profile, fault)) {
      return OVL_CORRUPT;
    }
    memset(&layers[profile], 0, sizeof(layers[profile]));
    ovi_layer_begin(&layers[profile], shared, profile);
    const uint8_t *entry = shared->file.profiles + (uint64_t)profile * OVI_PROFILE_BYTES;
    ovi_layer_read_profile(&layers[profile], entry);
    layers[profile].profile.is_plain =
        checks_blocks || (entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_PLAIN) != 0;
  }
  return OVL_OK;
}

static ovl_result world_check_given(ovi_shared *shared, const ovi_section_views *sections,
                                    bool on_touch, ovl_fault *fault) {
  shared->file.table = sections->list[OVI_SECTION_TABLE].data;
  shared->file.blocks = sections->list[OVI_SECTION_BLOCKS].data;
  shared->file.profiles = sections->list[OVI_SECTION_PROFILES].data;
  shared->file.floors = sections->list[OVI_SECTION_FLOORS].data;
  shared->file.links = sections->list[OVI_SECTION_LINKS].data;
  shared->file.places = sections->list[OVI_SECTION_PLACES].data;
  if (shared->is_made) {
    return OVL_OK;
  }
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < ovi_section_count(sections->profiles); i++) {
    uint32_t profile;
    const ovi_section kind = ovi_section_kind(sections->profiles, i, &profile);
    result = check_section(&sections->list[i], kind, on_touch, fault);
  }
  if (result == OVL_OK) {
    /* Routes recognise a world by its fingerprint, so it must be the right one. */
    result = ovi_check_equal(
        fault, OVL_CORRUPT, "fingerprint", OVI_AT_FINGERPRINT, shared->fingerprint,
        ovi_primary_fingerprint(shared->file.bytes, sections->list, sections->profiles));
  }
  if (result == OVL_OK) {
    result = ovi_given_floors_check(shared, fault);
  }
  result = result == OVL_OK ? ovi_given_links_check(shared, fault) : result;
  return result == OVL_OK ? ovi_given_places_check(shared, fault) : result;
}

ovl_result ovi_world_check(ovi_shared *shared, ovi_layer *layers, const ovi_section_views *sections,
                           bool on_touch, ovi_progress *progress, ovl_fault *fault) {
  ovl_result result = world_check_given(shared, sections, on_touch, fault);
  const bool checks_blocks = !on_touch && !shared->is_made;
  if (result == OVL_OK) {
    result = begin_layers(shared, layers, checks_blocks, fault);
  }
  if (result == OVL_OK && checks_blocks) {
    result =
        world_check_blocks(shared, layers, &sections->list[OVI_SECTION_BLOCKS], progress, fault);
  }
  for (uint32_t profile = 0; result == OVL_OK && profile < shared->profile_count; profile++) {
    result = ovi_layer_check(&layers[profile], sections, on_touch, progress, fault);
  }
  return result;
}

uint64_t ovi_world_check_work(const ovi_shared *shared) {
  const ovi_layer layer = {.partition = shared->plane};
  const uint64_t regions = ovi_plane_regions(&shared->plane);
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint64_t clusters = firsts[ovi_overlay_levels(&layer, firsts)];
  return regions + shared->profile_count * (regions + 2 * clusters);
}
