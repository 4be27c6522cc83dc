/* Allocates runs of blocks for growing labels, by capacity, and joins labels. */
#include "coarse/labels/label_store.h"

#include "common/compiler.h"

void ovi_label_pool_begin(ovi_label_pool *pool, const ovl_allocator *allocator) {
  *pool = (ovi_label_pool){.memory = {.allocator = allocator}};
  uint32_t capacity = 1;
  for (int step = 0; step < OVI_LABEL_STEPS; step++) {
    pool->capacities[step] = capacity;
    capacity += (capacity + 1) / 2;
  }
}

void ovi_label_pool_release(ovi_label_pool *pool) { ovi_scratch_release(&pool->memory); }

/* Moves a full label to a larger run, or allocates the first run of an empty one. False: no memory.
 */
static bool grow_run(ovi_label_pool *pool, ovi_label_growth *label) {
  uint32_t step = label->count != 0 ? label->step + 1 : 0;
  ovi_label_free_run *free = pool->free_runs[step];
  ovi_label_block *run = (ovi_label_block *)(void *)free;
  if (free != NULL) {
    pool->free_runs[step] = free->next;
  } else {
    run = ovi_scratch_take(&pool->memory, pool->capacities[step], sizeof(ovi_label_block));
  }
  if (run == NULL) {
    return false;
  }
  if (label->count != 0) {
    OVI_ASSERT(label->count / OVI_LABEL_BLOCK == pool->capacities[label->step]);
    memcpy(run, label->blocks, label->count / OVI_LABEL_BLOCK * sizeof(ovi_label_block));
    free = (ovi_label_free_run *)(void *)label->blocks;
    free->next = pool->free_runs[label->step];
    pool->free_runs[label->step] = free;
  }
  label->blocks = run;
  label->step = step;
  return true;
}

bool ovi_label_add(ovi_label_pool *pool, ovi_label_growth *label, uint32_t hub, uint32_t cost) {
  uint32_t place = label->count % OVI_LABEL_BLOCK;
  uint32_t number = label->count / OVI_LABEL_BLOCK;
  if (place == 0) {
    if ((label->count == 0 || number == pool->capacities[label->step]) && !grow_run(pool, label)) {
      return false;
    }
    for (int i = 0; i < OVI_LABEL_BLOCK; i++) {
      label->blocks[number].hubs[i] = 0;
      label->blocks[number].costs[i] = OVI_GRAPH_FAR;
    }
  }
  OVI_ASSERT(place == 0 || label->blocks[number].hubs[place - 1] < hub);
  label->blocks[number].hubs[place] = hub;
  label->blocks[number].costs[place] = cost;
  label->count++;
  return true;
}

/* ---- Joining ----------------------------------------------------------------- */

void ovi_labels_spread(const ovi_grown_labels *grown, uint32_t rank, uint32_t first, bool forget) {
  const ovi_label_growth *label = &grown->labels[rank];
  for (uint32_t i = label->count; i > 0; i--) {
    const ovi_label_block *block = &label->blocks[(i - 1) / OVI_LABEL_BLOCK];
    const uint32_t hub = block->hubs[(i - 1) % OVI_LABEL_BLOCK];
    if (hub < first) {
      return;
    }
    grown->costs[hub] = forget ? OVI_GRAPH_FAR : block->costs[(i - 1) % OVI_LABEL_BLOCK];
  }
}

/* Blocks are read to their end: unused entries exceed every cost. */
uint32_t ovi_labels_joined(const ovi_grown_labels *grown, uint32_t rank) {
  const ovi_label_growth *label = &grown->labels[rank];
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < label->count; i += OVI_LABEL_BLOCK) {
    const ovi_label_block *block = &label->blocks[i / OVI_LABEL_BLOCK];
    for (uint32_t k = 0; k < OVI_LABEL_BLOCK; k++) {
      const uint32_t cost = grown->costs[block->hubs[k]] + block->costs[k];
      least = cost < least ? cost : least;
    }
  }
  return least;
}
