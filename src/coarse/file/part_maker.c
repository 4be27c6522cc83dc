/* Bakes the bands of a part one after the other, and writes each as it is made. Where there is an
 * older world, cells are compared row by row, and the regions that changed, and those whose blocks
 * depend on them, are baked. */
#include "coarse/file/part_maker.h"

#include "coarse/blocks/band_baker.h"
#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_sections.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/file/file_state.h"
#include "coarse/format/limits.h"
#include "coarse/format/part_format.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "fine/body.h"

typedef struct part_maker {
  const ovi_part *part;
  const ovi_map *map;
  ovi_band_baker bands;
  uint8_t *stale; /* of each region, whether it is baked; NULL: all are */
  uint8_t *band;  /* the head and the lengths of one band */
  uint8_t *common;
  uint64_t common_bytes;
} part_maker;

/* The most rows above its position that a body covers. */
static int32_t rows_above(int topology) { return ovi_body_before(topology, OVL_MAX_BODY_CELLS); }

void ovi_part_rows(const ovi_map *map, int topology, int32_t first_band, int32_t bands,
                   int32_t *first, int32_t *rows) {
  const int32_t around = 1 + OVL_WALL_CELLS;
  const int32_t begin = (first_band - 1) * map->plane.region_cells - around - rows_above(topology);
  const int32_t end =
      (first_band + bands + 1) * map->plane.region_cells + around + OVL_MAX_BODY_CELLS - 1;
  *first = begin > 0 ? begin : 0;
  *rows = (end < map->plane.height ? end : map->plane.height) - *first;
}

