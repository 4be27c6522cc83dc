/* Budgets of builds: see build_budget.h. */
#include "tools/build/build_budget.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 101, TRIES = 20, MOST_POINTS = 4096, OPTION_LETTERS = 80 };

/* ---- Reading ------------------------------------------------------------- */

bool build_budget_parse(struct build_budget *budget) {
  static const struct {
    const char *unit;
    enum budget_kind kind;
    double factor;
  } units[] = {{"B", BUDGET_BYTES, 1},
               {"s", BUDGET_WORK, 1},
               {"ms", BUDGET_WORK, 0.001},
               {"us", BUDGET_FIRST_STEP, 1}};
  char *end;
  const double number = strtod(budget->text, &end);
  const bool is_number =
      end != budget->text && strspn(budget->text, "0123456789.") == (size_t)(end - budget->text);
  for (size_t i = 0; is_number && i < sizeof units / sizeof units[0]; i++) {
    if (strcmp(end, units[i].unit) == 0) {
      budget->kind = units[i].kind;
      budget->amount = number * units[i].factor;
    }
  }
  return budget->kind != BUDGET_NONE && budget->amount > 0 && budget->amount < 1e9;
}

/* A limit in whole units, at least 1, for 0 is none. */
static uint64_t limit_of(double amount) { return amount < 1 ? 1 : (uint64_t)amount; }

void build_budget_fit(struct build_budget *budget, double cells) {
  budget->limits = (ovl_bake_figures){.file_bytes = 0};
  if (budget->kind == BUDGET_BYTES) {
    budget->limits.file_bytes = limit_of(budget->amount * cells);
  } else if (budget->kind == BUDGET_WORK) {
    budget->limits.bake_us = limit_of(budget->amount * 1e6);
  } else {
    budget->limits.first_step_ns = limit_of(budget->amount * 1000);
  }
}

static bool is_expected_within(const struct build_budget *budget) {
  const ovl_bake_figures *limits = &budget->limits;
  const ovl_bake_figures *expected = &budget->expected;
  return (limits->file_bytes == 0 || expected->file_bytes <= limits->file_bytes) &&
         (limits->bake_us == 0 || expected->bake_us <= limits->bake_us) &&
         (limits->first_step_ns == 0 || expected->first_step_ns <= limits->first_step_ns);
}

static const char *write_options(const struct build_budget *budget, char text[OPTION_LETTERS]) {
  snprintf(text, OPTION_LETTERS,
           "--region-size %" PRId32 " --spacing %" PRId32 " --labels %" PRId32,
           budget->chosen.region_cells, budget->chosen.spacing_cells,
           budget->chosen.label_bytes_per_cell > 0 ? budget->chosen.label_bytes_per_cell : 0);
  return text;
}

void build_budget_note(const struct build_budget *budget) {
  if (budget->kind != BUDGET_NONE && !is_expected_within(budget)) {
    command_note("no settings that were tried are expected to stay within %s: those that "
                 "come nearest are used",
                 budget->text);
  }
}

/* ---- First steps --------------------------------------------------------- */

/* Draws an open cell of the first floor; false: none was found. */
static bool draw_cell(const ovl_world *world, uint64_t *state, ovl_cell *cell) {
  ovl_floor_info floor;
  ovl_world_floor(world, 0, &floor);
  for (int i = 0; i < TRIES; i++) {
    uint32_t drawn[2];
    for (int k = 0; k < 2; k++) {
      *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      drawn[k] = (uint32_t)(*state >> 33);
    }
    *cell = (ovl_cell){(int32_t)(drawn[0] % (uint32_t)floor.width),
                       (int32_t)(drawn[1] % (uint32_t)floor.height), 0};
    if (ovl_world_weight(world, 0, *cell) != 0) {
      return true;
    }
  }
  return false;
}

/* Microseconds until the first segment between two drawn cells; negative if there is none. */
static double time_step(ovl_planner *planner, const ovl_world *world, uint64_t *state,
                        ovl_cell *points) {
  ovl_query query = {0};
  ovl_route route;
  ovl_path segment = {.points = points, .capacity = MOST_POINTS};
  if (!draw_cell(world, state, &query.start) || !draw_cell(world, state, &query.goal)) {
    return -1;
  }
  const double begin_us = platform_now_us();
  ovl_result result = ovl_route_begin(planner, world, &query, &route);
  if (result == OVL_OK) {
    result = ovl_route_next(planner, world, &route, route.position, &segment);
  }
  return result == OVL_OK ? platform_now_us() - begin_us : -1;
}

