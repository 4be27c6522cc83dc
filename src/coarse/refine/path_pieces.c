/* Takes legs cell by cell until a piece is whole, and searches for a cheaper one. */
#include "coarse/refine/path_pieces.h"

#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

void ovi_path_pieces_begin(ovi_path_pieces *pieces, ovl_cell at) {
  const int32_t side = pieces->ground->layer->partition.region_cells;
  pieces->reach = side < OVI_PIECE_REACH ? side : OVI_PIECE_REACH;
  pieces->ahead.count = pieces->ahead.at = 0;
  pieces->ahead.crossing = UINT32_MAX;
  pieces->held.cells[0] = at;
  pieces->held.begin = 0;
  pieces->held.end = 1;
  pieces->is_due = false;
  pieces->first = UINT32_MAX;
  pieces->run.cost = 0;
  pieces->reported = at;
  pieces->passed = 0;
}

void ovi_path_pieces_add(ovi_path_pieces *pieces, ovl_cell to, bool crosses) {
  ovi_legs_ahead *ahead = &pieces->ahead;
  OVI_ASSERT(ahead->count < ahead->capacity && ahead->crossing == UINT32_MAX);
  ahead->crossing = crosses ? ahead->count : UINT32_MAX;
  ahead->ends[ahead->count++] = to;
}

/* ---- Passing on ------------------------------------------------------------------------- */

static void pass_open_run(ovi_path_pieces *pieces) {
  if (pieces->run.cost != 0) {
    pieces->sink.take(pieces->sink.user, pieces->run, false);
    pieces->run.cost = 0;
  }
}

static void pass_held_step(ovi_path_pieces *pieces, ovl_cell from, ovl_cell to, uint64_t cost) {
  const int direction = ovi_direction_of(to.x - from.x, to.y - from.y);
  if (direction != pieces->run_direction) {
    pass_open_run(pieces);
  }
  pieces->run = (ovi_leg){to.x, to.y, pieces->run.cost + cost};
  pieces->run_direction = direction;
  pieces->passed += cost;
}

static uint64_t cost_of_held(const ovi_held_cells *held) {
  uint64_t cost = 0;
  for (uint32_t i = held->begin + 1; i < held->end; i++) {
    cost += held->costs[i];
  }
  return cost;
}

/* Passes on all held steps but the last `kept` ones. */
static void pass_held_steps(ovi_path_pieces *pieces, int32_t kept) {
  ovi_held_cells *held = &pieces->held;
  while ((int32_t)(held->end - held->begin) > kept + 1) {
    held->begin++;
    pass_held_step(pieces, held->cells[held->begin - 1], held->cells[held->begin],
                   held->costs[held->begin]);
  }
}

/* ---- Taking legs ------------------------------------------------------------------------ */

/* Appends a cell, and moves the held cells to the begin of their memory if there is no room. */
static void hold_cell(ovi_path_pieces *pieces, ovl_cell cell, uint64_t cost) {
  ovi_held_cells *held = &pieces->held;
  if (held->end == sizeof held->cells / sizeof held->cells[0]) {
    const uint32_t by = held->begin;
    const uint32_t count = held->end - by;
    OVI_ASSERT(by != 0);
    memmove(held->cells, held->cells + by, count * sizeof held->cells[0]);
    memmove(held->costs, held->costs + by, count * sizeof held->costs[0]);
    held->begin = 0;
    held->end = count;
    pieces->first -= pieces->first != UINT32_MAX ? by : 0;
    pieces->last -= by;
  }
  held->cells[held->end] = cell;
  held->costs[held->end++] = cost;
}

/* Chooses how far a piece reaches, now that the step over its first waypoint is held: half as far
 * where the way there costs so much more than over the lightest ground that a search would hardly
 * be led to its goal. On slopes that is so earlier: no cell is much lighter than the others. */
static void choose_reach(ovi_path_pieces *pieces) {
  const ovi_layer *layer = pieces->ground->layer;
  const ovi_held_cells *held = &pieces->held;
  const ovl_cell from = held->cells[held->begin];
  const ovl_cell to = held->cells[held->end - 1];
  const uint64_t least =
      ovi_distance(layer->profile.corners, to.x - from.x, to.y - from.y, layer->profile.min_weight);
  const uint64_t more = ovi_layer_has_rule(layer) ? least / 8 : least / 2;
  pieces->behind = pieces->reach;
  if (cost_of_held(held) > least + more) {
    pieces->behind = pieces->reach / 2;
    pass_held_steps(pieces, pieces->behind + 1);
  }
}

