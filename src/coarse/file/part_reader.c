/* Heads first, then band after band. */
#include "coarse/file/part_reader.h"

#include "coarse/check/block_check.h"
#include "coarse/check/given_check.h"
#include "coarse/check/world_check.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"

/* What is read at once of what is only compared. */
enum { PIECE_BYTES = 4096 };

static ovl_result part_reader_fail(const ovi_part_reader *reader, ovl_result result,
                                   const char *what, int32_t part) {
  return ovi_check_fail(reader->fault, result, what, (uint64_t)part);
}

static ovl_result fail_values(const ovi_part_reader *reader, ovl_result result, const char *what,
                              int32_t part, uint64_t found, uint64_t expected) {
  return ovi_check_fail_values(reader->fault, result, what, (uint64_t)part, found, expected);
}

static ovl_result read_bytes(const ovi_part_reader *reader, int32_t part, uint64_t at, uint8_t *out,
                             uint64_t bytes) {
  if (bytes > SIZE_MAX || !reader->read(reader->read_user, part, at, out, (size_t)bytes)) {
    return fail_values(reader, OVL_READ_FAILED, "bytes of a part", part, 0, bytes);
  }
  return OVL_OK;
}

/* A stage's memory. */
static bool take(ovi_part_reader *reader, int stage, uint64_t bytes, ovi_arena *arena) {
  reader->memory_bytes[stage] = bytes;
  reader->memory[stage] = ovi_allocate(reader->allocator, bytes);
  *arena = (ovi_arena){reader->memory[stage], 0};
  return reader->memory[stage] != NULL;
}

/* ---- Heads ---------------------------------------------------------------------- */

static ovl_result read_head(const ovi_part_reader *reader, int32_t part,
                            uint8_t head[OVI_HEAD_BYTES]) {
  const ovl_result result = read_bytes(reader, part, 0, head, OVI_HEAD_BYTES);
  if (result != OVL_OK) {
    return result;
  }
  if (memcmp(head, OVI_PART_FILE_MAGIC, 8) != 0) {
    return part_reader_fail(reader, OVL_OTHER_PART, "magic of a part", part);
  }
  const uint32_t version = ovi_get_u32(head + OVI_HEAD_VERSION);
  if (version != OVI_PART_FILE_VERSION) {
    return fail_values(reader, OVL_OTHER_VERSION, "version of a part", part, version,
                       OVI_PART_FILE_VERSION);
  }
  const uint64_t checksum = ovi_hash64(0, head, OVI_HEAD_CHECKSUM);
  const uint64_t stored = ovi_get_u64(head + OVI_HEAD_CHECKSUM);
  if (checksum != stored) {
    return fail_values(reader, OVL_WRONG_CHECKSUM, "checksum of a part's head", part, checksum,
                       stored);
  }
  return OVL_OK;
}

/* Checks the common bytes of a part by their sum, and keeps the first of them. */
static ovl_result read_common(const ovi_part_reader *reader, int32_t part, const uint8_t *head,
                              uint8_t first[OVI_COMMON_SECTIONS]) {
  uint8_t piece[PIECE_BYTES];
  const uint64_t bytes = ovi_get_u64(head + OVI_HEAD_COMMON_BYTES);
  if (bytes < OVI_COMMON_SECTIONS) {
    return part_reader_fail(reader, OVL_CORRUPT, "settings of a part", part);
  }
  ovi_hash hash = ovi_hash_begin(0, bytes);
  for (uint64_t at = 0; at < bytes; at += PIECE_BYTES) {
    const uint64_t left = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
    const ovl_result result = read_bytes(reader, part, OVI_HEAD_BYTES + at, piece, left);
    if (result != OVL_OK) {
      return result;
    }
    ovi_hash_add(&hash, piece, (size_t)left);
    if (at == 0) {
      memcpy(first, piece, OVI_COMMON_SECTIONS);
    }
  }
  const uint64_t stored = ovi_get_u64(head + OVI_HEAD_COMMON_CHECKSUM);
  return ovi_hash_end(&hash) == stored
             ? OVL_OK
             : fail_values(reader, OVL_WRONG_CHECKSUM, "checksum of a part's settings", part,
                           ovi_hash_end(&hash), stored);
}

