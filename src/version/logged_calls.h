/* The calls of a log that are applied to a version: one after the other, or in one go where that
 * gives the same.
 *
 * Invariant: the version that results is the one that the calls give one after the other, with its
 * number and identity. Splitting edits into calls makes a difference for extra costs, which a call
 * discards where a profile can't stand when it ends; and where a call makes the world be baked
 * again (it sets the first height or takes the last one, or a profile becomes directed or
 * undirected), labels are then stale, also if a later call undoes it. Edits of heights are applied
 * call by call for that reason; doors and walls that do it are not looked for. */
#ifndef OVERLAND_VERSION_LOGGED_CALLS_H
#define OVERLAND_VERSION_LOGGED_CALLS_H

#include "version/edit.h"

typedef struct ovi_logged_calls {
  ovi_edit_log *log;
  ovl_world *owner;               /* a version with the allocator of the log */
  ovl_edit *edits;                /* all of the log */
  uint64_t *counts;               /* number of edits of each call */
  uint64_t calls;                 /* number of calls */
  uint64_t total;                 /* number of edits */
  uint64_t call, edit;            /* the first ones that were not applied yet */
  bool keeps_versions;            /* all versions between the calls have to be in the history */
  const ovl_allocator *allocator; /* of the lists */
} ovi_logged_calls;

/* Begins what is all zeros but for `keeps_versions`; retains the log and its owner. False: no
 * memory. It has to be released either way. */
bool ovi_logged_calls_begin(ovi_logged_calls *calls, ovi_edit_log *log, const ovl_world *owner,
                            const ovl_allocator *allocator);

/* Releases what was begun, or is all zeros. */
void ovi_logged_calls_release(ovi_logged_calls *calls);

/* Chooses the edits to be applied next: of one call, or of all. `world` is the version before all
 * calls. OVL_OK, or the outcome of its source: then the choice is made again. Costs, before the
 * first call, a look at each region of the edits. */
ovl_result ovi_logged_calls_choose(const ovi_logged_calls *calls, const ovl_world *world,
                                   ovi_call_edits *edits);

/* Passes on behind edits that were chosen and applied. True: all were. */
bool ovi_logged_calls_pass(ovi_logged_calls *calls, const ovi_call_edits *edits);

#endif
