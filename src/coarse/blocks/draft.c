/* Finds the runs and local components of a region: connected-component labelling by runs of open
 * cells, joined with union-find (Rosenfeld and Pfaltz, "Sequential operations in digital picture
 * processing", 1966).
 *
 * Under every corner rule but the free one, a legal diagonal step has a legal detour of two
 * straight steps, so straight contacts decide; under the free rule, runs that touch at a corner are
 * joined too. Where heights or a rule may forbid steps, components are strongly connected by steps
 * inside the region. */
#include "coarse/blocks/draft.h"

#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/format/limits.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/union_find.h"
#include "fine/window_steps.h"

void ovi_draft_reserve(ovi_draft *draft, ovi_arena *arena, const ovi_map *map, int32_t profile) {
  uint64_t side = (uint64_t)map->plane.region_cells;
  *draft = (ovi_draft){.profile = profile, .directed = ovi_directed_has(map->directed, profile)};
  draft->open = ovi_arena_take(arena, side, sizeof(uint64_t[2]));
  draft->run_rows = ovi_arena_take(arena, side + 1, sizeof(uint16_t));
  const bool may_be_limited = draft->directed && ovi_map_may_forbid_steps(map, profile);
  uint64_t most_runs = may_be_limited ? side * side : side * (side / 2 + 1);
  draft->run_components = ovi_arena_take(arena, most_runs, sizeof(uint16_t));
  if (may_be_limited) {
    draft->steps = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  }
  if (draft->directed) {
    draft->breaks = ovi_arena_take(arena, side, sizeof(uint64_t[2]));
    draft->weak = ovi_arena_take(arena, side * side, sizeof(uint16_t));
    if (ovi_map_has_rule(map, profile)) {
      draft->rule.exceptions = ovi_arena_take(arena, 8 * side * side, sizeof(ovi_draft_exception));
    }
  }
  if (ovi_wall_cells(map->profiles[profile].wall_cost) != 0) {
    draft->weights = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  }
  /* Straight waypoints, and at most two diagonal ones beside each. */
  draft->ports[OVI_GROUP_E] = ovi_arena_take(arena, 3 * side, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_S] = ovi_arena_take(arena, 3 * side, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_SE] = ovi_arena_take(arena, 1, sizeof(ovi_draft_port));
  draft->ports[OVI_GROUP_SW] = ovi_arena_take(arena, 1, sizeof(ovi_draft_port));
}

/* Finds the next run of a row at or after bit *end: returns its first bit and sets *end past it;
 * -1: none. */
static int32_t next_run(const uint64_t row[2], int32_t w, int32_t *end) {
  int32_t x = *end;
  while (x < w && !ovi_get_bit(row, x)) {
    uint64_t ahead = row[x >> 6] >> (x & 63);
    x = ahead != 0 ? x + ovi_lowest_bit(ahead) : (x & ~63) + 64;
  }
  if (x >= w) {
    return -1;
  }
  int32_t begin = x;
  while (x < w && ovi_get_bit(row, x)) {
    uint64_t ahead = ~row[x >> 6] >> (x & 63);
    int32_t step = ahead != 0 ? ovi_lowest_bit(ahead) : 64;
    x = step < 64 - (x & 63) ? x + step : (x & ~63) + 64;
  }
  *end = x < w ? x : w;
  return begin;
}

/* The first run of the component of a run (union-find). */
static uint16_t find_root(uint16_t *parents, uint16_t run) {
  while (parents[run] != run) {
    OVI_ASSERT(parents[run] < run);
    parents[run] = parents[parents[run]];
    run = parents[run];
  }
  return run;
}

