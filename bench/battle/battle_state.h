/* A headless battle: two armies cross a map to each other's side while rocks fall and are cleared.
 * tools/battle decides (see battle_game.h); here each move is checked, and the end is judged. The
 * first tick is 1; at 0 the units appear.
 *
 * Cells are counted, not believed: battle_watch has a map of its own of who stands where. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_STATE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_STATE_H

#include "bench/measure/bench_stats.h"
#include "overland_edit.h"
#include "overland_units.h"
#include "tools/base/progress.h"
#include "tools/battle/battle_game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out_file;

enum {
  BATTLE_SPARE_TICKS = 500 /* a unit has the time if there is room for twice its way and these */
};

struct battle_def {
  const ovl_world *world;
  int32_t profile;
  int32_t units;
  int32_t ticks;
  uint64_t seed;
  int32_t rocks;        /* that fall or go in a tick */
  uint64_t budget;      /* expansions of a tick */
  int32_t settle_ticks; /* every so many ticks estimates are put to use and begun anew; 0: never */
  const ovl_jobs *jobs; /* NULL: the calling thread does all */
  struct out_file *log; /* NULL: none */
  enum progress_form progress;
};

/* One of the units, by the order in which they were added. */
struct battle_soldier {
  ovl_cell left;  /* the cell that its last move left */
  int32_t moved;  /* tick of that move; 0: none yet */
  uint64_t steps; /* of its way when its clock began */
  int32_t since;  /* the tick from which on it had a way; BATTLE_NO_WAY: it has none */
};

enum { BATTLE_NO_WAY = -1, BATTLE_BACK_TICKS = 8 };

/* Which unit stands on which cell, by the moves reported so far. */
struct battle_watch {
  struct battle_grid grid;
  uint32_t *occupant;      /* a unit's number + 1 a cell; 0: nobody */
  uint8_t *marks;          /* a byte a cell: who has passed, goals, rocks */
  ovl_cell *places;        /* where each unit stands */
  uint64_t cell_conflicts; /* entered while another stood there */
  uint64_t illegal_moves;  /* neither a step nor a link of the world, or not reported */
  uint64_t back_moves;     /* to the cell that the unit left at most BATTLE_BACK_TICKS before */
  int32_t last_move;       /* tick of the last move */
};

enum { BATTLE_MARK_GOAL = 1, BATTLE_MARK_ROCK = 2, BATTLE_MARK_PASSED = 4 /* and 8: army 1 */ };

/* How it ended. */
struct battle_outcome {
  uint64_t arrived, beside, stuck, unreachable, late;
  uint64_t rocks_fallen, rocks_cleared;
  uint64_t settlings; /* that were put to use */
  uint64_t way_steps; /* of all ways as the battle begins */
  uint64_t tick_expansions_max;
  ovl_units_stats stats;
  struct bench_summary tick_us;
  uint64_t hash;
};

struct battle {
  struct battle_def def;
  struct battle_game game;
  ovl_planner *planner; /* of who looks at it */
  struct battle_soldier *soldiers;
  ovl_refresh *refresh;
  bool refreshed; /* it is done */
  struct battle_watch watch;
  struct battle_outcome outcome;
};

#endif
