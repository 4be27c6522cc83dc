/* A map that comes row by row: see map_stream.h.
 *
 * Invariant: rows below next_row are checked; the last kept_rows of them are held. */
#include "tools/map/map_stream.h"

#include "tools/base/fail.h"
#include "tools/map/fast_hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16 };

/* ---- Bytes --------------------------------------------------------------- */

static const uint8_t *bytes_of(const struct map_stream *stream) {
  return stream->file != NULL ? stream->chunk : stream->mapping.bytes;
}

/* Gets more bytes; there are none left. *any: there were some. */
static int fill(struct map_stream *stream, bool *any) {
  stream->at = 0;
  errno = 0;
  stream->end = stream->file != NULL ? fread(stream->chunk, 1, CHUNK_BYTES, stream->file) : 0;
  *any = stream->end > 0;
  if (!*any && stream->file != NULL && ferror(stream->file)) {
    return command_fail(EXIT_INPUT, "%s: it can't be read: %s", stream->path,
                        strerror(errno != 0 ? errno : EIO));
  }
  return EXIT_DONE;
}

/* Where a line ends in some bytes; NULL: beyond them. */
static const uint8_t *find_end(const uint8_t *from, size_t count) {
  const uint8_t *feed = memchr(from, '\n', count);
  const uint8_t *stop = memchr(from, '\r', feed != NULL ? (size_t)(feed - from) : count);
  return stop != NULL ? stop : feed;
}

static bool is_filling(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == 0x1a; }

/* Reads a line up to its end into `line`, as much of it as has room there. *length is that of all
 * of it without its end, and without blanks that end it behind the first `width` letters; *any is
 * false at the end of the stream. */
static int read_line(struct map_stream *stream, size_t width, uint64_t *length, bool *any) {
  const size_t room = (size_t)stream->header.width;
  uint64_t count = 0;
  bool whole = false;
  *length = 0;
  *any = false;
  while (!whole) {
    if (stream->at == stream->end) {
      bool more;
      const int code = fill(stream, &more);
      stream->ended = !more;
      if (code != EXIT_DONE || !more) {
        return code;
      }
    }
    stream->at += stream->skips_feed && bytes_of(stream)[stream->at] == '\n' ? 1 : 0;
    stream->skips_feed = false;
    const uint8_t *from = bytes_of(stream) + stream->at;
    const size_t left = stream->end - stream->at;
    const uint8_t *stop = find_end(from, left);
    const size_t part = stop != NULL ? (size_t)(stop - from) : left;
    size_t letters = part;
    while (letters > 0 && count + letters > width && is_filling(from[letters - 1])) {
      letters--;
    }
    if (count < room) {
      memcpy(stream->line + count, from, part < room - count ? part : (size_t)(room - count));
    }
    *any = *any || left > 0;
    *length = letters > 0 ? count + letters : *length;
    count += part;
    whole = stop != NULL;
    stream->skips_feed = whole && *stop == '\r';
    stream->at += part + (whole ? 1 : 0);
  }
  return EXIT_DONE;
}

/* ---- Opening ------------------------------------------------------------- */

/* Finds the bytes: an exit code. */
static int open_bytes(struct map_stream *stream, const char *path) {
  const bool standard = strcmp(path, "-") == 0;
  bool any;
  if (!standard && platform_file_kind(path) != PLATFORM_FILE_OTHER) {
    const char *why = platform_map_file(path, &stream->mapping);
    stream->end = stream->mapping.byte_count;
    return why == NULL ? EXIT_DONE : command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  errno = 0;
  stream->file = standard ? stdin : fopen(path, "rb");
  if (stream->file == NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, strerror(errno != 0 ? errno : EIO));
  }
  stream->chunk = malloc(CHUNK_BYTES);
  return stream->chunk != NULL ? fill(stream, &any) : command_fail_memory(stream->path);
}

int map_stream_open(struct map_stream *stream, const char *path, const char *letters) {
  *stream = (struct map_stream){.path = strcmp(path, "-") == 0 ? "standard input" : path};
  map_letters_begin(&stream->letters, letters);
  int code = open_bytes(stream, path);
  if (code == EXIT_DONE) {
    code = map_header_read(stream->path, bytes_of(stream), stream->end, &stream->header);
  }
  if (code == EXIT_DONE) {
    stream->at = stream->header.byte_count;
    stream->line = malloc((size_t)stream->header.width);
    code = stream->line != NULL ? EXIT_DONE : command_fail_memory(stream->path);
  }
  if (code != EXIT_DONE) {
    map_stream_close(stream);
  }
  return code;
}

