/* The harness: tables of named tests, and checks that say where, with which seed
 * and with what values they failed.
 *
 * Every random case has a seed of its own, counted up from the seed of the run.
 * A failure prints it, and `overland_tests --seed THAT NAME` meets the failing
 * case first. */
#ifndef OVERLAND_TESTS_SUPPORT_TEST_H
#define OVERLAND_TESTS_SUPPORT_TEST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct test_state {
  const char *name;
  uint64_t seed;      /* of the run */
  uint64_t case_seed; /* of the case under way */
  uint32_t failures;
  bool is_long;      /* --long: many more cases */
  bool is_quiet;     /* failures are counted and not printed */
  char context[400]; /* what the case is about, printed with a failure */
} test_state;

typedef struct test_entry {
  const char *name; /* NULL ends a table */
  void (*run)(test_state *t);
} test_entry;

/* The files of tests, each with a table of its own, in the order in which they run. */
#define TEST_FILES(X)                                                                              \
  X(read_edits)                                                                                    \
  X(bad_edits)                                                                                     \
  X(bad_worlds)                                                                                    \
  X(bake)                                                                                          \
  X(bake_choice)                                                                                   \
  X(batch)                                                                                         \
  X(body)                                                                                          \
  X(builder)                                                                                       \
  X(canonical)                                                                                     \
  X(classic)                                                                                       \
  X(costs)                                                                                         \
  X(damage)                                                                                        \
  X(directed)                                                                                      \
  X(directed_search)                                                                               \
  X(drawing)                                                                                       \
  X(edge_paths)                                                                                    \
  X(edits)                                                                                         \
  X(errors_move)                                                                                   \
  X(errors_query)                                                                                  \
  X(errors_units)                                                                                  \
  X(errors_world)                                                                                  \
  X(every_fault)                                                                                   \
  X(fail)                                                                                          \
  X(far_edits)                                                                                     \
  X(features)                                                                                      \
  X(fields)                                                                                        \
  X(fields_more)                                                                                   \
  X(fine_seeds)                                                                                    \
  X(fit)                                                                                           \
  X(flow)                                                                                          \
  X(flow_read)                                                                                     \
  X(forged_features)                                                                               \
  X(forged_overlays)                                                                               \
  X(forgery)                                                                                       \
  X(game_map_shear)                                                                                \
  X(rebase)                                                                                        \
  X(goals)                                                                                         \
  X(ground)                                                                                        \
  X(header)                                                                                        \
  X(hexagon_strings)                                                                               \
  X(hexagons)                                                                                      \
  X(zeroed)                                                                                        \
  X(origin)                                                                                        \
  X(image_file)                                                                                    \
  X(inflate)                                                                                       \
  X(inspect_region)                                                                                \
  X(islands)                                                                                       \
  X(crowd_hexagons)                                                                                \
  X(judged)                                                                                        \
  X(labels)                                                                                        \
  X(by_reader)                                                                                     \
  X(limits)                                                                                        \
  X(local_search)                                                                                  \
  X(memory)                                                                                        \
  X(move)                                                                                          \
  X(movingai)                                                                                      \
  X(near)                                                                                          \
  X(opening)                                                                                       \
  X(overlay_levels)                                                                                \
  X(overlay_plans)                                                                                 \
  X(overlay_queries)                                                                               \
  X(overlays)                                                                                      \
  X(pager)                                                                                         \
  X(pager_huge)                                                                                    \
  X(pager_labels)                                                                                  \
  X(pager_reads)                                                                                   \
  X(path_pieces)                                                                                   \
  X(part_faults)                                                                                   \
  X(part_forgery)                                                                                  \
  X(parts)                                                                                         \
  X(survey)                                                                                        \
  X(verify)                                                                                        \
  X(patch)                                                                                         \
  X(plan_costs)                                                                                    \
  X(planner)                                                                                       \
  X(plain_search)                                                                                  \
  X(platform)                                                                                      \
  X(png_reader)                                                                                    \
  X(publish)                                                                                       \
  X(ranges)                                                                                        \
  X(rays)                                                                                          \
  X(quality)                                                                                       \
  X(questions_blockers)                                                                            \
  X(queue)                                                                                         \
  X(refresh)                                                                                       \
  X(regions)                                                                                       \
  X(sight)                                                                                         \
  X(smoothing)                                                                                     \
  X(snapshot)                                                                                      \
  X(snapshot_limits)                                                                               \
  X(space)                                                                                         \
  X(stack)                                                                                         \
  X(step_breaks)                                                                                   \
  X(step_rule)                                                                                     \
  X(tasks)                                                                                         \
  X(tiled_faults)                                                                                  \
  X(tiled_grid)                                                                                    \
  X(tiled_map)                                                                                     \
  X(trace)                                                                                         \
  X(travel)                                                                                        \
  X(turn_costs)                                                                                    \
  X(turns)                                                                                         \
  X(units)                                                                                         \
  X(units_doors)                                                                                   \
  X(units_flows)                                                                                   \
  X(units_groups)                                                                                  \
  X(units_inspect)                                                                                 \
  X(units_jams)                                                                                    \
  X(units_ledges)                                                                                  \
  X(units_limits)                                                                                  \
  X(units_random)                                                                                  \
  X(units_speed)                                                                                   \
  X(units_yield)                                                                                   \
  X(label_routes)                                                                                  \
  X(road_edits)                                                                                    \
  X(walks)                                                                                         \
  X(walls)                                                                                         \
  X(what_if)                                                                                       \
  X(world_file)

#define TEST_DECLARE(name) extern const test_entry test_##name##_table[];
TEST_FILES(TEST_DECLARE)
#undef TEST_DECLARE

/* Numbered, so that a name given twice does not compile: its tests would run twice. */
#define TEST_NUMBER(name) TEST_NUMBER_OF_##name,
enum { TEST_FILES(TEST_NUMBER) TEST_TABLES };
#undef TEST_NUMBER

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
