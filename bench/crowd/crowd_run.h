/* Units of Overland in a scene, each of their moves judged from outside: by a map of its own of who
 * stands where, and by steps as the scene's cells allow them. */
#ifndef OVERLAND_BENCH_CROWD_CROWD_RUN_H
#define OVERLAND_BENCH_CROWD_CROWD_RUN_H

#include "bench/crowd/crowd_scene.h"
#include "overland.h"
#include "overland_units.h"

enum { CROWD_BACK_TICKS = 8 };

/* Where a unit is, and where its last move began. */
struct crowd_watched {
  ovl_unit unit;
  ovl_cell cell, before;
  int32_t moved; /* tick of its last move; 0: none */
  int32_t body;
  int32_t passed; /* tick in which it was past the scene's line; 0: not yet */
};

struct crowd_counts {
  uint64_t shared, illegal, crossing; /* what must not be */
  uint64_t moves;
  uint64_t back;               /* moves to the cell that the unit left within the last 8 ticks */
  int32_t passed, first, last; /* how many are past the line, and the ticks of the first and last */
};

struct crowd_run {
  struct crowd_scene scene;
  ovl_world *world;
  ovl_units *units;
  struct crowd_watched watched[CROWD_MOST_UNITS];
  uint16_t taken[CROWD_MOST_CELLS];   /* number of the unit, from 1 */
  int32_t diagonal[CROWD_MOST_CELLS]; /* tick of the last step through the corner of four cells */
  int32_t tick;
  struct crowd_counts counts;
};

/* Bakes the scene and adds its units. Ends the program if that fails. */
void crowd_run_begin(struct crowd_run *run);
void crowd_run_end(struct crowd_run *run);

/* Sends all units of a side to its place. */
void crowd_run_send(struct crowd_run *run, int32_t side);

/* A tick, watched. */
void crowd_run_tick(struct crowd_run *run);

/* How many units of a side, or of all (-1), have a state. */
int32_t crowd_run_count(const struct crowd_run *run, int32_t side, ovl_unit_state state);

/* Ticks until all of a side, or all (-1), have arrived; -1 if they have not after `most`. */
int32_t crowd_run_until_arrived(struct crowd_run *run, int32_t side, int32_t most);

#endif
