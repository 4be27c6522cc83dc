/* A rebuild: its task and answer, and what its parts share while it runs. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H
#define OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H

#include "coarse/blocks/directed.h"
#include "coarse/edit/edits.h"
#include "overland_edit.h"

typedef struct ovi_rebuilt_block {
  uint32_t region;
  ovi_blob *block; /* NULL: taken over */
} ovi_rebuilt_block;

typedef struct ovi_rebuild {
  const ovi_shared *shared;
  const ovi_layer *layers;
  const ovl_edit *edits;
  size_t count;
  ovl_step_rule_fn step_rule; /* NULL: none */
  void *step_rule_user;
  const ovl_jobs *jobs; /* NULL: none */
  const ovl_allocator *allocator;
  ovl_fault *fault;
  /* The answer: */
  ovi_rebuilt_block *blocks; /* each region once, in no order, but the same one every time */
  uint32_t block_count;
  ovi_blob *links;          /* the section of links if it is another, or taken over; else NULL */
  uint64_t map_fingerprint; /* of the edited map */
  bool has_heights;         /* of the edited map */
  bool anew; /* a layer began or ended to be directed, or the map to have heights: all blocks
                are given */
  uint32_t directed; /* a bit for each profile whose layer is directed now */
  ovi_scratch scratch;
} ovi_rebuild;

typedef struct ovi_rebuild_work {
  ovi_rebuild *rebuild;
  ovi_sites sites;
  ovi_cell_source source;
  ovi_map map; /* the edited one, as far as it was read */
  ovi_directed directed;
  ovi_edits edits;
  ovi_site_layer *pending; /* drafts to be made */
  uint32_t pending_count;
  ovi_draft_workspace *rooms; /* one a worker; NULL: none yet */
  int32_t workers;
} ovi_rebuild_work;

static inline const ovi_layer *ovi_work_layer(const ovi_rebuild_work *work, uint32_t profile) {
  return &work->rebuild->layers[profile];
}

static inline uint32_t ovi_work_profiles(const ovi_rebuild_work *work) {
  return work->rebuild->shared->profile_count;
}

/* Takes memory that lives until the rebuild is released. */
static inline void *ovi_work_take(ovi_rebuild_work *work, uint64_t count, uint64_t size) {
  return ovi_scratch_take(&work->rebuild->scratch, count, size);
}

#endif
