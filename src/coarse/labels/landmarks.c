/* Choosing landmarks by farthest point, on all islands at once: one search from
 * one seed an island gives a column of costs, and the waypoint that is farthest
 * from all landmarks so far is its island's next seed. */
#include "coarse/labels/landmarks.h"

#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"

/* What is as long as an expansion. */
enum { REGIONS = 2, WAYPOINTS = 64, BASES = 256, LANDMARK_VALUES = 512 };

uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, const ovi_flat_graph *graph,
                                  uint32_t count) {
  ovi_landmark_table_size size = {count, graph->clique_count, true};
  return ovi_landmarks_layout(layer, &size).bytes;
}

static uint8_t *landmark_cost_at(const ovi_landmark_maker *maker, uint32_t waypoint,
                                 uint32_t mark) {
  return maker->costs + ((uint64_t)waypoint * maker->count + mark) * 4;
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

static void survey_terrains(ovi_landmark_maker *maker) {
  maker->one_weight = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    uint32_t weight = maker->layer->profile.weights[terrain];
    maker->one_weight =
        maker->one_weight && (maker->weights == 0 || weight == 0 || weight == maker->weights);
    maker->weights |= weight;
  }
}

static void survey_region(ovi_landmark_maker *maker, uint32_t id) {
  ovi_region region = ovi_region_view(maker->layer, id);
  uint32_t slots = region.weights != NULL ? ovi_get_u16(region.weights) : 0;
  for (uint32_t i = 0; i < slots; i++) {
    maker->weights |= region.weights[4 + i];
  }
  uint32_t least = region.layer_block[OVI_LAYER_MIN_WEIGHT];
  maker->one_weight = maker->one_weight && slots == 0 &&
                      (least == 0 || maker->weights == 0 || least == maker->weights);
  maker->weights |= least;
  maker->has_diagonal = maker->has_diagonal || (maker->one_weight && has_diagonal_port(&region));
}

/* Every cost is a sum of k w: the bits that all weights have in common are never
 * set in it, unless steps have costs of their own. Where there is one weight only, a step costs
 * twice that, and half a straight step 70 w: one bit more, if no waypoint halves a diagonal one. */
static bool survey(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  if (maker->making.at == 0) {
    survey_terrains(maker);
  }
  const uint32_t regions = ovi_region_count(maker->layer);
  const uint64_t end = ovi_slice_reach(budget, maker->making.at, regions, REGIONS);
  for (; maker->making.at < end; maker->making.at++) {
    survey_region(maker, (uint32_t)maker->making.at);
  }
  if (end == regions && maker->weights != 0 &&
      !maker->layer->profile.is_directed) { /* its steps may cost anything */
    const bool halves = maker->one_weight && !maker->has_diagonal;
    maker->shift = (uint32_t)ovi_lowest_bit(maker->weights) + (halves ? 1 : 0);
  }
  return end == regions;
}

/* Numbers waypoints and components. */
static bool write_firsts(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint32_t regions = ovi_region_count(maker->layer);
  const uint64_t end = ovi_slice_reach(budget, maker->making.at, regions, REGIONS);
  for (; maker->making.at < end; maker->making.at++) {
    uint8_t *firsts = maker->section + OVI_LANDMARKS_FIRSTS + 8 * maker->making.at;
    ovi_put_u32(firsts, maker->trees->graph.firsts[maker->making.at]);
    ovi_put_u32(firsts + 4, maker->next_component);
    maker->next_component += ovi_get_u16(
        ovi_region_layer_block(maker->layer, (uint32_t)maker->making.at) + OVI_LAYER_LINKED);
  }
  return end == regions;
}

/* ---- One column after the other ---------------------------------------------- */

static bool forget_nearest(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t at = maker->inner.at;
  const uint64_t end = ovi_slice_reach(budget, at, maker->waypoints, WAYPOINTS);
  memset(maker->nearest + at, 0xff, (size_t)(end - at) * sizeof(uint64_t));
  maker->inner.at = end;
  return end == maker->waypoints;
}

static bool forget_seeds(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  memset(maker->seeds, 0xff, ((size_t)maker->islands + 1) * sizeof(uint32_t)); /* OVI_NO_NODE */
  ovi_slice_pay(budget, maker->islands / LANDMARK_VALUES);
  return true;
}

/* The first seeds: any waypoint of each island. */
static bool begin_seeds(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->waypoints, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t waypoint = maker->waypoints - 1 - (uint32_t)maker->inner.at;
    maker->seeds[maker->trees->graph.nodes[waypoint].island] = waypoint;
  }
  return end == maker->waypoints;
}

/* A root on each island: its seed. */
static bool plant_seeds(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  for (uint32_t island = 0; island <= maker->islands; island++) {
    if (maker->seeds[island] != OVI_NO_NODE) {
      ovi_graph_root(&maker->trees->search, maker->seeds[island]);
    }
  }
  memset(maker->far_offs, 0, ((size_t)maker->islands + 1) * sizeof(uint64_t));
  ovi_slice_pay(budget, maker->islands / WAYPOINTS);
  return true;
}

