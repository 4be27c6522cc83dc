/* Searches from several hubs at the same time, on several threads, for labels.
 *
 * A batch is a run of hubs that follow each other in the order. The search from each is pruned only
 * by the labels of hubs before the batch, so it finds some entries that other hubs of the batch
 * cover. Merging adds the entries hub by hub and leaves those out. A hub labels a node if and only
 * if no earlier hub lies on any cheapest path between them; an earlier hub of the batch that does
 * labels both of them, so the labels themselves show it.
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

/* The entries that the search from one hub found; they lie in the memory of its worker. */
typedef struct ovi_batch_hub {
  const ovi_batch_entry *entries;
  uint32_t count;
  bool is_complete; /* all entries fit the worker's memory, and all costs fit a label */
} ovi_batch_hub;

/* The memory in which one thread searches: some 80 bytes for each waypoint. Its graph shares
 * everything but the cliques with that of the labels. */
typedef struct ovi_batch_worker {
  ovi_flat_graph graph;
  ovi_graph_search search;
  ovi_grown_labels grown;
  ovi_batch_entry *entries;
  uint32_t capacity, used; /* entries at most, and in the present batch */
  uint32_t retired;        /* the first so many hubs are removed from the worker's graph */
  uint64_t turns;          /* nodes expanded in the present batch */
  bool is_complete;        /* of the present search: see ovi_batch_hub */
} ovi_batch_worker;

typedef struct ovi_hub_batch {
  const ovl_jobs *jobs;
  ovi_memory memory;
  ovi_batch_worker *workers; /* NULL: there are no batches */
  ovi_grown_labels grown;
  uint32_t first; /* rank of the first hub of the present batch */
  ovi_batch_hub hubs[OVI_BATCH_HUBS];
} ovi_hub_batch;

/* Begins with labels that are empty; their graph is already renumbered. Without memory for all
 * workers, or with one worker, there are no batches: hubs are searched from one by one, which gives
 * the same labels. */
void ovi_hub_batch_begin(ovi_hub_batch *batch, const ovi_grown_labels *grown, const ovl_jobs *jobs,
                         const ovl_allocator *allocator);

/* The number of hubs of a batch that begins at a rank; below 2: search from this hub alone. */
uint32_t ovi_hub_batch_size(const ovi_hub_batch *batch, uint32_t rank);

/* Searches from `count` hubs, beginning with rank `first`, into `hubs`. Returns the expansions. */
uint64_t ovi_hub_batch_search(ovi_hub_batch *batch, uint32_t first, uint32_t count);

/* Returns whether the hubs of the batch before a hub cover an entry of that hub, which has been
 * spread. */
bool ovi_hub_batch_covers(const ovi_hub_batch *batch, const ovi_batch_entry *entry);

/* Returns all memory. */
void ovi_hub_batch_release(ovi_hub_batch *batch);

#endif
