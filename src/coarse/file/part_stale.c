/* Cells compared row by row, then what changed spread as far as it decides. */
#include "coarse/file/part_stale.h"

#include "coarse/blocks/directed.h"
#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"

typedef struct finder {
  const ovi_part_window *window;
  const ovi_layer *from;
  int32_t first_row, end_row; /* of the plane, that may be looked at */
  int32_t first_band, bands;  /* that are compared */
  int32_t before, behind;     /* regions on either side that decide about a block */
  uint8_t *changed;           /* of each region of these bands */
  uint8_t *old;               /* cells of one region */
  uint8_t *row;
  uint16_t *old_heights;
  uint16_t *height_row;
} finder;

/* Whether some floor has extra costs for a profile. */
static bool stale_has_extra(const ovi_map *map, int32_t profile) {
  bool has = false;
  for (int32_t i = 0; i < map->floor_count; i++) {
    const ovl_floor_def *def = &map->floors[i].def;
    has = has || (!def->graph && def->extra != NULL && def->extra[profile] != NULL);
  }
  return has;
}

static bool terrain_differs(const finder *f, const ovi_region *region, int32_t y) {
  const ovi_map *map = f->window->map;
  ovi_map_terrain_row(map, region->x, region->y + y, region->w, f->row);
  if (memcmp(f->row, f->old + y * region->w, (size_t)region->w) != 0) {
    return true;
  }
  if (!map->has_heights) {
    return false;
  }
  ovi_map_height_row(map, region->x, region->y + y, region->w, f->height_row);
  return memcmp(f->height_row, f->old_heights + y * region->w,
                (size_t)region->w * sizeof(uint16_t)) != 0;
}

/* Where nobody can stand, what it weighs does not matter; terrain is the same. */
static bool weights_differ(const finder *f, const ovi_layer *layer, const ovi_slot_source *source,
                           const ovi_region *region, int32_t y) {
  ovi_map_weight_row(f->window->map, (int32_t)layer->number, region->x, region->y + y, region->w,
                     f->row);
  ovi_read_weights(source, region, y, f->old);
  bool differs = false;
  for (int32_t x = 0; x < region->w; x++) {
    differs = differs || (f->old[x] != 0 && f->old[x] != f->row[x]);
  }
  return differs;
}

/* Whether some cell of a region between two of its rows is another. */
static bool is_changed(const finder *f, uint32_t id, int32_t begin, int32_t end) {
  const ovi_map *map = f->window->map;
  ovi_region region = ovi_region_view(&f->from[0], id);
  ovi_region_read_terrain(&region, f->old);
  if (map->has_heights) {
    ovi_region_read_heights(&region, f->old_heights);
  }
  bool differs = false;
  for (int32_t y = begin; y < end && !differs; y++) {
    differs = terrain_differs(f, &region, y);
  }
  for (int32_t profile = 0; profile < map->profile_count && !differs; profile++) {
    const ovi_layer *layer = &f->from[profile];
    region = ovi_region_view(layer, id);
    if (!stale_has_extra(map, profile) && !ovi_region_may_have_extra(layer, &region)) {
      continue;
    }
    ovi_slot_source source;
    ovi_find_weights(&source, layer, &region);
    for (int32_t y = begin; y < end && !differs; y++) {
      differs = weights_differ(f, layer, &source, &region, y);
    }
  }
  return differs;
}

static void compare_bands(const finder *f) {
  const ovi_layer *layer = &f->from[0];
  for (int32_t i = 0; i < f->bands; i++) {
    const int32_t y = (f->first_band + i) * layer->region_cells;
    const int32_t bottom = y + layer->region_cells;
    const int32_t begin = f->first_row > y ? f->first_row : y;
    const int32_t end = f->end_row < bottom ? f->end_row : bottom;
    for (int32_t rx = 0; rx < layer->regions_x; rx++) {
      const uint32_t id = (uint32_t)((f->first_band + i) * layer->regions_x + rx);
      f->changed[(int64_t)i * layer->regions_x + rx] = is_changed(f, id, begin - y, end - y);
      ovi_layer_unpin(layer);
    }
  }
}

