/* From tiles in shifted rows to the cells of a world: see game_map_shear.h. All floors keep one
 * corner, as a world has one origin. */
#include "tools/game_map/read/game_map_shear.h"

#include "tools/base/fail.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS (INT64_C(1) << 28) /* of all floors */

struct shear_work {
  const char *path;
  struct game_map *map;
  ovl_cell first;  /* the upper left tile of each floor */
  ovl_cell corner; /* the upper left cell, as the tiles count */
  ovl_cell origin; /* what the world calls it */
  uint8_t outside; /* the terrain beside the tiles */
};

static bool has_tiles(const struct game_map *map, int32_t floor) {
  return floor >= 0 && floor < map->floor_count && map->floors[floor].terrain != NULL;
}

static ovl_cell last_tile(const struct shear_work *work, const struct game_floor *floor) {
  return (ovl_cell){work->first.x + floor->width - 1, work->first.y + floor->height - 1, 0};
}

/* Finds the corner of all floors, and whether their cells are not too many. */
static int find_corner(struct shear_work *work) {
  const struct game_map *map = work->map;
  ovl_cell least, most;
  int64_t cells = 0;
  work->corner = (ovl_cell){INT32_MAX, INT32_MAX, 0};
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < map->floor_count; i++) {
      if (!has_tiles(map, i)) {
        continue;
      }
      cell_shear_box(&map->naming.shear, work->first, last_tile(work, &map->floors[i]), &least,
                     &most);
      work->corner.x = least.x < work->corner.x ? least.x : work->corner.x;
      work->corner.y = least.y < work->corner.y ? least.y : work->corner.y;
      const int64_t width = (int64_t)most.x - work->corner.x + 1;
      const int64_t height = (int64_t)most.y - work->corner.y + 1;
      cells += pass == 1 ? width * height : 0;
      if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS || cells > MOST_CELLS) {
        return command_fail(EXIT_INPUT,
                            "%s: with its shifted rows or columns floor %" PRId32 " spans %" PRId64
                            " x %" PRId64
                            " cells of a world; it should span %d a side, and all floors %" PRId64
                            " cells, at most",
                            work->path, i, width, height, OVL_MAX_SIDE_CELLS, MOST_CELLS);
      }
    }
  }
  return EXIT_DONE;
}

/* Void serves beside the tiles unless a profile crosses it. */
static int choose_outside(struct shear_work *work) {
  bool is_crossed = false;
  for (int32_t i = 0; i < work->map->profile_count; i++) {
    is_crossed = is_crossed || work->map->profiles[i].weights[0] != 0;
  }
  const int32_t outside = is_crossed ? game_map_add_terrain(work->map, "beside the map") : 0;
  work->outside = (uint8_t)outside;
  return outside >= 0 ? EXIT_DONE
                      : command_fail(EXIT_INPUT,
                                     "%s: there are 256 terrains; one should be free for what lies "
                                     "beside the map, or no profile cross void",
                                     work->path);
}

/* ---- Arrays -------------------------------------------------------------- */

/* Lays values of `size` bytes where their tiles lie. NULL: no memory. */
static uint8_t *shear_values(const struct shear_work *work, const struct game_floor *floor,
                             int32_t width, int32_t height, const void *values, size_t size) {
  uint8_t *cells = calloc((size_t)width * (size_t)height, size);
  for (int32_t y = 0; y < floor->height && cells != NULL; y++) {
    for (int32_t x = 0; x < floor->width; x++) {
      const ovl_cell tile = {work->first.x + x, work->first.y + y, 0};
      const ovl_cell cell = cell_shear_take(&work->map->naming.shear, tile);
      const size_t to =
          (size_t)(cell.y - work->corner.y) * (size_t)width + (size_t)(cell.x - work->corner.x);
      const size_t from = (size_t)y * (size_t)floor->width + (size_t)x;
      memcpy(cells + to * size, (const uint8_t *)values + from * size, size);
    }
  }
  return cells;
}

/* Terrain, which is another beside the tiles: marked in a first pass, as extra costs have no void.
 */