/* Joins the runs of row y with the runs of the row above that touch them. */
static void draft_join_rows(ovi_draft *draft, int32_t y, int topology) {
  /* Steps lead from a cell up to the left and up to the right, too, whatever lies beside them. */
  const int32_t left = ovi_leads_past_all(topology, ovi_direction_of(-1, -1)) ? 1 : 0;
  const int32_t right = ovi_leads_past_all(topology, ovi_direction_of(1, -1)) ? 1 : 0;
  const uint64_t *above = draft->open[y - 1];
  const uint64_t *here = draft->open[y];
  uint16_t *parents = draft->run_components;
  int32_t w = draft->place.w;
  int32_t above_end = 0;
  int32_t here_end = 0;
  int32_t above_begin = next_run(above, w, &above_end);
  int32_t here_begin = next_run(here, w, &here_end);
  uint16_t above_run = draft->run_rows[y - 1];
  uint16_t here_run = draft->run_rows[y];
  while (above_begin >= 0 && here_begin >= 0) {
    if (above_begin < here_end + right && here_begin < above_end + left) {
      /* The earlier run becomes the root, so that roots are in reading order. */
      const uint16_t a = find_root(parents, above_run);
      const uint16_t b = find_root(parents, here_run);
      parents[a < b ? b : a] = a < b ? a : b;
    }
    if (above_end <= here_end) {
      above_begin = next_run(above, w, &above_end);
      above_run++;
    } else {
      here_begin = next_run(here, w, &here_end);
      here_run++;
    }
  }
}

/* Joins all runs that touch, and numbers the components. */
static void join_runs(ovi_draft *draft, const ovi_map *map) {
  uint16_t *parents = draft->run_components;
  uint16_t runs = 0;
  for (int32_t y = 0; y < draft->place.h; y++) {
    draft->run_rows[y] = runs;
    int32_t end = 0;
    while (next_run(draft->open[y], draft->place.w, &end) >= 0) {
      parents[runs] = runs;
      runs++;
    }
    if (y > 0) {
      draft_join_rows(draft, y, (int)map->profiles[draft->profile].corners);
    }
  }
  draft->run_rows[draft->place.h] = runs;
  OVI_ASSERT(runs <= draft->place.h * (draft->place.w / 2 + 1));
  /* A root precedes all runs that point to it, so it has its number already. */
  draft->components = 0;
  for (uint16_t run = 0; run < runs; run++) {
    uint16_t parent = parents[run];
    parents[run] = parent == run ? (uint16_t)draft->components++ : parents[parent];
  }
}

uint32_t ovi_draft_component(const ovi_draft *draft, int32_t x, int32_t y) {
  const uint64_t *breaks = draft->directed ? draft->breaks[y] : NULL;
  return draft->run_components[draft->run_rows[y] + ovi_run_of_bit(draft->open[y], breaks, x)];
}

/* ---- Directed layers ------------------------------------------------------- */

/* Invariant: whether a single step is legal, corners ignored, follows from its two cells and the
 * answer of the rule. So each region that may have steps which are forbidden stores that for the
 * steps that begin in it, wherever they lead, and corners over a border follow from both sides'
 * bits. */

ovi_draft_workspace *ovi_draft_workspaces_reserve(ovi_arena *arena, int32_t workers,
                                                  int32_t cells) {
  const uint64_t count = (uint64_t)cells * (uint64_t)cells;
  ovi_draft_workspace *workspaces =
      ovi_arena_take(arena, (uint64_t)workers, sizeof(ovi_draft_workspace));
  for (int32_t i = 0; i < workers; i++) {
    ovi_draft_workspace counted;
    ovi_draft_workspace *work = workspaces != NULL ? &workspaces[i] : &counted;
    ovi_map_steps_reserve(&work->window, arena, cells);
    ovi_scc_reserve(&work->strong, arena, count);
    work->legal = ovi_arena_take(arena, count, sizeof(uint8_t));
    work->sets = ovi_arena_take(arena, count, sizeof(uint32_t));
  }
  return workspaces;
}

/* ---- Steps ----------------------------------------------------------------- */

/* The rule's answer for a step from a cell of the region or one beside it. */
static uint32_t ask_rule(const ovi_draft *draft, const ovi_map *map, int32_t x, int32_t y,
                         int direction, uint64_t cost) {
  const ovl_cell from = ovi_map_from_plane(map, draft->place.x + x, draft->place.y + y);
  const int topology = (int)map->profiles[draft->profile].corners;
  int number = direction; /* the public one */
  if (topology == OVI_HEXAGONS) {
    for (number = 0; ovi_direction_of_hexagons(number) != direction;) {
      number++;
    }
  }
  const ovl_step step = {from, number, draft->profile, (uint32_t)cost};
  return map->rule.fn(map->rule.user, &step);
}