/* Takes steps until a piece is due or no leg is left; false: one of them is not legal. */
static bool take_held_steps(ovi_path_pieces *pieces) {
  ovi_legs_ahead *ahead = &pieces->ahead;
  ovi_held_cells *held = &pieces->held;
  while (!pieces->is_due && ahead->at < ahead->count) {
    const ovl_cell at = held->cells[held->end - 1];
    const ovl_cell to = ahead->ends[ahead->at];
    const bool has_waypoint = pieces->first != UINT32_MAX;
    if (ovi_same_cell(at, to)) {
      ahead->at++;
      continue;
    }
    const bool crosses = ahead->at == ahead->crossing;
    const uint32_t here = held->end - 1;
    if (has_waypoint && (here > pieces->last + (uint32_t)pieces->behind ||
                         (crosses && here > pieces->first + (uint32_t)pieces->reach / 2))) {
      pieces->is_due = true;
      break;
    }
    const ovl_cell next = ovi_cell_toward(at, to);
    const uint64_t cost = ovi_layer_step(pieces->ground, at, next);
    if (cost == OVI_NO_STEP) {
      return false;
    }
    hold_cell(pieces, next, cost);
    if (crosses) {
      if (!has_waypoint) {
        choose_reach(pieces);
      }
      pieces->last = held->end - 2;
      pieces->first = has_waypoint ? pieces->first : pieces->last;
    } else if (!has_waypoint) {
      pass_held_steps(pieces, pieces->reach);
    }
  }
  return true;
}

/* ---- Searching -------------------------------------------------------------------------- */

/* The most rows of cells of a piece. */
enum { MOST_ROWS = 3 * OVI_PIECE_REACH };

/* Columns of a row of the band; it is empty if x1 is not above x0. */
typedef struct band_row {
  int32_t x0, x1;
} band_row;

/* The cells that a piece passes. */
static ovi_rectangle cells_of_piece(const ovi_held_cells *held) {
  const ovl_cell first = held->cells[held->begin];
  ovi_rectangle box = ovi_rectangle_of_one(first.x, first.y);
  for (uint32_t i = held->begin + 1; i < held->end; i++) {
    const ovl_cell cell = held->cells[i];
    box.x0 = cell.x < box.x0 ? cell.x : box.x0;
    box.x1 = cell.x >= box.x1 ? cell.x + 1 : box.x1;
    box.y0 = cell.y < box.y0 ? cell.y : box.y0;
    box.y1 = cell.y >= box.y1 ? cell.y + 1 : box.y1;
  }
  return box;
}

/* Opens a window of the cells beside a piece: of each row those that are no farther than the width
 * of the band from the columns of the piece in the rows near it. */
static void open_band(ovi_path_pieces *pieces) {
  const ovi_layer *layer = pieces->ground->layer;
  const ovi_held_cells *held = &pieces->held;
  ovi_window *window = &pieces->local->window;
  const ovi_rectangle cells = cells_of_piece(held);
  band_row rows[MOST_ROWS];
  OVI_ASSERT(cells.y1 - cells.y0 <= MOST_ROWS);
  for (int32_t i = 0; i < MOST_ROWS; i++) {
    rows[i] = (band_row){INT32_MAX, INT32_MIN};
  }
  for (uint32_t i = held->begin; i < held->end; i++) {
    band_row *row = &rows[held->cells[i].y - cells.y0];
    const int32_t x = held->cells[i].x;
    row->x0 = x < row->x0 ? x : row->x0;
    row->x1 = x >= row->x1 ? x + 1 : row->x1;
  }
  ovi_cells_paste(
      window, layer,
      ovi_rectangle_common(ovi_rectangle_grow(cells, OVI_PIECE_BAND),
                           (ovi_rectangle){0, 0, layer->partition.width, layer->partition.height}));
  uint8_t least = UINT8_MAX - 1;
  for (int32_t y = 0; y < window->h; y++) {
    band_row band = {INT32_MAX, INT32_MIN};
    const int32_t at = window->y + y - cells.y0;
    for (int32_t near = at - OVI_PIECE_BAND; near <= at + OVI_PIECE_BAND; near++) {
      if (near >= 0 && near < cells.y1 - cells.y0) {
        band.x0 = rows[near].x0 < band.x0 ? rows[near].x0 : band.x0;
        band.x1 = rows[near].x1 > band.x1 ? rows[near].x1 : band.x1;
      }
    }
    const int32_t before = band.x0 - OVI_PIECE_BAND - window->x;
    const int32_t behind = band.x1 + OVI_PIECE_BAND - window->x;
    uint8_t *weights = window->weights + ovi_window_cell(window, 0, y);
    if (before > 0) {
      memset(weights, 0, (size_t)before);
    }
    if (behind < window->w) {
      memset(weights + behind, 0, (size_t)(window->w - behind));
    }
    for (int32_t x = 0; x < window->w; x++) { /* 0 is a blocked cell, and no weight */
      const uint8_t weight = (uint8_t)(weights[x] - 1);
      least = weight < least ? weight : least;
    }
  }
  window->min_weight = (uint8_t)(least + 1);
}