static uint8_t *shear_terrain(const struct shear_work *work, const struct game_floor *floor,
                              int32_t width, int32_t height) {
  const size_t tiles = (size_t)floor->width * (size_t)floor->height;
  const size_t cells = (size_t)width * (size_t)height;
  uint8_t *terrain = shear_values(work, floor, width, height, floor->terrain, 1);
  if (work->outside == 0 || terrain == NULL) {
    return terrain;
  }
  uint8_t *ones = malloc(tiles), *inside = NULL;
  if (ones != NULL) {
    memset(ones, 1, tiles);
    inside = shear_values(work, floor, width, height, ones, 1);
  }
  for (size_t i = 0; i < cells && inside != NULL; i++) {
    terrain[i] = inside[i] != 0 ? terrain[i] : work->outside;
  }
  free(ones);
  if (inside == NULL) {
    free(terrain);
    return NULL;
  }
  free(inside);
  return terrain;
}

static bool shear_floor(const struct shear_work *work, struct game_floor *floor) {
  ovl_cell least, most;
  cell_shear_box(&work->map->naming.shear, work->first, last_tile(work, floor), &least, &most);
  const int32_t width = most.x - work->corner.x + 1, height = most.y - work->corner.y + 1;
  struct game_floor made = {.corner = work->origin, .width = width, .height = height};
  made.terrain = shear_terrain(work, floor, width, height);
  bool good = made.terrain != NULL;
  if (floor->heights != NULL) {
    uint8_t *heights =
        shear_values(work, floor, width, height, floor->heights, sizeof *floor->heights);
    good = good && heights != NULL;
    made.heights = (uint16_t *)(void *)heights;
  }
  for (int profile = 0; profile < OVL_MAX_PROFILES; profile++) {
    if (floor->extra[profile] != NULL) {
      made.extra[profile] = shear_values(work, floor, width, height, floor->extra[profile], 1);
      good = good && made.extra[profile] != NULL;
    }
    free(floor->extra[profile]);
  }
  free(floor->terrain);
  free(floor->heights);
  *floor = made;
  return good;
}

/* ---- Cells --------------------------------------------------------------- */

static ovl_cell shear_cell(const struct shear_work *work, ovl_cell tile) {
  if (!has_tiles(work->map, tile.floor)) {
    return tile;
  }
  const ovl_cell cell = cell_shear_take(&work->map->naming.shear, tile);
  return (ovl_cell){cell.x - work->corner.x + work->origin.x,
                    cell.y - work->corner.y + work->origin.y, cell.floor};
}

static int shear_places(const struct shear_work *work, struct game_places *places) {
  for (size_t i = 0; i < places->count; i++) {
    struct game_place *place = &places->list[i];
    if (has_tiles(work->map, place->corner.floor) && (place->width > 1 || place->height > 1)) {
      return command_fail(EXIT_INPUT,
                          "%s:%zu: place '%s' has %" PRId32 " x %" PRId32
                          " cells; where rows or columns are shifted, a place is one",
                          place->source.file, place->source.line, place->name, place->width,
                          place->height);
    }
    place->corner = shear_cell(work, place->corner);
  }
  return EXIT_DONE;
}

int game_map_shear(const char *path, const ovl_cell *origin, struct game_map *map) {
  struct shear_work work = {.path = path, .map = map, .first = map->origin};
  if (!cell_shear_moves(&map->naming.shear)) {
    return EXIT_DONE;
  }
  int code = find_corner(&work);
  work.origin = origin != NULL ? *origin : work.corner;
  code = code == EXIT_DONE ? choose_outside(&work) : code;
  for (size_t i = 0; i < map->link_count; i++) {
    map->links[i].def.from = shear_cell(&work, map->links[i].def.from);
    map->links[i].def.to = shear_cell(&work, map->links[i].def.to);
  }
  code = code == EXIT_DONE ? shear_places(&work, &map->places) : code;
  code = code == EXIT_DONE ? shear_places(&work, &map->goals) : code;
  for (int32_t i = 0; i < map->floor_count && code == EXIT_DONE; i++) {
    if (has_tiles(map, i) && !shear_floor(&work, &map->floors[i])) {
      code = command_fail_memory(path);
    }
  }
  map->origin = work.origin;
  map->naming.drawn = map->naming.shear.layout;
  map->naming.shear.layout = OVL_LAYOUT_AXIAL;
  return code;
}
