/* A `.map` file whose rows all take the same bytes: see map_sheet.h.
 *
 * A fault in the middle may come from a row far above that shifted all rows after it. So after any
 * fault the file is read from its top, and the first fault is reported, whichever rows were asked
 * for. */
#include "tools/map/map_sheet.h"

#include "tools/base/fail.h"
#include "tools/map/map_stream.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_BYTES = 1 << 17 };

int map_sheet_fail(const char *path, const char *letters) {
  const int code = map_stream_judge(path, letters);
  return code != EXIT_DONE
             ? code
             : command_fail(EXIT_INPUT,
                            "%s: its lines do not all end in the same way, in LF, CR LF or CR",
                            path);
}

/* Whether bytes from `offset` to the end of the file are ends of lines alone. */
static bool only_empty_lines(const struct map_sheet *sheet, uint64_t offset) {
  uint8_t bytes[4096];
  while (offset < sheet->reader.byte_count) {
    const uint64_t left = sheet->reader.byte_count - offset;
    const size_t count = left < sizeof bytes ? (size_t)left : sizeof bytes;
    if (!platform_reader_read(&sheet->reader, offset, bytes, count)) {
      return false;
    }
    for (size_t i = 0; i < count; i++) {
      if (bytes[i] != '\n' && bytes[i] != '\r') {
        return false;
      }
    }
    offset += count;
  }
  return true;
}

static bool has_even_rows(const struct map_sheet *sheet) {
  const uint64_t cells_end = sheet->header.byte_count +
                             (uint64_t)(sheet->header.height - 1) * sheet->row_bytes +
                             (uint64_t)sheet->header.width;
  return sheet->reader.byte_count >= cells_end && only_empty_lines(sheet, cells_end);
}

int map_sheet_open(struct map_sheet *sheet, const char *path, bool *is_even) {
  uint8_t bytes[MAP_HEADER_BYTES];
  *sheet = (struct map_sheet){.path = path};
  const char *why = platform_reader_open(&sheet->reader, path);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  const uint64_t all = sheet->reader.byte_count;
  const size_t count = all < sizeof bytes ? (size_t)all : sizeof bytes;
  int code = platform_reader_read(&sheet->reader, 0, bytes, count)
                 ? map_header_read(path, bytes, count, &sheet->header)
                 : command_fail(EXIT_INPUT, "%s: it can't be read", path);
  if (code != EXIT_DONE) {
    platform_reader_close(&sheet->reader);
    return code;
  }
  sheet->row_bytes = (size_t)sheet->header.width + (size_t)sheet->header.end_of_line_bytes;
  *is_even = has_even_rows(sheet);
  return EXIT_DONE;
}

void map_sheet_close(struct map_sheet *sheet) { platform_reader_close(&sheet->reader); }

/* Whether a row ends where it should; the last one of the file may end in nothing. */
static bool ends_well(const struct map_sheet *sheet, const uint8_t *end, int32_t y) {
  return y == sheet->header.height - 1 ||
         (sheet->header.end_of_line_bytes == 2 ? memcmp(end, "\r\n", 2) == 0
                                               : *end == '\n' || *end == '\r');
}

/* Reads `count` rows into `bytes`, as they are in the file, and copies their cells. */
static bool read_batch(const struct map_sheet *sheet, struct map_letters *letters, int32_t first,
                       int32_t count, uint8_t *bytes, uint8_t *out, size_t out_row_bytes) {
  const size_t width = (size_t)sheet->header.width;
  const bool last = first + count == sheet->header.height;
  const size_t byte_count =
      (size_t)count * sheet->row_bytes - (last ? sheet->row_bytes - width : 0);
  const uint64_t offset = sheet->header.byte_count + (uint64_t)first * sheet->row_bytes;
  if (!platform_reader_read(&sheet->reader, offset, bytes, byte_count)) {
    return false;
  }
  for (int32_t i = 0; i < count; i++) {
    const uint8_t *row = bytes + (size_t)i * sheet->row_bytes;
    map_letters_check(letters, row, width, 0, first + i);
    if (letters->has_unknown || !ends_well(sheet, row + width, first + i)) {
      return false;
    }
    memcpy(out + (size_t)i * out_row_bytes, row, width);
  }
  return true;
}

int map_sheet_read(const struct map_sheet *sheet, const char *letters, int32_t first, int32_t count,
                   uint8_t *out, size_t out_row_bytes) {
  struct map_letters checked;
  const size_t fitting = BATCH_BYTES / sheet->row_bytes;
  const int32_t batch = fitting > 0 ? (int32_t)fitting : 1;
  uint8_t *bytes = malloc((size_t)batch * sheet->row_bytes);
  if (bytes == NULL) {
    return command_fail_memory(sheet->path);
  }
  map_letters_begin(&checked, letters);
  bool good = true;
  for (int32_t done = 0; good && done < count; done += batch) {
    const int32_t rows = count - done < batch ? count - done : batch;
    good = read_batch(sheet, &checked, first + done, rows, bytes,
                      out + (size_t)done * out_row_bytes, out_row_bytes);
  }
  free(bytes);
  return good ? EXIT_DONE : map_sheet_fail(sheet->path, letters);
}
