/* Sorts link ends by region with a counting sort, checks region by region whether heights matter,
 * and fills windows from the map. */
#include "coarse/blocks/directed.h"

#include "common/arena.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "fine/window_steps.h"

/* ---- Links ---------------------------------------------------------------- */

/* The profiles that a link serves if it is open: those it is meant for that can stand on both of
 * its ends. */
static uint32_t profiles_served(const ovi_map *map, const ovl_link_def *link) {
  uint32_t served = 0;
  const ovl_cell from = ovi_map_to_plane(map, link->from);
  const ovl_cell to = ovi_map_to_plane(map, link->to);
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    bool may = link->profiles == 0 || (link->profiles >> profile & 1u) != 0;
    if (may && ovi_map_is_open(map, profile, from.x, from.y) &&
        ovi_map_is_open(map, profile, to.x, to.y)) {
      served |= (uint32_t)1 << profile;
    }
  }
  return served;
}

/* An end of a link and its region. */
typedef struct located_end {
  uint32_t region;
  ovi_link_end end;
} located_end;

static located_end locate_end(const ovi_map *map, const ovi_layer *partition, uint32_t link,
                              bool is_from) {
  const ovl_link_def *def = &map->links[link];
  const ovl_cell at = ovi_map_to_plane(map, is_from ? def->from : def->to);
  return (located_end){ovi_region_at(partition, at.x, at.y),
                       {link, (uint8_t)(at.x % map->plane.region_cells),
                        (uint8_t)(at.y % map->plane.region_cells), is_from}};
}

/* Ends where links begin come first in a region, so they are put first. */
void ovi_directed_sort_ends(ovi_directed *directed, const ovi_map *map,
                            const ovi_layer *partition) {
  const uint32_t links = (uint32_t)map->link_count;
  const uint32_t regions = ovi_region_count(partition);
  memset(directed->begins, 0, ((size_t)regions + 2) * sizeof(uint32_t));
  for (uint32_t i = 0; i < 2 * links; i++) {
    directed->begins[locate_end(map, partition, i % links, i < links).region + 2]++;
  }
  for (uint32_t region = 0; region < regions; region++) {
    directed->begins[region + 2] += directed->begins[region + 1];
  }
  for (uint32_t i = 0; i < 2 * links;
       i++) { /* each begin moves to its end, which is the next begin */
    located_end place = locate_end(map, partition, i % links, i < links);
    directed->ends[directed->begins[place.region + 1]++] = place.end;
  }
}

