/* Writes the blocks of a rebuild. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H

#include "coarse/edit/rebuild_internal.h"

/* Makes the drafts of stale sites and writes their blocks; those that differ from the version's go
 * to the output. Returns what ovi_work_make_drafts does, or why something could not be read;
 * OVL_BAD_ARGUMENT with the fault also if a block would be too large. */
ovl_result ovi_work_write(ovi_rebuild *work);

#endif
