/* Plans in the states of an edited world: see bench_states.h. */
#include "bench/edits/bench_states.h"

#include "bench/measure/bench_passes.h"
#include "bench/measure/bench_problems.h"
#include "bench/measure/bench_verdict.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"

static int fail(ovl_result result) { return command_fail_result("the benchmark", result, NULL); }

/* Plans the problems in one state of the world. */
static int plan(const ovl_world *world, int32_t profile, const struct bench_problems *problems,
                enum bench_state state, struct bench_states *states) {
  struct progress progress;
  struct bench_ground ground;
  struct bench_verdict verdict;
  ovl_result result = bench_ground_read(world, profile, UINT64_MAX, &ground);
  if (result != OVL_OK) {
    return fail(result);
  }
  progress_begin(&progress, "bench", PROGRESS_TERMINAL);
  struct bench_run run = {
      .world = world, .profile = profile, .problems = problems, .progress = &progress};
  result = bench_passes_make(&run);
  progress_end(&progress);
  if (result == OVL_OK) {
    result = bench_verdict_make(&run, &ground, &verdict);
  }
  bench_passes_free(&run);
  bench_ground_free(&ground);
  if (result != OVL_OK) {
    return fail(result);
  }
  states->first_step_us[state] = verdict.us[BENCH_FIRST_STEPS];
  states->full_path_us[state] = verdict.us[BENCH_FULL_PATHS];
  states->estimate[state] = verdict.method;
  states->queries += problems->count;
  states->failed += verdict.failed;
  states->illegal += verdict.illegal;
  return EXIT_DONE;
}

static ovl_result settle(struct bench_editor *editor, struct bench_states *states) {
  enum { SLICE_EXPANSIONS = 100000 };
  ovl_refresh *settling = NULL;
  ovl_world *settled = NULL;
  bool done = false;
  const double begin_us = platform_now_us();
  ovl_result result = ovl_refresh_create(bench_editor_newest(editor), NULL, &settling);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(settling, SLICE_EXPANSIONS, &done);
    states->settle_slices++;
  }
  if (result == OVL_OK) {
    result = ovl_refresh_apply(settling, bench_editor_newest(editor), &settled);
  }
  states->settle_ms = (platform_now_us() - begin_us) / 1000;
  ovl_refresh_destroy(settling);
  if (result == OVL_OK) {
    bench_editor_replace(editor, settled);
  }
  return result;
}

/* Asks a default planner that was made before the edits for a route and a path of each problem, and
 * counts those that it can't answer. No room is given for the results: the library plans all the
 * same, and says how much they need. */
static ovl_result count_unanswered(const struct bench_editor *editor, ovl_planner *planner,
                                   const struct bench_problems *problems, enum bench_state state,
                                   struct bench_states *states) {
  for (size_t i = 0; i < problems->count; i++) {
    ovl_query query = {0};
    ovl_route route = {0};
    ovl_path path = {0};
    query.start = problems->list[i].start;
    query.goal = problems->list[i].goal;
    query.profile = editor->ground->profile;
    const ovl_world *world = bench_editor_newest(editor);
    const ovl_result results[2] = {ovl_route_begin(planner, world, &query, &route),
                                   ovl_find_path(planner, world, &query, &path)};
    for (int kind = 0; kind < 2; kind++) {
      if (results[kind] == OVL_PLANNER_TOO_SMALL || results[kind] == OVL_OTHER_WORLD) {
        states->unanswered[state]++;
      } else if (results[kind] != OVL_OK && results[kind] != OVL_MORE_ROOM) {
        return results[kind];
      }
    }
  }
  return OVL_OK;
}

/* Plans in the editor's newest version, then with the planner that is older than it. */
static int plan_newest(struct bench_editor *editor, ovl_planner *planner,
                       const struct bench_problems *problems, enum bench_state state,
                       struct bench_states *states) {
  const int code =
      plan(bench_editor_newest(editor), editor->ground->profile, problems, state, states);
  const ovl_result result =
      code == EXIT_DONE ? count_unanswered(editor, planner, problems, state, states) : OVL_OK;
  return result == OVL_OK ? code : fail(result);
}

static int plan_problems(struct bench_editor *editor, const struct bench_problems *problems,
                         struct bench_states *states) {
  const ovl_world *unedited = editor->ground->world;
  const ovl_planner_def def = {.world = unedited};
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  if (result != OVL_OK) {
    return fail(result);
  }
  states->asked = 2 * problems->count;
  int code = plan(unedited, editor->ground->profile, problems, BENCH_UNEDITED, states);
  if (code == EXIT_DONE) {
    code = plan_newest(editor, planner, problems, BENCH_EDITED, states);
  }
  if (code == EXIT_DONE) {
    result = settle(editor, states);
    code = result == OVL_OK ? plan_newest(editor, planner, problems, BENCH_SETTLED, states)
                            : fail(result);
  }
  ovl_planner_destroy(planner);
  return code;
}

/* Keeps the problems whose ends reach each other in a world, and of these the first `most`. */
static void keep_reachable(struct bench_problems *problems, const ovl_world *world, int32_t profile,
                           size_t most) {
  size_t kept = 0;
  for (size_t i = 0; i < problems->count && kept < most; i++) {
    const struct bench_problem problem = problems->list[i];
    const uint32_t island = ovl_world_island(world, profile, problem.start);
    if (island != 0 && island == ovl_world_island(world, profile, problem.goal)) {
      problems->list[kept++] = problem;
    }
  }
  problems->count = kept;
}

int bench_states_measure(struct bench_editor *editor, struct bench_states *states) {
  enum { DRAWN = 4 * BENCH_EDITED_PROBLEMS };
  const int32_t profile = editor->ground->profile;
  struct bench_ground edited;
  struct bench_problems problems;
  ovl_version_info version;
  *states = (struct bench_states){0};
  ovl_world_version(bench_editor_newest(editor), &version);
  states->rebuilt_regions = version.rebuilt_regions;
  states->version_bytes = version.bytes;
  const ovl_result result =
      bench_ground_read(bench_editor_newest(editor), profile, UINT64_MAX, &edited);
  if (result != OVL_OK) {
    return fail(result);
  }
  int code = bench_problems_draw(&edited, DRAWN, editor->random, &problems);
  bench_ground_free(&edited);
  if (code == EXIT_DONE) {
    keep_reachable(&problems, editor->ground->world, profile, BENCH_EDITED_PROBLEMS);
    code = plan_problems(editor, &problems, states);
    bench_problems_free(&problems);
  }
  return code;
}
