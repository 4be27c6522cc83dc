/* Reads one floor of a game map. Letters are terrains by themselves, colours by the table of the
 * map. */
#include "tools/game_map/game_map_floor.h"

#include "tools/base/fail.h"
#include "tools/codec/image_file.h"
#include "tools/game_map/map_format.h"
#include "tools/map/map_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static int read_letters(const char *path, const struct game_map *map, struct game_floor *floor) {
  char letters[256];
  struct map_file file;
  game_map_list_letters(map, letters);
  const int code = map_file_read(path, letters, &file);
  if (code == EXIT_DONE) {
    floor->width = file.width;
    floor->height = file.height;
    floor->terrain = file.terrain;
  }
  return code;
}

/* Pictures have few colours and long runs of each. */
static int take_colors(const char *path, const struct game_map *map, const struct image *image,
                       uint8_t *terrain) {
  const size_t pixels = (size_t)image->width * (size_t)image->height;
  const struct game_color *known = NULL;
  for (size_t i = 0; i < pixels; i++) {
    const uint32_t color = image_color(image, i);
    if (known == NULL || known->color != color) {
      known = game_map_find_color(map, color);
    }
    if (known == NULL) {
      return command_fail(EXIT_INPUT,
                          "%s: no terrain has the colour #%06" PRIx32 ", first seen at %zu,%zu; "
                          "name it in a legend: terrain #%06" PRIx32 " NAME",
                          path, color, i % (size_t)image->width, i / (size_t)image->width, color);
    }
    terrain[i] = known->terrain;
  }
  return EXIT_DONE;
}

static int read_picture(const char *path, const struct game_map *map, struct game_floor *floor) {
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

int game_map_read_floor(const char *path, const struct game_map *map, struct game_floor *floor) {
  enum map_format format;
  const int code = map_format_of_file(path, &format);
  if (code != EXIT_DONE) {
    return code;
  }
  if (format == MAP_FORMAT_TILED) {
    return command_fail(EXIT_INPUT,
                        "%s: a Tiled map brings floors of its own; a floor of a legend "
                        "is a .map or a picture",
                        path);
  }
  return format == MAP_FORMAT_PICTURE ? read_picture(path, map, floor)
                                      : read_letters(path, map, floor);
}
