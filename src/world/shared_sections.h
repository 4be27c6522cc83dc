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

/* Copies and checks the header, finds what is copied of each section, makes memory for all and
 * copies the parts, which are not checked. The copy was all zeros, but for its def and what its
 * progress reports to. The total of the progress is the work of copying, and of checking all
 * regions if the def asks for it. The caller releases the bytes, also after an error.
 * OVL_READ_FAILED, OVL_STOPPED, OVL_NO_MEMORY, or the error of a wrong header, with the fault. */
ovl_result ovi_shared_sections_copy(ovi_shared_sections *shared, ovl_fault *fault);

#endif
