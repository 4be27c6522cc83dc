/* Memory for labels while they grow, and the code that packs finished labels; coarse/view/labels.c
 * reads them and coarse/check/label_check.c checks them.
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

/* A label that grows. 24 bytes, because labels are read in random order. */
typedef struct ovi_label_growth {
  ovi_label_block *blocks;
  uint32_t count; /* entries */
  uint32_t step;  /* index of its capacity among the capacities of the pool */
  uint32_t bytes; /* its size when packed */
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

/* ---- Packing: coarse/format/world_format.h describes the form ---- */

/* Packs labels with a table of the most frequent excesses; the excess of an entry is its cost minus
 * a lower bound.
 *
 * Invariant: one table serves all labels, so all excesses are counted before the first label is
 * measured or written. On open ground most excesses are sums of a few kinds of detours, so there
 * are few different values, however large. */
typedef struct ovi_label_packer {
  uint32_t *codes; /* of each excess: how often it occurs, later its code */
  uint32_t excesses[OVI_LABEL_MOST_VALUES]; /* the table */
  uint32_t values;                          /* entries of the table */
} ovi_label_packer;

/* A label as input of the packer. */
typedef struct ovi_label_entries {
  uint32_t *hubs;     /* rising */
  uint32_t *excesses; /* of the costs to the hubs, in units of the graph */
  uint32_t count;
  uint16_t x, y; /* the waypoint's first cell, in the plane */
} ovi_label_entries;

/* Cuts the counters out of an arena. */
void ovi_label_packer_reserve(ovi_label_packer *packer, ovi_arena *arena);

/* Sets all counters to 0 and empties the table. */
void ovi_label_packer_clear(ovi_label_packer *packer);

/* Counts the excesses of one label. */
void ovi_label_packer_count(ovi_label_packer *packer, const ovi_label_entries *label);

/* Fills the table with the excesses that occur most often, once all labels are counted. */
void ovi_label_packer_choose(ovi_label_packer *packer);

/* Size of a packed label in bytes. */
uint64_t ovi_label_packer_measure(const ovi_label_packer *packer, const ovi_label_entries *label);

/* Writes a label to `at`. `bytes` is its measured size; they must be zero. */
void ovi_label_packer_write(const ovi_label_packer *packer, const ovi_label_entries *label,
                            uint8_t *at, uint64_t bytes);

#endif
