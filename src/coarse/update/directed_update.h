/* Updates the islands of one directed layer after an edit. If local components around the edit are
 * joined otherwise than before, all regions of the layer are passed twice; the version keeps its
 * islands in memory from then on. */
#ifndef OVERLAND_COARSE_UPDATE_DIRECTED_UPDATE_H
#define OVERLAND_COARSE_UPDATE_DIRECTED_UPDATE_H

#include "coarse/update/update_input.h"

/* Updates the islands. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why a region could not be read. */
ovl_result ovi_directed_update(const ovi_update *update, uint32_t profile);

#endif
