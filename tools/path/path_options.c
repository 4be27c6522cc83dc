/* The options of `overland path`: see path_options.h. */
#include "tools/path/path_options.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/world_file.h"
#include "tools/draw/map_picture.h"
#include "tools/path/path_report.h"

#include <stdio.h>
#include <string.h>

static const char summary[] =
    "Finds a path from the first cell to the second, or to the nearest of many.\n\n"
    "A cost counts straight steps over plain ground. On plain ground a diagonal step\n"
    "costs the root of 2; where other ground, links or heights were crossed it costs\n"
    "99/70 times the weight.\n\n"
    "In JSON, cost and cells are of the grid path, points of the smoothing that was\n"
    "chosen. With --png it also has what the plain A* took: astar_us,\n"
    "astar_expanded, astar_cost. Where there are floors, a cell is [x,y,floor].";

/* ---- The table ---- */

/* Who goes from where to where. */
static void list_ends(struct path_options *options, struct option_table *table) {
  const struct option_def rows[] = {
      option_world(&options->world, "the baked map"),
      option_required(option_text("X,Y", &options->start, NULL,
                                  "the start; or the name of a place of the world")),
      option_text("X,Y", &options->goal, NULL, "the goal; 2:X,Y is on floor 2; or a place"),
      option_profile(&options->names.profile, "the profile that moves (the first)"),
      option_text("--goals", &options->names.goals, "FILE",
                  "the nearest of many: a line each, X,Y and a name; or of a Tiled map's goals"),
      option_text("--metres", &options->names.metres, "MAP.yaml",
                  "start, goal and answer are in metres too, by this map of the world"),
      option_text("--named", &options->names.named, "TEXT",
                  "of these goals, those that have this in their name"),
      option_text("--goal-rect", &options->names.rect, "X,Y,WxH",
                  "the nearest cell of a rectangle"),
      option_given(option_range(option_i32("--within", &options->numbers.radius, "R",
                                           "the nearest cell within R cells of the goal"),
                                0, 65535),
                   &options->numbers.has_radius),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* What may come of it, and how far it may go. */
static void list_question(struct path_options *options, struct option_table *table) {
  const struct option_def rows[] = {
      option_flag("--nearest", &options->nearest,
                  "as close as one can get, if the goal is blocked or can't be reached"),
      option_flag("--move", &options->move,
                  "move a blocked start or goal to the nearest open cell"),
      option_flag("--why", &options->why,
                  "if there is no path: which cells would have to be opened; up to 2^29 cells"),
      option_text("--legend", &options->names.legend, "FILE",
                  "the legend of the map, whose names of terrains --why uses"),
      option_text("--map", &options->names.map, "FILE",
                  "the map itself, where it names terrains: Tiled's, and pictures"),
      option_range(option_cost("--limit", &options->numbers.cost_limit, "COST",
                               "no farther than this: a cost as it is printed"),
                   1, 0),
      option_range(option_u64("--limit-expansions", &options->numbers.expansion_limit, "N",
                              "search no more waypoints and cells than this"),
                   1, 0),
      option_range(option_cost("--turn-cost", &options->numbers.turn_cost, "COST",
                               "what each change of direction costs, in straight steps"),
                   0, PATH_MOST_TURN_UNITS),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* How the way is shaped and shown. */
static void list_answer(struct path_options *options, struct option_table *table) {
  static const char *const formats[] = {"lines", "posthoc", NULL};
  const struct option_def rows[] = {
      option_choice("--smooth", &options->smoothing, "KIND", path_report_smoothings,
                    "none, grid or any",
                    "none: cells as found; grid (default): few turns; any: lines at any angle"),
      option_flag("--json", &options->json, "print one JSON object, with all points and cells"),
      option_text("--png", &options->files.png, "FILE",
                  "draw the query: plain A*, route with regions and waypoints, path"),
      option_text("--layers", &options->files.layers_text, "LIST",
                  "what the picture shows, of " MAP_LAYER_NAMES),
      option_text("--trace", &options->files.trace.path, "FILE",
                  "write each event of the searches: a JSON object a line, costs in units"),
      option_given(
          option_choice("--trace-format", &options->files.trace.format, "KIND", formats,
                        "lines or posthoc",
                        "lines (default); posthoc: for posthoc-app.pathfinding.ai, version 1.4.0"),
          &options->files.has_trace_format),
      world_file_patch(&options->patch),
      world_file_safe(&options->safe),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* ---- What goes together ---- */

/* "X,Y,WxH", or with a floor "2:X,Y,WxH". */
static bool parse_rect(const char *text, ovl_cell *corner, ovl_query_more *more) {
  ovl_cell size;
  char sides[32];
  const char *rest = cell_text_read(text, corner);
  if (rest == NULL || *rest != ',' || strlen(rest) >= sizeof sides)
    return false;
  snprintf(sides, sizeof sides, "%s", rest + 1);
  char *cross = strchr(sides, 'x');
  if (cross == NULL)
    return false;
  *cross = ','; /* the sides are two numbers, as a cell's */
  if (!cell_text_parse(sides, &size) || size.floor != 0 || size.x < 1 || size.y < 1)
    return false;
  more->goal_kind = OVL_GOAL_RECT;
  more->goal_w = size.x;
  more->goal_h = size.y;
  return true;
}

/* One goal, and nothing that is for another kind of goal. */
static int check_goal(const struct options *parser, const struct path_options *options) {
  const int ends =
      (options->goal != NULL) + (options->names.goals != NULL) + (options->names.rect != NULL);
  if (ends != 1)
    return options_fail(parser, ends == 0 ? "the goal is missing: X,Y, --goal-rect or --goals"
                                          : "one goal: X,Y, --goal-rect or --goals");
  if (options->numbers.has_radius && options->goal == NULL)
    return options_fail(parser, "--within is for a goal X,Y");
  if (options->names.named != NULL && options->names.goals == NULL)
    return options_fail(parser, "--named is for --goals FILE");
  if (options->why && options->goal == NULL)
    return options_fail(parser, "--why is for a goal X,Y");
  if (options->names.metres != NULL && options->goal == NULL)
    return options_fail(parser, "--metres is for a goal X,Y");
  if (!options->why && (options->names.legend != NULL || options->names.map != NULL))
    return options_fail(parser, "--legend and --map name terrains for --why");
  return EXIT_DONE;
}

static int make_query(const struct options *parser, const struct path_options *options,
                      ovl_query *query, ovl_query_more *more) {
  const int code = check_goal(parser, options);
  if (code != EXIT_DONE)
    return code;
  *query = (ovl_query){0};
  *more = (ovl_query_more){0};
  if (options->names.rect != NULL && !parse_rect(options->names.rect, &query->goal, more))
    return options_fail_value(parser, "--goal-rect", options->names.rect,
                              "a rectangle as 10,20,4x3, or 2:10,20,4x3 on floor 2");
  if (options->numbers.has_radius) {
    more->goal_kind = OVL_GOAL_WITHIN;
    more->goal_radius = options->numbers.radius;
  }
  query->smoothing = options->smoothing;
  query->nearest = options->nearest;
  query->move_start = options->move;
  query->move_goal = options->move;
  more->cost_limit = options->numbers.cost_limit;
  more->expansion_limit = options->numbers.expansion_limit;
  more->turn_cost = (uint32_t)options->numbers.turn_cost;
  return EXIT_DONE;
}

static int choose_picture(const struct options *parser, struct path_options *options) {
  if (options->files.png == NULL && options->files.layers_text != NULL)
    return options_fail(parser, "--layers is for the picture: it needs --png FILE");
  const char *text = options->files.layers_text;
  const int code = map_picture_parse_layers(
      text != NULL ? text : "terrain,regions,waypoints,links,fine,coarse,route,path",
      &options->files.layers);
  return code == EXIT_DONE ? out_file_check_picture(options->files.png, &options->world, 1) : code;
}

static int choose_trace(const struct options *parser, struct path_options *options) {
  struct path_trace_def *trace = &options->files.trace;
  if (trace->path == NULL && options->files.has_trace_format)
    return options_fail(parser, "--trace-format is for the trace: it needs --trace FILE");
  if (trace->path == NULL)
    return EXIT_DONE;
  const char *const others[] = {options->world, options->files.png};
  return out_file_check(trace->path, others, sizeof others / sizeof others[0]);
}

bool path_options_parse(int argc, char **argv, struct path_options *options, int *exit_code) {
  struct option_table table = {.count = 0};
  *options = (struct path_options){.json = false};
  list_ends(options, &table);
  list_question(options, &table);
  list_answer(options, &table);
  const struct options parser = {
      .command = "path",
      .usage = "FILE.world X,Y X,Y [--profile NAME] [--smooth none|grid|any] [--json] ...\n"
               "FILE.world X,Y --goals FILE [--named TEXT] ...\n"
               "FILE.world X,Y X,Y --why [--legend FILE] [--map FILE] ...\n"
               "FILE.world X,Y X,Y --png FILE [--layers LIST] ...\n"
               "FILE.world X,Y X,Y --trace FILE [--trace-format lines|posthoc] ...",
      .summary = summary,
      .example = "overland path land.world 200,200 800,800 --smooth any --png path.png",
      .defs = table.defs,
      .def_count = table.count};
  if (!options_parse(&parser, argc, argv, exit_code))
    return false;
  *exit_code = make_query(&parser, options, &options->query, &options->more);
  if (*exit_code == EXIT_DONE)
    *exit_code = choose_picture(&parser, options);
  if (*exit_code == EXIT_DONE)
    *exit_code = choose_trace(&parser, options);
  return *exit_code == EXIT_DONE;
}
