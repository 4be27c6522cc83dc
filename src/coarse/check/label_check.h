/* The gate for a section of labels: see world_check. */
#ifndef OVERLAND_COARSE_CHECK_LABEL_CHECK_H
#define OVERLAND_COARSE_CHECK_LABEL_CHECK_H

#include "coarse/view/region.h"

/* Points the world at its labels if all of them can be read; `waypoints` of the
 * world are known. Otherwise says what is wrong; NULL: nothing. */
const char *ovi_labels_check(ovi_layer *layer, const uint8_t *section, uint64_t bytes);

#endif
