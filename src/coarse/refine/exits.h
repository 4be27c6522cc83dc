/* The exits of a window: all waypoints over which a route can cross the border that its next stop
 * crosses, and still go on to the stop behind that.
 *
 * Invariant: the cost to go from an exit is the edge to the stop behind plus the cost to go from
 * there. So a route that takes another exit than its own is still a route, and its cost is known.
 */
#ifndef OVERLAND_COARSE_REFINE_EXITS_H
#define OVERLAND_COARSE_REFINE_EXITS_H

#include "coarse/view/ports.h"

typedef struct ovi_exits {
  const ovi_layer *layer;
  ovi_region region; /* beyond the border */
  ovi_clique clique;
  ovi_port_groups groups;
  uint32_t component;
  int group;           /* of the region's ports on that border */
  uint32_t behind;     /* place in the clique of the stop behind */
  uint64_t cost_to_go; /* from that stop */
} ovi_exits;

typedef struct ovi_exit {
  ovi_stop stop;
  ovl_cell before; /* the cell before its step */
  bool diagonal;   /* the step is a diagonal one */
} ovi_exit;

/* Begins for a stop of a route and the stop behind it, both valid. */
void ovi_exits_begin(ovi_exits *exits, const ovi_layer *layer, const ovi_stop *stop,
                     const ovi_stop *behind);

/* Finds the next exit and moves `port`, which begins at ovi_exits_first, behind it; false if there
 * is no other. */
bool ovi_exits_next(const ovi_exits *exits, uint32_t *port, ovi_exit *exit);

static inline uint32_t ovi_exits_first(const ovi_exits *exits) {
  return exits->groups.begins[exits->group];
}

#endif
