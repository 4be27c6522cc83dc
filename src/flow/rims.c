/* Finds the regions beyond sides, and the steps over borders. */
#include "flow/rims.h"

#include "common/step_cost.h"

/* ---- Lines -------------------------------------------------------------------------- */

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

static void rim_add_step(ovi_local_search *local, const rim_crossing *crossing, int32_t at,
                         uint64_t cost, uint32_t move) {
  const ovl_cell cell = rim_cell(crossing, at);
  if (cost != UINT64_MAX) {
    ovi_fine_add_origin(&local->search, cell.x, cell.y, cost, move);
  }
}

/* Adds the cheapest origin first, then its neighbours outwards, which is quickest. */
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
  uint32_t moves[OVL_MAX_REGION_CELLS];
  int32_t cheapest = 0;
  for (int32_t at = 0; at < crossing.count; at++) {
    moves[at] = 0;
    costs[at] = cheapest_step(&crossing, at, &moves[at]);
    cheapest = costs[at] < costs[cheapest] ? at : cheapest;
  }
  for (int32_t at = cheapest; at < crossing.count; at++) {
    rim_add_step(local, &crossing, at, costs[at], moves[at]);
  }
  for (int32_t at = cheapest - 1; at >= 0; at--) {
    rim_add_step(local, &crossing, at, costs[at], moves[at]);
  }
}
