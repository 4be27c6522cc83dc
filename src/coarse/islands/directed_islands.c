/* Finds islands as strongly connected components of the graph of local components (Tarjan,
 * "Depth-first search and linear graph algorithms", 1972). Sets of components that are known to
 * reach each other are nodes of that graph, if arcs lead from or to them: few on ordinary maps,
 * where cliffs, escalators and one-way ferries alone lead one way. */
#include "coarse/islands/directed_islands.h"

#include "coarse/view/ports.h"
#include "common/binary_heap.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/scc.h"
#include "common/union_find.h"

/* ---- The graph of sets ---------------------------------------------------------- */

/* Memory in use while sets become islands. */
typedef struct islands_work {
  ovi_directed_islands *islands;
  uint64_t *arcs; /* between slots, then sets, then islands */
  uint64_t arc_count;
  const ovl_allocator *allocator;
  ovi_memory graph_memory;
  uint32_t sets;
  uint32_t *numbers; /* of each set: its node, NO_NODE: none; then its island, from 0 */
  uint32_t nodes;
  uint32_t *begins; /* of each node: its first arc; and two more */
  uint32_t *targets;
  ovi_scc strong;
} islands_work;

#define NO_NODE UINT32_MAX

static void reserve_set_graph(void *user, ovi_arena *arena) {
  islands_work *work = user;
  work->begins = ovi_arena_take(arena, (uint64_t)work->nodes + 2, sizeof(uint32_t));
  work->targets = ovi_arena_take(arena, work->arc_count, sizeof(uint32_t));
  ovi_scc_reserve(&work->strong, arena, work->nodes);
}

/* Renames the ends of all arcs, drops those that lead to where they begin, and sorts the others,
 * each once. */
static void rename_arcs(islands_work *work, const uint32_t *numbers, uint32_t first) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < work->arc_count; i++) {
    const uint32_t from = numbers[ovi_arc_from(work->arcs[i])] - first;
    const uint32_t to = numbers[ovi_arc_to(work->arcs[i])] - first;
    if (from != to) {
      work->arcs[kept++] = ovi_arc(from, to);
    }
  }
  ovi_sort_u64(work->arcs, kept);
  work->arc_count = ovi_drop_repeated_u64(work->arcs, kept);
}

static bool next_set_arc(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to) {
  const islands_work *work = graph;
  const uint32_t at = work->begins[node] + *cursor;
  if (at >= work->begins[node + 1]) {
    return false;
  }
  ++*cursor;
  *to = work->targets[at];
  return true;
}

/* ---- Islands ---------------------------------------------------------------------- */

static void reserve_weak_islands(void *user, ovi_arena *arena) {
  islands_work *work = user;
  ovi_directed_islands *islands = work->islands;
  islands->weak = ovi_arena_take(arena, islands->count, sizeof(uint32_t));
  islands->begins = ovi_arena_take(arena, (uint64_t)islands->count + 1, sizeof(uint32_t));
  islands->targets = ovi_arena_take(arena, work->arc_count, sizeof(uint32_t));
}

/* Lists the arcs between islands, and finds weak islands. */
static void join_islands(const islands_work *work) {
  ovi_directed_islands *islands = work->islands;
  islands->arcs = (uint32_t)work->arc_count;
  memset(islands->begins, 0, ((size_t)islands->count + 1) * sizeof(uint32_t));
  ovi_union_begin(islands->weak, 0, islands->count);
  for (uint64_t i = 0; i < work->arc_count; i++) {
    const uint32_t from = ovi_arc_from(work->arcs[i]);
    islands->begins[from + 1]++;
    islands->targets[i] = ovi_arc_to(work->arcs[i]);
    ovi_union_join(islands->weak, 1, from, islands->targets[i]);
  }
  for (uint32_t island = 0; island < islands->count; island++) {
    islands->begins[island + 1] += islands->begins[island];
  }
  OVI_ASSERT(islands->begins[islands->count] == islands->arcs);
  ovi_union_number(islands->weak, islands->count);
  for (uint32_t island = 0; island < islands->count; island++) {
    islands->weak[island]--;
  }
}

