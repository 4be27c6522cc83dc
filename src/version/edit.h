/* Edits to be applied in one go, and the step that they are in the history of a version. */
#ifndef OVERLAND_VERSION_EDIT_H
#define OVERLAND_VERSION_EDIT_H

#include "overland_edit.h"
#include "version/version.h"

/* The step to a version that is made from others: by a rebase, or by a patch, which leads to a
 * number and an identity that are given. */
typedef struct ovi_version_step {
  bool is_given;
  uint64_t number, identity; /* of the version, if they are given */
  uint64_t change;           /* else a hash of what was changed */
} ovi_version_step;

typedef struct ovi_call_edits {
  const ovl_edit *edits;
  size_t count;
  const ovi_version_step *step; /* NULL: they are those of a caller, and are hashed. Else they are a
                                   difference of versions: see ovi_rebuild_input */
} ovi_call_edits;

/* Makes a version the next one of its history, after edits. False: no memory. */
bool ovi_edits_enter(ovl_world *next, const ovi_call_edits *edits);

#endif
