/* Chooses landmarks by farthest point, on all islands at once, and packs the costs to them. One
 * search from one seed on each island gives the costs to one landmark (a column); the waypoint that
 * is farthest from all landmarks so far is the next seed of its island. */
#include "coarse/labels/landmarks.h"

#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"

/* Items that take as long as one expansion. */
enum { REGIONS = 2, WAYPOINTS = 64, BASES = 256, LANDMARK_VALUES = 512 };

uint64_t ovi_landmarks_most_bytes(const ovi_layer *layer, const ovi_flat_graph *graph,
                                  uint32_t count) {
  ovi_landmark_table_size size = {count, graph->clique_count, true};
  return ovi_landmarks_layout(layer, &size).bytes;
}

static uint8_t *landmark_cost_at(const ovi_landmark_maker *maker, uint32_t waypoint,
                                 uint32_t landmark) {
  return maker->costs + ((uint64_t)waypoint * maker->sizes.landmarks + landmark) * 4;
}

/* ---- Low bits that are 0 in all costs ----------------------------------------------- */

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
  ovi_landmark_survey *survey = &maker->survey;
  survey->has_one_weight = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    uint32_t weight = maker->layer->profile.weights[terrain];
    survey->has_one_weight = survey->has_one_weight &&
                             (survey->weights == 0 || weight == 0 || weight == survey->weights);
    survey->weights |= weight;
  }
}

static void survey_region(ovi_landmark_maker *maker, uint32_t id) {
  ovi_landmark_survey *survey = &maker->survey;
  const ovi_region region = ovi_region_view(maker->layer, id);
  uint32_t slots = region.cells.weights != NULL ? ovi_get_u16(region.cells.weights) : 0;
  for (uint32_t i = 0; i < slots; i++) {
    survey->weights |= region.cells.weights[4 + i];
  }
  uint32_t least = region.layer_block[OVI_LAYER_MIN_WEIGHT];
  survey->has_one_weight = survey->has_one_weight && slots == 0 &&
                           (least == 0 || survey->weights == 0 || least == survey->weights);
  survey->weights |= least;
  survey->has_diagonal =
      survey->has_diagonal || (survey->has_one_weight && has_diagonal_port(&region));
}

/* Finds how far costs can be shifted right without loss. Every cost is a sum of products k w with a
 * weight w, so low bits that are 0 in all weights are 0 in all costs, unless steps have costs of
 * their own. With a single weight, a step costs 2 k w, and half a straight step 70 w: that is one
 * bit more, if no waypoint halves a diagonal step. */
static bool survey_all(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  if (maker->making.at == 0) {
    survey_terrains(maker);
  }
  const uint32_t regions = ovi_region_count(maker->layer);
  const uint64_t end = ovi_slice_advance(budget, maker->making.at, regions, REGIONS);
  for (; maker->making.at < end; maker->making.at++) {
    survey_region(maker, (uint32_t)maker->making.at);
  }
  if (end == regions && maker->survey.weights != 0 &&
      !maker->layer->profile.is_directed) { /* extra costs of steps have arbitrary low bits */
    const bool halves = maker->survey.has_one_weight && !maker->survey.has_diagonal;
    maker->packing.shift = (uint32_t)ovi_lowest_bit(maker->survey.weights) + (halves ? 1 : 0);
  }
  return end == regions;
}

/* Writes the numbers of each region's first waypoint and first component. */
static bool write_firsts(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint32_t regions = ovi_region_count(maker->layer);
  const uint64_t end = ovi_slice_advance(budget, maker->making.at, regions, REGIONS);
  for (; maker->making.at < end; maker->making.at++) {
    uint8_t *firsts = maker->section + OVI_LANDMARKS_FIRSTS + 8 * maker->making.at;
    ovi_put_u32(firsts, maker->trees->graph.firsts[maker->making.at]);
    ovi_put_u32(firsts + 4, maker->survey.next_component);
    maker->survey.next_component += ovi_get_u16(
        ovi_region_layer_block(maker->layer, (uint32_t)maker->making.at) + OVI_LAYER_LINKED);
  }
  return end == regions;
}

/* ---- Costs to one landmark after the other ---------------------------------------------- */

