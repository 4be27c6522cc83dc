/* Drafts of the regions of a rebuild, and which of their waypoints are chosen anew. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H
#define OVERLAND_COARSE_EDIT_REBUILD_DRAFTS_H

#include "coarse/edit/rebuild_internal.h"

/* Asks for the draft of a site for a profile, unless it has one; false: no memory. */
bool ovi_work_want_draft(ovi_rebuild_work *work, ovi_site *site, uint32_t profile);

/* Makes all drafts that were asked for. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT if a rule
 * answers what is no cost. */
ovl_result ovi_work_make_drafts(ovi_rebuild_work *work);

/* Makes the drafts of the sites that moved. */
ovl_result ovi_work_move_drafts(ovi_rebuild_work *work);

/* Chooses the waypoints that may be others now that these moved. Sites whose waypoints are others
 * become stale. */
ovl_result ovi_work_choose(ovi_rebuild_work *work);

#endif
