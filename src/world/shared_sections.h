/* The sections that all regions share, copied from a file that a reader fetches. */
#ifndef OVERLAND_WORLD_SHARED_SECTIONS_H
#define OVERLAND_WORLD_SHARED_SECTIONS_H

#include "world/world_open.h"

/* How much of a section was copied. */
typedef enum ovi_copy_state {
  OVI_COPY_UNKNOWN, /* nothing, and which parts are to be copied is not known */
  OVI_COPY_FOUND,   /* nothing */
  OVI_COPY_HAS_FIRST,
  OVI_COPY_HAS_ALL
} ovi_copy_state;

/* The parts of a section that are copied. */
typedef struct ovi_section_copy {
  uint64_t first;   /* the length of its first bytes */
  uint64_t last_at; /* those from here on are copied as well */
  uint64_t place;   /* of both, one behind the other, among all copied bytes */
  ovi_copy_state state;
} ovi_section_copy;

/* A copy that is being made. Some 10 KB: it is never on a stack. */
typedef struct ovi_shared_sections {
  const ovl_open_def *def;
  ovi_found_file file;
  uint8_t *bytes; /* the header, and behind it the copied parts of sections */
  uint64_t capacity;
  uint64_t header_read; /* bytes of the header that are there */
  bool has_header;      /* all of it, and it was checked */
  bool is_laid_out;     /* there is memory for all parts */
  ovi_section_copy copies[OVI_FILE_MOST_SECTIONS];
} ovi_shared_sections;

/* Goes on copying where the last call ended; the copy was all zeros, but for its def, before the
 * first. OVL_OK: all is copied, and only the header was checked. OVL_NEEDS_REGIONS,
 * OVL_READ_FAILED, OVL_NO_MEMORY: the next call goes on there. Other errors are those of a wrong
 * header, which the next call reads again. */
ovl_result ovi_shared_sections_copy(ovi_shared_sections *shared, ovl_fault *fault);

/* Lets the next call read a section again, if a byte of it at this place in the file was found to
 * be wrong. */
void ovi_shared_sections_read_again(ovi_shared_sections *shared, uint64_t where);

/* Releases the bytes, unless they were taken away. */
void ovi_shared_sections_release(ovi_shared_sections *shared);

#endif
