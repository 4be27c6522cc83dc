/* A headless battle: two armies cross a map to each other's side while rocks fall and are cleared.
 *
 * Everything that decides is whole numbers drawn from the seed, so that one world, one seed and
 * one budget give one battle on every machine, whatever the number of threads. A tick is: rocks
 * are drawn; they are applied, one version of the world a tick; the units plan and move. The first
 * tick is 1; at 0 the units appear.
 *
 *   armies   units are of both in turn. They start on cells drawn from the fifth of the largest
 *            island that lies at one end of its longer side, and are sent, in squads, to places
 *            drawn from the fifth at the other end
 *   rocks    each of so many a tick falls on an open cell of the island, half of them near a unit;
 *            or a rock that lies is cleared, the likelier the more of them lie. None falls where a
 *            unit stands, will soon pass, or has its goal
 *
 * Cells are counted, not believed: battle_watch has a map of its own of who stands where. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_STATE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_STATE_H

#include "bench/measure/bench_stats.h"
#include "overland_edit.h"
#include "overland_units.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out_file;

enum {
  BATTLE_ARMIES = 2,
  BATTLE_SQUAD_UNITS = 20,
  BATTLE_LANES = 8,            /* whatever the threads: the answers depend on them */
  BATTLE_STOPS = 256,          /* of a route that are kept */
  BATTLE_MOST_ROCKS = 400,     /* that lie at once; half as many in the long run */
  BATTLE_ROCK_CELLS = 200,     /* never more than one for so many cells of the island */
  BATTLE_MOST_ROCKS_TICK = 64, /* that fall or go in one tick */
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

/* A cell of the map's own number: row by row, floor by floor. */
struct battle_grid {
  size_t first[OVL_MAX_FLOORS]; /* cell of each floor's upper left corner */
  int32_t width[OVL_MAX_FLOORS], height[OVL_MAX_FLOORS];
  int32_t floors;
  size_t cells;
};

/* The largest island, its cells along its longer side. */
struct battle_field {
  ovl_cell *cells;
  size_t count;
};

/* One of the units, by the order in which they were added. */
struct battle_soldier {
  ovl_unit unit;
  uint64_t steps; /* of its way when its clock began */
  int32_t since;  /* the tick from which on it had a way; BATTLE_NO_WAY: it has none */
};

enum { BATTLE_NO_WAY = -1 };

struct battle_rock {
  ovl_cell cell;
  uint8_t terrain; /* what was there */
  bool falls;      /* of an event: else it goes */
};

/* Which unit stands on which cell, by the moves reported so far. */
struct battle_watch {
  struct battle_grid grid;
  int32_t body_cells;
  uint32_t *occupant;      /* a unit's number + 1 a cell; 0: nobody */
  uint8_t *marks;          /* a byte a cell: who has passed, goals, rocks */
  ovl_cell *places;        /* where each unit stands */
  uint64_t cell_conflicts; /* entered while another stood there */
  uint64_t illegal_moves;  /* neither a step nor a link of the world, or not reported */
};

enum { BATTLE_MARK_GOAL = 1, BATTLE_MARK_ROCK = 2, BATTLE_MARK_PASSED = 4 /* and 8: army 1 */ };

/* How it ended. */
struct battle_outcome {
  uint64_t arrived, beside, stuck, unreachable, late;
  uint64_t rocks_fallen, rocks_cleared;
  uint64_t settlings; /* that were put to use */
  uint64_t tick_expansions_max;
  ovl_units_stats stats;
  struct bench_summary tick_us;
  uint64_t hash;
};

/* Rocks change the ground while the battle goes on. */
struct battle_rocks {
  uint8_t terrain;
  struct battle_rock lying[BATTLE_MOST_ROCKS];
  size_t count;
  struct battle_rock events[BATTLE_MOST_ROCKS_TICK]; /* of this tick */
  size_t event_count;
};

struct battle {
  struct battle_def def;
  ovl_world *world; /* the newest version */
  ovl_units *units;
  ovl_planner *planner; /* of who looks at it */
  struct battle_field field;
  struct battle_soldier *soldiers;
  struct battle_rocks rocks;
  uint8_t weights[256]; /* of the profile */
  uint64_t random;
  ovl_refresh *refresh;
  bool refreshed; /* it is done */
  struct battle_watch watch;
  struct battle_outcome outcome;
};

#endif