static int compare_times(const void *a, const void *b) {
  const double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

/* The median of some first steps; negative if none could be made. The first round of the same
 * problems touches the world's pages. */
static double measure_steps(const ovl_world *world) {
  double times[STEPS];
  int count = 0;
  ovl_planner *planner = NULL;
  ovl_cell *points = malloc(MOST_POINTS * sizeof *points);
  const ovl_planner_def def = {.world = world};
  const bool good = points != NULL && ovl_planner_create(&def, &planner, NULL) == OVL_OK;
  for (int round = 0; good && round < 2; round++) {
    uint64_t state = 1;
    count = 0;
    for (int i = 0; i < STEPS; i++) {
      const double time = time_step(planner, world, &state, points);
      if (time >= 0) {
        times[count++] = time;
      }
    }
  }
  ovl_planner_destroy(planner);
  free(points);
  if (count == 0) {
    return -1;
  }
  qsort(times, (size_t)count, sizeof times[0], compare_times);
  return times[count / 2];
}

/* ---- Reports ------------------------------------------------------------- */

void build_budget_print_options(const struct build_budget *budget) {
  char options[OPTION_LETTERS];
  if (budget->kind != BUDGET_NONE) {
    print_out("budget %s: the same as %s\n", budget->text, write_options(budget, options));
  }
}

/* What the reports tell about a budget. */
struct budget_figures {
  bool is_expected_within;
  double cells;      /* of all floors */
  double file_bytes; /* measured, as is the median of first steps; negative if there were none */
  double step_us;
};

static struct budget_figures find_figures(const struct build_budget *budget,
                                          const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  return (struct budget_figures){.is_expected_within = is_expected_within(budget),
                                 .cells = world_report_cells(world),
                                 .file_bytes = (double)info.file_bytes,
                                 .step_us = measure_steps(world)};
}

void build_budget_report_text(const struct build_budget *budget, double work_ms,
                              const ovl_world *world) {
  if (budget->kind == BUDGET_NONE) {
    return;
  }
  const struct budget_figures figures = find_figures(budget, world);
  build_budget_print_options(budget);
  print_out("  expected  %.3f bytes a cell, %.2f s of work, first step %.1f us\n",
            (double)budget->expected.file_bytes / figures.cells,
            (double)budget->expected.bake_us / 1e6, (double)budget->expected.first_step_ns / 1000);
  print_out("  measured  %.3f bytes a cell, %.2f s of work", figures.file_bytes / figures.cells,
            work_ms / 1000);
  if (figures.step_us >= 0) {
    print_out(", first step %.1f us", figures.step_us);
  }
  print_out("\n");
}

void build_budget_report_json(struct json *json, const struct build_budget *budget, double work_ms,
                              const ovl_world *world) {
  char options[OPTION_LETTERS];
  if (budget->kind == BUDGET_NONE) {
    return;
  }
  const struct budget_figures figures = find_figures(budget, world);
  json_object_begin(json, "budget");
  json_text(json, "amount", budget->text);
  json_text(json, "options", write_options(budget, options));
  json_bool(json, "expected_within", figures.is_expected_within);
  json_object_begin(json, "expected");
  json_double(json, "bytes_per_cell", (double)budget->expected.file_bytes / figures.cells, 4);
  json_double(json, "work_ms", (double)budget->expected.bake_us / 1000, 3);
  json_double(json, "first_step_us", (double)budget->expected.first_step_ns / 1000, 3);
  json_object_end(json);
  json_object_begin(json, "measured");
  json_double(json, "bytes_per_cell", figures.file_bytes / figures.cells, 4);
  json_double(json, "work_ms", work_ms, 3);
  if (figures.step_us >= 0) {
    json_double(json, "first_step_us", figures.step_us, 3);
  }
  json_object_end(json);
  json_object_end(json);
}