static ovl_result directed_find_links(ovi_directed *directed, const ovi_map *map,
                                      const ovi_layer *partition, ovl_fault *fault) {
  for (int32_t link = 0; link < map->link_count; link++) {
    const uint32_t served = profiles_served(map, &map->links[link]);
    directed->served[link] = map->links[link].closed ? 0 : served;
    directed->profiles |= served;
  }
  if (directed->begins == NULL) {
    return OVL_OK;
  }
  ovi_directed_sort_ends(directed, map, partition);
  for (uint32_t region = 0; region < ovi_region_count(partition); region++) {
    const uint32_t ends = directed->begins[region + 1] - directed->begins[region];
    if (ends > OVI_MOST_LINK_PORTS) {
      *fault = (ovl_fault){"links that end in one region", region, ends, OVI_MOST_LINK_PORTS};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}

const ovi_link_end *ovi_directed_next_end(const ovi_directed *directed, int32_t profile,
                                          uint32_t region, uint32_t *at) {
  if (directed->begins == NULL) {
    return NULL;
  }
  const ovi_link_end *ends = directed->ends + directed->begins[region];
  const uint32_t count = directed->begins[region + 1] - directed->begins[region];
  while (*at < count) {
    const ovi_link_end *end = &ends[(*at)++];
    if ((directed->served[end->link] >> profile & 1u) != 0) {
      return end;
    }
  }
  return NULL;
}

uint32_t ovi_directed_count_ends(const ovi_directed *directed, int32_t profile, uint32_t region) {
  uint32_t count = 0;
  uint32_t at = 0;
  while (ovi_directed_next_end(directed, profile, region, &at) != NULL) {
    count++;
  }
  return count;
}

/* ---- Heights --------------------------------------------------------------- */

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

bool ovi_directed_has_steps(ovi_window *window, const ovi_map *map, int32_t profile,
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

bool ovi_directed_may_have_steps(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  const int64_t most = map->most_rise;
  return map->has_heights &&
         ((def->climb >= 0 && def->climb < most) || (def->drop >= 0 && def->drop < most) ||
          def->climb_cost != 0 || def->drop_cost != 0);
}

/* The examination of a map. */
typedef struct directed_finder {
  ovi_directed *directed;
  const ovi_map *map;
  const ovi_layer *partition;
  ovi_window window;
} directed_finder;

static bool heights_matter(directed_finder *finder, int32_t profile) {
  for (uint32_t id = 0; id < ovi_region_count(finder->partition); id++) {
    ovi_region place = ovi_region_place(finder->partition, id);
    if (ovi_directed_has_steps(&finder->window, finder->map, profile, &place)) {
      return true;
    }
  }
  return false;
}

/* ---- All ------------------------------------------------------------------- */

static void directed_reserve(void *user, ovi_arena *arena) {
  directed_finder *finder = user;
  ovi_directed *directed = finder->directed;
  const ovi_map *map = finder->map;
  const uint64_t links = (uint64_t)map->link_count;
  directed->served = ovi_arena_take(arena, links, sizeof(uint32_t));
  directed->ends = ovi_arena_take(arena, 2 * links, sizeof(ovi_link_end));
  directed->begins = NULL;
  if (links != 0) {
    directed->begins =
        ovi_arena_take(arena, (uint64_t)ovi_region_count(finder->partition) + 2, sizeof(uint32_t));
  }
  if (map->has_heights) {
    ovi_map_steps_reserve(&finder->window, arena, map->plane.region_cells);
  }
}

ovl_result ovi_directed_find(ovi_directed *directed, const ovi_map *map,
                             const ovl_allocator *allocator, ovl_fault *fault) {
  const ovi_layer partition = {.partition = map->plane};
  directed_finder finder = {.directed = directed, .map = map, .partition = &partition};
  *directed = (ovi_directed){.profiles = 0};
  if (!ovi_memory_take(&directed->memory, allocator, directed_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    const bool is_directed =
        ovi_map_has_rule(map, profile) ||
        (ovi_directed_may_have_steps(map, profile) && heights_matter(&finder, profile));
    directed->profiles |= (uint32_t)is_directed << profile;
  }
  return directed_find_links(directed, map, &partition, fault);
}

/* ---- Windows --------------------------------------------------------------- */

enum { MOST_EXCEPTIONS = 8 }; /* of one cell: a step in each direction */

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

/* Copies the part of a rectangle of the plane that lies in the map into a window. */
static void directed_fill(ovi_window *window, const ovi_map *map, int32_t profile,
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
  ovi_window_open_steps(window, &shape, ovi_map_rule(map, profile));
  /* In three pieces, because the floors above and below may be of graphs, with another body. */
  directed_fill(window, map, profile, (ovi_rectangle){left, place->y - 1, right, place->y});
  directed_fill(window, map, profile, (ovi_rectangle){left, place->y, right, bottom});
  directed_fill(window, map, profile, (ovi_rectangle){left, bottom, right, bottom + 1});
}

/* Whether weights and the corner rule alone allow a step. */
static bool directed_weights_allow(const ovi_step_view *view, uint32_t cell, int direction) {
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
  if (!directed_weights_allow(&view, cell, direction)) {
    return false;
  }
  uint64_t cost;
  const uint32_t other = ovi_step_neighbour(&view, cell, direction);
  return !ovi_window_step(window, ovi_window_cell_x(window, cell), ovi_window_cell_y(window, cell),
                          direction, &cost) ||
         cost != ovi_step_cost((uint32_t)view.weights[cell] + view.weights[other], direction & 1);
}
