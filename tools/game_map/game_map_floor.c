/* Reads one floor of a game map. Letters are terrains by themselves, colours by the table of the
 * map. */
#include "tools/game_map/game_map_floor.h"

#include "tools/base/fail.h"
#include "tools/codec/image_file.h"
#include "tools/game_map/map_format.h"
#include "tools/grid/grid_reader.h"
#include "tools/map/map_stream.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void game_map_take_shear(struct game_map *map, struct cell_shear shear) {
  if (map->naming.shear.kind == CELL_SQUARES) {
    map->naming.shear = shear;
  }
}

void game_map_list_letters(const struct game_map *map, char letters[256]) {
  size_t count = 0;
  for (int byte = 1; byte < 256; byte++) {
    const bool printable = byte >= 0x20 && byte != 0x7f;
    if (printable && map->terrains[byte][0] != '\0') {
      letters[count++] = (char)byte;
    }
  }
  letters[count] = '\0';
}

static int read_letters(const char *path, struct game_map *map, struct game_floor *floor) {
  char letters[256];
  struct map_header header = {.width = 0};
  game_map_list_letters(map, letters);
  const int code = map_stream_hold(path, letters, &header, &floor->terrain);
  floor->width = header.width;
  floor->height = header.height;
  game_map_take_shear(map, header.shear);
  return code;
}

/* ---- Pictures ------------------------------------------------------------ */

static int compare_colors(const void *a, const void *b) {
  const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

/* Tells the colours that no terrain has, of all `count` pixels that have one of these. */
static int fail_colors(const char *path, uint32_t *colors, size_t count) {
  enum { MOST_TOLD = 12 };
  char call[PRINT_DRAFT_BYTES], text[MOST_TOLD * 40] = "";
  size_t length = 0, kinds = 0;
  qsort(colors, count, sizeof *colors, compare_colors);
  for (size_t i = 0; i < count;) {
    size_t end = i;
    while (end < count && colors[end] == colors[i]) {
      end++;
    }
    if (kinds++ < MOST_TOLD) {
      length += (size_t)snprintf(text + length, sizeof text - length, "%s#%06" PRIx32 " (%zu)",
                                 kinds > 1 ? ", " : "", colors[i], end - i);
    }
    i = end;
  }
  return command_fail(EXIT_INPUT,
                      "%s: no terrain has the colour%s (and cells) %s%s; name %s in a legend, as: "
                      "terrain #%06" PRIx32 " NAME, or let %s write one",
                      path, kinds == 1 ? "" : "s", text, kinds > MOST_TOLD ? " and more" : "",
                      kinds == 1 ? "it" : "them", colors[0], print_draft_call(path, 0, 0, call));
}

/* The value by which a legend names a pixel: the grey as stored, the colour, or IMAGE_CLEAR. */
static uint32_t pixel_key(const struct image *image, size_t pixel) {
  return image_is_grey(image) && !image_is_clear(image, pixel) ? image->samples[pixel]
                                                               : image_color(image, pixel);
}

/* The terrain of a pixel: a number of greys first, then a colour; -1: nothing names it. */
static int32_t pixel_terrain(const struct game_map *map, const struct image *image, size_t pixel) {
  const uint32_t color = image_color(image, pixel);
  if (color == IMAGE_CLEAR) {
    return game_map_find_terrain(map, IMAGE_CLEAR_NAME);
  }
  const int32_t named =
      image_is_grey(image) ? game_map_find_number(map, image->samples[pixel]) : -1;
  return named >= 0 ? named : game_map_find_color(map, color);
}

/* Pictures have few colours and long runs of each. */
static int take_colors(const char *path, struct game_map *map, const struct image *image,
                       uint8_t *terrain) {
  const size_t pixels = (size_t)image->width * (size_t)image->height;
  uint32_t *unknown = NULL; /* the colours that nothing names */
  size_t count = 0;
  int32_t known = -1;
  if (image->clear != NULL) {
    game_map_add_terrain(map, IMAGE_CLEAR_NAME);
  }
  for (size_t i = 0; i < pixels; i++) {
    if (i == 0 || pixel_key(image, i) != pixel_key(image, i - 1)) {
      known = pixel_terrain(map, image, i);
    }
    terrain[i] = (uint8_t)(known >= 0 ? known : 0);
    if (known >= 0) {
      continue;
    }
    unknown = unknown != NULL ? unknown : malloc(pixels * sizeof *unknown);
    if (unknown == NULL) {
      return command_fail_memory(path);
    }
    unknown[count++] = image_color(image, i);
  }
  const int code = unknown != NULL ? fail_colors(path, unknown, count) : EXIT_DONE;
  free(unknown);
  return code;
}

static int read_picture(const char *path, struct game_map *map, struct game_floor *floor) {
  struct image image;
  int code = image_file_read(path, NULL, &image);
  if (code != EXIT_DONE) {
    return code;
  }
  floor->terrain = malloc((size_t)image.width * (size_t)image.height);
  code = floor->terrain != NULL ? take_colors(path, map, &image, floor->terrain)
                                : command_fail_memory(path);
  floor->width = image.width;
  floor->height = image.height;
  image_free(&image);
  if (code != EXIT_DONE) {
    free(floor->terrain);
    floor->terrain = NULL;
  }
  return code;
}

/* ---- Grids --------------------------------------------------------------- */

/* Tells the signs that no terrain has. */
static int fail_signs(const struct map_files *files, const struct sign_grid *grid,
                      const int32_t *terrains) {
  enum { MOST_TOLD = 12 };
  char call[PRINT_DRAFT_BYTES], text[MOST_TOLD * 64] = "";
  size_t length = 0, kinds = 0;
  const struct grid_sign *first = NULL;
  for (size_t i = 0; i < grid->sign_count; i++) {
    const struct grid_sign *sign = &grid->signs[i];
    first = first == NULL && terrains[i] < 0 ? sign : first;
    if (terrains[i] < 0 && kinds++ < MOST_TOLD) {
      const char *quote = strchr(" #\"", sign->text[0]) != NULL ? "\"" : "";
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%s%s%s (%" PRIu64 ")",
                                 kinds > 1 ? ", " : "", quote, sign->text, quote, sign->cells);
    }
  }
  return command_fail(EXIT_INPUT,
                      "%s: no terrain has the sign%s (and cells) %s%s; name %s in a legend, as: "
                      "terrain %s NAME, or let %s write one",
                      files->map, kinds == 1 ? "" : "s", text, kinds > MOST_TOLD ? " and more" : "",
                      kinds == 1 ? "it" : "them",
                      first->text[0] == '#'   ? "\"#\""
                      : first->text[0] == ' ' ? "\" \""
                                              : first->text,
                      print_draft_call(files->map, files->raw.width, files->raw.height, call));
}

