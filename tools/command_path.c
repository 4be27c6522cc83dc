/* The command `path`: one query, answered as text, as JSON and as a picture.
 *
 * Invariant: with --json one object is all that standard output gets, whatever the answer; a query
 * that has no path is an answer, and the picture shows that too. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cell_text.h"
#include "command.h"
#include "map_picture.h"
#include "options.h"
#include "out_file.h"
#include "path_answer.h"
#include "path_goals.h"
#include "path_picture.h"
#include "path_report.h"
#include "path_why.h"
#include "world_file.h"
#include "world_report.h"

/* What the command line asks for. */
struct path_options {
  const char *world, *patch;
  bool safe;
  ovl_cell start, goal;
  bool has_goal, has_rect, has_radius, has_percent;
  const char *smooth;
  const char *estimate;
  const char *profile;
  const char *goals, *named;
  const char *rect;
  int32_t radius, percent;
  uint64_t cost_limit, expansion_limit, turn_cost;
  bool nearest, move, why;
  const char *png;
  const char *layers;
  bool json;
};

static bool parse_smoothing(const char *text, ovl_smoothing *smoothing) {
  for (int i = 0; i < OVL_SMOOTH_COUNT; i++) {
    if (strcmp(text, path_report_smoothing((ovl_smoothing)i)) == 0) {
      *smoothing = (ovl_smoothing)i;
      return true;
    }
  }
  return false;
}

static bool parse_estimate(const char *text, ovl_estimate *estimate) {
  if (text == NULL)
    return true;
  for (int i = OVL_ESTIMATE_OCTILE; i < OVL_ESTIMATE_COUNT; i++) {
    if (strcmp(text, ovl_estimate_text((ovl_estimate)i)) == 0) {
      *estimate = (ovl_estimate)i;
      return true;
    }
  }
  return false;
}

/* "X,Y,WxH", or with a floor "2:X,Y,WxH". */
static bool parse_rect(const char *text, ovl_query *query) {
  ovl_cell size;
  char sides[32];
  const char *rest = cell_text_read(text, &query->goal);
  if (rest == NULL || *rest != ',' || strlen(rest) >= sizeof sides)
    return false;
  snprintf(sides, sizeof sides, "%s", rest + 1);
  char *cross = strchr(sides, 'x');
  if (cross == NULL)
    return false;
  *cross = ','; /* the sides are two numbers, as a cell's */
  if (!cell_text_parse(sides, &size) || size.floor != 0 || size.x < 1 || size.y < 1)
    return false;
  query->goal_kind = OVL_GOAL_RECT;
  query->goal_w = size.x;
  query->goal_h = size.y;
  return true;
}

/* ---- Answering ---- */

/* A picture of the query for the goal that was chosen, which is planned for in the same way. */
static int draw(const struct path_options *options, const struct path_picture_def *asked,
                struct path_picture_plain *plain) {
  const ovl_path *path = &asked->answer->path;
  struct path_picture_def picture = *asked;
  ovl_query shown = *asked->query;
  if (options->png == NULL)
    return EXIT_DONE;
  if (shown.goal_kind != OVL_GOAL_CELL && asked->answer->has_path && !path->partial) {
    shown.goal_kind = OVL_GOAL_CELL;
    shown.goal = path->points[path->count - 1];
  }
  picture.query = &shown;
  picture.path = options->png;
  return path_picture_write(&picture, plain);
}

/* The answer is no, or a part of the way; one line says so, or the JSON object did. */
static int end_without_goal(const struct path_options *options, const ovl_world *world,
                            const ovl_query *query, const struct path_answer *answer) {
  if (options->json || answer->has_path)
    return EXIT_NO;
  return path_answer_say_no(world, query, answer->result);
}

