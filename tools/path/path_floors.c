/* The picture of a query over several floors: see path_floors.h.
 *
 * Invariant: all panels have one scale, at which the largest floor fits its panel. */
#include "tools/path/path_floors.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/map_legend.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define PICTURE_WIDTH 1280
#define MARGIN 20
#define GAP 16
#define TOP 84
#define TITLE_HEIGHT 30
#define MOST_COLUMNS 3
#define TEXT_BYTES 160

/* The floors that are shown, and how their panels lie. */
struct floors {
  int32_t numbers[OVL_MAX_FLOORS];
  int32_t count, columns;
  double most_width, most_height; /* in cells, of the largest shapes */
  int32_t panel_width, panel_height;
};

static void add_floor(struct floors *floors, int32_t number) {
  for (int32_t i = 0; i < floors->count; i++)
    if (floors->numbers[i] == number)
      return;
  if (floors->count < OVL_MAX_FLOORS)
    floors->numbers[floors->count++] = number;
}

static struct floors find_floors(const struct path_picture_def *def) {
  struct floors floors = {.numbers = {def->query->start.floor}, .count = 1};
  const ovl_path *path = &def->answer->path;
  for (size_t i = 0; def->answer->has_path && i < path->count; i++)
    add_floor(&floors, path->points[i].floor);
  if (path_answer_goal_kind(def->query) == OVL_GOAL_CELL)
    add_floor(&floors, def->query->goal.floor);
  return floors;
}

bool path_floors_are_many(const struct path_picture_def *def) { return find_floors(def).count > 1; }

static void lay_out(const ovl_world *world, struct floors *floors) {
  floors->most_width = 1;
  floors->most_height = 1;
  for (int32_t i = 0; i < floors->count; i++) {
    ovl_floor_info info = {0};
    ovl_world_floor(world, floors->numbers[i], &info);
    const struct map_shape shape = map_area_shape(world, map_area_of(&info));
    floors->most_width = fmax(floors->most_width, shape.width);
    floors->most_height = fmax(floors->most_height, shape.height);
  }
  floors->columns = floors->count < MOST_COLUMNS ? floors->count : MOST_COLUMNS;
  floors->panel_width =
      (PICTURE_WIDTH - 2 * MARGIN - (floors->columns - 1) * GAP) / floors->columns;
  const double height = floors->panel_width * floors->most_height / floors->most_width;
  floors->panel_height = (int32_t)fmin(fmax(height, 60), 2.0 * floors->panel_width);
}

/* The frame has the panel's share of the floor: a smaller floor fills less of it. */
static struct canvas_rect frame_of(const struct floors *floors, int32_t panel,
                                   const struct map_shape *shape) {
  const int32_t column = panel % floors->columns;
  const int32_t row = panel / floors->columns;
  const double width = floors->panel_width * shape->width / floors->most_width;
  const double height = floors->panel_height * shape->height / floors->most_height;
  return (struct canvas_rect){MARGIN + column * (floors->panel_width + GAP),
                              TOP + row * (floors->panel_height + TITLE_HEIGHT + GAP) +
                                  TITLE_HEIGHT,
                              (int32_t)fmax(width, 1), (int32_t)fmax(height, 1)};
}

static int draw_panel(const struct path_drawing *drawing, const struct floors *floors,
                      int32_t panel, struct canvas *canvas, struct map_shown *shown) {
  const struct path_picture_def *def = drawing->def;
  const ovl_path *path = &def->answer->path;
  const int32_t number = floors->numbers[panel];
  ovl_floor_info info = {.width = 1, .height = 1};
  char line[TEXT_BYTES];
  ovl_world_floor(def->world, number, &info);
  const struct map_area area = map_area_of(&info);
  const struct map_shape shape = map_area_shape(def->world, area);
  const struct canvas_rect frame = frame_of(floors, panel, &shape);
  struct map_view view = map_view_fit(canvas, def->world, area, frame);
  view.profile = def->query->profile;
  view.shown = shown;
  snprintf(line, sizeof line, "Floor %" PRId32, number);
  canvas_text(canvas, frame.left, frame.top - TITLE_HEIGHT + 8, 2, line, CANVAS_TEXT);
  const int code = map_picture_draw(&view, def->layers);
  bool good = map_query_draw(&view, def->layers & ~(unsigned)MAP_LAYER_ROUTE, def->query,
                             &drawing->trace, def->answer->has_path ? path : NULL);
  canvas_frame_rect(canvas, view.rect, CANVAS_FRAME);
  map_query_ends(&view, def->query->start, def->query->goal);
  if (good && (def->layers & MAP_LAYER_LINKS) != 0)
    good = map_query_label_links(&view, def->query, path);
  if (code == EXIT_DONE && !good)
    return command_fail_memory("the picture");
  return code;
}

static void write_title(const struct path_picture_def *def, struct canvas *canvas) {
  const struct path_answer *answer = def->answer;
  char line[TEXT_BYTES], start[CELL_TEXT_BYTES], goal[CELL_TEXT_BYTES];
  snprintf(line, sizeof line, "Overland: from %s to %s",
           cell_text_write(start, def->query->start, 2),
           cell_text_write(goal, def->query->goal, 2));
  canvas_text(canvas, MARGIN, 16, 3, line, CANVAS_TEXT);
  if (answer->has_path)
    snprintf(line, sizeof line, "cost %.1f, %zu link%s; first step %.1f us", answer->cost_cells,
             answer->path.link_count, answer->path.link_count == 1 ? "" : "s",
             answer->first_step_us);
  else
    snprintf(line, sizeof line, "%s", ovl_result_text(answer->result));
  canvas_text(canvas, MARGIN, 52, 2, line, CANVAS_TEXT);
}

/* Returns where it ends. */
static int32_t write_legend(const struct path_drawing *drawing, struct canvas *canvas, int32_t top,
                            const struct map_shown *shown) {
  const struct path_picture_def *def = drawing->def;
  const unsigned unseen = MAP_LAYER_ROUTE | /* it leads over several floors: its path shows it */
                          (drawing->trace.coarse.count > 0 ? 0U : (unsigned)MAP_LAYER_COARSE);
  struct picture_legend legend =
      picture_legend_begin(canvas, MARGIN, top, PICTURE_WIDTH - 2 * MARGIN);
  map_legend_add_query(&legend, def->layers & ~unseen);
  map_legend_add_world(&legend, def->world, def->query->profile, shown);
  return picture_legend_end(&legend) + 4;
}

int path_floors_write(const struct path_drawing *drawing) {
  const struct path_picture_def *def = drawing->def;
  struct floors floors = find_floors(def);
  struct map_shown shown = {0};
  struct canvas canvas;
  lay_out(def->world, &floors);
  const int32_t rows = (floors.count + floors.columns - 1) / floors.columns;
  const int32_t bottom = TOP + rows * (floors.panel_height + TITLE_HEIGHT + GAP) + GAP / 2;
  if (!canvas_create(&canvas, PICTURE_WIDTH, bottom + PICTURE_LEGEND_MOST_HEIGHT,
                     CANVAS_BACKGROUND))
    return command_fail_memory("the picture");
  write_title(def, &canvas);
  int code = EXIT_DONE;
  for (int32_t i = 0; i < floors.count && code == EXIT_DONE; i++)
    code = draw_panel(drawing, &floors, i, &canvas, &shown);
  if (code == EXIT_DONE)
    canvas_crop(&canvas, write_legend(drawing, &canvas, bottom, &shown));
  if (code == EXIT_DONE)
    code = png_write(def->path, canvas.width, canvas.height, canvas.pixels);
  canvas_destroy(&canvas);
  return code;
}
