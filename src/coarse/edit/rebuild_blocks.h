/* Writing the blocks of the regions that a rebuild found stale. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_BLOCKS_H

#include "coarse/edit/rebuild_internal.h"

/* Writes the blocks of stale sites, and gives those that are others. */
ovl_result ovi_work_write(ovi_rebuild_work *work);

/* Writes all blocks of the world. */
ovl_result ovi_work_write_all(ovi_rebuild_work *work);

#endif
