/* The command `render`: a world as a picture, layer by layer, and one query in it if asked for.
 *
 * Invariant: the picture has the width that was asked for and the map its shape; a map far longer
 * than wide, or the other way round, is centred in a picture that can still be looked at. A legend
 * below it names what was drawn. */
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/world_file.h"
#include "tools/codec/png.h"
#include "tools/commands.h"
#include "tools/draw/map_graph.h"
#include "tools/draw/map_legend.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"
#include "tools/draw/query_trace.h"
#include "tools/frames/unit_frames.h"
#include "tools/path/path_answer.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>

#define LEAST_WIDTH 64
#define MOST_WIDTH 8192
#define LEAST_HEIGHT 64
#define LEGEND_MARGIN 12

struct render_options {
  const char *world, *patch;
  bool safe, bare;
  const char *out;
  const char *layers;
  const char *frames;
  const char *profile_name;
  int32_t width, profile;
  int32_t floor; /* -1: that of the start */
  ovl_cell from, to;
  bool has_from, has_to;
};

/* ---- One query over the map ---- */

/* What is drawn of a query. */
struct render_query {
  ovl_query query;
  struct query_trace trace;
  ovl_path path;
  ovl_result result;
};

static int ask(struct render_query *asked, const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  if (result != OVL_OK)
    return command_fail_result("the planner", result, NULL);
  asked->result = path_answer_ask(planner, world, &asked->query, &asked->path, NULL);
  int code = EXIT_DONE;
  if (asked->result != OVL_OK && !path_answer_is_no(asked->result))
    code = command_fail_result("the query", asked->result, ovl_planner_fault(planner));
  if (code == EXIT_DONE)
    code = query_trace_run(&asked->trace, planner, world, &asked->query);
  ovl_planner_destroy(planner);
  return code;
}

/* ---- The picture ---- */

static int32_t picture_height(const ovl_world *world, struct map_area area, int32_t width) {
  const struct map_shape shape = map_area_shape(world, area);
  const int64_t height = (int64_t)(width * shape.height / shape.width + 0.5);
  if (height < LEAST_HEIGHT)
    return LEAST_HEIGHT;
  return height < 2 * (int64_t)width ? (int32_t)height : 2 * width;
}

/* Returns where it ends. */
static int32_t write_legend(const struct map_view *view, const struct render_options *options,
                            unsigned layers, int32_t top, bool has_query) {
  struct picture_legend legend = picture_legend_begin(
      view->canvas, LEGEND_MARGIN, top + LEGEND_MARGIN, options->width - 2 * LEGEND_MARGIN);
  map_legend_write_size(&legend, view->world, options->profile, options->floor);
  if (options->layers == NULL && !has_query && map_graph_region_pixels(view) < MAP_GRAPH_LEGIBLE)
    picture_legend_write(&legend, "(too small here for borders of regions and waypoints)",
                         CANVAS_PALE_TEXT);
  if (has_query)
    map_legend_add_query(&legend, layers);
  map_legend_add_world(&legend, view->world, options->profile, view->shown);
  return picture_legend_end(&legend) + LEGEND_MARGIN / 2;
}

/* What is drawn if no layers are named leaves out what would only grey the picture. */
static unsigned legible(const struct render_options *options, const struct map_view *view,
                        unsigned layers) {
  const bool is_small = map_graph_region_pixels(view) < MAP_GRAPH_LEGIBLE;
  return options->layers == NULL && is_small ? layers & ~(unsigned)MAP_LAYERS_OF_GRAPH : layers;
}

static int draw(const struct render_options *options, const struct map_view *view, unsigned layers,
                const struct render_query *asked) {
  layers = legible(options, view, layers);
  const ovl_query *query = asked != NULL ? &asked->query : NULL;
  const int code = map_picture_draw(view, layers);
  bool good = true;
  if (code != EXIT_DONE)
    return code;
  if (asked != NULL) {
    const ovl_path *path = asked->result == OVL_OK ? &asked->path : NULL;
    good = map_query_draw(view, layers, query, &asked->trace, path);
    map_query_ends(view, query->start, query->goal);
  }
  if (good && (layers & MAP_LAYER_LINKS) != 0)
    good = map_query_label_links(view, query, asked != NULL ? &asked->path : NULL);
  return good ? EXIT_DONE : command_fail_memory("the picture");
}

static int render(const struct render_options *options, const ovl_world *world, unsigned layers,
                  const struct render_query *asked) {
  ovl_floor_info info = {.width = 1, .height = 1};
  ovl_world_floor(world, options->floor, &info);
  struct canvas canvas;
  const struct map_area area = map_area_of(&info);
  const int32_t height = picture_height(world, area, options->width);
  const bool has_legend = !options->bare && options->width >= PICTURE_LEGEND_LEAST_WIDTH;
  if (!canvas_create(&canvas, options->width,
                     height + (has_legend ? PICTURE_LEGEND_MOST_HEIGHT : 0), CANVAS_BACKGROUND))
    return command_fail_memory("the picture");
  struct canvas_rect frame = {0, 0, options->width, height};
  struct map_view view = map_view_fit(&canvas, world, area, frame);
  struct map_shown shown = {0};
  view.profile = options->profile;
  view.shown = &shown;
  int code = draw(options, &view, layers, asked);
  if (code == EXIT_DONE && has_legend)
    canvas_crop(&canvas, write_legend(&view, options, layers, height, asked != NULL));
  if (code == EXIT_DONE)
    code = options->frames != NULL
               ? unit_frames_write(&view, options->frames, options->out)
               : png_write(options->out, canvas.width, canvas.height, canvas.pixels);
  canvas_destroy(&canvas);
  return code;
}