static bool landmark_grow(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  return ovi_graph_trees_grow(maker->trees, budget);
}

/* Stores the cost of a waypoint, and looks for the farthest. */
static void store_waypoint(ovi_landmark_maker *maker, uint32_t waypoint) {
  const ovi_flat_graph *graph = &maker->trees->graph;
  if (maker->trees->costs[waypoint] == OVI_GRAPH_FAR) {
    return;
  }
  uint64_t cost = (uint64_t)maker->trees->costs[waypoint] << graph->shift;
  if (maker->mark != UINT32_MAX) {
    maker->overflows = maker->overflows || cost >> maker->shift >= OVI_NO_LANDMARK;
    ovi_put_u32(landmark_cost_at(maker, waypoint, maker->mark), (uint32_t)(cost >> maker->shift));
  }
  if (cost < maker->nearest[waypoint]) {
    maker->nearest[waypoint] = cost;
  }
  uint32_t island = graph->nodes[waypoint].island;
  if (maker->nearest[waypoint] >= maker->far_offs[island]) {
    maker->far_offs[island] = maker->nearest[waypoint];
    maker->seeds[island] = waypoint;
  }
}

static bool store_column(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->waypoints, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    store_waypoint(maker, (uint32_t)maker->inner.at);
  }
  return end == maker->waypoints;
}

/* The first seed is not a landmark: what is near it is as good as any. */
static bool grow_first(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_nearest, forget_seeds, begin_seeds,   plant_seeds,
                                        landmark_grow,  store_column, forget_nearest};
  ovi_landmark_maker *maker = work;
  maker->mark = UINT32_MAX;
  if (maker->count == 0 || maker->trees->overflows) {
    return true;
  }
  if (!ovi_stages_run(&maker->inner, stages, 7, maker, budget)) {
    return false;
  }
  maker->inner = (ovi_stages){0, 0};
  maker->mark = 0;
  return true;
}

static bool grow_columns(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {plant_seeds, landmark_grow, store_column};
  ovi_landmark_maker *maker = work;
  for (; maker->mark < maker->count; maker->mark++) {
    if (!ovi_stages_run(&maker->inner, stages, 3, maker, budget)) {
      return false;
    }
    maker->inner = (ovi_stages){0, 0};
  }
  return true;
}

/* ---- From costs to bases and deltas --------------------------------------- */

/* The linked component of a waypoint, counted over the world. */
static uint32_t component_of(const ovi_landmark_maker *maker, uint32_t waypoint) {
  return maker->trees->graph.nodes[waypoint].clique[0];
}

static bool forget_least(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t at = maker->inner.at;
  const uint64_t end = ovi_slice_reach(budget, at, maker->components, BASES);
  memset(maker->least + at, 0xff, (size_t)(end - at) * sizeof(uint32_t));
  maker->inner.at = end;
  return end == maker->components;
}

/* Of one landmark: each component's least cost. */
static bool find_least(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)maker->inner.at; waypoint < end; waypoint++) {
    uint32_t *least = &maker->least[component_of(maker, waypoint)];
    uint32_t cost = ovi_get_u32(landmark_cost_at(maker, waypoint, maker->mark));
    *least = cost < *least ? cost : *least;
  }
  maker->inner.at = end;
  return end == maker->waypoints;
}

/* All bases fit 16 bits, shifted down. */
static bool fit_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->components, BASES);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t least = maker->least[maker->inner.at];
    while (least != UINT32_MAX && least >> maker->base_shift > UINT16_MAX) {
      maker->base_shift++;
    }
  }
  return end == maker->components;
}

static bool put_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  ovi_landmark_table_size size = {maker->count, maker->components, true};
  uint8_t *bases = maker->section + ovi_landmarks_layout(maker->layer, &size).bases;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->components, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t least =
        maker->least[maker->inner.at] != UINT32_MAX ? maker->least[maker->inner.at] : 0;
    ovi_put_u16(bases + (maker->inner.at * maker->count + maker->mark) * 2,
                least >> maker->base_shift);
  }
  return end == maker->components;
}

/* Replaces the costs to one landmark by what they are above their bases. */
static bool subtract_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_reach(budget, maker->inner.at, maker->waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)maker->inner.at; waypoint < end; waypoint++) {
    uint8_t *cost = landmark_cost_at(maker, waypoint, maker->mark);
    uint32_t base = maker->least[component_of(maker, waypoint)] >> maker->base_shift
                                                                       << maker->base_shift;
    uint32_t delta = ovi_get_u32(cost) - base;
    ovi_put_u32(cost, delta);
    maker->most = delta > maker->most ? delta : maker->most;
  }
  maker->inner.at = end;
  return end == maker->waypoints;
}

