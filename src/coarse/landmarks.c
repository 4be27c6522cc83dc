/* Choosing landmarks by farthest point, on all islands at once: one search from
 * one seed an island gives a column of costs, and the waypoint that is farthest
 * from all landmarks so far is its island's next seed. */
#include "landmarks.h"

#include <string.h>

#include "bits.h"
#include "ports.h"

typedef struct maker {
  const ovi_layer *layer;
  uint8_t *section;
  uint8_t *costs; /* of each waypoint to each landmark, u32, where the deltas will be */
  ovi_graph_trees *trees;
  uint32_t waypoints; /* the nodes of the graph */
  uint32_t components;
  uint32_t islands;
  uint32_t count; /* landmarks */
  uint32_t shift;
  uint64_t *nearest;  /* of each waypoint: cost to the nearest landmark so far */
  uint32_t *seeds;    /* of each island; OVI_NO_NODE: it has no waypoint */
  uint64_t *far_offs; /* of each island: how far its seed is from the landmarks */
  uint32_t *least;    /* of each component: the least cost to one landmark */
  bool overflows;
} maker;

static uint32_t component_count(const ovi_layer *layer) {
  uint32_t count = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    count += ovi_get_u16(ovi_region_part(layer, id) + OVI_PART_LINKED);
  }
  return count;
}

ovi_marks_layout ovi_landmarks_layout(const ovi_layer *layer, const ovi_marks_size *size) {
  uint64_t bases = OVI_MARKS_FIRSTS + 8 * ovi_region_count(layer);
  uint64_t deltas = bases + ((2 * (uint64_t)size->components * size->count + 7) & ~(uint64_t)7);
  uint64_t bytes = layer->waypoints * size->count * (size->is_wide ? 4 : 2);
  return (ovi_marks_layout){bases, deltas, deltas + ((bytes + 7) & ~(uint64_t)7)};
}

uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, uint32_t count) {
  ovi_marks_size size = {count, component_count(layer), true};
  return ovi_landmarks_layout(layer, &size).bytes;
}

static uint8_t *cost_at(const maker *m, uint32_t waypoint, uint32_t mark) {
  return m->costs + ((uint64_t)waypoint * m->count + mark) * 4;
}

static bool has_diagonal_port(const ovi_layer *layer) {
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    for (uint32_t port = 0; port < region.ports; port++) {
      if (ovi_port_is_diagonal(ovi_port_group(begins, port), ovi_port_cell(&region, port))) {
        return true;
      }
    }
  }
  return false;
}

/* Every cost is a sum of k w: the bits that all weights have in common are never
 * set in it, unless steps have costs of their own. Where there is one weight only, a step costs
 * twice that, and half a straight step 70 w: one bit more, if no waypoint halves a diagonal one. */
static uint32_t common_shift(const ovi_layer *layer) {
  uint32_t all = 0;
  bool one = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    uint32_t weight = layer->weights[terrain];
    one = one && (all == 0 || weight == 0 || weight == all);
    all |= weight;
  }
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    uint32_t slots = region.weights != NULL ? ovi_get_u16(region.weights) : 0;
    for (uint32_t i = 0; i < slots; i++) {
      all |= region.weights[4 + i];
    }
    uint32_t least = region.part[OVI_PART_MIN_WEIGHT];
    one = one && slots == 0 && (least == 0 || all == 0 || least == all);
    all |= least;
  }
  if (all == 0 || layer->directed) {
    return 0; /* a step's own cost may be anything */
  }
  return (uint32_t)ovi_lowest_bit(all) + (one && !has_diagonal_port(layer) ? 1 : 0);
}

/* Stores the costs of one tree as column `mark`; column UINT32_MAX: stores nothing, only
 * looks for the farthest. */
