/* The lanes beside a guide: how many are free, and the steps of a unit in its own. */
#ifndef OVERLAND_CROWD_GUIDE_LANE_H
#define OVERLAND_CROWD_GUIDE_LANE_H

#include "crowd/way/gate.h"
#include "crowd/way/unit_way.h"

/* The lane of a cell beside a gate, in 1/256. */
int64_t ovi_gate_lane(int topology, const ovi_gate *gate, ovl_cell cell);

/* Counts the free lanes on one side of a gate, at most `most`, to the left if that is negative:
 * those in which a unit comes from the gate before. */
uint8_t ovi_count_lanes(const ovl_world *world, int32_t profile, const ovi_gate *before,
                        const ovi_gate *gate, int32_t most);

/* Returns whether the lanes from a gate to the next bend are known, or there will be no more. */
bool ovi_guide_leads_on(const ovi_guide *guide, uint32_t at);

/* A unit's path, and its lane. */
typedef struct ovi_laned {
  ovi_way *way;
  ovl_cell *end;  /* the cell after the last step of `way` */
  uint64_t *cost; /* the cost to go from there */
  uint16_t
      *carry; /* of its line, in 1/65536 steps: those that march beside each other have the same */
  int32_t profile;
  int32_t across; /* lanes to the right of the middle of the group */
} ovi_laned;

typedef enum ovi_lane_result {
  OVI_LANE_STEPS, /* steps to the next gate were added, or the end counts as there */
  OVI_LANE_WAITS, /* there is no next gate yet */
  OVI_LANE_LOST   /* the guide ends, or no lane can be reached: the unit goes on as its flow says */
} ovi_lane_result;

/* Adds the steps of a lane to the next gate, at most 48. */
ovi_lane_result ovi_guide_go_on(const ovi_guide *guide, const ovl_world *world,
                                const ovi_laned *unit);

/* Adds the steps to a cell in sight, about straight, each legal there and back, over ground that is
 * at most a quarter dearer than such of `weight`. False, with nothing done, if there are none, or
 * more than the path has room for. */
bool ovi_way_straight(const ovl_world *world, const ovi_laned *unit, ovl_cell to, uint32_t weight);

#endif
