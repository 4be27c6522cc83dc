/* Islands of an undirected layer: maximal sets of cells that reach each other (connected
 * components). Invariant: two local components are in one island if and only if waypoints connect
 * them. */
#ifndef OVERLAND_COARSE_ISLANDS_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_ISLANDS_H

#include "coarse/view/region.h"

/* Makes each of the slots from `first` to before `end` an island of its own. */
void ovi_islands_begin(uint32_t *slots, uint32_t first, uint32_t end);

/* Joins the components that the waypoints of the regions from `first` to before `end` connect. The
 * slots of the regions to their right and below must have begun, and the region table must have
 * each region's first slot. Near-linear in slots and waypoints. */
void ovi_islands_join(const ovi_layer *layer, uint32_t first, uint32_t end, uint32_t *slots);

/* Replaces each slot by the number of its island: 1 and up, in the order in which islands first
 * appear, region by region. Returns the number of islands. */
uint32_t ovi_islands_number(uint32_t *slots, uint32_t count);

#endif