static void store_column(maker *m, uint32_t mark) {
  const ovi_waypoint_graph *graph = &m->trees->graph;
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    if (m->trees->costs[waypoint] == OVI_GRAPH_FAR) {
      continue;
    }
    uint64_t cost = (uint64_t)m->trees->costs[waypoint] << graph->shift;
    if (mark != UINT32_MAX) {
      m->overflows = m->overflows || cost >> m->shift >= OVI_NO_MARK;
      ovi_put_u32(cost_at(m, waypoint, mark), (uint32_t)(cost >> m->shift));
    }
    if (cost < m->nearest[waypoint]) {
      m->nearest[waypoint] = cost;
    }
    uint32_t island = graph->nodes[waypoint].island;
    if (m->nearest[waypoint] >= m->far_offs[island]) {
      m->far_offs[island] = m->nearest[waypoint];
      m->seeds[island] = waypoint;
    }
  }
}

/* Numbers waypoints and components. */
static void write_firsts(const maker *m) {
  uint32_t component = 0;
  for (uint32_t id = 0; id < ovi_region_count(m->layer); id++) {
    uint8_t *firsts = m->section + OVI_MARKS_FIRSTS + 8 * (uint64_t)id;
    ovi_put_u32(firsts, m->trees->graph.firsts[id]);
    ovi_put_u32(firsts + 4, component);
    component += ovi_get_u16(ovi_region_part(m->layer, id) + OVI_PART_LINKED);
  }
}

/* The first seeds: any waypoint of each island. */
static void begin_seeds(maker *m) {
  memset(m->seeds, 0xff, ((size_t)m->islands + 1) * sizeof(uint32_t)); /* OVI_NO_NODE */
  for (uint32_t waypoint = m->waypoints; waypoint-- > 0;) {
    m->seeds[m->trees->graph.nodes[waypoint].island] = waypoint;
  }
}

/* Grows a tree on each island from its seed. */
static void grow_from_seeds(maker *m) {
  for (uint32_t island = 0; island <= m->islands; island++) {
    if (m->seeds[island] != OVI_NO_NODE) {
      ovi_graph_root(&m->trees->search, m->seeds[island]);
    }
  }
  ovi_graph_trees_grow(m->trees);
  memset(m->far_offs, 0, ((size_t)m->islands + 1) * sizeof(uint64_t));
}

static void forget_nearest(maker *m) {
  memset(m->nearest, 0xff, (size_t)m->waypoints * sizeof(uint64_t));
}

/* ---- From costs to bases and deltas --------------------------------------- */

/* The linked component of a waypoint, counted over the world. */
static uint32_t component_of(const maker *m, uint32_t waypoint) {
  return m->trees->graph.nodes[waypoint].clique[0];
}

/* Of one landmark: each component's least cost, and the greatest of those. */
static uint32_t find_least(maker *m, uint32_t mark) {
  uint32_t greatest = 0;
  memset(m->least, 0xff, (size_t)m->components * sizeof(uint32_t));
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    uint32_t *least = &m->least[component_of(m, waypoint)];
    uint32_t cost = ovi_get_u32(cost_at(m, waypoint, mark));
    *least = cost < *least ? cost : *least;
  }
  for (uint32_t component = 0; component < m->components; component++) {
    if (m->least[component] != UINT32_MAX && m->least[component] > greatest) {
      greatest = m->least[component];
    }
  }
  return greatest;
}

/* Replaces the costs to one landmark by what they are above their bases. */
static uint32_t subtract_bases(maker *m, uint8_t *bases, uint32_t mark, uint32_t base_shift) {
  uint32_t most = 0;
  find_least(m, mark);
  for (uint32_t component = 0; component < m->components; component++) {
    uint32_t least = m->least[component] != UINT32_MAX ? m->least[component] : 0;
    ovi_put_u16(bases + ((uint64_t)component * m->count + mark) * 2, least >> base_shift);
  }
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    uint8_t *cost = cost_at(m, waypoint, mark);
    uint32_t base = m->least[component_of(m, waypoint)] >> base_shift << base_shift;
    uint32_t delta = ovi_get_u32(cost) - base;
    ovi_put_u32(cost, delta);
    most = delta > most ? delta : most;
  }
  return most;
}