static bool reset_nearest(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t at = maker->inner.at;
  const uint64_t end = ovi_slice_advance(budget, at, maker->sizes.waypoints, WAYPOINTS);
  memset(maker->choice.nearest + at, 0xff, (size_t)(end - at) * sizeof(uint64_t));
  maker->inner.at = end;
  return end == maker->sizes.waypoints;
}

static bool reset_seeds(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  memset(maker->choice.seeds, 0xff,
         ((size_t)maker->sizes.islands + 1) * sizeof(uint32_t)); /* OVI_NO_NODE */
  ovi_slice_pay(budget, maker->sizes.islands / LANDMARK_VALUES);
  return true;
}

/* The first seed of each island: its waypoint of the least number. */
static bool choose_first_seeds(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end =
      ovi_slice_advance(budget, maker->inner.at, maker->sizes.waypoints, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t waypoint = maker->sizes.waypoints - 1 - (uint32_t)maker->inner.at;
    maker->choice.seeds[maker->trees->graph.nodes[waypoint].island] = waypoint;
  }
  return end == maker->sizes.waypoints;
}

/* Adds the seed of each island as a root of the search. */
static bool add_seed_roots(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  for (uint32_t island = 0; island <= maker->sizes.islands; island++) {
    if (maker->choice.seeds[island] != OVI_NO_NODE) {
      ovi_graph_add_root(&maker->trees->search, maker->choice.seeds[island]);
    }
  }
  memset(maker->choice.seed_costs, 0, ((size_t)maker->sizes.islands + 1) * sizeof(uint64_t));
  ovi_slice_pay(budget, maker->sizes.islands / WAYPOINTS);
  return true;
}

static bool grow_column_trees(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  return ovi_graph_trees_grow(maker->trees, budget);
}

/* Stores the cost from a waypoint to the current landmark, and updates its island's next seed. */
static void store_waypoint(ovi_landmark_maker *maker, uint32_t waypoint) {
  const ovi_flat_graph *graph = &maker->trees->graph;
  if (maker->trees->last.costs[waypoint] == OVI_GRAPH_FAR) {
    return;
  }
  uint64_t cost = (uint64_t)maker->trees->last.costs[waypoint] << graph->shift;
  if (maker->landmark != UINT32_MAX) {
    maker->overflows = maker->overflows || cost >> maker->packing.shift >= OVI_NO_LANDMARK;
    ovi_put_u32(landmark_cost_at(maker, waypoint, maker->landmark),
                (uint32_t)(cost >> maker->packing.shift));
  }
  if (cost < maker->choice.nearest[waypoint]) {
    maker->choice.nearest[waypoint] = cost;
  }
  uint32_t island = graph->nodes[waypoint].island;
  if (maker->choice.nearest[waypoint] >= maker->choice.seed_costs[island]) {
    maker->choice.seed_costs[island] = maker->choice.nearest[waypoint];
    maker->choice.seeds[island] = waypoint;
  }
}

static bool store_column(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end =
      ovi_slice_advance(budget, maker->inner.at, maker->sizes.waypoints, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    store_waypoint(maker, (uint32_t)maker->inner.at);
  }
  return end == maker->sizes.waypoints;
}

/* Grows a tree from any waypoint of each island: the farthest waypoint becomes the first landmark.
 */
static bool grow_first(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {reset_nearest,  reset_seeds,       choose_first_seeds,
                                        add_seed_roots, grow_column_trees, store_column,
                                        reset_nearest};
  ovi_landmark_maker *maker = work;
  maker->landmark = UINT32_MAX;
  if (maker->sizes.landmarks == 0 || maker->trees->overflows) {
    return true;
  }
  if (!ovi_stages_run(&maker->inner, stages, 7, maker, budget)) {
    return false;
  }
  maker->inner = (ovi_stages){0, 0};
  maker->landmark = 0;
  return true;
}

static bool grow_columns(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {add_seed_roots, grow_column_trees, store_column};
  ovi_landmark_maker *maker = work;
  for (; maker->landmark < maker->sizes.landmarks; maker->landmark++) {
    if (!ovi_stages_run(&maker->inner, stages, 3, maker, budget)) {
      return false;
    }
    maker->inner = (ovi_stages){0, 0};
  }
  return true;
}

