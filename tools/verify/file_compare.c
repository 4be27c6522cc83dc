/* Finds sections and differences: see file_compare.h.
 *
 * Behind the fixed part of its header a world file lists its sections: a u32 number of them, and
 * for each four letters of name, its u32 profile, u64 place, u64 length and u64 checksum. */
#include "tools/verify/file_compare.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT_AT = 72, LIST_AT = 80, ENTRY_BYTES = 32, MOST_SECTIONS = 256, BUFFER_BYTES = 1 << 16 };

static const char header_name[] = "header";
static const char table_name[] = "region table";

/* ---- Sections ------------------------------------------------------------------------ */

static uint64_t little_endian(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int i = count - 1; i >= 0; i--) {
    value = value << 8 | bytes[i];
  }
  return value;
}

static const char *find_name(const uint8_t *letters) {
  static const char *const names[][2] = {{"TABL", table_name}, {"BLKS", "block of a region"},
                                         {"PROF", "profiles"}, {"FLOR", "floors"},
                                         {"LINK", "links"},    {"PLAC", "places"},
                                         {"ISLE", "islands"},  {"OVER", "overlays"},
                                         {"LABL", "labels"}};
  const char *found = "section of a later version";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    found = memcmp(letters, names[i][0], 4) == 0 ? names[i][1] : found;
  }
  return found;
}

ovl_result file_compare_begin(struct file_compare *compare, const struct compared_file *file) {
  uint8_t bytes[ENTRY_BYTES];
  *compare = (struct file_compare){.file = *file};
  compare->sections = calloc(MOST_SECTIONS, sizeof *compare->sections);
  compare->buffer = malloc(BUFFER_BYTES);
  if (compare->sections == NULL || compare->buffer == NULL) {
    return OVL_NO_MEMORY;
  }
  bool is_read = file->read(file->user, COUNT_AT, bytes, 4);
  const uint64_t count = is_read ? little_endian(bytes, 4) : 0;
  for (uint32_t i = 0; i < count && i < MOST_SECTIONS && is_read; i++) {
    is_read = file->read(file->user, LIST_AT + i * ENTRY_BYTES, bytes, ENTRY_BYTES);
    const uint64_t at = little_endian(bytes + 8, 8);
    compare->sections[i] =
        (struct file_section){find_name(bytes), at, at + little_endian(bytes + 16, 8)};
    compare->section_count = i + 1;
  }
  return is_read ? OVL_OK : OVL_READ_FAILED;
}

void file_compare_end(struct file_compare *compare) {
  free(compare->sections);
  free(compare->buffer);
  *compare = (struct file_compare){.result = OVL_OK};
}

/* The section in which a byte lies; outside of all the header, up to the next one. */
static struct file_section section_at(const struct file_compare *compare, uint64_t at) {
  struct file_section found = {header_name, 0, UINT64_MAX};
  for (uint32_t i = 0; i < compare->section_count; i++) {
    const struct file_section *section = &compare->sections[i];
    if (at >= section->at && at < section->end) {
      return *section;
    }
    found.end = section->at > at && section->at < found.end ? section->at : found.end;
  }
  return found;
}

/* ---- Differences --------------------------------------------------------------------- */

/* Notes a difference. One of the header is replaced by one of the table, and both by any other. */
static void note_difference(struct file_compare *compare, const char *name, uint64_t at,
                            uint8_t found, uint8_t expected) {
  const bool is_noted = compare->result == OVL_CORRUPT;
  const bool follows = name == header_name || name == table_name;
  if (!is_noted || (compare->difference.what == header_name && name != header_name) || !follows) {
    compare->difference =
        (ovl_fault){.what = name, .where = at, .found = found, .expected = expected};
  }
  compare->result = OVL_CORRUPT;
  compare->is_final = !follows;
}

/* Compares bytes of one section, of which the buffer has the first `held`; where the file ends too
 * early a 0 counts as found. */
static void compare_some(struct file_compare *compare, const char *name, uint64_t offset,
                         const uint8_t *made, size_t byte_count, size_t held) {
  size_t at = 0;
  if (held == byte_count && memcmp(compare->buffer, made, byte_count) == 0) {
    return;
  }
  while (at < held && compare->buffer[at] == made[at]) {
    at++;
  }
  note_difference(compare, name, offset + at, at < held ? compare->buffer[at] : 0, made[at]);
}

static size_t least(size_t a, uint64_t b) { return a < b ? a : (size_t)b; }

bool file_compare_take_at(void *user, uint64_t offset, const void *bytes, size_t byte_count) {
  struct file_compare *compare = user;
  const uint8_t *made = bytes;
  while (byte_count > 0 && !compare->is_final) {
    const struct file_section section = section_at(compare, offset);
    const uint64_t left = offset < compare->file.byte_count ? compare->file.byte_count - offset : 0;
    const size_t count = least(least(byte_count, BUFFER_BYTES), section.end - offset);
    const size_t held = least(count, left);
    if (held > 0 && !compare->file.read(compare->file.user, offset, compare->buffer, held)) {
      compare->result = OVL_READ_FAILED;
      compare->difference = (ovl_fault){.what = "read", .where = offset};
      compare->is_final = true;
    } else {
      compare_some(compare, section.name, offset, made, count, held);
    }
    offset += count;
    made += count;
    byte_count -= count;
  }
  return !compare->is_final;
}

bool file_compare_take(void *user, const void *bytes, size_t byte_count) {
  struct file_compare *compare = user;
  const uint64_t offset = compare->position;
  compare->position += byte_count;
  return file_compare_take_at(compare, offset, bytes, byte_count);
}
