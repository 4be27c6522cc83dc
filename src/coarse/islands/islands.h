/* Islands: sets of cells that reach each other, as labels of local components. */
#ifndef OVERLAND_COARSE_ISLANDS_ISLANDS_H
#define OVERLAND_COARSE_ISLANDS_ISLANDS_H

#include "coarse/view/region.h"

/* Labels every local component of the world with its island: slots[i] becomes 1
 * and up, numbered in the order in which islands first appear, region by
 * region. Each region's first slot is in the table already. Returns how many
 * islands there are. */
uint32_t ovi_islands_label(const ovi_layer *layer, uint32_t *slots, uint32_t slot_count);

/* The same bit by bit: slots that are new, regions whose neighbours right of them and below have
 * theirs, and in the end the numbers. */
void ovi_islands_begin(uint32_t *slots, uint32_t first, uint32_t end);
void ovi_islands_join(const ovi_layer *layer, uint32_t first, uint32_t end, uint32_t *slots);
uint32_t ovi_islands_number(uint32_t *slots, uint32_t count);

#endif