/* The terrain of each sign. An exit code. */
static int name_signs(const struct map_files *files, const struct sign_grid *grid,
                      struct game_map *map, int32_t *terrains) {
  bool all = true;
  for (size_t i = 0; i < grid->sign_count; i++) {
    const struct grid_sign *sign = &grid->signs[i];
    terrains[i] =
        sign->is_word ? game_map_add_terrain(map, sign->text) : game_map_find_sign(map, sign->text);
    all = all && terrains[i] >= 0;
  }
  return all ? EXIT_DONE : fail_signs(files, grid, terrains);
}

static int take_signs(const char *path, const struct sign_grid *grid, const int32_t *terrains,
                      struct game_floor *floor) {
  const size_t cells = (size_t)grid->width * (size_t)grid->height;
  floor->width = grid->width;
  floor->height = grid->height;
  floor->terrain = malloc(cells);
  if (floor->terrain == NULL) {
    return command_fail_memory(path);
  }
  for (size_t i = 0; i < cells; i++) {
    floor->terrain[i] = (uint8_t)terrains[grid->cells[i]];
  }
  return EXIT_DONE;
}

/* The upper left cell of an occupancy grid whose origin, in metres, is its lower left corner: cell
 * X,Y lies X cells to the right of the place 0,0 and Y cells below it. */
static int take_corner(const char *path, const struct sign_grid *grid, struct game_floor *floor) {
  const double cell = grid->metres.cell;
  sign_grid_tell_turn(path, grid);
  if (!(cell > 0)) {
    if (grid->has_metres) {
      command_note("warning: %s: it has no resolution, as resolution: 0.05, so its origin is left "
                   "out",
                   path);
    }
    return EXIT_DONE;
  }
  const double x = round(grid->metres.left / cell);
  const double y = round(-grid->metres.bottom / cell) - grid->height;
  if (fabs(x) > OVL_MAX_ORIGIN || fabs(y) > OVL_MAX_ORIGIN) {
    return command_fail(EXIT_INPUT,
                        "%s: its origin %g,%g is more than %d cells of %g away from 0,0", path,
                        grid->metres.left, grid->metres.bottom, OVL_MAX_ORIGIN, cell);
  }
  floor->corner = (ovl_cell){(int32_t)x, (int32_t)y, 0};
  return EXIT_DONE;
}

static int read_grid(const struct map_files *files, struct game_map *map,
                     struct game_floor *floor) {
  const char *path = files->map;
  struct sign_grid grid;
  int code = sign_grid_read(path, &files->raw, &grid);
  if (code != EXIT_DONE) {
    return code;
  }
  int32_t *terrains = malloc(grid.sign_count * sizeof *terrains);
  if (terrains == NULL) {
    sign_grid_free(&grid);
    return command_fail_memory(path);
  }
  code = name_signs(files, &grid, map, terrains);
  if (code == EXIT_DONE) {
    code = take_signs(path, &grid, terrains, floor);
  }
  code = code == EXIT_DONE ? take_corner(path, &grid, floor) : code;
  free(terrains);
  sign_grid_free(&grid);
  return code;
}

int game_map_read_floor(const char *path, const struct option_size *raw, struct game_map *map,
                        struct game_floor *floor) {
  enum map_format format;
  const struct map_files files = {.map = path, .raw = *raw};
  const int code = map_format_of_map(&files, &format);
  if (code != EXIT_DONE) {
    return code;
  }
  if (map_format_has_layers(format)) {
    return command_fail(EXIT_INPUT,
                        "%s: a map of Tiled or LDtk brings floors of its own; a floor of a legend "
                        "is a .map or a picture",
                        path);
  }
  return format == MAP_FORMAT_PICTURE ? read_picture(path, map, floor)
         : format == MAP_FORMAT_GRID  ? read_grid(&files, map, floor)
                                      : read_letters(path, map, floor);
}
