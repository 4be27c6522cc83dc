/* Writes the blocks of a rebuild. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H

#include "coarse/edit/rebuild_internal.h"

/* Lists the stale sites. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_work_list_stale(ovi_rebuild_work *work);

/* Reads the cells of the listed sites, and the blocks that are read to write theirs, and makes
 * their drafts. Returns what ovi_work_make_drafts does; OVL_NO_MEMORY also if something could not
 * be read. */
ovl_result ovi_work_prepare_stale(ovi_rebuild_work *work);

/* Then writes the blocks of the listed sites; those that differ from the version's go to the
 * output. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the fault if a block would
 * be too large. */
ovl_result ovi_work_write(ovi_rebuild_work *work);

/* Writes the blocks of all regions to the output. Returns what a bake does; OVL_NO_MEMORY also if a
 * region could not be read. */
ovl_result ovi_work_write_all(ovi_rebuild_work *work);

#endif
