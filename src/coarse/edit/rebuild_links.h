/* Links that begin or end to serve, and layers that begin or end to be directed. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_LINKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_LINKS_H

#include "coarse/edit/rebuild_internal.h"

/* Reads the links of the map, if there are any; false: no memory. */
bool ovi_work_read_links(ovi_rebuild_work *work);

/* Makes those sites stale in which a link begins or ends to serve; and tells the layers that are
 * directed after the edits, which have their drafts where sites moved. */
ovl_result ovi_work_find_directed(ovi_rebuild_work *work, uint32_t *directed);

/* Finds the links of stale sites. */
ovl_result ovi_work_place_links(ovi_rebuild_work *work);

#endif
