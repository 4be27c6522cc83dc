/* Updates overlays after an edit: rebuilds the clusters that depend on replaced regions, level by
 * level, as far up as blocks change.
 *
 * Invariant: afterwards every block equals the one that a bake of the edited world writes. A block
 * depends on the parts of its cluster and on the waypoints along its borders. So a cluster whose
 * borders stay the same does not change its neighbours, and one whose block stays the same does not
 * change the level above. */
#ifndef OVERLAND_COARSE_UPDATE_OVERLAY_UPDATE_H
#define OVERLAND_COARSE_UPDATE_OVERLAY_UPDATE_H

#include "coarse/update/update_input.h"

/* Updates the overlays of all layers that have some. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why
 * something could not be read. Costs the clusters that change; a whole level if the level becomes
 * possible or impossible. The cache of a reader must hold the parts of nine clusters at once. */
ovl_result ovi_overlays_update(const ovi_update *update);

#endif
