/* Judges statements: see check_verdict.h.
 *
 * A place is judged by the islands of its cells: one cell of each stands for all, so that a
 * statement about a large rectangle takes a query for each island in it. */
#include "tools/check/check_verdict.h"

#include "overland_inspect.h"
#include "overland_query.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/check/check_islands.h"
#include "tools/path/path_answer.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A search for what would open a way takes memory for every cell; above this it is left out. */
#define MOST_OPENING_BYTES (UINT64_C(2) << 30)

/* ---- Places -------------------------------------------------------------- */

/* The cells of a place that belong to one island. */
struct spot {
  uint32_t island;
  uint64_t cells;
  ovl_cell first;
};

/* A place, and where the profile can stand in it. */
struct ground {
  ovl_place place;
  struct spot *spots; /* one an island */
  size_t count, capacity;
  uint64_t cells;  /* where it can stand */
  ovl_cell middle; /* of these the nearest to the middle of the place */
};

static int fail_place(const struct check_world *checked, const struct check_rule *rule,
                      const char *text) {
  struct nearest_word nearest = {text, strlen(text), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  ovl_place place;
  int32_t count = 0;
  for (; ovl_world_place(checked->world, count, &place); count++) {
    nearest_word_try(&nearest, place.name);
  }
  return command_fail(EXIT_INPUT, "%s:%zu: %s has no place '%.80s'%s; it should be %sa cell, X,Y",
                      checked->legend, rule->line, checked->file, text,
                      nearest_word_ask(&nearest, meant),
                      count > 0 ? "one of those that info lists, or "
                                : "named by a statement place when it is built, or ");
}

static int find_place(const struct check_world *checked, const struct check_rule *rule,
                      const char *text, ovl_place *place) {
  for (int32_t i = 0; ovl_world_place(checked->world, i, place); i++) {
    if (strcmp(place->name, text) == 0) {
      return EXIT_DONE;
    }
  }
  *place = (ovl_place){.name = text, .width = 1, .height = 1};
  uint32_t island;
  if (!cell_text_parse(text, &place->cell)) {
    return fail_place(checked, rule, text);
  }
  if (ovl_world_read_cells(checked->world, 0, OVL_CELLS_ISLAND, place->cell, 1, 1, &island, 1,
                           NULL) == OVL_BAD_ARGUMENT) {
    return command_fail(EXIT_INPUT, "%s:%zu: %s has no cell %s", checked->legend, rule->line,
                        checked->file, text);
  }
  return EXIT_DONE;
}

/* Counts a run of cells of one island. False: no memory. */
static bool add_run(struct ground *ground, uint32_t island, uint64_t cells, ovl_cell first) {
  struct spot *spot = NULL;
  for (size_t i = ground->count; i-- > 0 && spot == NULL;) {
    spot = ground->spots[i].island == island ? &ground->spots[i] : NULL;
  }
  if (spot == NULL) {
    if (ground->count == ground->capacity) {
      const size_t capacity = ground->capacity == 0 ? 8 : 2 * ground->capacity;
      struct spot *spots = realloc(ground->spots, capacity * sizeof *spots);
      if (spots == NULL) {
        return false;
      }
      ground->spots = spots;
      ground->capacity = capacity;
    }
    spot = &ground->spots[ground->count++];
    *spot = (struct spot){.island = island, .first = first};
  }
  spot->cells += cells;
  ground->cells += cells;
  return true;
}

static int64_t distance_to_middle(const ovl_place *place, ovl_cell cell) {
  const int64_t dx = 2 * ((int64_t)cell.x - place->cell.x) + 1 - place->width;
  const int64_t dy = 2 * ((int64_t)cell.y - place->cell.y) + 1 - place->height;
  return dx * dx + dy * dy;
}

/* Takes a row of a place. False: no memory. */
static bool take_row(struct ground *ground, const uint32_t *islands, ovl_cell begin) {
  const ovl_place *place = &ground->place;
  for (int32_t x = 0; x < place->width;) {
    int32_t end = x + 1;
    while (end < place->width && islands[end] == islands[x]) {
      end++;
    }
    const ovl_cell first = {begin.x + x, begin.y, begin.floor};
    const bool is_first = ground->cells == 0;
    if (islands[x] != 0) {
      if (!add_run(ground, islands[x], (uint64_t)(end - x), first)) {
        return false;
      }
      /* Of a run the cell nearest to the middle of the place is that below or above it, or an end.
       */
      const int32_t half = (place->width - 1) / 2;
      const int32_t near = half < x ? x : half >= end ? end - 1 : half;
      const ovl_cell cell = {begin.x + near, begin.y, begin.floor};
      if (is_first || distance_to_middle(place, cell) < distance_to_middle(place, ground->middle)) {
        ground->middle = cell;
      }
    }
    x = end;
  }
  return true;
}

static int find_ground(const struct check_world *checked, const struct check_rule *rule,
                       const char *text, int32_t profile, struct ground *ground) {
  *ground = (struct ground){.count = 0};
  int code = find_place(checked, rule, text, &ground->place);
  if (code != EXIT_DONE) {
    return code;
  }
  const ovl_place *place = &ground->place;
  uint32_t *islands = malloc((size_t)place->width * sizeof *islands);
  if (islands == NULL) {
    return command_fail_memory(text);
  }
  ground->middle = place->cell;
  for (int32_t y = 0; code == EXIT_DONE && y < place->height; y++) {
    ovl_fault fault = {.what = ""};
    const ovl_cell begin = {place->cell.x, place->cell.y + y, place->cell.floor};
    const ovl_result result =
        ovl_world_read_cells(checked->world, profile, OVL_CELLS_ISLAND, begin, place->width, 1,
                             islands, (size_t)place->width, &fault);
    if (result != OVL_OK) {
      code = command_fail_result(checked->file, result, &fault);
    } else if (!take_row(ground, islands, begin)) {
      code = command_fail_memory(text);
    }
  }
  free(islands);
  return code;
}

/* ---- What would open a way ----------------------------------------------- */

/* Returns whether the profile's body lies on the floor when it stands at a cell. */
static bool fits(const struct check_world *checked, int32_t profile, ovl_cell cell) {
  ovl_profile_info info = {.open_cells = 0};
  ovl_floor_info floor = {.width = 0};
  ovl_world_profile(checked->world, profile, &info);
  ovl_world_floor(checked->world, cell.floor, &floor);
  const int32_t size = info.def.body_cells > 1 ? info.def.body_cells : 1;
  return cell.x - floor.corner.x <= floor.width - size &&
         cell.y - floor.corner.y <= floor.height - size;
}

static int find_opening(const struct check_world *checked, struct check_verdict *verdict,
                        ovl_cell start, ovl_cell goal) {
  const size_t bytes = ovl_blockers_bytes(checked->world, verdict->profile);
  const ovl_query query = {.start = start, .goal = goal, .profile = verdict->profile};
  verdict->has_ends = true;
  verdict->start = start;
  verdict->goal = goal;
  return bytes != 0 && bytes <= MOST_OPENING_BYTES && fits(checked, verdict->profile, start) &&
                 fits(checked, verdict->profile, goal)
             ? path_why_ask(checked->world, &query, &verdict->opening)
             : EXIT_DONE;
}

/* ---- Statements about two places ----------------------------------------- */

/* Two places, the query from one to the other, and the more that it points to. */
struct way {
  struct ground from, to;
  ovl_query query;
  ovl_query_more more;
};

static int find_way(const struct check_world *checked, const struct check_verdict *verdict,
                    struct way *way) {
  const struct check_rule *rule = verdict->rule;
  *way = (struct way){.more.goal_kind = OVL_GOAL_RECT};
  int code = find_ground(checked, rule, rule->from, verdict->profile, &way->from);
  if (code == EXIT_DONE) {
    code = find_ground(checked, rule, rule->goal, verdict->profile, &way->to);
  }
  way->more.goal_w = way->to.place.width;
  way->more.goal_h = way->to.place.height;
  way->query = (ovl_query){.start = way->from.middle,
                           .goal = way->to.place.cell,
                           .profile = verdict->profile,
                           .more = &way->more};
  return code;
}

/* A place on which the profile can't stand at all. */
static int fail_blocked(const struct check_world *checked, const struct way *way,
                        struct check_verdict *verdict) {
  const struct ground *blocked = way->from.cells == 0 ? &way->from : &way->to;
  snprintf(verdict->why, sizeof verdict->why, "it can stand on no cell of %.80s",
           blocked->place.name);
  return find_opening(checked, verdict, way->from.middle, way->to.middle);
}

static int fail_unreached(const struct check_world *checked, const struct way *way,
                          const struct spot *spot, struct check_verdict *verdict) {
  char cell[CELL_TEXT_BYTES], of[160] = "";
  if (spot->cells > 1) {
    snprintf(of, sizeof of, ", nor from the %" PRIu64 " cells of %.80s around it", spot->cells - 1,
             way->from.place.name);
  }
  snprintf(verdict->why, sizeof verdict->why, "%.80s is not reached from %s%s", way->to.place.name,
           cell_text_write(cell, spot->first, checked->floors), of);
  return find_opening(checked, verdict, spot->first, way->to.middle);
}

static int judge_must(const struct check_world *checked, struct way *way,
                      struct check_verdict *verdict) {
  if (way->from.cells == 0 || way->to.cells == 0) {
    return fail_blocked(checked, way, verdict);
  }
  for (size_t i = 0; i < way->from.count; i++) {
    way->query.start = way->from.spots[i].first;
    const ovl_result result = ovl_reaches(checked->planner, checked->world, &way->query);
    if (result != OVL_OK) {
      return path_answer_is_no(result)
                 ? fail_unreached(checked, way, &way->from.spots[i], verdict)
                 : command_fail_result(checked->file, result, ovl_planner_fault(checked->planner));
    }
  }
  verdict->holds = true;
  return EXIT_DONE;
}

/* Finds the way of a query into the verdict. */
static ovl_result find_path(const struct check_world *checked, const struct way *way,
                            struct check_verdict *verdict) {
  const ovl_result result =
      path_answer_ask(checked->planner, checked->world, &way->query, &verdict->path, NULL);
  if (result == OVL_OK) {
    verdict->has_ends = true;
    verdict->start = verdict->path.points[0];
    verdict->goal = verdict->path.points[verdict->path.count - 1];
  }
  return result;
}

static int judge_must_not(const struct check_world *checked, struct way *way,
                          struct check_verdict *verdict) {
  for (size_t i = 0; i < way->from.count; i++) {
    way->query.start = way->from.spots[i].first;
    const ovl_result result = find_path(checked, way, verdict);
    if (result == OVL_OK) {
      char start[CELL_TEXT_BYTES], goal[CELL_TEXT_BYTES];
      snprintf(verdict->why, sizeof verdict->why, "a way from %s to %s costs %.3f",
               cell_text_write(start, verdict->start, checked->floors),
               cell_text_write(goal, verdict->goal, checked->floors),
               path_answer_cost_cells(checked->world, &verdict->path));
      return EXIT_DONE;
    }
    if (!path_answer_is_no(result)) {
      return command_fail_result(checked->file, result, ovl_planner_fault(checked->planner));
    }
  }
  verdict->holds = true;
  if (way->from.cells == 0 || way->to.cells == 0) {
    snprintf(verdict->why, sizeof verdict->why, "it can stand on no cell of %.80s",
             way->from.cells == 0 ? way->from.place.name : way->to.place.name);
  }
  return EXIT_DONE;
}

static int judge_within(const struct check_world *checked, struct way *way,
                        struct check_verdict *verdict) {
  const double most = verdict->rule->number;
  if (way->from.cells == 0 || way->to.cells == 0) {
    return fail_blocked(checked, way, verdict);
  }
  const ovl_result result = find_path(checked, way, verdict);
  if (result == OVL_OK) {
    const double cost = path_answer_cost_cells(checked->world, &verdict->path);
    char cell[CELL_TEXT_BYTES];
    verdict->holds = cost <= most + 0.0005; /* three decimals are printed */
    if (!verdict->holds) {
      snprintf(verdict->why, sizeof verdict->why, "the way from %s costs %.3f, %.3f more",
               cell_text_write(cell, verdict->start, checked->floors), cost, cost - most);
    }
    return EXIT_DONE;
  }
  const struct spot middle = {.cells = 1, .first = way->from.middle};
  return path_answer_is_no(result)
             ? fail_unreached(checked, way, &middle, verdict)
             : command_fail_result(checked->file, result, ovl_planner_fault(checked->planner));
}

static int judge_way(const struct check_world *checked, struct check_verdict *verdict) {
  struct way way;
  int code = find_way(checked, verdict, &way);
  if (code == EXIT_DONE) {
    code = verdict->rule->kind == CHECK_MUST       ? judge_must(checked, &way, verdict)
           : verdict->rule->kind == CHECK_MUST_NOT ? judge_must_not(checked, &way, verdict)
                                                   : judge_within(checked, &way, verdict);
  }
  free(way.from.spots);
  free(way.to.spots);
  return code;
}

/* ---- Statements about the whole world ------------------------------------ */

static int judge_islands(const struct check_world *checked, struct check_verdict *verdict) {
  struct check_islands islands;
  const int code = check_islands_find(checked, verdict->profile, &islands);
  if (code != EXIT_DONE) {
    return code;
  }
  verdict->holds = islands.count == (size_t)verdict->rule->number;
  int end = EXIT_DONE;
  if (!verdict->holds) {
    char cell[CELL_TEXT_BYTES];
    int length = snprintf(verdict->why, sizeof verdict->why, "there are %zu", islands.count);
    if (islands.count > 1 && length > 0) {
      const struct check_island *second = &islands.list[1];
      snprintf(verdict->why + length, sizeof verdict->why - (size_t)length,
               "; the second largest has %" PRIu64 " cell%s around %s", second->cells,
               print_plural(second->cells), cell_text_write(cell, second->cell, checked->floors));
      end = find_opening(checked, verdict, second->cell, islands.list[0].cell);
    }
  }
  check_islands_free(&islands);
  return end;
}

static int judge_open(const struct check_world *checked, struct check_verdict *verdict) {
  ovl_profile_info info = {.open_cells = 0};
  ovl_world_profile(checked->world, verdict->profile, &info);
  const double share = 100.0 * (double)info.open_cells / world_report_cells(checked->world);
  verdict->holds = share >= verdict->rule->number;
  if (!verdict->holds) {
    snprintf(verdict->why, sizeof verdict->why, "%.2f %% are open, %" PRIu64 " of %.0f cells",
             share, info.open_cells, world_report_cells(checked->world));
  }
  return EXIT_DONE;
}

/* ---- One statement ------------------------------------------------------- */

int check_verdict_find(const struct check_world *checked, const struct check_rule *rule,
                       struct check_verdict *verdict) {
  *verdict = (struct check_verdict){.rule = rule};
  char where[512];
  snprintf(where, sizeof where, "%.400s:%zu", checked->legend, rule->line);
  const int code =
      world_report_find_profile(checked->world, where, rule->profile, &verdict->profile);
  if (code != EXIT_DONE) {
    return code;
  }
  return rule->kind == CHECK_ISLANDS ? judge_islands(checked, verdict)
         : rule->kind == CHECK_OPEN  ? judge_open(checked, verdict)
                                     : judge_way(checked, verdict);
}

void check_verdict_free(struct check_verdict *verdict) {
  path_why_free(&verdict->opening);
  path_answer_free_path(&verdict->path);
}
