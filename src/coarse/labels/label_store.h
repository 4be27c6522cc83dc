/* Labels while they grow.
 *
 * Invariant: the entries of a label lie side by side, so that all of one can be on its
 * way from memory at once: what hubs are pruned by is mostly such reading. A label that
 * is full moves to a place half as large again, and leaves its own to others. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_STORE_H
#define OVERLAND_COARSE_LABELS_LABEL_STORE_H

#include "coarse/format/world_format.h"
#include "coarse/labels/flat_graph.h"
#include "common/arena.h"

#include <stdbool.h>

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

/* Packing labels: see world_format for their form.
 *
 * Invariant: one table serves all labels, so it is made from the excesses of all of
 * them, before the first one is measured or written. On open ground most excesses are
 * sums of a few kinds of detours: few values, however large. */

typedef struct ovi_label_packer {
  uint32_t *codes;                          /* of each excess: first how often it occurs */
  uint32_t excesses[OVI_LABEL_MOST_VALUES]; /* the table */
  uint32_t values;                          /* in it */
} ovi_label_packer;

/* A label as it is packed. */
typedef struct ovi_label_entries {
  uint32_t *hubs;     /* rising */
  uint32_t *excesses; /* of the costs to them */
  uint32_t count;
  uint16_t x, y; /* the waypoint's first cell */
} ovi_label_entries;

void ovi_label_packer_reserve(ovi_label_packer *packer, ovi_arena *arena);
void ovi_label_packer_clear(ovi_label_packer *packer);

/* Counts the excesses of one label. */
void ovi_label_packer_count(ovi_label_packer *packer, const ovi_label_entries *label);

/* Makes the table of those that occur most. */
void ovi_label_packer_choose(ovi_label_packer *packer);

/* Bytes of a label. */
uint64_t ovi_label_packer_measure(const ovi_label_packer *packer, const ovi_label_entries *label);

/* Writes a label into that many bytes, which are zero. */
void ovi_label_packer_write(const ovi_label_packer *packer, const ovi_label_entries *label,
                            uint8_t *at, uint64_t bytes);

#endif
