/* Islands of a directed layer: maximal sets of cells that reach each other (strongly connected
 * components), and the arcs by which one island leads to others. Islands that are connected if
 * direction is ignored form a weak island. */
#ifndef OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H

#include "coarse/islands/directed_arcs.h"
#include "common/arena.h"

/* The islands of one layer. */
typedef struct ovi_directed_islands {
  ovi_memory memory; /* of weak, begins and targets */
  uint32_t slot_count;
  uint32_t count;    /* islands */
  uint32_t arcs;     /* between different islands, each listed once */
  uint32_t *slots;   /* of each local component: its island, from 0 */
  uint32_t *weak;    /* of each island: its weak island, from 0 */
  uint32_t *begins;  /* of each island: its first arc; and one more */
  uint32_t *targets; /* of each arc: the island that it leads to, rising */
} ovi_directed_islands;

/* Finds the islands of a layer from the arcs between its local components, which have been gathered
 * with those of links, and the sets that were joined with them. `sets` become the islands' slots,
 * and the arcs are used up. OVL_OK, or OVL_NO_MEMORY, also for more than INT32_MAX arcs. They have
 * to be released in any case. Memory: 4 bytes for each set, and less than 64 for each arc that is
 * left. Near-linear in slots; arcs are sorted. */
ovl_result ovi_directed_islands_make(ovi_directed_islands *islands, ovi_directed_arcs *arcs,
                                     uint32_t *sets, uint32_t slot_count);

/* Size of the section in bytes. */
uint64_t ovi_directed_islands_bytes(const ovi_directed_islands *islands);

/* Writes the section to `out`, whose bytes are zero. */
void ovi_directed_islands_write(const ovi_directed_islands *islands, uint8_t *out);

/* Returns all memory but the caller's. */
void ovi_directed_islands_release(ovi_directed_islands *islands);

#endif