/* ---- From costs to bases and deltas --------------------------------------- */

/* The linked component of a waypoint, numbered over the whole layer. */
static uint32_t component_of(const ovi_landmark_maker *maker, uint32_t waypoint) {
  return maker->trees->graph.nodes[waypoint].clique[0];
}

static bool reset_least(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t at = maker->inner.at;
  const uint64_t end = ovi_slice_advance(budget, at, maker->sizes.components, BASES);
  memset(maker->packing.least + at, 0xff, (size_t)(end - at) * sizeof(uint32_t));
  maker->inner.at = end;
  return end == maker->sizes.components;
}

/* Finds the least cost from each component to the current landmark. */
static bool find_least(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end =
      ovi_slice_advance(budget, maker->inner.at, maker->sizes.waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)maker->inner.at; waypoint < end; waypoint++) {
    uint32_t *least = &maker->packing.least[component_of(maker, waypoint)];
    uint32_t cost = ovi_get_u32(landmark_cost_at(maker, waypoint, maker->landmark));
    *least = cost < *least ? cost : *least;
  }
  maker->inner.at = end;
  return end == maker->sizes.waypoints;
}

/* Raises base_shift until all bases of the current landmark fit 16 bits. */
static bool fit_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end = ovi_slice_advance(budget, maker->inner.at, maker->sizes.components, BASES);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t least = maker->packing.least[maker->inner.at];
    while (least != UINT32_MAX && least >> maker->packing.base_shift > UINT16_MAX) {
      maker->packing.base_shift++;
    }
  }
  return end == maker->sizes.components;
}

static bool put_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  ovi_landmark_table_size size = {maker->sizes.landmarks, maker->sizes.components, true};
  uint8_t *bases = maker->section + ovi_landmarks_layout(maker->layer, &size).bases;
  const uint64_t end =
      ovi_slice_advance(budget, maker->inner.at, maker->sizes.components, WAYPOINTS);
  for (; maker->inner.at < end; maker->inner.at++) {
    const uint32_t least = maker->packing.least[maker->inner.at] != UINT32_MAX
                               ? maker->packing.least[maker->inner.at]
                               : 0;
    ovi_put_u16(bases + (maker->inner.at * maker->sizes.landmarks + maker->landmark) * 2,
                least >> maker->packing.base_shift);
  }
  return end == maker->sizes.components;
}

/* Replaces the costs to the current landmark by their differences from the bases. */
static bool subtract_bases(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t end =
      ovi_slice_advance(budget, maker->inner.at, maker->sizes.waypoints, WAYPOINTS);
  for (uint32_t waypoint = (uint32_t)maker->inner.at; waypoint < end; waypoint++) {
    uint8_t *cost = landmark_cost_at(maker, waypoint, maker->landmark);
    uint32_t base = maker->packing.least[component_of(maker, waypoint)] >>
                    maker->packing.base_shift << maker->packing.base_shift;
    uint32_t delta = ovi_get_u32(cost) - base;
    ovi_put_u32(cost, delta);
    maker->packing.max_delta = delta > maker->packing.max_delta ? delta : maker->packing.max_delta;
  }
  maker->inner.at = end;
  return end == maker->sizes.waypoints;
}

/* Whether the section will have no landmarks. */
static bool has_none(const ovi_landmark_maker *maker) {
  return maker->sizes.landmarks == 0 || maker->sizes.waypoints == 0 || maker->overflows ||
         maker->trees->overflows;
}

/* Runs `count` stages for each landmark. */
static bool run_each(ovi_landmark_maker *maker, const ovi_stage_fn *stages, uint32_t count,
                     uint64_t *budget) {
  for (; !has_none(maker) && maker->landmark < maker->sizes.landmarks; maker->landmark++) {
    if (!ovi_stages_run(&maker->inner, stages, count, maker, budget)) {
      return false;
    }
    maker->inner = (ovi_stages){0, 0};
  }
  maker->landmark = 0;
  return true;
}

