/* The check of a section of labels. */
#ifndef OVERLAND_COARSE_CHECK_LABEL_CHECK_H
#define OVERLAND_COARSE_CHECK_LABEL_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/region.h"

/* Finds the labels of a layer whose number of waypoints is known, if they can be read. With
 * `on_touch` all is checked but the bundles and the numbers of the regions' waypoints, which are
 * checked when they are first touched. OVL_WRONG_CHECKSUM or OVL_CORRUPT, with the fault. */
ovl_result ovi_labels_check(ovi_layer *layer, const ovi_section_view *section, bool on_touch,
                            ovl_fault *fault);

/* Whether the labels number the waypoints of a checked region as many as it has. */
bool ovi_labels_first_is_valid(const ovi_layer *layer, const ovi_region *region);

#endif