static int render_with_query(const struct render_options *options, const ovl_world *world,
                             unsigned layers) {
  int code = path_answer_check_inside(world, "start", options->from);
  if (code == EXIT_DONE)
    code = path_answer_check_inside(world, "goal", options->to);
  if (code != EXIT_DONE)
    return code;
  struct render_query asked = {.query = {.profile = 0}};
  asked.query.start = options->from;
  asked.query.goal = options->to;
  asked.query.profile = options->profile;
  code = ask(&asked, world);
  if (code == EXIT_DONE)
    code = render(options, world, layers, &asked);
  /* The picture is there and shows both ends; that no path joins them is said as well. */
  if (code == EXIT_DONE && asked.result != OVL_OK)
    code = path_answer_say_no(world, &asked.query, asked.result);
  query_trace_free(&asked.trace);
  path_answer_free_path(&asked.path);
  return code;
}

/* The floor that is asked for, else that of the start. */
static int open_and_render(struct render_options *options, unsigned layers) {
  struct world_file file;
  ovl_floor_info info;
  const struct world_file_def def = {
      .path = options->world, .patch = options->patch, .safe = options->safe, .whole = true};
  int code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE)
    return code;
  code = world_report_find_profile(file.world, options->world, options->profile_name,
                                   &options->profile);
  options->floor = options->floor >= 0 ? options->floor : options->from.floor;
  if (code == EXIT_DONE && !options->has_from &&
      !ovl_world_floor(file.world, options->floor, &info))
    code =
        command_fail(EXIT_INPUT, "%s: there is no floor %" PRId32, options->world, options->floor);
  if (code == EXIT_DONE)
    code = options->has_from ? render_with_query(options, file.world, layers)
                             : render(options, file.world, layers, NULL);
  world_file_close(&file);
  return code;
}

/* ---- The command ---- */

static void list_options(struct render_options *options, struct option_table *table) {
  const struct option_def rows[] = {
      option_world(&options->world, "the baked map"),
      option_required(option_text("-o", &options->out, "FILE.png", "the picture")),
      option_text("--layers", &options->layers, "LIST",
                  "what to show, of " MAP_LAYER_NAMES " (terrain,regions,waypoints,links)"),
      option_range(option_i32("--width", &options->width, "N", "pixels; 1280 if not given"),
                   LEAST_WIDTH, MOST_WIDTH),
      option_flag("--no-legend", &options->bare,
                  "the map alone; pictures under 200 pixels wide never have a legend"),
      option_profile(&options->profile_name, "the profile that it is drawn for (the first)"),
      option_range(option_i32("--floor", &options->floor, "N",
                              "the floor; that of the start, else 0, if not given"),
                   0, OVL_MAX_FLOORS - 1),
      option_text("--frames", &options->frames, "FILE",
                  "units on the map: lines X Y RADIUS SIDE, in 1/256 of a cell, and an empty\n"
                  "line behind each frame; writes FILE-0000.png, FILE-0001.png, ..."),
      option_given(option_cell("--from", &options->from,
                               "a start, for the layers fine, coarse, route and path"),
                   &options->has_from),
      option_given(option_cell("--to", &options->to, "its goal"), &options->has_to),
      world_file_patch(&options->patch),
      world_file_safe(&options->safe),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* Layers of a query need one, and it is what is shown first where there is one. */
static int choose_layers(const struct options *parser, const struct render_options *options,
                         unsigned *layers) {
  const char *usual = options->has_from ? "terrain,links,fine,coarse,route,path"
                                        : "terrain,regions,waypoints,links";
  if (options->has_from != options->has_to)
    return options_fail(parser, "--from and --to go together");
  const int code =
      map_picture_parse_layers(options->layers != NULL ? options->layers : usual, layers);
  if (code == EXIT_DONE && (*layers & MAP_LAYERS_OF_QUERY) != 0 && !options->has_from)
    return options_fail(parser, "the layers fine, coarse, route and path need --from X,Y --to X,Y");
  return code;
}

int command_render(int argc, char **argv) {
  struct render_options values = {.width = 1280, .floor = -1};
  struct option_table table = {.count = 0};
  list_options(&values, &table);
  const struct options options = {
      .command = "render",
      .usage = "FILE.world -o FILE.png [--layers LIST] [--width N] [--profile NAME]\n"
               "FILE.world -o FILE.png [--floor N] [--from X,Y --to X,Y] ...",
      .summary = "Draws a world: terrain, regions, waypoints and links, with a legend below.\n"
                 "With --from and --to it draws one query instead: what was expanded, the\n"
                 "route and the path.",
      .example = "overland render land.world -o land.png --layers terrain,regions,edges,waypoints",
      .defs = table.defs,
      .def_count = table.count};
  int code;
  if (!options_parse(&options, argc, argv, &code))
    return code;
  unsigned layers = 0;
  code = choose_layers(&options, &values, &layers);
  if (code == EXIT_DONE)
    code = out_file_check_picture(values.out, (const char *[]){values.world, values.frames}, 2);
  return code == EXIT_DONE ? open_and_render(&values, layers) : code;
}
