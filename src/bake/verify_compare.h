/* Compares the file that a writer makes with a world, piece by piece.
 *
 * Invariant: of the file only those pieces are kept that wait for a reader which is late or failed.
 * A world that was not edited is compared with its file byte by byte. Of an edited one, whose file
 * is not made yet, those pieces are compared from which a file is made: blocks, overlays, floors,
 * links and the fingerprint of the map. */
#ifndef OVERLAND_BAKE_VERIFY_COMPARE_H
#define OVERLAND_BAKE_VERIFY_COMPARE_H

#include "coarse/file/file_writer.h"
#include "world/world.h"

/* A piece that waits, and a copy of its bytes behind it. */
typedef struct ovi_verify_waiting {
  struct ovi_verify_waiting *next;
  ovi_file_piece piece;
} ovi_verify_waiting;

typedef struct ovi_verify_compare {
  const ovl_world *world;
  const ovl_allocator *allocator;
  uint8_t *buffer; /* OVI_VERIFY_BUFFER_BYTES, if the world is read by a reader; else unused */
  ovl_fault *fault;
  uint64_t compared;                /* bytes of the piece that is compared now */
  uint32_t passed;                  /* of a band: blocks */
  ovi_verify_waiting *first, *last; /* NULL: none */
  ovl_result answer;                /* of the reader, for which they wait */
} ovi_verify_compare;

enum { OVI_VERIFY_BUFFER_BYTES = 1 << 16 };

/* The fault of a world that was opened through a pager, whose outcome is not OVL_OK: that which the
 * pager recorded, or of an impossible value the name and the place of what was read. */
static inline ovl_fault ovi_verify_outcome_fault(const ovl_world *world, const char *what,
                                                 uint64_t where) {
  return ovi_layer_outcome(world->layers) == OVL_CORRUPT ? (ovl_fault){.what = what, .where = where}
                                                         : ovi_paged_fault(&world->base->pager);
}

/* The function of a sink: compares a piece, or lets it wait. OVL_OK; OVL_NO_MEMORY; or OVL_CORRUPT
 * with the fault: the section, the place in the file, the byte that was found there and the one
 * that a bake writes. */
ovl_result ovi_verify_piece(void *compare, const ovi_file_piece *piece);

/* Compares the pieces that wait, if there are any, the first from where it was. As above; if some
 * have to wait again, `answer` says why. */
ovl_result ovi_verify_waiting_pieces(ovi_verify_compare *compare);

static inline bool ovi_verify_waits(const ovi_verify_compare *compare) {
  return compare->first != NULL;
}

/* Releases the pieces that wait. */
void ovi_verify_compare_release(ovi_verify_compare *compare);

#endif
