/* The exits of a window: where a route can cross the border that its next stop
 * crosses, and still go on over the stop behind that.
 *
 * Invariant: what is left from an exit is what the edge to the stop behind costs and
 * what is left from there, so a route that takes another exit than its own is still a
 * route, and its cost is known. */
#ifndef OVERLAND_COARSE_REFINE_EXITS_H
#define OVERLAND_COARSE_REFINE_EXITS_H

#include "coarse/view/ports.h"

typedef struct ovi_exits {
  const ovi_layer *layer;
  ovi_region region; /* behind the border */
  ovi_clique clique;
  ovi_port_groups groups;
  uint32_t component;
  int group;           /* of its ports on that border */
  uint32_t behind;     /* place of the stop behind, in the clique */
  uint64_t cost_to_go; /* from there */
} ovi_exits;

/* One of them. */
typedef struct ovi_exit {
  ovl_stop stop;
  ovl_cell near; /* the cell before its step */
  bool diagonal; /* its step */
} ovi_exit;

/* For a stop of a route and the stop behind it, both sound. */
void ovi_exits_begin(ovi_exits *exits, const ovi_layer *layer, const ovl_stop *stop,
                     const ovl_stop *behind);

/* Goes through the ports of the border, which begin at ovi_exits_first: moves `port`
 * behind the next exit and tells it; false if there is no other. */
bool ovi_exits_next(const ovi_exits *exits, uint32_t *port, ovi_exit *exit);

static inline uint32_t ovi_exits_first(const ovi_exits *exits) {
  return exits->groups.begins[exits->group];
}

#endif
