/* Finds islands as strongly connected components of the graph of local components (Tarjan,
 * "Depth-first search and linear graph algorithms", 1972). Arcs between islands are few on ordinary
 * maps: cliffs, escalators, one-way ferries. */
#include "coarse/islands/directed_islands.h"

#include "coarse/islands/component_arcs.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/scc.h"

/* Arcs sorted by the node where they begin. */
typedef struct arc_table {
  uint32_t *begins; /* of each node: its first arc; and two more */
  uint32_t *targets;
} arc_table;

/* Memory in use while islands are found. */
typedef struct directed_islands_work {
  ovi_directed_islands *islands;
  ovi_buffer arcs;
  uint64_t arc_count;
  arc_table table; /* first between slots, perhaps in both directions, then scratch for sorting */
  uint32_t *order; /* arcs, while they are sorted */
  ovi_scc strong;
} directed_islands_work;

static void directed_islands_reserve(void *user, ovi_arena *arena) {
  directed_islands_work *work = user;
  ovi_directed_islands *islands = work->islands;
  const uint64_t slots = islands->slot_count;
  islands->slots = ovi_arena_take(arena, slots, sizeof(uint32_t));
  islands->weak = ovi_arena_take(arena, slots, sizeof(uint32_t));
  islands->begins = ovi_arena_take(arena, slots + 2, sizeof(uint32_t));
  islands->targets = ovi_arena_take(arena, work->arc_count, sizeof(uint32_t));
  work->table.begins = ovi_arena_take(arena, slots + 2, sizeof(uint32_t));
  work->table.targets = ovi_arena_take(arena, 2 * work->arc_count, sizeof(uint32_t));
  work->order = ovi_arena_take(arena, work->arc_count, sizeof(uint32_t));
  ovi_scc_reserve(&work->strong, arena, slots);
}

/* ---- Components ------------------------------------------------------------- */

static bool next_table_arc(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to) {
  const arc_table *table = graph;
  const uint32_t at = table->begins[node] + *cursor;
  if (at >= table->begins[node + 1]) {
    return false;
  }
  ++*cursor;
  *to = table->targets[at];
  return true;
}

/* Fills the table with all arcs; with `both_ways`, each in both directions. */
static void directed_islands_fill_table(directed_islands_work *work, bool both_ways) {
  arc_table *table = &work->table;
  const uint32_t slots = work->islands->slot_count;
  memset(table->begins, 0, ((size_t)slots + 2) * sizeof(uint32_t));
  for (uint64_t i = 0; i < work->arc_count; i++) {
    const ovi_arc arc = ovi_arc_at(&work->arcs, i);
    table->begins[arc.from + 2]++;
    table->begins[arc.to + 2] += both_ways;
  }
  for (uint32_t slot = 0; slot < slots; slot++) {
    table->begins[slot + 2] += table->begins[slot + 1];
  }
  for (uint64_t i = 0; i < work->arc_count; i++) { /* each begin moves to its end */
    const ovi_arc arc = ovi_arc_at(&work->arcs, i);
    table->targets[table->begins[arc.from + 1]++] = arc.to;
    if (both_ways) {
      table->targets[table->begins[arc.to + 1]++] = arc.from;
    }
  }
}

/* Finds components, numbered in the order in which they first appear. Returns their number. */
static uint32_t directed_islands_find_components(directed_islands_work *work, bool both_ways) {
  const uint32_t slots = work->islands->slot_count;
  directed_islands_fill_table(work, both_ways);
  const uint32_t count = ovi_scc_find(&work->strong, slots, next_table_arc, &work->table);
  ovi_scc_sort(&work->strong, slots);
  return count;
}

/* ---- Arcs ------------------------------------------------------------------- */

/* The island where an arc ends (`to`) or begins. */
static uint32_t directed_islands_island_of(const directed_islands_work *work, uint32_t arc,
                                           bool to) {
  const ovi_arc slots = ovi_arc_at(&work->arcs, arc);
  return work->islands->slots[to ? slots.to : slots.from];
}

