/* Makes the drafts of the regions of a rebuild, and chooses their waypoints anew where these may
 * have changed. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H
#define OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H

#include "coarse/edit/rebuild_internal.h"

/* Reads the cells of a region, of `around` cells on each side, and of what bodies there cover.
 * False: no memory. */
bool ovi_work_read_around(ovi_rebuild_work *work, const ovi_region *place, uint32_t profile,
                          int32_t around);

/* Requests the draft of a site for a profile, unless it has one. False: no memory. */
bool ovi_work_request_draft(ovi_rebuild_work *work, ovi_site *site, uint32_t profile);

/* Makes all requested drafts. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if a step
 * rule returns an invalid cost. */
ovl_result ovi_work_make_drafts(ovi_rebuild_work *work);

/* Makes the drafts of all changed sites. Returns what ovi_work_make_drafts does. */
ovl_result ovi_work_make_changed_drafts(ovi_rebuild_work *work);

/* Chooses the waypoints that changed sites may have changed. Both sites of a changed waypoint
 * become stale. Returns what ovi_work_make_drafts does. */
ovl_result ovi_work_choose(ovi_rebuild_work *work);

#endif
