/* Reads the heads of all parts, then band after band, and checks what is read. */
#include "coarse/file/part_reader.h"

#include "coarse/check/block_check.h"
#include "coarse/check/world_check.h"
#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"

enum { PIECE_BYTES = 2048 }; /* read at once to compute a checksum */

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

/* ---- Heads ---------------------------------------------------------------------- */

static ovl_result read_head(const ovi_part_reader *reader, int32_t part,
                            uint8_t head[OVI_HEAD_BYTES]) {
  const ovl_result result = read_bytes(reader, part, 0, head, OVI_HEAD_BYTES);
  if (result != OVL_OK) {
    return result;
  }
  if (memcmp(head, OVI_PART_FILE_MAGIC, 8) != 0) {
    return fail_values(reader, OVL_OTHER_PART, "magic of a part", part, 0, 0);
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

/* Checks the common bytes of a part by their checksum, and stores the first of them. */
static ovl_result read_common(const ovi_part_reader *reader, int32_t part, const uint8_t *head,
                              uint8_t first[OVI_COMMON_SECTIONS]) {
  uint8_t piece[PIECE_BYTES];
  const uint64_t bytes = ovi_get_u64(head + OVI_HEAD_COMMON_BYTES);
  if (bytes < OVI_COMMON_SECTIONS) {
    return fail_values(reader, OVL_CORRUPT, "settings of a part", part, 0, 0);
  }
  ovi_hash hash = ovi_hash_begin(0, bytes);
  for (uint64_t at = 0; at < bytes; at += PIECE_BYTES) {
    const uint64_t count = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
    const ovl_result result = read_bytes(reader, part, OVI_HEAD_BYTES + at, piece, count);
    if (result != OVL_OK) {
      return result;
    }
    ovi_hash_add(&hash, piece, (size_t)count);
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

/* ---- The common settings ------------------------------------------------------- */

static ovl_result read_shared(ovi_part_reader *reader) {
  ovi_shared *shared = &reader->shared;
  *shared = (ovi_shared){.file.bytes = reader->common.data, .file.count = reader->common.bytes};
  const uint32_t version = ovi_get_u32(reader->common.data + OVI_AT_VERSION);
  if (version != OVI_WORLD_VERSION) {
    return fail_values(reader, OVL_OTHER_VERSION, "version of a part's world", 0, version,
                       OVI_WORLD_VERSION);
  }
  /* A part says no lengths of the world. */
  if (memcmp(reader->common.data, OVI_WORLD_MAGIC, 8) != 0 ||
      ovi_get_u32(reader->common.data + OVI_AT_HEADER_BYTES) != 0 ||
      ovi_get_u64(reader->common.data + OVI_AT_FILE_BYTES) != 0 ||
      !ovi_world_read_settings(shared, reader->common.data, reader->fault)) {
    return fail_values(reader, OVL_CORRUPT, "settings of a part", 0, 0, 0);
  }
  /* Named places lie behind the links. */
  const uint64_t without_places =
      ovi_common_bytes(shared->profile_count, shared->floor_count, shared->link_count, 0);
  const uint64_t place_bytes = reader->common.bytes - without_places;
  if (reader->common.bytes < without_places || place_bytes % OVI_PLACE_BYTES != 0 ||
      place_bytes / OVI_PLACE_BYTES > OVL_MAX_PLACES) {
    return fail_values(reader, OVL_CORRUPT, "settings of a part", 0, 0, 0);
  }
  shared->file.place_count = (uint32_t)(place_bytes / OVI_PLACE_BYTES);
  shared->map_fingerprint = ovi_get_u64(reader->common.data + OVI_COMMON_FINGERPRINT);
  shared->fingerprint = 0;
  shared->file.profiles = reader->common.data + OVI_COMMON_SECTIONS;
  shared->file.floors = shared->file.profiles + (uint64_t)shared->profile_count * OVI_PROFILE_BYTES;
  shared->file.links = shared->file.floors + (uint64_t)shared->floor_count * OVI_FLOOR_BYTES;
  shared->file.places = shared->file.links + (uint64_t)shared->link_count * OVI_LINK_BYTES;
  bool valid = true;
  for (uint32_t i = 0; valid && i < shared->profile_count; i++) {
    valid = ovi_given_profile_is_valid(shared, i, reader->fault);
  }
  if (!valid || ovi_given_floors_check(shared, reader->fault) != OVL_OK ||
      ovi_given_links_check(shared, reader->fault) != OVL_OK ||
      ovi_given_places_check(shared, reader->fault) != OVL_OK) {
    return fail_values(reader, OVL_CORRUPT, "settings of a part", 0, 0, 0);
  }
  return OVL_OK;
}

/* Reads the common bytes of the first part, which all others must have as well. */
static ovl_result open_first(ovi_part_reader *reader) {
  uint8_t head[OVI_HEAD_BYTES];
  uint8_t first[OVI_COMMON_SECTIONS];
  ovl_result result = read_head(reader, 0, head);
  result = result == OVL_OK ? read_common(reader, 0, head, first) : result;
  if (result != OVL_OK) {
    return result;
  }
  reader->common.bytes = ovi_get_u64(head + OVI_HEAD_COMMON_BYTES);
  reader->common.checksum = ovi_get_u64(head + OVI_HEAD_COMMON_CHECKSUM);
  reader->places =
      ovi_scratch_take(&reader->scratch, (uint64_t)reader->count, sizeof(ovi_part_place));
  reader->common.data = ovi_scratch_take(&reader->scratch, reader->common.bytes, 1);
  if (reader->places == NULL || reader->common.data == NULL) {
    return OVL_NO_MEMORY;
  }
  result = read_bytes(reader, 0, OVI_HEAD_BYTES, reader->common.data, reader->common.bytes);
  if (result == OVL_OK &&
      ovi_hash64(0, reader->common.data, (size_t)reader->common.bytes) != reader->common.checksum) {
    result = fail_values(reader, OVL_WRONG_CHECKSUM, "checksum of a part's settings", 0, 0, 0);
  }
  result = result == OVL_OK ? read_shared(reader) : result;
  if (result != OVL_OK) {
    return result;
  }
  /* Takes the memory that depends on the size of the world. */
  const ovi_shared *shared = &reader->shared;
  ovi_scratch *scratch = &reader->scratch;
  reader->layers = ovi_scratch_take(scratch, shared->profile_count, sizeof(ovi_layer));
  reader->owners = ovi_scratch_take(scratch, (uint64_t)shared->plane.regions_y, sizeof(int32_t));
  reader->band = ovi_scratch_take(
      scratch, OVI_BAND_HEAD_BYTES + ovi_band_length_bytes(shared->plane.regions_x), 1);
  reader->begins = ovi_scratch_take(scratch, (uint64_t)shared->plane.regions_x, sizeof(uint64_t));
  const bool is_taken = reader->layers != NULL && reader->owners != NULL && reader->band != NULL &&
                        reader->begins != NULL;
  return is_taken ? OVL_OK : OVL_NO_MEMORY;
}

/* ---- The part of each band ---------------------------------------------------- */

/* Reads the head of a part, checks that it is of the same map and settings as the first, and claims
 * its bands for it. */
static ovl_result claim_bands(ovi_part_reader *reader, int32_t part) {
  uint8_t head[OVI_HEAD_BYTES];
  uint8_t common[OVI_COMMON_SECTIONS];
  ovl_result result = read_head(reader, part, head);
  result = result == OVL_OK ? read_common(reader, part, head, common) : result;
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t identity = ovi_get_u64(common + OVI_COMMON_IDENTITY);
  const uint64_t expected = ovi_get_u64(reader->common.data + OVI_COMMON_IDENTITY);
  if (identity != expected) {
    return fail_values(reader, OVL_OTHER_PART, "map of a part", part, identity, expected);
  }
  const uint64_t checksum = ovi_get_u64(head + OVI_HEAD_COMMON_CHECKSUM);
  if (ovi_get_u64(head + OVI_HEAD_COMMON_BYTES) != reader->common.bytes ||
      checksum != reader->common.checksum) {
    return fail_values(reader, OVL_OTHER_PART, "settings of a part", part, checksum,
                       reader->common.checksum);
  }
  /* Its bands are those of its number, and nothing lies above the first part and below the last. */
  const uint32_t index = ovi_get_u32(head + OVI_HEAD_INDEX);
  const uint32_t count = ovi_get_u32(head + OVI_HEAD_COUNT);
  const int32_t rows = reader->shared.plane.regions_y;
  const uint64_t begin = ovi_get_u32(head + OVI_HEAD_FIRST_BAND);
  const uint64_t bands = ovi_get_u32(head + OVI_HEAD_BANDS);
  bool valid = count >= 1 && count <= (uint32_t)rows && index < count;
  if (valid) {
    int32_t own_first, own_bands;
    ovi_part_bands(rows, (int32_t)index, (int32_t)count, &own_first, &own_bands);
    valid = begin == (uint64_t)own_first && bands == (uint64_t)own_bands &&
            ovi_get_u32(head + OVI_HEAD_BANDS + 4) == 0 &&
            (index != 0 || ovi_get_u64(head + OVI_HEAD_ABOVE) == 0) &&
            (index != count - 1 || ovi_get_u64(head + OVI_HEAD_BELOW) == 0);
  }
  if (!valid) {
    return fail_values(reader, OVL_CORRUPT, "bands of a part", part, begin + bands, (uint64_t)rows);
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
                                          .division = (int32_t)ovi_get_u32(head + OVI_HEAD_COUNT),
                                          .above = ovi_get_u64(head + OVI_HEAD_ABOVE),
                                          .below = ovi_get_u64(head + OVI_HEAD_BELOW)};
  return OVL_OK;
}

/* Checks that each band is in some part. */
static ovl_result check_coverage(const ovi_part_reader *reader) {
  const ovi_plane *plane = &reader->shared.plane;
  const int64_t side = plane->region_cells;
  int32_t band = 0;
  while (band < plane->regions_y && reader->owners[band] >= 0) {
    band++;
  }
  if (band == plane->regions_y) {
    return OVL_OK;
  }
  int32_t end = band;
  while (end < plane->regions_y && reader->owners[end] < 0) {
    end++;
  }
  const int64_t bottom = end * side < plane->height ? end * side : plane->height;
  /* The number of the part, counted from 1, that begins at or before the band; 0 if the parts are
   * of several divisions of the map. */
  const int32_t division = reader->places[0].division;
  uint64_t missing = 0;
  for (int32_t index = 0; index < division; index++) {
    int32_t first, bands;
    ovi_part_bands(plane->regions_y, index, division, &first, &bands);
    missing += first <= band ? 1 : 0;
  }
  for (int32_t part = 1; part < reader->count; part++) {
    missing = reader->places[part].division == division ? missing : 0;
  }
  return ovi_check_fail_values(
      reader->fault, OVL_MISSING_PART, "rows of the map that no part has", (uint64_t)(band * side),
      missing, missing != 0 ? (uint64_t)division : (uint64_t)(bottom - band * side));
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
    result = claim_bands(reader, part);
  }
  return result == OVL_OK ? check_coverage(reader) : result;
}

/* ---- Bands ------------------------------------------------------------------------ */

/* Reads the head of the next band, and the lengths and places of its blocks. */
static ovl_result read_band_head(ovi_part_reader *reader, int32_t part, uint32_t *lengths) {
  const uint64_t length_bytes = ovi_band_length_bytes(reader->shared.plane.regions_x);
  const ovl_result result = read_bytes(reader, part, reader->places[part].at, reader->band,
                                       OVI_BAND_HEAD_BYTES + length_bytes);
  if (result != OVL_OK) {
    return result;
  }
  if (ovi_get_u64(reader->band + OVI_BAND_CHECKSUM) !=
          ovi_hash64(0, reader->band, OVI_BAND_CHECKSUM) ||
      ovi_get_u64(reader->band + OVI_BAND_LENGTHS_CHECKSUM) !=
          ovi_hash64(0, reader->band + OVI_BAND_HEAD_BYTES, (size_t)length_bytes)) {
    return fail_values(reader, OVL_WRONG_CHECKSUM, "checksum of a band", part, 0, 0);
  }
  const uint64_t number = ovi_get_u64(reader->band + OVI_BAND_NUMBER); /* and the zeros behind it */
  if (number != (uint64_t)reader->next_band) {
    return fail_values(reader, OVL_CORRUPT, "number of a band", part, number,
                       (uint64_t)reader->next_band);
  }
  const uint64_t cells = ovi_get_u64(reader->band + OVI_BAND_CELLS);
  const int32_t before = reader->next_band > 0 ? reader->owners[reader->next_band - 1] : part;
  if (before != part) { /* two parts meet: each was baked with the same rows of the other */
    const uint64_t above = reader->places[part].above, below = reader->places[before].below;
    if (above != reader->cells.last) {
      return fail_values(reader, OVL_OTHER_PART, "rows above a part", part, above,
                         reader->cells.last);
    }
    if (below != cells) {
      return fail_values(reader, OVL_OTHER_PART, "rows below a part", before, below, cells);
    }
  }
  const uint64_t expected = ovi_get_u64(reader->band + OVI_BAND_BLOCK_BYTES);
  uint64_t bytes = 0;
  bool valid = true;
  for (int32_t rx = 0; rx < reader->shared.plane.regions_x; rx++) {
    lengths[rx] = ovi_get_u32(reader->band + OVI_BAND_HEAD_BYTES + 4 * (uint64_t)rx);
    valid = valid && lengths[rx] % 8 == 0 && lengths[rx] >= reader->shared.block_head_bytes &&
            lengths[rx] <= OVI_BLOCK_MOST_BYTES;
    reader->begins[rx] = bytes;
    bytes += lengths[rx];
  }
  if (!valid || bytes != expected) {
    return fail_values(reader, OVL_CORRUPT, "lengths of a band's blocks", part, bytes, expected);
  }
  reader->places[part].at += OVI_BAND_HEAD_BYTES + length_bytes;
  reader->cells.all += cells;
  reader->cells.last = cells;
  return OVL_OK;
}

/* The blocks of a band. */
typedef struct band_blocks {
  const ovi_part_reader *reader;
  const uint8_t *bytes;
  const uint32_t *lengths;
} band_blocks;

static ovl_result part_check_block(const band_blocks *blocks, uint32_t rx, ovl_fault *fault) {
  const ovi_part_reader *reader = blocks->reader;
  const ovi_block_bytes block = {blocks->bytes + reader->begins[rx], blocks->lengths[rx], 0,
                                 (uint32_t)(reader->next_band * reader->shared.plane.regions_x) +
                                     rx};
  return ovi_block_check(reader->layers, &block, fault);
}

static bool block_is_valid(const void *context, uint32_t rx) {
  ovl_fault unused;
  return part_check_block(context, rx, &unused) == OVL_OK;
}

ovl_result ovi_parts_take(ovi_part_reader *reader, int32_t band, ovi_buffer *out,
                          uint32_t *lengths) {
  if (band == 0) { /* begins again */
    for (int32_t part = 0; part < reader->count; part++) {
      reader->places[part].at = OVI_HEAD_BYTES + reader->common.bytes;
    }
    reader->next_band = 0;
    reader->cells = (ovi_part_cells){0, 0};
  }
  OVI_ASSERT(band == reader->next_band && band < reader->shared.plane.regions_y);
  const int32_t part = reader->owners[band];
  OVI_ASSERT(part >= 0 && part < reader->count);
  ovl_result result = read_band_head(reader, part, lengths);
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t bytes = ovi_get_u64(reader->band + OVI_BAND_BLOCK_BYTES);
  const uint32_t regions = (uint32_t)reader->shared.plane.regions_x;
  uint8_t *held = ovi_buffer_extend(out, bytes);
  if (held == NULL) {
    return OVL_NO_MEMORY;
  }
  const band_blocks blocks = {reader, held, lengths};
  result = read_bytes(reader, part, reader->places[part].at, held, bytes);
  if (result == OVL_OK) {
    const uint32_t wrong = ovi_jobs_first_wrong(reader->jobs, regions, block_is_valid, &blocks);
    result = wrong < regions ? part_check_block(&blocks, wrong, reader->fault) : OVL_OK;
  }
  if (result != OVL_OK) {
    reader->fault->where = (uint64_t)part;
    return result;
  }
  uint64_t sum = 0; /* the checksum of all blocks of the band */
  for (uint32_t rx = 0; rx < regions; rx++) {
    sum = ovi_mix64(sum ^ ovi_get_u64(held + reader->begins[rx] + OVI_BLOCK_CHECKSUM));
  }
  if (sum != ovi_get_u64(reader->band + OVI_BAND_BLOCKS_CHECKSUM)) {
    return fail_values(reader, OVL_WRONG_CHECKSUM, "checksum of a band's blocks", part, 0, 0);
  }
  reader->places[part].at += bytes;
  reader->next_band++;
  return OVL_OK;
}
