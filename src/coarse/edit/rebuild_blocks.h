/* Writes the blocks of a rebuild. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H

#include "coarse/edit/rebuild_internal.h"

/* Writes the blocks of stale sites; those that differ from the version's go to the output. OVL_OK,
 * OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if a block would be too large. */
ovl_result ovi_work_write(ovi_rebuild_work *work);

/* Writes the blocks of all regions to the output. Returns what a bake does. */
ovl_result ovi_work_write_all(ovi_rebuild_work *work);

#endif