/* Returns whether a rule is mutual, if it is declared so, as far as a step and its answer tell. */
static bool rule_answers_back(const ovi_draft *draft, const ovi_map *map, const ovi_window *window,
                              uint32_t key, uint32_t extra) {
  const int direction = (int)(key & 7u);
  const int32_t x = (int32_t)(key >> 3) % draft->place.w + ovi_direction_x(direction);
  const int32_t y = (int32_t)(key >> 3) / draft->place.w + ovi_direction_y(direction);
  const ovi_step_view view = ovi_step_view_of(window);
  const int back = ovi_direction_back(direction);
  const uint64_t cost = ovi_single_step(&view, ovi_map_steps_cell(window, x, y), back, false);
  return !ovi_map_is_mutual(map, draft->profile) || ask_rule(draft, map, x, y, back, cost) == extra;
}

/* Calls the rule for one step that weights and heights allow. */
static void call_rule(ovi_draft *draft, const ovi_map *map, const ovi_window *window, uint32_t key,
                      uint64_t cost) {
  const int32_t cell = (int32_t)(key >> 3);
  const int32_t w = draft->place.w;
  const uint32_t extra = ask_rule(draft, map, cell % w, cell / w, (int)(key & 7u), cost);
  OVI_ASSERT(rule_answers_back(draft, map, window, key, extra));
  if (extra != OVL_STEP_BLOCKED && extra > OVI_MOST_STEP_COST) {
    draft->rule.wrong_answer = extra;
  } else if (extra != 0) {
    OVI_ASSERT(draft->rule.count == 0 || draft->rule.exceptions[draft->rule.count - 1].key < key);
    draft->rule.exceptions[draft->rule.count++] = (ovi_draft_exception){key, extra};
  }
}

void ovi_draft_paste_exceptions(const ovi_draft *draft, ovi_window *window, int32_t margin) {
  for (uint32_t i = 0; i < draft->rule.count; i++) {
    const ovi_draft_exception *exception = &draft->rule.exceptions[i];
    const int32_t cell = (int32_t)(exception->key >> 3);
    ovi_window_except(window, cell % draft->place.w + margin, cell / draft->place.w + margin,
                      (int)(exception->key & 7u), exception->extra);
  }
}

/* Finds the steps that begin at an open cell. */
static void find_cell_steps(ovi_draft *draft, ovi_draft_workspace *work, int32_t x, int32_t y) {
  const ovi_step_view view = ovi_step_view_of(&work->window);
  const uint32_t at = ovi_map_steps_cell(&work->window, x, y);
  const int32_t cell = y * draft->place.w + x;
  uint64_t straight[4];
  ovi_straight_steps(&view, at, straight, false);
  for (int direction = 0; direction < 8; direction++) {
    const bool diagonal = ovi_is_diagonal(direction);
    const uint32_t bit = (uint32_t)1 << direction;
    const int32_t to_x = x + ovi_direction_x(direction);
    const int32_t to_y = y + ovi_direction_y(direction);
    const bool stays = to_x >= 0 && to_y >= 0 && to_x < draft->place.w && to_y < draft->place.h;
    uint64_t cost =
        diagonal ? ovi_single_step(&view, at, direction, false) : straight[direction >> 1];
    if (cost == OVI_NO_STEP) {
      draft->stepped =
          draft->stepped || (stays && ovi_map_step_differs(&work->window, at, direction));
      continue;
    }
    draft->steps[cell] = (uint8_t)(draft->steps[cell] | bit);
    if (!stays) {
      continue;
    }
    cost = diagonal ? ovi_diagonal_step(&view, at, direction, straight, false) : cost;
    work->legal[cell] = (uint8_t)(work->legal[cell] | (cost != OVI_NO_STEP ? bit : 0));
    draft->stepped = draft->stepped || ovi_map_step_differs(&work->window, at, direction);
  }
}

