/* Applying the edits of one call to a version, to be continued where a reader was late. */
#ifndef OVERLAND_VERSION_APPLY_H
#define OVERLAND_VERSION_APPLY_H

#include "coarse/edit/rebuild.h"
#include "version/edit.h"
#include "version/follow_up.h"

typedef struct ovi_apply_input {
  const ovl_world *world; /* the version before */
  const ovl_world *kept;  /* the same, by a source that keeps what is read through it; of a world in
                             memory, the same world */
  ovi_call_edits edits;
  const ovl_apply_def *def; /* stays valid, as the edits do */
  ovl_fault *fault;         /* of errors */
} ovi_apply_input;

typedef struct ovi_apply {
  ovi_apply_input input;
  ovi_stages stages;       /* see apply.c */
  ovi_rebuild rebuild;     /* of the blocks */
  uint32_t *regions;       /* that were rebuilt */
  ovi_follow_up follow_up; /* of what depends on them */
  ovl_world *next; /* the next version, complete when all is done; its history is that of the calls,
                      one after the other. It reads as `kept` does */
} ovi_apply;

/* Begins; allocates nothing yet. It must not be moved, and has to be released. */
void ovi_apply_begin(ovi_apply *apply, const ovi_apply_input *input);

/* OVL_OK: the next version is made. The answer of a reader that is late or fails: the next call
 * goes on where it was. Other errors are those of ovl_world_apply, with the fault. */
ovl_result ovi_apply_run(ovi_apply *apply);

/* Releases what was begun, or is all zeros, with the next version, unless that is NULL now. */
void ovi_apply_release(ovi_apply *apply);

#endif
