/* Writing a section that is checked chunk by chunk as its bytes come, to a place in a file.
 *
 * Invariant: what is written is what ovi_chunks_end makes of the same bytes. */
#ifndef OVERLAND_COARSE_FILE_CHUNK_WRITER_H
#define OVERLAND_COARSE_FILE_CHUNK_WRITER_H

#include <stddef.h>

#include "coarse/format/sections.h"
#include "overland_bake.h"

typedef struct ovi_chunk_writer {
  ovl_write_at_fn write;
  void *write_user;
  const ovl_allocator *allocator;
  uint64_t at;    /* of the next chunk in the file */
  uint8_t *chunk; /* at hand; the sums of those before follow it */
  size_t used;    /* of the chunk */
  uint64_t chunks, done;
} ovi_chunk_writer;

/* Begins a section of `bytes` bytes without its sums, a multiple of 8, with a writer whose fields
 * up to `at` are set. OVL_OK or OVL_NO_MEMORY; in any case the writer is to be released. */
ovl_result ovi_chunk_writer_begin(ovi_chunk_writer *writer, uint64_t bytes);

/* Adds bytes. False if they could not be written. */
bool ovi_chunk_writer_put(ovi_chunk_writer *writer, const uint8_t *bytes, size_t count);

/* Once all bytes are there: writes the sums, and tells the section's checksum. */
bool ovi_chunk_writer_end(ovi_chunk_writer *writer, uint64_t *checksum);

void ovi_chunk_writer_release(ovi_chunk_writer *writer);

#endif
