/* Edits as a caller makes them, and their place in the history of a version. */
#ifndef OVERLAND_VERSION_EDIT_H
#define OVERLAND_VERSION_EDIT_H

#include "overland_edit.h"
#include "version/version.h"

/* Edits to be applied in one go. */
typedef struct ovi_call_edits {
  const ovl_edit *edits;
  size_t count;
  const uint64_t *of_calls; /* how many of them each call has that they were made by; NULL: one */
} ovi_call_edits;

/* Makes a version the next one of its history, after all calls that the edits were made by, and
 * logs the calls. False: no memory. */
bool ovi_edits_enter(ovl_world *next, const ovi_call_edits *edits);

#endif
