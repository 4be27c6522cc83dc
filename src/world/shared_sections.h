/* The sections that all regions share, copied from a file that a reader fetches. */
#ifndef OVERLAND_WORLD_SHARED_SECTIONS_H
#define OVERLAND_WORLD_SHARED_SECTIONS_H

#include "world/world_open.h"

/* The parts of a section that are copied. */
typedef struct ovi_section_copy {
  uint64_t first;   /* the length of its first bytes */
  uint64_t last_at; /* those from here on are copied as well */
} ovi_section_copy;

/* A copy that is being made. Some 10 KB: it is never on a stack. */
typedef struct ovi_shared_sections {
  const ovl_open_def *def;
  ovi_found_file file;
  uint8_t *bytes; /* the header, and behind it the copied parts of sections */
  uint64_t capacity;
  ovi_section_copy copies[OVI_FILE_MOST_SECTIONS];
} ovi_shared_sections;

/* Copies and checks the header, finds what is copied of each section, and makes memory for it. The
 * copy was all zeros, but for its def. OVL_READ_FAILED, OVL_NO_MEMORY, or the error of a wrong
 * header, with the fault. */
ovl_result ovi_shared_sections_find(ovi_shared_sections *shared, ovl_fault *fault);

/* The work of copying all parts, as progress counts it. */
uint64_t ovi_shared_sections_work(const ovi_shared_sections *shared);

/* Copies all parts, and does not check them. OVL_OK, OVL_READ_FAILED or OVL_STOPPED. */
ovl_result ovi_shared_sections_copy(ovi_shared_sections *shared, ovl_fault *fault);

/* Releases the bytes, unless they were taken away. */
void ovi_shared_sections_release(ovi_shared_sections *shared);

#endif
