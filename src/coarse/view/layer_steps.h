/* Single steps of a layer, anywhere in the plane: for smoothing, for the two halves of a crossing,
 * and for calls that inspect a world.
 *
 * Invariant: the cost of a step is the same as in a window that holds it. */
#ifndef OVERLAND_COARSE_VIEW_LAYER_STEPS_H
#define OVERLAND_COARSE_VIEW_LAYER_STEPS_H

#include "coarse/view/ports.h"
#include "fine/smooth/ground.h"

typedef struct ovi_layer_ground {
  const ovi_layer *layer;
  ovi_region region; /* of the cell that was read last */
  ovi_ground_steps steps;
  ovi_ground ground;
} ovi_layer_ground;

/* Begins at a cell of the plane. ground->ground keeps the address of `ground`. */
void ovi_layer_ground_begin(ovi_layer_ground *ground, const ovi_layer *layer, ovl_cell first);

/* The cost of the step from a cell to a neighbour; OVI_NO_STEP: it is not legal. */
uint64_t ovi_layer_step(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The cost of leaving a region by a step: the half of its first cell, and the extra cost of the
 * step itself; OVI_NO_STEP: it is not legal. */
uint64_t ovi_layer_leave(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The cost of entering a region by a step: the half of its second cell. */
uint64_t ovi_layer_enter(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The costs of leaving and of entering a region by a port. */
uint64_t ovi_port_leave(ovi_layer_ground *ground, const ovi_region *region,
                        const ovi_port_groups *groups, uint32_t port);
uint64_t ovi_port_enter(ovi_layer_ground *ground, const ovi_region *region,
                        const ovi_port_groups *groups, uint32_t port);

#endif