/* Returns the bytes of the section. */
static uint64_t pack(maker *m) {
  ovi_marks_size size = {m->count, m->components, true};
  ovi_marks_layout layout = ovi_landmarks_layout(m->layer, &size);
  uint64_t values = (uint64_t)m->waypoints * m->count;
  uint32_t base_shift = 0;
  uint32_t most = 0;
  for (uint32_t mark = 0; mark < m->count; mark++) {
    uint32_t least = find_least(m, mark);
    while (least >> base_shift > UINT16_MAX) {
      base_shift++;
    }
  }
  for (uint32_t mark = 0; mark < m->count; mark++) {
    uint32_t delta = subtract_bases(m, m->section + layout.bases, mark, base_shift);
    most = delta > most ? delta : most;
  }
  m->section[OVI_MARKS_BASE_SHIFT] = (uint8_t)base_shift;
  if (most > OVI_MARKS_MOST_NARROW) {
    m->section[OVI_MARKS_WIDE] = 1;
    return layout.bytes;
  }
  for (uint64_t i = 0; i < values; i++) { /* each lands at or before where it came from */
    ovi_put_u16(m->costs + 2 * i, ovi_get_u32(m->costs + 4 * i));
  }
  size.is_wide = false;
  uint64_t bytes = ovi_landmarks_layout(m->layer, &size).bytes;
  memset(m->costs + 2 * values, 0, (size_t)(m->section + bytes - (m->costs + 2 * values)));
  return bytes;
}

/* ---- All ----------------------------------------------------------------- */

static void grow_columns(maker *m) {
  begin_seeds(m);
  forget_nearest(m);
  grow_from_seeds(m);
  store_column(m, UINT32_MAX);
  /* The first seed is not a landmark: what is near it is as good as any. */
  forget_nearest(m);
  for (uint32_t mark = 0; mark < m->count; mark++) {
    grow_from_seeds(m);
    store_column(m, mark);
  }
}

static uint64_t make(maker *m) {
  write_firsts(m);
  if (m->count != 0 && !m->trees->overflows) {
    grow_columns(m);
  }
  m->overflows = m->overflows || m->trees->overflows;
  ovi_put_u64(m->section + OVI_MARKS_STAMP, m->layer->fingerprint);
  if (m->count == 0 || m->waypoints == 0 || m->overflows) {
    ovi_marks_size none = {0, m->components, false};
    return ovi_landmarks_layout(m->layer, &none).bytes;
  }
  ovi_put_u32(m->section + OVI_MARKS_COUNT, m->count);
  m->section[OVI_MARKS_SHIFT] = (uint8_t)m->shift;
  return pack(m);
}

static void place(maker *m, ovi_arena *arena) {
  m->nearest = ovi_arena_take(arena, m->waypoints, sizeof(uint64_t));
  m->seeds = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(uint32_t));
  m->far_offs = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(uint64_t));
  m->least = ovi_arena_take(arena, m->components, sizeof(uint32_t));
}

ovl_result ovi_landmarks_make(const ovi_layer *layer, uint32_t count, ovi_graph_trees *trees,
                              uint8_t *section, uint64_t *bytes) {
  maker m = {.layer = layer,
             .section = section,
             .trees = trees,
             .components = component_count(layer),
             .waypoints = trees->graph.node_count,
             .islands = layer->island_count,
             .count = count,
             .shift = common_shift(layer)};
  ovi_marks_size size = {count, m.components, true};
  ovi_arena counted = {NULL, 0};
  m.costs = section + ovi_landmarks_layout(layer, &size).deltas;
  place(&m, &counted);
  uint8_t *block = ovi_allocate(trees->allocator, counted.used + 1);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {block, 0};
  place(&m, &cut);
  *bytes = make(&m);
  ovi_release(trees->allocator, block, counted.used + 1);
  return OVL_OK;
}
