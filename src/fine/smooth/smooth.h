/* Smoothing of a path: takes turning points one by one, and passes on fewer of them.
 *
 * Invariant: the new path costs no more than the old one, all its steps are legal, and its ends are
 * the same. A bounded number of points is held, so a path of any
 * length takes constant memory.
 *
 * There are two stages. The grid stage, for ground where string pulling is not possible, replaces
 * the path between two points by one diagonal and one straight run where that is legal and no
 * dearer. The line stage joins points that have a line of sight (the test is that of "Theta*", Nash
 * and others, 2007). */
#ifndef OVERLAND_FINE_SMOOTH_SMOOTH_H
#define OVERLAND_FINE_SMOOTH_SMOOTH_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/local_search.h"
#include "fine/smooth/ground.h"
#include "overland.h"

/* Points that are held: a line may join any of them. The grid stage walks every move that it
 * tries, cell by cell, and hardly ever finds one that joins more legs. */
enum { OVI_SMOOTH_AHEAD = 24, OVI_SMOOTH_GRID_AHEAD = 8 };

typedef struct ovi_smoother {
  const ovi_ground *ground;
  ovi_leg_sink sink;
  bool lines; /* the line stage; otherwise the grid stage */
  uint32_t count;
  ovi_leg ahead[OVI_SMOOTH_AHEAD]; /* ahead[0] is where the next leg begins */
  int32_t last_dx, last_dy;        /* direction of the last run that was passed on; 0, 0 at first */
} ovi_smoother;

/* Begins a path at its first point, which is passed to the sink at once. */
void ovi_smoother_begin(ovi_smoother *smoother, ovl_cell first);

/* Takes the next point: a straight or diagonal run from the one before. */
void ovi_smoother_add(ovi_smoother *smoother, ovi_leg leg);

/* Passes on the rest. */
void ovi_smoother_end(ovi_smoother *smoother);

/* Length of a line in 1/1024 cells, rounded down. */
uint64_t ovi_line_length(int topology, int64_t dx, int64_t dy);

#endif
