/* The check of the paths of edges that a layer block stores. */
#ifndef OVERLAND_COARSE_CHECK_PATH_CHECK_H
#define OVERLAND_COARSE_CHECK_PATH_CHECK_H

#include "coarse/view/region.h"

/* Returns whether the paths of a region, whose ports are valid, are stored where they may be, are
 * whole and in order, and lead from port to port inside the region. Their cells and what they cost
 * are looked at when a path is read: first touches would take half as long again. */
bool ovi_paths_are_valid(const ovi_layer *layer, const ovi_region *region);

#endif
