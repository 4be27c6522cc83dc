/* The guide of a group: gates along one way, each with the free lanes to both sides of it, so that
 * units walk beside each other in lanes of their own instead of behind each other along the rock.
 *
 * The way is that of a flow from the middle of the group, pulled straight where the ground is in
 * sight. A lane is the same distance from the way at every gate. Where the free lanes are fewer
 * than the group is wide the lanes close up, and they open again behind; where they lie to one
 * side, as around the end of a wall, all lanes are moved to that side. Between two gates a lane is
 * a straight line, taken only if each of its steps is legal there and back and the ground is not
 * dearer than that of the way.
 *
 * Invariant: the costs to go of the gates fall. A guide depends on the flow's costs alone, never on
 * which of its tiles exist: it waits for those that it must read. */
#ifndef OVERLAND_CROWD_GUIDE_H
#define OVERLAND_CROWD_GUIDE_H

#include "crowd/way/gate.h"
#include "overland_flow.h"

/* Begins the way at a cell. */
void ovi_guide_begin(ovi_guide *guide, ovl_cell cell, uint64_t cost_to_go);

/* Adds gates, straight to the place if that is in sight, else along a flow. OVL_NOT_READY: the tile
 * of *missing must be made first. */
ovl_result ovi_guide_extend(ovi_guide *guide, const ovl_world *world, ovl_flow *flow,
                            ovl_cell place, ovl_cell *missing);

#endif