/* Sorts the arcs of `from` (NULL: all) into `order` by one of their ends. Stable. */
static void sort_arcs(directed_islands_work *work, const uint32_t *from, uint32_t *order,
                      bool by_to) {
  uint32_t *begins = work->table.begins;
  memset(begins, 0, ((size_t)work->islands->count + 1) * sizeof(uint32_t));
  for (uint64_t i = 0; i < work->arc_count; i++) {
    begins[directed_islands_island_of(work, (uint32_t)i, by_to) + 1]++;
  }
  for (uint32_t island = 0; island < work->islands->count; island++) {
    begins[island + 1] += begins[island];
  }
  for (uint64_t i = 0; i < work->arc_count; i++) {
    const uint32_t arc = from != NULL ? from[i] : (uint32_t)i;
    order[begins[directed_islands_island_of(work, arc, by_to)]++] = arc;
  }
}

/* Lists the arcs between different islands, each once, sorted by begin and end. */
static void join_islands(directed_islands_work *work) {
  ovi_directed_islands *islands = work->islands;
  uint32_t *order = work->table.targets;
  sort_arcs(work, NULL, work->order, true);
  sort_arcs(work, work->order, order, false);
  uint32_t next = 0; /* the first island whose begin is not known yet */
  uint32_t last = UINT32_MAX;
  islands->arcs = 0;
  for (uint64_t i = 0; i < work->arc_count; i++) {
    const uint32_t from = directed_islands_island_of(work, order[i], false);
    const uint32_t to = directed_islands_island_of(work, order[i], true);
    for (; next <= from; next++) {
      islands->begins[next] = islands->arcs;
      last = UINT32_MAX;
    }
    if (to != from && to != last) {
      islands->targets[islands->arcs++] = to;
      last = to;
    }
  }
  for (; next <= islands->count; next++) {
    islands->begins[next] = islands->arcs;
  }
}

/* ---- All -------------------------------------------------------------------- */

static void directed_islands_find(directed_islands_work *work) {
  ovi_directed_islands *islands = work->islands;
  const uint32_t slots = islands->slot_count;
  islands->count = directed_islands_find_components(work, false);
  memcpy(islands->slots, work->strong.components, slots * sizeof(uint32_t));
  directed_islands_find_components(work, true);
  for (uint32_t slot = 0; slot < slots; slot++) {
    islands->weak[islands->slots[slot]] = work->strong.components[slot];
  }
  join_islands(work);
}

ovl_result ovi_directed_islands_find(ovi_directed_islands *islands, const ovi_layer *layer,
                                     const ovl_allocator *allocator) {
  *islands = (ovi_directed_islands){.slot_count = layer->islands.slots};
  directed_islands_work work = {.islands = islands, .arcs = {.allocator = allocator}};
  ovl_result result = ovi_component_arcs_find(&work.arcs, layer);
  work.arc_count = ovi_arc_count(&work.arcs);
  if (result == OVL_OK && work.arc_count > INT32_MAX) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK &&
      !ovi_memory_take(&islands->memory, allocator, directed_islands_reserve, &work)) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    directed_islands_find(&work);
  }
  ovi_release(allocator, work.arcs.bytes, work.arcs.capacity);
  return result;
}

void ovi_directed_islands_release(ovi_directed_islands *islands) {
  ovi_memory_release(&islands->memory);
}

uint64_t ovi_directed_islands_bytes(const ovi_directed_islands *islands) {
  return 4 * ((uint64_t)islands->slot_count + islands->count + islands->count + 1 + islands->arcs);
}

static uint8_t *directed_islands_put_all(uint8_t *out, const uint32_t *values, uint64_t count,
                                         uint32_t add) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u32(out + 4 * i, values[i] + add);
  }
  return out + 4 * count;
}

void ovi_directed_islands_write(const ovi_directed_islands *islands, uint8_t *out) {
  out = directed_islands_put_all(out, islands->slots, islands->slot_count, 1);
  out = directed_islands_put_all(out, islands->weak, islands->count, 1);
  out = directed_islands_put_all(out, islands->begins, (uint64_t)islands->count + 1, 0);
  directed_islands_put_all(out, islands->targets, islands->arcs, 1);
}
