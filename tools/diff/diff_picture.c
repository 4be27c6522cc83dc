/* A picture of changes: see diff_picture.h. A pixel shows the most telling change of its cells: a
 * wall of one cell is seen at any scale. */
#include "tools/diff/diff_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/codec/png.h"
#include "tools/draw/map_view.h"
#include "tools/draw/picture_legend.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 12, ROWS_AT_ONCE = 16 };

/* By enum cell_change; then blocked before and after. */
static const struct canvas_color colors[CELL_CHANGES + 1] = {
    {238, 236, 226, 255}, {200, 30, 30, 255},  {40, 160, 70, 255},
    {150, 60, 190, 255},  {60, 140, 220, 255}, {110, 112, 118, 255}};

/* How telling each is, the least first: same and blocked, joined, opened, closed, cut off. */
static const uint8_t ranks[CELL_CHANGES + 1] = {1, 4, 3, 5, 2, 0};

/* The pixels that cells of one row of the area cover, at least one. */
static struct canvas_rect pixels_of(const struct map_view *view, int32_t x, int32_t end,
                                    int32_t y) {
  x += view->area.x;
  end += view->area.x;
  y += view->area.y;
  if (view->is_hexagonal) {
    return map_view_box(view, x, y, end - x, 1);
  }
  const struct canvas_point from = map_view_place(view, x, y);
  const struct canvas_point last = map_view_place(view, end - 1, y);
  const struct canvas_point to = map_view_place(view, end, y + 1);
  const int32_t right = (int32_t)(to.x > last.x + 1 ? to.x : last.x + 1);
  const int32_t bottom = (int32_t)(to.y > last.y + 1 ? to.y : last.y + 1);
  const int32_t width = right < view->canvas->width ? right : view->canvas->width;
  const int32_t height = bottom < view->canvas->height ? bottom : view->canvas->height;
  return (struct canvas_rect){(int32_t)from.x, (int32_t)from.y, width - (int32_t)from.x,
                              height - (int32_t)from.y};
}

/* A run of cells of one row of the area, and what became of them. */
struct changed_run {
  int32_t x, end, y;
  uint8_t kind;
};

/* Marks the pixels of a run, where its change is more telling than what is there. */
static void mark_run(const struct map_view *view, const struct changed_run *run, uint8_t *marks) {
  const struct canvas_rect rect = pixels_of(view, run->x, run->end, run->y);
  for (int32_t y = rect.top > 0 ? rect.top : 0;
       y < rect.top + rect.height && y < view->canvas->height; y++) {
    uint8_t *row = &marks[(size_t)y * (size_t)view->canvas->width];
    for (int32_t x = rect.left > 0 ? rect.left : 0;
         x < rect.left + rect.width && x < view->canvas->width; x++) {
      const ovl_cell cell = map_view_cell(view, x + 0.5, y + 0.5);
      const int32_t column = cell.x - view->area.x;
      const bool is_beside = view->is_hexagonal && (cell.y - view->area.y != run->y ||
                                                    column < run->x || column >= run->end);
      if (!is_beside && (row[x] == UINT8_MAX || ranks[run->kind] > ranks[row[x]])) {
        row[x] = run->kind;
      }
    }
  }
}

/* Marks the pixels that rows of cells cover, run by run of cells of one piece. */
static void mark_rows(const struct map_view *view, const struct island_changes *changes,
                      const uint32_t *islands[2], int32_t y, int32_t rows, uint8_t *marks) {
  const int32_t width = view->area.width;
  for (int32_t row = 0; row < rows; row++) {
    const uint32_t *before = islands[0] + (size_t)row * (size_t)width;
    const uint32_t *after = islands[1] + (size_t)row * (size_t)width;
    for (int32_t x = 0; x < width;) {
      int32_t end = x + 1;
      while (end < width && before[end] == before[x] && after[end] == after[x]) {
        end++;
      }
      const uint8_t kind = before[x] == 0 && after[x] == 0
                               ? CELL_CHANGES
                               : (uint8_t)island_changes_of(changes, before[x], after[x]);
      const struct changed_run run = {x, end, y + row, kind};
      mark_run(view, &run, marks);
      x = end;
    }
  }
}

