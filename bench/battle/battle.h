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
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_H

#include "bench/measure/bench_stats.h"

#include "overland.h"
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

struct battle_grid battle_grid_of(const ovl_world *world);
bool battle_grid_has(const struct battle_grid *grid, ovl_cell cell);
size_t battle_grid_cell(const struct battle_grid *grid, ovl_cell cell);

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

/* Who stands where, by the moves that were told. */
struct battle_watch {
  struct battle_grid grid;
  int32_t body_cells;
  uint32_t *occupant;      /* a unit's number + 1 a cell; 0: nobody */
  uint8_t *marks;          /* a byte a cell: who has passed, goals, rocks */
  ovl_cell *places;        /* where each unit stands */
  uint64_t cell_conflicts; /* entered while another stood there */
  uint64_t illegal_moves;  /* no step and no link of the world, or untold */
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

struct battle {
  struct battle_def def;
  ovl_world *world; /* the newest version */
  ovl_units *units;
  ovl_planner *planner; /* of who looks at it */
  struct battle_field field;
  struct battle_soldier *soldiers;
  struct battle_rock rocks[BATTLE_MOST_ROCKS]; /* that lie */
  size_t rock_count;
  struct battle_rock events[BATTLE_MOST_ROCKS_TICK]; /* of this tick */
  size_t event_count;
  uint8_t rock_terrain;
  uint8_t weights[256]; /* of the profile */
  uint64_t random;
  ovl_refresh *settling;
  bool settled; /* it is done */
  struct battle_watch watch;
  struct battle_outcome outcome;
};

/* Fights it out. An exit code, after one line on standard error if it is not EXIT_DONE. Ended by
 * battle_free in either case. */
int battle_run(const struct battle_def *def, struct battle *battle);
void battle_free(struct battle *battle);

/* ---- Parts of it --------------------------------------------------------- */

/* Finds the field, adds the units and sends them. An exit code. */
int battle_raise_armies(struct battle *battle);

/* Draws the events of a tick and makes edits of them; `edits` has room for
 * BATTLE_MOST_ROCKS_TICK. */
void battle_draw_rocks(struct battle *battle, ovl_edit *edits);

/* False if there is no memory. */
bool battle_watch_begin(struct battle *battle);
void battle_watch_free(struct battle *battle);

/* A unit appears. */
void battle_watch_add(struct battle *battle, size_t number, ovl_cell cell);

/* Whether a rock may lie on a cell, as far as units and goals go. */
bool battle_watch_is_free(const struct battle *battle, ovl_cell cell);

/* Follows the moves of the tick that is over, and writes it into the log. An exit code. */
int battle_watch_tick(struct battle *battle, int32_t tick);

/* Marks the goals, and begins the clock of every unit. An exit code. */
int battle_begin_ways(struct battle *battle);

/* Looks, now and then, who has no way to its goal. */
void battle_look_at_ways(struct battle *battle, int32_t tick);

/* Whether a way leads to a unit's goal as things are, and whether it had the time to walk it. */
bool battle_has_way(const struct battle *battle, size_t number);
bool battle_had_time(const struct battle *battle, size_t number);

/* What became of everybody. An exit code. */
int battle_judge(struct battle *battle);

/* The tracks of both armies and the rocks, over the map. An exit code. */
int battle_picture_write(const struct battle *battle, const char *path);

#endif