/* Returns whether heights change the cost of a step inside a region where they forbid none: then
 * those of two neighbours between which there is a step differ. */
static bool heights_cost(const ovi_draft *draft, const ovi_map *map) {
  const ovl_profile_def *profile = &map->profiles[draft->profile];
  const ovi_region *place = &draft->place;
  uint16_t rows[2][OVL_MAX_REGION_CELLS];
  if (!ovi_map_may_have_steps(map, draft->profile)) {
    return false;
  }
  for (int32_t y = 0; y < place->h; y++) {
    const uint16_t *above = rows[(y + 1) & 1];
    uint16_t *here = rows[y & 1];
    ovi_map_height_row(map, place->x, place->y + y, place->w, here);
    for (int32_t x = 0; x < place->w; x++) {
      if (ovi_get_bit(draft->open[y], x) == 0) {
        continue;
      }
      for (int direction = OVI_W; direction < 8; direction++) {
        const int32_t to_x = x + ovi_direction_x(direction);
        const int32_t to_y = y + ovi_direction_y(direction);
        /* Under the other corner rules a diagonal step has a detour of straight ones. */
        const bool may_step =
            !ovi_is_diagonal(direction) || ovi_leads_past_all((int)profile->corners, direction);
        if (may_step && to_x >= 0 && to_x < place->w && to_y >= 0 &&
            ovi_get_bit(draft->open[to_y], to_x) != 0 &&
            (to_y == y ? here : above)[to_x] != here[x]) {
          return true;
        }
      }
    }
  }
  return false;
}

/* Finds the steps of a region of which some may be forbidden: whether some do not follow from
 * weights, and, if `calls_rule`, what the step rule answers. Part of the first step. */
static void draft_find_steps(ovi_draft *draft, const ovi_map *map, ovi_draft_workspace *work,
                             bool calls_rule) {
  const ovi_region *place = &draft->place;
  const size_t cells = (size_t)place->w * (size_t)place->h;
  memset(draft->steps, 0, cells);
  memset(work->legal, 0, cells);
  ovi_map_steps_open(&work->window, map, draft->profile, place);
  if (calls_rule) { /* which is told costs; otherwise weights decide about nothing here */
    ovi_map_steps_add_walls(&work->window, map, draft->profile, place);
  }
  draft->rule.count = calls_rule ? 0 : draft->rule.count;
  for (int32_t i = 0; calls_rule && i < 8 * (int32_t)cells; i++) {
    uint64_t cost;
    const int32_t x = i / 8 % place->w;
    const int32_t y = i / 8 / place->w;
    if (ovi_get_bit(draft->open[y], x) != 0 &&
        ovi_window_step(&work->window, x + 1, y + 1, i % 8, &cost)) {
      call_rule(draft, map, &work->window, (uint32_t)i, cost);
    }
  }
  /* After all calls, which consider weights and heights only. */
  ovi_draft_paste_exceptions(draft, &work->window, 1);
  for (int32_t y = 0; y < place->h; y++) {
    for (int32_t x = 0; x < place->w; x++) {
      if (ovi_get_bit(draft->open[y], x) != 0) {
        find_cell_steps(draft, work, x, y);
      }
    }
  }
}

