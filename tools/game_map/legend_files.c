/* Statements of a legend that name further files, and graph floors: see legend.h. A file lies in
 * the legend's folder, so that a legend from elsewhere opens nothing else. */
#include "tools/game_map/legend_files.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"
#include "tools/game_map/game_map_floor.h"
#include "tools/game_map/grey_layers.h"
#include "tools/game_map/legend.h"
#include "tools/game_map/map_format.h"
#include "tools/grid/grid_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATH_BYTES = 4096 };

/* Returns whether a name leads out of the folder that it counts from: by a root, a drive or "..".
 */
static bool leaves_folder(const char *name) {
  int32_t depth = 0;
  if (platform_is_separator(name[0]) || (name[0] != '\0' && name[1] == ':')) {
    return true;
  }
  for (const char *part = name; *part != '\0';) {
    size_t bytes = 0;
    while (part[bytes] != '\0' && !platform_is_separator(part[bytes])) {
      bytes++;
    }
    const bool is_up = bytes == 2 && part[0] == '.' && part[1] == '.';
    const bool is_here = bytes == 0 || (bytes == 1 && part[0] == '.');
    depth += is_up ? -1 : is_here ? 0 : 1;
    if (depth < 0) {
      return true;
    }
    part += bytes + (part[bytes] != '\0' ? 1 : 0);
  }
  return false;
}

/* Whether a path that is there leads into a folder, links followed. */
static bool is_in_folder(const char *path, const char *folder) {
  char *real = platform_real_path(path);
  char *real_folder = platform_real_path(folder);
  const size_t bytes = real_folder != NULL ? strlen(real_folder) : 0;
  const bool is_inside =
      real != NULL && bytes != 0 && strncmp(real, real_folder, bytes) == 0 &&
      (platform_is_separator(real[bytes]) || platform_is_separator(real_folder[bytes - 1]));
  free(real);
  free(real_folder);
  return is_inside;
}

/* The path of a file that is in the legend's folder. */
static int make_path(const struct legend *legend, const char *name, char path[MOST_PATH_BYTES]) {
  const size_t folder = (size_t)(platform_file_name(legend->path) - legend->path);
  if (leaves_folder(name)) {
    return legend_fail(legend, "%s lies outside of the legend's folder", name);
  }
  const int length = snprintf(path, MOST_PATH_BYTES, "%.*s%s", (int)folder, legend->path, name);
  if (length < 0 || length >= MOST_PATH_BYTES) {
    return legend_fail(legend, "the name of the file is too long");
  }
  if (platform_file_kind(path) == PLATFORM_FILE_NONE) {
    return legend_fail(legend, "%s: there is no such file", path);
  }
  char beside[MOST_PATH_BYTES] = ".";
  if (folder != 0) {
    memcpy(beside, path, folder);
    beside[folder] = '\0';
  }
  if (!is_in_folder(path, beside)) {
    return legend_fail(legend, "%s leads out of the legend's folder", name);
  }
  return EXIT_DONE;
}

/* ---- Floors -------------------------------------------------------------- */

/* Floors come in the order of their numbers, so that none can be missing. NULL after a line
 * that says what is wrong. */
static struct game_floor *next_floor(const struct legend *legend,
                                     const struct legend_words *words) {
  struct game_map *map = legend->map;
  const struct legend_setting setting = {"the floor's number", words->list[0]};
  int32_t value = 0;
  if (words->count > 2) {
    legend_fail(legend, "'%s' is one word too many", words->list[2]);
    return NULL;
  }
  if (legend_take_i32(legend, &setting, 0, OVL_MAX_FLOORS - 1, &value) != EXIT_DONE) {
    return NULL;
  }
  if (value != map->floor_count) {
    legend_fail(legend, "floor %" PRId32 " is not the next one; that is floor %" PRId32, value,
                map->floor_count);
    return NULL;
  }
  return &map->floors[value];
}

int legend_take_levels(struct legend *legend, const struct legend_words *words) {
  if (words->count != 1 || strcmp(words->list[0], "floors") != 0) {
    return legend_fail(legend, "it should be: levels floors; else they are one world");
  }
  legend->levels_line = legend->line;
  return EXIT_DONE;
}

int legend_take_floor(struct legend *legend, const struct legend_words *words) {
  struct game_floor *floor = next_floor(legend, words);
  char path[MOST_PATH_BYTES];
  if (floor == NULL) {
    return EXIT_INPUT;
  }
  int code = make_path(legend, words->list[1], path);
  if (code == EXIT_DONE) {
    code = game_map_read_floor(path, &(struct option_size){0, 0}, legend->map, floor);
  }
  if (code == EXIT_DONE) {
    legend->map->floor_count++;
  }
  return code;
}

int legend_take_places(struct legend *legend, const struct legend_words *words) {
  struct game_floor *floor = next_floor(legend, words);
  if (floor == NULL) {
    return EXIT_INPUT;
  }
  const struct legend_setting setting = {"the number of places", words->list[1]};
  int32_t count = 0;
  const int code = legend_take_i32(legend, &setting, 1, OVL_MAX_SIDE_CELLS, &count);
  if (code == EXIT_DONE) {
    floor->width = count;
    floor->height = 1;
    legend->map->floor_count++;
  }
  return code;
}

/* ---- Grey pictures ------------------------------------------------------- */

/* What the settings of heights and extra say. */
struct grey_settings {
  int32_t floor;
  double scale;
};

