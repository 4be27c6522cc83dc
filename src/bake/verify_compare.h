/* Compares the file that a writer makes with a world, piece by piece.
 *
 * Invariant: nothing of the file is kept. A world that was not edited is compared with its file
 * byte by byte. Of an edited one, whose file is not made yet, those pieces are compared from which
 * a file is made: blocks, overlays, floors, links and the fingerprint of the map. */
#ifndef OVERLAND_BAKE_VERIFY_COMPARE_H
#define OVERLAND_BAKE_VERIFY_COMPARE_H

#include "coarse/file/file_writer.h"
#include "world/world.h"

typedef struct ovi_verify_compare {
  const ovl_world *world;
  uint8_t *buffer; /* OVI_VERIFY_BUFFER_BYTES, if the world is read by a reader; else unused */
  ovl_fault *fault;
} ovi_verify_compare;

enum { OVI_VERIFY_BUFFER_BYTES = 1 << 16 };

/* The function of a sink. OVL_OK; OVL_CORRUPT with the fault: the section, the place in the file,
 * the byte that was found there and the one that a bake writes; or an error of reading. */
ovl_result ovi_verify_piece(void *compare, const ovi_file_piece *piece);

#endif