static bool part_put(const part_maker *maker, const uint8_t *bytes, uint64_t count) {
  return maker->part->write(maker->part->write_user, bytes, (size_t)count);
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

static bool put_head(const part_maker *maker) {
  uint8_t head[OVI_HEAD_BYTES] = {0};
  const ovi_part *part = maker->part;
  const ovi_map *map = maker->map;
  uint8_t *out = maker->common; /* what all parts of the map have in common */
  memset(out, 0, (size_t)maker->common_bytes);
  ovi_put_settings(out, part->bake, map->has_heights);
  ovi_put_u64(out + OVI_COMMON_IDENTITY, part->identity);
  ovi_put_u64(out + OVI_COMMON_FINGERPRINT, ovi_frame_fingerprint(map));
  out += OVI_COMMON_SECTIONS;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    const ovi_profile_totals bounds = {.max_ports = UINT16_MAX,
                                       .exceptions = UINT32_MAX,
                                       .min_weight = 1,
                                       .links = (uint64_t)map->link_count,
                                       .directed = ovi_directed_has(map->directed, profile)};
    ovi_put_profile(out, map, profile);
    ovi_put_totals(out, &bounds);
    out += OVI_PROFILE_BYTES;
  }
  ovi_put_floors(out, map);
  out += (uint64_t)map->floor_count * OVI_FLOOR_BYTES;
  ovi_put_links(out, map);
  out += (uint64_t)map->link_count * OVI_LINK_BYTES;
  ovi_put_places(out, map);
  OVI_ASSERT(out + (uint64_t)map->place_count * OVI_PLACE_BYTES ==
             maker->common + maker->common_bytes);
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

static bool put_band(const part_maker *maker, int32_t band) {
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

/* ---- Regions that an older world has ------------------------------------------------- */

typedef struct stale_finder {
  const ovi_map *map; /* `directed` is set */
  const ovi_layer *from;
  int32_t bands;    /* that are compared */
  uint8_t *changed; /* of each region of these bands */
  uint8_t *old;     /* cells of one region */
  uint8_t *row;
  uint16_t *old_heights;
  uint16_t *height_row;
} stale_finder;

/* Returns whether some cell of a region differs, from row `begin` to before row `end`. */
static bool is_changed(const stale_finder *finder, uint32_t id, int32_t begin, int32_t end) {
  const ovi_map *map = finder->map;
  ovi_region region = ovi_region_view(&finder->from[0], id);
  ovi_region_read_terrain(&region, finder->old);
  if (map->has_heights) {
    ovi_region_read_heights(&region, finder->old_heights);
  }
  bool differs = false;
  for (int32_t y = begin; y < end && !differs; y++) {
    const size_t cells = (size_t)region.w;
    ovi_map_terrain_row(map, region.x, region.y + y, region.w, finder->row);
    differs = memcmp(finder->row, finder->old + y * region.w, cells) != 0;
    if (map->has_heights && !differs) {
      ovi_map_height_row(map, region.x, region.y + y, region.w, finder->height_row);
      differs = memcmp(finder->height_row, finder->old_heights + y * region.w,
                       cells * sizeof(uint16_t)) != 0;
    }
  }
  for (int32_t profile = 0; profile < map->profile_count && !differs; profile++) {
    const ovi_layer *layer = &finder->from[profile];
    region = ovi_region_view(layer, id);
    bool has_extra = ovi_region_may_have_extra(layer, &region);
    for (int32_t i = 0; i < map->floor_count && !has_extra; i++) {
      const ovl_floor_def *def = &map->floors[i].def;
      has_extra = !def->graph && def->extra != NULL && def->extra[profile] != NULL;
    }
    if (!has_extra) {
      continue;
    }
    /* The terrain is equal: do extra costs differ at positions where the profile can stand? */
    ovi_slot_source source;
    ovi_find_extra(&source, layer, &region);
    for (int32_t y = begin; y < end && !differs; y++) {
      const uint8_t *terrain = finder->old + y * region.w;
      uint8_t extra[OVL_MAX_REGION_CELLS];
      uint64_t open[2];
      ovi_region_open_row(&region, y, open);
      ovi_read_extra(&source, layer, &region, y, terrain, extra);
      ovi_map_weight_row(map, profile, region.x, region.y + y, region.w, finder->row);
      for (int32_t x = 0; x < region.w; x++) {
        const uint32_t weight = (uint32_t)layer->profile.weights[terrain[x]] + extra[x];
        differs = differs || (ovi_get_bit(open, x) != 0 && finder->row[x] != weight);
      }
    }
  }
  return differs;
}

/* Marks the regions that have ends of links: a block has the numbers of links, and which profiles a
 * link serves depends on both of its ends. */
static void mark_links(const stale_finder *finder, const ovi_part *part, uint8_t *stale) {
  const ovi_map *map = finder->map;
  const ovi_shared *shared = finder->from->shared;
  const uint32_t first = (uint32_t)(part->first_band * finder->from->partition.regions_x);
  const uint32_t count = (uint32_t)(part->bands * finder->from->partition.regions_x);
  for (uint32_t i = 0; map->directed->begins != NULL && i < count; i++) {
    const uint32_t *begins = map->directed->begins + first + i;
    stale[i] = stale[i] != 0 || begins[1] != begins[0];
  }
  for (uint64_t i = 0; i < 2 * (uint64_t)shared->link_count; i++) {
    const uint8_t *end = shared->file.links + i / 2 * OVI_LINK_BYTES + i % 2 * OVI_LINK_TO;
    const uint32_t region =
        ovi_region_at(finder->from, (int32_t)ovi_get_u32(end), (int32_t)ovi_get_u32(end + 4));
    if (region >= first && region - first < count) {
      stale[region - first] = 1;
    }
  }
}

static void stale_finder_reserve(void *user, ovi_arena *arena) {
  stale_finder *finder = user;
  const uint64_t side = (uint64_t)finder->map->plane.region_cells;
  finder->changed = ovi_arena_take(
      arena, (uint64_t)finder->bands * (uint64_t)finder->from->partition.regions_x, 1);
  finder->old = ovi_arena_take(arena, side * side, 1);
  finder->row = ovi_arena_take(arena, side, 1);
  finder->old_heights = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  finder->height_row = ovi_arena_take(arena, side, sizeof(uint16_t));
}

/* Stores for each region of the bands of a part whether it is stale: differs from an older world
 * with the same settings. A region that is not stale has the block that a bake would write. A block
 * depends on the cells of its region, of the regions around it, and of those that bodies in it
 * cover, or walls in reach. */
static ovl_result find_stale(const ovi_part *part, const ovi_map *map, uint8_t *stale) {
  const ovi_layer *from = part->from;
  stale_finder finder = {.map = map, .from = from};
  int32_t first_row, rows; /* that may be read */
  ovi_part_rows(map, (int)map->profiles[0].corners, part->first_band, part->bands, &first_row,
                &rows);
  memset(stale, 1, (size_t)part->bands * (size_t)from->partition.regions_x);
  bool are_all_stale = map->rule.fn != NULL || map->has_heights != from->shared->has_heights;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    are_all_stale = are_all_stale ||
                    from[profile].profile.is_directed != ovi_directed_has(map->directed, profile);
  }
  if (are_all_stale) { /* whatever their cells are */
    return OVL_OK;
  }
  /* Finds the bands and the number of regions around that the blocks of the part depend on. */
  const int32_t regions_x = from->partition.regions_x;
  const int32_t side = map->plane.region_cells;
  const int32_t more = map->directed->profiles != 0 ? 1 : 0; /* cells that touch a region count */
  int32_t body = 1;
  int32_t walls = 0;
  for (int32_t i = 0; i < map->profile_count; i++) {
    const int32_t reach = ovi_wall_cells(map->profiles[i].wall_cost);
    body = map->profiles[i].body_cells > body ? map->profiles[i].body_cells : body;
    walls = reach > walls ? reach : walls;
  }
  const int32_t end_row = first_row + rows;
  /* Walls reach less far than a region is wide. */
  const int32_t before = 1 + more + (rows_above((int)map->profiles[0].corners) + side - 1) / side;
  const int32_t behind = 1 + (body - 1 + more + walls + side - 1) / side;
  const int32_t first_band = first_row / side;
  const int32_t last = part->first_band + part->bands - 1 + behind;
  const int32_t lowest = (end_row - 1) / side;
  finder.bands = (last < lowest ? last : lowest) + 1 - first_band;
  OVI_ASSERT(finder.bands >= 1 && first_band <= part->first_band);
  ovi_memory memory;
  if (!ovi_memory_take(&memory, part->bake->allocator, stale_finder_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  for (int32_t i = 0; i < finder.bands * regions_x; i++) {
    const int32_t y = (first_band + i / regions_x) * side;
    const int32_t begin = first_row > y ? first_row : y;
    const int32_t end = end_row < y + side ? end_row : y + side;
    finder.changed[i] =
        is_changed(&finder, (uint32_t)(first_band * regions_x + i), begin - y, end - y);
    ovi_layer_unpin(from);
  }
  for (int64_t i = 0; i < (int64_t)part->bands * regions_x; i++) {
    const int32_t rx = (int32_t)(i % regions_x);
    const int32_t ry = part->first_band + (int32_t)(i / regions_x) - first_band;
    OVI_ASSERT(ry >= 0 && ry < finder.bands);
    stale[i] = 0; /* unless a region changed around it */
    for (int32_t y = ry - before; y <= ry + behind; y++) {
      for (int32_t x = rx - before; x <= rx + behind; x++) {
        if (x >= 0 && x < regions_x && y >= 0 && y < finder.bands) {
          stale[i] |= finder.changed[(int64_t)y * regions_x + x];
        }
      }
    }
  }
  mark_links(&finder, part, stale);
  ovi_memory_release(&memory);
  return OVL_OK;
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
}

static part_maker maker_of(const ovi_part *part, const ovi_map *map) {
  return (part_maker){.part = part,
                      .map = map,
                      .common_bytes =
                          ovi_common_bytes((uint64_t)map->profile_count, (uint64_t)map->floor_count,
                                           (uint64_t)map->link_count, (uint64_t)map->place_count),
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
  if (result == OVL_OK && !ovi_memory_take(&memory, part->bake->allocator, part_reserve, &maker)) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK && maker.stale != NULL) {
    result = find_stale(part, maker.map, maker.stale);
    maker.bands.stale = maker.stale;
  }
  if (result == OVL_OK && !put_head(&maker)) {
    result = OVL_WRITE_FAILED;
  }
  const uint64_t row = (uint64_t)maker.map->plane.regions_x;
  ovi_progress_expect(part->bake->progress, row * (uint64_t)part->bands);
  for (int32_t i = 0; result == OVL_OK && i < part->bands; i++) {
    result = ovi_bands_bake(&maker.bands, part->first_band + i);
    if (result == OVL_OK && !put_band(&maker, part->first_band + i)) {
      result = OVL_WRITE_FAILED;
    }
    result = result == OVL_OK ? ovi_progress_add(part->bake->progress, row) : result;
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
