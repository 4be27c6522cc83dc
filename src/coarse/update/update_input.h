/* The inputs of the updates that follow a rebuild: of islands and overlays. */
#ifndef OVERLAND_COARSE_UPDATE_UPDATE_INPUT_H
#define OVERLAND_COARSE_UPDATE_UPDATE_INPUT_H

#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"
#include "common/slice.h"

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
  ovi_progress *progress;
  const ovl_allocator *allocator;
} ovi_update;

#endif