/* Makes islands of sets: names sets by numbers, finds strongly connected ones, and lists their
 * arcs. */
static bool make_islands_of(islands_work *work) {
  ovi_directed_islands *islands = work->islands;
  uint32_t *slots = islands->slots;
  work->sets = ovi_union_number(slots, islands->slot_count);
  rename_arcs(work, slots, 1);
  work->numbers = ovi_allocate(work->allocator, ((uint64_t)work->sets + 1) * sizeof(uint32_t));
  if (work->numbers == NULL) {
    return false;
  }
  /* Makes a node of each set that has an arc. */
  memset(work->numbers, 0xff, (size_t)work->sets * sizeof(uint32_t)); /* NO_NODE */
  for (uint64_t i = 0; i < work->arc_count; i++) {
    work->numbers[ovi_arc_from(work->arcs[i])] = 0;
    work->numbers[ovi_arc_to(work->arcs[i])] = 0;
  }
  for (uint32_t set = 0; set < work->sets; set++) {
    work->numbers[set] = work->numbers[set] == 0 ? work->nodes++ : NO_NODE;
  }
  if (!ovi_memory_take(&work->graph_memory, work->allocator, reserve_set_graph, work)) {
    return false;
  }
  /* Fills the table of arcs, which are sorted. */
  memset(work->begins, 0, ((size_t)work->nodes + 2) * sizeof(uint32_t));
  for (uint64_t i = 0; i < work->arc_count; i++) {
    work->begins[work->numbers[ovi_arc_from(work->arcs[i])] + 1]++;
    work->targets[i] = work->numbers[ovi_arc_to(work->arcs[i])];
  }
  for (uint32_t node = 0; node < work->nodes; node++) {
    work->begins[node + 1] += work->begins[node];
  }
  OVI_ASSERT(work->nodes <= work->sets && work->begins[work->nodes] == work->arc_count);
  ovi_scc_find(&work->strong, work->nodes, next_set_arc, work);
  /* Replaces the node of each set by its island. Islands are numbered in the order in which they
   * first appear. */
  uint32_t *numbers = work->strong.lows; /* of each component, from here on */
  memset(numbers, 0xff, (size_t)work->nodes * sizeof(uint32_t)); /* UINT32_MAX */
  for (uint32_t set = 0; set < work->sets; set++) {
    const uint32_t node = work->numbers[set];
    uint32_t alone = UINT32_MAX;
    uint32_t *island = node != NO_NODE ? &numbers[work->strong.components[node]] : &alone;
    *island = *island != UINT32_MAX ? *island : islands->count++;
    work->numbers[set] = *island;
  }
  OVI_ASSERT(islands->count <= work->sets);
  ovi_memory_release(&work->graph_memory);
  for (uint32_t slot = 0; slot < islands->slot_count; slot++) {
    slots[slot] = work->numbers[slots[slot] - 1];
  }
  rename_arcs(work, work->numbers, 0);
  if (!ovi_memory_take(&islands->memory, work->allocator, reserve_weak_islands, work)) {
    return false;
  }
  join_islands(work);
  return true;
}

ovl_result ovi_directed_islands_make(ovi_directed_islands *islands, ovi_directed_arcs *arcs,
                                     uint32_t *sets, uint32_t slot_count) {
  *islands = (ovi_directed_islands){.slots = sets, .slot_count = slot_count};
  islands_work work = {.islands = islands,
                       .arcs = ovi_arc_list(arcs),
                       .arc_count = ovi_arc_count(arcs),
                       .allocator = arcs->arcs.allocator};
  const bool is_made = work.arc_count <= INT32_MAX && make_islands_of(&work);
  ovi_release(work.allocator, work.numbers, ((uint64_t)work.sets + 1) * sizeof(uint32_t));
  ovi_memory_release(&work.graph_memory);
  return is_made ? OVL_OK : OVL_NO_MEMORY;
}

void ovi_directed_islands_release(ovi_directed_islands *islands) {
  ovi_memory_release(&islands->memory);
}

/* ---- The section ---------------------------------------------------------------------- */

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
