/* Random small maps. What is open is drawn first, as 0 and 1; then terrains and
 * their weights are spread over it. The kinds are what has broken pathfinders
 * before: doors of one cell exactly on region corners and borders, contacts over
 * corners only, sizes that the region size does not divide, maps one cell wide. */
#include "tests/support/random_map.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *cell_at(test_map *map, int32_t x, int32_t y) {
  return &map->terrain[(size_t)y * (size_t)map->width + (size_t)x];
}

static void fill(test_map *map, uint8_t value) {
  memset(map->terrain, value, (size_t)map->width * (size_t)map->height);
}

/* ---- Kinds --------------------------------------------------------------- */

static void draw_open(test_map *map, test_random *random) {
  (void)random;
  fill(map, 1);
}

static void draw_blocked(test_map *map, test_random *random) {
  fill(map, 0);
  if (test_random_percent(random, 50)) {
    *cell_at(map, test_random_between(random, 0, map->width - 1),
             test_random_between(random, 0, map->height - 1)) = 1;
  }
}

static void draw_percent(test_map *map, test_random *random) {
  int32_t percent = test_random_between(random, 3, 70);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      *cell_at(map, x, y) = test_random_percent(random, percent) ? 0 : 1;
    }
  }
}

/* Along a side of `length` cells that begins at `from`: its first cell, its last
 * or any. */
static int32_t door_place(test_random *random, int32_t from, int32_t length) {
  int32_t choice = test_random_between(random, 0, 3);
  return choice == 0   ? from
         : choice == 1 ? from + length - 1
                       : test_random_between(random, from, from + length - 1);
}

/* Walls on one side of the region borders or on both, with one-cell doors. */
static void draw_doors(test_map *map, test_random *random) {
  int32_t side = map->region_cells;
  int32_t doors_percent = test_random_between(random, 40, 100);
  int32_t before = test_random_between(random, 0, 1);
  int32_t thick = test_random_between(random, 1, 2);
  fill(map, 1);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      int32_t in_x = (x + before) % side;
      int32_t in_y = (y + before) % side;
      bool wall_x = x + before >= side && in_x < thick;
      bool wall_y = y + before >= side && in_y < thick;
      *cell_at(map, x, y) = wall_x || wall_y ? 0 : 1;
    }
  }
  for (int32_t y = 0; y < map->height; y += side) {
    for (int32_t x = 0; x < map->width; x += side) {
      int32_t row = door_place(random, y, side);
      int32_t column = door_place(random, x, side);
      bool open_row = test_random_percent(random, doors_percent);
      bool open_column = test_random_percent(random, doors_percent);
      for (int32_t i = -2; i <= 2; i++) {
        if (open_row && row < map->height && x + i >= 0 && x + i < map->width) {
          *cell_at(map, x + i, row) = 1;
        }
        if (open_column && column < map->width && y + i >= 0 && y + i < map->height) {
          *cell_at(map, column, y + i) = 1;
        }
      }
    }
  }
}

static void draw_rooms(test_map *map, test_random *random) {
  int32_t side = test_random_between(random, 3, 12);
  fill(map, 1);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      if (x % side == side - 1 || y % side == side - 1) {
        *cell_at(map, x, y) = test_random_percent(random, 12) ? 1 : 0;
      }
    }
  }
}

/* A perfect maze by depth-first search: corridors on even cells. */
static void draw_maze(test_map *map, test_random *random) {
  int32_t columns = (map->width + 1) / 2;
  int32_t rows = (map->height + 1) / 2;
  int32_t *stack = test_allocate((size_t)columns * (size_t)rows, sizeof *stack);
  fill(map, 0);
  size_t depth = 0;
  *cell_at(map, 0, 0) = 1;
  stack[depth++] = 0;
  while (depth > 0) {
    int32_t x = stack[depth - 1] % columns;
    int32_t y = stack[depth - 1] / columns;
    int32_t turn = test_random_between(random, 0, 3);
    bool moved = false;
    for (int32_t i = 0; i < 4 && !moved; i++) {
      static const int32_t step_x[4] = {1, 0, -1, 0};
      static const int32_t step_y[4] = {0, 1, 0, -1};
      int32_t nx = x + step_x[(turn + i) & 3];
      int32_t ny = y + step_y[(turn + i) & 3];
      if (nx >= 0 && ny >= 0 && nx < columns && ny < rows && *cell_at(map, 2 * nx, 2 * ny) == 0) {
        *cell_at(map, 2 * nx, 2 * ny) = 1;
        *cell_at(map, x + nx, y + ny) = 1;
        stack[depth++] = ny * columns + nx;
        moved = true;
      }
    }
    if (!moved) {
      depth--;
    }
  }
  free(stack);
}

