/* Updates the islands of a version after an edit.
 *
 * An undirected layer is updated around the edit alone. Its island numbers are keys: two cells have
 * the same number if and only if one can be reached from the other. Islands that the edit does not
 * touch keep their numbers; when an island is split, its largest part keeps the number. Numbers may
 * have gaps, which a new base closes. A directed layer is computed anew. */
#ifndef OVERLAND_COARSE_EDIT_ISLAND_UPDATE_H
#define OVERLAND_COARSE_EDIT_ISLAND_UPDATE_H

#include "coarse/edit/update_input.h"

/* Updates the islands of all layers: their counts, the islands of components in the tree, and the
 * data in `own`, whose old contents are dropped. OVL_OK or OVL_NO_MEMORY; after a failure the tree
 * and `own` can only be dropped.
 * Costs the components in and beside the replaced regions; if the edit splits or joins islands,
 * also those of all parts but the largest. A directed layer that changed costs all its components.
 */
ovl_result ovi_islands_update(const ovi_update *update);

#endif
