/* Rebuilding what edits change: from a version and a list of edits, the new blocks of exactly those
 * regions whose blocks a bake of the edited map would write differently.
 *
 * Invariant: a block that comes out is, byte for byte, what that bake writes, whether the
 * version was edited before or not: it is read through views of regions alone. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_H
#define OVERLAND_COARSE_EDIT_REBUILD_H

#include "coarse/view/layer.h"
#include "common/scratch.h"
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

/* All but the answer is set. OVL_OK; or OVL_BAD_ARGUMENT with the fault, OVL_NEEDS_RULE or
 * OVL_NO_MEMORY, and then there is no answer. In any case it is to be released. */
ovl_result ovi_rebuild_run(ovi_rebuild *rebuild);

/* Gives back all that was not taken over. */
void ovi_rebuild_release(ovi_rebuild *rebuild);

#endif