/* A part is one of those that the first is of. */
static ovl_result compare_common(const ovi_part_reader *reader, int32_t part, const uint8_t *head,
                                 const uint8_t *first) {
  const uint64_t identity = ovi_get_u64(first + OVI_COMMON_IDENTITY);
  const uint64_t expected = ovi_get_u64(reader->common + OVI_COMMON_IDENTITY);
  if (identity != expected) {
    return fail_values(reader, OVL_OTHER_PART, "map of a part", part, identity, expected);
  }
  const uint64_t checksum = ovi_get_u64(head + OVI_HEAD_COMMON_CHECKSUM);
  if (ovi_get_u64(head + OVI_HEAD_COMMON_BYTES) != reader->common_bytes ||
      checksum != reader->common_checksum) {
    return fail_values(reader, OVL_OTHER_PART, "settings of a part", part, checksum,
                       reader->common_checksum);
  }
  return OVL_OK;
}

/* ---- What all parts are of ------------------------------------------------------- */

static ovl_result part_reader_check_given(ovi_part_reader *reader) {
  ovi_shared *shared = &reader->shared;
  bool sound = true;
  for (uint32_t i = 0; sound && i < shared->profile_count; i++) {
    sound = ovi_given_profile_is_valid(shared, i, reader->fault);
  }
  if (!sound || ovi_given_floors_check(shared, reader->fault) != OVL_OK ||
      ovi_given_links_check(shared, reader->fault) != OVL_OK) {
    return part_reader_fail(reader, OVL_CORRUPT, "settings of a part", 0);
  }
  return OVL_OK;
}

static ovl_result find_shared(ovi_part_reader *reader) {
  ovi_shared *shared = &reader->shared;
  *shared = (ovi_shared){.file.bytes = reader->common, .file.count = reader->common_bytes};
  if (ovi_get_u32(reader->common + OVI_AT_VERSION) != OVI_WORLD_VERSION ||
      !ovi_world_read_settings(shared, reader->common, reader->fault) ||
      reader->common_bytes !=
          ovi_common_bytes(shared->profile_count, shared->floor_count, shared->link_count)) {
    return part_reader_fail(reader, OVL_CORRUPT, "settings of a part", 0);
  }
  shared->map_fingerprint = ovi_get_u64(reader->common + OVI_COMMON_FINGERPRINT);
  shared->fingerprint = 0;
  shared->file.profiles = reader->common + OVI_COMMON_SECTIONS;
  shared->file.floors = shared->file.profiles + (uint64_t)shared->profile_count * OVI_PROFILE_BYTES;
  shared->file.links = shared->file.floors + (uint64_t)shared->floor_count * OVI_FLOOR_BYTES;
  return part_reader_check_given(reader);
}

static void reserve_all(ovi_part_reader *reader, ovi_arena *arena) {
  const ovi_shared *shared = &reader->shared;
  reader->layers = ovi_arena_take(arena, shared->profile_count, sizeof(ovi_layer));
  reader->owners = ovi_arena_take(arena, (uint64_t)shared->plane.regions_y, sizeof(int32_t));
  reader->band = ovi_arena_take(
      arena, OVI_BAND_HEAD_BYTES + ovi_band_length_bytes(shared->plane.regions_x), 1);
}

static ovl_result open_first(ovi_part_reader *reader) {
  uint8_t head[OVI_HEAD_BYTES];
  uint8_t first[OVI_COMMON_SECTIONS];
  ovl_result result = read_head(reader, 0, head);
  result = result == OVL_OK ? read_common(reader, 0, head, first) : result;
  if (result != OVL_OK) {
    return result;
  }
  reader->common_bytes = ovi_get_u64(head + OVI_HEAD_COMMON_BYTES);
  reader->common_checksum = ovi_get_u64(head + OVI_HEAD_COMMON_CHECKSUM);
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, (uint64_t)reader->count, sizeof(ovi_part_place));
  if (!take(reader, 0, arena.used + reader->common_bytes, &arena)) {
    return OVL_NO_MEMORY;
  }
  reader->places = ovi_arena_take(&arena, (uint64_t)reader->count, sizeof(ovi_part_place));
  reader->common = reader->memory[0] + arena.used;
  result = read_bytes(reader, 0, OVI_HEAD_BYTES, reader->common, reader->common_bytes);
  if (result == OVL_OK &&
      ovi_hash64(0, reader->common, (size_t)reader->common_bytes) != reader->common_checksum) {
    result = part_reader_fail(reader, OVL_WRONG_CHECKSUM, "checksum of a part's settings", 0);
  }
  result = result == OVL_OK ? find_shared(reader) : result;
  if (result != OVL_OK) {
    return result;
  }
  arena = (ovi_arena){NULL, 0};
  reserve_all(reader, &arena);
  if (!take(reader, 1, arena.used, &arena)) {
    return OVL_NO_MEMORY;
  }
  reserve_all(reader, &arena);
  return OVL_OK;
}

