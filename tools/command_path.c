/* The command `path`: one query, answered as text, as JSON, as a picture and as a trace.
 *
 * Invariant: with --json one object is all that standard output gets, whatever the answer; a query
 * that has no path is an answer, and the picture shows that too. */
#include "tools/base/fail.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/path/path_answer.h"
#include "tools/path/path_goals.h"
#include "tools/path/path_options.h"
#include "tools/path/path_picture.h"
#include "tools/path/path_report.h"
#include "tools/path/path_trace.h"
#include "tools/path/path_why.h"
#include "tools/text/world_report.h"

/* ---- Answering ---- */

/* A picture of the query between the ends that were chosen, which is planned for in the same way.
 */
static int draw(const struct path_options *options, const struct path_picture_def *asked,
                struct path_plain *plain) {
  const ovl_path *path = &asked->answer->path;
  struct path_picture_def picture = *asked;
  ovl_query shown = *asked->query;
  if (options->files.png == NULL)
    return EXIT_DONE;
  ovl_query_more more = *shown.more;
  if (asked->answer->has_path)
    shown.start = path->points[0];
  if ((more.goal_kind != OVL_GOAL_CELL || shown.move_goal) && asked->answer->has_path &&
      !path->partial) {
    more.goal_kind = OVL_GOAL_CELL;
    shown.goal = path->points[path->count - 1];
    shown.more = &more;
  }
  picture.query = &shown;
  picture.path = options->files.png;
  return path_picture_write(&picture, plain);
}

/* The answer is no, or a part of the way; one line says so, or the JSON object did. */
static int end_without_goal(const struct path_options *options, const ovl_world *world,
                            const ovl_query *query, const struct path_answer *answer) {
  if (options->json || answer->has_path)
    return EXIT_NO;
  return path_answer_say_no(world, query, answer->result);
}

/* Answers the query, whose further settings are `more`. The limit is one of the cost that is
 * printed, which may be a little less than the library's: the library's limit leaves room for the
 * difference, unless the path that is found then costs more than it may. */
static int find(const char *file, ovl_planner *planner, const ovl_world *world,
                const ovl_query *query, ovl_query_more *more, struct path_answer *answer) {
  const uint64_t limit = more->cost_limit;
  more->cost_limit = path_answer_most_units(world, limit);
  const int code = path_answer_find(planner, world, query, file, answer);
  if (code != EXIT_DONE || limit == 0 || !answer->has_path ||
      path_answer_is_within(world, answer->cost_cells, limit))
    return code;
  path_answer_free(answer);
  more->cost_limit = limit;
  return path_answer_find(planner, world, query, file, answer);
}

static int answer_query(const struct path_options *options, const ovl_world *world,
                        const ovl_query *query, ovl_query_more *more,
                        const struct path_goals *goals, const struct path_metres *metres) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  def.turn_costs = query->more->turn_cost > 0;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  if (result != OVL_OK)
    return command_fail_result("the planner", result, NULL);
  struct path_answer answer = {0};
  struct path_plain plain = {.made = false};
  struct path_why why = {0};
  int code = EXIT_DONE;
  if (options->files.trace.path != NULL) /* before all else, which may fail */
    code = path_trace_write(&options->files.trace, planner, world, query);
  if (code == EXIT_DONE)
    code = find(options->world, planner, world, query, more, &answer);
  if (code == EXIT_DONE && options->why && (answer.result != OVL_OK || answer.path.partial))
    code = path_why_ask(world, query, &why);
  if (code == EXIT_DONE && why.made)
    code = path_why_read_names(options->names.map, options->names.legend, &why);
  if (code == EXIT_DONE) {
    const struct path_picture_def picture = {.world = world,
                                             .planner = planner,
                                             .query = query,
                                             .answer = &answer,
                                             .layers = options->files.layers};
    code = draw(options, &picture, &plain);
  }
  if (code == EXIT_DONE) {
    const struct path_report report = {world, query, &answer, goals, &plain, &why, metres};
    if (options->json)
      path_report_json(&report);
    else
      path_report_text(&report);
    if (answer.result != OVL_OK)
      code = end_without_goal(options, world, query, &answer);
  }
  path_why_free(&why);
  path_answer_free(&answer);
  ovl_planner_destroy(planner);
  return code;
}

/* ---- What is asked ---- */

/* Takes the costs that were given to those of the world, which may be scaled. */
static int scale_costs(const ovl_world *world, ovl_query_more *more) {
  const uint64_t scale = (uint64_t)(world_report_unit(world) / OVL_STRAIGHT_COST);
  if (more->turn_cost * scale > PATH_MOST_TURN_UNITS)
    return command_fail(EXIT_USAGE, "path: --turn-cost may be %.3f in this world",
                        PATH_MOST_TURN_UNITS / world_report_unit(world));
  more->cost_limit *= scale;
  more->turn_cost *= (uint32_t)scale;
  return EXIT_DONE;
}

/* Takes an end as it was given: in metres, where the world has them, else as path_answer does. */
static int take_end(const ovl_world *world, const struct path_metres *metres, const char *what,
                    const char *text, int32_t profile, ovl_cell *cell) {
  return metres->cell > 0 && path_metres_parse(metres, text, cell)
             ? path_answer_check_inside(world, what, *cell)
             : path_answer_take_end(world, what, text, profile, cell);
}

/* Sets what only the world can tell: the profile, costs, goals of a file. */
static int complete_query(const struct path_options *options, const ovl_world *world,
                          const struct path_metres *metres, struct path_goals *goals,
                          ovl_query *query, ovl_query_more *more) {
  int code =
      world_report_find_profile(world, options->world, options->names.profile, &query->profile);
  if (code == EXIT_DONE)
    code = scale_costs(world, more);
  if (code == EXIT_DONE)
    code = take_end(world, metres, "start", options->start, query->profile, &query->start);
  if (code == EXIT_DONE && options->goal != NULL)
    code = take_end(world, metres, "goal", options->goal, query->profile, &query->goal);
  if (code == EXIT_DONE && more->goal_kind == OVL_GOAL_RECT)
    code = path_answer_check_inside(world, "first cell of --goal-rect", query->goal);
  if (code == EXIT_DONE && options->names.goals != NULL) {
    code = path_goals_read(options->names.goals, options->names.named, world, goals);
    more->goal_kind = OVL_GOAL_SET;
    more->goal_cells = goals->cells;
    more->goal_count = goals->count;
    query->goal = goals->count > 0 ? goals->cells[0] : query->start;
  }
  return code;
}

static int open_and_answer(const struct path_options *options) {
  ovl_query query = options->query;
  ovl_query_more more = options->more;
  struct world_file file;
  struct path_goals goals = {0};
  struct path_metres metres = {.cell = 0};
  const struct world_file_def def = {.path = options->world,
                                     .patch = options->patch,
                                     .safe = options->safe,
                                     .whole = options->why};
  int code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE)
    return code;
  query.more = &more;
  if (options->names.goals != NULL)
    more.goal_kind = OVL_GOAL_SET;
  if (options->names.metres != NULL)
    code = path_metres_read(options->names.metres, file.world, &metres);
  if (code == EXIT_DONE)
    code = complete_query(options, file.world, &metres, &goals, &query, &more);
  if (code == EXIT_DONE)
    code = answer_query(options, file.world, &query, &more, &goals, &metres);
  path_goals_free(&goals);
  world_file_close(&file);
  return code;
}

int command_path(int argc, char **argv) {
  struct path_options options;
  int code;
  if (!path_options_parse(argc, argv, &options, &code))
    return code;
  return open_and_answer(&options);
}
