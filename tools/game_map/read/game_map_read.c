/* Reads a game map with its legend: a Tiled map here, letters and pictures in game_map_floor.c. The
 * formats are recognised in map_format.c.
 *
 * Terrains are read before the floors that contain them, and profiles before links, because the
 * later ones refer to the earlier ones by name. */
#include "tools/game_map/read/game_map_read.h"

#include "tools/base/fail.h"
#include "tools/game_map/game_map.h"
#include "tools/game_map/game_map_floor.h"
#include "tools/game_map/game_map_tiled.h"
#include "tools/game_map/legend.h"
#include "tools/game_map/legend_reader.h"
#include "tools/game_map/read/game_map_shear.h"
#include "tools/game_map/read/layer_survey.h"
#include "tools/game_map/read/legend_draft.h"
#include "tools/game_map/read/map_survey.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Profiles ------------------------------------------------------------ */

/* Ground and swamp at 1, nothing else. */
static int add_default_profile(const struct legend *legend) {
  enum { MOST_SCALE = UINT8_MAX / OVL_PLAIN_WEIGHT };
  struct game_map *map = legend->map;
  const int32_t scale = map->naming.cost_scale;
  ovl_profile_def profile = {.name = "default", .body_cells = 1};
  profile.corners = legend->corners;
  if (scale > MOST_SCALE) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: a scale of %" PRId32 " is too large for a weight of 1, which the "
                        "default profile has; the largest is %d",
                        legend->path, legend->scale_line, scale, MOST_SCALE);
  }
  for (int terrain = 0; terrain < 256; terrain++) {
    const char *name = map->terrains[terrain];
    const bool crossed = strcmp(name, "ground") == 0 || strcmp(name, "swamp") == 0;
    profile.weights[terrain] = (uint8_t)(crossed ? OVL_PLAIN_WEIGHT * scale : 0);
  }
  map->profiles[map->profile_count++] = profile;
  return EXIT_DONE;
}

/* The floor in which the largest body fits; its shorter side counts. */
static int32_t longest_body(const struct game_map *map) {
  int32_t longest = 0;
  for (int32_t i = 0; i < map->floor_count; i++) {
    const struct game_floor *floor = &map->floors[i];
    const int32_t side = floor->width < floor->height ? floor->width : floor->height;
    longest = side > longest ? side : longest;
  }
  return longest;
}

int game_map_check_bodies(const struct game_map *map, int32_t longest) {
  for (int32_t i = 0; i < map->profile_count; i++) {
    const ovl_profile_def *profile = &map->profiles[i];
    const struct game_source *source = &map->profile_sources[i];
    if (source->file != NULL && profile->body_cells > longest) {
      return command_fail(EXIT_INPUT,
                          "%s:%zu: profile '%s' has size %" PRId32 "; on the map there is room for "
                          "%" PRId32,
                          source->file, source->line, profile->name, profile->body_cells, longest);
    }
  }
  return EXIT_DONE;
}

/* ---- All ----------------------------------------------------------------- */

static int pass(struct legend *legend, enum legend_pass which) {
  legend->pass = which;
  return legend->path != NULL ? legend_read(legend) : EXIT_DONE;
}

/* Reads a map of layers, as the legend has it. */
static int open_layers(const char *path, enum map_format format, struct legend *legend,
                       struct tiled_map **tiled) {
  int code = pass(legend, LEGEND_LEVELS);
  if (code == EXIT_DONE && map_format_has_layers(format)) {
    code = game_map_open_layered(path, format, legend->levels_line != 0, tiled);
  }
  if (code == EXIT_DONE && legend->levels_line != 0 &&
      (*tiled == NULL || (*tiled)->level_count == 0)) {
    game_map_free_layered(*tiled);
    *tiled = NULL;
    return command_fail(EXIT_INPUT,
                        "%s:%zu: levels are those of a project of LDtk or a world of Tiled; %s has "
                        "none",
                        legend->path, legend->levels_line, path != NULL ? path : "the map");
  }
  legend->tiled = *tiled;
  return code;
}

/* Places the world, as it is asked for or as the file says: the latter where rows are shifted,
 * until it is sheared. Links and goals of maps with layers were counted from the upper left. */
