/* Plans of the same problems in three states of a world: before the edits, after them, and once the
 * labels are refreshed.
 *
 * The problems are drawn in the edited world, so that their ends are open and reach each other in
 * every state unless the edits opened the only way. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_STATES_H
#define OVERLAND_BENCH_EDITS_BENCH_STATES_H

#include "bench/edits/bench_editor.h"
#include "bench/measure/bench_stats.h"
#include "overland.h"
#include "overland_query.h"

enum { BENCH_EDITED_PROBLEMS = 1000 };

enum bench_state { BENCH_UNEDITED = 0, BENCH_EDITED, BENCH_SETTLED, BENCH_STATE_COUNT };

struct bench_states {
  struct bench_summary first_step_us[BENCH_STATE_COUNT];
  struct bench_summary full_path_us[BENCH_STATE_COUNT];
  ovl_method estimate[BENCH_STATE_COUNT]; /* at work */
  size_t queries, failed, illegal;        /* whole paths and walks, in all states */
  size_t asked;                           /* of a default planner made before the edits, a state: */
  size_t unanswered[BENCH_STATE_COUNT]; /* routes and paths that it can't find: it is too small for
                                           the version */
  uint64_t rebuilt_regions;             /* by the edits */
  uint64_t version_bytes;               /* that the edited version holds beside the file */
  double settle_ms;
  uint64_t settle_slices;
};

/* Plans in all states of the editor's world, and refreshes it for the last of them. An exit code,
 * after one line on standard error if it is not EXIT_DONE. */
int bench_states_measure(struct bench_editor *editor, struct bench_states *states);

#endif
