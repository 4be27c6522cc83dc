/* Kinds of files: see file_kind.h. */
#include "tools/base/file_kind.h"

#include <string.h>

struct kind {
  const char *name;
  const char *begin; /* the bytes that a file of this kind begins with */
  size_t length;
  bool is_text;
};

static const char part[] = "OVERPART";

/* The first that fits. */
static const struct kind kinds[] = {
    {"a world file", "OVERLAND", 8, false},
    {"a part of a world", part, 8, false},
    {"a patch of a world", "OVLPATCH", 8, false},
    {"a map", "type octile", 11, true},
    {"a scenario", "version 1", 9, true},
    {"a PNG picture", "\x89PNG", 4, false},
    {"a JPEG picture", "\xff\xd8\xff", 3, false},
    {"a GIF picture", "GIF8", 4, false},
    {"a WebP picture or a RIFF file", "RIFF", 4, false},
    {"a TIFF picture", "II*\0", 4, false},
    {"a TIFF picture", "MM\0*", 4, false},
    {"a Photoshop picture", "8BPS", 4, false},
    {"a BMP picture", "BM", 2, false},
    {"a PGM picture", "P2", 2, false},
    {"a PPM picture", "P3", 2, false},
    {"a PGM picture", "P5", 2, false},
    {"a PPM picture", "P6", 2, false},
    {"compressed with gzip", "\x1f\x8b", 2, false},
    {"compressed with xz", "\3757zXZ", 5, false},
    {"compressed with zstd", "\x28\xb5\x2f\xfd", 4, false},
    {"a ZIP archive", "PK\x03\x04", 4, false},
    {"a PDF document", "%PDF", 4, false},
    {"a program", "\177ELF", 4, false},
    {"XML", "<?xml", 5, true},
    {"XML", "<", 1, true},
    {"JSON", "{", 1, true},
    {"a text in UTF-16, which should be saved as UTF-8", "\xff\xfe", 2, false},
    {"a text in UTF-16, which should be saved as UTF-8", "\xfe\xff", 2, false},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* A list of JSON, or a text of settings, whose sections have names in brackets. */
static const struct kind list_kind = {"JSON", "[", 1, true};
static const struct kind settings_kind = {"a text of settings", "[", 1, true};

static const struct kind *find_kind(const uint8_t *bytes, size_t byte_count) {
  if (byte_count > 0 && bytes[0] == '[') {
    const bool is_name = byte_count > 1 && ((bytes[1] >= 'a' && bytes[1] <= 'z') ||
                                            (bytes[1] >= 'A' && bytes[1] <= 'Z'));
    return is_name ? &settings_kind : &list_kind;
  }
  for (int i = 0; i < KIND_COUNT; i++) {
    const struct kind *kind = &kinds[i];
    if (byte_count >= kind->length && memcmp(bytes, kind->begin, kind->length) == 0) {
      return kind;
    }
  }
  return NULL;
}

const char *file_kind_name(const uint8_t *bytes, size_t byte_count) {
  const struct kind *kind = find_kind(bytes, byte_count);
  return kind != NULL ? kind->name : NULL;
}

bool file_kind_is_part(const uint8_t *bytes, size_t byte_count) {
  return byte_count >= sizeof part - 1 && memcmp(bytes, part, sizeof part - 1) == 0;
}

bool file_kind_is_text(const uint8_t *bytes, size_t byte_count) {
  const size_t seen = byte_count < FILE_KIND_BYTES ? byte_count : FILE_KIND_BYTES;
  const struct kind *kind = find_kind(bytes, byte_count);
  if (kind != NULL && !kind->is_text) {
    return false;
  }
  return seen == 0 || memchr(bytes, 0, seen) == NULL;
}

bool file_kind_has_ending(const char *path, const char *ending) {
  const size_t length = strlen(path), count = strlen(ending);
  bool fits = length > count;
  for (size_t i = 0; i < count && fits; i++) {
    const char letter = path[length - count + i];
    fits = (letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter) == ending[i];
  }
  return fits;
}
