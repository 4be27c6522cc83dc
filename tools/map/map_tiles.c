/* A folder of map tiles: see map_tiles.h. */
#include "tools/map/map_tiles.h"

#include "tools/base/fail.h"
#include "tools/base/platform_files.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_PATH_BYTES = 4096 };

/* ---- Names --------------------------------------------------------------- */

static bool read_number(const char **at, int32_t *number) {
  const char *begin = *at;
  int32_t sum = 0;
  for (; **at >= '0' && **at <= '9' && sum < OVL_MAX_SIDE_CELLS; (*at)++) {
    sum = sum * 10 + (**at - '0');
  }
  *number = sum;
  /* 007 is not how 7 is written, and would be a second name for one tile. */
  return *at != begin && (*begin != '0' || *at == begin + 1);
}

/* Counts columns and rows. Other files do no harm. */
static bool take_name(void *user, const char *name) {
  struct map_tiles *tiles = user;
  int32_t column, row;
  if (read_number(&name, &column) && *name++ == '-' && read_number(&name, &row) &&
      strcmp(name, ".map") == 0) {
    tiles->columns = column < tiles->columns ? tiles->columns : column + 1;
    tiles->rows = row < tiles->rows ? tiles->rows : row + 1;
  }
  return true;
}

static int open_tile(const struct map_tiles *tiles, const char *letters, int32_t column,
                     int32_t row, char path[MOST_PATH_BYTES], struct map_sheet *sheet) {
  const int length =
      snprintf(path, MOST_PATH_BYTES, "%s/%" PRId32 "-%" PRId32 ".map", tiles->path, column, row);
  if (length < 0 || length >= MOST_PATH_BYTES) {
    return command_fail(EXIT_INPUT, "%s: the name of the folder is too long", tiles->path);
  }
  bool is_even = true;
  const int code = map_sheet_open(sheet, path, &is_even);
  if (is_even) {
    return code;
  }
  map_sheet_close(sheet);
  return map_sheet_fail(path, letters);
}

/* ---- Sizes --------------------------------------------------------------- */

/* The first tile tells the size of all, those of the last column and row their own. */
static bool fits(struct map_tiles *tiles, int32_t column, int32_t row,
                 const struct map_header *header, int32_t *wanted_width, int32_t *wanted_height) {
  const bool last_column = column == tiles->columns - 1;
  const bool last_row = row == tiles->rows - 1;
  if (row == 0 && last_column) {
    tiles->width = column * tiles->tile_width + header->width;
  }
  if (column == 0 && last_row) {
    tiles->height = row * tiles->tile_height + header->height;
  }
  *wanted_width = last_column ? tiles->width - column * tiles->tile_width : tiles->tile_width;
  *wanted_height = last_row ? tiles->height - row * tiles->tile_height : tiles->tile_height;
  return header->width == *wanted_width && header->height == *wanted_height &&
         header->width <= tiles->tile_width && header->height <= tiles->tile_height;
}

static int check_tile(struct map_tiles *tiles, const char *letters, int32_t column, int32_t row) {
  struct map_sheet sheet = {0};
  char path[MOST_PATH_BYTES];
  int32_t width, height;
  const int code = open_tile(tiles, letters, column, row, path, &sheet);
  if (code != EXIT_DONE) {
    return code;
  }
  const struct map_header header = sheet.header;
  map_sheet_close(&sheet);
  if (column == 0 && row == 0) {
    tiles->shear = header.shear;
    tiles->tile_width = header.width;
    tiles->tile_height = header.height;
  }
  if (!fits(tiles, column, row, &header, &width, &height)) {
    return command_fail(EXIT_INPUT,
                        "%s: the tile has %" PRId32 " x %" PRId32
                        " cells; it should have %s%" PRId32 " x %s%" PRId32,
                        path, header.width, header.height,
                        width > tiles->tile_width ? "up to " : "",
                        width < tiles->tile_width ? width : tiles->tile_width,
                        height > tiles->tile_height ? "up to " : "",
                        height < tiles->tile_height ? height : tiles->tile_height);
  }
  return EXIT_DONE;
}

