/* Islands of a directed layer: sets of cells that reach each other, and which of them lead
 * to which others. */
#ifndef OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H

#include "coarse/view/region.h"

typedef struct ovi_directed_islands {
  const ovl_allocator *allocator;
  uint8_t *memory;
  uint64_t memory_bytes;
  uint32_t slot_count;
  uint32_t count;    /* islands */
  uint32_t arcs;     /* between them */
  uint32_t *slots;   /* of each local component: its island, from 0 */
  uint32_t *weak;    /* of each island: its weak island, from 0 */
  uint32_t *begins;  /* of each island: its first arc; and one more */
  uint32_t *targets; /* of each arc */
} ovi_directed_islands;

/* Finds the islands of a layer whose blocks and slots are there. OVL_OK or OVL_NO_MEMORY;
 * in any case they are to be released. */
ovl_result ovi_directed_islands_find(ovi_directed_islands *islands, const ovi_layer *layer,
                                     const ovl_allocator *allocator);

/* Length of the section, and its bytes, to `out`, which is zeroed. */
uint64_t ovi_directed_islands_bytes(const ovi_directed_islands *islands);
void ovi_directed_islands_write(const ovi_directed_islands *islands, uint8_t *out);

void ovi_directed_islands_release(ovi_directed_islands *islands);

#endif
