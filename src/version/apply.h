/* Applying edits to a version in one call, and the step that they are in its history. */
#ifndef OVERLAND_VERSION_APPLY_H
#define OVERLAND_VERSION_APPLY_H

#include "overland_edit.h"
#include "version/version.h"

/* The step to a version that is made from others: by a rebase, or by a patch, which leads to a
 * number and an identity that are given. */
typedef struct ovi_version_step {
  bool is_given;
  uint64_t number, identity; /* of the version, if they are given */
  uint64_t change;           /* else a hash of what was changed */
  uint64_t compared;         /* regions that progress counted before the edits are applied */
} ovi_version_step;

typedef struct ovi_call_edits {
  const ovl_edit *edits;
  size_t count;
  const ovi_version_step *step; /* NULL: they are those of a caller, and are hashed. Else they are a
                                   difference of versions: see ovi_rebuild_input */
} ovi_call_edits;

/* Makes the next version of a world, as ovl_world_apply does; `def` may be NULL, `fault` not. A
 * fault of a bad edit has its number in `where`. */
ovl_result ovi_version_apply(const ovl_world *world, const ovi_call_edits *edits,
                             const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

#endif
