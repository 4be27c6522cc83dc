/* `overland verify`: is a world what a bake would write, and of this map?
 *
 * Opening checks every length and checksum, here at once. Then the map, if one is given, is
 * compared row by row, with a legend also its profiles, links, heights and extra costs, and at last
 * the world with a fresh bake of itself. */
#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/progress.h"
#include "tools/base/world_file.h"
#include "tools/build/legend_check.h"
#include "tools/build/part_rows.h"
#include "tools/commands.h"
#include "tools/text/json.h"
#include "tools/verify/fresh_bake.h"
#include "tools/verify/scratch_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The map, read with its legend, and the world that it is compared with. */
struct comparison {
  const char *map_path, *world_path;
  struct map_source *source;
  const struct game_map *map; /* of the source */
  const ovl_world *world;
  bool has_legend; /* its settings are compared too */
  char **why;      /* what differs: see command_answer_no */
};

static int32_t count_floors(const struct comparison *with) {
  return with->source->by_rows ? 1 : with->map->floor_count;
}

/* ---- Cells ------------------------------------------------------------------ */

/* A row of a floor, of the map and of the world. */
struct compared_row {
  ovl_cell first; /* its first cell */
  int32_t y;      /* its number on the floor */
  int32_t width;
  const uint8_t *terrain;
  const uint16_t *heights;                /* NULL: all 0 */
  const uint8_t *extra[OVL_MAX_PROFILES]; /* NULL: all 0 */
  uint8_t *held;                          /* terrain of the world */
  uint32_t *values;                       /* heights or weights of the world */
  struct part_rows rows;                  /* of a map by rows */
};

/* The first cell of two rows that differs; width if none does. */
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

static int compare_terrain(const struct comparison *with, const struct compared_row *row) {
  const ovl_result result = ovl_world_read_terrain(with->world, row->first, row->width, 1,
                                                   row->held, (size_t)row->width, NULL);
  if (result != OVL_OK) {
    return command_fail_result(with->world_path, result, NULL);
  }
  const int32_t x = first_difference(row->terrain, row->held, row->width);
  char place[CELL_TEXT_BYTES];
  if (x == row->width) {
    return EXIT_DONE;
  }
  return command_answer_no(
      with->why, "%s: cell %s is '%c'; in %s it has the terrain %d ('%c')", with->map_path,
      cell_text_write(place, (ovl_cell){row->first.x + x, row->first.y, row->first.floor}, 1),
      shown(row->terrain[x]), with->world_path, row->held[x], shown(row->held[x]));
}

/* Reads heights or weights of the world's row. An exit code. */
static int read_values(const struct comparison *with, const struct compared_row *row,
                       int32_t profile, ovl_cells cells) {
  ovl_fault fault = {.what = ""};
  const ovl_result result =
      ovl_world_read_cells(with->world, profile, cells, row->first, row->width, 1, row->values,
                           (size_t)row->width, &fault);
  return result == OVL_OK ? EXIT_DONE : command_fail_result(with->world_path, result, &fault);
}

static int compare_heights(const struct comparison *with, const struct compared_row *row) {
  int code = read_values(with, row, 0, OVL_CELLS_HEIGHT);
  char place[CELL_TEXT_BYTES];
  for (int32_t x = 0; x < row->width && code == EXIT_DONE; x++) {
    const uint32_t height = row->heights != NULL ? row->heights[x] : 0;
    const ovl_cell cell = {row->first.x + x, row->first.y, row->first.floor};
    if (height != row->values[x]) {
      code = command_answer_no(with->why,
                               "%s: the height of cell %s is %" PRIu32 "; in %s it is %" PRIu32,
                               with->map_path, cell_text_write(place, cell, count_floors(with)),
                               height, with->world_path, row->values[x]);
    }
  }
  return code;
}

/* Compares weights with extra costs; where the profile can't stand it has no weight. */
static int compare_weights(const struct comparison *with, const struct compared_row *row,
                           int32_t profile) {
  const ovl_profile_def *of_map = &with->map->profiles[profile];
  const uint8_t *extra = row->extra[profile];
  int code = read_values(with, row, profile, OVL_CELLS_WEIGHT);
  char place[CELL_TEXT_BYTES];
  for (int32_t x = 0; x < row->width && code == EXIT_DONE; x++) {
    const uint32_t base = of_map->weights[row->terrain[x]];
    const uint32_t weight = base != 0 && extra != NULL ? base + extra[x] : base;
    const ovl_cell cell = {row->first.x + x, row->first.y, row->first.floor};
    if (row->values[x] != 0 && weight != row->values[x]) {
      code = command_answer_no(
          with->why,
          "%s: profile %s: the weight of cell %s is %" PRIu32 " eighths; in %s it is %" PRIu32,
          with->map_path, of_map->name, cell_text_write(place, cell, count_floors(with)), weight,
          with->world_path, row->values[x]);
    }
  }
  return code;
}

