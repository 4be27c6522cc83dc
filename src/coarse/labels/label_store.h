/* Memory for labels while they grow.
 *
 * Invariant: the entries of a label are contiguous, so that a processor can load all of them at
 * once: pruning a search consists mostly of reading labels. A label that is full moves to a run of
 * blocks half as large again, and its old run is reused for other labels. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_STORE_H
#define OVERLAND_COARSE_LABELS_LABEL_STORE_H

#include "coarse/format/world_format.h"
#include "coarse/labels/flat_graph.h"
#include "common/arena.h"
#include "common/scratch.h"

#include <stdbool.h>

/* Entries of a label by rising hub. Entries that are not used yet have cost OVI_GRAPH_FAR. 128
 * bytes, read in order. */
enum { OVI_LABEL_BLOCK = 16 };
typedef struct ovi_label_block {
  uint32_t hubs[OVI_LABEL_BLOCK];
  uint32_t costs[OVI_LABEL_BLOCK];
} ovi_label_block;

/* A label that grows. 16 bytes, because labels are read in random order. */
typedef struct ovi_label_growth {
  ovi_label_block *blocks;
  uint32_t count; /* entries */
  uint32_t step;  /* index of its capacity among the capacities of the pool */
} ovi_label_growth;

/* Header written into a run of blocks that is free. */
typedef struct ovi_label_free_run {
  struct ovi_label_free_run *next;
} ovi_label_free_run;

enum { OVI_LABEL_STEPS = 24 }; /* the last is above 65535 entries */
typedef struct ovi_label_pool {
  ovi_scratch memory;
  uint32_t capacities[OVI_LABEL_STEPS];           /* in blocks, by step */
  ovi_label_free_run *free_runs[OVI_LABEL_STEPS]; /* lists of free runs, by step */
} ovi_label_pool;

/* Begins an empty pool; allocates nothing yet. */
void ovi_label_pool_begin(ovi_label_pool *pool, const ovl_allocator *allocator);

/* Returns all memory. */
void ovi_label_pool_release(ovi_label_pool *pool);

/* Adds an entry to a label, which must begin as all zeros. `cost` is in units of the graph. False:
 * no memory. */
bool ovi_label_add(ovi_label_pool *pool, ovi_label_growth *label, uint32_t hub, uint32_t cost);

/* Labels as they are grown: by the rank of each node of the graph. */
typedef struct ovi_grown_labels {
  const ovi_flat_graph *graph;
  const uint32_t *rank;     /* of each node */
  ovi_label_growth *labels; /* by rank */
  uint32_t *costs;          /* of each rank; OVI_GRAPH_FAR while no label is spread */
} ovi_grown_labels;

/* Writes the entries of the label of the node with that rank into `costs`, those of hubs from
 * `first` on, or removes them again. */
void ovi_labels_spread(const ovi_grown_labels *grown, uint32_t rank, uint32_t first, bool forget);

/* Returns whether the cost from the node whose label is spread to another one is not higher than
 * `cost`. Blocks are read to their end: unused entries exceed every cost. */
static inline bool ovi_labels_cover(const ovi_grown_labels *grown, uint32_t rank, uint32_t cost) {
  const ovi_label_growth *label = &grown->labels[rank];
  const uint32_t *costs = grown->costs;
  const uint32_t blocks = (label->count + OVI_LABEL_BLOCK - 1) / OVI_LABEL_BLOCK;
  for (uint32_t number = 0; number < blocks; number++) {
    const ovi_label_block *block = &label->blocks[number];
    for (int i = 0; i < OVI_LABEL_BLOCK; i += 4) {
      uint32_t a = costs[block->hubs[i]] + block->costs[i];
      uint32_t b = costs[block->hubs[i + 1]] + block->costs[i + 1];
      uint32_t c = costs[block->hubs[i + 2]] + block->costs[i + 2];
      uint32_t d = costs[block->hubs[i + 3]] + block->costs[i + 3];
      a = a < b ? a : b;
      c = c < d ? c : d;
      if ((a < c ? a : c) <= cost) {
        return true;
      }
    }
  }
  return false;
}

/* The cost from the node whose label is spread to another one, in units of the graph;
 * OVI_GRAPH_FAR or more: none. */
uint32_t ovi_labels_joined(const ovi_grown_labels *grown, uint32_t rank);

#endif
