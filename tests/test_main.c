/* Runs the tests: overland_tests [--long] [--seed N] [NAME-PREFIX]
 *
 * Prints `ok NAME` or `FAIL NAME` for each, and `N passed, N failed` at the end.
 * The seed is fixed unless given, so that each run of one build is the same. */
#include "test.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 10, DEFAULT_SEED = 20240917 };

bool test_check(test_state *t, bool holds, const char *file, int line, const char *format, ...) {
  if (holds) {
    return true;
  }
  t->failures++;
  if (t->failures <= MOST_MESSAGES) {
    va_list values;
    va_start(values, format);
    printf("%s:%d: %s, seed %" PRIu64 ": ", file, line, t->name, t->case_seed);
    vprintf(format, values);
    va_end(values);
    printf("%s%s\n", t->context[0] != '\0' ? " | " : "", t->context);
    fflush(stdout);
  }
  return false;
}

uint64_t test_begin_case(test_state *t, uint64_t index) {
  t->case_seed = t->seed + index;
  t->context[0] = '\0';
  return t->case_seed;
}

void test_context(test_state *t, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(t->context, sizeof t->context, format, values);
  va_end(values);
}

bool test_more(const test_state *t, uint64_t index, uint64_t count, uint64_t long_count) {
  return t->failures == 0 && index < (t->is_long ? long_count : count);
}

typedef struct run_sums {
  uint32_t passed, failed;
} run_sums;

/* Which tests are run: those whose name begins so, and of them every `every`th from the
 * `first` on. */
typedef struct selection {
  const char *prefix;
  uint32_t first, every;
  uint32_t met;
} selection;

static bool selects(selection *chosen, const char *name) {
  return strncmp(name, chosen->prefix, strlen(chosen->prefix)) == 0 &&
         chosen->met++ % chosen->every == chosen->first % chosen->every;
}

static void run_table(const test_entry *table, const test_state *settings, selection *chosen,
                      run_sums *sums) {
  for (const test_entry *entry = table; entry->name != NULL; entry++) {
    if (!selects(chosen, entry->name)) {
      continue;
    }
    test_state state = *settings;
    state.name = entry->name;
    entry->run(&state);
    printf("%s %s\n", state.failures == 0 ? "ok" : "FAIL", entry->name);
    fflush(stdout);
    if (state.failures == 0) {
      sums->passed++;
    } else {
      sums->failed++;
    }
  }
}

/* Nothing runs twice. */
static bool are_all_others(const test_entry *const *tables, size_t count) {
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < i; k++) {
      if (tables[i] == tables[k]) {
        fprintf(stderr, "overland_tests: the table of %s is listed twice\n", tables[i]->name);
        return false;
      }
    }
  }
  return true;
}

int main(int argc, char **argv) {
  static const test_entry *const tables[] = {
      test_bad_edits_table,
      test_bad_worlds_table,
      test_bake_table,
      test_batch_table,
      test_body_table,
      test_builder_table,
      test_canonical_table,
      test_coarse_table,
      test_cut_routes_table,
      test_damage_table,
      test_directed_table,
      test_directed_ways_table,
      test_edits_table,
      test_estimate_maker_table,
      test_feature_paths_table,
      test_features_table,
      test_fine_seeds_table,
      test_flow_table,
      test_forged_features_table,
      test_forgery_table,
      test_forks_table,
      test_goals_table,
      test_ground_table,
      test_header_table,
      test_image_file_table,
      test_inflate_table,
      test_islands_table,
      test_labels_table,
      test_limits_table,
      test_links_table,
      test_live_table,
      test_living_islands_table,
      test_memory_table,
      test_movingai_table,
      test_overlay_edits_table,
      test_overlay_queries_table,
      test_overlays_table,
      test_pager_late_table,
      test_pager_table,
      test_part_faults_table,
      test_part_forgery_table,
      test_parts_table,
      test_patch_table,
      test_paths_table,
      test_planner_table,
      test_png_reader_table,
      test_questions_costs_table,
      test_questions_table,
      test_questions_why_table,
      test_queue_table,
      test_reach_table,
      test_rebuild_table,
      test_regions_table,
      test_retarget_table,
      test_routes_table,
      test_settling_table,
      test_smoothing_table,
      test_stale_marks_table,
      test_step_rule_table,
      test_tasks_table,
      test_tiled_faults_table,
      test_tiled_map_table,
      test_travel_table,
      test_turns_table,
      test_units_flows_table,
      test_units_random_table,
      test_units_table,
      test_watch_table,
      test_why_table,
      test_world_file_table,
      test_yardstick_table,
  };
  const size_t count = sizeof tables / sizeof tables[0];
  if (!are_all_others(tables, count)) {
    return 2;
  }
  test_state settings = {.name = "", .seed = DEFAULT_SEED};
  selection chosen = {"", 0, 1, 0};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--long") == 0) {
      settings.is_long = true;
    } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
      settings.seed = strtoull(argv[++i], NULL, 0);
    } else if (strcmp(argv[i], "--slice") == 0 && i + 2 < argc) {
      chosen.first = (uint32_t)strtoul(argv[++i], NULL, 0);
      chosen.every = (uint32_t)strtoul(argv[++i], NULL, 0);
      chosen.every = chosen.every != 0 ? chosen.every : 1;
    } else if (argv[i][0] != '-') {
      chosen.prefix = argv[i];
    } else {
      fprintf(stderr, "usage: overland_tests [--long] [--seed N] [--slice I N] [NAME-PREFIX]\n");
      return 2;
    }
  }
  settings.case_seed = settings.seed;
  run_sums sums = {0, 0};
  for (size_t i = 0; i < count; i++) {
    run_table(tables[i], &settings, &chosen, &sums);
  }
  printf("%" PRIu32 " passed, %" PRIu32 " failed\n", sums.passed, sums.failed);
  return sums.failed == 0 && sums.passed > 0 ? 0 : 1;
}