static void place(struct game_map *map, const ovl_cell *origin) {
  const bool is_asked = origin != NULL && !cell_shear_moves(&map->naming.shear);
  map->origin = is_asked ? *origin : map->floors[0].corner;
  for (size_t i = 0; i < map->link_count; i++) {
    ovl_link_def *link = &map->links[i].def;
    link->from.x += map->origin.x;
    link->from.y += map->origin.y;
    link->to.x += map->origin.x;
    link->to.y += map->origin.y;
  }
  for (size_t i = 0; i < map->goals.count; i++) {
    map->goals.list[i].corner.x += map->origin.x;
    map->goals.list[i].corner.y += map->origin.y;
  }
}

static int read_main_floors(const struct map_files *files, const struct tiled_map *tiled,
                            struct game_map *map) {
  const char *path = files->map;
  if (tiled != NULL) {
    return game_map_take_tiled(path, tiled, map);
  }
  if (map->naming.rules != NULL) {
    return command_fail(EXIT_INPUT, "%s:%zu: %s has no layers; its terrains are its %s",
                        map->naming.rules->path, map->naming.rules->list[0].line, path,
                        "letters or colours: terrain LETTER NAME, terrain #rrggbb NAME");
  }
  const int code = game_map_read_floor(path, &files->raw, map, &map->floors[0]);
  map->floor_count = code == EXIT_DONE ? 1 : 0;
  return code;
}

static int read_all(const struct map_files *files, const struct tiled_map *tiled,
                    struct legend *legend) {
  struct game_map *map = legend->map;
  int code = pass(legend, LEGEND_TERRAINS);
  if (code == EXIT_DONE) {
    code = read_main_floors(files, tiled, map);
  }
  if (code == EXIT_DONE) {
    code = pass(legend, LEGEND_FLOORS);
  }
  if (code == EXIT_DONE) {
    code = pass(legend, LEGEND_PROFILES);
  }
  if (code == EXIT_DONE && map->profile_count == 0) {
    code = add_default_profile(legend);
  }
  if (code == EXIT_DONE && tiled != NULL) {
    code = game_map_take_tiled_links(files->map, tiled, map);
  }
  place(map, files->origin);
  if (code == EXIT_DONE) {
    code = pass(legend, LEGEND_REST);
  }
  if (code == EXIT_DONE) {
    code = game_map_shear(files->map, files->origin, map);
  }
  if (code == EXIT_DONE) {
    code = game_map_check_bodies(map, longest_body(map));
  }
  return code;
}

int game_map_read_frame(const char *legend_path, ovl_corners corners, struct game_map *map,
                        struct game_map_frame *frame) {
  struct legend legend = {.path = legend_path, .map = map, .corners = corners};
  struct tiled_map *tiled = NULL;
  game_map_begin(map);
  int code = open_layers(NULL, MAP_FORMAT_LETTERS, &legend, &tiled);
  code = code == EXIT_DONE ? pass(&legend, LEGEND_TERRAINS) : code;
  *frame = (struct game_map_frame){legend.names_floors || cell_shear_moves(&map->naming.shear),
                                   legend.names_cells};
  if (code == EXIT_DONE && !frame->has_floors) {
    code = pass(&legend, LEGEND_PROFILES);
  }
  if (code == EXIT_DONE && map->profile_count == 0) {
    code = add_default_profile(&legend);
  }
  if (code != EXIT_DONE) {
    game_map_free(map);
  }
  return code;
}

int game_map_read_layers(const char *legend_path, int32_t width, int32_t height,
                         struct game_map *map, struct grey_layers *layers) {
  struct legend legend = {.path = legend_path, .map = map, .layers = layers};
  map->floors[0] = (struct game_floor){.width = width, .height = height};
  map->floor_count = 1;
  return pass(&legend, LEGEND_REST);
}

/* ---- Without a legend ---------------------------------------------------- */

