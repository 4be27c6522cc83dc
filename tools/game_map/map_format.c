/* Formats of maps: see map_format.h. */
#include "tools/game_map/map_format.h"

#include "tools/base/fail.h"
#include "tools/base/file_kind.h"
#include "tools/codec/image_file.h"
#include "tools/grid/grid_reader.h"
#include "tools/ldtk/ldtk_reader.h"
#include "tools/map/map_lines.h"

#include <string.h>

enum { LOOKED_AT = 512 };

enum map_format map_format_of(const uint8_t *bytes, size_t count) {
  if (count != 0 && image_file_is_image(bytes, count)) {
    return MAP_FORMAT_PICTURE;
  }
  size_t first = count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (first < count && bytes[first] != 0 && strchr(" \t\r\n", bytes[first]) != NULL) {
    first++;
  }
  if (first == count || (bytes[first] != '<' && bytes[first] != '{')) {
    return !map_header_begins(bytes, count) && sign_grid_format(bytes, count) != GRID_NONE
               ? MAP_FORMAT_GRID
               : MAP_FORMAT_LETTERS;
  }
  char advice[FILE_KIND_ADVICE_BYTES];
  if (file_kind_advise(bytes, count, "", advice)) {
    return MAP_FORMAT_LETTERS; /* XML or JSON of another program */
  }
  return ldtk_is_project((const char *)bytes, count) ? MAP_FORMAT_LDTK : MAP_FORMAT_TILED;
}

int map_format_of_file(const char *path, enum map_format *format) {
  uint8_t bytes[LOOKED_AT];
  size_t count = 0;
  const char *why = file_kind_read(path, bytes, sizeof bytes, &count);
  *format = why == NULL ? map_format_of(bytes, count) : MAP_FORMAT_LETTERS;
  return why == NULL ? EXIT_DONE : command_fail(EXIT_INPUT, "%s: %s", path, why);
}

int map_format_of_map(const struct map_files *files, enum map_format *format) {
  *format = MAP_FORMAT_GRID;
  return files->raw.width != 0 ? EXIT_DONE : map_format_of_file(files->map, format);
}

struct option_def map_option_near(bool *target) {
  return option_flag("--near", target,
                     "a colour without a name is the nearest that has one; as `near` in a legend");
}

struct option_def map_option_size(struct option_size *target) {
  return (struct option_def){
      .name = "--size",
      .kind = OPTION_SIZE,
      .target = target,
      .value = "WxH",
      .help = "MAP is raw: a number a cell, row by row, of 8 bits, or of 16, low byte first"};
}
