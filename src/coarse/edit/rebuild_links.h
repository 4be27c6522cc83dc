/* Finds the links that begin or cease to serve a profile, and the layers that become directed or
 * undirected. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_LINKS_H
#define OVERLAND_COARSE_EDIT_REBUILD_LINKS_H

#include "coarse/edit/rebuild_internal.h"

/* Reads the links of the map, if it has any. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_work_read_links(ovi_rebuild *work);

/* The functions below return OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why something could not be
 * read. */

/* Makes the sites stale at which a link begins or ceases to serve a profile. Changed sites must
 * have their drafts. */
ovl_result ovi_work_find_links(ovi_rebuild *work);

/* Then finds the layers that are directed after the edits. */
ovl_result ovi_work_find_directed(ovi_rebuild *work);

/* Finds the ends of links in stale sites. */
ovl_result ovi_work_find_link_ends(ovi_rebuild *work);

#endif
