/* A map by rows or in memory: see map_source.h. */
#include "tools/build/map_source.h"

#include "tools/base/fail.h"
#include "tools/base/file_kind.h"
#include "tools/base/platform.h"
#include "tools/game_map/game_map_floor.h"
#include "tools/game_map/read/game_map_read.h"

#include <string.h>

/* ---- Looking ------------------------------------------------------------- */

/* A file that only seems to be of a kind is refused later, by the reader of that kind. */
int map_look_at(const struct map_files *files, struct map_look *look) {
  const char *path = files->map;
  const enum platform_file_kind kind = platform_file_kind(path);
  struct map_header header;
  uint8_t bytes[MAP_HEADER_BYTES];
  size_t count = 0;
  *look = (struct map_look){.plain = files->raw.width == 0};
  look->by_rows =
      strcmp(path, "-") == 0 || kind == PLATFORM_FILE_FOLDER || kind == PLATFORM_FILE_OTHER;
  if (look->by_rows || !look->plain) {
    return EXIT_DONE;
  }
  const char *why = file_kind_read(path, bytes, sizeof bytes, &count);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  look->plain = map_format_of(bytes, count) == MAP_FORMAT_LETTERS;
  const int code = look->plain ? map_header_read(path, bytes, count, &header) : EXIT_DONE;
  look->shear = look->plain && code == EXIT_DONE ? header.shear : look->shear;
  look->cells = look->plain && code == EXIT_DONE ? (int64_t)header.width * header.height : 0;
  return code;
}

/* ---- Opening ------------------------------------------------------------- */

/* Opens the pictures of heights and extra costs of a map whose rows are open, and reads its links.
 */
static int open_layers(const struct map_files *files, struct map_source *source) {
  if (map_rows_is_stream(&source->rows)) {
    return command_fail(
        EXIT_INPUT,
        "%s: links, places, heights and extra costs need the map as a file or a folder, to "
        "be read twice; %s comes once",
        files->legend, files->map);
  }
  return game_map_read_layers(files->legend, source->rows.width, source->rows.height, &source->map,
                              &source->layers);
}

static int open_rows(const struct map_files *files, struct map_source *source) {
  char letters[256];
  game_map_list_letters(&source->map, letters);
  int code = map_rows_open(&source->rows, files->map, letters);
  if (code != EXIT_DONE) {
    return code;
  }
  game_map_take_shear(&source->map, source->rows.shear);
  if (cell_shear_moves(&source->map.naming.shear)) {
    map_rows_close(&source->rows);
    return command_fail(EXIT_INPUT,
                        "%s: where rows or columns are shifted the map has to be one file, which "
                        "is held in memory",
                        files->map);
  }
  const int32_t width = source->rows.width, height = source->rows.height;
  code = source->has_layers ? open_layers(files, source) : EXIT_DONE;
  if (code == EXIT_DONE) {
    code = game_map_check_bodies(&source->map, width < height ? width : height);
  }
  if (code != EXIT_DONE) {
    grey_layers_close(&source->layers);
    map_rows_close(&source->rows);
  }
  return code;
}

/* A plain map goes by rows if the legend names no further floors. */
static int open_plain(const struct map_files *files, bool by_rows, struct map_source *source) {
  struct game_map_frame frame;
  int code = game_map_read_frame(files->legend, files->corners, &source->map, &frame);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!frame.has_floors) {
    source->by_rows = true;
    source->has_layers = frame.has_cells;
    source->map.origin = files->origin != NULL ? *files->origin : (ovl_cell){0, 0, 0};
    code = open_rows(files, source);
    if (code != EXIT_DONE) {
      game_map_free(&source->map);
    }
    return code;
  }
  game_map_free(&source->map);
  if (by_rows) {
    return command_fail(
        EXIT_INPUT,
        "%s: floors, and shifted rows of hexagons, need the map as one file; %s comes "
        "row by row",
        files->legend, files->map);
  }
  return game_map_read(files, &source->map);
}

int map_source_open(const struct map_files *files, const struct map_look *look, bool large,
                    struct map_source *source) {
  memset(source, 0, sizeof *source);
  const bool is_shifted = cell_shear_moves(&look->shear);
  return look->plain && (look->by_rows || (large && !is_shifted))
             ? open_plain(files, look->by_rows, source)
             : game_map_read(files, &source->map);
}

void map_source_close(struct map_source *source) {
  if (source->by_rows) {
    map_rows_close(&source->rows);
  }
  grey_layers_close(&source->layers);
  game_map_free(&source->map);
}

size_t map_source_cell_bytes(const struct map_source *source) {
  size_t bytes = source->layers.heights.is_open ? 3 : 1;
  for (int32_t i = 0; i < source->map.profile_count; i++) {
    bytes += source->layers.extra[i].is_open ? 1 : 0;
  }
  return bytes;
}
