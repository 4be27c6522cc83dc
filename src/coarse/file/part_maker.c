/* Bakes the bands of a part one after the other and gathers what is written in larger pieces. */
#include "coarse/file/part_maker.h"

#include "coarse/blocks/band_baker.h"
#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_sections.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/file/file_state.h"
#include "coarse/file/part_stale.h"
#include "coarse/format/part_format.h"
#include "common/compiler.h"
#include "common/hash64.h"

enum { GATHERED_BYTES = 1 << 16 }; /* before they are written */

typedef struct part_maker {
  const ovi_part *part;
  const ovi_map *map;
  ovi_band_baker bands;
  uint8_t *stale; /* of each region, whether it is baked; NULL: all are */
  uint8_t *band;  /* the head and the lengths of one band */
  uint8_t *common;
  uint64_t common_bytes;
  uint8_t *gathered;
  size_t gathered_bytes;
} part_maker;

void ovi_part_rows(const ovi_map *map, int32_t first_band, int32_t bands, int32_t *first,
                   int32_t *rows) {
  const int32_t begin = (first_band - 1) * map->plane.region_cells - 1;
  const int32_t end = (first_band + bands + 1) * map->plane.region_cells + OVL_MAX_BODY_CELLS;
  *first = begin > 0 ? begin : 0;
  *rows = (end < map->plane.height ? end : map->plane.height) - *first;
}

/* ---- Writing -------------------------------------------------------------------- */

static bool part_flush(part_maker *maker) {
  const size_t bytes = maker->gathered_bytes;
  maker->gathered_bytes = 0;
  return bytes == 0 || maker->part->write(maker->part->write_user, maker->gathered, bytes);
}

static bool part_put(part_maker *maker, const uint8_t *bytes, uint64_t count) {
  while (count != 0) {
    OVI_ASSERT(maker->gathered_bytes < GATHERED_BYTES);
    const uint64_t room = GATHERED_BYTES - maker->gathered_bytes;
    const size_t now = (size_t)(count < room ? count : room);
    memcpy(maker->gathered + maker->gathered_bytes, bytes, now);
    maker->gathered_bytes += now;
    bytes += now;
    count -= now;
    if (maker->gathered_bytes == GATHERED_BYTES && !part_flush(maker)) {
      return false;
    }
  }
  return true;
}

/* ---- The head ------------------------------------------------------------------- */

/* The sum of a band's cells; 0 if there is no such band. */
static uint64_t cells_of_band(const part_maker *maker, int32_t band) {
  if (band < 0 || band >= maker->map->plane.regions_y) {
    return 0;
  }
  const int32_t y = band * maker->map->plane.region_cells;
  const int32_t left = maker->map->plane.height - y;
  return ovi_rows_fingerprint(
      maker->map, y, left < maker->map->plane.region_cells ? left : maker->map->plane.region_cells);
}

static void fill_common(part_maker *maker) {
  uint8_t *out = maker->common;
  memset(out, 0, (size_t)maker->common_bytes);
  ovi_put_settings(out, maker->part->bake, maker->map->has_heights);
  ovi_put_u64(out + OVI_COMMON_IDENTITY, maker->part->identity);
  ovi_put_u64(out + OVI_COMMON_FINGERPRINT, ovi_frame_fingerprint(maker->map));
  out += OVI_COMMON_SECTIONS;
  for (int32_t profile = 0; profile < maker->map->profile_count; profile++) {
    const ovi_profile_totals bounds = {.max_ports = UINT16_MAX,
                                       .exceptions = UINT32_MAX,
                                       .min_weight = 1,
                                       .links = (uint64_t)maker->map->link_count,
                                       .directed = ovi_directed_has(maker->map->directed, profile)};
    ovi_put_profile(out, maker->map, profile);
    ovi_put_totals(out, &bounds);
    out += OVI_PROFILE_BYTES;
  }
  ovi_put_floors(out, maker->map);
  ovi_put_links(out + (uint64_t)maker->map->floor_count * OVI_FLOOR_BYTES, maker->map);
}

