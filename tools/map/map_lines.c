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

static bool is_blank(uint8_t letter) { return letter == ' ' || letter == '\t'; }

/* Takes a line, which ends in LF, CR LF or CR. */
static bool next_line(struct header_reader *reader, struct line *line) {
  const size_t left = (size_t)(reader->end - reader->at);
  size_t length = 0;
  while (length < left && reader->at[length] != '\n' && reader->at[length] != '\r') {
    length++;
  }
  *line = (struct line){reader->at, length};
  reader->end_of_line_bytes = 1;
  if (left - length >= 2 && reader->at[length] == '\r' && reader->at[length + 1] == '\n') {
    reader->end_of_line_bytes = 2;
  }
  reader->at += length + (length < left ? (size_t)reader->end_of_line_bytes : 0);
  return left > 0;
}

/* Takes a line of the header, without blanks at its ends; lines of blanks alone are passed over. */
static bool next_word_line(struct header_reader *reader, struct line *line) {
  bool more;
  do {
    more = next_line(reader, line);
    while (line->length > 0 && is_blank(line->text[0])) {
      line->text++;
      line->length--;
    }
    while (line->length > 0 && is_blank(line->text[line->length - 1])) {
      line->length--;
    }
  } while (more && line->length == 0);
  return more;
}

static bool line_is(const struct line *line, const char *text) {
  return line->length == strlen(text) && memcmp(line->text, text, line->length) == 0;
}

/* ---- The header ---------------------------------------------------------- */

