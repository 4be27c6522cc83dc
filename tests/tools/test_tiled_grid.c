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

enum {
  WIDTH = 32,
  HEIGHT = 28,
  HALF_WIDTH = 16,
  HALF_HEIGHT = 14,
  SIDE = 12,
  MOST_TILES_A_SIDE = 9
};

/* A map whose tiles are numbered from 1 on, row by row. */
typedef struct sheared_case {
  bool is_hexagonal, has_columns, is_even, is_infinite;
  int32_t columns, rows;
  int32_t x, y; /* of the first tile */
} sheared_case;

static ovl_cell tile_of_gid(const sheared_case *of, int32_t gid) {
  return (ovl_cell){of->x + (gid - 1) % of->columns, of->y + (gid - 1) / of->columns, 0};
}

/* Pixels from a row, or column, to the next one, which is shifted. */
static int32_t line_pitch(const sheared_case *of) {
  const int32_t size = of->has_columns ? WIDTH : HEIGHT;
  return of->is_hexagonal ? (size + SIDE) / 2 : size / 2;
}

/* Where Tiled draws the middle of a tile. */
static struct tiled_point drawn_middle(const sheared_case *of, ovl_cell tile) {
  const int32_t line = of->has_columns ? tile.x : tile.y;
  const int32_t shift = (line % 2 == 0) == of->is_even ? 1 : 0;
  const int32_t x = of->has_columns ? tile.x * line_pitch(of) : tile.x * WIDTH + shift * HALF_WIDTH;
  const int32_t y =
      of->has_columns ? tile.y * HEIGHT + shift * HALF_HEIGHT : tile.y * line_pitch(of);
  return (struct tiled_point){x + HALF_WIDTH, y + HALF_HEIGHT};
}

/* How far apart the middles of two cells should be drawn. */
static struct tiled_point drawn_apart(const sheared_case *of, int32_t x, int32_t y) {
  if (!of->is_hexagonal) {
    return (struct tiled_point){(x - y) * HALF_WIDTH, (x + y) * HALF_HEIGHT};
  }
  return of->has_columns ? (struct tiled_point){x * line_pitch(of), (2 * y + x) * HALF_HEIGHT}
                         : (struct tiled_point){(2 * x + y) * HALF_WIDTH, y * line_pitch(of)};
}

