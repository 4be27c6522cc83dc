/* Staggered maps of Tiled: tiles that touch on the screen are neighbours as cells, and what is
 * drawn on a tile stands on its cell. */
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tiled_reader.h"

#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tests/tools/reader_check.h"
#include "tools/base/fail.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 32, HEIGHT = 14, HALF_WIDTH = 16, HALF_HEIGHT = 7, MOST_TILES_A_SIDE = 9 };

/* A map whose tiles are numbered from 1 on, row by row. */
typedef struct sheared_case {
  bool has_columns, is_even, is_infinite;
  int32_t columns, rows;
  int32_t x, y; /* of the first tile */
} sheared_case;

static ovl_cell tile_of_gid(const sheared_case *of, int32_t gid) {
  return (ovl_cell){of->x + (gid - 1) % of->columns, of->y + (gid - 1) / of->columns, 0};
}

/* Where Tiled draws the middle of a tile. */
static struct tiled_point drawn_middle(const sheared_case *of, ovl_cell tile) {
  const int32_t line = of->has_columns ? tile.x : tile.y;
  const bool is_shifted = (line % 2 == 0) == of->is_even;
  const double right = of->has_columns ? HALF_WIDTH : WIDTH,
               down = of->has_columns ? HEIGHT : HALF_HEIGHT;
  return (struct tiled_point){
      tile.x * right + HALF_WIDTH + (is_shifted && !of->has_columns ? HALF_WIDTH : 0),
      tile.y * down + HALF_HEIGHT + (is_shifted && of->has_columns ? HALF_HEIGHT : 0)};
}

static void write_case(const sheared_case *of, char *text, size_t room) {
  const ovl_cell from = tile_of_gid(of, 1), to = tile_of_gid(of, of->columns * of->rows);
  const struct tiled_point first = drawn_middle(of, from);
  const struct tiled_point last = drawn_middle(of, to);
  size_t at = (size_t)snprintf(
      text, room,
      "<map orientation='staggered' staggeraxis='%s' staggerindex='%s' infinite='%d' width='%d' "
      "height='%d' tilewidth='%d' tileheight='%d'><tileset firstgid='1' name='t' tilecount='99'/>"
      "<layer name='g' width='%d' height='%d'><data encoding='csv'>",
      of->has_columns ? "x" : "y", of->is_even ? "even" : "odd", of->is_infinite ? 1 : 0,
      of->columns, of->rows, WIDTH, HEIGHT, of->columns, of->rows);
  if (of->is_infinite) {
    at += (size_t)snprintf(text + at, room - at, "<chunk x='%d' y='%d' width='%d' height='%d'>",
                           of->x, of->y, of->columns, of->rows);
  }
  for (int32_t gid = 1; gid <= of->columns * of->rows; gid++) {
    at += (size_t)snprintf(text + at, room - at, gid > 1 ? ",%d" : "%d", gid);
  }
  snprintf(
      text + at, room - at,
      "%s</data></layer><objectgroup name='o'>"
      "<object id='1' type='link' x='%.1f' y='%.1f'><polyline points='0,0 %.1f,%.1f'/></object>"
      "<object id='2' type='link' x='%.1f' y='%.1f' width='4' height='2'><properties><property "
      "name='to' value='%d,%d'/></properties></object></objectgroup></map>",
      of->is_infinite ? "</chunk>" : "", first.x, first.y, last.x - first.x, last.y - first.y,
      last.x - 2, last.y - 1, from.x, from.y);
}

static bool is_cell(ovl_cell cell, ovl_cell wanted) {
  return cell.x == wanted.x && cell.y == wanted.y && cell.floor == wanted.floor;
}

/* The cell that has a tile, counted from the upper left. */
static ovl_cell cell_of_gid(const struct tiled_map *map, int32_t gid) {
  const struct tiled_layer *layer = &map->layers[0];
  for (int32_t i = 0; i < layer->width * layer->height; i++) {
    if (layer->gids[i] == (uint32_t)gid) {
      return (ovl_cell){i % layer->width, i / layer->width, 0};
    }
  }
  return (ovl_cell){-1, -1, 0};
}

