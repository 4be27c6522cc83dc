/* The calls of a log that are applied to a version: one after the other, or in one call where that
 * gives the same.
 *
 * Invariant: the version that results is the one that the calls give one after the other, with its
 * number and identity. The only difference that splitting edits into calls can make is in extra
 * costs, which a call discards where a profile can't stand when it ends. */
#ifndef OVERLAND_VERSION_LOGGED_CALLS_H
#define OVERLAND_VERSION_LOGGED_CALLS_H

#include "version/version.h"

typedef struct ovi_logged_calls {
  ovi_edit_log *log;
  ovl_world *owner;    /* a version with the allocator of the log */
  ovl_edit *edits;     /* all of the log */
  uint64_t total;      /* number of edits */
  uint64_t applied;    /* edits of calls that were applied */
  bool keeps_versions; /* all versions between the calls have to be in the history */
  const ovl_allocator *allocator;
} ovi_logged_calls;

/* Edits to be applied in one call. */
typedef struct ovi_call_edits {
  const ovl_edit *edits;
  size_t count;
  const ovi_edit_log *calls; /* the calls that the edits were made by; NULL: one */
} ovi_call_edits;

/* Begins what is all zeros but for `keeps_versions`; retains the log and its owner. False: no
 * memory. It has to be released either way. */
bool ovi_logged_calls_begin(ovi_logged_calls *calls, ovi_edit_log *log, const ovl_world *owner,
                            const ovl_allocator *allocator);

/* Releases what was begun, or is all zeros. */
void ovi_logged_calls_release(ovi_logged_calls *calls);

/* Chooses the edits to be applied next. `world` is the version before all calls. OVL_OK, or the
 * outcome of its source: then the next call goes on. Costs a look at each region of the edits, once
 * for all calls. */
ovl_result ovi_logged_calls_choose(const ovi_logged_calls *calls, const ovl_world *world,
                                   ovi_call_edits *edits);

#endif
