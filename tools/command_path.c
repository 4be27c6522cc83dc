/* The command `path`: one query, answered as text, as JSON and as a picture.
 *
 * Invariant: with --json one object is all that standard output gets, whatever the answer; a query
 * that has no path is an answer, and the picture shows that too. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "json.h"
#include "map_picture.h"
#include "options.h"
#include "out_file.h"
#include "path_answer.h"
#include "path_picture.h"
#include "world_file.h"

#define LISTED_POINTS 48
#define POINTS_PER_LINE 8

struct path_options {
  const char *world;
  ovl_cell start, goal;
  const char *smooth;
  const char *estimate;
  const char *png;
  const char *layers;
  bool json;
};

static const char *const SMOOTHINGS[OVL_SMOOTH_COUNT] = {"none", "grid", "any"};

static bool parse_smoothing(const char *text, ovl_smoothing *smoothing) {
  for (int i = 0; i < OVL_SMOOTH_COUNT; i++) {
    if (strcmp(text, SMOOTHINGS[i]) == 0) {
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

/* ---- JSON ---- */

static void json_cell(struct json *json, const char *key, ovl_cell cell) {
  json_array_begin(json, key);
  json_i64(json, NULL, cell.x);
  json_i64(json, NULL, cell.y);
  json_array_end(json);
}

static void json_cells(struct json *json, const char *key, const ovl_cell *cells, size_t count) {
  json_array_begin(json, key);
  for (size_t i = 0; i < count; i++)
    json_cell(json, NULL, cells[i]);
  json_array_end(json);
}

static void json_plain(struct json *json, const struct path_picture_plain *plain) {
  if (!plain->made)
    return;
  json_double(json, "astar_us", plain->elapsed_us, 3);
  json_u64(json, "astar_expanded", plain->expanded);
  if (plain->found)
    json_double(json, "astar_cost", plain->cost_cells, 6);
}

static void print_json(const ovl_query *query, const struct path_answer *answer,
                       const struct path_picture_plain *plain) {
  bool reachable = answer->result == OVL_OK;
  struct json json;
  json_begin(&json);
  json_cell(&json, "start", query->start);
  json_cell(&json, "goal", query->goal);
  json_text(&json, "smoothing", SMOOTHINGS[query->smoothing]);
  json_bool(&json, "reachable", reachable);
  if (reachable) {
    json_double(&json, "cost", answer->cost_cells, 6);
    json_double(&json, "length_any", (double)answer->length_any / OVL_LENGTH_UNIT, 6);
  } else {
    json_text(&json, "reason", ovl_result_text(answer->result));
  }
  json_double(&json, "first_step_us", answer->first_step_us, 3);
  json_double(&json, "full_path_us", answer->full_path_us, 3);
  json_u64(&json, "windows", answer->stats.windows);
  json_u64(&json, "coarse_expanded", answer->stats.coarse_expanded);
  json_u64(&json, "fine_expanded", answer->stats.fine_expanded);
  json_text(&json, "estimate", ovl_estimate_text(answer->stats.estimate));
  json_plain(&json, plain);
  if (reachable) {
    json_cells(&json, "points", answer->path.points, answer->path.count);
    json_cells(&json, "cells", answer->cells, answer->cell_count);
  }
  json_end(&json);
}

/* ---- Text ---- */

static void print_points(const ovl_path *path) {
  size_t listed = path->count < LISTED_POINTS ? path->count : LISTED_POINTS;
  for (size_t i = 0; i < listed; i++)
    printf("%s%" PRId32 ",%" PRId32, i % POINTS_PER_LINE == 0 ? "\n  " : "  ", path->points[i].x,
           path->points[i].y);
  if (listed < path->count)
    printf("\n  and %zu more: --json lists all", path->count - listed);
  printf("\n");
}

