/* Writes the blocks of a rebuild. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H

#include "coarse/edit/rebuild_internal.h"

/* Lists the stale sites. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_work_list_stale(ovi_rebuild_work *work);

/* Reads the cells of the listed sites and makes their drafts. Where a reader is late or fails,
 * returns its answer or OVL_NO_MEMORY, and asks it for all that these need: then it is called
 * again. Else returns what ovi_work_make_drafts does. */
ovl_result ovi_work_prepare_stale(ovi_rebuild_work *work);

/* Then writes the blocks of the listed sites; those that differ from the version's go to the
 * output. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if a block would be too large.
 */
ovl_result ovi_work_write(ovi_rebuild_work *work);

/* Writes the blocks of all regions to the output. Returns what a bake does; OVL_NO_MEMORY also if a
 * reader was late or failed: the next call goes on with the region that could not be read. */
ovl_result ovi_work_write_all(ovi_rebuild_work *work);

#endif
