/* Islands after an edit.
 *
 * An undirected layer's are brought up to date where they changed. Its island numbers are keys:
 * cells have equal ones if and only if they reach each other, islands that an edit does not
 * touch keep theirs, and of several parts the largest does. Numbers need not follow each other; a
 * base that is made anew has them in order again. A directed layer's are found anew. */
#ifndef OVERLAND_COARSE_EDIT_ISLAND_UPDATE_H
#define OVERLAND_COARSE_EDIT_ISLAND_UPDATE_H

#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"

/* A version that is being made. */
typedef struct ovi_islands_update {
  const ovi_layer *before; /* one a profile; the version that was edited */
  ovi_layer *after;        /* one a profile; they read the new blocks */
  uint32_t profiles;
  ovi_delta_tree *living; /* what `after` reads */
  ovi_own_islands *own;
  const uint32_t *regions; /* whose blocks are not those of before, each once */
  uint32_t region_count;
  const ovl_allocator *allocator; /* of blobs and of what is needed meanwhile */
} ovi_islands_update;

/* Brings the islands of all layers up to date: their counts, the islands of components in the
 * tree, and what the version holds itself; what it held of that is dropped. OVL_OK, or
 * OVL_NO_MEMORY: then the tree and what the version holds can be dropped, and nothing else.
 * Costs the components in and beside the regions; if the edit cuts or joins islands, also those of
 * all parts but the largest. In a directed layer of which something changed, the whole layer.
 */
ovl_result ovi_update_islands(const ovi_islands_update *update);

#endif
