/* The harness: tables of named tests, and checks that say where, with which seed
 * and with what values they failed.
 *
 * Every random case has a seed of its own, counted up from the seed of the run.
 * A failure prints it, and `overland_tests --seed THAT NAME` meets the failing
 * case first. */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct test_state {
  const char *name;
  uint64_t seed;      /* of the run */
  uint64_t case_seed; /* of the case under way */
  uint32_t failures;
  bool is_long;      /* --long: many more cases */
  char context[400]; /* what the case is about, printed with a failure */
} test_state;

typedef struct test_entry {
  const char *name; /* NULL ends a table */
  void (*run)(test_state *t);
} test_entry;

/* One table a file. */
extern const test_entry test_bad_edits_table[];
extern const test_entry test_bad_worlds_table[];
extern const test_entry test_bake_table[];
extern const test_entry test_batch_table[];
extern const test_entry test_body_table[];
extern const test_entry test_builder_table[];
extern const test_entry test_canonical_table[];
extern const test_entry test_coarse_table[];
extern const test_entry test_cut_routes_table[];
extern const test_entry test_damage_table[];
extern const test_entry test_directed_table[];
extern const test_entry test_directed_ways_table[];
extern const test_entry test_edits_table[];
extern const test_entry test_estimate_maker_table[];
extern const test_entry test_feature_paths_table[];
extern const test_entry test_features_table[];
extern const test_entry test_fine_seeds_table[];
extern const test_entry test_flow_table[];
extern const test_entry test_forged_features_table[];
extern const test_entry test_forgery_table[];
extern const test_entry test_forks_table[];
extern const test_entry test_goals_table[];
extern const test_entry test_ground_table[];
extern const test_entry test_header_table[];
extern const test_entry test_image_file_table[];
extern const test_entry test_inflate_table[];
extern const test_entry test_islands_table[];
extern const test_entry test_labels_table[];
extern const test_entry test_limits_table[];
extern const test_entry test_links_table[];
extern const test_entry test_live_table[];
extern const test_entry test_living_islands_table[];
extern const test_entry test_memory_table[];
extern const test_entry test_movingai_table[];
extern const test_entry test_overlay_edits_table[];
extern const test_entry test_overlay_queries_table[];
extern const test_entry test_overlays_table[];
extern const test_entry test_pager_late_table[];
extern const test_entry test_pager_table[];
extern const test_entry test_part_faults_table[];
extern const test_entry test_part_forgery_table[];
extern const test_entry test_parts_table[];
extern const test_entry test_patch_table[];
extern const test_entry test_paths_table[];
extern const test_entry test_planner_table[];
extern const test_entry test_png_reader_table[];
extern const test_entry test_questions_costs_table[];
extern const test_entry test_questions_table[];
extern const test_entry test_questions_why_table[];
extern const test_entry test_queue_table[];
extern const test_entry test_reach_table[];
extern const test_entry test_rebuild_table[];
extern const test_entry test_regions_table[];
extern const test_entry test_retarget_table[];
extern const test_entry test_routes_table[];
extern const test_entry test_settling_table[];
extern const test_entry test_smoothing_table[];
extern const test_entry test_stale_marks_table[];
extern const test_entry test_step_rule_table[];
extern const test_entry test_tasks_table[];
extern const test_entry test_tiled_faults_table[];
extern const test_entry test_tiled_map_table[];
extern const test_entry test_travel_table[];
extern const test_entry test_turns_table[];
extern const test_entry test_units_flows_table[];
extern const test_entry test_units_random_table[];
extern const test_entry test_units_table[];
extern const test_entry test_watch_table[];
extern const test_entry test_why_table[];
extern const test_entry test_world_file_table[];
extern const test_entry test_yardstick_table[];

#if defined(__GNUC__) && !defined(_WIN32)
#define TEST_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define TEST_PRINTF(format_at, values_at)
#endif

/* Returns `holds`; prints file, line, seed and values if it does not. */
bool test_check(test_state *t, bool holds, const char *file, int line, const char *format, ...)
    TEST_PRINTF(5, 6);

/* CHECK(t, condition, "what it should be: %d", value) */
#define CHECK(t, ...) CHECK_AT(t, __FILE__, __LINE__, __VA_ARGS__)
#define CHECK_AT(t, file, line, condition, ...) test_check(t, condition, file, line, __VA_ARGS__)

/* Begins case `index` and sets its seed. */
uint64_t test_begin_case(test_state *t, uint64_t index);

/* Says what the case is about. */
void test_context(test_state *t, const char *format, ...) TEST_PRINTF(2, 3);

/* True while cases remain and nothing has failed: after a failure the rest of a
 * test would tell nothing new. */
bool test_more(const test_state *t, uint64_t index, uint64_t count, uint64_t long_count);

#endif
