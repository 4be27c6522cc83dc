/* Bakes a world anew from its own cells and settings, and compares what is baked with its file:
 * finds errors that checksums can't.
 *
 * A world of one floor with overlays alone is baked in parts, which wait in a scratch file until
 * they are merged, so that memory grows with its width. Any other is baked in memory. */
#ifndef OVERLAND_TOOLS_VERIFY_FRESH_BAKE_H
#define OVERLAND_TOOLS_VERIFY_FRESH_BAKE_H

#include "tools/verify/file_compare.h"

struct fresh_bake_def {
  const ovl_world *world;    /* opened from the file, not edited since */
  struct compared_file file; /* of the world */
  const char *path;          /* of the file, whose mode the scratch file gets; "": none */
  ovl_progress_fn progress;  /* or NULL */
  void *progress_user;
};

/* OVL_OK: there is no difference. Errors, with the fault:
 *   OVL_CORRUPT: `what` is the section of the first difference, `where` the offset of the byte,
 * `found` the byte there and `expected` that of the bake; or it names an input that a bake refuses.
 *   OVL_WRITE_FAILED: the scratch file; `found` is an errno, or 0.
 *   OVL_NEEDS_RULE: it was baked with a step rule. OVL_READ_FAILED and what else reading cells
 * gives; OVL_NO_MEMORY, OVL_STOPPED. */
ovl_result fresh_bake_compare(const struct fresh_bake_def *def, ovl_fault *fault);

#endif
