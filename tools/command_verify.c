/* `overland verify`: is a world what a bake would write, and of this map?
 *
 * Opening checks every length and checksum, here at once. Then the map, if one is given, is
 * compared cell by cell, and at last the world with a fresh bake of itself. */
#include "overland_bake.h"
#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/progress.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/game_map/game_map.h"
#include "tools/game_map/game_map_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The first cell of row y that differs; width if none does. */
static int32_t first_difference(const uint8_t *a, const uint8_t *b, int32_t width) {
  int32_t x = 0;
  if (memcmp(a, b, (size_t)width) == 0) {
    return width;
  }
  while (a[x] == b[x]) {
    x++;
  }
  return x;
}

static char shown(uint8_t terrain) {
  return terrain >= 0x20 && terrain < 0x7f ? (char)terrain : '?';
}

static int compare_cells(const char *map_path, const struct game_floor *floor, int32_t number,
                         const char *world_path, const ovl_world *world) {
  const size_t width = (size_t)floor->width;
  uint8_t *row = malloc(width);
  int code = EXIT_DONE;
  if (row == NULL) {
    return command_fail_memory("a row of the map");
  }
  for (int32_t y = 0; y < floor->height && code == EXIT_DONE; y++) {
    const uint8_t *map_row = floor->terrain + (size_t)y * width;
    const ovl_result result =
        ovl_world_read_terrain(world, (ovl_cell){0, y, number}, floor->width, 1, row, width, NULL);
    if (result != OVL_OK) {
      code = command_fail_result(world_path, result, NULL);
      break;
    }
    const int32_t x = first_difference(map_row, row, floor->width);
    if (x < floor->width) {
      char place[CELL_TEXT_BYTES];
      code = command_fail(EXIT_NO, "%s: cell %s is '%c'; in %s it has the terrain %d ('%c')",
                          map_path, cell_text_write(place, (ovl_cell){x, y, number}, 1),
                          shown(map_row[x]), world_path, row[x], shown(row[x]));
    }
  }
  free(row);
  return code;
}

static int compare_floor(const char *map_path, const struct game_map *map, int32_t number,
                         const char *world_path, const ovl_world *world) {
  const struct game_floor *floor = &map->floors[number];
  ovl_floor_info info;
  if (!ovl_world_floor(world, number, &info)) {
    return command_fail(EXIT_NO, "%s: the map has %" PRId32 " floors; the world %s has %" PRId32,
                        map_path, map->floor_count, world_path, number);
  }
  if (floor->width != info.width || floor->height != info.height) {
    return command_fail(EXIT_NO,
                        "%s: the map is %" PRId32 " x %" PRId32 " cells; the world %s is %" PRId32
                        " x %" PRId32,
                        map_path, floor->width, floor->height, world_path, info.width, info.height);
  }
  return floor->terrain != NULL ? compare_cells(map_path, floor, number, world_path, world)
                                : EXIT_DONE;
}

static int compare_map(const char *map_path, const char *legend_path, const char *world_path,
                       const ovl_world *world) {
  struct game_map map;
  int code = game_map_read(map_path, legend_path, OVL_CORNERS_STRICT, &map);
  if (code != EXIT_DONE) {
    return code;
  }
  for (int32_t i = 0; i < map.floor_count && code == EXIT_DONE; i++) {
    code = compare_floor(map_path, &map, i, world_path, world);
  }
  game_map_free(&map);
  return code;
}

static int compare_bake(const char *path, const ovl_world *world, enum progress_form form) {
  struct progress progress;
  ovl_fault fault = {.what = ""};
  progress_begin(&progress, "Verifying", form);
  ovl_verify_def def = ovl_verify_def_default();
  def.progress = progress_show;
  def.progress_user = &progress;
  const ovl_result result = ovl_world_verify(world, &def, &fault);
  progress_end(&progress);
  if (result == OVL_CORRUPT) {
    return command_fail(EXIT_NO, "%s: differs from a fresh bake: %s at %" PRIu64, path, fault.what,
                        fault.where);
  }
  return result == OVL_OK ? EXIT_DONE : command_fail_result(path, result, &fault);
}

int command_verify(int argc, char **argv) {
  struct world_file_def def = {.whole = true};
  const char *map_path = NULL;
  const char *legend_path = NULL;
  enum progress_form progress = PROGRESS_TERMINAL;
  const struct option_def defs[] = {
      option_world(&def.path, "the world"),
      {.name = "MAP",
       .kind = OPTION_TEXT,
       .target = &map_path,
       .help = "the file of the map that it should be of; no pipe, no folder of tiles"},
      {.name = "--legend",
       .kind = OPTION_TEXT,
       .target = &legend_path,
       .value = "FILE",
       .help = "the legend that the map was built with"},
      option_progress(&progress),
      world_file_safe(&def.safe),
  };
  const struct options options = {
      .command = "verify",
      .usage = "FILE.world [MAP [--legend FILE]] [--safe] [--progress]",
      .summary = "Checks a world, compares it with a fresh bake of its own cells, and its cells\n"
                 "with the map. Exit code 1 and the first difference if there is one.",
      .example = "overland verify land.world land.map",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if (legend_path != NULL && map_path == NULL) {
    return options_fail(&options, "--legend is for the map that is compared");
  }
  struct world_file file;
  code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  if (map_path != NULL) {
    code = compare_map(map_path, legend_path, def.path, file.world);
  }
  if (code == EXIT_DONE) {
    code = compare_bake(def.path, file.world, progress);
  }
  world_file_close(&file);
  if (code == EXIT_DONE) {
    print_out("%s: no difference from a fresh bake%s%s%s\n", def.path,
              map_path != NULL ? ", and its cells are those of " : "",
              map_path != NULL ? map_path : "",
              legend_path != NULL ? " (profiles, links and heights are not compared)" : "");
  }
  return code;
}
