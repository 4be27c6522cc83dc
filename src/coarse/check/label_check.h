/* The check of a section of labels. */
#ifndef OVERLAND_COARSE_CHECK_LABEL_CHECK_H
#define OVERLAND_COARSE_CHECK_LABEL_CHECK_H

#include "coarse/format/sections.h"
#include "coarse/view/region.h"

/* The counts in the first OVI_LABELS_TABLE bytes of a section, unchecked. */
ovi_labels_counts ovi_labels_read_counts(const uint8_t *section, uint64_t regions);

/* Finds the labels of a layer whose number of waypoints is known, if they can be read. With
 * `on_touch` all is checked but the bundles and what labels say of regions, which are checked when
 * they are first touched. OVL_WRONG_CHECKSUM or OVL_CORRUPT, with the fault. */
ovl_result ovi_labels_check(ovi_layer *layer, const ovi_section_view *section, bool on_touch,
                            ovl_fault *fault);

/* Checks what labels say of a region whose block is valid: the numbers of its waypoints, and the
 * ways of its links. Returns what is wrong; NULL: nothing. */
const char *ovi_labels_check_region(const ovi_layer *layer, const ovi_region *region);

#endif
