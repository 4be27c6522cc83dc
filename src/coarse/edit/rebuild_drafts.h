/* Makes the drafts of the regions of a rebuild, and chooses their waypoints anew where these may
 * have changed. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H
#define OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H

#include "coarse/edit/rebuild_internal.h"

/* Reads the cells of a region, of `around` cells on each side, and of what bodies there cover.
 * False: no memory, or they could not be read. */
bool ovi_work_read_around(ovi_rebuild *work, const ovi_region *place, uint32_t profile,
                          int32_t around);

/* Allocates memory for drafts of directed layers, for each worker. NULL: no memory. */
ovi_draft_workspace *ovi_work_workspaces(ovi_rebuild *work);

/* Returns whether a site is changed for at least one profile. False for NULL. */
bool ovi_work_site_is_changed(const ovi_rebuild *work, const ovi_site *site);

/* Requests the draft of a site for a profile, unless it has one. False: no memory, or its cells
 * could not be read. */
bool ovi_work_request_draft(ovi_rebuild *work, ovi_site *site, uint32_t profile);

/* Makes all requested drafts. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the
 * fault if a step rule returns an invalid cost; where a block could not be read, a draft of no
 * cell. */
ovl_result ovi_work_make_drafts(ovi_rebuild *work);

/* Makes the drafts of all changed sites. Returns what ovi_work_make_drafts does. */
ovl_result ovi_work_make_changed_drafts(ovi_rebuild *work);

/* Chooses the waypoints that changed sites may have changed. Both sites of one that did become
 * stale. Returns what ovi_work_make_drafts does, or why something could not be read. */
ovl_result ovi_work_choose(ovi_rebuild *work);

#endif
