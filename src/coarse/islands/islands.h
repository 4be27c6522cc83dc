/* Islands: sets of cells that reach each other, as labels of local components. */
#ifndef OVERLAND_COARSE_ISLANDS_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_ISLANDS_H

#include "coarse/view/region.h"

/* Makes a set of its own of each local component that is new: slots `first` to before `end`. */
void ovi_islands_begin(uint32_t *slots, uint32_t first, uint32_t end);

/* Joins the components of regions `first` to before `end` with each other and with those of the
 * regions right of them and below, which have their sets. The region table has all first slots. */
void ovi_islands_join(const ovi_layer *layer, uint32_t first, uint32_t end, uint32_t *slots);

/* Replaces each slot by the number of its island, 1 and up in the order in which islands first
 * appear; returns how many there are. */
uint32_t ovi_islands_number(uint32_t *slots, uint32_t count);

#endif