static bool put_head(part_maker *maker) {
  uint8_t head[OVI_HEAD_BYTES] = {0};
  const ovi_part *part = maker->part;
  fill_common(maker);
  memcpy(head, OVI_PART_FILE_MAGIC, 8);
  ovi_put_u32(head + OVI_HEAD_VERSION, OVI_PART_FILE_VERSION);
  ovi_put_u32(head + OVI_HEAD_INDEX, (uint32_t)part->index);
  ovi_put_u32(head + OVI_HEAD_COUNT, (uint32_t)part->count);
  ovi_put_u32(head + OVI_HEAD_FIRST_BAND, (uint32_t)part->first_band);
  ovi_put_u32(head + OVI_HEAD_BANDS, (uint32_t)part->bands);
  ovi_put_u64(head + OVI_HEAD_ABOVE, cells_of_band(maker, part->first_band - 1));
  ovi_put_u64(head + OVI_HEAD_BELOW, cells_of_band(maker, part->first_band + part->bands));
  ovi_put_u64(head + OVI_HEAD_COMMON_BYTES, maker->common_bytes);
  ovi_put_u64(head + OVI_HEAD_COMMON_CHECKSUM,
              ovi_hash64(0, maker->common, (size_t)maker->common_bytes));
  ovi_put_u64(head + OVI_HEAD_CHECKSUM, ovi_hash64(0, head, OVI_HEAD_CHECKSUM));
  return part_put(maker, head, sizeof(head)) && part_put(maker, maker->common, maker->common_bytes);
}

/* ---- Bands ---------------------------------------------------------------------- */

/* The block of a region of the band that was baked last: a new one or that of the older world.
 * Valid until the next call. */
static const uint8_t *block_of(const part_maker *maker, int32_t band, int32_t rx, uint32_t *bytes) {
  const uint64_t region =
      (uint64_t)(band - maker->part->first_band) * (uint64_t)maker->map->plane.regions_x +
      (uint64_t)rx;
  if (maker->stale == NULL || maker->stale[region] != 0) {
    return ovi_bands_block(&maker->bands, rx, bytes);
  }
  const uint32_t id = (uint32_t)(band * maker->map->plane.regions_x + rx);
  ovi_layer_unpin(maker->part->from);
  *bytes = ovi_region_block_bytes(maker->part->from, id);
  return ovi_region_block(maker->part->from, id);
}

static bool put_band(part_maker *maker, int32_t band) {
  uint8_t *head = maker->band;
  uint8_t *lengths = head + OVI_BAND_HEAD_BYTES;
  const uint64_t length_bytes = ovi_band_length_bytes(maker->map->plane.regions_x);
  uint64_t total = 0;
  uint64_t checksum = 0;
  uint32_t bytes;
  memset(head, 0, (size_t)(OVI_BAND_HEAD_BYTES + length_bytes));
  for (int32_t rx = 0; rx < maker->map->plane.regions_x; rx++) {
    const uint8_t *block = block_of(maker, band, rx, &bytes);
    ovi_put_u32(lengths + 4 * (uint64_t)rx, bytes);
    checksum = ovi_mix64(checksum ^ ovi_get_u64(block + OVI_BLOCK_CHECKSUM));
    total += bytes;
  }
  OVI_ASSERT(total % 8 == 0);
  ovi_put_u32(head + OVI_BAND_NUMBER, (uint32_t)band);
  ovi_put_u64(head + OVI_BAND_BLOCK_BYTES, total);
  ovi_put_u64(head + OVI_BAND_CELLS, cells_of_band(maker, band));
  ovi_put_u64(head + OVI_BAND_BLOCKS_CHECKSUM, checksum);
  ovi_put_u64(head + OVI_BAND_LENGTHS_CHECKSUM, ovi_hash64(0, lengths, (size_t)length_bytes));
  ovi_put_u64(head + OVI_BAND_CHECKSUM, ovi_hash64(0, head, OVI_BAND_CHECKSUM));
  bool is_put = part_put(maker, head, OVI_BAND_HEAD_BYTES + length_bytes);
  for (int32_t rx = 0; is_put && rx < maker->map->plane.regions_x; rx++) {
    const uint8_t *block = block_of(maker, band, rx, &bytes);
    is_put = part_put(maker, block, bytes);
  }
  return is_put;
}

