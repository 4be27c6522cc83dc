/* Levels of letters: see text_level.h. Empty lines at the beginning and the end are no rows. */
#include "tools/grid/text_level.h"

#include "overland.h"

#include <inttypes.h>
#include <stdbool.h>
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

/* Takes the letter at `at`, or with a separator that of a field, which may stand in quotes and
 * between blanks, with the separator behind it; a field of blanks is a blank. -1: a field has
 * more. */
static int32_t next_letter(const char **at, const char *stop, char separator) {
  const char *from = *at;
  if (separator == 0) {
    *at = from + 1;
    return (uint8_t)*from == '\t' ? ' ' : (uint8_t)*from;
  }
  const char *end = from;
  bool is_quoted = false;
  while (end < stop && (is_quoted || *end != separator)) {
    is_quoted = *end++ == '"' ? !is_quoted : is_quoted;
  }
  *at = end < stop ? end + 1 : stop;
  while (end > from && end[-1] == ' ') {
    end--;
  }
  while (from < end && *from == ' ') {
    from++;
  }
  if (end - from >= 3 && *from == '"' && end[-1] == '"') {
    from += end - from == 4 ? 2 : 1; /* a quote in quotes is two of them */
    end--;
  }
  return end == from ? ' ' : end == from + 1 ? (uint8_t)*from : -1;
}

/* Kinds of fields that the rows of a text have between separators. */
struct fields {
  bool has_sign;  /* a letter that is no digit and no blank */
  bool has_empty; /* nothing */
  bool has_more;  /* more than a letter */
};

static int64_t count_fields(const char *at, const char *stop, char separator,
                            struct fields *fields) {
  int64_t count = 0;
  for (; at < stop; count++) {
    const bool is_empty = *at == separator;
    const int32_t letter = next_letter(&at, stop, separator);
    fields->has_sign = fields->has_sign || (letter > ' ' && (letter < '0' || letter > '9'));
    fields->has_empty = fields->has_empty || is_empty;
    fields->has_more = fields->has_more || letter < 0;
  }
  return count;
}

/* A comma may be a letter of a level, too. Where fields are empty it parts only if all rows have as
 * many fields and not as many letters. */
char text_level_separator(const char *text, size_t byte_count) {
  enum { LOOKED_AT = 512 };
  const char *end = text + (byte_count < LOOKED_AT ? byte_count : LOOKED_AT), *next;
  for (const char *separator = ",;\t"; *separator != '\0'; separator++) {
    struct fields fields = {false, false, false};
    int64_t width = 0, length = 0;
    bool is_parted = true, same_width = true, same_length = true;
    for (const char *at = text; at < end; at = next) {
      const char *stop = line_end(at, end, &next);
      if (stop == at || (stop == end && width > 0)) {
        continue; /* an empty line, or one that may be cut */
      }
      const int64_t count = count_fields(at, stop, *separator, &fields);
      is_parted = is_parted && count > 1;
      same_width = same_width && (width == 0 || count == width);
      same_length = same_length && (width == 0 || stop - at == length);
      width = count;
      length = stop - at;
    }
    if (is_parted && width > 1 && fields.has_sign && !fields.has_more &&
        (!fields.has_empty || (same_width && !same_length))) {
      return *separator;
    }
  }
  return 0;
}

int text_level_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                    struct sign_grid *grid) {
  const char *end = bytes + byte_count, *first = NULL, *next;
  int64_t width = 0, height = 0, rows = 0;
  bytes += byte_count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  const char separator = text_level_separator(bytes, (size_t)(end - bytes));
  for (const char *at = bytes; at < end; at = next) {
    const char *stop = line_end(at, end, &next);
    int64_t length = 0;
    for (const char *in_row = at; in_row < stop; length++) {
      next_letter(&in_row, stop, separator);
    }
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
      const int32_t letter = at < stop ? next_letter(&at, stop, separator) : ' ';
      values[y * width + x] = letter;
      if (letter < ' ' || letter > '~') {
        free(values);
        return letter < 0
                   ? reader_fail(file, "row %" PRId64 " has more than a letter in field %" PRId64,
                                 y, x)
                   : reader_fail(file,
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
