/* Legs: the points of a path in their order, each with what the way to it costs.
 *
 * A path is passed on leg by leg, to a sink, from the search that found it through smoothing to
 * the caller's memory, so that a path of any length needs constant memory on the way. */
#ifndef OVERLAND_FINE_LEG_H
#define OVERLAND_FINE_LEG_H

#include "overland.h"

/* A straight or diagonal run, or a free line, from the point before: 16 bytes, so that calls pass
 * it in registers. */
typedef struct ovi_leg {
  int32_t x, y;  /* cell where it ends */
  uint64_t cost; /* cost units */
} ovi_leg;

/* Takes the legs of a path. `follows`: the leg and the one before it are on one path that is the
 * cheapest inside some rectangle. */
typedef struct ovi_leg_sink {
  void (*take)(void *user, ovi_leg leg, bool follows);
  void *user;
} ovi_leg_sink;

static inline ovl_cell ovi_leg_end(ovi_leg leg) { return (ovl_cell){leg.x, leg.y, 0}; }

#endif
