/* Fills the window around one region of a map that is to be baked, and finds steps whose cost or
 * legality does not follow from weights alone. */
#include "coarse/blocks/map_steps.h"
#include "coarse/format/limits.h"

#include "common/arena.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "fine/window_steps.h"

/* ---- Windows --------------------------------------------------------------- */

enum { MOST_EXCEPTIONS = 8 }; /* of one cell: a step in each direction */

ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  return (ovi_step_rule){.most_rise = ovi_climb_limit(def->max_climb),
                         .most_fall = ovi_climb_limit(def->max_drop),
                         .rise_cost = def->climb_cost,
                         .fall_cost = def->drop_cost};
}

void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells) {
  ovi_window_shape shape = {0, 0, cells + 2, cells + 2, 0, 0, false};
  ovi_window_reserve(window, arena, shape, false);
  ovi_window_reserve_steps(window, arena, true, MOST_EXCEPTIONS * (uint32_t)(cells * cells));
}

/* Copies the part of a rectangle of the plane that lies in the map into a window. */
static void map_steps_fill(ovi_window *window, const ovi_map *map, int32_t profile,
                           ovi_rectangle cells) {
  uint64_t rows[OVI_MAP_ROWS][OVI_MAP_ROW_WORDS];
  cells = ovi_rectangle_common(cells, (ovi_rectangle){0, 0, map->plane.width, map->plane.height});
  const int32_t w = cells.x1 - cells.x0;
  if (ovi_rectangle_is_empty(cells)) {
    return;
  }
  ovi_map_open_rows(map, profile, cells.x0, cells.y0, w, cells.y1 - cells.y0, rows);
  for (int32_t y = cells.y0; y < cells.y1; y++) {
    const uint32_t first = ovi_window_cell(window, cells.x0 - window->x, y - window->y);
    ovi_map_weight_row(map, profile, cells.x0, y, w, window->weights + first);
    for (int32_t i = 0; i < w; i++) {
      uint8_t *weight = &window->weights[first + (uint32_t)i];
      *weight = ovi_get_bit(rows[y - cells.y0], i) != 0 ? *weight : 0;
    }
    if (map->has_heights) {
      ovi_map_height_row(map, cells.x0, y, w, window->steps.heights + first);
    }
  }
}

void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place) {
  const int32_t left = place->x - 1;
  const int32_t right = place->x + place->w + 1;
  const int32_t bottom = place->y + place->h;
  ovi_window_shape shape = {
      left, place->y - 1, place->w + 2, place->h + 2, (uint8_t)map->profiles[profile].corners,
      1,    false};
  const ovi_step_rule rule = ovi_map_rule(map, profile);
  ovi_window_open(window, &shape, &rule);
  /* In three pieces, because the floors above and below may be of graphs, with another body. */
  map_steps_fill(window, map, profile, (ovi_rectangle){left, place->y - 1, right, place->y});
  map_steps_fill(window, map, profile, (ovi_rectangle){left, place->y, right, bottom});
  map_steps_fill(window, map, profile, (ovi_rectangle){left, bottom, right, bottom + 1});
}

void ovi_map_steps_add_walls(ovi_window *window, const ovi_map *map, int32_t profile,
                             const ovi_region *place) {
  const ovi_rectangle of_map = {0, 0, map->plane.width, map->plane.height};
  const int32_t ends[4] = {place->y - 1, place->y, place->y + place->h, place->y + place->h + 1};
  for (int piece = 0; piece < 3; piece++) { /* of one floor each */
    const ovi_rectangle cells = ovi_rectangle_common(
        (ovi_rectangle){place->x - 1, ends[piece], place->x + place->w + 1, ends[piece + 1]},
        of_map);
    if (!ovi_rectangle_is_empty(cells)) {
      const uint32_t first = ovi_window_cell(window, cells.x0 - window->x, cells.y0 - window->y);
      ovi_map_add_walls(map, profile, cells, window->weights + first, (uint32_t)window->stride);
    }
  }
}

bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction) {
  const ovi_step_view view = ovi_step_view_of(window);
  const uint32_t other = ovi_step_neighbour(&view, cell, direction);
  /* Only a step that is legal by weights and the corner rule, without heights, can differ. */
  if (view.weights[cell] == 0 || view.weights[other] == 0 ||
      (ovi_is_diagonal(direction) &&
       !ovi_diagonal_is_free(view.corners, direction,
                             view.weights[ovi_step_neighbour(&view, cell, direction - 1)] != 0,
                             view.weights[ovi_step_neighbour(&view, cell, direction + 1)] != 0))) {
    return false;
  }
  uint64_t cost;
  return !ovi_window_step(window, ovi_window_cell_x(window, cell), ovi_window_cell_y(window, cell),
                          direction, &cost) ||
         cost != ovi_step_cost((uint32_t)view.weights[cell] + view.weights[other],
                               ovi_is_long(view.corners, direction));
}

/* ---- Steps ------------------------------------------------------------------ */

/* Returns whether all open cells of the window have the height of the first cell of the region. */
static bool is_level(const ovi_window *window) {
  const uint16_t *heights = window->steps.heights;
  const uint32_t cells = (uint32_t)(window->h + 2) * (uint32_t)window->stride;
  const uint32_t first = ovi_map_steps_cell(window, 0, 0);
  uint32_t at = 0;
  while (at < cells && (window->weights[at] == 0 || heights[at] == heights[first])) {
    at++;
  }
  return at == cells;
}

bool ovi_map_has_steps(ovi_window *window, const ovi_map *map, int32_t profile,
                       const ovi_region *place) {
  ovi_map_steps_open(window, map, profile, place);
  if (is_level(window)) {
    return false;
  }
  for (int32_t i = 0; i < 8 * place->w * place->h; i++) {
    const int32_t x = i / 8 % place->w;
    const int32_t y = i / 8 / place->w;
    if (ovi_map_step_differs(window, ovi_map_steps_cell(window, x, y), i % 8)) {
      return true;
    }
  }
  return false;
}

bool ovi_map_may_have_steps(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  return map->has_heights && (ovi_climb_limit(def->max_climb) < map->most_rise ||
                              ovi_climb_limit(def->max_drop) < map->most_rise ||
                              def->climb_cost != 0 || def->drop_cost != 0);
}

bool ovi_map_may_forbid_steps(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  return ovi_map_has_rule(map, profile) ||
         (map->has_heights && (ovi_climb_limit(def->max_climb) < map->most_rise ||
                               ovi_climb_limit(def->max_drop) < map->most_rise));
}