/* ---- Which part has which band ---------------------------------------------------- */

/* Whether a part has the bands that its number says. */
static bool is_place_sound(const ovi_part_reader *reader, const uint8_t *head) {
  const uint32_t index = ovi_get_u32(head + OVI_HEAD_INDEX);
  const uint32_t count = ovi_get_u32(head + OVI_HEAD_COUNT);
  int32_t first;
  int32_t bands;
  if (count < 1 || count > (uint32_t)reader->shared.plane.regions_y || index >= count) {
    return false;
  }
  ovi_part_bands(reader->shared.plane.regions_y, (int32_t)index, (int32_t)count, &first, &bands);
  return ovi_get_u32(head + OVI_HEAD_FIRST_BAND) == (uint32_t)first &&
         ovi_get_u32(head + OVI_HEAD_BANDS) == (uint32_t)bands;
}

static ovl_result place_part(ovi_part_reader *reader, int32_t part) {
  uint8_t head[OVI_HEAD_BYTES];
  uint8_t first[OVI_COMMON_SECTIONS];
  ovl_result result = read_head(reader, part, head);
  result = result == OVL_OK ? read_common(reader, part, head, first) : result;
  result = result == OVL_OK ? compare_common(reader, part, head, first) : result;
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t begin = ovi_get_u32(head + OVI_HEAD_FIRST_BAND);
  const uint64_t bands = ovi_get_u32(head + OVI_HEAD_BANDS);
  if (!is_place_sound(reader, head)) {
    return fail_values(reader, OVL_CORRUPT, "bands of a part", part, begin + bands,
                       (uint64_t)reader->shared.plane.regions_y);
  }
  for (uint64_t band = begin; band < begin + bands; band++) {
    const int32_t owner = reader->owners[band];
    if (owner >= 0) {
      const ovi_part_place *other = &reader->places[owner];
      const bool same =
          other->first_band == (int32_t)begin && other->bands == (int32_t)bands && band == begin;
      return fail_values(reader, OVL_OTHER_PART,
                         same ? "a part that is given twice" : "rows of a part", part,
                         (uint64_t)owner, (uint64_t)reader->count);
    }
    reader->owners[band] = part;
  }
  reader->places[part] = (ovi_part_place){.first_band = (int32_t)begin,
                                          .bands = (int32_t)bands,
                                          .above = ovi_get_u64(head + OVI_HEAD_ABOVE),
                                          .below = ovi_get_u64(head + OVI_HEAD_BELOW),
                                          .at = OVI_HEAD_BYTES + reader->common_bytes};
  return OVL_OK;
}

static ovl_result check_cover(const ovi_part_reader *reader) {
  const int64_t side = reader->shared.plane.region_cells;
  int32_t band = 0;
  while (band < reader->shared.plane.regions_y && reader->owners[band] >= 0) {
    band++;
  }
  if (band == reader->shared.plane.regions_y) {
    return OVL_OK;
  }
  int32_t end = band;
  while (end < reader->shared.plane.regions_y && reader->owners[end] < 0) {
    end++;
  }
  const int64_t bottom =
      end * side < reader->shared.plane.height ? end * side : reader->shared.plane.height;
  return ovi_check_fail_values(reader->fault, OVL_MISSING_PART, "rows of the map that no part has",
                               (uint64_t)(band * side), 0, (uint64_t)(bottom - band * side));
}

ovl_result ovi_parts_open(ovi_part_reader *reader) {
  ovl_result result = open_first(reader);
  if (result != OVL_OK) {
    return result;
  }
  for (uint32_t i = 0; i < reader->shared.profile_count; i++) {
    reader->layers[i] = (ovi_layer){0};
    ovi_layer_begin(&reader->layers[i], &reader->shared, i);
    ovi_layer_read_profile(&reader->layers[i],
                           reader->shared.file.profiles + (uint64_t)i * OVI_PROFILE_BYTES);
  }
  memset(reader->owners, 0xff, (size_t)reader->shared.plane.regions_y * sizeof(int32_t));
  for (int32_t part = 0; result == OVL_OK && part < reader->count; part++) {
    result = place_part(reader, part);
  }
  return result == OVL_OK ? check_cover(reader) : result;
}

void ovi_parts_release(ovi_part_reader *reader) {
  ovi_release(reader->allocator, reader->memory[0], reader->memory_bytes[0]);
  ovi_release(reader->allocator, reader->memory[1], reader->memory_bytes[1]);
}

/* ---- Bands ------------------------------------------------------------------------ */

