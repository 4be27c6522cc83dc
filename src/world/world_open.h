/* Making worlds of files: in memory, checked whole or on first touch, or fetched by a reader. */
#ifndef OVERLAND_WORLD_WORLD_OPEN_H
#define OVERLAND_WORLD_WORLD_OPEN_H

#include "coarse/format/sections.h"
#include "common/buffer.h"
#include "common/slice.h"
#include "world/world.h"

/* When the parts of a file are checked. */
typedef enum ovi_world_checks {
  OVI_CHECK_ALL,
  OVI_CHECK_ON_TOUCH, /* regions, islands, clusters and labels when they are first touched */
  OVI_CHECK_FRAME     /* only the header and the profiles: the file was put together from a world's
                         own blocks */
} ovi_world_checks;

/* A file in memory. */
typedef struct ovi_file_bytes {
  const uint8_t *data;
  uint64_t count;
  ovi_world_checks checks;
} ovi_file_bytes;

/* A world file whose header was checked and whose sections were found. Some 7 KB: it is never on a
 * stack. */
typedef struct ovi_found_file {
  ovi_shared shared;
  ovi_section_views sections;
  bool on_touch;
  ovi_progress progress; /* of its check */
} ovi_found_file;

/* Checks a file whose sections were found, all of it or what is not checked on first touch, and
 * makes a world of it, which does not own its bytes. */
ovl_result ovi_world_make(ovl_world **world, ovi_found_file *file, const ovl_allocator *allocator,
                          ovl_fault *fault);

/* Finds the sections of a file in memory first. `file` is all zeros but for its progress, of which
 * the work is counted here. */
ovl_result ovi_world_find(ovl_world **world, ovi_found_file *file, const ovi_file_bytes *bytes,
                          const ovl_allocator *allocator, ovl_fault *fault);

/* Makes a world of the file in a buffer, whose bytes it owns from then on, also if it fails. */
ovl_result ovi_world_of_buffer(ovl_world **world, const ovi_buffer *buffer, ovi_world_checks checks,
                               ovl_fault *fault);

#endif
