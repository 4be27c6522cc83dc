/* Applying edits to a version in one call. */
#ifndef OVERLAND_VERSION_APPLY_H
#define OVERLAND_VERSION_APPLY_H

#include "version/edit.h"

/* Makes the next version of a world, as ovl_world_apply does; `def` may be NULL, `fault` not. A
 * fault of a bad edit has its number in `where`. */
ovl_result ovi_version_apply(const ovl_world *world, const ovi_call_edits *edits,
                             const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

#endif
