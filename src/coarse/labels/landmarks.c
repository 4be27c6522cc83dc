/* Choosing landmarks by farthest point, on all islands at once: one search from
 * one seed an island gives a column of costs, and the waypoint that is farthest
 * from all landmarks so far is its island's next seed. */
#include "coarse/labels/landmarks.h"

#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"

typedef ovi_landmark_maker maker;

/* What is as long as an expansion. */
enum { REGIONS = 2, WAYPOINTS = 64, BASES = 256, VALUES = 512 };

ovi_landmark_table_layout ovi_landmarks_layout(const ovi_layer *layer,
                                               const ovi_landmark_table_size *size) {
  uint64_t bases = OVI_LANDMARKS_FIRSTS + 8 * ovi_region_count(layer);
  uint64_t deltas = bases + ((2 * (uint64_t)size->components * size->count + 7) & ~(uint64_t)7);
  uint64_t bytes = layer->graph.waypoints * size->count * (size->is_wide ? 4 : 2);
  return (ovi_landmark_table_layout){bases, deltas, deltas + ((bytes + 7) & ~(uint64_t)7)};
}

uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, const ovi_flat_graph *graph,
                                  uint32_t count) {
  ovi_landmark_table_size size = {count, graph->clique_count, true};
  return ovi_landmarks_layout(layer, &size).bytes;
}

static uint8_t *cost_at(const maker *m, uint32_t waypoint, uint32_t mark) {
  return m->costs + ((uint64_t)waypoint * m->count + mark) * 4;
}

/* ---- The bits that no cost has ----------------------------------------------- */

static bool has_diagonal_port(const ovi_region *region) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  for (uint32_t port = 0; port < groups.begins[OVI_GROUP_COUNT]; port++) { /* links are no steps */
    if (ovi_port_is_diagonal(ovi_port_group(&groups, port), ovi_port_cell(region, port))) {
      return true;
    }
  }
  return false;
}

static void survey_terrains(maker *m) {
  m->one_weight = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    uint32_t weight = m->layer->profile.weights[terrain];
    m->one_weight = m->one_weight && (m->weights == 0 || weight == 0 || weight == m->weights);
    m->weights |= weight;
  }
}

static void survey_region(maker *m, uint32_t id) {
  ovi_region region = ovi_region_view(m->layer, id);
  uint32_t slots = region.weights != NULL ? ovi_get_u16(region.weights) : 0;
  for (uint32_t i = 0; i < slots; i++) {
    m->weights |= region.weights[4 + i];
  }
  uint32_t least = region.layer_block[OVI_LAYER_MIN_WEIGHT];
  m->one_weight =
      m->one_weight && slots == 0 && (least == 0 || m->weights == 0 || least == m->weights);
  m->weights |= least;
  m->has_diagonal = m->has_diagonal || (m->one_weight && has_diagonal_port(&region));
}

/* Every cost is a sum of k w: the bits that all weights have in common are never
 * set in it, unless steps have costs of their own. Where there is one weight only, a step costs
 * twice that, and half a straight step 70 w: one bit more, if no waypoint halves a diagonal one. */
static bool survey(void *work, uint64_t *budget) {
  maker *m = work;
  if (m->making.at == 0) {
    survey_terrains(m);
  }
  const uint32_t regions = ovi_region_count(m->layer);
  const uint64_t end = ovi_slice_reach(budget, m->making.at, regions, REGIONS);
  for (; m->making.at < end; m->making.at++) {
    survey_region(m, (uint32_t)m->making.at);
  }
  if (end == regions && m->weights != 0 &&
      !m->layer->profile.is_directed) { /* its steps may cost anything */
    const bool halves = m->one_weight && !m->has_diagonal;
    m->shift = (uint32_t)ovi_lowest_bit(m->weights) + (halves ? 1 : 0);
  }
  return end == regions;
}

/* Numbers waypoints and components. */
static bool write_firsts(void *work, uint64_t *budget) {
  maker *m = work;
  const uint32_t regions = ovi_region_count(m->layer);
  const uint64_t end = ovi_slice_reach(budget, m->making.at, regions, REGIONS);
  for (; m->making.at < end; m->making.at++) {
    uint8_t *firsts = m->section + OVI_LANDMARKS_FIRSTS + 8 * m->making.at;
    ovi_put_u32(firsts, m->trees->graph.firsts[m->making.at]);
    ovi_put_u32(firsts + 4, m->next_component);
    m->next_component +=
        ovi_get_u16(ovi_region_layer_block(m->layer, (uint32_t)m->making.at) + OVI_LAYER_LINKED);
  }
  return end == regions;
}

/* ---- One column after the other ---------------------------------------------- */

static bool forget_nearest(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t at = m->inner.at;
  const uint64_t end = ovi_slice_reach(budget, at, m->waypoints, WAYPOINTS);
  memset(m->nearest + at, 0xff, (size_t)(end - at) * sizeof(uint64_t));
  m->inner.at = end;
  return end == m->waypoints;
}

