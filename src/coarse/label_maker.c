/* Growing labels hub by hub, and packing them. */
#include "label_maker.h"

#include <string.h>

enum {
  HUBS_A_REPORT = 1024, /* between two calls of the progress callback */
  NO_BLOCK = 0
};
#define EMPTY_ENTRY ((uint64_t)OVI_GRAPH_FAR << 32)

/* ---- Memory -------------------------------------------------------------- */

/* The pool can't need more entries than the budget has bytes for, two an entry,
 * and a block that is begun for each waypoint. */
static uint64_t most_slabs(const ovi_label_maker *maker) {
  uint64_t blocks = maker->budget_bytes / (2 * OVI_LABEL_BLOCK) + maker->graph.node_count + 1;
  return blocks / OVI_LABEL_SLAB + 2;
}

static void place(ovi_label_maker *maker, const ovl_world *world, ovi_arena *arena) {
  uint32_t nodes = maker->graph.node_count;
  uint64_t largest = ovi_graph_padded(maker->graph.largest);
  maker->slab_capacity = (uint32_t)most_slabs(maker);
  ovi_graph_place(&maker->graph, world, arena);
  ovi_graph_search_place(&maker->search, &maker->graph, arena);
  ovi_label_order_place(&maker->order, arena, nodes, world->island_count);
  maker->scratch_nodes = ovi_arena_take(arena, nodes, sizeof(ovi_graph_node));
  maker->scratch_square = ovi_arena_take(arena, largest * (largest + 2), sizeof(uint32_t));
  maker->labels = ovi_arena_take(arena, nodes, sizeof(ovi_label_growth));
  maker->costs = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  maker->slabs = ovi_arena_take(arena, maker->slab_capacity, sizeof(ovi_label_slab *));
}

static bool take_memory(ovi_label_maker *maker, const ovl_world *world) {
  ovi_arena count = {NULL, 0};
  place(maker, world, &count);
  maker->memory_bytes = count.used;
  maker->memory = ovi_allocate(maker->allocator, count.used);
  if (maker->memory == NULL) {
    return false;
  }
  ovi_arena cut = {maker->memory, 0};
  place(maker, world, &cut);
  memset(maker->slabs, 0, maker->slab_capacity * sizeof(ovi_label_slab *));
  return true;
}

void ovi_label_maker_release(ovi_label_maker *maker) {
  for (uint32_t slab = 0; maker->memory != NULL && slab < maker->slab_capacity; slab++) {
    ovi_release(maker->allocator, maker->slabs[slab], sizeof(ovi_label_slab));
  }
  ovi_release(maker->allocator, maker->memory, maker->memory_bytes);
  maker->memory = NULL;
}

static inline ovi_label_block *block_at(const ovi_label_maker *maker, uint32_t block) {
  return &maker->slabs[block / OVI_LABEL_SLAB]->blocks[block % OVI_LABEL_SLAB];
}

static inline uint32_t *next_of(const ovi_label_maker *maker, uint32_t block) {
  return &maker->slabs[block / OVI_LABEL_SLAB]->next[block % OVI_LABEL_SLAB];
}

/* A new block, empty; NO_BLOCK if there is no memory. Block 0 is never given out. */
static uint32_t new_block(ovi_label_maker *maker) {
  uint32_t block = maker->block_count + 1;
  uint32_t slab = block / OVI_LABEL_SLAB;
  if (slab >= maker->slab_capacity) {
    return NO_BLOCK;
  }
  if (maker->slabs[slab] == NULL) {
    maker->slabs[slab] = ovi_allocate(maker->allocator, sizeof(ovi_label_slab));
    if (maker->slabs[slab] == NULL) {
      return NO_BLOCK;
    }
  }
  for (int i = 0; i < OVI_LABEL_BLOCK; i++) {
    block_at(maker, block)->entries[i] = EMPTY_ENTRY;
  }
  *next_of(maker, block) = NO_BLOCK;
  maker->block_count = block;
  return block;
}

/* ---- Growing ------------------------------------------------------------- */

/* Ends the work without labels. */
static void give_up(ovi_label_maker *maker, ovl_labels reason, ovl_result result) {
  maker->reason = reason;
  maker->result = result;
}

static bool is_over(const ovi_label_maker *maker) {
  return maker->reason != OVL_LABELS_HELD || maker->result != OVL_OK;
}

