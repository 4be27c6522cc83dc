/* Maps in the MovingAI format: see map_file.h.
 *
 * The file is mapped and read once. A row of the right length is checked a
 * letter at a time against a table and summed up without a branch; only a row
 * with a wrong letter is looked at again. */
#include "map_file.h"

#include "command.h"
#include "platform.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is left to read. */
struct reader {
  const char *path;
  const char *letters; /* that the map may hold */
  const uint8_t *at, *end;
};

struct line {
  const uint8_t *text;
  size_t length; /* without its end */
};

/* Letters that no map may hold: how many, and where the first stands. */
struct unknown_letters {
  uint64_t count;
  int32_t x, y;
  uint8_t letter;
};

/* False at the end of the file. */
static bool next_line(struct reader *reader, struct line *line) {
  if (reader->at == reader->end) {
    return false;
  }
  const size_t left = (size_t)(reader->end - reader->at);
  const uint8_t *stop = memchr(reader->at, '\n', left);
  line->text = reader->at;
  line->length = stop != NULL ? (size_t)(stop - reader->at) : left;
  reader->at = stop != NULL ? stop + 1 : reader->end;
  if (line->length > 0 && line->text[line->length - 1] == '\r') {
    line->length--;
  }
  return true;
}

static bool line_is(const struct line *line, const char *text) {
  return line->length == strlen(text) && memcmp(line->text, text, line->length) == 0;
}

/* ---- The header ---------------------------------------------------------- */

static int fail_header(const struct reader *reader, int number, const struct line *line,
                       const char *right) {
  /* A file of another kind may have any bytes and lines of any length. */
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
static int read_side(struct reader *reader, int number, const char *name, int32_t *side) {
  struct line line = {reader->at, 0};
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

static int read_header(struct reader *reader, struct map_file *map) {
  struct line line = {reader->at, 0};
  if (reader->at == reader->end) {
    return command_fail(EXIT_INPUT, "%s: the file is empty; a map begins with 'type octile'",
                        reader->path);
  }
  if (!next_line(reader, &line) || !line_is(&line, "type octile")) {
    return fail_header(reader, 1, &line, "type octile");
  }
  int code = read_side(reader, 2, "height", &map->height);
  if (code == EXIT_DONE) {
    code = read_side(reader, 3, "width", &map->width);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  line = (struct line){reader->at, 0};
  if (!next_line(reader, &line) || !line_is(&line, "map")) {
    return fail_header(reader, 4, &line, "map");
  }
  return EXIT_DONE;
}

/* ---- The rows ------------------------------------------------------------ */

static void list_known_letters(const char *letters, bool known[256]) {
  memset(known, 0, 256 * sizeof known[0]);
  for (const char *letter = letters; *letter != '\0'; letter++) {
    known[(uint8_t)*letter] = true;
  }
}

static void check_letters(const bool known[256], const struct line *row, int32_t y,
                          struct unknown_letters *unknown) {
  size_t known_count = 0;
  for (size_t x = 0; x < row->length; x++) {
    known_count += known[row->text[x]] ? 1 : 0;
  }
  if (known_count == row->length) {
    return;
  }
  if (unknown->count == 0) {
    size_t x = 0;
    while (known[row->text[x]]) {
      x++;
    }
    *unknown = (struct unknown_letters){0, (int32_t)x, y, row->text[x]};
  }
  unknown->count += row->length - known_count;
}

/* Empty lines after the last row do no harm. */
static int check_end(struct reader *reader, const struct map_file *map) {
  struct line line;
  int64_t rows = map->height;
  int64_t empty = 0;
  while (next_line(reader, &line)) {
    empty++;
    if (line.length > 0) {
      rows += empty;
      empty = 0;
    }
  }
  if (rows != map->height) {
    return command_fail(EXIT_INPUT,
                        "%s: there are %" PRId64 " rows, too many; the header says %" PRId32
                        ", so row %" PRId32 " is the first that should not be there",
                        reader->path, rows, map->height, map->height);
  }
  return EXIT_DONE;
}

static int read_rows(struct reader *reader, struct map_file *map) {
  bool known[256];
  struct unknown_letters unknown = {0};
  const size_t width = (size_t)map->width;
  list_known_letters(reader->letters, known);
  for (int32_t y = 0; y < map->height; y++) {
    struct line row;
    if (!next_line(reader, &row)) {
      return command_fail(EXIT_INPUT,
                          "%s: row %" PRId32 " is missing: there are %" PRId32
                          " rows, too few; the header says %" PRId32,
                          reader->path, y, y, map->height);
    }
    if (row.length != width) {
      return command_fail(EXIT_INPUT,
                          "%s: row %" PRId32 " has %zu letters; the header says %" PRId32,
                          reader->path, y, row.length, map->width);
    }
    check_letters(known, &row, y, &unknown);
    memcpy(map->terrain + (size_t)y * width, row.text, width);
  }
  if (unknown.count > 0) {
    const bool printable = unknown.letter >= 0x20 && unknown.letter < 0x7f;
    return command_fail(EXIT_INPUT,
                        "%s: %" PRIu64 " unknown letter%s, the first is %s%c%s (byte %d) at "
                        "%" PRId32 ",%" PRId32 "; the letters are %s",
                        reader->path, unknown.count, unknown.count == 1 ? "" : "s",
                        printable ? "'" : "", printable ? unknown.letter : '?',
                        printable ? "'" : "", unknown.letter, unknown.x, unknown.y,
                        reader->letters);
  }
  return check_end(reader, map);
}

static int read_map(struct reader *reader, struct map_file *map) {
  int code = read_header(reader, map);
  if (code != EXIT_DONE) {
    return code;
  }
  const uint64_t cells = (uint64_t)map->width * (uint64_t)map->height;
  /* A header that promises more than the file holds asks for no memory. */
  const uint64_t left = (uint64_t)(reader->end - reader->at);
  const uint64_t room = cells < left ? cells : left;
  map->terrain = room < SIZE_MAX ? malloc((size_t)room + 1) : NULL;
  if (map->terrain == NULL) {
    return command_fail_memory(reader->path);
  }
  return read_rows(reader, map);
}

int map_file_read(const char *path, const char *letters, struct map_file *map) {
  struct platform_mapping mapping;
  *map = (struct map_file){0};
  const char *why = platform_map_file(path, &mapping);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  const uint8_t *bytes = mapping.bytes;
  struct reader reader = {path, letters, bytes, bytes + mapping.byte_count};
  const int code = read_map(&reader, map);
  platform_unmap_file(&mapping);
  if (code != EXIT_DONE) {
    map_file_free(map);
  }
  return code;
}

void map_file_free(struct map_file *map) {
  free(map->terrain);
  *map = (struct map_file){0};
}

/* ---- Writing ------------------------------------------------------------- */

int map_file_write_header(struct out_file *file, int32_t width, int32_t height) {
  char text[96];
  const int length =
      snprintf(text, sizeof text, "type octile\nheight %" PRId32 "\nwidth %" PRId32 "\nmap\n",
               height, width);
  return out_file_write(file, text, (size_t)length);
}

int map_file_write_row(struct out_file *file, const uint8_t *row, int32_t width) {
  const int code = out_file_write(file, row, (size_t)width);
  return code == EXIT_DONE ? out_file_write(file, "\n", 1) : code;
}