static int32_t open_around(test_map *map, int32_t x, int32_t y) {
  int32_t open = 0;
  for (int32_t ny = y - 1; ny <= y + 1; ny++) {
    for (int32_t nx = x - 1; nx <= x + 1; nx++) {
      if (nx >= 0 && ny >= 0 && nx < map->width && ny < map->height) {
        open += *cell_at(map, nx, ny) & 1;
      }
    }
  }
  return open;
}

/* Caves: noise, smoothed by the majority around. Bit 1 holds the next state. */
static void draw_caves(test_map *map, test_random *random) {
  int32_t percent = test_random_between(random, 38, 50);
  int32_t rounds = test_random_between(random, 1, 4);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      *cell_at(map, x, y) = test_random_percent(random, percent) ? 0 : 1;
    }
  }
  while (rounds-- > 0) {
    for (int32_t y = 0; y < map->height; y++) {
      for (int32_t x = 0; x < map->width; x++) {
        *cell_at(map, x, y) |= open_around(map, x, y) >= 5 ? 2 : 0;
      }
    }
    for (int32_t y = 0; y < map->height; y++) {
      for (int32_t x = 0; x < map->width; x++) {
        *cell_at(map, x, y) = (uint8_t)(*cell_at(map, x, y) >> 1);
      }
    }
  }
}

/* Squares of a checkerboard, which touch over corners only. */
static void draw_diagonal(test_map *map, test_random *random) {
  int32_t side = test_random_percent(random, 60) ? 1 : test_random_between(random, 2, 8);
  int32_t shift = test_random_between(random, 0, side);
  int32_t holes = test_random_between(random, 0, 15);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      bool open = (((x + shift) / side + (y + shift) / side) & 1) == 0;
      *cell_at(map, x, y) = open && !test_random_percent(random, holes) ? 1 : 0;
    }
  }
}

typedef struct map_kind {
  const char *name;
  void (*draw)(test_map *map, test_random *random);
  int32_t share; /* of all maps */
} map_kind;

static const map_kind map_kinds[] = {
    {"open", draw_open, 6},    {"blocked", draw_blocked, 2},    {"percent", draw_percent, 26},
    {"doors", draw_doors, 20}, {"rooms", draw_rooms, 10},       {"maze", draw_maze, 10},
    {"caves", draw_caves, 14}, {"diagonal", draw_diagonal, 12},
};

/* ---- Terrains and settings ----------------------------------------------- */

static void choose_weights(test_map *map, test_random *random, int32_t open, int32_t style) {
  for (int32_t i = 0; i < 256; i++) {
    map->weights[i] = 0;
  }
  int32_t same = test_random_between(random, 1, 255);
  for (int32_t i = 1; i <= open; i++) {
    int32_t weight = style == 0   ? OVL_PLAIN_WEIGHT
                     : style == 1 ? same
                     : style == 2 ? test_random_between(random, 1, 255)
                     : style == 3 ? test_random_between(random, 6, 12)
                                  : (test_random_percent(random, 50) ? 1 : 255);
    map->weights[i] = (uint8_t)weight;
  }
}

/* Open cells get terrains 1 to `open`, blocked ones 0 or a number above. */
static void spread_terrains(test_map *map, test_random *random, bool weighted) {
  int32_t style = weighted ? test_random_between(random, 1, 4) : 0;
  int32_t open = 1;
  if (test_random_percent(random, weighted ? 95 : 20)) {
    open = test_random_percent(random, 10) ? 240 : test_random_between(random, 2, 9);
  }
  int32_t blocked = test_random_percent(random, 30) ? test_random_between(random, 1, 9) : 0;
  int32_t patch = test_random_percent(random, 50) ? 1 : test_random_between(random, 2, 16);
  uint64_t salt = test_random_next(random);
  choose_weights(map, random, open, style);
  map->plain = style == 0;
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      test_random here = {salt + (uint64_t)(y / patch) * 1000003u + (uint64_t)(x / patch)};
      uint8_t *cell = cell_at(map, x, y);
      if (*cell != 0) {
        *cell = (uint8_t)test_random_between(&here, 1, open);
      } else if (blocked != 0 && test_random_percent(&here, 50)) {
        *cell = (uint8_t)(255 - test_random_between(&here, 0, blocked - 1));
      }
    }
  }
}

static int32_t choose_side(test_random *random, int32_t max_side) {
  int32_t choice = test_random_between(random, 0, 19);
  if (choice == 0) {
    return 1;
  }
  return test_random_between(random, 1, choice < 4 && max_side > 12 ? 12 : max_side);
}

