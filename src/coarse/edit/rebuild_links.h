/* Finds the links that begin or cease to serve a profile, and the layers that become directed or
 * undirected. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_LINKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_LINKS_H

#include "coarse/edit/rebuild_internal.h"

/* Reads the links of the map, if it has any. False: no memory. */
bool ovi_work_read_links(ovi_rebuild_work *work);

/* Makes the sites stale at which a link begins or ceases to serve a profile, and finds the layers
 * that are directed after the edits, as bits. Changed sites must have their drafts. OVL_OK or
 * OVL_NO_MEMORY. */
ovl_result ovi_work_find_directed(ovi_rebuild_work *work, uint32_t *directed);

/* Finds the ends of links in stale sites. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_work_find_link_ends(ovi_rebuild_work *work);

#endif
