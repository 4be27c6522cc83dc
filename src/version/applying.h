/* Applying edits in one call. */
#ifndef OVERLAND_VERSION_APPLYING_H
#define OVERLAND_VERSION_APPLYING_H

#include "overland_edit.h"
#include "version/edit.h"

/* Makes the next version of a world, as ovl_world_apply does; `fault` is not NULL. */
ovl_result ovi_version_apply(const ovl_world *world, const ovi_call_edits *edits,
                             const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

#endif
