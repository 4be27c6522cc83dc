/* The option space: worlds of every kind with every history, and public calls with every setting,
 * against the model. A case that fails is shrunk and printed as lines for the list of cases that
 * failed before.
 *
 * With --long, ten million calls. OVERLAND_SPACE_FROM=N goes on with world N, which is printed now
 * and then. */
#include "tests/space/space_call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS_OF_WORLD = 60, LONG_CALLS_OF_WORLD = 500, TESTS = 4, PROGRESS = 1000 };

typedef struct space_case {
  space_world_def world;
  space_call_def call;
} space_case;

/* Cases that failed once. */
static const space_case failed_before[] = {
    /* Ends were not joined over inner ports whose numbers follow on those of ports of the cluster.
     */
    {{.seed = 20241983u, .features = 0x221, .max_side = 140, .max_region = 20},
     {.seed = 3118192179u, .kind = SPACE_PATH}},
    /* Goals out of reach, with a limit of expansions: the cells around the start were searched. */
    {{.seed = 20240935u, .features = 0x30, .max_side = 140, .max_region = 20},
     {.seed = 18222186u, .kind = SPACE_ROUTE, .options = 0x50}},
    {{.seed = 20241072u,
      .features = 0x28,
      .max_side = 60,
      .max_region = 20,
      .changes = {SPACE_FORK, SPACE_FORK, SPACE_FORK},
      .change_count = 3},
     {.seed = 1262415183u, .kind = SPACE_PATH, .options = 0x50}},
    /* Many goals in one region: each listed the ports of its region again. */
    {{.seed = 20241161u, .features = 0xb18, .max_side = 140, .max_region = 20},
     {.seed = 110491166u, .kind = SPACE_FLOW, .options = 0x10}},
    /* A path with few turns costs more than its route. */
    {{.seed = 77000168u, .features = 0xe1a, .max_side = 60, .max_region = 20},
     {.seed = 629857533u, .kind = SPACE_PATH, .options = 0xa0}},
    /* The path that was measured began in any direction, the one that was written did not. */
    {{.seed = 77000872u,
      .features = 0x4,
      .max_side = 60,
      .max_region = 20,
      .changes = {SPACE_PATCH},
      .change_count = 1},
     {.seed = 2564283802u, .kind = SPACE_PATH, .options = 0xb0}},
    /* The goal of a flow, a set of one blocked cell, was not moved. */
    {{.seed = 5001401u,
      .features = 0x456,
      .max_side = 60,
      .max_region = 9,
      .has_overlays_alone = true},
     {.seed = 3317814313u, .kind = SPACE_FLOW, .options = 0x15}},
    /* Costs of few far cells, which are those of planned paths: 3 and 4.2 percent above the least.
     */
    {{.seed = 771184u,
      .features = 0x1400,
      .max_side = 140,
      .max_region = 9,
      .has_overlays_alone = true},
     {.seed = 209820329u, .kind = SPACE_COSTS}},
    {{.seed = 991176u, .features = 0x1000, .max_side = 140, .max_region = 20},
     {.seed = 4202172073u, .kind = SPACE_COSTS}},
    /* Costs of far cells that are those of paths, with links and free corners: 30.2 percent above
     * the least. */
    {{.seed = 994994u,
      .features = 0x1acc,
      .max_side = 140,
      .max_region = 9,
      .has_overlays_alone = true},
     {.seed = 1373833686u, .kind = SPACE_COSTS, .options = 0x1}},
    /* The nearest of several goals, where a rule makes crossings at waypoints dear. */
    {{.seed = 772864u,
      .features = 0x17aa,
      .max_side = 60,
      .max_region = 9,
      .has_overlays_alone = true},
     {.seed = 3355800488u, .kind = SPACE_PATH, .options = 0x10}},
};

/* Whether a case is right, without a word. */
static bool is_right(const test_state *t, const space_case *one) {
  static space_world w;
  test_state quiet = *t;
  quiet.is_quiet = true;
  quiet.failures = 0;
  const bool is_made = space_world_make(&w, &quiet, &one->world);
  const bool is_right = is_made && space_call_run(&w, &quiet, &one->call);
  space_world_free(&w);
  return is_right;
}

/* Takes a simpler case if it still fails. */
static void try_simpler(const test_state *t, space_case *one, const space_case *simpler) {
  if (!is_right(t, simpler)) {
    *one = *simpler;
  }
}

