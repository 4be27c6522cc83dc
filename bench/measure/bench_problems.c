/* The problems of a benchmark: see bench_problems.h.
 *
 * Draws are whole numbers all the way, so that a seed means the same problems on every machine. */
#include "bench/measure/bench_problems.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/random_numbers.h"
#include "tools/map/scenario_file.h"

#include <inttypes.h>
#include <stdlib.h>

/* The cell of the world for one of a scenario, which counts from the upper left of its map. */
static ovl_cell on_floor(const struct bench_floor *floor, ovl_cell cell) {
  return (ovl_cell){floor->corner.x + cell.x, floor->corner.y + cell.y, cell.floor};
}

/* *open: the profile can stand on both ends. */
static int check_scenario(const char *path, const struct bench_ground *ground, size_t number,
                          const struct scenario *scenario, bool has_optima, bool *open) {
  *open = true;
  const struct bench_floor *floor = &ground->floors[0];
  if (scenario->width != floor->width || scenario->height != floor->height) {
    return command_fail(EXIT_INPUT,
                        "%s: problem %zu is for a map of %" PRId32 " x %" PRId32
                        "; the world is %" PRId32 " x %" PRId32,
                        path, number, scenario->width, scenario->height, floor->width,
                        floor->height);
  }
  const ovl_cell ends[2] = {on_floor(floor, scenario->start), on_floor(floor, scenario->goal)};
  static const char *const names[2] = {"start", "goal"};
  for (int i = 0; i < 2; i++) {
    if (!bench_ground_has(ground, ends[i])) {
      return command_fail(EXIT_INPUT,
                          "%s: the %s %" PRId32 ",%" PRId32 " of problem %zu is outside the map"
                          " of %" PRId32 " x %" PRId32,
                          path, names[i], ends[i].x, ends[i].y, number, floor->width,
                          floor->height);
    }
    *open = *open && bench_ground_weight(ground, ends[i]) != 0;
    if (has_optima && !*open) {
      return command_fail(EXIT_INPUT,
                          "%s: the %s %" PRId32 ",%" PRId32 " of problem %zu is blocked", path,
                          names[i], ends[i].x, ends[i].y, number);
    }
  }
  return EXIT_DONE;
}

/* A length of 0 between different cells says nothing: programs that do not know it write it so. */
static bool gives_length(const struct scenario *scenario) {
  return scenario->optimum > 0 ||
         (scenario->start.x == scenario->goal.x && scenario->start.y == scenario->goal.y);
}

/* Lengths are those of the profile that the file names; of plain ground if it names none. */
static bool optima_hold(const struct bench_ground *ground, const struct scenario_list *file) {
  return file->profile[0] != '\0' ? file->rules == scenario_rules(&ground->rules) : ground->plain;
}

static int take_scenarios(const char *path, const struct bench_ground *ground, uint64_t every,
                          const struct scenario_list *file, struct bench_problems *problems) {
  if (file->count == 0) {
    return command_fail(EXIT_INPUT, "%s: there is no problem in it; each is a line after the first",
                        path);
  }
  problems->has_optima = optima_hold(ground, file);
  problems->list = calloc(file->count / every + 1, sizeof *problems->list);
  if (problems->list == NULL) {
    return command_fail_memory("the problems");
  }
  for (size_t number = 0; number < file->count; number++) {
    const struct scenario *scenario = &file->list[number];
    bool open;
    const int code = check_scenario(path, ground, number, scenario, problems->has_optima, &open);
    if (code != EXIT_DONE) {
      return code;
    }
    if (number % every == 0 && !open) {
      problems->left_out++;
    } else if (number % every == 0) {
      const struct bench_floor *floor = &ground->floors[0];
      problems->list[problems->count++] = (struct bench_problem){
          number, on_floor(floor, scenario->start), on_floor(floor, scenario->goal),
          scenario->optimum, gives_length(scenario)};
    }
  }
  return EXIT_DONE;
}

int bench_problems_read(const char *path, const struct bench_ground *ground, uint64_t every,
                        struct bench_problems *problems) {
  struct scenario_list file = {0};
  *problems = (struct bench_problems){.from_file = true};
  int code = scenario_file_read(path, &file);
  if (code == EXIT_DONE) {
    code = take_scenarios(path, ground, every, &file, problems);
    scenario_file_free(&file);
  }
  if (code != EXIT_DONE) {
    bench_problems_free(problems);
  }
  return code;
}

