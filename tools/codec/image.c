/* A picture in memory: see image.h. */
#include "tools/codec/image.h"

#include <inttypes.h>
#include <stdlib.h>

int image_set_sides(struct image *image, const struct reader_file *file, uint64_t width,
                    uint64_t height, uint64_t most_pixels) {
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS) {
    return reader_fail(file, "a picture of %" PRIu64 " x %" PRIu64 "; at most %d x %d", width,
                       height, OVL_MAX_SIDE_CELLS, OVL_MAX_SIDE_CELLS);
  }
  if (width < 1 || height < 1) {
    return reader_fail(file, "a picture of %" PRIu64 " x %" PRIu64 "; at least 1 x 1", width,
                       height);
  }
  if (most_pixels != 0 && width * height > most_pixels) {
    return reader_fail(file,
                       "a compressed picture of %" PRIu64 " x %" PRIu64 ", %" PRIu64
                       " pixels; at most %" PRIu64 ", as 16384 x 16384",
                       width, height, width * height, most_pixels);
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
  free(image->clear);
  *image = (struct image){0};
}