static void check_neighbours(test_state *t, const sheared_case *of, const struct tiled_map *map) {
  for (int32_t a = 1; a <= of->columns * of->rows; a++) {
    const ovl_cell at = cell_of_gid(map, a);
    const struct tiled_point point = drawn_middle(of, tile_of_gid(of, a));
    const struct tiled_point middle = tiled_grid_middle(&map->grid, at);
    CHECK(t, at.x >= 0, "tile %d is gone", (int)a);
    CHECK(t, fabs(middle.x - point.x) + fabs(middle.y - point.y) < 0.1,
          "the middle of tile %d is at %.1f,%.1f", (int)a, middle.x, middle.y);
    for (int32_t b = 1; b <= of->columns * of->rows; b++) {
      const ovl_cell beside = cell_of_gid(map, b);
      const struct tiled_point other = drawn_middle(of, tile_of_gid(of, b));
      const double dx = (other.x - point.x) / (HALF_WIDTH),
                   dy = (other.y - point.y) / (HALF_HEIGHT);
      CHECK(t,
            fabs(dx - (beside.x - at.x) + (beside.y - at.y)) < 0.01 &&
                fabs(dy - (beside.x - at.x) - (beside.y - at.y)) < 0.01,
            "from tile %d to %d: %d,%d", (int)a, (int)b, (int)(beside.x - at.x),
            (int)(beside.y - at.y));
    }
  }
}

/* Points inside of a diamond, near its corners too, lie in its cell. */
static void check_points(test_state *t, const sheared_case *of, const struct tiled_map *map,
                         test_random *random) {
  for (int32_t i = 0; i < 50; i++) {
    const int32_t gid = test_random_between(random, 1, of->columns * of->rows);
    const struct tiled_point middle = drawn_middle(of, tile_of_gid(of, gid));
    const double along = test_random_between(random, -99, 99) / 100.0;
    const double room = 0.995 - fabs(along);
    const double across = room * test_random_between(random, -99, 99) / 100.0;
    const struct tiled_point point = {middle.x + along * HALF_WIDTH,
                                      middle.y + across * HALF_HEIGHT};
    const ovl_cell cell = tiled_grid_at(&map->grid, point, 0);
    CHECK(t, is_cell(cell, cell_of_gid(map, gid)), "%.2f,%.2f of tile %d lies in %d,%d", along,
          across, (int)gid, (int)cell.x, (int)cell.y);
  }
}

static void check_links(test_state *t, const sheared_case *of, const struct tiled_map *map) {
  const ovl_cell first = cell_of_gid(map, 1);
  const ovl_cell last = cell_of_gid(map, of->columns * of->rows);
  if (CHECK(t, map->link_count == 2, "%zu links", map->link_count)) {
    CHECK(t, is_cell(map->links[0].from, first) && is_cell(map->links[0].to, last), "the line");
    CHECK(t, is_cell(map->links[1].from, last) && is_cell(map->links[1].to, first),
          "the rectangle leads from %d,%d to %d,%d", (int)map->links[1].from.x,
          (int)map->links[1].from.y, (int)map->links[1].to.x, (int)map->links[1].to.y);
  }
}

static void staggered_tiles_are_squares_that_touch(test_state *t) {
  char text[4096];
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    sheared_case of = {
        .has_columns = i % 2 != 0, .is_even = i / 2 % 2 != 0, .is_infinite = i / 4 % 2};
    of.columns = test_random_between(&random, 2, MOST_TILES_A_SIDE);
    of.rows = test_random_between(&random, 2, MOST_TILES_A_SIDE);
    of.x = of.is_infinite ? test_random_between(&random, -20, 20) : 0;
    of.y = of.is_infinite ? test_random_between(&random, -20, 20) : 0;
    test_context(t, "%s %s, %d x %d from %d,%d", of.has_columns ? "columns" : "rows",
                 of.is_even ? "even" : "odd", (int)of.columns, (int)of.rows, (int)of.x, (int)of.y);
    heard h;
    const struct reader_talk talk = heard_talk(&h);
    struct tiled_map map;
    write_case(&of, text, sizeof text);
    const int code = tiled_map_read_bytes("a.map", text, strlen(text), &talk, &map);
    if (!CHECK(t, code == EXIT_DONE, "code %d: %s", code, h.fail)) {
      continue;
    }
    check_neighbours(t, &of, &map);
    check_points(t, &of, &map, &random);
    check_links(t, &of, &map);
    CHECK(t, map.layers[0].width == map.grid.width && map.floors[0].width == map.grid.width,
          "the floor is %d wide", (int)map.floors[0].width);
    tiled_map_free(&map);
  }
}

const test_entry test_tiled_grid_table[] = {
    {"tiled_grid_staggered_tiles_are_squares_that_touch", staggered_tiles_are_squares_that_touch},
    {NULL, NULL},
};
