/* Maps in the MovingAI format: see map_file.h. The file is mapped and read once. */
#include "tools/map/map_file.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/map/map_lines.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is left to read. */
struct reader {
  const char *path;
  struct map_letters letters; /* that the map may hold */
  const uint8_t *at, *end;
};

struct line {
  const uint8_t *text;
  size_t length; /* without its end */
};

/* Lines end in LF, CR LF or CR. False at the end of the file. */
static bool next_line(struct reader *reader, struct line *line) {
  if (reader->at == reader->end) {
    return false;
  }
  const size_t left = (size_t)(reader->end - reader->at);
  const uint8_t *feed = memchr(reader->at, '\n', left);
  const size_t until = feed != NULL ? (size_t)(feed - reader->at) : left;
  const uint8_t *stop = memchr(reader->at, '\r', until);
  stop = stop != NULL ? stop : feed;
  line->text = reader->at;
  line->length = stop != NULL ? (size_t)(stop - reader->at) : left;
  reader->at = stop == NULL ? reader->end : stop + (stop + 1 == feed ? 2 : 1);
  return true;
}

/* Takes blanks from the end of a line that is longer than a row, and the mark of a file's end that
 * old editors leave. */
static void trim(struct line *line, size_t width) {
  while (line->length > width && strchr(" \t\x1a", line->text[line->length - 1]) != NULL &&
         line->text[line->length - 1] != 0) {
    line->length--;
  }
}

/* Empty lines after the last row do no harm. */
static int check_end(struct reader *reader, const struct map_file *map) {
  struct line line;
  int64_t rows = map->height;
  int64_t empty = 0;
  while (next_line(reader, &line)) {
    empty++;
    trim(&line, 0);
    if (line.length > 0) {
      rows += empty;
      empty = 0;
    }
  }
  return rows == map->height ? EXIT_DONE
                             : map_lines_fail_long(reader->path, rows, false, map->height);
}

static int read_rows(struct reader *reader, struct map_file *map) {
  const size_t width = (size_t)map->width;
  for (int32_t y = 0; y < map->height; y++) {
    struct line row;
    if (!next_line(reader, &row)) {
      return map_lines_fail_short(reader->path, y, map->height);
    }
    trim(&row, width);
    if (row.length != width) {
      return map_lines_fail_length(reader->path, y, row.length, map->width);
    }
    map_letters_check(&reader->letters, row.text, row.length, 0, y);
    memcpy(map->terrain + (size_t)y * width, row.text, width);
  }
  const int code = map_letters_end(&reader->letters, reader->path);
  return code == EXIT_DONE ? check_end(reader, map) : code;
}

static int read_map(struct reader *reader, struct map_file *map) {
  struct map_header header;
  const size_t byte_count = (size_t)(reader->end - reader->at);
  const int code = map_header_read(reader->path, reader->at, byte_count, &header);
  if (code != EXIT_DONE) {
    return code;
  }
  reader->at += header.byte_count;
  map->width = header.width;
  map->height = header.height;
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
  struct reader reader = {.path = path, .at = bytes, .end = bytes + mapping.byte_count};
  map_letters_begin(&reader.letters, letters);
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