/* Leaves out features, changes, settings and ways that a failure does not need. */
static void shrink(const test_state *t, space_case *one) {
  for (uint32_t bit = 1; bit <= MODEL_HEXAGONS; bit <<= 1) {
    space_case simpler = *one;
    simpler.world.features &= ~bit;
    try_simpler(t, one, &simpler);
  }
  for (uint32_t bit = 1; bit < 1u << SPACE_OPTIONS; bit <<= 1) {
    space_case simpler = *one;
    simpler.call.options &= ~bit;
    try_simpler(t, one, &simpler);
  }
  while (one->world.change_count > 0) {
    space_case simpler = *one;
    simpler.world.change_count--;
    const int32_t before = one->world.change_count;
    try_simpler(t, one, &simpler);
    if (one->world.change_count == before) {
      break;
    }
  }
  space_case simpler = *one;
  simpler.call.way = SPACE_ONE_GO;
  try_simpler(t, one, &simpler);
  simpler = *one;
  simpler.world.holding = SPACE_MEMORY;
  try_simpler(t, one, &simpler);
}

/* Says what is wrong with a case. */
static void run_aloud(test_state *t, const space_case *one) {
  static space_world w;
  if (space_world_make(&w, t, &one->world)) {
    space_call_run(&w, t, &one->call);
  }
  space_world_free(&w);
}

/* Asks calls of a world, one after the other; `first` of them are left out. Returns the number of
 * the first call that was wrong, or `calls`. */
static int ask_calls(test_state *t, const space_world_def *def, uint64_t seed, int first,
                     int calls) {
  static space_world w;
  test_random random = {seed ^ 0x2545f491u};
  int at = space_world_make(&w, t, def) ? 0 : calls;
  bool is_right = true;
  for (; at < calls && is_right; at++) {
    const space_call_def call = space_call_draw(&random);
    is_right = at < first || space_call_run(&w, t, &call);
  }
  space_world_free(&w);
  return is_right ? calls : at - 1;
}

/* Says what is wrong with a call that fails only behind others of its world, as few as do. */
static void report_behind_others(test_state *t, uint64_t seed, const space_case *one, int number) {
  test_state quiet = *t;
  int first = 0;
  quiet.is_quiet = true;
  for (int step = number; step > 0; step /= 2) {
    while (first + step <= number &&
           ask_calls(&quiet, &one->world, seed, first + step, number + 1) == number) {
      first += step;
    }
  }
  ask_calls(t, &one->world, seed, first, number + 1);
  CHECK(t, t->failures != 0, "a case fails now and then");
  printf("call %d of world %" PRIu64 " fails behind calls %d and on:\n", number, seed, first);
  space_print(&one->world, &one->call);
}

/* Reports a case: shrunk, or as it is if it fails only behind others. */
static void report(test_state *t, uint64_t seed, space_case one, int number) {
  if (is_right(t, &one)) {
    report_behind_others(t, seed, &one, number);
    return;
  }
  shrink(t, &one);
  run_aloud(t, &one);
  CHECK(t, t->failures != 0, "a case fails now and then");
  printf("the case, shrunk:\n");
  space_print(&one.world, &one.call);
}

static void ask_world(test_state *t, uint64_t seed, int calls) {
  test_state quiet = *t;
  space_case one = {.world = space_world_draw(seed)};
  quiet.is_quiet = true;
  const int wrong = ask_calls(&quiet, &one.world, seed, 0, calls);
  if (wrong == calls && quiet.failures == 0) {
    return;
  }
  test_random random = {seed ^ 0x2545f491u};
  for (int i = 0; i <= wrong && wrong < calls; i++) {
    one.call = space_call_draw(&random);
  }
  report(t, seed, one, wrong);
}

/* Every TESTS-th world from `first` on. */
static void ask_worlds(test_state *t, uint64_t first) {
  const char *from = getenv("OVERLAND_SPACE_FROM");
  uint64_t begin = from != NULL ? strtoull(from, NULL, 0) / TESTS * TESTS : 0;
  for (uint64_t i = begin + first; test_more(t, i, 1200, 20000); i += TESTS) {
    ask_world(t, test_begin_case(t, i), t->is_long ? LONG_CALLS_OF_WORLD : CALLS_OF_WORLD);
    if (t->is_long && i / TESTS % PROGRESS == 0) {
      printf("space: world %" PRIu64 "\n", i);
      fflush(stdout);
    }
  }
}

static void space_agrees_with_the_model_0(test_state *t) { ask_worlds(t, 0); }
static void space_agrees_with_the_model_1(test_state *t) { ask_worlds(t, 1); }
static void space_agrees_with_the_model_2(test_state *t) { ask_worlds(t, 2); }
static void space_agrees_with_the_model_3(test_state *t) { ask_worlds(t, 3); }

static void space_cases_that_failed_before(test_state *t) {
  for (size_t i = 0; i < sizeof failed_before / sizeof *failed_before; i++) {
    run_aloud(t, &failed_before[i]);
  }
}

const test_entry test_space_table[] = {
    {"space_agrees_with_the_model_0", space_agrees_with_the_model_0},
    {"space_agrees_with_the_model_1", space_agrees_with_the_model_1},
    {"space_agrees_with_the_model_2", space_agrees_with_the_model_2},
    {"space_agrees_with_the_model_3", space_agrees_with_the_model_3},
    {"space_cases_that_failed_before", space_cases_that_failed_before},
    {NULL, NULL},
};
