/* Applying edits to a version, with the choices that calls of the library need. */
#ifndef OVERLAND_VERSION_APPLY_H
#define OVERLAND_VERSION_APPLY_H

#include "overland_edit.h"
#include "version/version.h"

typedef struct ovi_apply_task {
  const ovl_world *world;
  const ovl_edit *edits;
  size_t count;
  const ovi_edit_log *calls; /* the calls that the edits were made by; NULL: one */
  const ovl_apply_def *def;  /* NULL: the default */
  ovl_fault *fault;          /* NULL: none */
} ovi_apply_task;

/* Does what ovl_world_apply does, and returns the same. The history of the version is that of the
 * calls, one after the other. */
ovl_result ovi_apply(const ovi_apply_task *task, ovl_world **version);

#endif