/* A cell of any floor; places are left to links. */
static ovl_cell random_cell(const struct bench_ground *ground, uint64_t *state) {
  ovl_cell cell = {0};
  if (ground->floor_count > 1) {
    cell.floor = random_below(state, ground->floor_count);
  }
  const struct bench_floor *floor = &ground->floors[cell.floor];
  cell.x = random_below(state, floor->width);
  cell.y = random_below(state, floor->height);
  return on_floor(floor, cell);
}

/* The next cell in row order, from the last one to the first of all. */
static ovl_cell next_cell(const struct bench_ground *ground, ovl_cell cell) {
  const struct bench_floor *floor = &ground->floors[cell.floor];
  if (++cell.x == floor->corner.x + floor->width) {
    cell.x = floor->corner.x;
    if (++cell.y == floor->corner.y + floor->height) {
      cell.floor = cell.floor + 1 == ground->floor_count ? 0 : cell.floor + 1;
      cell = ground->floors[cell.floor].corner;
    }
  }
  return cell;
}

/* An open cell. Where open cells are too rare to be hit, the next one in row
 * order: the world has one, as the caller made sure. */
static ovl_cell random_open_cell(const struct bench_ground *ground, uint64_t *state) {
  enum { TRIES = 4096 };
  ovl_cell cell = {0};
  for (int i = 0; i < TRIES; i++) {
    cell = random_cell(ground, state);
    if (bench_ground_weight(ground, cell) != 0) {
      return cell;
    }
  }
  while (bench_ground_weight(ground, cell) == 0) {
    cell = next_cell(ground, cell);
  }
  return cell;
}

/* Both ends are drawn anew until they share an island, so that large islands
 * get their share. In a world of nothing but tiny ones, the start itself. */
static struct bench_problem draw_problem(const struct bench_ground *ground, uint64_t *state) {
  enum { TRIES = 4096 };
  struct bench_problem problem = {.has_path = true};
  for (int i = 0; i < TRIES; i++) {
    problem.start = random_open_cell(ground, state);
    problem.goal = random_open_cell(ground, state);
    if (ovl_world_island(ground->world, ground->profile, problem.start) ==
        ovl_world_island(ground->world, ground->profile, problem.goal)) {
      return problem;
    }
  }
  problem.goal = problem.start;
  return problem;
}

static int check_open(const struct bench_ground *ground) {
  ovl_profile_info info = {.open_cells = 0};
  ovl_world_profile(ground->world, ground->profile, &info);
  return info.open_cells > 0
             ? EXIT_DONE
             : command_fail(EXIT_NO, "the world has no open cell: nothing can be planned in it");
}

int bench_problems_draw(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                        struct bench_problems *problems) {
  *problems = (struct bench_problems){0};
  const int code = check_open(ground);
  if (code != EXIT_DONE) {
    return code;
  }
  if (count < SIZE_MAX / sizeof *problems->list) {
    problems->list = calloc((size_t)count + 1, sizeof *problems->list);
  }
  if (problems->list == NULL) {
    return command_fail_memory("the problems");
  }
  uint64_t state = seed;
  for (uint64_t number = 0; number < count; number++) {
    problems->list[number] = draw_problem(ground, &state);
    problems->list[number].number = number;
  }
  problems->count = (size_t)count;
  return EXIT_DONE;
}

int bench_problems_draw_goals(const struct bench_ground *ground, uint64_t count, uint64_t seed,
                              ovl_cell **goals) {
  const int code = check_open(ground);
  if (code != EXIT_DONE) {
    return code;
  }
  *goals = calloc((size_t)count + 1, sizeof **goals);
  if (*goals == NULL) {
    return command_fail_memory("the goals");
  }
  uint64_t state = ~seed; /* other cells than those of the problems */
  for (uint64_t i = 0; i < count; i++) {
    (*goals)[i] = random_open_cell(ground, &state);
  }
  return EXIT_DONE;
}

void bench_problems_free(struct bench_problems *problems) {
  free(problems->list);
  *problems = (struct bench_problems){0};
}