int map_tiles_open(struct map_tiles *tiles, const char *path, const char *letters) {
  *tiles = (struct map_tiles){.path = path};
  if (!platform_list_folder(path, take_name, tiles)) {
    return command_fail(EXIT_INPUT, "%s: the folder can't be read", path);
  }
  if (tiles->columns == 0) {
    return command_fail(EXIT_INPUT,
                        "%s: there are no map tiles in this folder: 0-0.map, 1-0.map ...", path);
  }
  int code = EXIT_DONE;
  for (int32_t row = 0; row < tiles->rows; row++) {
    for (int32_t column = 0; column < tiles->columns && code == EXIT_DONE; column++) {
      code = check_tile(tiles, letters, column, row);
      if (code == EXIT_DONE &&
          ((int64_t)tiles->columns * tiles->tile_width - tiles->tile_width >= OVL_MAX_SIDE_CELLS ||
           (int64_t)tiles->rows * tiles->tile_height - tiles->tile_height >= OVL_MAX_SIDE_CELLS)) {
        code = command_fail(EXIT_INPUT,
                            "%s: %" PRId32 " x %" PRId32 " tiles of %" PRId32 " x %" PRId32
                            " cells are too many; each side of a map is up to %d cells",
                            path, tiles->columns, tiles->rows, tiles->tile_width,
                            tiles->tile_height, OVL_MAX_SIDE_CELLS);
      }
    }
  }
  if (code == EXIT_DONE &&
      (tiles->width > OVL_MAX_SIDE_CELLS || tiles->height > OVL_MAX_SIDE_CELLS)) {
    code = command_fail(EXIT_INPUT,
                        "%s: the tiles make %" PRId32 " x %" PRId32
                        " cells; each side of a map is up to %d",
                        path, tiles->width, tiles->height, OVL_MAX_SIDE_CELLS);
  }
  return code;
}

/* ---- Rows ---------------------------------------------------------------- */

/* Reads rows of one tile. */
static int read_tile(const struct map_tiles *tiles, const char *letters, int32_t column,
                     int32_t row, int32_t first, int32_t count, uint8_t *out) {
  struct map_sheet sheet = {0};
  char path[MOST_PATH_BYTES];
  int code = open_tile(tiles, letters, column, row, path, &sheet);
  if (code != EXIT_DONE) {
    return code;
  }
  const int32_t right = (column + 1) * tiles->tile_width;
  const int32_t width =
      right < tiles->width ? tiles->tile_width : tiles->width - column * tiles->tile_width;
  if (sheet.header.width != width || first + count > sheet.header.height) {
    code = command_fail(EXIT_INPUT, "%s: the tile was changed while it was read", path);
  } else {
    code = map_sheet_read(&sheet, letters, first, count,
                          out + (size_t)column * (size_t)tiles->tile_width, (size_t)tiles->width);
  }
  map_sheet_close(&sheet);
  return code;
}

int map_tiles_read(const struct map_tiles *tiles, const char *letters, int32_t first, int32_t count,
                   uint8_t *out) {
  int code = EXIT_DONE;
  int32_t y = first;
  while (y < first + count && code == EXIT_DONE) {
    const int32_t row = y / tiles->tile_height;
    const int32_t row_end = (row + 1) * tiles->tile_height;
    const int32_t end = first + count < row_end ? first + count : row_end;
    for (int32_t column = 0; column < tiles->columns && code == EXIT_DONE; column++) {
      code = read_tile(tiles, letters, column, row, y - row * tiles->tile_height, end - y,
                       out + (size_t)(y - first) * (size_t)tiles->width);
    }
    y = end;
  }
  return code;
}

int map_tiles_each(const struct map_tiles *tiles, const char *letters,
                   int (*take)(void *user, const struct map_sheet *tile), void *user) {
  int code = EXIT_DONE;
  for (int32_t i = 0; i < tiles->rows * tiles->columns && code == EXIT_DONE; i++) {
    struct map_sheet sheet = {0};
    char path[MOST_PATH_BYTES];
    code = open_tile(tiles, letters, i % tiles->columns, i / tiles->columns, path, &sheet);
    if (code == EXIT_DONE) {
      code = take(user, &sheet);
      map_sheet_close(&sheet);
    }
  }
  return code;
}
