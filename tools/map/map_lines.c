/* The lines of a map in the MovingAI format: see map_lines.h.
 *
 * A row is checked a letter at a time against a table and summed up without a branch; only a row
 * with a wrong letter is looked at again. */
#include "tools/map/map_lines.h"

#include "tools/base/fail.h"
#include "tools/base/file_kind.h"

#include <inttypes.h>
#include <string.h>

struct line {
  const uint8_t *text;
  size_t length; /* without its end */
};

/* What is left of a header. */
struct header_reader {
  const char *path;
  const uint8_t *at, *end;
  int32_t end_of_line_bytes; /* of the line read last */
};

static bool next_line(struct header_reader *reader, struct line *line) {
  const size_t left = (size_t)(reader->end - reader->at);
  const uint8_t *stop = left > 0 ? memchr(reader->at, '\n', left) : NULL;
  line->text = reader->at;
  line->length = stop != NULL ? (size_t)(stop - reader->at) : left;
  reader->at = stop != NULL ? stop + 1 : reader->end;
  reader->end_of_line_bytes = 1;
  if (line->length > 0 && line->text[line->length - 1] == '\r') {
    line->length--;
    reader->end_of_line_bytes = 2;
  }
  return left > 0;
}

static bool line_is(const struct line *line, const char *text) {
  return line->length == strlen(text) && memcmp(line->text, text, line->length) == 0;
}

/* ---- The header ---------------------------------------------------------- */

/* A file that is no map is not quoted: a legend may name any file. */
static int fail_kind(const char *path, const uint8_t *bytes, size_t byte_count) {
  const char *kind = file_kind_name(bytes, byte_count);
  return command_fail(EXIT_INPUT,
                      "%s: this is %s%s; maps are MovingAI's .map, whose first line is 'type "
                      "octile', PNG, PGM and PPM pictures, and Tiled's .tmx and .tmj",
                      path, kind != NULL ? kind : "no map",
                      kind != NULL ? ", which is not read as a map" : "");
}

static int fail_header(const struct header_reader *reader, int number, const struct line *line,
                       const char *right) {
  /* It may have any bytes, and be of any length. */
  char shown[41];
  size_t length = 0;
  while (length < line->length && length < sizeof shown - 1) {
    const uint8_t byte = line->text[length];
    shown[length++] = byte >= 0x20 && byte < 0x7f ? (char)byte : '?';
  }
  shown[length] = '\0';
  return command_fail(EXIT_INPUT, "%s: line %d of the header is '%s'; it should be '%s'",
                      reader->path, number, shown, right);
}

/* Reads "width 512" with the name given; *side is set. */
static int read_side(struct header_reader *reader, int number, const char *name, int32_t *side) {
  struct line line;
  char right[32];
  snprintf(right, sizeof right, "%s N", name);
  const size_t name_length = strlen(name);
  if (!next_line(reader, &line) || line.length <= name_length ||
      memcmp(line.text, name, name_length) != 0 || line.text[name_length] != ' ') {
    return fail_header(reader, number, &line, right);
  }
  size_t i = name_length + 1;
  const bool minus = i < line.length && line.text[i] == '-';
  i += minus ? 1 : 0;
  const size_t first_digit = i;
  int64_t value = 0;
  for (; i < line.length && line.text[i] >= '0' && line.text[i] <= '9'; i++) {
    /* Beyond a billion the exact value no longer matters. */
    value = value < 1000000000 ? value * 10 + (line.text[i] - '0') : value;
  }
  if (i == first_digit || i != line.length) {
    return fail_header(reader, number, &line, right);
  }
  value = minus ? -value : value;
  if (value < 1 || value > OVL_MAX_SIDE_CELLS) {
    return command_fail(EXIT_INPUT, "%s: the %s is %" PRId64 "; it should be 1 to %d", reader->path,
                        name, value, OVL_MAX_SIDE_CELLS);
  }
  *side = (int32_t)value;
  return EXIT_DONE;
}

