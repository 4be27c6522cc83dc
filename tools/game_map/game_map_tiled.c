/* A Tiled map as a game map: see game_map.h and tiled_map.h. */
#include "tools/game_map/game_map_tiled.h"

#include "tools/base/fail.h"
#include "tools/game_map/game_map.h"
#include "tools/game_map/game_map_floor.h"
#include "tools/game_map/legend_terrain.h"
#include "tools/ldtk/ldtk_reader.h"
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tiled_shapes.h"
#include "tools/tiled/tiled_world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int game_map_open_layered(const char *path, enum map_format format, bool levels_are_floors,
                          struct tiled_map **tiled) {
  struct tiled_map *map = calloc(1, sizeof *map);
  if (map == NULL) {
    return command_fail_memory(path);
  }
  const int code = format == MAP_FORMAT_LDTK ? ldtk_read(path, NULL, levels_are_floors, map)
                                             : tiled_world_read(path, NULL, levels_are_floors, map);
  if (code != EXIT_DONE) {
    free(map);
    map = NULL;
  }
  *tiled = map;
  return code;
}

void game_map_free_layered(struct tiled_map *tiled) {
  if (tiled != NULL) {
    tiled_map_free(tiled);
  }
  free(tiled);
}

/* ---- Terrain ------------------------------------------------------------- */

/* The terrain of each tile that something is said about; 0 for those without a name. */
static int name_tiles(const char *path, const struct tiled_map *tiled, struct game_map *map,
                      uint8_t *terrains) {
  for (size_t i = 0; i < tiled->tile_count; i++) {
    const char *name = tiled->tiles[i].terrain;
    if (name == NULL) {
      continue;
    }
    const bool fits = strlen(name) < GAME_NAME_BYTES;
    const int32_t terrain = fits ? game_map_add_terrain(map, name) : -1;
    if (terrain < 0) {
      return command_fail(EXIT_INPUT,
                          "%s: tile %" PRIu32 " is of the terrain '%.80s'; a name has up to %d "
                          "letters, and a map up to 256 of them",
                          path, tiled->tiles[i].gid, name, GAME_NAME_BYTES - 1);
    }
    terrains[i] = (uint8_t)terrain;
  }
  return EXIT_DONE;
}

/* Tiles that nothing names are void; the first is told. */
static int take_terrain(const char *path, const struct tiled_map *tiled, const uint8_t *terrains,
                        int32_t number, struct game_map *map) {
  struct game_floor *floor = &map->floors[number];
  struct terrain_taking taking = {
      .tiled = tiled, .rules = map->naming.rules, .classes = terrains, .floor = number};
  if (!terrain_rules_apply(&taking, floor->terrain)) {
    return command_fail_memory(path);
  }
  if (taking.unnamed > 0) {
    command_note(
        "warning: %s: %" PRIu64 " cell%s of floor %" PRId32
        " ha%s a tile that nothing names, the first at %zu,%zu, and count as void: no class, and "
        "no statement of a legend as terrain NAME = other; `overland legend` drafts one",
        path, taking.unnamed, taking.unnamed == 1 ? "" : "s", number,
        taking.unnamed == 1 ? "s" : "ve", taking.first_unnamed % (size_t)floor->width,
        taking.first_unnamed / (size_t)floor->width);
  }
  return EXIT_DONE;
}

static int take_heights(const char *path, const struct tiled_map *tiled, int32_t number,
                        int32_t *heights, struct game_floor *floor) {
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  if (!tiled_floor_heights(tiled, number, heights)) {
    return EXIT_DONE;
  }
  floor->heights = malloc(cells * sizeof *floor->heights);
  if (floor->heights == NULL) {
    return command_fail_memory(path);
  }
  for (size_t i = 0; i < cells; i++) {
    if (heights[i] < 0 || heights[i] > (int32_t)UINT16_MAX) {
      return command_fail(
          EXIT_INPUT,
          "%s: the height at %zu,%zu of floor %" PRId32 " is %" PRId32 "; it should be 0 to 65535",
          path, i % (size_t)floor->width, i / (size_t)floor->width, number, heights[i]);
    }
    floor->heights[i] = (uint16_t)heights[i];
  }
  return EXIT_DONE;
}

static int take_floor(const char *path, const struct tiled_map *tiled, const uint8_t *terrains,
                      int32_t number, struct game_map *map) {
  struct game_floor *floor = &map->floors[number];
  floor->width = tiled->floors[number].width;
  floor->height = tiled->floors[number].height;
  floor->corner = (ovl_cell){tiled->grid.origin_x, tiled->grid.origin_y, 0};
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  int32_t *heights = malloc(cells * sizeof *heights);
  floor->terrain = malloc(cells);
  map->floor_count++;
  int code = EXIT_DONE;
  if (heights == NULL || floor->terrain == NULL) {
    code = command_fail_memory(path);
  } else {
    code = take_terrain(path, tiled, terrains, number, map);
    code = code == EXIT_DONE ? take_heights(path, tiled, number, heights, floor) : code;
  }
  free(heights);
  return code;
}

