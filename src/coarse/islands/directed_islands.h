/* Islands of a directed layer: maximal sets of cells that reach each other (strongly connected
 * components), and the arcs by which one island leads to others. Islands that are connected if
 * direction is ignored form a weak island. */
#ifndef OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_DIRECTED_ISLANDS_H

#include "coarse/islands/directed_arcs.h"
#include "common/arena.h"
#include "common/slice.h"

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

/* The islands of a layer whose blocks and slots exist. */
typedef struct ovi_directed_finding {
  ovi_directed_islands islands;
  ovi_directed_arcs arcs;
  ovi_memory sets; /* of slots */
  uint32_t *slots;
  uint32_t slot_count;
} ovi_directed_finding;

/* Finds the islands of a layer. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why a region could not be
 * read; OVL_CORRUPT also if one has other local components than its slots. To be released in any
 * case. In the cache of a reader no region has to stay longer than its neighbours are read. */
ovl_result ovi_directed_islands_find(ovi_directed_finding *finding, const ovi_layer *layer,
                                     ovi_progress *progress, const ovl_allocator *allocator);

/* Returns all memory. */
void ovi_directed_finding_release(ovi_directed_finding *finding);

#endif