void map_stream_close(struct map_stream *stream) {
  if (stream->file != NULL && stream->file != stdin) {
    fclose(stream->file);
  }
  if (stream->mapping.bytes != NULL) {
    platform_unmap_file(&stream->mapping);
  }
  free(stream->chunk);
  free(stream->line);
  free(stream->kept);
  *stream = (struct map_stream){0};
}

int map_stream_keep(struct map_stream *stream, int32_t rows) {
  uint8_t *kept = malloc((size_t)rows * (size_t)stream->header.width + 1);
  if (kept == NULL) {
    map_stream_close(stream);
    return command_fail_memory("rows that are read once more");
  }
  stream->kept = kept;
  stream->kept_rows = rows;
  return EXIT_DONE;
}

/* ---- Rows ---------------------------------------------------------------- */

/* Empty lines after the last row do no harm. No more is read than tells that there is too much. */
static int check_end(struct map_stream *stream) {
  int64_t rows = stream->header.height;
  uint64_t length = 0;
  bool any = true;
  int code = EXIT_DONE;
  while (code == EXIT_DONE && any && length == 0) {
    code = read_line(stream, 0, &length, &any);
    rows++;
  }
  return code == EXIT_DONE && length > 0
             ? map_lines_fail_long(stream->path, rows, stream->header.height)
             : code;
}

/* Reads the next row, into `out` unless that is NULL, and keeps it. Wrong letters are counted. */
static int advance(struct map_stream *stream, uint8_t *out) {
  const int32_t width = stream->header.width;
  uint64_t length;
  bool any;
  const int code = read_line(stream, (size_t)width, &length, &any);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!any) {
    return map_lines_fail_short(stream->path, stream->next_row, stream->header.height);
  }
  if (stream->ended && length < (uint64_t)width) {
    return map_lines_fail_cut(stream->path, stream->next_row, length, width, stream->header.height);
  }
  if (length != (uint64_t)width) {
    return map_lines_fail_length(stream->path, stream->next_row, length, width);
  }
  map_letters_check(&stream->letters, stream->line, (size_t)width, 0, stream->next_row);
  stream->hash = fast_hash_bytes(stream->hash, stream->line, (size_t)width);
  if (out != NULL) {
    memcpy(out, stream->line, (size_t)width);
  }
  if (stream->kept_rows > 0) {
    memcpy(stream->kept + (size_t)(stream->next_row % stream->kept_rows) * (size_t)width,
           stream->line, (size_t)width);
  }
  stream->next_row++;
  return stream->next_row == stream->header.height ? check_end(stream) : EXIT_DONE;
}

int map_stream_read(struct map_stream *stream, int32_t first, int32_t count, uint8_t *out) {
  const size_t width = (size_t)stream->header.width;
  int code = EXIT_DONE;
  for (int32_t y = first; y < first + count && code == EXIT_DONE; y++) {
    uint8_t *row = out + (size_t)(y - first) * width;
    if (y < stream->next_row) {
      memcpy(row, stream->kept + (size_t)(y % stream->kept_rows) * width, width);
      continue;
    }
    while (stream->next_row <= y && code == EXIT_DONE) {
      code = advance(stream, row);
    }
  }
  if (code == EXIT_DONE && stream->letters.has_unknown) {
    code = map_stream_finish(stream); /* all wrong letters are told at once */
  }
  if (code != EXIT_DONE) {
    map_stream_close(stream);
  }
  return code;
}

int map_stream_finish(struct map_stream *stream) {
  int code = EXIT_DONE;
  while (code == EXIT_DONE && stream->next_row < stream->header.height) {
    code = advance(stream, NULL);
  }
  return code == EXIT_DONE ? map_letters_end(&stream->letters, stream->path) : code;
}

int map_stream_judge(const char *path, const char *letters) {
  struct map_stream stream;
  int code = map_stream_open(&stream, path, letters);
  if (code == EXIT_DONE) {
    code = map_stream_finish(&stream);
    map_stream_close(&stream);
  }
  return code;
}

int map_stream_hold(const char *path, const char *letters, struct map_header *header,
                    uint8_t **terrain) {
  struct map_stream stream;
  *terrain = NULL;
  int code = map_stream_open(&stream, path, letters);
  if (code != EXIT_DONE) {
    return code;
  }
  *header = stream.header;
  /* A header that promises more than the file holds asks for no memory. */
  const uint64_t cells = (uint64_t)header->width * (uint64_t)header->height;
  const uint64_t left = stream.end - stream.at;
  const uint64_t room = cells < left ? cells : left;
  *terrain = room < SIZE_MAX ? malloc((size_t)room + 1) : NULL;
  code = *terrain != NULL ? map_stream_read(&stream, 0, header->height, *terrain)
                          : command_fail_memory(path);
  if (code != EXIT_DONE) {
    free(*terrain);
    *terrain = NULL;
  }
  map_stream_close(&stream);
  return code;
}
