/* Pictures read from files: see image_file.h. */
#include "tools/codec/image_file.h"

#include "tools/base/platform.h"
#include "tools/codec/image_memory.h"
#include "tools/codec/png_reader.h"
#include "tools/codec/pnm_reader.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Memory of a picture ------------------------------------------------- */

int image_set_sides(struct image *image, const struct reader_file *file, uint64_t width,
                    uint64_t height) {
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS) {
    return reader_fail(file, "a picture of %" PRIu64 " x %" PRIu64 "; at most %d x %d", width,
                       height, OVL_MAX_SIDE_CELLS, OVL_MAX_SIDE_CELLS);
  }
  if (width < 1 || height < 1) {
    return reader_fail(file, "a picture of %" PRIu64 " x %" PRIu64 "; at least 1 x 1", width,
                       height);
  }
  image->width = (int32_t)width;
  image->height = (int32_t)height;
  return EXIT_DONE;
}

int image_allocate(struct image *image, const struct reader_file *file, uint32_t max_sample) {
  const size_t pixel_bytes = max_sample != 0 ? sizeof *image->samples : sizeof *image->colors;
  const uint64_t pixels = (uint64_t)image->width * (uint64_t)image->height;
  void *memory = pixels <= SIZE_MAX / pixel_bytes ? malloc((size_t)pixels * pixel_bytes) : NULL;
  if (memory == NULL) {
    return reader_fail_memory(file);
  }
  image->max_sample = max_sample;
  if (max_sample != 0) {
    image->samples = memory;
  } else {
    image->colors = memory;
  }
  return EXIT_DONE;
}

void image_free(struct image *image) {
  free(image->samples);
  free(image->colors);
  *image = (struct image){0};
}

/* ---- Reading ------------------------------------------------------------- */

bool image_file_is_image(const uint8_t *bytes, size_t byte_count) {
  return png_is_png(bytes, byte_count) || pnm_is_pnm(bytes, byte_count);
}

int image_file_read_bytes(const char *path, const uint8_t *bytes, size_t byte_count,
                          const struct reader_talk *talk, struct image *image) {
  const struct reader_file file = {path, talk};
  int code = EXIT_DONE;
  *image = (struct image){0};
  if (byte_count == 0) {
    code = reader_fail(&file, "the file is empty; it should be a PNG, PGM or PPM picture");
  } else if (png_is_png(bytes, byte_count)) {
    code = png_read(&file, bytes, byte_count, image);
  } else if (pnm_is_pnm(bytes, byte_count)) {
    code = pnm_read(&file, bytes, byte_count, image);
  } else {
    code = reader_fail(&file, "it does not begin as a PNG, PGM or PPM picture does");
  }
  if (code != EXIT_DONE) {
    image_free(image);
  }
  return code;
}

int image_file_read(const char *path, const struct reader_talk *talk, struct image *image) {
  struct platform_mapping mapping;
  *image = (struct image){0};
  const char *why = platform_map_file(path, &mapping);
  if (why != NULL) {
    const struct reader_file file = {path, talk};
    return reader_fail(&file, "%s", why);
  }
  const int code = image_file_read_bytes(path, mapping.bytes, mapping.byte_count, talk, image);
  platform_unmap_file(&mapping);
  return code;
}
