/* Smoothing: turning points in, fewer turning points out, a few at a time.
 *
 * Invariant: what comes out costs no more than what went in, its turns included where
 * they cost, every step of it is
 * legal, and both ends stay. A stage looks a bounded number of points ahead, so
 * a path of any length passes through it in constant memory.
 *
 * Two stages. The grid stage, for ground where the taut string does not serve,
 * replaces the way between two points by one diagonal and one straight run where
 * that is legal and no dearer. The line stage joins points that see each other:
 * string pulling over cells ("Theta*", Nash and others, 2007, has the
 * line-of-sight test's idea). */
#ifndef OVERLAND_FINE_SMOOTH_SMOOTH_H
#define OVERLAND_FINE_SMOOTH_SMOOTH_H

#include <stdbool.h>
#include <stdint.h>

#include "fine/leg.h"
#include "fine/smooth/ground.h"
#include "overland.h"

enum { OVI_SMOOTH_AHEAD = 24 };

typedef struct ovi_smoother {
  const ovi_ground *ground;
  ovi_leg_sink sink;
  bool lines; /* the line stage; else the grid stage */
  uint32_t count;
  ovi_leg ahead[OVI_SMOOTH_AHEAD]; /* ahead[0] is where the next leg begins */
  int32_t last_dx, last_dy;        /* direction of the last run given; 0, 0 at first */
} ovi_smoother;

/* Begins a path at its first point, which goes to the sink at once. */
void ovi_smoother_begin(ovi_smoother *smoother, ovl_cell first);

/* Takes the next point: a straight or diagonal run from the one before. */
void ovi_smoother_add(ovi_smoother *smoother, ovi_leg leg);

/* Gives all that is left. */
void ovi_smoother_end(ovi_smoother *smoother);

/* Length of a line in 1/1024 cell, rounded down. */
uint64_t ovi_line_length(int64_t dx, int64_t dy);

/* Whether the line between two cell centres is free: every cell whose interior
 * it enters is even with the first, and so are the open cells around any vertex that
 * it passes, of which there are as many as the corner rule asks. */
bool ovi_line_is_free(const ovi_ground *ground, ovl_cell a, ovl_cell b);

#endif
