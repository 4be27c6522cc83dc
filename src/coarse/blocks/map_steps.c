/* Filling a window from the map: the region itself, then what lies around it, for a body
 * may be of another size on the floor above or below. */
#include "coarse/blocks/map_steps.h"

#include "fine/window_steps.h"

enum { MOST_EXCEPTIONS = 8 }; /* of a cell */

ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  return (ovi_step_rule){.most_rise = def->climb < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)def->climb,
                         .most_fall = def->drop < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)def->drop,
                         .rise_cost = def->climb_cost,
                         .fall_cost = def->drop_cost};
}

void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells) {
  ovi_window_shape shape = {0, 0, cells + 2, cells + 2, 0, 0, false};
  ovi_window_reserve(window, arena, shape, false);
  ovi_window_reserve_steps(window, arena, true, MOST_EXCEPTIONS * (uint32_t)(cells * cells));
}

/* Cells of the plane. */
typedef struct rectangle {
  int32_t x, y, w, h;
} rectangle;

static void fill(ovi_window *window, const ovi_map *map, int32_t profile, rectangle r) {
  uint64_t rows[OVI_MAP_ROWS][OVI_MAP_ROW_WORDS];
  const int32_t right = r.x + r.w < map->width ? r.x + r.w : map->width;
  const int32_t bottom = r.y + r.h < map->height ? r.y + r.h : map->height;
  r.x = r.x > 0 ? r.x : 0;
  r.y = r.y > 0 ? r.y : 0;
  r.w = right - r.x;
  r.h = bottom - r.y;
  if (r.w <= 0 || r.h <= 0) {
    return;
  }
  ovi_map_open_rows(map, profile, r.x, r.y, r.w, r.h, rows);
  for (int32_t row = 0; row < r.h; row++) {
    const uint32_t first = ovi_window_cell(window, r.x - window->x, r.y - window->y + row);
    ovi_map_weight_row(map, profile, r.x, r.y + row, r.w, window->weights + first);
    for (int32_t i = 0; i < r.w; i++) {
      uint8_t *weight = &window->weights[first + (uint32_t)i];
      *weight = ovi_get_bit(rows[row], i) != 0 ? *weight : 0;
    }
    if (map->has_heights) {
      ovi_map_height_row(map, r.x, r.y + row, r.w, window->heights + first);
    }
  }
}

void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place) {
  ovi_window_shape shape = {place->x - 1,
                            place->y - 1,
                            place->w + 2,
                            place->h + 2,
                            (uint8_t)map->profiles[profile].corners,
                            1,
                            false};
  ovi_window_open_steps(window, &shape, ovi_map_rule(map, profile));
  fill(window, map, profile, (rectangle){place->x - 1, place->y - 1, place->w + 2, 1});
  fill(window, map, profile, (rectangle){place->x - 1, place->y, place->w + 2, place->h});
  fill(window, map, profile, (rectangle){place->x - 1, place->y + place->h, place->w + 2, 1});
}

/* Whether weights and the corner rule alone allow a step. */
static bool weights_allow(const ovi_step_view *view, uint32_t cell, int direction) {
  if (view->weights[cell] == 0 || view->weights[ovi_step_neighbour(view, cell, direction)] == 0) {
    return false;
  }
  return (direction & 1) == 0 ||
         ovi_corner_is_free(view->corners,
                            view->weights[ovi_step_neighbour(view, cell, direction - 1)] != 0,
                            view->weights[ovi_step_neighbour(view, cell, direction + 1)] != 0);
}

bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction) {
  const ovi_step_view view = ovi_step_view_of(window);
  if (!weights_allow(&view, cell, direction)) {
    return false;
  }
  uint64_t cost;
  const uint32_t other = ovi_step_neighbour(&view, cell, direction);
  return !ovi_window_step(window, ovi_window_cell_x(window, cell), ovi_window_cell_y(window, cell),
                          direction, &cost) ||
         cost != ovi_step_cost((uint32_t)view.weights[cell] + view.weights[other], direction & 1);
}
