/* Single steps of a layer, wherever they are: the ground that smoothing asks, what half a
 * crossing costs, and what a step costs for who looks into a world.
 *
 * Invariant: what is answered about a step is what a window that holds it answers. */
#ifndef OVERLAND_COARSE_VIEW_LAYER_STEPS_H
#define OVERLAND_COARSE_VIEW_LAYER_STEPS_H

#include "coarse/view/ports.h"
#include "fine/smooth/ground.h"

typedef struct ovi_layer_ground {
  const ovi_layer *layer;
  ovi_region region; /* under the cell asked for last */
  ovi_ground_steps steps;
  ovi_ground ground;
} ovi_layer_ground;

/* Begins at a cell of the plane. The ground holds the address of `ground`. */
void ovi_layer_ground_begin(ovi_layer_ground *ground, const ovi_layer *layer, ovl_cell first);

/* The step from one cell to a neighbour; OVI_NO_STEP if it is not legal. */
uint64_t ovi_layer_step(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* What a step costs the region that it leaves: the share of its first cell and all that the
 * step itself costs; OVI_NO_STEP if it is not legal. */
uint64_t ovi_layer_leave(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* What it costs the region that it enters: the share of its second cell. */
uint64_t ovi_layer_enter(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The same for the waypoint behind a port of a region: for who leaves the region over it
 * and for who enters. */
uint64_t ovi_port_leave(ovi_layer_ground *ground, const ovi_region *region,
                        const ovi_port_groups *groups, uint32_t port);
uint64_t ovi_port_enter(ovi_layer_ground *ground, const ovi_region *region,
                        const ovi_port_groups *groups, uint32_t port);

#endif