static int compare_row(const struct comparison *with, const struct compared_row *row) {
  int code = compare_terrain(with, row);
  if (with->has_legend && code == EXIT_DONE) {
    code = compare_heights(with, row);
  }
  for (int32_t i = 0; with->has_legend && i < with->map->profile_count && code == EXIT_DONE; i++) {
    code = compare_weights(with, row, i);
  }
  return code;
}

/* Takes the next row of the map. An exit code. */
static int take_row(const struct comparison *with, struct compared_row *row) {
  const int32_t y = row->y;
  if (with->source->by_rows) {
    return part_rows_read(&row->rows, with->source, y, 1);
  }
  const struct game_floor *floor = &with->map->floors[row->first.floor];
  const size_t at = (size_t)y * (size_t)row->width;
  row->terrain = floor->terrain + at;
  row->heights = floor->heights != NULL ? floor->heights + at : NULL;
  for (int32_t i = 0; i < with->map->profile_count; i++) {
    row->extra[i] = floor->extra[i] != NULL ? floor->extra[i] + at : NULL;
  }
  return EXIT_DONE;
}

/* Takes room for a row. False without memory. */
static bool begin_row(const struct comparison *with, struct compared_row *row) {
  row->held = malloc((size_t)row->width);
  row->values = malloc((size_t)row->width * sizeof *row->values);
  if (row->held == NULL || row->values == NULL || !with->source->by_rows) {
    return row->held != NULL && row->values != NULL;
  }
  if (!part_rows_begin(&row->rows, with->source, 1)) {
    return false;
  }
  row->terrain = row->rows.terrain;
  row->heights = row->rows.heights;
  for (int32_t i = 0; i < with->map->profile_count; i++) {
    row->extra[i] = row->rows.extra[i];
  }
  return true;
}

static int compare_rows(const struct comparison *with, const ovl_floor_info *floor) {
  struct compared_row row = {.first = floor->corner, .width = floor->width};
  int code = begin_row(with, &row) ? EXIT_DONE : command_fail_memory("a row of the map");
  for (; row.y < floor->height && code == EXIT_DONE; row.y++, row.first.y++) {
    code = take_row(with, &row);
    code = code == EXIT_DONE ? compare_row(with, &row) : code;
  }
  part_rows_end(&row.rows);
  free(row.held);
  free(row.values);
  return code;
}

static int compare_floor(const struct comparison *with, int32_t number) {
  const struct map_source *source = with->source;
  const struct game_floor *floor = source->by_rows ? NULL : &with->map->floors[number];
  const int32_t width = floor != NULL ? floor->width : source->rows.width;
  const int32_t height = floor != NULL ? floor->height : source->rows.height;
  ovl_floor_info info;
  if (!ovl_world_floor(with->world, number, &info)) {
    return command_answer_no(with->why,
                             "%s: the map has %" PRId32 " floors; the world %s has %" PRId32,
                             with->map_path, count_floors(with), with->world_path, number);
  }
  if (width != info.width || height != info.height) {
    return command_answer_no(
        with->why,
        "%s: the map is %" PRId32 " x %" PRId32 " cells; the world %s is %" PRId32 " x %" PRId32,
        with->map_path, width, height, with->world_path, info.width, info.height);
  }
  return floor == NULL || floor->terrain != NULL ? compare_rows(with, &info) : EXIT_DONE;
}

/* ---- All of the map ---------------------------------------------------------- */

static int compare_map(const struct map_files *files, const char *world_path,
                       const ovl_world *world, char **why) {
  struct map_look look;
  struct map_source source;
  int code = map_look_at(files, &look);
  code = code == EXIT_DONE ? map_source_open(files, &look, true, &source) : code;
  if (code != EXIT_DONE) {
    return code;
  }
  const struct comparison with = {.map_path = files->map,
                                  .world_path = world_path,
                                  .source = &source,
                                  .map = &source.map,
                                  .world = world,
                                  .has_legend = files->legend != NULL,
                                  .why = why};
  if (with.has_legend) {
    const struct legend_check check = {.map_path = files->map,
                                       .world_path = world_path,
                                       .map = &source.map,
                                       .floors = count_floors(&with),
                                       .world = world,
                                       .why = why};
    code = legend_check_world(&check);
  }
  for (int32_t i = 0; i < count_floors(&with) && code == EXIT_DONE; i++) {
    code = compare_floor(&with, i);
  }
  map_source_close(&source);
  return code;
}

