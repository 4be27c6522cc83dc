/* Movers and their points, for rays and walls. */
#ifndef OVERLAND_WORLD_RAYS_H
#define OVERLAND_WORLD_RAYS_H

#include "coarse/view/region_cells.h"
#include "fine/smooth/open_bits.h"
#include "overland_inspect.h"
#include "world/world.h"

/* Checks a mover and its point: OVL_OK, OVL_BAD_ARGUMENT or OVL_START_OUTSIDE with the fault.
 * *corner: the first point of its floor; *floor: its cells in the plane. */
ovl_result ovi_mover_point(const ovl_mover *mover, const ovl_point *point, ovl_point *corner,
                           ovi_rectangle *floor, ovl_fault *fault);

/* Begins to read runs of the positions of a layer on which its profile can stand. */
void ovi_mover_bits(ovi_open_bits *bits, const ovi_layer *layer);

#endif
