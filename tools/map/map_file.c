/* Maps in the MovingAI format: see map_file.h. */
#include "tools/map/map_file.h"

#include "tools/base/fail.h"
#include "tools/base/platform_files.h"
#include "tools/map/map_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reads all rows. A header that promises more than the file holds asks for no memory: what is wrong
 * is told by reading on. */
static int read_rows(struct map_stream *stream, uint64_t byte_count, struct map_file *map) {
  const uint64_t cells = (uint64_t)map->width * (uint64_t)map->height;
  if (cells > byte_count) {
    const int code = map_stream_finish(stream);
    map_stream_close(stream);
    return code;
  }
  map->terrain = malloc((size_t)cells);
  if (map->terrain == NULL) {
    const int code = command_fail_memory(stream->path);
    map_stream_close(stream);
    return code;
  }
  const int code = map_stream_read(stream, 0, map->height, map->terrain);
  if (code == EXIT_DONE) {
    map_stream_close(stream);
  }
  return code;
}

int map_file_read(const char *path, const char *letters, struct map_file *map) {
  struct platform_reader reader;
  struct map_stream stream;
  *map = (struct map_file){0};
  const char *why = platform_reader_open(&reader, path);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  const uint64_t byte_count = reader.byte_count;
  platform_reader_close(&reader);
  int code = map_stream_open(&stream, path, letters);
  if (code == EXIT_DONE) {
    map->width = stream.header.width;
    map->height = stream.header.height;
    code = read_rows(&stream, byte_count, map);
  }
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