static int compare_bake(const char *path, struct world_file *file, enum progress_form form,
                        char **why) {
  struct progress progress;
  ovl_fault fault;
  progress_begin(&progress, "Verifying", form);
  const struct fresh_bake_def def = {.world = file->world,
                                     .file = {world_file_read, file, world_file_bytes(file)},
                                     .path = path,
                                     .progress = progress_show,
                                     .progress_user = &progress};
  const ovl_result result = fresh_bake_compare(&def, &fault);
  progress_end(&progress);
  if (result == OVL_CORRUPT) {
    return command_answer_no(why, "%s: differs from a fresh bake: %s at %" PRIu64, path, fault.what,
                             fault.where);
  }
  if (result == OVL_WRITE_FAILED) {
    return command_fail(EXIT_SYSTEM, "%s: a scratch file can't be written there: %s",
                        scratch_file_folder(),
                        fault.found != 0 ? strerror((int)fault.found) : "no reason is given");
  }
  return result == OVL_OK ? EXIT_DONE : command_fail_result(path, result, &fault);
}

/* ---- The answer -------------------------------------------------------------- */

struct verify_options {
  struct world_file_def world;
  struct map_files files; /* their map is NULL: none */
  enum progress_form progress;
  bool json;
};

/* `why`: what differs; NULL: nothing does. */
static void report_json(const struct verify_options *options, const char *why) {
  struct json json;
  json_begin(&json);
  json_text(&json, "world", options->world.path);
  json_text(&json, "map", options->files.map);
  json_text(&json, "legend", options->files.legend);
  json_bool(&json, "same", why == NULL);
  json_text(&json, "difference", why);
  json_end(&json);
}

static void report_text(const struct verify_options *options, const char *why) {
  const struct map_files *files = &options->files;
  if (why != NULL) {
    command_fail(EXIT_NO, "%s", why);
    return;
  }
  print_out("%s: no difference from a fresh bake%s%s\n", options->world.path,
            files->legend != NULL ? ", and its cells, profiles, links and heights are those of "
            : files->map != NULL  ? ", and its cells are those of "
                                  : "",
            files->map != NULL ? files->map : "");
}

static int compare(const struct verify_options *options, char **why) {
  struct world_file file;
  int code = world_file_open_def(&options->world, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  if (options->files.map != NULL) {
    code = compare_map(&options->files, options->world.path, file.world, why);
  }
  if (code == EXIT_DONE) {
    code = compare_bake(options->world.path, &file, options->progress, why);
  }
  world_file_close(&file);
  return code;
}

static int verify_world(const struct verify_options *options) {
  char *why = NULL;
  const int code = compare(options, &why);
  if (code == EXIT_DONE || code == EXIT_NO) {
    (options->json ? report_json : report_text)(options, why);
  }
  free(why);
  return code;
}

int command_verify(int argc, char **argv) {
  struct verify_options values = {.world.whole = true, .progress = PROGRESS_TERMINAL};
  const struct option_def defs[] = {
      option_world(&values.world.path, "the world"),
      option_text("MAP", &values.files.map, NULL,
                  "the map that it should be of, in any form that build reads"),
      option_text("--legend", &values.files.legend, "FILE",
                  "the legend that the map was built with"),
      option_corners(&values.files.corners, "the --corners that the map was built with (strict)"),
      map_option_near(&values.files.takes_nearest),
      map_option_size(&values.files.raw),
      option_flag("--json", &values.json,
                  "print one JSON object: world, map, legend, same, and the first difference"),
      option_progress(&values.progress),
      world_file_safe(&values.world.safe),
  };
  const struct options options = {
      .command = "verify",
      .usage =
          "FILE.world [MAP [--legend FILE] [--corners RULE] ...] [--safe] [--json] [--progress]",
      .summary = "Checks a world, compares it with a fresh bake of its own cells, and its cells\n"
                 "with the map; with --legend also its profiles, links, heights and extra costs.\n"
                 "Exit code 1 and the first difference if there is one. A file that is missing or\n"
                 "damaged ends with 3 and a line on standard error, also with --json.",
      .example = "overland verify land.world land.map",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if (values.files.legend != NULL && values.files.map == NULL) {
    return options_fail(&options, "--legend is for the map that is compared");
  }
  if (values.files.takes_nearest && values.files.legend == NULL) {
    return options_fail(&options, MAP_NEAR_LACKS_LEGEND);
  }
  return verify_world(&values);
}