static bool changed_near(const finder *f, int32_t rx, int32_t ry) {
  const int32_t regions_x = f->from->regions_x;
  for (int32_t y = ry - f->before; y <= ry + f->behind; y++) {
    const int32_t row = y - f->first_band;
    for (int32_t x = rx - f->before; x <= rx + f->behind && row >= 0 && row < f->bands; x++) {
      if (x >= 0 && x < regions_x && f->changed[(int64_t)row * regions_x + x] != 0) {
        return true;
      }
    }
  }
  return false;
}

/* A link's ports are told by its number, and who it serves by its far end: where links end all is
 * written anew. */
static void mark_links(const finder *f, uint8_t *stale) {
  const ovi_part_window *window = f->window;
  const ovi_map *map = window->map;
  const ovi_shared *shared = f->from->shared;
  const uint32_t first = (uint32_t)(window->first_band * f->from->regions_x);
  const uint32_t count = (uint32_t)(window->bands * f->from->regions_x);
  for (uint32_t i = 0; map->directed->begins != NULL && i < count; i++) {
    const uint32_t *begins = map->directed->begins + first + i;
    stale[i] = stale[i] != 0 || begins[1] != begins[0];
  }
  for (uint64_t i = 0; i < 2 * (uint64_t)shared->link_count; i++) {
    const uint8_t *end = shared->file.links + i / 2 * OVI_LINK_BYTES + i % 2 * OVI_LINK_TO;
    const uint32_t region =
        ovi_region_at(f->from, (int32_t)ovi_get_u32(end), (int32_t)ovi_get_u32(end + 4));
    if (region >= first && region - first < count) {
      stale[region - first] = 1;
    }
  }
}

/* Whether no region can be taken over, whatever its cells are. */
static bool nothing_stays(const finder *f) {
  const ovi_map *map = f->window->map;
  bool differs = map->rule.fn != NULL || map->has_heights != f->from->shared->has_heights;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    differs =
        differs || f->from[profile].profile.is_directed != ovi_directed_has(map->directed, profile);
  }
  return differs;
}

static void place(finder *f, ovi_arena *arena) {
  const uint64_t side = (uint64_t)f->window->map->region_cells;
  f->changed = ovi_arena_take(arena, (uint64_t)f->bands * (uint64_t)f->from->regions_x, 1);
  f->old = ovi_arena_take(arena, side * side, 1);
  f->row = ovi_arena_take(arena, side, 1);
  f->old_heights = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  f->height_row = ovi_arena_take(arena, side, sizeof(uint16_t));
}

/* Which bands decide about those of the window, and how far. */
static void find_reach(finder *f) {
  const ovi_part_window *window = f->window;
  const ovi_map *map = window->map;
  const int32_t side = map->region_cells;
  const int32_t more = map->directed->profiles != 0 ? 1 : 0; /* what touches a region */
  int32_t body = 1;
  for (int32_t i = 0; i < map->profile_count; i++) {
    body = map->profiles[i].body_cells > body ? map->profiles[i].body_cells : body;
  }
  f->first_row = window->first_row;
  f->end_row = window->first_row + window->rows;
  f->before = 1 + more;
  f->behind = 1 + (body - 1 + more + side - 1) / side;
  f->first_band = f->first_row / side;
  const int32_t last = window->first_band + window->bands - 1 + f->behind;
  const int32_t lowest = (f->end_row - 1) / side;
  f->bands = (last < lowest ? last : lowest) + 1 - f->first_band;
}

ovl_result ovi_part_find_stale(const ovi_part_window *window, const ovi_layer *from,
                               const ovl_allocator *allocator, uint8_t *stale) {
  finder f = {.window = window, .from = from};
  memset(stale, 1, (size_t)window->bands * (size_t)from->regions_x);
  if (nothing_stays(&f)) {
    return OVL_OK;
  }
  find_reach(&f);
  ovi_arena counted = {NULL, 0};
  place(&f, &counted);
  uint8_t *memory = ovi_allocate(allocator, counted.used);
  if (memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {memory, 0};
  place(&f, &cut);
  compare_bands(&f);
  for (int64_t i = 0; i < (int64_t)window->bands * from->regions_x; i++) {
    stale[i] = changed_near(&f, (int32_t)(i % from->regions_x),
                            window->first_band + (int32_t)(i / from->regions_x));
  }
  mark_links(&f, stale);
  ovi_release(allocator, memory, counted.used);
  return OVL_OK;
}