static void add_entry(ovi_label_maker *maker, uint32_t node, uint64_t entry) {
  ovi_label_growth *label = &maker->labels[node];
  uint32_t place = label->count % OVI_LABEL_BLOCK;
  if (place == 0) {
    uint32_t block = new_block(maker);
    if (block == NO_BLOCK) {
      give_up(maker, OVL_LABELS_HELD, OVL_NO_MEMORY);
      return;
    }
    *(label->count == 0 ? &label->first : next_of(maker, label->last)) = block;
    label->last = block;
  }
  block_at(maker, label->last)->entries[place] = entry;
  label->count++;
  maker->data_bytes += 2;
  if (label->count == UINT16_MAX) {
    give_up(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
  }
}

/* Whether hubs before give a cost that is no higher. Blocks are read to their
 * end: what is empty there is above every cost. */
static bool is_covered(const ovi_label_maker *maker, uint32_t node, uint32_t cost) {
  const ovi_label_growth *label = &maker->labels[node];
  uint32_t block = label->first;
  for (uint32_t left = label->count; left != 0;) {
    const uint64_t *entries = block_at(maker, block)->entries;
    for (int i = 0; i < OVI_LABEL_BLOCK; i += 4) {
      uint32_t a = maker->costs[(uint32_t)entries[i]] + (uint32_t)(entries[i] >> 32);
      uint32_t b = maker->costs[(uint32_t)entries[i + 1]] + (uint32_t)(entries[i + 1] >> 32);
      uint32_t c = maker->costs[(uint32_t)entries[i + 2]] + (uint32_t)(entries[i + 2] >> 32);
      uint32_t d = maker->costs[(uint32_t)entries[i + 3]] + (uint32_t)(entries[i + 3] >> 32);
      a = a < b ? a : b;
      c = c < d ? c : d;
      if ((a < c ? a : c) <= cost) {
        return true;
      }
    }
    left = left > OVI_LABEL_BLOCK ? left - OVI_LABEL_BLOCK : 0;
    block = *next_of(maker, block);
  }
  return false;
}

static bool take_turn(void *user, uint32_t node) {
  ovi_label_maker *maker = user;
  uint32_t cost = maker->search.cost;
  maker->search.overflows |= (uint64_t)cost << maker->graph.shift >= OVI_LABEL_COSTS_END;
  if (!is_over(maker) && !is_covered(maker, node, cost)) {
    add_entry(maker, node, (uint64_t)cost << 32 | maker->hub);
    ovi_graph_expand(&maker->search, node);
  }
  return true;
}

/* Writes the hub's own label into `costs`, or forgets it again. */
static void spread_costs(ovi_label_maker *maker, bool forget) {
  const ovi_label_growth *label = &maker->labels[maker->hub];
  uint32_t block = label->first;
  for (uint32_t i = 0; i < label->count; i++) {
    uint64_t entry = block_at(maker, block)->entries[i % OVI_LABEL_BLOCK];
    maker->costs[(uint32_t)entry] = forget ? OVI_GRAPH_FAR : (uint32_t)(entry >> 32);
    if (i % OVI_LABEL_BLOCK == OVI_LABEL_BLOCK - 1) {
      block = *next_of(maker, block);
    }
  }
}

static void grow_from(ovi_label_maker *maker, uint32_t hub) {
  maker->hub = hub;
  spread_costs(maker, false);
  ovi_graph_root(&maker->search, hub);
  ovi_best_first(&maker->search, ovi_graph_take, maker, take_turn, UINT64_MAX);
  ovi_graph_forget(&maker->search);
  ovi_graph_retire(&maker->search, hub);
  spread_costs(maker, true);
}

static void grow(ovi_label_maker *maker, const ovi_label_task *task) {
  uint32_t nodes = maker->graph.node_count;
  uint64_t headers = nodes * (uint64_t)OVI_LABEL_HEADER_BYTES;
  uint64_t fixed = ovi_labels_layout_of(maker->regions, nodes, headers).bytes;
  memset(maker->labels, 0, nodes * sizeof(ovi_label_growth));
  for (uint32_t node = 0; node < nodes; node++) {
    maker->costs[node] = OVI_GRAPH_FAR;
  }
  for (uint32_t hub = 0; hub < nodes && !is_over(maker); hub++) {
    grow_from(maker, hub);
    if (maker->search.overflows) {
      give_up(maker, OVL_LABELS_TOO_LONG, OVL_OK);
    } else if (fixed + maker->data_bytes > maker->budget_bytes) {
      give_up(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
    }
    uint64_t done = task->done + (task->total - task->done) * (hub + (uint64_t)1) / nodes;
    if (task->progress != NULL && hub % HUBS_A_REPORT == HUBS_A_REPORT - 1 &&
        !task->progress(task->progress_user, done, task->total)) {
      give_up(maker, OVL_LABELS_HELD, OVL_STOPPED);
    }
  }
}

/* ---- Packing ------------------------------------------------------------- */

/* Calls for each entry of a label, in order. */
static inline void for_each_entry(const ovi_label_maker *maker, uint32_t node,
                                  void (*take)(void *user, uint64_t entry), void *user) {
  const ovi_label_growth *label = &maker->labels[node];
  uint32_t block = label->first;
  for (uint32_t i = 0; i < label->count; i++) {
    take(user, block_at(maker, block)->entries[i % OVI_LABEL_BLOCK]);
    if (i % OVI_LABEL_BLOCK == OVI_LABEL_BLOCK - 1) {
      block = *next_of(maker, block);
    }
  }
}

/* A label that is being packed. */
typedef struct packing {
  const ovi_label_maker *maker;
  const ovi_graph_node *node;
  uint64_t bounds, costs; /* sums over its entries */
  uint32_t stretch;
  uint32_t rank; /* of the entry before, plus 1 */
  uint32_t place;
  uint32_t excess_bytes, escape_bytes;
  bool is_sound; /* no cost is so far below its guess that it can't be stored */
  /* Where it is written to; NULL while it is measured. */
  uint8_t *gaps, *codes, *excesses, *gap_escapes, *excess_escapes;
} packing;

static uint32_t bound_of(const packing *p, uint64_t entry) {
  const ovi_graph_node *hub = &p->maker->graph.nodes[(uint32_t)entry];
  return ovi_label_bound_between(&p->maker->bound, (int32_t)p->node->x - hub->x,
                                 (int32_t)p->node->y - hub->y);
}

static void sum_entry(void *user, uint64_t entry) {
  packing *p = user;
  p->bounds += bound_of(p, entry);
  p->costs += entry >> 32;
}

/* How much longer costs are than their bounds, as far as a byte can say. */
static uint32_t stretch_of(const packing *p) {
  uint64_t more = p->costs > p->bounds ? p->costs - p->bounds : 0;
  uint64_t stretch = p->bounds != 0 ? (more << OVI_LABEL_STRETCH_BITS) / p->bounds : 0;
  return stretch < UINT8_MAX ? (uint32_t)stretch : UINT8_MAX;
}

/* An excess, and the 1 or 2 bytes that stand for it; OVI_LABEL_ESCAPED_EXCESS if it is
 * too large for them. */
typedef struct stored {
  int64_t excess;
  uint32_t value;
} stored;

static stored store_excess(const packing *p, uint64_t entry) {
  int64_t guess = (int64_t)ovi_label_guess(bound_of(p, entry), p->stretch);
  int64_t excess = (int64_t)(entry >> 32) - guess + OVI_LABEL_BIAS;
  if (excess >= (int64_t)OVI_LABEL_NEGATIVE) {
    return (stored){excess, OVI_LABEL_ESCAPED_EXCESS};
  }
  return (stored){excess, (uint32_t)excess & 0xffffu};
}

static void measure_entry(void *user, uint64_t entry) {
  packing *p = user;
  stored s = store_excess(p, entry);
  uint32_t gap = (uint32_t)entry - p->rank;
  p->is_sound = p->is_sound && s.excess >= -(int64_t)(0xffffu - OVI_LABEL_NEGATIVE);
  p->excess_bytes += s.value > 0xffu ? 2 : 1;
  p->escape_bytes += s.value == OVI_LABEL_ESCAPED_EXCESS ? 4 : 0;
  p->escape_bytes += gap >= OVI_LABEL_ESCAPED_GAP ? 4 : 0;
  p->rank = (uint32_t)entry + 1;
}

static void write_entry(void *user, uint64_t entry) {
  packing *p = user;
  stored s = store_excess(p, entry);
  uint32_t gap = (uint32_t)entry - p->rank;
  p->gaps[p->place] = (uint8_t)(gap < OVI_LABEL_ESCAPED_GAP ? gap : OVI_LABEL_ESCAPED_GAP);
  if (gap >= OVI_LABEL_ESCAPED_GAP) {
    ovi_put_u32(p->gap_escapes, gap);
    p->gap_escapes += 4;
  }
  if (s.value <= 0xffu) {
    *p->excesses++ = (uint8_t)s.value;
  } else {
    p->codes[p->place / 8] = (uint8_t)(p->codes[p->place / 8] | 1u << (p->place % 8));
    ovi_put_u16(p->excesses, s.value);
    p->excesses += 2;
  }
  if (s.value == OVI_LABEL_ESCAPED_EXCESS) {
    p->excess_escapes -= 4;
    ovi_put_u32(p->excess_escapes, (uint32_t)s.excess);
  }
  p->rank = (uint32_t)entry + 1;
  p->place++;
}

/* Measures a label with its costs stretched by some share of what they are longer
 * than their bounds on average, in quarters. */
static packing measure_stretched(const ovi_label_maker *maker, uint32_t node, const packing *sums,
                                 uint32_t quarters) {
  packing p = {.maker = maker, .node = sums->node, .is_sound = true};
  p.stretch = stretch_of(sums) * quarters / 4;
  for_each_entry(maker, node, measure_entry, &p);
  return p;
}

/* Chooses the best of some stretches. */
static void measure_label(ovi_label_maker *maker, uint32_t node) {
  packing sums = {.maker = maker, .node = &maker->graph.nodes[node]};
  for_each_entry(maker, node, sum_entry, &sums);
  packing best = measure_stretched(maker, node, &sums, 0);
  for (uint32_t quarters = 1; quarters <= 4; quarters++) {
    packing p = measure_stretched(maker, node, &sums, quarters);
    if (p.is_sound && p.excess_bytes + p.escape_bytes < best.excess_bytes + best.escape_bytes) {
      best = p;
    }
  }
  maker->labels[node].stretch = best.stretch;
  maker->labels[node].excess_bytes = best.excess_bytes;
  maker->labels[node].escape_bytes = best.escape_bytes;
}

static uint64_t fixed_bytes(uint32_t count) {
  return OVI_LABEL_HEADER_BYTES + (uint64_t)count + (count + 7) / 8;
}

/* Bytes of the labels, packed, unless there will be none. */
static void measure_labels(ovi_label_maker *maker) {
  maker->data_bytes = 0;
  for (uint32_t node = 0; node < maker->graph.node_count; node++) {
    const ovi_label_growth *label = &maker->labels[node];
    measure_label(maker, node);
    maker->data_bytes += fixed_bytes(label->count) + label->excess_bytes + label->escape_bytes;
  }
  if (ovi_labels_layout_of(maker->regions, maker->graph.node_count, maker->data_bytes).bytes >
      maker->budget_bytes) {
    give_up(maker, OVL_LABELS_TOO_LARGE, OVL_OK);
  }
}

/* Writes one label and returns where it ends. */
static uint8_t *write_label(const ovi_label_maker *maker, uint32_t node, uint8_t *at) {
  uint32_t count = maker->labels[node].count;
  packing p = {
      .maker = maker, .node = &maker->graph.nodes[node], .stretch = maker->labels[node].stretch};
  p.gaps = at + OVI_LABEL_HEADER_BYTES;
  p.codes = p.gaps + count;
  p.excesses = at + fixed_bytes(count);
  p.gap_escapes = p.excesses + maker->labels[node].excess_bytes;
  p.excess_escapes = p.gap_escapes + maker->labels[node].escape_bytes;
  uint8_t *end = p.excess_escapes;
  ovi_put_u16(at, count);
  ovi_put_u16(at + 2, p.node->x);
  ovi_put_u16(at + 4, p.node->y);
  at[6] = (uint8_t)p.stretch;
  for_each_entry(maker, node, write_entry, &p);
  return end;
}

/* ---- All ----------------------------------------------------------------- */

static void prepare_and_grow(ovi_label_maker *maker, const ovl_world *world,
                             const ovi_label_task *task) {
  if (!ovi_graph_fill(&maker->graph, world)) {
    give_up(maker, OVL_LABELS_TOO_LONG, OVL_OK);
    return;
  }
  maker->bound = ovi_label_bound_of(world, maker->graph.shift);
  ovi_graph_search_clear(&maker->search);
  ovi_label_order_find(&maker->order, &maker->search, world->island_count);
  if (maker->search.overflows) {
    give_up(maker, OVL_LABELS_TOO_LONG, OVL_OK);
    return;
  }
  ovi_graph_renumber(&maker->graph, maker->order.rank, maker->scratch_nodes, maker->scratch_square);
  ovi_graph_search_clear(&maker->search);
  grow(maker, task);
  if (!is_over(maker)) {
    measure_labels(maker);
  }
}

ovl_result ovi_labels_make(ovi_label_maker *maker, const ovl_world *world,
                           const ovi_label_task *task) {
  uint64_t budget_bytes = task->cells * (uint64_t)task->bytes_per_cell;
  *maker = (ovi_label_maker){.allocator = task->allocator,
                             .regions = ovi_region_count(world),
                             .bytes_per_cell = task->bytes_per_cell,
                             .budget_bytes = budget_bytes < UINT32_MAX ? budget_bytes : UINT32_MAX};
  if (task->bytes_per_cell == 0) {
    maker->reason = OVL_LABELS_NOT_ASKED;
    return OVL_OK;
  }
  maker->graph = ovi_graph_count(world);
  if (maker->graph.node_count > OVL_MAX_LABEL_WAYPOINTS || world->max_ports > OVI_LABEL_PORTS) {
    maker->reason = OVL_LABELS_TOO_MANY;
    return OVL_OK;
  }
  if (maker->graph.node_count == 0) {
    maker->reason = OVL_LABELS_NO_WAYPOINTS;
    return OVL_OK;
  }
  if (!take_memory(maker, world)) {
    return OVL_NO_MEMORY;
  }
  prepare_and_grow(maker, world, task);
  return maker->result;
}

/* ---- The section --------------------------------------------------------- */

uint64_t ovi_label_maker_bytes(const ovi_label_maker *maker) {
  return maker->reason == OVL_LABELS_HELD
             ? ovi_labels_layout_of(maker->regions, maker->graph.node_count, maker->data_bytes)
                   .bytes
             : OVI_LABELS_FIRSTS;
}

void ovi_label_maker_write(const ovi_label_maker *maker, uint64_t fingerprint, uint8_t *section) {
  ovi_put_u64(section + OVI_LABELS_STAMP, fingerprint);
  ovi_put_u16(section + OVI_LABELS_REASON, (uint32_t)maker->reason);
  ovi_put_u16(section + OVI_LABELS_BUDGET, (uint32_t)maker->bytes_per_cell);
  if (maker->reason != OVL_LABELS_HELD) {
    return;
  }
  uint32_t nodes = maker->graph.node_count;
  ovi_labels_layout at = ovi_labels_layout_of(maker->regions, nodes, maker->data_bytes);
  ovi_put_u32(section + OVI_LABELS_COUNT, nodes);
  ovi_put_u32(section + OVI_LABELS_SHIFT, maker->graph.shift);
  ovi_put_u32(section + OVI_LABELS_DATA_BYTES, (uint32_t)maker->data_bytes);
  for (uint32_t id = 0; id < maker->regions; id++) {
    ovi_put_u32(section + OVI_LABELS_FIRSTS + 4 * (uint64_t)id, maker->graph.firsts[id]);
  }
  uint8_t *data = section + at.data;
  for (uint32_t waypoint = 0; waypoint < nodes; waypoint++) {
    uint32_t node = maker->order.rank[waypoint];
    uint8_t *hub = section + at.hubs + 4 * (uint64_t)node;
    ovi_put_u16(hub, maker->graph.nodes[node].x);
    ovi_put_u16(hub + 2, maker->graph.nodes[node].y);
    ovi_put_u32(section + at.begins + 4 * (uint64_t)waypoint,
                (uint32_t)(data - (section + at.data)));
    data = write_label(maker, node, data);
  }
  ovi_put_u32(section + at.begins + 4 * (uint64_t)nodes, (uint32_t)maker->data_bytes);
}