/* Passes on the path that was found in place of the piece, and holds its last cells. */
static void replace_piece(ovi_path_pieces *pieces) {
  ovi_held_cells *held = &pieces->held;
  const ovi_local_search *local = pieces->local;
  ovi_local_search_list_cells(pieces->local);
  const uint32_t reach = (uint32_t)pieces->reach;
  const uint32_t steps = local->cell_count - 1;
  const uint32_t passed = steps > reach ? steps - reach : 0;
  held->begin = 0;
  held->end = 1;
  held->cells[0] = local->cells[passed];
  for (uint32_t i = 1; i <= steps; i++) {
    const uint64_t cost = ovi_layer_step(pieces->ground, local->cells[i - 1], local->cells[i]);
    if (i <= passed) {
      pass_held_step(pieces, local->cells[i - 1], local->cells[i], cost);
    } else {
      hold_cell(pieces, local->cells[i], cost);
    }
  }
}

/* Searches for a path that costs less than the piece. OVI_DONE or OVI_PAUSED. */
static ovi_status search_held_piece(ovi_path_pieces *pieces) {
  const ovi_held_cells *held = &pieces->held;
  ovi_local_search *local = pieces->local;
  const ovl_cell from = held->cells[held->begin];
  const ovl_cell to = held->cells[held->end - 1];
  const uint64_t known = cost_of_held(held);
  const ovi_layer_profile *profile = &pieces->ground->layer->profile;
  if (known > ovi_distance(profile->corners, to.x - from.x, to.y - from.y, profile->min_weight)) {
    if (!ovi_local_search_is_paused(local)) {
      open_band(pieces);
    }
    const bool is_found = known > ovi_distance(local->window.corners, to.x - from.x, to.y - from.y,
                                               local->window.min_weight) &&
                          ovi_local_search_find(local, from, to, known - 1);
    if (ovi_local_search_is_paused(local)) {
      return OVI_PAUSED;
    }
    if (is_found && ovi_local_search_cost(local) < known) {
      replace_piece(pieces);
    }
  }
  pieces->is_due = false;
  pieces->first = UINT32_MAX;
  pass_held_steps(pieces, pieces->reach);
  return OVI_DONE;
}

/* Reports what was passed on since the last time. */
OVI_NOINLINE static void emit_passed(ovi_path_pieces *pieces) {
  const ovl_cell to = pieces->held.cells[pieces->held.begin];
  if (!ovi_same_cell(to, pieces->reported)) {
    ovi_trace_emit_piece(pieces->trace, OVL_TRACE_SEGMENT, pieces->reported, to, pieces->passed);
  }
  pieces->reported = to;
  pieces->passed = 0;
}

ovi_status ovi_path_pieces_run(ovi_path_pieces *pieces, bool ends) {
  bool is_more = true;
  while (is_more) {
    if (!take_held_steps(pieces)) {
      return OVI_CORRUPT;
    }
    pieces->is_due = pieces->is_due || (ends && pieces->first != UINT32_MAX);
    is_more = pieces->is_due;
    if (is_more && search_held_piece(pieces) == OVI_PAUSED) {
      return OVI_PAUSED;
    }
  }
  pieces->ahead.count = pieces->ahead.at = 0;
  pieces->ahead.crossing = UINT32_MAX;
  if (ends) {
    pass_held_steps(pieces, 0);
    pass_open_run(pieces);
  }
  if (pieces->trace != NULL) {
    emit_passed(pieces);
  }
  return OVI_DONE;
}
