/* The check of a section of labels. */
#ifndef OVERLAND_COARSE_CHECK_LABEL_CHECK_H
#define OVERLAND_COARSE_CHECK_LABEL_CHECK_H

#include "coarse/view/region.h"

/* Finds the labels of a layer whose number of waypoints is known, if all of them can be read.
 * Returns what is wrong; NULL: nothing. */
const char *ovi_labels_check(ovi_layer *layer, const uint8_t *section, uint64_t bytes);

#endif
