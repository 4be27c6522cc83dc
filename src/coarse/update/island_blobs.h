/* The islands of regions that an edit changes: blobs in the tree of replaced regions, which
 * versions share.
 *
 * Invariant: a blob that the version before has as well is not written. */
#ifndef OVERLAND_COARSE_UPDATE_ISLAND_BLOBS_H
#define OVERLAND_COARSE_UPDATE_ISLAND_BLOBS_H

#include "coarse/update/update_input.h"
#include "coarse/view/region.h"

/* Gives the rebuilt regions blobs of their own, with 0 for each component. False: no memory. */
bool ovi_island_blobs_clear(const ovi_update *update);

/* Reads the islands of a region in an undirected layer, which has `count` local components. */
void ovi_islands_read(const ovi_layer *layer, uint32_t id, uint32_t count, uint32_t *out);

/* The islands of a layer's components in a region that has a blob of its own. */
static inline uint32_t *ovi_islands_of(const ovi_update *update, uint32_t profile, uint32_t id) {
  return ovi_replaced_islands(ovi_delta_tree_find(update->delta, id), profile);
}

/* How many islands such a blob has for a layer: the local components that the region had when the
 * blob was made. It has others if the file of a reader was changed since. */
static inline uint32_t ovi_islands_count(const ovi_update *update, uint32_t profile, uint32_t id) {
  const ovi_blob *blob = ovi_delta_tree_find(update->delta, id)->islands;
  const uint32_t *begins = (const uint32_t *)(const void *)blob->data;
  return begins[profile + 1] - begins[profile];
}

/* A local component of a region in a layer. */
typedef struct ovi_island_place {
  uint32_t profile, id, component;
} ovi_island_place;

/* Sets the island of a component; a region that shares its blob with the version before gets a copy
 * first. OVL_OK or OVL_NO_MEMORY, or why the present islands could not be read. */
ovl_result ovi_island_blobs_set(const ovi_update *update, const ovi_island_place *place,
                                uint32_t island);

#endif
