/* Compares cells row by row; then marks the regions whose blocks depend on regions that changed. */
#include "coarse/file/part_stale.h"

#include "coarse/blocks/directed.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"

typedef struct stale_finder {
  const ovi_part_window *window;
  const ovi_layer *from;
  int32_t first_row, end_row; /* of the plane, that may be read */
  int32_t first_band, bands;  /* that are compared */
  int32_t before, behind;     /* regions on either side that a block depends on */
  uint8_t *changed;           /* of each region of these bands */
  uint8_t *old;               /* cells of one region */
  uint8_t *row;
  uint16_t *old_heights;
  uint16_t *height_row;
} stale_finder;

/* Whether some cell of a region, from row `begin` to before row `end`, differs. */
static bool is_changed(const stale_finder *finder, uint32_t id, int32_t begin, int32_t end) {
  const ovi_map *map = finder->window->map;
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
    /* The terrain is equal: do weights differ at positions where the profile can stand? */
    ovi_slot_source source;
    ovi_find_weights(&source, layer, &region);
    for (int32_t y = begin; y < end && !differs; y++) {
      ovi_map_weight_row(map, profile, region.x, region.y + y, region.w, finder->row);
      ovi_read_weights(&source, &region, y, finder->old);
      for (int32_t x = 0; x < region.w; x++) {
        differs = differs || (finder->old[x] != 0 && finder->old[x] != finder->row[x]);
      }
    }
  }
  return differs;
}

static void compare_bands(const stale_finder *finder) {
  const ovi_layer *layer = &finder->from[0];
  for (int32_t i = 0; i < finder->bands; i++) {
    const int32_t y = (finder->first_band + i) * layer->partition.region_cells;
    const int32_t bottom = y + layer->partition.region_cells;
    const int32_t begin = finder->first_row > y ? finder->first_row : y;
    const int32_t end = finder->end_row < bottom ? finder->end_row : bottom;
    for (int32_t rx = 0; rx < layer->partition.regions_x; rx++) {
      const uint32_t id = (uint32_t)((finder->first_band + i) * layer->partition.regions_x + rx);
      finder->changed[(int64_t)i * layer->partition.regions_x + rx] =
          is_changed(finder, id, begin - y, end - y);
      ovi_layer_unpin(layer);
    }
  }
}

static bool changed_around(const stale_finder *finder, int32_t rx, int32_t ry) {
  const int32_t regions_x = finder->from->partition.regions_x;
  OVI_ASSERT(ry >= finder->first_band && ry - finder->first_band < finder->bands);
  for (int32_t y = ry - finder->before; y <= ry + finder->behind; y++) {
    const int32_t row = y - finder->first_band;
    for (int32_t x = rx - finder->before;
         x <= rx + finder->behind && row >= 0 && row < finder->bands; x++) {
      if (x >= 0 && x < regions_x && finder->changed[(int64_t)row * regions_x + x] != 0) {
        return true;
      }
    }
  }
  return false;
}

/* Marks the regions that have ends of links: a block has the numbers of links, and which profiles a
 * link serves depends on both of its ends. */
static void mark_links(const stale_finder *finder, uint8_t *stale) {
  const ovi_part_window *window = finder->window;
  const ovi_map *map = window->map;
  const ovi_shared *shared = finder->from->shared;
  const uint32_t first = (uint32_t)(window->first_band * finder->from->partition.regions_x);
  const uint32_t count = (uint32_t)(window->bands * finder->from->partition.regions_x);
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
  const uint64_t side = (uint64_t)finder->window->map->plane.region_cells;
  finder->changed = ovi_arena_take(
      arena, (uint64_t)finder->bands * (uint64_t)finder->from->partition.regions_x, 1);
  finder->old = ovi_arena_take(arena, side * side, 1);
  finder->row = ovi_arena_take(arena, side, 1);
  finder->old_heights = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  finder->height_row = ovi_arena_take(arena, side, sizeof(uint16_t));
}

/* Finds the bands and the number of regions around that the blocks of the window depend on. */
static void find_dependencies(stale_finder *finder) {
  const ovi_part_window *window = finder->window;
  const ovi_map *map = window->map;
  const int32_t side = map->plane.region_cells;
  const int32_t more = map->directed->profiles != 0 ? 1 : 0; /* cells that touch a region count */
  int32_t body = 1;
  for (int32_t i = 0; i < map->profile_count; i++) {
    body = map->profiles[i].body_cells > body ? map->profiles[i].body_cells : body;
  }
  finder->first_row = window->first_row;
  finder->end_row = window->first_row + window->rows;
  finder->before = 1 + more;
  finder->behind = 1 + (body - 1 + more + side - 1) / side;
  finder->first_band = finder->first_row / side;
  const int32_t last = window->first_band + window->bands - 1 + finder->behind;
  const int32_t lowest = (finder->end_row - 1) / side;
  finder->bands = (last < lowest ? last : lowest) + 1 - finder->first_band;
}

ovl_result ovi_part_find_stale(const ovi_part_window *window, const ovi_layer *from,
                               const ovl_allocator *allocator, uint8_t *stale) {
  stale_finder finder = {.window = window, .from = from};
  memset(stale, 1, (size_t)window->bands * (size_t)from->partition.regions_x);
  const ovi_map *map = window->map;
  bool are_all_stale = map->rule.fn != NULL || map->has_heights != from->shared->has_heights;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    are_all_stale = are_all_stale ||
                    from[profile].profile.is_directed != ovi_directed_has(map->directed, profile);
  }
  if (are_all_stale) { /* whatever their cells are */
    return OVL_OK;
  }
  find_dependencies(&finder);
  ovi_memory memory;
  if (!ovi_memory_take(&memory, allocator, stale_finder_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  compare_bands(&finder);
  for (int64_t i = 0; i < (int64_t)window->bands * from->partition.regions_x; i++) {
    stale[i] = changed_around(&finder, (int32_t)(i % from->partition.regions_x),
                              window->first_band + (int32_t)(i / from->partition.regions_x));
  }
  mark_links(&finder, stale);
  ovi_memory_release(&memory);
  return OVL_OK;
}