static bool forget_seeds(void *work, uint64_t *budget) {
  maker *m = work;
  memset(m->seeds, 0xff, ((size_t)m->islands + 1) * sizeof(uint32_t)); /* OVI_NO_NODE */
  ovi_slice_pay(budget, m->islands / VALUES);
  return true;
}

/* The first seeds: any waypoint of each island. */
static bool begin_seeds(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->waypoints, WAYPOINTS);
  for (; m->inner.at < end; m->inner.at++) {
    const uint32_t waypoint = m->waypoints - 1 - (uint32_t)m->inner.at;
    m->seeds[m->trees->graph.nodes[waypoint].island] = waypoint;
  }
  return end == m->waypoints;
}

/* A root on each island: its seed. */
static bool plant_seeds(void *work, uint64_t *budget) {
  maker *m = work;
  for (uint32_t island = 0; island <= m->islands; island++) {
    if (m->seeds[island] != OVI_NO_NODE) {
      ovi_graph_root(&m->trees->search, m->seeds[island]);
    }
  }
  memset(m->far_offs, 0, ((size_t)m->islands + 1) * sizeof(uint64_t));
  ovi_slice_pay(budget, m->islands / WAYPOINTS);
  return true;
}

static bool grow(void *work, uint64_t *budget) {
  maker *m = work;
  return ovi_graph_trees_grow(m->trees, budget);
}

/* Stores the cost of a waypoint, and looks for the farthest. */
static void store_waypoint(maker *m, uint32_t waypoint) {
  const ovi_flat_graph *graph = &m->trees->graph;
  if (m->trees->costs[waypoint] == OVI_GRAPH_FAR) {
    return;
  }
  uint64_t cost = (uint64_t)m->trees->costs[waypoint] << graph->shift;
  if (m->mark != UINT32_MAX) {
    m->overflows = m->overflows || cost >> m->shift >= OVI_NO_LANDMARK;
    ovi_put_u32(cost_at(m, waypoint, m->mark), (uint32_t)(cost >> m->shift));
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

static bool store_column(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->waypoints, WAYPOINTS);
  for (; m->inner.at < end; m->inner.at++) {
    store_waypoint(m, (uint32_t)m->inner.at);
  }
  return end == m->waypoints;
}

/* The first seed is not a landmark: what is near it is as good as any. */
static bool grow_first(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_nearest, forget_seeds, begin_seeds,   plant_seeds,
                                        grow,           store_column, forget_nearest};
  maker *m = work;
  m->mark = UINT32_MAX;
  if (m->count == 0 || m->trees->overflows) {
    return true;
  }
  if (!ovi_stages_run(&m->inner, stages, 7, m, budget)) {
    return false;
  }
  m->inner = (ovi_stages){0, 0};
  m->mark = 0;
  return true;
}

static bool grow_columns(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {plant_seeds, grow, store_column};
  maker *m = work;
  for (; m->mark < m->count; m->mark++) {
    if (!ovi_stages_run(&m->inner, stages, 3, m, budget)) {
      return false;
    }
    m->inner = (ovi_stages){0, 0};
  }
  return true;
}

/* ---- From costs to bases and deltas --------------------------------------- */

/* The linked component of a waypoint, counted over the world. */
static uint32_t component_of(const maker *m, uint32_t waypoint) {
  return m->trees->graph.nodes[waypoint].clique[0];
}

static bool forget_least(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t at = m->inner.at;
  const uint64_t end = ovi_slice_reach(budget, at, m->components, BASES);
  memset(m->least + at, 0xff, (size_t)(end - at) * sizeof(uint32_t));
  m->inner.at = end;
  return end == m->components;
}

/* Of one landmark: each component's least cost. */
static bool find_least(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)m->inner.at; waypoint < end; waypoint++) {
    uint32_t *least = &m->least[component_of(m, waypoint)];
    uint32_t cost = ovi_get_u32(cost_at(m, waypoint, m->mark));
    *least = cost < *least ? cost : *least;
  }
  m->inner.at = end;
  return end == m->waypoints;
}

/* All bases fit 16 bits, shifted down. */
static bool fit_bases(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->components, BASES);
  for (; m->inner.at < end; m->inner.at++) {
    const uint32_t least = m->least[m->inner.at];
    while (least != UINT32_MAX && least >> m->base_shift > UINT16_MAX) {
      m->base_shift++;
    }
  }
  return end == m->components;
}

static bool put_bases(void *work, uint64_t *budget) {
  maker *m = work;
  ovi_landmark_table_size size = {m->count, m->components, true};
  uint8_t *bases = m->section + ovi_landmarks_layout(m->layer, &size).bases;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->components, WAYPOINTS);
  for (; m->inner.at < end; m->inner.at++) {
    const uint32_t least = m->least[m->inner.at] != UINT32_MAX ? m->least[m->inner.at] : 0;
    ovi_put_u16(bases + (m->inner.at * m->count + m->mark) * 2, least >> m->base_shift);
  }
  return end == m->components;
}

