/* Improves an unfolded path where it is forced through a waypoint: the piece of it from some cells
 * before the waypoint to some cells behind it is searched for anew, in a band around it.
 *
 * Invariant: what is passed on costs no more than what was taken, all its steps are legal, and its
 * ends are the same. A bounded number of cells is held, so a path of any length takes constant
 * memory.
 *
 * Pieces overlap: each begins in what the one before was replaced by. A piece is searched only for
 * what costs less than it does, so that hardly more cells are expanded than such a path may pass.
 */
#ifndef OVERLAND_COARSE_REFINE_PATH_PIECES_H
#define OVERLAND_COARSE_REFINE_PATH_PIECES_H

#include "coarse/view/layer_steps.h"
#include "common/slice.h"
#include "fine/local_search.h"
#include "fine/trace.h"

/* Cells of a piece on either side of its waypoints, at most, which lie at most half as many apart;
 * and the width of the band on either side. */
enum { OVI_PIECE_REACH = 32, OVI_PIECE_BAND = 4 };

/* The cells that are held, and the cost of the step to each but the first. */
typedef struct ovi_held_cells {
  ovl_cell cells[4 * OVI_PIECE_REACH];
  uint64_t costs[4 * OVI_PIECE_REACH];
  uint32_t begin, end; /* the first one, and behind the last one */
} ovi_held_cells;

/* The legs ahead of an unfolded path, up to and with the step over a waypoint. */
typedef struct ovi_legs_ahead {
  ovl_cell *ends; /* of each leg; there is room for all cells of a region and one more */
  uint32_t count, capacity;
  uint32_t at;       /* the leg that is taken next */
  uint32_t crossing; /* the one that is a step over a waypoint; UINT32_MAX: none is */
} ovi_legs_ahead;

typedef struct ovi_path_pieces {
  ovi_layer_ground *ground;
  ovi_local_search *local;
  ovi_leg_sink sink;
  int32_t reach;  /* cells before and behind waypoints, at most */
  int32_t behind; /* cells of this piece behind them */
  ovi_legs_ahead ahead;
  ovi_held_cells held;
  bool is_due; /* the piece is searched for */
  uint32_t
      first;     /* the held cell before the first waypoint of the piece; UINT32_MAX: it has none */
  uint32_t last; /* the held cell before its last waypoint */
  ovi_leg run;   /* of one direction, that is not passed on yet; its cost is 0 if there is none */
  int run_direction;
  ovi_trace *trace;  /* receives segments: what is passed on of the legs to a waypoint; or NULL */
  ovl_cell reported; /* where the last one ended */
  uint64_t passed;   /* cost of the steps that were passed on since */
} ovi_path_pieces;

/* Begins at a cell. The memory is of a region at least: `ends` has room for its legs. */
void ovi_path_pieces_begin(ovi_path_pieces *pieces, ovl_cell at);

/* Adds a leg to those ahead. With `crosses` it is the step over a waypoint, the last one ahead. */
void ovi_path_pieces_add(ovi_path_pieces *pieces, ovl_cell to, bool crosses);

/* Takes all legs ahead, and passes on what it need not hold; all, if they end the path or lead to a
 * link. OVI_DONE; OVI_PAUSED: the same call goes on; OVI_CORRUPT: a step is not legal. */
ovi_status ovi_path_pieces_run(ovi_path_pieces *pieces, bool ends);

#endif