static void print_text(const struct path_answer *answer) {
  const ovl_path *path = &answer->path;
  printf("cost        %.3f: %" PRIu64 " straight and %" PRIu64 " diagonal steps\n",
         answer->cost_cells, path->straight_steps, path->diagonal_steps);
  printf("any angle   %.3f cells long\n", (double)answer->length_any / OVL_LENGTH_UNIT);
  printf("first step  %.1f us\n", answer->first_step_us);
  printf("whole path  %.1f us\n", answer->full_path_us);
  printf("searched    %" PRIu64 " waypoints, %" PRIu64 " cells in %" PRIu64
         " windows (estimate: %s)\n",
         answer->stats.coarse_expanded, answer->stats.fine_expanded, answer->stats.windows,
         ovl_estimate_text(answer->stats.estimate));
  printf("points      %zu", path->count);
  print_points(path);
}

/* ---- The command ---- */

static int answer_query(const struct path_options *options, const ovl_world *world,
                        const ovl_query *query, unsigned layers) {
  ovl_planner_def def = ovl_planner_def_default(world);
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner);
  if (result != OVL_OK)
    return command_fail_result("the planner", result, NULL);
  struct path_answer answer;
  struct path_picture_plain plain = {0};
  int code = path_answer_find(planner, world, query, &answer);
  if (code == EXIT_DONE && options->png != NULL) {
    struct path_picture_def picture = {.world = world,
                                       .planner = planner,
                                       .query = query,
                                       .answer = &answer,
                                       .layers = layers,
                                       .path = options->png};
    code = path_picture_write(&picture, &plain);
  }
  if (code == EXIT_DONE && options->json)
    print_json(query, &answer, &plain);
  if (code == EXIT_DONE && !options->json && answer.result == OVL_OK)
    print_text(&answer);
  if (code == EXIT_DONE && answer.result != OVL_OK)
    code = options->json ? EXIT_NO : path_answer_say_no(query, answer.result);
  path_answer_free(&answer);
  ovl_planner_destroy(planner);
  return code;
}

static int open_and_answer(const struct path_options *options, const ovl_query *query,
                           unsigned layers) {
  struct world_file file;
  int code = world_file_open(options->world, &file);
  if (code != EXIT_DONE)
    return code;
  code = path_answer_check_inside(file.world, "start", query->start);
  if (code == EXIT_DONE)
    code = path_answer_check_inside(file.world, "goal", query->goal);
  if (code == EXIT_DONE)
    code = answer_query(options, file.world, query, layers);
  world_file_close(&file);
  return code;
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
       .required = true,
       .help = "the goal"},
      {.name = "--smooth",
       .kind = OPTION_TEXT,
       .target = &values.smooth,
       .value = "KIND",
       .help = "none: cells as found; grid (default): few turns; any: lines at any angle"},
      {.name = "--estimate",
       .kind = OPTION_TEXT,
       .target = &values.estimate,
       .value = "KIND",
       .help = "octile, landmarks or labels (the best that the world holds)"},
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
  };
  const struct options options = {
      .command = "path",
      .usage = "FILE.world X,Y X,Y [--smooth none|grid|any] [--estimate KIND] [--json]\n"
               "FILE.world X,Y X,Y --png FILE [--layers LIST] ...",
      .summary = "Finds a path from the first cell to the second.\n\n"
                 "In JSON, cost and cells are of the grid path, points of the smoothing that was\n"
                 "chosen. With --png it also has what the plain A* took: astar_us,\n"
                 "astar_expanded, astar_cost.",
      .example = "overland path land.world 200,200 800,800 --smooth any --png path.png",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code = EXIT_DONE;
  if (!options_parse(&options, argc, argv, &code))
    return code;
  ovl_query query = ovl_query_default();
  query.start = values.start;
  query.goal = values.goal;
  if (!parse_smoothing(values.smooth, &query.smoothing))
    return options_fail(&options, "--smooth is none, grid or any");
  if (!parse_estimate(values.estimate, &query.estimate))
    return options_fail(&options, "--estimate is octile, landmarks or labels");
  if (values.png == NULL && values.layers != NULL)
    return options_fail(&options, "--layers is for the picture: it needs --png FILE");
  if (values.layers == NULL)
    values.layers = "terrain,fine,coarse,route,path";
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
