/* Lines of rims, and steps over borders. */
#include "flow/rims.h"

#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/step_cost.h"

void ovi_rim_store_reserve(ovi_rim_store *store, ovi_arena *arena, uint32_t capacity,
                           int32_t region_cells, uint32_t regions) {
  store->capacity = capacity;
  store->region_cells = region_cells;
  store->region_count = regions;
  store->costs = ovi_arena_take(arena, capacity * ovi_rim_costs(region_cells), sizeof(uint64_t));
  store->of_region = ovi_arena_take(arena, regions, sizeof(uint32_t));
  store->regions = ovi_arena_take(arena, capacity, sizeof(uint32_t));
}

void ovi_rim_store_clear(ovi_rim_store *store) {
  memset(store->of_region, 0xff, store->region_count * sizeof(uint32_t));
  memset(store->regions, 0xff, store->capacity * sizeof(uint32_t));
  store->next = 0;
}

uint64_t *ovi_rim_store_find(const ovi_rim_store *store, uint32_t region) {
  const uint32_t rim = store->of_region[region];
  return rim != UINT32_MAX ? store->costs + rim * ovi_rim_costs(store->region_cells) : NULL;
}

uint64_t *ovi_rim_store_give(ovi_rim_store *store, uint32_t region) {
  const uint32_t rim = store->next;
  store->next = rim + 1 < store->capacity ? rim + 1 : 0;
  if (store->regions[rim] != UINT32_MAX) {
    store->of_region[store->regions[rim]] = UINT32_MAX;
  }
  store->regions[rim] = region;
  store->of_region[region] = rim;
  return store->costs + rim * ovi_rim_costs(store->region_cells);
}

/* ---- Lines -------------------------------------------------------------------------- */

int ovi_side_of_group(int group) {
  switch (group) {
  case OVI_GROUP_E:
    return 0;
  case OVI_GROUP_S:
    return 1;
  case OVI_GROUP_W:
    return 2;
  case OVI_GROUP_N:
    return 3;
  default:
    return OVI_SIDES;
  }
}

uint32_t ovi_side_region(const ovi_layer *layer, uint32_t region, int side) {
  const int32_t rx = (int32_t)region % layer->partition.regions_x + ovi_direction_x(2 * side);
  const int32_t ry = (int32_t)region / layer->partition.regions_x + ovi_direction_y(2 * side);
  const bool inside =
      rx >= 0 && ry >= 0 && rx < layer->partition.regions_x && ry < layer->partition.regions_y;
  return inside ? (uint32_t)(ry * layer->partition.regions_x + rx) : UINT32_MAX;
}

static uint64_t cost_at(const ovi_field *field, int32_t x, int32_t y) {
  const uint64_t place = *ovi_field_at(field, x, y);
  return place != OVI_FIELD_NONE ? ovi_field_cost(place) : UINT64_MAX;
}

void ovi_rim_take(const ovi_field *field, int32_t region_cells, uint64_t *rim) {
  uint64_t *const east = ovi_rim_line(rim, region_cells, 0);
  uint64_t *const south = ovi_rim_line(rim, region_cells, 1);
  uint64_t *const west = ovi_rim_line(rim, region_cells, 2);
  uint64_t *const north = ovi_rim_line(rim, region_cells, 3);
  for (int32_t y = 0; y < field->h; y++) {
    east[y] = cost_at(field, field->w - 1, y);
    west[y] = cost_at(field, 0, y);
  }
  for (int32_t x = 0; x < field->w; x++) {
    south[x] = cost_at(field, x, field->h - 1);
    north[x] = cost_at(field, x, 0);
  }
}

bool ovi_rim_serves(const ovi_layer *layer, uint32_t region, uint32_t beyond) {
  return layer->profile.corners == OVL_CORNERS_STRICT && !ovi_layer_has_rule(layer) &&
         ovi_layer_block_is_even(ovi_region_layer_block(layer, region)) &&
         ovi_layer_block_is_even(ovi_region_layer_block(layer, beyond));
}

/* ---- Steps over a side ------------------------------------------------------------ */

/* A line of cells along a side while steps from them are looked for. */
typedef struct rim_crossing {
  const ovi_window *window;
  int side;
  int32_t count;
  const uint64_t *line; /* of the other side */
  uint32_t straight, diagonal;
} rim_crossing;

static ovl_cell cell_at(const rim_crossing *crossing, int32_t at) {
  const ovi_window *window = crossing->window;
  return (crossing->side & 1) == 0 ? (ovl_cell){crossing->side == 0 ? window->w - 1 : 0, at, 0}
                                   : (ovl_cell){at, crossing->side == 1 ? window->h - 1 : 0, 0};
}

static bool is_open(const rim_crossing *crossing, int32_t at) {
  const ovl_cell cell = cell_at(crossing, at);
  return at >= 0 && at < crossing->count &&
         ovi_get_bit(ovi_window_line(crossing->window, OVI_PLANE_OPEN, cell.y), cell.x) != 0;
}

/* The cheapest step from a cell over the side; its cost with what is left, UINT64_MAX: none. On
 * the other side two neighbours that are open lead on both or neither, so the rim tells corners. */
static uint64_t best_step(const rim_crossing *crossing, int32_t at, uint32_t *way) {
  static const int8_t before[OVI_SIDES] = {-1, 1, 1, -1}; /* in directions, towards lower places */
  const int across = 2 * crossing->side;
  uint64_t best = UINT64_MAX;
  if (!is_open(crossing, at) || crossing->line[at] == UINT64_MAX) {
    return best;
  }
  best = crossing->line[at] + crossing->straight;
  *way = OVI_MOVE_OUT + (uint32_t)across;
  for (int32_t next = at - 1; next <= at + 1; next += 2) {
    if (is_open(crossing, next) && crossing->line[next] != UINT64_MAX &&
        crossing->line[next] + crossing->diagonal < best) {
      best = crossing->line[next] + crossing->diagonal;
      *way = OVI_MOVE_OUT +
             ((uint32_t)(across + (next < at ? before[crossing->side] : -before[crossing->side])) &
              7u);
    }
  }
  return best;
}

static void rim_add_step(ovi_local_search *local, const rim_crossing *crossing, int32_t at,
                         uint64_t cost, uint32_t way) {
  const ovl_cell cell = cell_at(crossing, at);
  if (cost != UINT64_MAX) {
    ovi_fine_add_origin(&local->search, cell.x, cell.y, cost, way);
  }
}

void ovi_rim_cross(ovi_local_search *local, int side, uint32_t weight_beyond,
                   const uint64_t *line) {
  const ovi_window *window = &local->window;
  const uint32_t weights = window->min_weight + weight_beyond;
  const rim_crossing crossing = {window,
                                 side,
                                 (side & 1) == 0 ? window->h : window->w,
                                 line,
                                 ovi_step_cost(weights, 0),
                                 ovi_step_cost(weights, 1)};
  uint64_t costs[OVL_MAX_REGION_CELLS];
  uint32_t ways[OVL_MAX_REGION_CELLS];
  int32_t cheapest = 0;
  for (int32_t at = 0; at < crossing.count; at++) {
    ways[at] = 0;
    costs[at] = best_step(&crossing, at, &ways[at]);
    cheapest = costs[at] < costs[cheapest] ? at : cheapest;
  }
  for (int32_t at = cheapest; at < crossing.count; at++) {
    rim_add_step(local, &crossing, at, costs[at], ways[at]);
  }
  for (int32_t at = cheapest - 1; at >= 0; at--) {
    rim_add_step(local, &crossing, at, costs[at], ways[at]);
  }
}
