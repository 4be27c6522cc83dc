/* Legs: the points of a path in their order, each with what the way to it costs.
 *
 * A path is passed on leg by leg, to a sink, from the search that found it through smoothing to
 * the caller's memory, so that a path of any length needs constant memory on the way. */
#ifndef OVERLAND_FINE_LEG_H
#define OVERLAND_FINE_LEG_H

#include "overland.h"

/* A straight or diagonal run, or a free line, from the point before. */
typedef struct ovi_leg {
  ovl_cell to;
  uint64_t cost; /* units */
  bool follows;  /* this leg and the one before it are on one path that is the cheapest inside some
                    rectangle */
} ovi_leg;

typedef struct ovi_leg_sink {
  void (*take)(void *user, ovi_leg leg);
  void *user;
} ovi_leg_sink;

#endif
