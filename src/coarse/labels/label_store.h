/* Labels while they grow.
 *
 * Invariant: the entries of a label lie side by side, so that all of one can be on its
 * way from memory at once: what hubs are pruned by is mostly such reading. A label that
 * is full moves to a place half as large again, and leaves its own to others. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_STORE_H
#define OVERLAND_COARSE_LABELS_LABEL_STORE_H

#include <stdbool.h>

#include "coarse/labels/flat_graph.h"
#include "common/arena.h"

/* Entries by rising hub; what is not filled yet costs too much to matter. 128 bytes,
 * read in order. */
enum { OVI_LABEL_BLOCK = 16 };
typedef struct ovi_label_block {
  uint32_t hubs[OVI_LABEL_BLOCK];
  uint32_t costs[OVI_LABEL_BLOCK];
} ovi_label_block;

/* A label. 24 bytes, touched at random. */
typedef struct ovi_label_growth {
  ovi_label_block *blocks;
  uint32_t count; /* entries */
  uint32_t step;  /* which of the pool's capacities it has */
  uint32_t bytes; /* packed */
} ovi_label_growth;

/* Memory for blocks, asked for at once. */
typedef struct ovi_label_slab {
  struct ovi_label_slab *before;
  uint64_t bytes;
  ovi_label_block blocks[];
} ovi_label_slab;

/* What stands in a place that was left. */
typedef struct ovi_label_place {
  struct ovi_label_place *next;
} ovi_label_place;

enum { OVI_LABEL_STEPS = 24 }; /* the last is above 65535 entries */
typedef struct ovi_label_pool {
  const ovl_allocator *allocator;
  ovi_label_slab *slab;    /* the last */
  uint32_t used, capacity; /* its blocks */
  uint32_t capacities[OVI_LABEL_STEPS];
  ovi_label_place *left[OVI_LABEL_STEPS]; /* to be used again, by step */
} ovi_label_pool;

void ovi_label_pool_begin(ovi_label_pool *pool, const ovl_allocator *allocator);
void ovi_label_pool_release(ovi_label_pool *pool);

/* Adds an entry to a label that was all zeros at first; false: no memory. */
bool ovi_label_add(ovi_label_pool *pool, ovi_label_growth *label, uint32_t hub, uint32_t cost);

#endif