/* Where two parts meet both saw the same rows. */
static ovl_result check_seam(const ovi_part_reader *reader, int32_t part, uint64_t cells) {
  if (reader->next_band == 0 || reader->owners[reader->next_band - 1] == part) {
    return OVL_OK;
  }
  const ovi_part_place *above = &reader->places[reader->owners[reader->next_band - 1]];
  const ovi_part_place *here = &reader->places[part];
  if (here->above != reader->last_cells) {
    return fail_values(reader, OVL_OTHER_PART, "rows above a part", part, here->above,
                       reader->last_cells);
  }
  return above->below == cells
             ? OVL_OK
             : fail_values(reader, OVL_OTHER_PART, "rows below a part",
                           reader->owners[reader->next_band - 1], above->below, cells);
}

static ovl_result part_reader_check_lengths(const ovi_part_reader *reader, int32_t part) {
  const uint64_t expected = ovi_get_u64(reader->band + OVI_BAND_BLOCK_BYTES);
  uint64_t bytes = 0;
  bool sound = true;
  for (int32_t rx = 0; rx < reader->shared.plane.regions_x; rx++) {
    const uint32_t length = ovi_parts_block_bytes(reader, rx);
    sound = sound && length % 8 == 0 && length >= reader->shared.block_head_bytes &&
            length <= OVI_BLOCK_MOST_BYTES;
    bytes += length;
  }
  return sound && bytes == expected ? OVL_OK
                                    : fail_values(reader, OVL_CORRUPT, "lengths of a band's blocks",
                                                  part, bytes, expected);
}

ovl_result ovi_parts_next_band(ovi_part_reader *reader) {
  const int32_t part = reader->owners[reader->next_band];
  ovi_part_place *place = &reader->places[part];
  const uint64_t length_bytes = ovi_band_length_bytes(reader->shared.plane.regions_x);
  const ovl_result read =
      read_bytes(reader, part, place->at, reader->band, OVI_BAND_HEAD_BYTES + length_bytes);
  if (read != OVL_OK) {
    return read;
  }
  if (ovi_get_u64(reader->band + OVI_BAND_CHECKSUM) !=
          ovi_hash64(0, reader->band, OVI_BAND_CHECKSUM) ||
      ovi_get_u64(reader->band + OVI_BAND_LENGTHS_CHECKSUM) !=
          ovi_hash64(0, reader->band + OVI_BAND_HEAD_BYTES, (size_t)length_bytes)) {
    return part_reader_fail(reader, OVL_WRONG_CHECKSUM, "checksum of a band", part);
  }
  if (ovi_get_u32(reader->band + OVI_BAND_NUMBER) != (uint32_t)reader->next_band) {
    return fail_values(reader, OVL_CORRUPT, "number of a band", part,
                       ovi_get_u32(reader->band + OVI_BAND_NUMBER), (uint64_t)reader->next_band);
  }
  const uint64_t cells = ovi_get_u64(reader->band + OVI_BAND_CELLS);
  ovl_result result = check_seam(reader, part, cells);
  result = result == OVL_OK ? part_reader_check_lengths(reader, part) : result;
  if (result == OVL_OK) {
    place->at += OVI_BAND_HEAD_BYTES + length_bytes;
    reader->cells += cells;
    reader->last_cells = cells;
  }
  return result;
}

ovl_result ovi_parts_blocks(ovi_part_reader *reader, uint8_t *out) {
  const int32_t part = reader->owners[reader->next_band];
  const uint64_t bytes = ovi_get_u64(reader->band + OVI_BAND_BLOCK_BYTES);
  ovl_result result = read_bytes(reader, part, reader->places[part].at, out, bytes);
  uint64_t checksum = 0;
  uint64_t at = 0;
  for (int32_t rx = 0; result == OVL_OK && rx < reader->shared.plane.regions_x; rx++) {
    const ovi_block_bytes block = {
        out + at, ovi_parts_block_bytes(reader, rx), 0,
        (uint32_t)(reader->next_band * reader->shared.plane.regions_x + rx)};
    result = ovi_block_check(reader->layers, &block, reader->fault);
    checksum = ovi_mix64(checksum ^ ovi_get_u64(block.bytes + OVI_BLOCK_CHECKSUM));
    at += block.length;
  }
  if (result != OVL_OK) {
    ovi_parts_blame(reader, (uint64_t)reader->next_band);
  }
  if (result == OVL_OK && checksum != ovi_get_u64(reader->band + OVI_BAND_BLOCKS_CHECKSUM)) {
    result = part_reader_fail(reader, OVL_WRONG_CHECKSUM, "checksum of a band's blocks", part);
  }
  reader->places[part].at += bytes;
  reader->next_band++;
  return result;
}
