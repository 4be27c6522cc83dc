/* Places for labels, by capacity. */
#include "coarse/labels/label_store.h"

#include <string.h>

enum { SLAB_BLOCKS = 2048 };

void ovi_label_pool_begin(ovi_label_pool *pool, const ovl_allocator *allocator) {
  *pool = (ovi_label_pool){.allocator = allocator};
  uint32_t capacity = 1;
  for (int step = 0; step < OVI_LABEL_STEPS; step++) {
    pool->capacities[step] = capacity;
    capacity += (capacity + 1) / 2;
  }
}

void ovi_label_pool_release(ovi_label_pool *pool) {
  while (pool->slab != NULL) {
    ovi_label_slab *slab = pool->slab;
    pool->slab = slab->before;
    ovi_release(pool->allocator, slab, slab->bytes);
  }
}

static bool add_slab(ovi_label_pool *pool, uint32_t blocks) {
  uint64_t bytes = sizeof(ovi_label_slab) + (uint64_t)blocks * sizeof(ovi_label_block);
  ovi_label_slab *slab = ovi_allocate(pool->allocator, bytes);
  if (slab == NULL) {
    return false;
  }
  slab->before = pool->slab;
  slab->bytes = bytes;
  pool->slab = slab;
  pool->used = 0;
  pool->capacity = blocks;
  return true;
}

/* A place that was left, or a new one; NULL: no memory. */
static ovi_label_block *take_place(ovi_label_pool *pool, uint32_t step) {
  uint32_t blocks = pool->capacities[step];
  ovi_label_place *left = pool->left[step];
  if (left != NULL) {
    pool->left[step] = left->next;
    return (ovi_label_block *)(void *)left;
  }
  if (blocks > pool->capacity - pool->used &&
      !add_slab(pool, blocks > SLAB_BLOCKS ? blocks : SLAB_BLOCKS)) {
    return NULL;
  }
  pool->used += blocks;
  return &pool->slab->blocks[pool->used - blocks];
}

static void leave_place(ovi_label_pool *pool, uint32_t step, ovi_label_block *place) {
  ovi_label_place *left = (ovi_label_place *)(void *)place;
  left->next = pool->left[step];
  pool->left[step] = left;
}

/* Moves a full label, or finds the first place for one. */
static bool move(ovi_label_pool *pool, ovi_label_growth *label) {
  uint32_t step = label->count != 0 ? label->step + 1 : 0;
  ovi_label_block *place = take_place(pool, step);
  if (place == NULL) {
    return false;
  }
  if (label->count != 0) {
    memcpy(place, label->blocks, label->count / OVI_LABEL_BLOCK * sizeof(ovi_label_block));
    leave_place(pool, label->step, label->blocks);
  }
  label->blocks = place;
  label->step = step;
  return true;
}

bool ovi_label_add(ovi_label_pool *pool, ovi_label_growth *label, uint32_t hub, uint32_t cost) {
  uint32_t place = label->count % OVI_LABEL_BLOCK;
  uint32_t number = label->count / OVI_LABEL_BLOCK;
  if (place == 0) {
    if ((label->count == 0 || number == pool->capacities[label->step]) && !move(pool, label)) {
      return false;
    }
    for (int i = 0; i < OVI_LABEL_BLOCK; i++) {
      label->blocks[number].hubs[i] = 0;
      label->blocks[number].costs[i] = OVI_GRAPH_FAR;
    }
  }
  label->blocks[number].hubs[place] = hub;
  label->blocks[number].costs[place] = cost;
  label->count++;
  return true;
}
