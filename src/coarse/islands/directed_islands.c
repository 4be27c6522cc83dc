/* Finds islands as strongly connected components of the graph of local components (Tarjan,
 * "Depth-first search and linear graph algorithms", 1972). Arcs between islands are few on ordinary
 * maps: cliffs, escalators, one-way ferries. */
#include "coarse/islands/directed_islands.h"

#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/buffer.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/scc.h"
#include "fine/window_steps.h"

/* ---- Arcs between components --------------------------------------------------- */

/* An arc is a step inside a region, a waypoint or a navigation link that leads from one local
 * component to another: one component reaches another if and only if a chain of arcs does. Steps
 * inside a region with several components are found in a window of it; a waypoint or link gives an
 * arc if its port can be left. */

/* An arc between two slots of the islands section, which has a slot for each local component. 8
 * bytes. */
typedef struct component_arc {
  uint32_t from, to;
} component_arc;

typedef struct arcs_finder {
  ovi_buffer *arcs;
  const ovi_layer *layer;
  ovi_window window;
  component_arc last; /* the arc added last: neighbouring steps often repeat it */
  bool full;
} arcs_finder;

static void add_arc(arcs_finder *finder, uint32_t from, uint32_t to) {
  if (from == to || (finder->last.from == from && finder->last.to == to)) {
    return;
  }
  uint8_t *out = ovi_buffer_add(finder->arcs, sizeof(component_arc));
  finder->full = finder->full || out == NULL;
  if (out != NULL) {
    finder->last = (component_arc){from, to};
    memcpy(out, &finder->last, sizeof(component_arc));
  }
}

/* ---- Steps inside a region -------------------------------------------------- */

static void add_steps_of(arcs_finder *finder, const ovi_region *region, int32_t x, int32_t y) {
  const uint32_t first = ovi_region_first_slot(finder->layer, region->id);
  const uint32_t from = ovi_region_component(region, x, y);
  for (int direction = 0; from != OVI_NO_COMPONENT && direction < 8; direction++) {
    uint64_t cost;
    if (ovi_window_step(&finder->window, x, y, direction, &cost)) {
      const uint32_t to = ovi_region_component(region, x + ovi_direction_x(direction),
                                               y + ovi_direction_y(direction));
      add_arc(finder, first + from, first + to);
    }
  }
}

static void add_steps(arcs_finder *finder, const ovi_region *region) {
  if (region->components.count < 2 || (region->flags & OVI_FLAG_STEPPED) == 0) {
    return;
  }
  const ovi_window_ground ground = {finder->layer->profile.min_weight, false, true};
  ovi_region_open(finder->layer, region, &finder->window, &ground);
  for (int32_t y = 0; y < region->h; y++) {
    for (int32_t x = 0; x < region->w; x++) {
      add_steps_of(finder, region, x, y);
    }
  }
}

/* ---- Ports ------------------------------------------------------------------ */

/* Whether paths can leave the region by a port. */
static bool is_exit(const ovi_region *region, uint32_t port) {
  const uint32_t component = ovi_port_component(region, port);
  const ovi_clique clique = ovi_region_clique(region, component);
  return ovi_square_exit(&clique, ovi_port_place(region, port, component)) != OVI_NO_COST_32;
}

/* The slot of the local component that a port belongs to. */
static uint32_t arcs_slot_of(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  return ovi_region_first_slot(layer, region->id) +
         ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
}

static void arcs_add_group(arcs_finder *finder, const ovi_region *region, int group,
                           const ovi_port_groups *groups) {
  if (groups->begins[group] == groups->begins[group + 1]) {
    return;
  }
  ovi_region other =
      ovi_region_view(finder->layer, ovi_region_neighbour(finder->layer, region, group));
  const ovi_port_groups other_groups = ovi_port_groups_of(&other);
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    const uint32_t there =
        other_groups.begins[ovi_group_opposite(group)] + port - groups->begins[group];
    const uint32_t from = arcs_slot_of(finder->layer, region, port);
    const uint32_t to = arcs_slot_of(finder->layer, &other, there);
    if (is_exit(region, port)) {
      add_arc(finder, from, to);
    }
    if (is_exit(&other, there)) {
      add_arc(finder, to, from);
    }
  }
}

static void arcs_add_links(arcs_finder *finder, const ovi_region *region, uint32_t first_port) {
  for (uint32_t i = 0; i < region->ports.links_out; i++) {
    const ovi_link link = ovi_link_at(finder->layer, ovi_region_link(region, i));
    const ovl_cell end = link.second;
    const ovi_region other =
        ovi_region_view(finder->layer, ovi_region_at(finder->layer, end.x, end.y));
    const uint32_t from = arcs_slot_of(finder->layer, region, first_port + i);
    const uint32_t to = ovi_region_first_slot(finder->layer, other.id) +
                        ovi_region_component(&other, end.x - other.x, end.y - other.y);
    add_arc(finder, from, to);
    if (link.cost_back != 0) {
      add_arc(finder, to, from);
    }
  }
}

/* ---- All -------------------------------------------------------------------- */

static void arcs_reserve(void *user, ovi_arena *arena) {
  arcs_finder *finder = user;
  const int32_t side = finder->layer->partition.region_cells;
  ovi_window_shape shape = {0, 0, side, side, 0, 0, false};
  ovi_window_reserve(&finder->window, arena, shape, false);
  ovi_window_reserve_steps(&finder->window, arena, true, finder->layer->profile.max_exceptions);
}

static void arcs_find(arcs_finder *finder) {
  for (uint32_t id = 0; id < ovi_region_count(finder->layer) && !finder->full; id++) {
    const ovi_region region = ovi_region_view(finder->layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    add_steps(finder, &region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      arcs_add_group(finder, &region, group, &groups);
    }
    arcs_add_links(finder, &region, groups.begins[OVI_GROUP_COUNT]);
  }
}

/* Adds all arcs of a layer to an empty buffer. An arc may be listed more than once. OVL_OK or
 * OVL_NO_MEMORY. Reads every region once. */
static ovl_result find_arcs(ovi_buffer *arcs, const ovi_layer *layer) {
  arcs_finder finder = {.arcs = arcs, .layer = layer, .last = {UINT32_MAX, UINT32_MAX}};
  ovi_memory memory;
  if (!ovi_memory_take(&memory, arcs->allocator, arcs_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  arcs_find(&finder);
  ovi_memory_release(&memory);
  return finder.full ? OVL_NO_MEMORY : OVL_OK;
}

/* Arc i of a buffer. */
static component_arc arc_at(const ovi_buffer *arcs, uint64_t i) {
  component_arc arc;
  memcpy(&arc, arcs->bytes + i * sizeof(arc), sizeof(arc));
  return arc;
}

/* ---- Their table --------------------------------------------------------------- */

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
    const component_arc arc = arc_at(&work->arcs, i);
    table->begins[arc.from + 2]++;
    table->begins[arc.to + 2] += both_ways;
  }
  for (uint32_t slot = 0; slot < slots; slot++) {
    table->begins[slot + 2] += table->begins[slot + 1];
  }
  for (uint64_t i = 0; i < work->arc_count; i++) { /* each begin moves to its end */
    const component_arc arc = arc_at(&work->arcs, i);
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
  const component_arc slots = arc_at(&work->arcs, arc);
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
  ovl_result result = find_arcs(&work.arcs, layer);
  work.arc_count = work.arcs.used / sizeof(component_arc);
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
