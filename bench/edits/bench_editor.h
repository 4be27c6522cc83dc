/* A world that a benchmark edits step by step, always in its newest version. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_EDITOR_H
#define OVERLAND_BENCH_EDITS_BENCH_EDITOR_H

#include "bench/measure/bench_check.h"
#include "overland_edit.h"

struct bench_editor {
  const struct bench_ground *ground; /* of the world as it was before all edits */
  ovl_world *own;                    /* the newest version; NULL: there was no edit yet */
  uint64_t random;                   /* the state of what is drawn */
};

/* Returns the newest version: the ground's world until something is edited. */
const ovl_world *bench_editor_newest(const struct bench_editor *editor);

/* Makes the next version and closes the one before it, which is what a game does that goes on in
 * the newest version. *us is the time of both. */
ovl_result bench_editor_apply(struct bench_editor *editor, const ovl_edit *edits, size_t count,
                              double *us);

/* Goes on with another version, which the editor owns from then on; NULL: back to the world as it
 * was before all edits. */
void bench_editor_replace(struct bench_editor *editor, ovl_world *version);

#endif
