/* Collects the origins of a region, steps over its sides among them, and runs the fine search from
 * them. */
#include "flow/tile_maker.h"

#include "coarse/view/layer_steps.h"
#include "common/compiler.h"
#include "common/topology.h"

uint32_t ovi_side_region(const ovi_layer *layer, uint32_t region, int side) {
  const int32_t rx = (int32_t)region % layer->partition.regions_x + ovi_direction_x(2 * side);
  const int32_t ry = (int32_t)region / layer->partition.regions_x + ovi_direction_y(2 * side);
  return ovi_plane_region(&layer->partition, rx, ry);
}

/* ---- Steps over a side ------------------------------------------------------------ */

/* The cells along one side of a window, and the line of costs that faces them. */
typedef struct rim_crossing {
  const ovi_window *window;
  int side;
  int32_t count;
  const uint64_t *line;        /* of the region beyond */
  uint32_t straight, diagonal; /* costs of steps over the side */
} rim_crossing;

static ovl_cell rim_cell(const rim_crossing *crossing, int32_t at) {
  const ovi_window *window = crossing->window;
  return (crossing->side & 1) == 0 ? (ovl_cell){crossing->side == 0 ? window->w - 1 : 0, at, 0}
                                   : (ovl_cell){at, crossing->side == 1 ? window->h - 1 : 0, 0};
}

static bool rim_is_open(const rim_crossing *crossing, int32_t at) {
  const ovl_cell cell = rim_cell(crossing, at);
  return at >= 0 && at < crossing->count &&
         ovi_get_bit(ovi_window_line(crossing->window, OVI_PLANE_OPEN, cell.y), cell.x) != 0;
}

/* Returns the cost to go of a cell by its cheapest step over the side, and the move of that step;
 * UINT64_MAX if there is none.
 *
 * A diagonal step needs both cells beside it to be open. Of two open neighbours on the line beyond,
 * both have a path to a goal or neither has; so a cost on the line shows that the cell beside the
 * step is open there. */
static uint64_t cheapest_step(const rim_crossing *crossing, int32_t at, uint32_t *move) {
  static const int8_t turn_before[OVI_SIDES] = {-1, 1, 1, -1}; /* from straight across to at - 1 */
  const int across = 2 * crossing->side;
  uint64_t best = UINT64_MAX;
  if (!rim_is_open(crossing, at) || crossing->line[at] == UINT64_MAX) {
    return best;
  }
  best = crossing->line[at] + crossing->straight;
  *move = OVI_MOVE_OUT + (uint32_t)across;
  for (int32_t next = at - 1; next <= at + 1; next += 2) {
    if (rim_is_open(crossing, next) && crossing->line[next] != UINT64_MAX &&
        crossing->line[next] + crossing->diagonal < best) {
      const int turn = next < at ? turn_before[crossing->side] : -turn_before[crossing->side];
      best = crossing->line[next] + crossing->diagonal;
      *move = OVI_MOVE_OUT + ((uint32_t)(across + turn) & 7u);
    }
  }
  return best;
}

/* Adds an origin for the cheapest step of each cell over a side, to the field that was begun in the
 * window of a region. `line` is the facing line of the neighbour's rim, weight_beyond the weight of
 * its cells. The cheapest origin is added first, then its neighbours outwards, which is quickest.
 */
static void cross_rim(ovi_local_search *local, int side, uint32_t weight_beyond,
                      const uint64_t *line) {
  const ovi_window *window = &local->window;
  const uint32_t weights = window->min_weight + weight_beyond;
  const rim_crossing crossing = {window,
                                 side,
                                 (side & 1) == 0 ? window->h : window->w,
                                 line,
                                 ovi_step_cost(weights, 0),
                                 ovi_step_cost(weights, 1)};
  OVI_ASSERT(crossing.count >= 1 && crossing.count <= OVL_MAX_REGION_CELLS);
  uint64_t costs[OVL_MAX_REGION_CELLS];
  uint32_t moves[OVL_MAX_REGION_CELLS];
  int32_t cheapest = 0;
  for (int32_t at = 0; at < crossing.count; at++) {
    moves[at] = 0;
    costs[at] = cheapest_step(&crossing, at, &moves[at]);
    cheapest = costs[at] < costs[cheapest] ? at : cheapest;
  }
  for (int32_t i = 0; i < crossing.count; i++) {
    const int32_t at = i < crossing.count - cheapest ? cheapest + i : crossing.count - 1 - i;
    const ovl_cell cell = rim_cell(&crossing, at);
    if (costs[at] != UINT64_MAX) {
      ovi_fine_add_origin(&local->search, cell.x, cell.y, costs[at], moves[at]);
    }
  }
}

/* ---- Fields ------------------------------------------------------------------ */

static void add_goal_origin(void *user, const ovi_goal *goal) {
  ovi_tile_maker *maker = user;
  const ovi_window *window = &maker->local.window;
  if (ovi_local_search_weight(&maker->local, goal->cell) != 0) {
    maker->goals++;
    ovi_fine_add_origin(&maker->local.search, goal->cell.x - window->x, goal->cell.y - window->y, 0,
                        OVI_MOVE_HERE);
  }
}

/* Adds an origin for each port over which a path leads out of the region. False if a cost is too
 * high for a field. */
