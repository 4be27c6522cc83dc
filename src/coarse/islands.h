/* Islands: sets of cells that reach each other, as labels of local components. */
#ifndef OVI_ISLANDS_H
#define OVI_ISLANDS_H

#include "region.h"

/* Labels every local component of the world with its island: slots[i] becomes 1
 * and up, numbered in the order in which islands first appear, region by
 * region. Each region's first slot is in the table already. Returns how many
 * islands there are. */
uint32_t ovi_islands_label(const ovi_layer *layer, uint32_t *slots, uint32_t slot_count);

#endif