/* ---- All ------------------------------------------------------------------------ */

static void part_reserve(void *user, ovi_arena *arena) {
  part_maker *maker = user;
  const uint64_t regions = (uint64_t)maker->part->bands * (uint64_t)maker->map->plane.regions_x;
  maker->stale = NULL;
  if (maker->part->from != NULL) {
    maker->stale = ovi_arena_take(arena, regions, 1);
  }
  maker->band = ovi_arena_take(
      arena, OVI_BAND_HEAD_BYTES + ovi_band_length_bytes(maker->map->plane.regions_x), 1);
  maker->common = ovi_arena_take(arena, maker->common_bytes, 1);
  maker->gathered = ovi_arena_take(arena, GATHERED_BYTES, 1);
}

static ovl_result make(part_maker *maker) {
  const ovi_part *part = maker->part;
  ovl_result result = OVL_OK;
  if (maker->stale != NULL) {
    ovi_part_window window = {
        .map = maker->map, .first_band = part->first_band, .bands = part->bands};
    ovi_part_rows(maker->map, part->first_band, part->bands, &window.first_row, &window.rows);
    result = ovi_part_find_stale(&window, part->from, part->bake->allocator, maker->stale);
    maker->bands.stale = maker->stale;
  }
  if (result == OVL_OK && !put_head(maker)) {
    result = OVL_WRITE_FAILED;
  }
  const ovi_bake *bake = part->bake;
  const uint64_t row = (uint64_t)maker->map->plane.regions_x;
  for (int32_t i = 0; result == OVL_OK && i < part->bands; i++) {
    result = ovi_bands_bake(&maker->bands, part->first_band + i);
    if (result == OVL_OK && !put_band(maker, part->first_band + i)) {
      result = OVL_WRITE_FAILED;
    }
    if (result == OVL_OK && bake->progress != NULL &&
        !bake->progress(bake->progress_user, row * ((uint64_t)i + 1),
                        row * (uint64_t)part->bands)) {
      result = OVL_STOPPED;
    }
  }
  return result == OVL_OK && !part_flush(maker) ? OVL_WRITE_FAILED : result;
}

static part_maker maker_of(const ovi_part *part, const ovi_map *map) {
  return (part_maker){.part = part,
                      .map = map,
                      .common_bytes =
                          ovi_common_bytes((uint64_t)map->profile_count, (uint64_t)map->floor_count,
                                           (uint64_t)map->link_count),
                      .bands = {.map = map,
                                .allocator = part->bake->allocator,
                                .jobs = part->bake->jobs,
                                .first_band = part->first_band,
                                .bands = part->bands,
                                .fault = part->bake->fault}};
}

ovl_result ovi_part_bake(const ovi_part *part) {
  part_maker maker = maker_of(part, &part->bake->map);
  ovi_memory memory = {.block = NULL};
  ovl_result result = ovi_bands_begin(&maker.bands);
  maker.map = maker.bands.map;
  if (result == OVL_OK) {
    result = ovi_memory_take(&memory, part->bake->allocator, part_reserve, &maker) ? make(&maker)
                                                                                   : OVL_NO_MEMORY;
  }
  ovi_memory_release(&memory);
  ovi_bands_release(&maker.bands);
  return result;
}

/* Counts every layer that may be directed as directed. */
uint64_t ovi_part_bytes_needed(const ovi_part *part) {
  const ovi_map *given = &part->bake->map;
  ovi_directed directed = {.profiles = 0};
  ovi_map map = *given;
  map.directed = &directed;
  for (int32_t profile = 0; profile < map.profile_count; profile++) {
    const bool may_be = map.link_count != 0 || ovi_map_has_rule(&map, profile) ||
                        ovi_map_may_have_steps(&map, profile);
    directed.profiles |= (uint32_t)may_be << profile;
  }
  part_maker maker = maker_of(part, &map);
  ovi_arena count = {NULL, 0};
  part_reserve(&maker, &count);
  return count.used + ovi_bands_bytes_needed(&maker.bands);
}