static bool add_ports(ovi_tile_maker *maker) {
  const ovi_coarse_search *coarse = maker->name.coarse;
  const ovi_coarse_page *page = ovi_entered_page(coarse, maker->name.region);
  for (uint32_t port = 0; page != NULL && port < page->region.ports.count; port++) {
    const ovi_entry entry = ovi_entry_at(coarse, page, port);
    const uint64_t cost = ovi_entry_cell_cost(coarse, &entry);
    if (cost == UINT64_MAX) {
      continue;
    }
    if (entry.cost >= OVI_FIELD_COSTS_END) {
      return false;
    }
    const uint32_t cell = ovi_port_cell(&page->region, port);
    const uint32_t move = entry.group < OVI_GROUP_COUNT
                              ? OVI_MOVE_OUT + (uint32_t)ovi_port_direction(entry.group, cell)
                              : OVI_MOVE_LINK;
    ovi_fine_add_origin(&maker->local.search, ovi_port_x(cell), ovi_port_y(cell), cost, move);
  }
  return true;
}

/* Opens the window of a region and adds the origins of its field. False as for add_ports. */
static bool begin_field(ovi_tile_maker *maker, ovi_field_name name, const ovi_goals *goals) {
  const ovi_layer *layer = name.coarse->layer;
  const uint32_t region = name.region;
  ovi_window *window = &maker->local.window;
  ovi_box_paste(window, layer, ovi_box_of_region(layer, region),
                layer->profile.corners == OVI_HEXAGONS); /* rays over bits serve squares alone */
  maker->field = (ovi_field){maker->values, window->w, window->h};
  maker->name = name;
  maker->goals = 0;
  maker->local.windows++;
  ovi_fine_begin_field(&maker->local.search, window, &maker->field);
  ovi_goals_of_region(goals, layer, region, add_goal_origin, maker);
  for (int side = 0; name.kind == OVI_FIELD_OF_TILE && side < OVI_SIDES; side++) {
    if (maker->has_line[side]) {
      const uint32_t beyond = ovi_side_region(layer, region, side);
      const uint32_t weight = ovi_region_layer_block(layer, beyond)[OVI_LAYER_MIN_WEIGHT];
      cross_rim(&maker->local, side, weight,
                ovi_rim_line(maker->lines, layer->partition.region_cells, side));
    }
  }
  return name.kind == OVI_FIELD_OF_GOALS || add_ports(maker);
}

ovi_status ovi_tile_fill(ovi_tile_maker *maker, ovi_field_name name, const ovi_goals *goals,
                         uint64_t room) {
  const ovi_layer *layer = name.coarse->layer;
  if (!ovi_tile_is_begun(maker, name)) {
    ovi_layer_unpin(layer);
    if (!begin_field(maker, name, goals) || ovi_layer_outcome(layer) != OVL_OK) {
      maker->name.coarse = NULL;
      return OVI_CORRUPT;
    }
  }
  const ovi_status status = ovi_fine_fill_field(&maker->local.search, room);
  maker->name.coarse = status == OVI_DONE ? NULL : maker->name.coarse;
  return status;
}

/* ---- Reading fields ------------------------------------------------------------ */

bool ovi_tile_attach_goals(ovi_tile_maker *maker, const ovi_layer *layer) {
  const ovi_region view = ovi_region_view(layer, maker->name.region);
  ovi_layer_ground ground;
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){view.x, view.y, 0}, NULL);
  maker->attachment.region = maker->name.region;
  maker->attachment.count = view.ports.count;
  for (uint32_t port = 0; port < view.ports.count; port++) {
    const uint32_t cell = ovi_port_cell(&view, port);
    const uint64_t value = *ovi_field_at(&maker->field, ovi_port_x(cell), ovi_port_y(cell));
    const uint64_t enter =
        value != OVI_FIELD_NONE ? ovi_port_half(&ground, &view, &groups, port, false) : OVI_NO_STEP;
    const uint64_t cost = enter != OVI_NO_STEP ? ovi_field_cost(value) + enter : OVI_UNREACHED;
    maker->attachment.costs[port] = cost < OVI_UNREACHED ? (uint32_t)cost : OVI_UNREACHED;
  }
  return maker->goals != 0;
}

void ovi_tile_read_rim(const ovi_tile_maker *maker, int32_t region_cells, uint64_t *rim) {
  const ovi_field *field = &maker->field;
  for (int32_t y = 0; y < field->h; y++) {
    const uint64_t ends[] = {*ovi_field_at(field, field->w - 1, y), *ovi_field_at(field, 0, y)};
    for (int i = 0; i < 2; i++) { /* east, west */
      ovi_rim_line(rim, region_cells, 2 * i)[y] =
          ends[i] != OVI_FIELD_NONE ? ovi_field_cost(ends[i]) : UINT64_MAX;
    }
  }
  for (int32_t x = 0; x < field->w; x++) {
    const uint64_t ends[] = {*ovi_field_at(field, x, field->h - 1), *ovi_field_at(field, x, 0)};
    for (int i = 0; i < 2; i++) { /* south, north */
      ovi_rim_line(rim, region_cells, 2 * i + 1)[x] =
          ends[i] != OVI_FIELD_NONE ? ovi_field_cost(ends[i]) : UINT64_MAX;
    }
  }
}
