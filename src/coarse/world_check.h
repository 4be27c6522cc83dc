/* Checking the bytes of a world file before anything in them is used. */
#ifndef OVI_WORLD_CHECK_H
#define OVI_WORLD_CHECK_H

#include "overland.h"
#include "region.h"

/* Checks everything that later code relies on, and fills in world's view of the
 * bytes: sizes, sections, settings. */
ovl_result ovi_world_check(ovl_world *world, const uint8_t *bytes, uint64_t byte_count,
                           ovl_fault *fault);

#endif
