/* The inputs of the updates that follow a rebuild: of islands and overlays. */
#ifndef OVERLAND_COARSE_EDIT_UPDATE_INPUT_H
#define OVERLAND_COARSE_EDIT_UPDATE_INPUT_H

#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"

/* A version before its edits and the version after them, in which the blocks of some regions have
 * been replaced. */
typedef struct ovi_update {
  const ovi_layer *before; /* one per profile; only read */
  ovi_layer *after;        /* one per profile; their regions have the new blocks */
  uint32_t profiles;
  const uint32_t *regions; /* whose blocks were replaced, each once */
  uint32_t region_count;
  uint64_t version;              /* number of the version after */
  ovi_delta_tree *delta;         /* of the version after, by region */
  ovi_delta_tree *overlay_delta; /* of the version after, by first_key and number of a cluster */
  ovi_own_islands *own;          /* of the version after, one per profile */
  const ovl_jobs *jobs;          /* NULL: none */
  const ovl_allocator *allocator;
} ovi_update;

/* Puts new islands of a region into the tree. Takes over the reference. False: no memory; the tree
 * is as it was. */
static inline bool ovi_update_put(const ovi_update *update, uint32_t region, ovi_blob *islands) {
  const ovi_replaced *old = ovi_delta_tree_find(update->delta, region);
  ovi_replaced replaced = {.islands = islands};
  if (old != NULL) {
    replaced.version = old->version;
    replaced.block = ovi_blob_retain(old->block);
  }
  return ovi_delta_tree_put(update->delta, region, replaced);
}

#endif
