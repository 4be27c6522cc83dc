/* Updates the islands of a version after an edit.
 *
 * An undirected layer is updated around the edit alone. Its island numbers are keys: two cells have
 * the same number if and only if one can be reached from the other. Islands that the edit does not
 * touch keep their numbers; when an island is split, its largest part keeps the number. Numbers may
 * have gaps, which a new base closes. A directed layer is computed anew. */
#ifndef OVERLAND_COARSE_UPDATE_ISLAND_UPDATE_H
#define OVERLAND_COARSE_UPDATE_ISLAND_UPDATE_H

#include "coarse/update/update_input.h"

/* Updates the islands of all layers. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why a region could not
 * be read. Costs the regions around those that were rebuilt; where an island is cut in two, also a
 * search of the smaller part; of a directed layer whose local components are joined
 * otherwise than before, all regions. In the cache of a reader none has to stay. */
ovl_result ovi_islands_update(const ovi_update *update);

#endif