/* The extra cost of a step by the step rule, which is stored under a key; 0: none. */
static uint32_t exception_of(const ovi_draft *draft, uint32_t key) {
  uint32_t low = 0;
  uint32_t high = draft->rule.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (draft->rule.exceptions[middle].key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < draft->rule.count && draft->rule.exceptions[low].key == key
             ? draft->rule.exceptions[low].extra
             : 0;
}

uint32_t ovi_draft_extra(const ovi_draft *draft, const ovi_map *map, int32_t x, int32_t y,
                         int direction) {
  const ovi_step_rule rule = ovi_map_rule(map, draft->profile);
  const uint32_t key = (uint32_t)(y * draft->place.w + x) << 3 | ((uint32_t)direction & 7u);
  const int32_t at_x = draft->place.x + x;
  const int32_t at_y = draft->place.y + y;
  uint16_t from;
  uint16_t to;
  ovi_map_height_row(map, at_x, at_y, 1, &from);
  ovi_map_height_row(map, at_x + ovi_direction_x(direction), at_y + ovi_direction_y(direction), 1,
                     &to);
  /* The cost between cells of weight 1, less that of the weights, is the extra cost. */
  const uint64_t cost = ovi_step_between(&rule, (ovi_step_end){1, from}, (ovi_step_end){1, to},
                                         exception_of(draft, key), 0);
  return (uint32_t)(cost - ovi_step_cost(2, 0));
}

/* ---- Components ------------------------------------------------------------ */

/* The cells of a region as a graph. */
typedef struct draft_graph {
  const uint8_t *steps; /* of each cell: a bit for each direction */
  int32_t w;
} draft_graph;

/* The next cell to which a step leads, for ovi_scc_find. */
static bool next_cell(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to) {
  const draft_graph *draft = graph;
  const uint32_t left = (uint32_t)draft->steps[node] >> *cursor;
  if (left == 0) {
    return false;
  }
  const int direction = (int)*cursor + ovi_lowest_bit(left);
  *cursor = (uint32_t)direction + 1;
  *to = (uint32_t)((int32_t)node + ovi_direction_x(direction) +
                   ovi_direction_y(direction) * draft->w);
  return true;
}

/* Numbers components in reading order, and cuts rows into runs of one component each. */
static void cut_runs(ovi_draft *draft, const uint32_t *components, uint32_t *numbers) {
  uint16_t runs = 0;
  draft->components = 0;
  for (int32_t y = 0; y < draft->place.h; y++) {
    const uint32_t *row = components + y * draft->place.w;
    draft->run_rows[y] = runs;
    for (int32_t x = 0; x < draft->place.w; x++) {
      if (ovi_get_bit(draft->open[y], x) == 0) {
        continue;
      }
      const bool beside_open = x > 0 && ovi_get_bit(draft->open[y], x - 1) != 0;
      if (beside_open && row[x] == row[x - 1]) {
        continue;
      }
      uint32_t *number = &numbers[row[x]];
      *number = *number != UINT32_MAX ? *number : draft->components++;
      draft->run_components[runs++] = (uint16_t)*number;
      if (beside_open) {
        ovi_set_bit(draft->breaks[y], x);
      }
    }
  }
  draft->run_rows[draft->place.h] = runs;
  OVI_ASSERT(draft->components <= runs);
}

/* Joins the cells between which there are steps, whatever their direction. Returns whether each
 * step can be taken back: then cells that are joined reach each other. */
static bool join_cells(const draft_graph *graph, uint32_t cells, uint32_t *sets) {
  bool both_ways = true;
  ovi_union_begin(sets, 0, cells);
  for (uint32_t cell = 0; cell < cells; cell++) {
    uint32_t cursor = 0;
    uint32_t to;
    while (next_cell(graph, cell, &cursor, &to)) {
      const uint32_t back = (uint32_t)ovi_direction_back((int)cursor - 1);
      both_ways = both_ways && ((uint32_t)graph->steps[to] >> back & 1u) != 0;
      ovi_union_join(sets, 1, cell, to);
    }
  }
  for (uint32_t cell = 0; cell < cells; cell++) {
    sets[cell] = sets[sets[cell]]; /* a parent precedes its cells, so it has its root already */
  }
  return both_ways;
}

/* Finds components from the steps of a region of which some may be forbidden. Part of the first
 * step. */
static void draft_join_steps(ovi_draft *draft, ovi_draft_workspace *work) {
  const int32_t w = draft->place.w;
  const int32_t cells = w * draft->place.h;
  const draft_graph graph = {work->legal, w};
  ovi_scc *strong = &work->strong;
  uint32_t *numbers = strong->visited; /* scratch, where no search runs */
  const bool both_ways = join_cells(&graph, (uint32_t)cells, work->sets);
  if (!both_ways) {
    ovi_scc_find(strong, (uint32_t)cells, next_cell, &graph);
  }
  memset(numbers, 0xff, (size_t)cells * sizeof(uint32_t)); /* UINT32_MAX */
  cut_runs(draft, both_ways ? work->sets : strong->components, numbers);
  memset(numbers, 0xff, (size_t)cells * sizeof(uint32_t));
  /* Which components are connected if direction is ignored. */
  for (int32_t cell = 0; cell < cells; cell++) {
    const int32_t x = cell % w;
    const int32_t y = cell / w;
    if (ovi_get_bit(draft->open[y], x) != 0) {
      const uint32_t component = ovi_draft_component(draft, x, y);
      uint32_t *first = &numbers[work->sets[cell]];
      *first = component < *first ? component : *first;
      draft->weak[component] = (uint16_t)*first;
    }
  }
}

/* ---- The first step --------------------------------------------------------- */

/* Finds steps and components, once open cells are known. `before` (NULL: none) has the same open
 * cells and heights, and the answers of the rule are known. */
static void label_components(ovi_draft *draft, const ovi_map *map, ovi_draft_workspace *work,
                             const ovi_region *before) {
  draft->stepped = false;
  draft->rule.wrong_answer = 0;
  if (draft->directed) {
    memset(draft->breaks, 0, (size_t)draft->place.h * sizeof(draft->breaks[0]));
  }
  if (draft->steps != NULL) {
    draft_find_steps(draft, map, work, before == NULL && ovi_map_has_rule(map, draft->profile));
  } else if (draft->directed) {
    draft->stepped =
        before != NULL ? (before->flags & OVI_FLAG_STEPPED) != 0 : heights_cost(draft, map);
  }
  if (draft->steps != NULL && draft->stepped) {
    draft_join_steps(draft, work);
    return;
  }
  join_runs(draft, map);
  for (uint32_t i = 0; draft->directed && i < draft->components; i++) {
    draft->weak[i] = (uint16_t)i;
  }
}

void ovi_draft_label(ovi_draft *draft, const ovi_map *map, ovi_draft_workspace *work) {
  const ovi_region *place = &draft->place;
  uint64_t rows[OVI_MAP_ROWS][OVI_MAP_ROW_WORDS];
  ovi_map_open_rows(map, draft->profile, place->x, place->y, place->w, place->h, rows);
  for (int32_t y = 0; y < place->h; y++) {
    draft->open[y][0] = rows[y][0];
    draft->open[y][1] = rows[y][1];
    if (draft->weights != NULL) {
      ovi_map_weight_row(map, draft->profile, place->x, place->y + y, place->w,
                         draft->weights + y * place->w);
    }
  }
  if (draft->weights != NULL) {
    const ovi_rectangle cells = {place->x, place->y, place->x + place->w, place->y + place->h};
    ovi_map_add_walls(map, draft->profile, cells, draft->weights, (uint32_t)place->w);
  }
  draft->rule.count = 0;
  label_components(draft, map, work, NULL);
}

void ovi_draft_label_known(ovi_draft *draft, const ovi_map *map, const ovi_layer *layer,
                           ovi_draft_workspace *work) {
  const ovi_region region = ovi_region_view(layer, draft->place.id);
  ovi_slot_source source;
  if (draft->weights != NULL) {
    ovi_find_weights(&source, layer, &region);
  }
  for (int32_t y = 0; y < draft->place.h; y++) {
    ovi_region_open_row(&region, y, draft->open[y]);
    if (draft->weights != NULL) {
      ovi_read_weights(&source, &region, y, draft->weights + y * draft->place.w);
    }
  }
  draft->rule.count = region.costs.exceptions;
  for (uint32_t i = 0; i < region.costs.exceptions; i++) {
    const uint8_t *entry = region.costs.exception_list + 8 * (uint64_t)i;
    draft->rule.exceptions[i] = (ovi_draft_exception){ovi_get_u32(entry), ovi_get_u32(entry + 4)};
  }
  label_components(draft, map, work, &region);
}
