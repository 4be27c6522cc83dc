/* Searches from many hubs at the same time, for labels.
 *
 * A batch is some hubs that follow each other in the order. Each is searched from on its own,
 * pruned by the labels of the hubs before the batch alone, so the searches find more than they
 * should: merging leaves out what a hub of the batch that comes first covers. A hub labels a node
 * if and only if no earlier hub lies on any cheapest path between them. If one of the batch does,
 * it labels both, so nothing else has to be asked.
 *
 * Invariant: the merged labels are those of searches one after the other. They do not depend on the
 * size of a batch or on the number of threads. */
#ifndef OVERLAND_COARSE_LABELS_HUB_BATCH_H
#define OVERLAND_COARSE_LABELS_HUB_BATCH_H

#include "coarse/labels/graph_search.h"
#include "coarse/labels/label_store.h"
#include "common/jobs.h"

enum { OVI_BATCH_HUBS = 64 }; /* at most, in a batch */

/* A node that a hub reached. */
typedef struct ovi_batch_entry {
  uint32_t node, cost;
} ovi_batch_entry;

/* What the search from one hub of the batch found: entries of a worker. */
typedef struct ovi_batch_hub {
  const ovi_batch_entry *entries;
  uint32_t count;
  bool is_complete; /* the entries fit the worker's memory, and all costs were small enough */
} ovi_batch_hub;

/* The memory in which one thread searches. Its graph shares all but the cliques. */
typedef struct ovi_batch_worker {
  ovi_flat_graph graph;
  ovi_graph_search search;
  ovi_grown_labels grown;
  ovi_batch_entry *entries;
  uint32_t used;    /* entries of the present batch */
  uint32_t retired; /* so many hubs are removed from the worker's searches */
  uint64_t turns;   /* nodes expanded so far */
  bool is_complete; /* the present search */
} ovi_batch_worker;

typedef struct ovi_hub_batch {
  const ovl_jobs *jobs;
  ovi_memory memory;
  ovi_batch_worker *workers; /* NULL: hubs are searched from one after the other */
  ovi_grown_labels grown;
  uint32_t first, count; /* of the present batch */
  ovi_batch_hub hubs[OVI_BATCH_HUBS];
} ovi_hub_batch;

/* Begins with the labels that grow, whose graph is renumbered, and of which no hub has been
 * searched from yet; nothing is reserved if there is one worker only. False: no memory. */
bool ovi_hub_batch_begin(ovi_hub_batch *batch, const ovi_grown_labels *grown, const ovl_jobs *jobs,
                         const ovl_allocator *allocator);

/* How many hubs should be searched from together, beginning with a rank; below 2: none. */
uint32_t ovi_hub_batch_size(const ovi_hub_batch *batch, uint32_t rank);

/* Searches from `count` hubs, the first of rank `first`. */
void ovi_hub_batch_search(ovi_hub_batch *batch, uint32_t first, uint32_t count);

/* Whether an entry of a hub of the batch is covered by those before it: the label of the hub, as
 * far as it has hubs of the batch, is spread into the costs of `grown`. */
bool ovi_hub_batch_covers(const ovi_hub_batch *batch, const ovi_batch_entry *entry);

/* Spreads that part of the label of a rank, or removes it again. */
void ovi_hub_batch_spread(const ovi_hub_batch *batch, uint32_t rank, bool forget);

/* All expansions so far. */
uint64_t ovi_hub_batch_turns(const ovi_hub_batch *batch);

/* Returns all memory. */
void ovi_hub_batch_release(ovi_hub_batch *batch);

#endif