int map_header_read(const char *path, const uint8_t *bytes, size_t byte_count,
                    struct map_header *header) {
  const size_t most = byte_count < MAP_HEADER_BYTES ? byte_count : MAP_HEADER_BYTES;
  struct header_reader reader = {path, bytes, bytes + most, 1};
  struct line line;
  if (byte_count == 0) {
    return command_fail(EXIT_INPUT, "%s: the file is empty; a map begins with 'type octile'", path);
  }
  if (!next_line(&reader, &line) || !line_is(&line, "type octile")) {
    return fail_kind(path, bytes, byte_count);
  }
  int code = read_side(&reader, 2, "height", &header->height);
  if (code == EXIT_DONE) {
    code = read_side(&reader, 3, "width", &header->width);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (!next_line(&reader, &line) || !line_is(&line, "map")) {
    return fail_header(&reader, 4, &line, "map");
  }
  header->byte_count = (size_t)(reader.at - bytes);
  header->end_of_line_bytes = reader.end_of_line_bytes;
  return EXIT_DONE;
}

/* ---- Letters ------------------------------------------------------------- */

void map_letters_begin(struct map_letters *letters, const char *listed) {
  memset(letters, 0, sizeof *letters);
  letters->listed = listed;
  for (const char *letter = listed; *letter != '\0'; letter++) {
    letters->known[(uint8_t)*letter] = true;
  }
}

void map_letters_check(struct map_letters *letters, const uint8_t *cells, size_t count, int32_t x,
                       int32_t y) {
  size_t known_count = 0;
  for (size_t i = 0; i < count; i++) {
    known_count += letters->known[cells[i]] ? 1 : 0;
  }
  if (known_count == count) {
    return;
  }
  if (letters->unknown_count == 0) {
    size_t i = 0;
    while (letters->known[cells[i]]) {
      i++;
    }
    letters->unknown_x = x + (int32_t)i;
    letters->unknown_y = y;
    letters->unknown = cells[i];
  }
  letters->unknown_count += count - known_count;
}

int map_letters_end(const struct map_letters *letters, const char *path) {
  if (letters->unknown_count == 0) {
    return EXIT_DONE;
  }
  const bool printable = letters->unknown >= 0x20 && letters->unknown < 0x7f;
  return command_fail(EXIT_INPUT,
                      "%s: %" PRIu64 " unknown letter%s, the first is %s%c%s (byte %d) at "
                      "%" PRId32 ",%" PRId32 "; the letters are %s",
                      path, letters->unknown_count, letters->unknown_count == 1 ? "" : "s",
                      printable ? "'" : "", printable ? letters->unknown : '?',
                      printable ? "'" : "", letters->unknown, letters->unknown_x,
                      letters->unknown_y, letters->listed);
}

/* ---- Rows ---------------------------------------------------------------- */

int map_lines_fail_short(const char *path, int64_t rows, int32_t height) {
  return command_fail(EXIT_INPUT,
                      "%s: row %" PRId64 " is missing: there are %" PRId64
                      " rows, too few; the header says %" PRId32,
                      path, rows, rows, height);
}

int map_lines_fail_long(const char *path, int64_t rows, bool more, int32_t height) {
  return command_fail(EXIT_INPUT,
                      "%s: there are %s%" PRId64 " rows, too many; the header says %" PRId32
                      ", so row %" PRId32 " is the first that should not be there",
                      path, more ? "at least " : "", rows, height, height);
}

int map_lines_fail_cut(const char *path, int64_t y, uint64_t length, int32_t width,
                       int32_t height) {
  return command_fail(EXIT_INPUT,
                      "%s: the file ends in row %" PRId64 ", after %" PRIu64 " of %" PRId32
                      " letters; the header says %" PRId32 " rows",
                      path, y, length, width, height);
}

int map_lines_fail_length(const char *path, int64_t y, uint64_t length, int32_t width) {
  return command_fail(EXIT_INPUT,
                      "%s: row %" PRId64 " has %" PRIu64 " letters; the header says %" PRId32, path,
                      y, length, width);
}