/* A file that is no map is not quoted: a legend may name any file. */
static int fail_kind(const char *path, const uint8_t *bytes, size_t byte_count) {
  static const char formats[] =
      "maps are MovingAI's .map (type octile, height N, width N, map, rows), text levels, CSV and "
      "ESRI ASCII grids, PNG, PNM and BMP pictures, maps of Tiled and LDtk, ROS's .yaml, and raw "
      "numbers with --size WxH";
  const char *kind = file_kind_name(bytes, byte_count);
  char advice[FILE_KIND_ADVICE_BYTES];
  const bool is_advised = file_kind_advise(bytes, byte_count, path, advice);
  return command_fail(EXIT_INPUT, "%s: this is %s%s; %s", path, kind != NULL ? kind : "no map",
                      kind != NULL ? ", which is not read as a map" : "",
                      is_advised ? advice : formats);
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

static bool begins_with(const struct line *line, const char *word) {
  const size_t length = strlen(word);
  return line->length >= length && memcmp(line->text, word, length) == 0 &&
         (line->length == length || is_blank(line->text[length]));
}

/* Reads the number of "width 512", a line that begins with `name`; *side is set. */
static int read_side(const struct header_reader *reader, int number, const char *name,
                     const struct line *line, int32_t *side) {
  char right[32];
  snprintf(right, sizeof right, "%s N", name);
  size_t i = strlen(name);
  while (i < line->length && is_blank(line->text[i])) {
    i++;
  }
  const bool minus = i < line->length && line->text[i] == '-';
  i += minus ? 1 : 0;
  const size_t first_digit = i;
  int64_t value = 0;
  for (; i < line->length && line->text[i] >= '0' && line->text[i] <= '9'; i++) {
    /* Beyond a billion the exact value no longer matters. */
    value = value < 1000000000 ? value * 10 + (line->text[i] - '0') : value;
  }
  if (i == first_digit || i != line->length) {
    return fail_header(reader, number, line, right);
  }
  value = minus ? -value : value;
  if (value < 1 || value > OVL_MAX_SIDE_CELLS) {
    return command_fail(EXIT_INPUT, "%s: the %s is %" PRId64 "; it should be 1 to %d", reader->path,
                        name, value, OVL_MAX_SIDE_CELLS);
  }
  *side = (int32_t)value;
  return EXIT_DONE;
}

/* The line `type octile`, which some programs leave out: then the first line is that of a side.
 * Returns whether the file begins as a map does. */
static bool begins_map(const struct line *line) {
  return begins_with(line, "type") || begins_with(line, "height") || begins_with(line, "width");
}

/* Takes the next word of a line, cut to what fits. An empty one: there is none. */
static void take_word(struct line *line, char *word, size_t size) {
  size_t length = 0;
  while (line->length > 0 && is_blank(line->text[0])) {
    line->text++;
    line->length--;
  }
  for (; line->length > 0 && !is_blank(line->text[0]); line->text++, line->length--) {
    if (length < size - 1) {
      word[length++] = (char)line->text[0];
    }
  }
  word[length] = '\0';
}

/* Takes the word or two behind `type`. False: no map of that type is read. */
static bool take_type(const struct line *line, struct cell_shear *shear) {
  struct line rest = *line;
  char type[16];
  char layout[16];
  char more[2];
  take_word(&rest, type, sizeof type); /* the word `type` itself */
  take_word(&rest, type, sizeof type);
  take_word(&rest, layout, sizeof layout);
  take_word(&rest, more, sizeof more);
  if (more[0] != '\0' || strcmp(type, "hexagons") != 0) {
    return layout[0] == '\0' && strcmp(type, "octile") == 0;
  }
  shear->kind = CELL_HEXAGONS;
  return cell_shear_parse_grid(layout[0] != '\0' ? layout : "axial", &shear->layout);
}

static int fail_type(const struct header_reader *reader, const struct line *line) {
  struct line type = {line->text + strlen("type"), line->length - strlen("type")};
  while (type.length > 0 && is_blank(type.text[0])) {
    type.text++;
    type.length--;
  }
  return command_fail(
      EXIT_INPUT,
      "%s: this is a map of type '%.*s', which is not read; 'octile' is, and 'hexagons odd-r'",
      reader->path, type.length < 40 ? (int)type.length : 40, (const char *)type.text);
}

bool map_header_begins(const uint8_t *bytes, size_t byte_count) {
  const size_t most = byte_count < MAP_HEADER_BYTES ? byte_count : MAP_HEADER_BYTES;
  const size_t mark = most >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct header_reader reader = {NULL, bytes + mark, bytes + most, 1};
  struct line line;
  return byte_count > 0 && next_word_line(&reader, &line) && begins_map(&line);
}

int map_header_read(const char *path, const uint8_t *bytes, size_t byte_count,
                    struct map_header *header) {
  const size_t most = byte_count < MAP_HEADER_BYTES ? byte_count : MAP_HEADER_BYTES;
  const size_t mark = most >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct header_reader reader = {path, bytes + mark, bytes + most, 1};
  struct line line;
  int number = 1;
  if (byte_count == 0) {
    return command_fail(EXIT_INPUT, "%s: the file is empty; a map begins with 'type octile'", path);
  }
  if (!next_word_line(&reader, &line) || !begins_map(&line)) {
    return fail_kind(path, bytes, byte_count);
  }
  header->shear = (struct cell_shear){CELL_SQUARES, OVL_LAYOUT_AXIAL};
  if (begins_with(&line, "type")) {
    if (!take_type(&line, &header->shear)) {
      return fail_type(&reader, &line);
    }
    next_word_line(&reader, &line);
    number++;
  }
  header->width = 0;
  header->height = 0;
  for (; header->width == 0 || header->height == 0; number++, next_word_line(&reader, &line)) {
    const bool is_height = begins_with(&line, "height") && header->height == 0;
    if (!is_height && (!begins_with(&line, "width") || header->width != 0)) {
      return fail_header(&reader, number, &line, header->height == 0 ? "height N" : "width N");
    }
    const int code = read_side(&reader, number, is_height ? "height" : "width", &line,
                               is_height ? &header->height : &header->width);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  if (!line_is(&line, "map")) {
    return fail_header(&reader, number, &line, "map");
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
  letters->has_unknown = letters->has_unknown || known_count < count;
  for (size_t i = 0; i < count && known_count < count; i++) {
    struct map_letter *met = &letters->met[cells[i]];
    if (!letters->known[cells[i]]) {
      if (met->count == 0) {
        *met = (struct map_letter){0, x + (int32_t)i, y};
      }
      met->count++;
    }
  }
}

/* Some letters, how many there are of each, and where the first is. */
int map_letters_end(const struct map_letters *letters, const char *path) {
  enum { MOST_TOLD = 12 };
  char call[PRINT_DRAFT_BYTES], text[MOST_TOLD * 64] = "", first[8] = "LETTER";
  size_t length = 0;
  int32_t kinds = 0;
  for (int letter = 0; letter < 256; letter++) {
    const struct map_letter *met = &letters->met[letter];
    if (met->count > 0 && kinds++ < MOST_TOLD) {
      const bool printable = letter > 0x20 && letter < 0x7f;
      char name[8];
      snprintf(name, sizeof name, printable ? "%c" : letter == ' ' ? "\" \"" : "0x%02x", letter);
      if (kinds == 1 && printable) {
        snprintf(first, sizeof first, letter == '#' ? "\"%s\"" : "%s", name);
      }
      length += (size_t)snprintf(text + length, sizeof text - length,
                                 "%s%s (%" PRIu64 ", the first at %" PRId32 ",%" PRId32 ")",
                                 kinds > 1 ? ", " : "", name, met->count, met->x, met->y);
    }
  }
  if (kinds == 0) {
    return EXIT_DONE;
  }
  return command_fail(
      EXIT_INPUT,
      "%s: no terrain has the letter%s %s%s; those that have one are %s; name %s in "
      "a legend, as: terrain %s NAME, or let %s write one",
      path, kinds == 1 ? "" : "s", text, kinds > MOST_TOLD ? " and more" : "", letters->listed,
      kinds == 1 ? "it" : "them", first, print_draft_call(path, 0, 0, call));
}

/* ---- Rows ---------------------------------------------------------------- */

int map_lines_fail_short(const char *path, int64_t rows, int32_t height) {
  return command_fail(EXIT_INPUT,
                      "%s: row %" PRId64 " is missing: there are %" PRId64
                      " rows, too few; the header says %" PRId32,
                      path, rows, rows, height);
}

int map_lines_fail_long(const char *path, int64_t rows, int32_t height) {
  return command_fail(EXIT_INPUT,
                      "%s: there are at least %" PRId64 " rows, too many; the header says %" PRId32
                      ", so row %" PRId32 " is the first that should not be there",
                      path, rows, height, height);
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
