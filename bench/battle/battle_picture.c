/* The picture of a battle: see battle.h. The tracks of the armies are veils over the map, one
 * colour each; the rocks that lie at the end are dark; units are dots where they stood last. */
#include "bench/battle/battle_picture.h"

#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/map_legend.h"
#include "tools/draw/map_picture.h"

#include <inttypes.h>
#include <stdio.h>

enum { PICTURE_WIDTH = 1280, MARGIN = 20, TOP = 64, LEAST_HEIGHT = 64, LEGEND_DROP = 14 };

static const struct canvas_color ROCK = {20, 18, 24, 255};
static const struct canvas_color TRACKS[BATTLE_ARMIES] = {{38, 110, 210, 120}, {226, 96, 24, 120}};
static const struct canvas_color DOTS[BATTLE_ARMIES] = {{10, 50, 130, 255}, {150, 40, 0, 255}};

/* Lays a colour over all cells of the floor that have a mark. */
static bool draw_marked(const struct battle *battle, const struct map_view *view, int mark,
                        struct canvas_color color) {
  const struct battle_watch *watch = &battle->watch;
  struct map_cover cover;
  if (!map_cover_create(&cover, view)) {
    return false;
  }
  for (int32_t y = 0; y < view->area.height; y++) {
    for (int32_t x = 0; x < view->area.width; x++) {
      const ovl_cell cell = {view->area.x + x, view->area.y + y, view->area.floor};
      if ((watch->marks[battle_grid_cell(&watch->grid, cell)] & mark) != 0) {
        map_cover_add(&cover, view, cell);
      }
    }
  }
  map_cover_finish(&cover, view, color);
  return true;
}

static void draw_units(const struct battle *battle, const struct map_view *view) {
  const double radius = view->scale > 2 ? view->scale / 2 : 1.2;
  for (int32_t i = 0; i < battle->def.units; i++) {
    const ovl_cell place = battle->watch.places[i];
    if (place.floor == view->area.floor) {
      canvas_disc(view->canvas, map_view_centre(view, place), radius, DOTS[i % BATTLE_ARMIES]);
    }
  }
}

static void write_title(const struct battle *battle, struct canvas *canvas) {
  char line[160];
  snprintf(line, sizeof line, "Overland: %d units, %d ticks, %" PRIu64 " rocks",
           (int)battle->def.units, (int)battle->def.ticks, battle->outcome.rocks_fallen);
  canvas_text(canvas, MARGIN, 10, 2, line, CANVAS_TEXT);
  snprintf(line, sizeof line,
           "%" PRIu64 " arrived, %" PRIu64 " beside, %" PRIu64 " stuck, %" PRIu64
           " unreachable, %" PRIu64 " late",
           battle->outcome.arrived, battle->outcome.beside, battle->outcome.stuck,
           battle->outcome.unreachable, battle->outcome.late);
  canvas_text(canvas, MARGIN, 36, 2, line, CANVAS_TEXT);
}

/* Returns where it ends. */
static int32_t write_legend(const struct battle *battle, const struct map_view *view, int32_t top) {
  static const char *const TRACK_NAMES[BATTLE_ARMIES] = {"tracks of army 1", "tracks of army 2"};
  static const char *const DOT_NAMES[BATTLE_ARMIES] = {"its units at the end", "its units"};
  struct picture_legend legend =
      picture_legend_begin(view->canvas, MARGIN, top, PICTURE_WIDTH - 2 * MARGIN);
  for (int army = 0; army < BATTLE_ARMIES; army++) {
    int32_t x, y;
    picture_legend_add_color(&legend, TRACK_NAMES[army], TRACKS[army]);
    picture_legend_add(&legend, DOT_NAMES[army], &x, &y);
    canvas_disc(view->canvas, (struct canvas_point){x + 14.0, y + 9.0}, 4.0, DOTS[army]);
  }
  picture_legend_add_color(&legend, "fallen rock", ROCK);
  picture_legend_break(&legend);
  map_legend_add_world(&legend, battle->def.world, battle->def.profile, view->shown);
  return picture_legend_end(&legend) + 6;
}

static int draw(const struct battle *battle, const struct map_view *view) {
  int code = map_picture_draw(view, MAP_LAYER_TERRAIN);
  bool good = code == EXIT_DONE;
  for (int army = 0; army < BATTLE_ARMIES && good; army++) {
    good = draw_marked(battle, view, BATTLE_MARK_PASSED << army, TRACKS[army]);
  }
  good = good && draw_marked(battle, view, BATTLE_MARK_ROCK, ROCK);
  if (code == EXIT_DONE && !good) {
    code = command_fail_memory("the picture");
  }
  if (code == EXIT_DONE) {
    draw_units(battle, view);
    canvas_frame_rect(view->canvas, view->rect, CANVAS_FRAME);
    write_title(battle, view->canvas);
  }
  return code;
}

/* Of the floor that the field lies on. */
int battle_picture_write(const struct battle *battle, const char *path) {
  const int32_t number = battle->game.field.cells[0].floor;
  const ovl_floor_info *floor = &battle->watch.grid.floor[number];
  const int64_t frame_width = PICTURE_WIDTH - 2 * MARGIN;
  int64_t frame_height = frame_width * floor->height / floor->width;
  struct map_shown shown = {0};
  struct canvas canvas;
  frame_height = frame_height < LEAST_HEIGHT      ? LEAST_HEIGHT
                 : frame_height > 2 * frame_width ? 2 * frame_width
                                                  : frame_height;
  const int32_t bottom = (int32_t)frame_height + TOP;
  if (!canvas_create(&canvas, PICTURE_WIDTH, bottom + PICTURE_LEGEND_MOST_HEIGHT,
                     CANVAS_BACKGROUND)) {
    return command_fail_memory("the picture");
  }
  const struct canvas_rect frame = {MARGIN, TOP, (int32_t)frame_width, (int32_t)frame_height};
  const struct map_area area = map_area_of(floor);
  struct map_view view = map_view_fit(&canvas, battle->def.world, area, frame);
  view.profile = battle->def.profile;
  view.shown = &shown;
  int code = draw(battle, &view);
  if (code == EXIT_DONE) {
    canvas_crop(&canvas, write_legend(battle, &view, bottom + LEGEND_DROP));
    code = png_write(path, canvas.width, canvas.height, canvas.pixels);
  }
  canvas_destroy(&canvas);
  return code;
}