static int read_and_mark(const struct diff_worlds *worlds, const struct island_changes *changes,
                         const struct map_view *view, uint8_t *marks) {
  const int32_t width = view->area.width, height = view->area.height;
  const size_t most = (size_t)width * ROWS_AT_ONCE;
  uint32_t *islands = malloc(2 * most * sizeof *islands);
  int code = EXIT_DONE;
  if (islands == NULL) {
    return command_fail_memory("the picture");
  }
  for (int32_t y = 0; y < height && code == EXIT_DONE; y += ROWS_AT_ONCE) {
    const int32_t rows = height - y < ROWS_AT_ONCE ? height - y : ROWS_AT_ONCE;
    for (int which = 0; which < 2 && code == EXIT_DONE; which++) {
      ovl_fault fault = {.what = ""};
      const ovl_result result =
          ovl_world_read_cells(worlds->world[which], worlds->profile[which], OVL_CELLS_ISLAND,
                               (ovl_cell){view->area.x, view->area.y + y, view->area.floor}, width,
                               rows, islands + (size_t)which * most, (size_t)width, &fault);
      code =
          result == OVL_OK ? EXIT_DONE : command_fail_result(worlds->path[which], result, &fault);
    }
    if (code == EXIT_DONE) {
      mark_rows(view, changes, (const uint32_t *[2]){islands, islands + most}, y, rows, marks);
    }
  }
  free(islands);
  return code;
}

static int32_t write_legend(struct canvas *canvas, const struct island_changes *changes,
                            int32_t top, int32_t width) {
  static const char *const names[CELL_CHANGES] = {"open as before", "closed", "opened", "cut off",
                                                  "joined"};
  struct picture_legend legend =
      picture_legend_begin(canvas, MARGIN, top + MARGIN, width - 2 * MARGIN);
  for (int i = 0; i < CELL_CHANGES; i++) {
    char text[96];
    snprintf(text, sizeof text, "%s (%" PRIu64 " cell%s)", names[i], changes->cells[i],
             print_plural(changes->cells[i]));
    picture_legend_add_color(&legend, text, colors[i]);
  }
  picture_legend_add_color(&legend, "blocked", colors[CELL_CHANGES]);
  return picture_legend_end(&legend) + MARGIN / 2;
}

int diff_picture_write(const struct diff_worlds *worlds, const struct island_changes *changes,
                       int32_t floor, int32_t width, const char *path) {
  ovl_floor_info info = {.width = 1, .height = 1};
  ovl_world_floor(worlds->world[1], floor, &info);
  const struct map_area area = map_area_of(&info);
  const struct map_shape shape = map_area_shape(worlds->world[1], area);
  const int64_t wanted = (int64_t)(width * shape.height / shape.width);
  const int32_t height = wanted < 64                   ? 64
                         : wanted > 2 * (int64_t)width ? 2 * width
                                                       : (int32_t)wanted;
  struct canvas canvas;
  if (!canvas_create(&canvas, width, height + PICTURE_LEGEND_MOST_HEIGHT, CANVAS_BACKGROUND)) {
    return command_fail_memory("the picture");
  }
  const struct map_view view =
      map_view_fit(&canvas, worlds->world[1], area, (struct canvas_rect){0, 0, width, height});
  const size_t pixels = (size_t)canvas.width * (size_t)canvas.height;
  uint8_t *marks = malloc(pixels);
  if (marks == NULL) {
    canvas_destroy(&canvas);
    return command_fail_memory("the picture");
  }
  memset(marks, UINT8_MAX, pixels);
  int code = read_and_mark(worlds, changes, &view, marks);
  for (int32_t y = 0; y < height && code == EXIT_DONE; y++) {
    for (int32_t x = 0; x < width; x++) {
      const uint8_t mark = marks[(size_t)y * (size_t)canvas.width + (size_t)x];
      if (mark != UINT8_MAX) {
        canvas_blend(&canvas, x, y, colors[mark], 1);
      }
    }
  }
  free(marks);
  if (code == EXIT_DONE) {
    canvas_crop(&canvas, write_legend(&canvas, changes, height, width));
    code = png_write(path, canvas.width, canvas.height, canvas.pixels);
  }
  canvas_destroy(&canvas);
  return code;
}