static bool has_none(const ovi_landmark_maker *maker) {
  return maker->count == 0 || maker->waypoints == 0 || maker->overflows || maker->trees->overflows;
}

/* Runs some stages for each landmark. */
static bool run_each(ovi_landmark_maker *maker, const ovi_stage_fn *stages, uint32_t count,
                     uint64_t *budget) {
  for (; !has_none(maker) && maker->mark < maker->count; maker->mark++) {
    if (!ovi_stages_run(&maker->inner, stages, count, maker, budget)) {
      return false;
    }
    maker->inner = (ovi_stages){0, 0};
  }
  maker->mark = 0;
  return true;
}

static bool choose_shift(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_least, find_least, fit_bases};
  ovi_landmark_maker *maker = work;
  maker->mark = maker->making.at == 0 ? 0 : maker->mark;
  maker->making.at = 1;
  return run_each(maker, stages, 3, budget);
}

static bool pack(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {forget_least, find_least, put_bases, subtract_bases};
  return run_each(work, stages, 4, budget);
}

/* Each lands at or before where it came from. */
static bool narrow(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t values = (uint64_t)maker->waypoints * maker->count;
  if (has_none(maker) || maker->most > OVI_LANDMARKS_MOST_NARROW) {
    return true;
  }
  const uint64_t end = ovi_slice_reach(budget, maker->making.at, values, LANDMARK_VALUES);
  for (uint64_t i = maker->making.at; i < end; i++) {
    ovi_put_u16(maker->costs + 2 * i, ovi_get_u32(maker->costs + 4 * i));
  }
  maker->making.at = end;
  return end == values;
}

/* ---- All ----------------------------------------------------------------- */

static bool finish(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  ovi_slice_pay(budget, 1);
  ovi_put_u64(maker->section + OVI_LANDMARKS_STAMP, maker->layer->fingerprint);
  if (has_none(maker)) {
    ovi_landmark_table_size none = {0, maker->components, false};
    maker->bytes = ovi_landmarks_layout(maker->layer, &none).bytes;
    return true;
  }
  const bool is_wide = maker->most > OVI_LANDMARKS_MOST_NARROW;
  ovi_landmark_table_size size = {maker->count, maker->components, is_wide};
  maker->bytes = ovi_landmarks_layout(maker->layer, &size).bytes;
  ovi_put_u32(maker->section + OVI_LANDMARKS_COUNT, maker->count);
  maker->section[OVI_LANDMARKS_SHIFT] = (uint8_t)maker->shift;
  maker->section[OVI_LANDMARKS_BASE_SHIFT] = (uint8_t)maker->base_shift;
  maker->section[OVI_LANDMARKS_WIDE] = is_wide;
  uint8_t *end = maker->costs + (uint64_t)maker->waypoints * maker->count * (is_wide ? 4 : 2);
  memset(end, 0, (size_t)(maker->section + maker->bytes - end));
  return true;
}

static void landmark_reserve(ovi_landmark_maker *maker, ovi_arena *arena) {
  maker->nearest = ovi_arena_take(arena, maker->waypoints, sizeof(uint64_t));
  maker->seeds = ovi_arena_take(arena, (uint64_t)maker->islands + 1, sizeof(uint32_t));
  maker->far_offs = ovi_arena_take(arena, (uint64_t)maker->islands + 1, sizeof(uint64_t));
  maker->least = ovi_arena_take(arena, maker->components, sizeof(uint32_t));
}

bool ovi_landmarks_begin(ovi_landmark_maker *maker, const ovi_layer *layer, uint32_t count,
                         ovi_graph_trees *trees, uint8_t *section) {
  *maker = (ovi_landmark_maker){.layer = layer,
                                .section = section,
                                .trees = trees,
                                .components = trees->graph.clique_count,
                                .waypoints = trees->graph.node_count,
                                .islands = layer->islands.count,
                                .count = count};
  ovi_landmark_table_size size = {count, maker->components, true};
  ovi_arena counted = {NULL, 0};
  maker->costs = section + ovi_landmarks_layout(layer, &size).deltas;
  landmark_reserve(maker, &counted);
  maker->memory_bytes = counted.used + 1;
  maker->memory = ovi_allocate(trees->allocator, maker->memory_bytes);
  if (maker->memory == NULL) {
    return false;
  }
  ovi_arena cut = {maker->memory, 0};
  landmark_reserve(maker, &cut);
  return true;
}

bool ovi_landmarks_make(ovi_landmark_maker *maker, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {survey,       write_firsts, grow_first, grow_columns,
                                        choose_shift, pack,         narrow,     finish};
  return ovi_stages_run(&maker->making, stages, 8, maker, budget);
}

void ovi_landmarks_release(ovi_landmark_maker *maker) {
  ovi_release(maker->trees->allocator, maker->memory, maker->memory_bytes);
  maker->memory = NULL;
}