static const map_kind *choose_kind(test_random *random) {
  int32_t sum = 0;
  size_t count = sizeof map_kinds / sizeof map_kinds[0];
  for (size_t i = 0; i < count; i++) {
    sum += map_kinds[i].share;
  }
  int32_t left = test_random_between(random, 0, sum - 1);
  size_t i = 0;
  while (left >= map_kinds[i].share) {
    left -= map_kinds[i++].share;
  }
  return &map_kinds[i];
}

/* None, enough for any labels of small maps, or so few that they may be left out. */
static int32_t choose_label_bytes(test_random *random) {
  int32_t choice = test_random_between(random, 0, 9);
  return choice < 4 ? 0 : choice < 8 ? 255 : test_random_between(random, 1, 40);
}

random_map_limits random_map_usual_limits(void) {
  random_map_limits limits = {.max_side = 90, .max_region = 40, .weighted_percent = 50};
  return limits;
}

test_map random_map_make(uint64_t seed, random_map_limits limits) {
  test_random random = {seed * 0xD1342543DE82EF95u};
  test_map map = {0};
  map.width = choose_side(&random, limits.max_side);
  map.height = choose_side(&random, limits.max_side);
  int32_t most = test_random_percent(&random, 50) ? 8 : limits.max_region;
  map.region_cells = test_random_between(&random, OVL_MIN_REGION_CELLS, most);
  map.spacing_cells = test_random_between(&random, 1, 16);
  map.corners = (ovl_corners)test_random_between(&random, 0, OVL_CORNERS_COUNT - 1);
  map.terrain = test_bytes((size_t)map.width * (size_t)map.height);
  const map_kind *kind = choose_kind(&random);
  map.kind = kind->name;
  kind->draw(&map, &random);
  spread_terrains(&map, &random, test_random_percent(&random, limits.weighted_percent));
  map.label_bytes = choose_label_bytes(&random);
  map.overlays = test_random_percent(&random, 12) ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  return map;
}

test_map random_map_strip(uint64_t seed, random_map_limits limits, int32_t most) {
  test_random random = {seed ^ 0x9E3779B97F4A7C15u};
  const test_map tile = random_map_make(seed, limits);
  test_map map = tile;
  const int32_t repeats = test_random_between(&random, 4, most);
  const bool is_wide = test_random_percent(&random, 50);
  map.width = is_wide ? tile.width * repeats : tile.width;
  map.height = is_wide ? tile.height : tile.height * repeats;
  const size_t tile_cells = (size_t)tile.width * (size_t)tile.height;
  map.terrain = test_bytes((size_t)map.width * (size_t)map.height);
  const int32_t changed = test_random_between(&random, 0, 3);
  for (int32_t y = 0; y < map.height; y++) {
    for (int32_t x = 0; x < map.width; x++) {
      size_t from = (size_t)(y % tile.height) * (size_t)tile.width + (size_t)(x % tile.width);
      if (test_random_percent(&random, changed)) {
        from = (size_t)test_random_between(&random, 0, (int32_t)tile_cells - 1);
      }
      map.terrain[(size_t)y * (size_t)map.width + (size_t)x] = tile.terrain[from];
    }
  }
  free(tile.terrain);
  return map;
}

void random_map_free(test_map *map) {
  free(map->terrain);
  map->terrain = NULL;
}

ovl_bake_def random_map_bake_def(const test_map *map) {
  ovl_bake_def def = {0};
  def.width = map->width;
  def.height = map->height;
  def.terrain = map->terrain;
  memcpy(def.weights, map->weights, sizeof def.weights);
  def.corners = map->corners;
  def.tuning.region_cells = map->region_cells;
  def.tuning.spacing_cells = map->spacing_cells;
  def.tuning.label_bytes_per_cell = map->label_bytes != 0 ? map->label_bytes : OVL_NO_LABELS;
  def.tuning.overlays = map->overlays;
  return def;
}

int32_t random_map_weight(const test_map *map, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
    return 0;
  }
  return map->weights[map->terrain[(size_t)y * (size_t)map->width + (size_t)x]];
}

ovl_cell random_map_cell(const test_map *map, test_random *random) {
  ovl_cell cell = {0, 0, 0};
  for (int32_t tries = 0; tries < 30; tries++) {
    cell.x = test_random_between(random, 0, map->width - 1);
    cell.y = test_random_between(random, 0, map->height - 1);
    if (random_map_weight(map, cell.x, cell.y) != 0) {
      break;
    }
  }
  return cell;
}