/* Replaces the costs to one landmark by what they are above their bases. */
static bool subtract_bases(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t end = ovi_slice_reach(budget, m->inner.at, m->waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)m->inner.at; waypoint < end; waypoint++) {
    uint8_t *cost = cost_at(m, waypoint, m->mark);
    uint32_t base = m->least[component_of(m, waypoint)] >> m->base_shift << m->base_shift;
    uint32_t delta = ovi_get_u32(cost) - base;
    ovi_put_u32(cost, delta);
    m->most = delta > m->most ? delta : m->most;
  }
  m->inner.at = end;
  return end == m->waypoints;
}

static bool has_none(const maker *m) {
  return m->count == 0 || m->waypoints == 0 || m->overflows || m->trees->overflows;
}

/* Runs some stages for each landmark. */
static bool run_each(maker *m, const ovi_stage_fn *stages, uint32_t count, uint64_t *budget) {
  for (; !has_none(m) && m->mark < m->count; m->mark++) {
    if (!ovi_stages_run(&m->inner, stages, count, m, budget)) {
      return false;
    }
    m->inner = (ovi_stages){0, 0};
  }
  m->mark = 0;
  return true;
}

static bool choose_shift(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_least, find_least, fit_bases};
  maker *m = work;
  m->mark = m->making.at == 0 ? 0 : m->mark;
  m->making.at = 1;
  return run_each(m, stages, 3, budget);
}

static bool pack(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_least, find_least, put_bases, subtract_bases};
  return run_each(work, stages, 4, budget);
}

/* Each lands at or before where it came from. */
static bool narrow(void *work, uint64_t *budget) {
  maker *m = work;
  const uint64_t values = (uint64_t)m->waypoints * m->count;
  if (has_none(m) || m->most > OVI_LANDMARKS_MOST_NARROW) {
    return true;
  }
  const uint64_t end = ovi_slice_reach(budget, m->making.at, values, VALUES);
  for (uint64_t i = m->making.at; i < end; i++) {
    ovi_put_u16(m->costs + 2 * i, ovi_get_u32(m->costs + 4 * i));
  }
  m->making.at = end;
  return end == values;
}

/* ---- All ----------------------------------------------------------------- */

static bool finish(void *work, uint64_t *budget) {
  maker *m = work;
  ovi_slice_pay(budget, 1);
  ovi_put_u64(m->section + OVI_LANDMARKS_STAMP, m->layer->fingerprint);
  if (has_none(m)) {
    ovi_landmark_table_size none = {0, m->components, false};
    m->bytes = ovi_landmarks_layout(m->layer, &none).bytes;
    return true;
  }
  const bool is_wide = m->most > OVI_LANDMARKS_MOST_NARROW;
  ovi_landmark_table_size size = {m->count, m->components, is_wide};
  m->bytes = ovi_landmarks_layout(m->layer, &size).bytes;
  ovi_put_u32(m->section + OVI_LANDMARKS_COUNT, m->count);
  m->section[OVI_LANDMARKS_SHIFT] = (uint8_t)m->shift;
  m->section[OVI_LANDMARKS_BASE_SHIFT] = (uint8_t)m->base_shift;
  m->section[OVI_LANDMARKS_WIDE] = is_wide;
  uint8_t *end = m->costs + (uint64_t)m->waypoints * m->count * (is_wide ? 4 : 2);
  memset(end, 0, (size_t)(m->section + m->bytes - end));
  return true;
}

static void place(maker *m, ovi_arena *arena) {
  m->nearest = ovi_arena_take(arena, m->waypoints, sizeof(uint64_t));
  m->seeds = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(uint32_t));
  m->far_offs = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(uint64_t));
  m->least = ovi_arena_take(arena, m->components, sizeof(uint32_t));
}

bool ovi_landmarks_begin(ovi_landmark_maker *m, const ovi_layer *layer, uint32_t count,
                         ovi_graph_trees *trees, uint8_t *section) {
  *m = (ovi_landmark_maker){.layer = layer,
                            .section = section,
                            .trees = trees,
                            .components = trees->graph.clique_count,
                            .waypoints = trees->graph.node_count,
                            .islands = layer->islands.count,
                            .count = count};
  ovi_landmark_table_size size = {count, m->components, true};
  ovi_arena counted = {NULL, 0};
  m->costs = section + ovi_landmarks_layout(layer, &size).deltas;
  place(m, &counted);
  m->memory_bytes = counted.used + 1;
  m->memory = ovi_allocate(trees->allocator, m->memory_bytes);
  if (m->memory == NULL) {
    return false;
  }
  ovi_arena cut = {m->memory, 0};
  place(m, &cut);
  return true;
}

bool ovi_landmarks_make(ovi_landmark_maker *m, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {survey,       write_firsts, grow_first, grow_columns,
                                        choose_shift, pack,         narrow,     finish};
  return ovi_stages_run(&m->making, stages, 8, m, budget);
}

void ovi_landmarks_release(ovi_landmark_maker *m) {
  ovi_release(m->trees->allocator, m->memory, m->memory_bytes);
  m->memory = NULL;
}
