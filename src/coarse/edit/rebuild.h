/* Rebuilding what edits change: from a version and a list of edits, the new blocks of exactly those
 * regions whose blocks a bake of the edited map would write differently.
 *
 * Invariant: a block that comes out is, byte for byte, what that bake writes, whether the
 * version was edited before or not: it is read through views of regions alone. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_H
#define OVERLAND_COARSE_EDIT_REBUILD_H

#include "coarse/edit/rebuild_internal.h"

/* All but the answer is set. OVL_OK; or OVL_BAD_ARGUMENT with the fault, OVL_NEEDS_RULE or
 * OVL_NO_MEMORY, and then there is no answer. In any case it is to be released. */
ovl_result ovi_rebuild_run(ovi_rebuild *rebuild);

/* Gives back all that was not taken over. */
void ovi_rebuild_release(ovi_rebuild *rebuild);

#endif
