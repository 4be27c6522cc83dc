/* Levels of letters: see text_level.h. Empty lines at the beginning and the end are no rows. */
#include "tools/grid/text_level.h"

#include "overland.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool write_letter(int32_t value, char text[GRID_SIGN_BYTES]) {
  text[0] = (char)value;
  text[1] = '\0';
  return false;
}

/* The end of the line that begins at `at`, without what ends it; *next is the next line. */
static const char *line_end(const char *at, const char *end, const char **next) {
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  stop = stop != NULL ? stop : end;
  *next = stop < end ? stop + 1 : end;
  while (stop > at && (stop[-1] == '\r' || stop[-1] == '\x1a')) {
    stop--;
  }
  return stop;
}

int text_level_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                    struct sign_grid *grid) {
  const char *end = bytes + byte_count, *first = NULL, *next;
  int64_t width = 0, height = 0, rows = 0;
  bytes += byte_count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (const char *at = bytes; at < end; at = next) {
    const int64_t length = line_end(at, end, &next) - at;
    first = first == NULL && length > 0 ? at : first;
    rows += first != NULL ? 1 : 0;
    height = length > 0 ? rows : height;
    width = length > width ? length : width;
  }
  if (height == 0 || width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS) {
    return reader_fail(file,
                       "the rows are %" PRId64 " of up to %" PRId64
                       " letters; there should be 1 to "
                       "%d of each",
                       height, width, OVL_MAX_SIDE_CELLS);
  }
  grid->width = (int32_t)width;
  grid->height = (int32_t)height;
  int32_t *values = malloc((size_t)(width * height) * sizeof *values);
  if (values == NULL) {
    return reader_fail_memory(file);
  }
  const char *at = first;
  for (int64_t y = 0; y < height; y++, at = next) {
    const char *stop = line_end(at, end, &next);
    for (int64_t x = 0; x < width; x++) {
      const int32_t letter = at + x < stop ? (uint8_t)at[x] : ' ';
      values[y * width + x] = letter == '\t' ? ' ' : letter;
      if (letter != '\t' && (letter < ' ' || letter > '~')) {
        free(values);
        return reader_fail(file,
                           "row %" PRId64 " has the byte 0x%02" PRIx32 " at %" PRId64
                           "; the letters of a level are those of ASCII, a byte each",
                           y, (uint32_t)letter, x);
      }
    }
  }
  const int code = sign_grid_make(file, values, write_letter, grid);
  free(values);
  return code;
}
