/* The answer to one query: path, cells, and times. */
#ifndef OVERLAND_TOOLS_PATH_PATH_ANSWER_H
#define OVERLAND_TOOLS_PATH_PATH_ANSWER_H

#include "overland.h"
#include "overland_query.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path_answer {
  /* OVL_OK, or why there is no path: OVL_UNREACHABLE, OVL_START_BLOCKED, OVL_GOAL_BLOCKED,
   * OVL_LIMITED. */
  ovl_result result;
  /* Whether there is a path nevertheless: OVL_UNREACHABLE and OVL_LIMITED may come with one of part
   * of the way. The rest counts only if there is one, the times always. */
  bool has_path;
  ovl_path path;   /* as asked */
  ovl_cell *cells; /* every cell of its grid path */
  size_t cell_count;
  double cost_cells;    /* of the grid path, in straight steps over plain ground */
  uint64_t length_any;  /* of the path at any angle, in units of 1/1024 cell */
  double first_step_us; /* one call each, nothing prepared: begin a route, take its first segment */
  double full_path_us;  /* one call: the whole path as asked */
  ovl_stats stats;      /* of that call */
};

/* The cost of a grid path in straight steps over plain ground. */
double path_answer_cost_cells(const ovl_world *world, const ovl_path *path);

/* Returns true if a cost as path_answer_cost_cells gives it, rounded to the three decimals that are
 * printed, is at most a limit in units. */
bool path_answer_is_within(const ovl_world *world, double cost_cells, uint64_t limit);

/* The most units that a path within such a limit costs the library, for which a diagonal step is
 * 99/70 straight ones; 0 if the limit is 0. */
uint64_t path_answer_most_units(const ovl_world *world, uint64_t limit);

/* The kind of goal that a query has. */
static inline ovl_goal_kind path_answer_goal_kind(const ovl_query *query) {
  return query->more != NULL ? query->more->goal_kind : OVL_GOAL_CELL;
}

/* Checks that a cell lies on the map; `what` is "start" or "goal". Returns an exit code, after one
 * line on stderr if it does not. */
int path_answer_check_inside(const ovl_world *world, const char *what, ovl_cell cell);

/* Takes a cell, or that of a named place: the first that is open to the profile, else the upper
 * left one. The same. */
int path_answer_take_end(const ovl_world *world, const char *what, const char *text,
                         int32_t profile, ovl_cell *cell);

/* Says in one line on stderr why there is no path. Returns EXIT_NO. */
int path_answer_say_no(const ovl_world *world, const ovl_query *query, ovl_result result);

/* Answers the query. Returns an exit code: EXIT_DONE also where the answer is that there is no
 * path; other codes after one line on stderr, which names the world's file if that is damaged. */
int path_answer_find(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                     const char *file, struct path_answer *answer);
void path_answer_free(struct path_answer *answer);

/* Whether a result says that no path exists, so that it is an answer and no error. */
bool path_answer_is_no(ovl_result result);

/* Asks for a path, again with more room as long as it does not fit. The path begins empty or with
 * points from malloc, and owns them afterwards. `elapsed_us` (NULL: not wanted) is the time of the
 * last call alone. OVL_NO_MEMORY if there is none for the points. */
ovl_result path_answer_ask(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovl_path *path, double *elapsed_us);

/* Gives the path room for `count` points at least, and some links. Returns false if there is no
 * memory. */
bool path_answer_make_room(ovl_path *path, size_t count);

/* The same for points and links, as a call that found too little room counted them. */
bool path_answer_grow(ovl_path *path);

/* Frees points and links. */
void path_answer_free_path(ovl_path *path);

#endif
