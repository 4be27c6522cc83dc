/* Maps whose rows or columns are shifted: each tile, and all that stands on it, comes to the cell
 * of its layout, and nothing is open beside. */
#include "tools/game_map/read/game_map_shear.h"

#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 20, FLOORS = 2 };

typedef struct shear_case {
  struct game_map map; /* floor 0 and 1; its terrain of a tile is 1 + x + 7 y, modulo 9 */
  int32_t width[FLOORS], height[FLOORS];
  ovl_cell origin;
} shear_case;

static uint8_t terrain_of(int32_t x, int32_t y) { return (uint8_t)((x + 7 * y) % 9); }

static void make_floor(struct game_floor *floor, int32_t width, int32_t height) {
  const size_t cells = (size_t)width * (size_t)height;
  *floor = (struct game_floor){.width = width, .height = height};
  floor->terrain = malloc(cells);
  floor->heights = malloc(cells * sizeof *floor->heights);
  floor->extra[1] = malloc(cells);
  for (int32_t i = 0; i < width * height; i++) {
    floor->terrain[i] = terrain_of(i % width, i / width);
    floor->heights[i] = (uint16_t)(i + 1);
    floor->extra[1][i] = (uint8_t)(i % 250 + 1);
  }
}

static void make_case(shear_case *of, uint64_t number, test_random *random) {
  struct game_map *map = &of->map;
  game_map_begin(map);
  map->naming.shear.kind = number % 2 != 0 ? CELL_HEXAGONS : CELL_DIAMONDS;
  map->naming.shear.layout = (ovl_layout)(OVL_LAYOUT_ODD_R + number / 2 % 4);
  of->origin =
      (ovl_cell){test_random_between(random, -9, 9), test_random_between(random, -9, 9), 0};
  map->origin = of->origin;
  map->profile_count = 2;
  map->profiles[1].weights[0] = number % 3 == 0 ? 8 : 0;
  for (int32_t i = 0; i < FLOORS; i++) {
    of->width[i] = test_random_between(random, 1, MOST_SIDE);
    of->height[i] = test_random_between(random, 1, MOST_SIDE);
    make_floor(&map->floors[i], of->width[i], of->height[i]);
  }
  map->floors[2] = (struct game_floor){.width = 3, .height = 1}; /* a graph */
  map->floor_count = 3;
  const struct game_link link = {
      .def = {.from = {of->origin.x, of->origin.y, 0}, .to = {2, 0, 2}, .cost = 1}};
  const struct game_place goal = {
      .corner = {of->origin.x + of->width[1] - 1, of->origin.y, 1}, .width = 1, .height = 1};
  game_map_add_link(map, &link);
  game_map_add_place(&map->goals, &goal);
}

