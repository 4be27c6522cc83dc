/* Pictures read from files: see image_file.h. */
#include "tools/codec/image_file.h"

#include "tools/base/file_kind.h"
#include "tools/base/platform.h"
#include "tools/codec/image.h"
#include "tools/codec/png_reader.h"
#include "tools/codec/pnm_reader.h"

#include <inttypes.h>
#include <stdlib.h>

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
    const char *kind = file_kind_name(bytes, byte_count);
    code = reader_fail(&file, "this is %s; PNG, PGM and PPM pictures are read",
                       kind != NULL ? kind : "no picture");
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