/* One line about what a guess takes as blocked. */
static void tell_guess(const struct map_files *files, const struct map_survey *survey) {
  char call[PRINT_DRAFT_BYTES], text[512] = "";
  size_t length = 0;
  for (size_t i = 0; i < survey->count && length < sizeof text; i++) {
    const struct map_sign *sign = &survey->list[i];
    if (sign->blocks) {
      length +=
          (size_t)snprintf(text + length, sizeof text - length, "%s%s (%s, %" PRIu64 " cell%s)",
                           length > 0 ? ", " : "", sign->text[0] != '\0' ? sign->text : sign->name,
                           sign->reason, sign->cells, print_plural(sign->cells));
    }
  }
  command_note("%s: without a legend %s%s%s; %s writes it as a legend", files->map,
               text[0] != '\0' ? "this blocks: " : "nothing blocks", text,
               text[0] != '\0' ? "; the rest is open" : "",
               print_draft_call(files->map, files->raw.width, files->raw.height, call));
}

/* A draft that stands for the legend where the map names no terrain and something in it says what
 * blocks: *text, which is the caller's to free, or NULL. An exit code. */
static int guess_legend(const struct map_files *files, enum map_format format,
                        const struct tiled_map *tiled, char **text) {
  const char *path = files->map;
  struct map_survey survey;
  int code = EXIT_DONE;
  *text = NULL;
  if (format == MAP_FORMAT_LETTERS) {
    return EXIT_DONE;
  }
  code = tiled != NULL ? layer_survey_take(path, format, tiled, &survey)
                       : map_survey_take(files, &survey);
  if (code != EXIT_DONE) {
    return code;
  }
  if (survey.is_sure && !survey.has_names) {
    *text = legend_draft_write(path, &survey);
    code = *text != NULL ? EXIT_DONE : command_fail_memory(path);
  }
  if (*text != NULL && !files->is_quiet) {
    tell_guess(files, &survey);
  }
  map_survey_free(&survey);
  return code;
}

int game_map_read(const struct map_files *files, struct game_map *map) {
  const char *path = files->map;
  struct legend legend = {.path = files->legend, .map = map, .corners = files->corners};
  char *draft = NULL;
  struct tiled_map *tiled = NULL;
  enum map_format format = MAP_FORMAT_LETTERS;
  game_map_begin(map);
  map->naming.takes_nearest = files->takes_nearest;
  int code = map_format_of_map(files, &format);
  if (format == MAP_FORMAT_GRID) {
    game_map_forget_letters(map); /* those of MovingAI mean nothing there */
  }
  if (code == EXIT_DONE) {
    code = open_layers(path, format, &legend, &tiled);
  }
  if (code == EXIT_DONE && files->legend == NULL) {
    code = guess_legend(files, format, tiled, &draft);
    legend.path = draft != NULL ? path : NULL;
    legend.text = draft;
  }
  if (code == EXIT_DONE) {
    code = read_all(files, tiled, &legend);
  }
  free(draft);
  game_map_free_layered(tiled);
  if (code != EXIT_DONE) {
    game_map_free(map);
  }
  return code;
}

int game_map_read_names(const char *path, const char *legend_path, struct game_map *names) {
  if (path != NULL) {
    const struct map_files files = {.map = path, .legend = legend_path, .is_quiet = true};
    return game_map_read(&files, names);
  }
  struct legend legend = {.path = legend_path, .map = names};
  game_map_begin(names);
  const int code = pass(&legend, LEGEND_TERRAINS);
  if (code != EXIT_DONE) {
    game_map_free(names);
  }
  return code;
}

int game_map_read_goals(const char *path, const ovl_cell *origin, struct game_map *map) {
  struct tiled_map *tiled = NULL;
  enum map_format format = MAP_FORMAT_LETTERS;
  game_map_begin(map);
  int code = map_format_of_file(path, &format);
  if (code == EXIT_DONE) {
    code = game_map_open_layered(path, format, false, &tiled);
  }
  if (code == EXIT_DONE) {
    code = game_map_take_tiled(path, tiled, map);
  }
  place(map, origin);
  code = code == EXIT_DONE ? game_map_shear(path, origin, map) : code;
  game_map_free_layered(tiled);
  if (code != EXIT_DONE) {
    game_map_free(map);
  }
  return code;
}