static void write_case(const sheared_case *of, char *text, size_t room) {
  const ovl_cell from = tile_of_gid(of, 1), to = tile_of_gid(of, of->columns * of->rows);
  const struct tiled_point first = drawn_middle(of, from);
  const struct tiled_point last = drawn_middle(of, to);
  size_t at = (size_t)snprintf(
      text, room,
      "<map orientation='%s' hexsidelength='%d' staggeraxis='%s' staggerindex='%s' infinite='%d' "
      "width='%d' "
      "height='%d' tilewidth='%d' tileheight='%d'><tileset firstgid='1' name='t' tilecount='99'/>"
      "<layer name='g' width='%d' height='%d'><data encoding='csv'>",
      of->is_hexagonal ? "hexagonal" : "staggered", SIDE, of->has_columns ? "x" : "y",
      of->is_even ? "even" : "odd", of->is_infinite ? 1 : 0, of->columns, of->rows, WIDTH, HEIGHT,
      of->columns, of->rows);
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

/* The cell of the world that has a tile. */
static ovl_cell cell_of_gid(const sheared_case *of, const struct tiled_map *map, int32_t gid) {
  return cell_shear_take(&map->grid.shear, tile_of_gid(of, gid));
}

static void check_neighbours(test_state *t, const sheared_case *of, const struct tiled_map *map) {
  for (int32_t a = 1; a <= of->columns * of->rows; a++) {
    const ovl_cell at = cell_of_gid(of, map, a);
    const ovl_cell tile = {(a - 1) % of->columns, (a - 1) / of->columns, 0};
    const struct tiled_point point = drawn_middle(of, tile_of_gid(of, a));
    const struct tiled_point middle = tiled_grid_middle(&map->grid, tile);
    CHECK(t, fabs(middle.x - point.x) + fabs(middle.y - point.y) < 0.1,
          "the middle of tile %d is at %.1f,%.1f", (int)a, middle.x, middle.y);
    for (int32_t b = 1; b <= of->columns * of->rows; b++) {
      const ovl_cell beside = cell_of_gid(of, map, b);
      const struct tiled_point other = drawn_middle(of, tile_of_gid(of, b));
      const struct tiled_point apart = drawn_apart(of, beside.x - at.x, beside.y - at.y);
      CHECK(t, fabs(other.x - point.x - apart.x) + fabs(other.y - point.y - apart.y) < 0.1,
            "from tile %d to %d: %d,%d", (int)a, (int)b, (int)(beside.x - at.x),
            (int)(beside.y - at.y));
    }
  }
}

/* Points inside of a diamond, near its corners too, lie on its tile; those of hexagons within the
 * circle that touches their sides. */
static void check_points(test_state *t, const sheared_case *of, const struct tiled_map *map,
                         test_random *random) {
  for (int32_t i = 0; i < 50; i++) {
    const int32_t gid = test_random_between(random, 1, of->columns * of->rows);
    const ovl_cell tile = {(gid - 1) % of->columns, (gid - 1) / of->columns, 0};
    const struct tiled_point middle = drawn_middle(of, tile_of_gid(of, gid));
    const double reach = of->is_hexagonal ? 0.7 : 0.995;
    const double along = reach * test_random_between(random, -99, 99) / 100.0;
    const double across = (reach - fabs(along)) * test_random_between(random, -99, 99) / 100.0;
    const struct tiled_point point = {middle.x + along * HALF_WIDTH,
                                      middle.y + across * HALF_HEIGHT};
    const ovl_cell cell = tiled_grid_at(&map->grid, point, 0);
    CHECK(t, is_cell(cell, tile), "%.2f,%.2f of tile %d lies in %d,%d", along, across, (int)gid,
          (int)cell.x, (int)cell.y);
  }
}

static void check_links(test_state *t, const sheared_case *of, const struct tiled_map *map) {
  const ovl_cell first = {0, 0, 0}, last = {of->columns - 1, of->rows - 1, 0};
  if (CHECK(t, map->link_count == 2, "%zu links", map->link_count)) {
    CHECK(t, is_cell(map->links[0].from, first) && is_cell(map->links[0].to, last), "the line");
    CHECK(t, is_cell(map->links[1].from, last) && is_cell(map->links[1].to, first),
          "the rectangle leads from %d,%d to %d,%d", (int)map->links[1].from.x,
          (int)map->links[1].from.y, (int)map->links[1].to.x, (int)map->links[1].to.y);
  }
}

static void shifted_tiles_touch_their_neighbours(test_state *t) {
  char text[4096];
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    sheared_case of = {.has_columns = i % 2 != 0,
                       .is_even = i / 2 % 2 != 0,
                       .is_infinite = i / 4 % 2 != 0,
                       .is_hexagonal = i / 8 % 2 != 0};
    of.columns = test_random_between(&random, 2, MOST_TILES_A_SIDE);
    of.rows = test_random_between(&random, 2, MOST_TILES_A_SIDE);
    of.x = of.is_infinite ? test_random_between(&random, -20, 20) : 0;
    of.y = of.is_infinite ? test_random_between(&random, -20, 20) : 0;
    test_context(t, "%s, %s %s, %d x %d from %d,%d", of.is_hexagonal ? "hexagons" : "diamonds",
                 of.has_columns ? "columns" : "rows", of.is_even ? "even" : "odd", (int)of.columns,
                 (int)of.rows, (int)of.x, (int)of.y);
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
    tiled_map_free(&map);
  }
}

const test_entry test_tiled_grid_table[] = {
    {"tiled_grid_shifted_tiles_touch_their_neighbours", shifted_tiles_touch_their_neighbours},
    {NULL, NULL},
};
