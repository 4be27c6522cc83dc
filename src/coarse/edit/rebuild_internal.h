/* The input and output of a rebuild, and the state that its source files share. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H
#define OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H

#include "coarse/blocks/directed.h"
#include "coarse/edit/sites.h"
#include "coarse/format/limits.h"
#include "common/slice.h"
#include "overland_edit.h"

typedef struct ovi_rebuild_input {
  const ovi_shared *shared;
  const ovi_layer *layers; /* what is read from them stays where it is until the rebuild ends, but
                              for what is read in passes over all regions */
  const ovl_edit *edits;
  size_t count;
  bool is_difference; /* of versions: extra costs that do not fit are lowered, and faults have the
                         numbers of regions */
  ovl_step_rule_fn step_rule; /* NULL: none */
  void *step_rule_user;
  const ovl_jobs *jobs; /* NULL: none */
  ovi_progress *progress;
  const ovl_allocator *allocator;
  ovl_fault *fault;
} ovi_rebuild_input;

typedef struct ovi_rebuilt_block {
  uint32_t region;
  ovi_blob *block; /* NULL: the caller has taken it over */
} ovi_rebuilt_block;

typedef struct ovi_rebuild_output {
  ovi_rebuilt_block *blocks; /* each region at most once; the order depends on the input alone */
  uint32_t block_count;
  ovi_blob *links;          /* NULL: the section of links is the same, or was taken over */
  uint64_t map_fingerprint; /* of the edited map */
  bool has_heights;         /* of the edited map */
  bool needs_bake; /* no blocks are given, and all cells were read: the map has to be baked, for a
                      layer became directed or undirected, or it lost its last height or got its
                      first */
} ovi_rebuild_output;

typedef struct ovi_rebuild {
  ovi_rebuild_input input;
  ovi_rebuild_output output;
  ovi_scratch scratch; /* memory until the rebuild is released */
  ovi_sites sites;
  ovi_cell_source source;
  ovi_map map; /* after the edits, as far as it was read */
  ovi_directed directed;
  uint8_t *links;                  /* the edited section of links; NULL: no edit changes a link */
  ovi_buffer pending;              /* of ovi_site_layer *, whose drafts are to be made */
  ovi_draft_workspace *workspaces; /* one for each worker; NULL: not allocated yet */
  int32_t workers;
  uint32_t served; /* bits of the profiles that a changed link would serve */
} ovi_rebuild;

static inline const ovi_layer *ovi_work_layer(const ovi_rebuild *work, uint32_t profile) {
  return &work->input.layers[profile];
}

/* The distance up to which walls cost a profile something; 0: it is all the same to it. */
static inline int32_t ovi_work_wall_cells(const ovi_rebuild *work, uint32_t profile) {
  return ovi_wall_cells(ovi_work_layer(work, profile)->profile.wall_cost);
}

static inline uint32_t ovi_work_profiles(const ovi_rebuild *work) {
  return work->input.shared->profile_count;
}

/* OVL_OK, or why something could not be read. */
static inline ovl_result ovi_work_outcome(const ovi_rebuild *work) {
  return ovi_layer_outcome(work->input.layers);
}

/* Ends region `number` of a pass over `count`, which may leave the cache of a reader. OVL_OK, why
 * it could not be read, or OVL_STOPPED. */
static inline ovl_result ovi_work_pass(const ovi_rebuild *work, uint64_t number, uint64_t count) {
  ovi_layer_unpin(work->input.layers);
  const ovl_result outcome = ovi_work_outcome(work);
  return outcome != OVL_OK ? outcome : ovi_progress_add_item(work->input.progress, number, count);
}

/* Allocates memory that lasts until the rebuild is released. NULL: no memory. */
static inline void *ovi_work_allocate(ovi_rebuild *work, uint64_t count, uint64_t size) {
  return ovi_scratch_take(&work->scratch, count, size);
}

#endif