static int take_settings(const struct legend *legend, const struct legend_words *words,
                         size_t first, bool scalable, struct grey_settings *settings) {
  int code = EXIT_DONE;
  *settings = (struct grey_settings){0, 1};
  for (size_t i = first; i < words->count && code == EXIT_DONE; i++) {
    struct legend_setting setting;
    code = legend_part(legend, words->list[i], &setting);
    if (code != EXIT_DONE) {
      return code;
    }
    if (strcmp(setting.name, "floor") == 0) {
      code = legend_take_i32(legend, &setting, 0, legend->map->floor_count - 1, &settings->floor);
    } else if (!scalable || strcmp(setting.name, "scale") != 0) {
      static const char *const names[] = {"floor", "scale"};
      char meant[NEAREST_WORD_BYTES];
      code = legend_fail(legend, "there is no setting '%s' here%s; %s", setting.name,
                         nearest_word_ask_list(setting.name, names, scalable ? 2 : 1, meant),
                         scalable ? "they are floor, scale" : "only floor");
    } else if (!cell_text_parse_number(setting.value, &settings->scale) || settings->scale <= 0) {
      code = legend_fail(legend, "scale is '%s'; it should be above 0, as 0.25", setting.value);
    }
  }
  return code;
}

/* Opens a picture, a grid of numbers, or raw numbers as many as the floor has cells. */
static int open_rows(const char *path, const struct game_floor *floor, double scale,
                     struct grey_layer *layer) {
  const struct option_size size = {floor->width, floor->height};
  enum map_format format;
  struct image image;
  const int code = map_format_of_file(path, &format);
  layer->scale = scale;
  if (code != EXIT_DONE || format == MAP_FORMAT_PICTURE || !sign_grid_has_samples(path, &size)) {
    return code == EXIT_DONE ? grey_rows_open(path, &layer->rows) : code;
  }
  layer->scale = 1;
  return sign_grid_read_samples(path, &size, scale, &image) == EXIT_DONE
             ? grey_rows_use(path, &image, &layer->rows)
             : EXIT_INPUT;
}

/* Opens greys of a floor's size. */
static int open_grey(const struct legend *legend, const char *name,
                     const struct grey_settings *settings, struct grey_layer *layer) {
  const struct game_floor *floor = &legend->map->floors[settings->floor];
  const struct grey_rows *rows = &layer->rows;
  char path[MOST_PATH_BYTES];
  int code = make_path(legend, name, path);
  if (code == EXIT_DONE && legend->layers == NULL && floor->terrain == NULL) {
    code = legend_fail(legend, "floor %" PRId32 " is of places, which have none", settings->floor);
  }
  if (code == EXIT_DONE) {
    code = open_rows(path, floor, settings->scale, layer);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  layer->is_open = true;
  layer->source = (struct game_source){legend->path, legend->line};
  if (!rows->is_grey) {
    code = legend_fail(legend, "%s has colours; it should be a picture of greys", path);
  } else if (rows->width != floor->width || rows->height != floor->height) {
    code = legend_fail(
        legend,
        "%s is %" PRId32 " x %" PRId32 "; floor %" PRId32 " is %" PRId32 " x %" PRId32 " cells",
        path, rows->width, rows->height, settings->floor, floor->width, floor->height);
  }
  if (code != EXIT_DONE) {
    grey_layer_close(layer);
  }
  return code;
}

static size_t cell_count(const struct game_floor *floor) {
  return (size_t)floor->width * (size_t)floor->height;
}

static int fail_second(const struct legend *legend, const char *what, int32_t floor) {
  return legend_fail(legend, "floor %" PRId32 " has %s already; it takes one picture of them",
                     floor, what);
}

int legend_take_heights(struct legend *legend, const struct legend_words *words) {
  struct grey_settings settings;
  struct grey_layer layer = {.is_open = false};
  int code = take_settings(legend, words, 1, true, &settings);
  struct game_floor *floor = &legend->map->floors[settings.floor];
  struct grey_layer *kept = legend->layers != NULL ? &legend->layers->heights : NULL;
  if (code == EXIT_DONE && (kept != NULL ? kept->is_open : floor->heights != NULL)) {
    return fail_second(legend, "heights", settings.floor);
  }
  if (code == EXIT_DONE) {
    code = open_grey(legend, words->list[0], &settings, kept != NULL ? kept : &layer);
  }
  if (code != EXIT_DONE || kept != NULL) {
    return code;
  }
  floor->heights = malloc(cell_count(floor) * sizeof *floor->heights);
  code = floor->heights != NULL ? grey_layer_read_heights(&layer, 0, floor->height, floor->heights)
                                : command_fail_memory("the heights");
  grey_layer_close(&layer);
  return code;
}

int legend_take_extra(struct legend *legend, const struct legend_words *words) {
  struct game_map *map = legend->map;
  struct grey_settings settings;
  struct grey_layer layer = {.is_open = false};
  const int32_t profile = game_map_find_profile(map, words->list[0]);
  if (profile < 0) {
    return legend_fail_profile(legend, words->list[0]);
  }
  int code = take_settings(legend, words, 2, false, &settings);
  struct game_floor *floor = &map->floors[settings.floor];
  struct grey_layer *kept = legend->layers != NULL ? &legend->layers->extra[profile] : NULL;
  if (code == EXIT_DONE && (kept != NULL ? kept->is_open : floor->extra[profile] != NULL)) {
    return fail_second(legend, "extra costs of this profile", settings.floor);
  }
  if (code == EXIT_DONE) {
    code = open_grey(legend, words->list[1], &settings, kept != NULL ? kept : &layer);
    *(kept != NULL ? &kept->scale : &layer.scale) = map->naming.cost_scale;
  }
  if (code != EXIT_DONE || kept != NULL) {
    return code;
  }
  floor->extra[profile] = malloc(cell_count(floor));
  code = floor->extra[profile] != NULL
             ? grey_layer_read_extra(&layer, &map->profiles[profile], floor->terrain, 0,
                                     floor->height, floor->extra[profile])
             : command_fail_memory("the extra costs");
  grey_layer_close(&layer);
  return code;
}
