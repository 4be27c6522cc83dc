/* Reading the bytes of a difference as edits, and applying them to a version. */
#ifndef OVERLAND_VERSION_DIFFERENCE_EDITS_H
#define OVERLAND_VERSION_DIFFERENCE_EDITS_H

#include "version/apply.h"

/* The bytes of a difference, which nobody has checked. */
typedef struct ovi_difference_bytes {
  const uint8_t *bytes;
  uint64_t at, end; /* where they begin and end */
  uint32_t links, edits;
} ovi_difference_bytes;

/* Reads them as edits, and applies these to a version in one step. OVL_CORRUPT, with the byte in
 * `where` of the fault, or as ovl_world_apply; faults have the numbers of regions. Memory and time
 * follow from the bytes, and from the cells that they name. */
ovl_result ovi_difference_apply(const ovi_difference_bytes *difference, const ovl_world *world,
                                const ovi_version_step *step, const ovl_apply_def *def,
                                ovl_world **version, ovl_fault *fault);

#endif