static bool choose_shift(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {reset_least, find_least, fit_bases};
  ovi_landmark_maker *maker = work;
  maker->landmark = maker->making.at == 0 ? 0 : maker->landmark;
  maker->making.at = 1;
  return run_each(maker, stages, 3, budget);
}

static bool pack_costs(void *work, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {reset_least, find_least, put_bases, subtract_bases};
  return run_each(work, stages, 4, budget);
}

/* Narrows the deltas to 16 bits, if all fit. Works in place: a value moves to a lower address or
 * stays. */
static bool narrow_deltas(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  const uint64_t values = (uint64_t)maker->sizes.waypoints * maker->sizes.landmarks;
  if (has_none(maker) || maker->packing.max_delta > OVI_LANDMARKS_MOST_NARROW) {
    return true;
  }
  const uint64_t end = ovi_slice_advance(budget, maker->making.at, values, LANDMARK_VALUES);
  for (uint64_t i = maker->making.at; i < end; i++) {
    ovi_put_u16(maker->costs + 2 * i, ovi_get_u32(maker->costs + 4 * i));
  }
  maker->making.at = end;
  return end == values;
}

/* ---- All ----------------------------------------------------------------- */

static bool finish_landmarks(void *work, uint64_t *budget) {
  ovi_landmark_maker *maker = work;
  ovi_slice_pay(budget, 1);
  ovi_put_u64(maker->section + OVI_LANDMARKS_STAMP, maker->layer->fingerprint);
  if (has_none(maker)) {
    ovi_landmark_table_size none = {0, maker->sizes.components, false};
    maker->bytes = ovi_landmarks_layout(maker->layer, &none).bytes;
    return true;
  }
  const bool is_wide = maker->packing.max_delta > OVI_LANDMARKS_MOST_NARROW;
  ovi_landmark_table_size size = {maker->sizes.landmarks, maker->sizes.components, is_wide};
  maker->bytes = ovi_landmarks_layout(maker->layer, &size).bytes;
  ovi_put_u32(maker->section + OVI_LANDMARKS_COUNT, maker->sizes.landmarks);
  maker->section[OVI_LANDMARKS_SHIFT] = (uint8_t)maker->packing.shift;
  maker->section[OVI_LANDMARKS_BASE_SHIFT] = (uint8_t)maker->packing.base_shift;
  maker->section[OVI_LANDMARKS_WIDE] = is_wide;
  uint8_t *end =
      maker->costs + (uint64_t)maker->sizes.waypoints * maker->sizes.landmarks * (is_wide ? 4 : 2);
  memset(end, 0, (size_t)(maker->section + maker->bytes - end));
  return true;
}

static void landmark_reserve(ovi_landmark_maker *maker, ovi_arena *arena) {
  maker->choice.nearest = ovi_arena_take(arena, maker->sizes.waypoints, sizeof(uint64_t));
  maker->choice.seeds = ovi_arena_take(arena, (uint64_t)maker->sizes.islands + 1, sizeof(uint32_t));
  maker->choice.seed_costs =
      ovi_arena_take(arena, (uint64_t)maker->sizes.islands + 1, sizeof(uint64_t));
  maker->packing.least = ovi_arena_take(arena, maker->sizes.components, sizeof(uint32_t));
}

bool ovi_landmarks_begin(ovi_landmark_maker *maker, const ovi_layer *layer, uint32_t count,
                         ovi_graph_trees *trees, uint8_t *section) {
  *maker = (ovi_landmark_maker){
      .layer = layer,
      .section = section,
      .trees = trees,
      .sizes = {trees->graph.node_count, trees->graph.clique_count, layer->islands.count, count}};
  ovi_landmark_table_size size = {count, maker->sizes.components, true};
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
  static const ovi_stage_fn stages[] = {survey_all,    write_firsts,    grow_first,
                                        grow_columns,  choose_shift,    pack_costs,
                                        narrow_deltas, finish_landmarks};
  return ovi_stages_run(&maker->making, stages, 8, maker, budget);
}

void ovi_landmarks_release(ovi_landmark_maker *maker) {
  ovi_release(maker->trees->allocator, maker->memory, maker->memory_bytes);
  maker->memory = NULL;
}
