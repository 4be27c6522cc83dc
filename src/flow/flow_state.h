/* The state of a flow as few numbers, for snapshots: what it was paid for. All else follows from
 * that, and is made again where it is needed, free of charge.
 *
 * Invariant: a flow that was begun anew with the state of another one answers ovi_flow_read as that
 * one does, and charges later calls the same. */
#ifndef OVERLAND_FLOW_FLOW_STATE_H
#define OVERLAND_FLOW_FLOW_STATE_H

#include "overland_flow.h"

typedef struct ovi_flow_state {
  uint64_t paid;        /* for costs to go, in its version */
  uint64_t next_paid;   /* in the version to which it is being renewed */
  uint64_t tile_paid;   /* for the tile that is being made */
  uint32_t tile_region; /* of that tile; UINT32_MAX: there is none */
  uint32_t tiles;       /* number of its tiles */
  bool are_wide;        /* as in ovi_flow_tiles */
} ovi_flow_state;

ovi_flow_state ovi_flow_state_of(const ovl_flow *flow);

/* Tiles at once, while they are not wide. */
uint32_t ovi_flow_capacity(const ovl_flow *flow);

/* Lists the regions of its tiles, those that were used last at the end. *at begins at UINT32_MAX.
 */
uint32_t ovi_flow_next_region(const ovl_flow *flow, uint32_t *at);

/* Gives a flow that has just begun a state, but for its tiles; `next` is the version to which it is
 * being renewed, or NULL. False: it can't begin there. */
bool ovi_flow_restore(ovl_flow *flow, const ovl_world *next, const ovi_flow_state *state);

/* Adds the next tile, in the order of that list; it is made when it is read. Ignored if there is no
 * such region, or no room. */
void ovi_flow_restore_tile(ovl_flow *flow, uint32_t region);

/* Gives a flow that has just begun all of the state of another one. False as for ovi_flow_restore.
 */
bool ovi_flow_continue(ovl_flow *flow, const ovl_flow *other, const ovl_world *next);

#endif