static int answer_query(const struct path_options *options, const ovl_world *world,
                        const ovl_query *query, const struct path_goals *goals, unsigned layers) {
  ovl_planner_def def = ovl_planner_def_default(world);
  ovl_planner *planner = NULL;
  def.turn_costs = query->turn_cost > 0;
  ovl_result result = ovl_planner_create(&def, &planner);
  if (result != OVL_OK)
    return command_fail_result("the planner", result, NULL);
  struct path_answer answer;
  struct path_picture_plain plain = {0};
  struct path_why why = {0};
  int code = path_answer_find(planner, world, query, &answer);
  if (code == EXIT_DONE && options->why && (answer.result != OVL_OK || answer.path.partial))
    code = path_why_ask(world, query, &why);
  if (code == EXIT_DONE) {
    const struct path_picture_def picture = {
        .world = world, .planner = planner, .query = query, .answer = &answer, .layers = layers};
    code = draw(options, &picture, &plain);
  }
  if (code == EXIT_DONE) {
    const struct path_report report = {world, query, &answer, goals, &plain, &why};
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

/* Sets what only the world can tell: the profile, goals of a file. */
static int complete_query(const struct path_options *options, const ovl_world *world,
                          struct path_goals *goals, ovl_query *query) {
  int code = world_report_find_profile(world, options->world, options->profile, &query->profile);
  if (code == EXIT_DONE)
    code = path_answer_check_inside(world, "start", query->start);
  if (code == EXIT_DONE &&
      (query->goal_kind == OVL_GOAL_CELL || query->goal_kind == OVL_GOAL_WITHIN))
    code = path_answer_check_inside(world, "goal", query->goal);
  if (code == EXIT_DONE && options->goals != NULL) {
    code = path_goals_read(options->goals, options->named, world, goals);
    query->goal_kind = OVL_GOAL_SET;
    query->goal_cells = goals->cells;
    query->goal_count = goals->count;
    query->goal = goals->count > 0 ? goals->cells[0] : query->start;
  }
  return code;
}

static int open_and_answer(const struct path_options *options, ovl_query *query, unsigned layers) {
  struct world_file file;
  struct path_goals goals = {0};
  const struct world_file_def def = {
      .path = options->world, .patch = options->patch, .safe = options->safe};
  int code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE)
    return code;
  if (options->goals != NULL)
    query->goal_kind = OVL_GOAL_SET;
  code = complete_query(options, file.world, &goals, query);
  if (code == EXIT_DONE)
    code = answer_query(options, file.world, query, &goals, layers);
  path_goals_free(&goals);
  world_file_close(&file);
  return code;
}

/* What the table of options can't tell. */
static int make_query(const struct options *parser, const struct path_options *options,
                      ovl_query *query) {
  const int ends = options->has_goal + (options->goals != NULL) + (options->rect != NULL);
  *query = ovl_query_default();
  query->start = options->start;
  query->goal = options->goal;
  if (ends != 1)
    return options_fail(parser, ends == 0 ? "the goal is missing: X,Y, --goal-rect or --goals"
                                          : "one goal: X,Y, --goal-rect or --goals");
  if (options->has_radius && !options->has_goal)
    return options_fail(parser, "--within is for a goal X,Y");
  if (options->named != NULL && options->goals == NULL)
    return options_fail(parser, "--named is for --goals FILE");
  if (options->why && !options->has_goal)
    return options_fail(parser, "--why is for a goal X,Y");
  if (options->rect != NULL && !parse_rect(options->rect, query))
    return options_fail(parser, "--goal-rect is as 10,20,4x3, or 2:10,20,4x3 on floor 2");
  if (options->has_radius) {
    query->goal_kind = OVL_GOAL_WITHIN;
    query->goal_radius = options->radius;
  }
  if (!parse_smoothing(options->smooth, &query->smoothing))
    return options_fail(parser, "--smooth is none, grid or any");
  if (!parse_estimate(options->estimate, &query->estimate))
    return options_fail(parser, "--estimate is octile, landmarks, labels or overlays");
  query->nearest = options->nearest;
  query->move_start = options->move;
  query->move_goal = options->move;
  query->cost_limit = options->cost_limit;
  query->expansion_limit = options->expansion_limit;
  query->turn_cost = (uint32_t)options->turn_cost;
  if (options->has_percent)
    query->estimate_percent = options->percent;
  return EXIT_DONE;
}

int command_path(int argc, char **argv) {
  struct path_options values = {.smooth = "grid"};
  const struct option_def defs[] = {
      {.name = "FILE.world",
       .kind = OPTION_TEXT,
       .target = &values.world,
       .required = true,
       .help = "the baked map"},
      {.name = "X,Y",
       .kind = OPTION_CELL,
       .target = &values.start,
       .required = true,
       .help = "the start"},
      {.name = "X,Y",
       .kind = OPTION_CELL,
       .target = &values.goal,
       .given = &values.has_goal,
       .help = "the goal; 2:X,Y is on floor 2"},
      {.name = "--profile",
       .kind = OPTION_TEXT,
       .target = &values.profile,
       .value = "NAME",
       .help = "who moves; the first profile if not given"},
      {.name = "--goals",
       .kind = OPTION_TEXT,
       .target = &values.goals,
       .value = "FILE",
       .help = "the nearest of many: a line each, X,Y and a name; or of a Tiled map's goals"},
      {.name = "--named",
       .kind = OPTION_TEXT,
       .target = &values.named,
       .value = "TEXT",
       .help = "of these goals, those that have this in their name"},
      {.name = "--goal-rect",
       .kind = OPTION_TEXT,
       .target = &values.rect,
       .value = "X,Y,WxH",
       .help = "the nearest cell of a rectangle"},
      {.name = "--within",
       .kind = OPTION_I32,
       .target = &values.radius,
       .value = "R",
       .most = 65535,
       .given = &values.has_radius,
       .help = "the nearest cell within R cells of the goal"},
      {.name = "--nearest",
       .kind = OPTION_FLAG,
       .target = &values.nearest,
       .help = "as close as one can get, if the goal can't be reached"},
      {.name = "--move",
       .kind = OPTION_FLAG,
       .target = &values.move,
       .help = "move a blocked start or goal to the nearest open cell"},
      {.name = "--why",
       .kind = OPTION_FLAG,
       .target = &values.why,
       .help = "if there is no path: which cells would have to be opened; up to 2^28 cells"},
      {.name = "--limit",
       .kind = OPTION_COST,
       .target = &values.cost_limit,
       .value = "COST",
       .least = 1,
       .help = "no farther than this, in straight steps over plain ground"},
      {.name = "--limit-expansions",
       .kind = OPTION_U64,
       .target = &values.expansion_limit,
       .value = "N",
       .least = 1,
       .help = "search no more waypoints and cells than this"},
      {.name = "--turn-cost",
       .kind = OPTION_COST,
       .target = &values.turn_cost,
       .value = "COST",
       .most = 1 << 20,
       .help = "what each change of direction costs, in straight steps"},
      {.name = "--estimate-percent",
       .kind = OPTION_I32,
       .target = &values.percent,
       .value = "P",
       .most = 400,
       .given = &values.has_percent,
       .help = "0: Dijkstra's algorithm; 100: A*; to 400: quicker and dearer"},
      {.name = "--smooth",
       .kind = OPTION_TEXT,
       .target = &values.smooth,
       .value = "KIND",
       .help = "none: cells as found; grid (default): few turns; any: lines at any angle"},
      {.name = "--estimate",
       .kind = OPTION_TEXT,
       .target = &values.estimate,
       .value = "KIND",
       .help = "octile, landmarks, labels or overlays (the best that the world holds)"},
      {.name = "--json",
       .kind = OPTION_FLAG,
       .target = &values.json,
       .help = "print one JSON object, with all points and cells"},
      {.name = "--png",
       .kind = OPTION_TEXT,
       .target = &values.png,
       .value = "FILE",
       .help = "draw the query: plain A*, coarse tier, path"},
      {.name = "--layers",
       .kind = OPTION_TEXT,
       .target = &values.layers,
       .value = "LIST",
       .help = "what the picture shows, of " MAP_LAYER_NAMES},
      world_file_patch(&values.patch),
      world_file_safe(&values.safe),
  };
  const struct options options = {
      .command = "path",
      .usage = "FILE.world X,Y X,Y [--profile NAME] [--smooth none|grid|any] [--json] ...\n"
               "FILE.world X,Y --goals FILE [--named TEXT] ...\n"
               "FILE.world X,Y X,Y --png FILE [--layers LIST] ...",
      .summary = "Finds a path from the first cell to the second, or to the nearest of many.\n\n"
                 "In JSON, cost and cells are of the grid path, points of the smoothing that was\n"
                 "chosen. With --png it also has what the plain A* took: astar_us,\n"
                 "astar_expanded, astar_cost. Where there are floors, a cell is [x,y,floor].",
      .example = "overland path land.world 200,200 800,800 --smooth any --png path.png",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code = EXIT_DONE;
  if (!options_parse(&options, argc, argv, &code))
    return code;
  ovl_query query;
  code = make_query(&options, &values, &query);
  if (code != EXIT_DONE)
    return code;
  if (values.png == NULL && values.layers != NULL)
    return options_fail(&options, "--layers is for the picture: it needs --png FILE");
  if (values.layers == NULL)
    values.layers = "terrain,links,fine,coarse,route,path";
  unsigned layers = 0;
  code = map_picture_parse_layers(values.layers, &layers);
  if (code != EXIT_DONE)
    return code;
  if (values.png != NULL)
    code = out_file_check(values.png, values.world);
  if (code != EXIT_DONE)
    return code;
  return open_and_answer(&values, &query, layers);
}
