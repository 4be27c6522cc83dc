/* Measures the time of edits, and of queries in an edited world.
 *
 * Every measured edit is one ovl_world_apply and one ovl_world_close of the version before it, as
 * in a game that goes on in the newest version. Each edit is undone by the next one, so the map
 * stays the same however many are measured:
 *
 *   cell   a cell anywhere on the map is toggled: blocked if it was open, open if it was blocked;
 *          toggling it back counts as well
 *   block  a building of 16 x 16 blocked cells whose middle is on open ground
 *   row    a wall along a whole row of a floor
 *
 * Then a hundred buildings, or as many as cover a quarter of what is open, are put up and stay, and
 * the same problems are planned before, after, and once the world is settled. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_EDITS_H
#define OVERLAND_BENCH_EDITS_BENCH_EDITS_H

#include "bench/edits/bench_states.h"
#include "bench/measure/bench_check.h"
#include "bench/measure/bench_stats.h"

enum {
  BENCH_BUILDING_CELLS = 16,
  BENCH_BUILDINGS = 100,
  BENCH_BUILDING_SHARE = 4 /* of what is open, one part */
};

struct bench_edits {
  struct bench_summary cell_us;
  struct bench_summary block_us, unblock_us; /* put up, taken down */
  struct bench_summary row_us, unrow_us;
  size_t buildings; /* that found a place */
  struct bench_states states;
};

/* Measures `count` edits of each kind in the world of a ground. An exit code, after one line on
 * standard error if it is not EXIT_DONE. */
int bench_edits_measure(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                        struct bench_edits *edits);

#endif
