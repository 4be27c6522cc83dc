/* Searches from the hubs of a batch, one search for each worker at a time, and tests of what the
 * hubs of a batch cover. */
#include "coarse/labels/hub_batch.h"

#include "common/compiler.h"

enum {
  ENTRIES_A_NODE = 4, /* a worker has room for so many entries, for each node of the graph */
  RANKS_A_HUB = 8     /* a batch that begins at rank r has up to r / 8 hubs: the first hubs cover
                         most nodes, and a batch can't use what its own hubs cover */
};

/* ---- Memory -------------------------------------------------------------- */

static uint64_t worker_bytes(const ovi_hub_batch *batch) {
  return (uint64_t)ovi_jobs_workers(batch->jobs) * sizeof(ovi_batch_worker);
}

static void batch_reserve(void *user, ovi_arena *arena) {
  ovi_hub_batch *batch = user;
  const ovi_flat_graph *graph = batch->grown.graph;
  for (int32_t i = 0; i < ovi_jobs_workers(batch->jobs); i++) {
    ovi_batch_worker *worker = &batch->workers[i];
    worker->graph = *graph;
    worker->graph.cliques = ovi_arena_take(arena, graph->clique_count, sizeof(ovi_graph_clique));
    ovi_graph_search_reserve(&worker->search, &worker->graph, arena);
    worker->grown = batch->grown;
    worker->grown.costs = ovi_arena_take(arena, graph->node_count, sizeof(uint32_t));
    worker->capacity = ENTRIES_A_NODE * graph->node_count;
    worker->entries = ovi_arena_take(arena, worker->capacity, sizeof(ovi_batch_entry));
  }
}

void ovi_hub_batch_begin(ovi_hub_batch *batch, const ovi_grown_labels *grown, const ovl_jobs *jobs,
                         const ovl_allocator *allocator) {
  batch->jobs = jobs;
  batch->grown = *grown;
  batch->workers = NULL;
  if (ovi_jobs_workers(jobs) < 2) {
    return;
  }
  batch->workers = ovi_allocate(allocator, worker_bytes(batch));
  if (batch->workers != NULL && !ovi_memory_take(&batch->memory, allocator, batch_reserve, batch)) {
    ovi_release(allocator, batch->workers, worker_bytes(batch));
    batch->workers = NULL;
  }
  for (int32_t i = 0; batch->workers != NULL && i < ovi_jobs_workers(jobs); i++) {
    const ovi_flat_graph *graph = grown->graph;
    ovi_batch_worker *worker = &batch->workers[i];
    worker->retired = 0;
    memcpy(worker->graph.cliques, graph->cliques, graph->clique_count * sizeof(ovi_graph_clique));
    ovi_graph_search_clear(&worker->search);
    for (uint32_t rank = 0; rank < graph->node_count; rank++) {
      worker->grown.costs[rank] = OVI_GRAPH_FAR;
    }
  }
}

void ovi_hub_batch_release(ovi_hub_batch *batch) {
  ovi_memory_release(&batch->memory);
  ovi_release(batch->memory.allocator, batch->workers, worker_bytes(batch));
  batch->workers = NULL;
}

/* ---- Searches ------------------------------------------------------------ */

uint32_t ovi_hub_batch_size(const ovi_hub_batch *batch, uint32_t rank) {
  const uint32_t left = batch->grown.graph->node_count - rank;
  const uint32_t most = left < OVI_BATCH_HUBS ? left : OVI_BATCH_HUBS;
  const uint32_t wanted = rank / RANKS_A_HUB;
  return batch->workers == NULL ? 0 : wanted < most ? wanted : most;
}

/* Adds an entry for a node and goes on from there, unless earlier hubs cover it. After the search
 * has become incomplete, the nodes left in its queue are only popped. */
static bool batch_visit(void *user, uint32_t node) {
  ovi_batch_worker *worker = user;
  const uint32_t cost = worker->search.cost;
  worker->turns++;
  if (worker->search.overflows || (uint64_t)cost << worker->graph.shift >= OVI_LABEL_COSTS_END ||
      worker->used == worker->capacity) {
    worker->is_complete = false;
  }
  if (worker->is_complete && !ovi_labels_cover(&worker->grown, node, cost)) {
    worker->entries[worker->used++] = (ovi_batch_entry){node, cost};
    ovi_graph_expand(&worker->search, node);
  }
  return true;
}

static void search_job(void *context, int32_t index, int32_t number) {
  ovi_hub_batch *batch = context;
  ovi_batch_worker *worker = &batch->workers[number];
  const uint32_t rank = batch->first + (uint32_t)index;
  const uint32_t begin = worker->used;
  OVI_ASSERT(worker->retired <= batch->first && rank < batch->grown.graph->node_count);
  for (; worker->retired < batch->first; worker->retired++) {
    ovi_graph_retire(&worker->search, worker->retired);
  }
  worker->is_complete = true;
  ovi_labels_spread(&worker->grown, rank, 0, false);
  ovi_graph_add_root(&worker->search, rank);
  ovi_graph_search_run(&worker->search, batch_visit, worker, OVI_SLICE_ENDLESS);
  ovi_graph_search_reset(&worker->search);
  ovi_labels_spread(&worker->grown, rank, 0, true);
  worker->is_complete = worker->is_complete && !worker->search.overflows;
  worker->search.overflows = false;
  batch->hubs[index] =
      (ovi_batch_hub){worker->entries + begin, worker->used - begin, worker->is_complete};
}

uint64_t ovi_hub_batch_search(ovi_hub_batch *batch, uint32_t first, uint32_t count) {
  const int32_t workers = ovi_jobs_workers(batch->jobs);
  uint64_t turns = 0;
  OVI_ASSERT(batch->first <= first && count <= OVI_BATCH_HUBS);
  batch->first = first;
  for (int32_t i = 0; i < workers; i++) {
    batch->workers[i].used = 0;
    batch->workers[i].turns = 0;
  }
  ovi_jobs_run(batch->jobs, count, search_job, batch);
  for (int32_t i = 0; i < workers; i++) {
    turns += batch->workers[i].turns;
  }
  return turns;
}

/* ---- Merging ------------------------------------------------------------- */

bool ovi_hub_batch_covers(const ovi_hub_batch *batch, const ovi_batch_entry *entry) {
  const ovi_label_growth *label = &batch->grown.labels[entry->node];
  for (uint32_t i = label->count; i > 0; i--) {
    const ovi_label_block *block = &label->blocks[(i - 1) / OVI_LABEL_BLOCK];
    const uint32_t hub = block->hubs[(i - 1) % OVI_LABEL_BLOCK];
    if (hub < batch->first) {
      return false;
    }
    if (batch->grown.costs[hub] + block->costs[(i - 1) % OVI_LABEL_BLOCK] <= entry->cost) {
      return true;
    }
  }
  return false;
}