static bool is_cell_at(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* The cell of a tile in the world, whose upper left one may be named otherwise. */
static ovl_cell cell_of_tile(const shear_case *of, const struct cell_shear *shear, ovl_cell tile) {
  ovl_cell corner = {INT32_MAX, INT32_MAX, 0};
  for (int32_t i = 0; i < FLOORS; i++) {
    ovl_cell least, most;
    const ovl_cell last = {of->origin.x + of->width[i] - 1, of->origin.y + of->height[i] - 1, 0};
    cell_shear_box(shear, of->origin, last, &least, &most);
    corner.x = least.x < corner.x ? least.x : corner.x;
    corner.y = least.y < corner.y ? least.y : corner.y;
  }
  const ovl_cell cell = cell_shear_take(shear, tile);
  return (ovl_cell){cell.x - corner.x + of->map.origin.x, cell.y - corner.y + of->map.origin.y,
                    tile.floor};
}

static void check_floor(test_state *t, const shear_case *of, const struct cell_shear *shear,
                        int32_t number) {
  const struct game_map *map = &of->map;
  const struct game_floor *floor = &map->floors[number];
  uint64_t seen = 0;
  for (int32_t i = 0; i < of->width[number] * of->height[number]; i++) {
    const int32_t x = i % of->width[number], y = i / of->width[number];
    const ovl_cell tile = {of->origin.x + x, of->origin.y + y, 0};
    const ovl_cell cell = cell_of_tile(of, shear, tile);
    const int32_t column = cell.x - map->origin.x, row = cell.y - map->origin.y;
    if (!CHECK(t, column >= 0 && row >= 0 && column < floor->width && row < floor->height,
               "tile %d,%d lies outside", (int)x, (int)y)) {
      return;
    }
    const size_t at = (size_t)row * (size_t)floor->width + (size_t)column;
    CHECK(t,
          floor->terrain[at] == terrain_of(x, y) && floor->heights[at] == i + 1 &&
              floor->extra[1][at] == i % 250 + 1,
          "tile %d,%d of floor %d has %d, %d, %d", (int)x, (int)y, (int)number,
          (int)floor->terrain[at], (int)floor->heights[at], (int)floor->extra[1][at]);
  }
  for (int32_t i = 0; i < floor->width * floor->height; i++) {
    if (floor->heights[i] != 0) {
      seen++;
    } else {
      CHECK(t, map->profiles[1].weights[floor->terrain[i]] == 0, "cell %d beside is open", (int)i);
    }
  }
  CHECK(t, seen == (uint64_t)of->width[number] * (uint64_t)of->height[number], "%" PRIu64 " tiles",
        seen);
}

static void shifted_maps_keep_what_stands_on_tiles(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 200, 5000); i++) {
    test_random random = {test_begin_case(t, i)};
    shear_case of;
    make_case(&of, i, &random);
    const struct cell_shear shear = of.map.naming.shear;
    test_context(t, "%s of %s from %d,%d", shear.kind == CELL_HEXAGONS ? "hexagons" : "diamonds",
                 cell_shear_layout_name(shear.layout), (int)of.origin.x, (int)of.origin.y);
    const ovl_cell asked = {70, -80, 0};
    const ovl_cell from = of.map.links[0].def.from, goal = of.map.goals.list[0].corner;
    CHECK(t, game_map_shear("a.map", i % 5 == 0 ? &asked : NULL, &of.map) == EXIT_DONE, "it fails");
    for (int32_t floor = 0; floor < FLOORS && t->failures == 0; floor++) {
      check_floor(t, &of, &shear, floor);
    }
    const ovl_link_def *link = &of.map.links[0].def;
    CHECK(t, is_cell_at(link->from, cell_of_tile(&of, &shear, from)), "the link begins elsewhere");
    CHECK(t, is_cell_at(link->to, (ovl_cell){2, 0, 2}), "the node of the graph has moved");
    CHECK(t, is_cell_at(of.map.goals.list[0].corner, cell_of_tile(&of, &shear, goal)),
          "the goal is elsewhere");
    CHECK(t, i % 5 != 0 || is_cell_at(of.map.origin, asked), "the world begins elsewhere");
    CHECK(t, !cell_shear_moves(&of.map.naming.shear), "it would be sheared again");
    game_map_free(&of.map);
  }
}

static void layouts_have_the_names_that_they_are_read_by(test_state *t) {
  ovl_layout layout;
  for (int i = 0; i < OVL_LAYOUT_COUNT; i++) {
    const bool is_read = cell_shear_parse_grid(cell_shear_layout_name((ovl_layout)i), &layout);
    CHECK(t, is_read == (i < OVL_LAYOUT_DOUBLE_WIDTH), "layout %d is read or not", i);
    CHECK(t, !is_read || (int)layout == i, "layout %d is another", i);
  }
  CHECK(t, !cell_shear_parse_grid("odd", &layout), "odd is a layout");
}

const test_entry test_game_map_shear_table[] = {
    {"game_map_shear_keeps_what_stands_on_tiles", shifted_maps_keep_what_stands_on_tiles},
    {"game_map_shear_names_of_layouts", layouts_have_the_names_that_they_are_read_by},
    {NULL, NULL},
};
