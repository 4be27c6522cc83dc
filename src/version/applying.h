/* Applyings of the calls that a fork or a patch remembers, one after the other. */
#ifndef OVERLAND_VERSION_APPLYING_H
#define OVERLAND_VERSION_APPLYING_H

#include "overland_edit.h"
#include "version/version.h"

/* Turns the fault of a bad edit, whose number in the log is `where`, into that of the bytes that
 * the log was read from; returns the result. */
typedef ovl_result (*ovi_bad_edit_fn)(const ovi_edit_log *log, ovl_fault *fault);

/* What an applying has to do: the edits of one call, or all calls of a log. */
typedef struct ovi_apply_task {
  const ovl_world *world;
  const ovl_edit *edits; /* of the call */
  size_t count;
  ovi_edit_log *log;           /* the calls; NULL: the call above */
  const ovl_world *log_owner;  /* the version with the allocator of the log; both are retained */
  bool keeps_versions;         /* all versions between the calls have to be in the history */
  ovi_bad_edit_fn on_bad_edit; /* NULL: the fault stays as it is */
  ovl_world *made;             /* the result, if there is nothing to apply; or NULL. Taken over,
                                  also on errors */
  const ovl_apply_def *def;    /* NULL: the default */
} ovi_apply_task;

/* Begins an applying. On errors *applying is NULL, with the fault: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY. */
ovl_result ovi_applying_begin(const ovi_apply_task *task, ovl_applying **applying,
                              ovl_fault *fault);

/* Ends a call that made an applying with `created` and goes on in one step: hands out its version
 * or the fault, and destroys it. */
ovl_result ovi_applying_finish(ovl_result created, ovl_applying *applying, ovl_world **version,
                               ovl_fault *fault);

#endif
