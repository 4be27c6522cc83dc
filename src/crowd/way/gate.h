/* The gates of a guide; see guide.h. */
#ifndef OVERLAND_CROWD_GATE_H
#define OVERLAND_CROWD_GATE_H

#include "common/compiler.h"
#include "overland.h"

enum {
  OVI_GUIDE_GATES = 64, /* gates that a guide keeps; a power of two */
  OVI_GATE_STEPS = 8,   /* steps between two gates where the way is straight */
  OVI_MOST_LANES_BESIDE = 127
};

/* A point of the way. */
typedef struct ovi_gate {
  ovl_cell cell;
  int16_t right_x, right_y; /* from lane to lane, to the right of the way, in 1/256 cells */
  int16_t along_x, along_y; /* the direction of the way that leads here, in cells */
  uint8_t left, right;      /* free lanes to each side */
  bool bends;               /* a straight part of the way ends here */
  uint64_t cost_to_go;
} ovi_gate;

typedef struct ovi_guide {
  uint32_t order;        /* number of the group order; 0: the guide is free */
  uint8_t flow;          /* number of the flow, from 1 */
  uint8_t profile;       /* for which lanes are free */
  bool ended;            /* the way goes no farther: the place, a link, or no flow there */
  bool wanted;           /* a unit needs further gates */
  bool renewed;          /* the flow is in another version: the last gate must be compared */
  bool keeps_right;      /* it meets the way of a group that comes the opposite way */
  ovl_cell missing;      /* the cell whose tile it waits for */
  uint16_t width;        /* of the group, lanes; 0: it is not known yet, and there are no gates */
  uint32_t begin, count; /* of the gates, in a ring */
  ovi_gate gates[OVI_GUIDE_GATES];
} ovi_guide;

/* Gate `at`, which is below the number of gates. */
static inline const ovi_gate *ovi_guide_gate(const ovi_guide *guide, uint32_t at) {
  OVI_ASSERT(at < guide->count);
  return &guide->gates[(guide->begin + at) & (OVI_GUIDE_GATES - 1)];
}

#endif
