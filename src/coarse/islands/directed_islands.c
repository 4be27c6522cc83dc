/* Islands are the strongly connected components of local components. The arcs between them
 * are few where a world is sound to walk: cliffs, escalators, ferries one way. */
#include "coarse/islands/directed_islands.h"

#include "coarse/islands/component_arcs.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/scc.h"

/* Arcs sorted by where they begin. */
typedef struct arc_table {
  uint32_t *begins; /* of each node: its first arc; and two more */
  uint32_t *targets;
} arc_table;

/* All that is at work. */
typedef struct work {
  ovi_directed_islands *islands;
  ovi_buffer arcs;
  uint64_t arc_count;
  arc_table table; /* between slots, each arc in both directions, or between islands */
  uint32_t *order; /* of arcs, while they are sorted */
  ovi_strong strong;
} work;

static void place(work *w, ovi_arena *arena) {
  ovi_directed_islands *islands = w->islands;
  const uint64_t slots = islands->slot_count;
  islands->slots = ovi_arena_take(arena, slots, sizeof(uint32_t));
  islands->weak = ovi_arena_take(arena, slots, sizeof(uint32_t));
  islands->begins = ovi_arena_take(arena, slots + 2, sizeof(uint32_t));
  islands->targets = ovi_arena_take(arena, w->arc_count, sizeof(uint32_t));
  w->table.begins = ovi_arena_take(arena, slots + 2, sizeof(uint32_t));
  w->table.targets = ovi_arena_take(arena, 2 * w->arc_count, sizeof(uint32_t));
  w->order = ovi_arena_take(arena, w->arc_count, sizeof(uint32_t));
  ovi_scc_reserve(&w->strong, arena, slots);
}

/* ---- Components ------------------------------------------------------------- */

static bool next_arc(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to) {
  const arc_table *table = graph;
  const uint32_t at = table->begins[node] + *cursor;
  if (at >= table->begins[node + 1]) {
    return false;
  }
  ++*cursor;
  *to = table->targets[at];
  return true;
}

/* Lays out all arcs, or each of them in both directions. */
static void fill_table(work *w, bool both_ways) {
  arc_table *table = &w->table;
  const uint32_t slots = w->islands->slot_count;
  memset(table->begins, 0, ((size_t)slots + 2) * sizeof(uint32_t));
  for (uint64_t i = 0; i < w->arc_count; i++) {
    const ovi_arc arc = ovi_arc_at(&w->arcs, i);
    table->begins[arc.from + 2]++;
    table->begins[arc.to + 2] += both_ways;
  }
  for (uint32_t slot = 0; slot < slots; slot++) {
    table->begins[slot + 2] += table->begins[slot + 1];
  }
  for (uint64_t i = 0; i < w->arc_count; i++) { /* begins move to their ends */
    const ovi_arc arc = ovi_arc_at(&w->arcs, i);
    table->targets[table->begins[arc.from + 1]++] = arc.to;
    if (both_ways) {
      table->targets[table->begins[arc.to + 1]++] = arc.from;
    }
  }
}

/* Numbers in the order in which they first appear. Returns how many there are. */
static uint32_t find_components(work *w, bool both_ways) {
  const uint32_t slots = w->islands->slot_count;
  fill_table(w, both_ways);
  const uint32_t count = ovi_strong_find(&w->strong, slots, next_arc, &w->table);
  ovi_strong_sort(&w->strong, slots);
  return count;
}

/* ---- Arcs ------------------------------------------------------------------- */

/* Where the arc with a number leads from, or to, as an island. */
static uint32_t island_of(const work *w, uint32_t arc, bool to) {
  const ovi_arc slots = ovi_arc_at(&w->arcs, arc);
  return w->islands->slots[to ? slots.to : slots.from];
}

/* Sorts the arcs of `from` into `order`, by one of their ends, keeping their order. */
static void sort_arcs(work *w, const uint32_t *from, uint32_t *order, bool by_to) {
  uint32_t *begins = w->table.begins;
  memset(begins, 0, ((size_t)w->islands->count + 1) * sizeof(uint32_t));
  for (uint64_t i = 0; i < w->arc_count; i++) {
    begins[island_of(w, (uint32_t)i, by_to) + 1]++;
  }
  for (uint32_t island = 0; island < w->islands->count; island++) {
    begins[island + 1] += begins[island];
  }
  for (uint64_t i = 0; i < w->arc_count; i++) {
    const uint32_t arc = from != NULL ? from[i] : (uint32_t)i;
    order[begins[island_of(w, arc, by_to)]++] = arc;
  }
}

/* Arcs between different islands, each once, by where they lead from and to. */
static void join_islands(work *w) {
  ovi_directed_islands *islands = w->islands;
  uint32_t *order = w->table.targets;
  sort_arcs(w, NULL, w->order, true);
  sort_arcs(w, w->order, order, false);
  uint32_t next = 0; /* island whose begin is to be told */
  uint32_t last = UINT32_MAX;
  islands->arcs = 0;
  for (uint64_t i = 0; i < w->arc_count; i++) {
    const uint32_t from = island_of(w, order[i], false);
    const uint32_t to = island_of(w, order[i], true);
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

static void find(work *w) {
  ovi_directed_islands *islands = w->islands;
  const uint32_t slots = islands->slot_count;
  islands->count = find_components(w, false);
  memcpy(islands->slots, w->strong.components, slots * sizeof(uint32_t));
  find_components(w, true);
  for (uint32_t slot = 0; slot < slots; slot++) {
    islands->weak[islands->slots[slot]] = w->strong.components[slot];
  }
  join_islands(w);
}

ovl_result ovi_directed_islands_find(ovi_directed_islands *islands, const ovi_layer *layer,
                                     const ovl_allocator *allocator) {
  *islands = (ovi_directed_islands){.allocator = allocator, .slot_count = layer->islands.slots};
  work w = {.islands = islands, .arcs = {.allocator = allocator}};
  ovl_result result = ovi_component_arcs_find(&w.arcs, layer);
  w.arc_count = ovi_arc_count(&w.arcs);
  if (result == OVL_OK && w.arc_count > INT32_MAX) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    ovi_arena counted = {NULL, 0};
    place(&w, &counted);
    islands->memory_bytes = counted.used + 1;
    islands->memory = ovi_allocate(allocator, islands->memory_bytes);
    result = islands->memory != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    ovi_arena cut = {islands->memory, 0};
    place(&w, &cut);
    find(&w);
  }
  ovi_release(allocator, w.arcs.bytes, w.arcs.capacity);
  return result;
}

void ovi_directed_islands_release(ovi_directed_islands *islands) {
  ovi_release(islands->allocator, islands->memory, islands->memory_bytes);
}

uint64_t ovi_directed_islands_bytes(const ovi_directed_islands *islands) {
  return 4 * ((uint64_t)islands->slot_count + islands->count + islands->count + 1 + islands->arcs);
}

static uint8_t *put_all(uint8_t *out, const uint32_t *values, uint64_t count, uint32_t add) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u32(out + 4 * i, values[i] + add);
  }
  return out + 4 * count;
}

void ovi_directed_islands_write(const ovi_directed_islands *islands, uint8_t *out) {
  out = put_all(out, islands->slots, islands->slot_count, 1);
  out = put_all(out, islands->weak, islands->count, 1);
  out = put_all(out, islands->begins, (uint64_t)islands->count + 1, 0);
  put_all(out, islands->targets, islands->arcs, 1);
}