/* ---- Goals --------------------------------------------------------------- */

static bool add_goal(const char *path, const struct tiled_object *object, ovl_cell corner,
                     int32_t width, int32_t height, struct game_map *map) {
  struct game_place goal = {
      .corner = corner, .width = width, .height = height, .source = {path, object->line}};
  snprintf(goal.name, sizeof goal.name, "%s", object->name);
  return game_map_add_place(&map->goals, &goal);
}

/* A goal in a shifted map is each cell whose middle it covers; if there is none, where it stands.
 */
static bool add_shifted_goal(const char *path, const struct tiled_map *tiled,
                             const struct tiled_object *object, struct game_map *map) {
  const struct tiled_area area = tiled_cells_around(tiled, object->corner.floor, object);
  bool any = false, good = true;
  for (int32_t y = area.top; y < area.bottom; y++) {
    for (int32_t x = area.left; x < area.right && good; x++) {
      const ovl_cell cell = {x, y, object->corner.floor};
      const struct tiled_point middle = tiled_grid_middle(&tiled->grid, cell);
      if (tiled_shape_covers(object, middle.x, middle.y)) {
        any = true;
        good = add_goal(path, object, cell, 1, 1, map);
      }
    }
  }
  return good && (any || add_goal(path, object, object->corner, 1, 1, map));
}

static int take_goals(const char *path, const struct tiled_map *tiled, struct game_map *map) {
  for (size_t i = 0; i < tiled->object_count; i++) {
    const struct tiled_object *object = &tiled->objects[i];
    if (strcmp(object->class_name, "goal") != 0) {
      continue;
    }
    const bool good =
        !tiled_grid_is_shifted(&tiled->grid)
            ? add_goal(path, object, object->corner, object->tiles_x, object->tiles_y, map)
            : add_shifted_goal(path, tiled, object, map);
    if (!good) {
      return command_fail_memory(path);
    }
  }
  return EXIT_DONE;
}

/* Tells terrains of cells that no profile can name, as its settings are called so. */
static void warn_of_settings(const char *path, const struct game_map *map) {
  for (int terrain = 1; terrain < 256; terrain++) {
    const char *name = map->terrains[terrain];
    size_t cells = 0;
    for (int32_t i = 0; legend_is_setting(name) && i < map->floor_count; i++) {
      const struct game_floor *floor = &map->floors[i];
      for (size_t k = 0; k < (size_t)floor->width * (size_t)floor->height; k++) {
        cells += floor->terrain[k] == terrain ? 1 : 0;
      }
    }
    if (cells > 0) {
      command_note("warning: %s: %zu cell%s of the class '%s', which a profile can't cross: %s=N "
                   "is a setting of profiles; give the tiles another name in a legend: terrain %s_ "
                   "= tiles TILESET 4,9-12",
                   path, cells, cells == 1 ? " is" : "s are", name, name, name);
    }
  }
}

int game_map_take_tiled(const char *path, const struct tiled_map *tiled, struct game_map *map) {
  game_map_take_shear(map, tiled->grid.shear);
  uint8_t *terrains = calloc(tiled->tile_count + 1, 1);
  if (terrains == NULL) {
    return command_fail_memory(path);
  }
  int code = terrain_rules_check(map->naming.rules, path, tiled);
  if (code == EXIT_DONE) {
    code = name_tiles(path, tiled, map, terrains);
  }
  for (int32_t i = 0; i < tiled->floor_count && code == EXIT_DONE; i++) {
    code = take_floor(path, tiled, terrains, i, map);
  }
  free(terrains);
  if (code == EXIT_DONE) {
    warn_of_settings(path, map);
  }
  return code == EXIT_DONE ? take_goals(path, tiled, map) : code;
}

/* ---- Links --------------------------------------------------------------- */

int game_map_take_tiled_links(const char *path, const struct tiled_map *tiled,
                              struct game_map *map) {
  for (size_t i = 0; i < tiled->link_count; i++) {
    const struct tiled_link *from = &tiled->links[i];
    const uint32_t units = game_map_link_units(map, from->cost);
    struct game_link link = {.def = {.from = from->from,
                                     .to = from->to,
                                     .cost = units,
                                     .cost_back = from->oneway ? 0 : units},
                             .source = {path, from->line}};
    char name[GAME_NAME_BYTES];
    const char *unknown = from->profiles != NULL
                              ? game_map_add_profiles(map, from->profiles, &link.def.profiles, name)
                              : NULL;
    if (unknown != NULL) {
      return command_fail(EXIT_INPUT,
                          "%s:%zu: object %" PRIu32 ": there is no profile '%s'; a legend names "
                          "them by: profile NAME ...",
                          path, from->line, from->object_id, unknown);
    }
    if (!game_map_add_link(map, &link)) {
      return command_fail_memory("the links");
    }
  }
  return EXIT_DONE;
}
