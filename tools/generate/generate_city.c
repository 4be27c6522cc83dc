/* A city: avenues and streets, blocks of houses with yards, parks with ponds,
 * squares, and a river with bridges.
 *
 * Streets run straight through; their places are drawn once along each side of
 * the map. Between four streets lies a block, whose kind is a hash of its
 * place. A block of houses is a wall around a yard, with a gate; large ones are
 * parted by an alley. The river is a winding band from top to bottom that only
 * the avenues cross. */
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"
#include "tools/generate/generate_noise.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_BLOCK = 12,
  MORE_BLOCK = 22, /* a block is LEAST_BLOCK to LEAST_BLOCK + MORE_BLOCK - 1 long */
  STREET_CELLS = 3,
  AVENUE_CELLS = 7,
  AVENUE_EVERY = 5, /* streets */
  HOUSE_DEPTH = 5,  /* from the street to the yard */
  PARK_PERCENT = 10,
  SQUARE_PERCENT = 4,
  RIVER_CELLS = 9 /* from its middle to a bank */
};

enum { SALT_COLUMNS = 1, SALT_ROWS, SALT_BLOCK, SALT_TREE, SALT_RIVER, SALT_POND };

/* The bands that one side of the map is cut into, block and street in turn. */
struct band {
  int32_t begin, end; /* cells */
  bool street, avenue;
};

struct bands {
  struct band *list;
  int32_t count;
};

struct city {
  struct generate_def def;
  struct bands columns, rows;
  int32_t row_band; /* of the row that comes next */
  struct noise *river, *pond;
  int32_t *river_at; /* middle of the river for each row of cells, off the map's middle */
  int32_t *pond_row;
};

static void end(void *user) {
  struct city *city = user;
  free(city->columns.list);
  free(city->rows.list);
  noise_destroy(city->river);
  noise_destroy(city->pond);
  free(city->river_at);
  free(city->pond_row);
  free(city);
}

static bool cut_bands(uint64_t stream, int32_t length, struct bands *bands) {
  const size_t most = (size_t)(length / (LEAST_BLOCK + STREET_CELLS) + 1) * 2;
  bands->list = malloc(most * sizeof *bands->list);
  int32_t at = 0;
  int32_t streets = 0;
  while (bands->list != NULL && at < length) {
    struct band *band = &bands->list[bands->count];
    *band = (struct band){.begin = at, .street = bands->count % 2 == 1};
    if (band->street) {
      band->avenue = streets++ % AVENUE_EVERY == AVENUE_EVERY / 2;
      at += band->avenue ? AVENUE_CELLS : STREET_CELLS;
    } else {
      at += LEAST_BLOCK + (int32_t)generate_below(random_next(&stream), MORE_BLOCK);
    }
    at = at < length ? at : length;
    band->end = at;
    bands->count++;
  }
  return bands->list != NULL;
}

static void *begin(const struct generate_def *def) {
  struct city *city = calloc(1, sizeof *city);
  if (city == NULL) {
    return NULL;
  }
  city->def = *def;
  const struct noise_def river = {def->seed, SALT_RIVER, 8, 4, 110};
  const struct noise_def pond = {def->seed, SALT_POND, 4, 2, 128};
  city->river = noise_create(&river, def->height);
  city->pond = noise_create(&pond, def->width);
  city->river_at = malloc((size_t)def->height * sizeof *city->river_at);
  city->pond_row = malloc((size_t)def->width * sizeof *city->pond_row);
  const bool good =
      cut_bands(generate_hash(def->seed, SALT_COLUMNS, 0, 0), def->width, &city->columns) &&
      cut_bands(generate_hash(def->seed, SALT_ROWS, 0, 0), def->height, &city->rows);
  if (!good || city->river == NULL || city->pond == NULL || city->river_at == NULL ||
      city->pond_row == NULL) {
    end(city);
    return NULL;
  }
  noise_row(city->river, 0, city->river_at);
  return city;
}

/* ---- Blocks -------------------------------------------------------------- */

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

/* A wall of houses around a yard. The gate leads in from the left or from
 * above; an alley leads through the whole block. */
static uint8_t house_at(const struct band *across, const struct band *down, int32_t x, int32_t y,
                        uint64_t hash) {
  const int32_t width = across->end - across->begin;
  const int32_t height = down->end - down->begin;
  const int32_t to_side = least(x - across->begin, across->end - 1 - x);
  const int32_t to_end = least(y - down->begin, down->end - 1 - y);
  const bool yard = least(to_side, to_end) >= HOUSE_DEPTH;
  const int32_t gate_x = across->begin + width / 2;
  const int32_t gate_y = down->begin + height / 2;
  const bool solid = hash % 5 < 2; /* no yard, so that only an alley leads in */
  const bool alley = solid || hash / 5 % 3 == 0;
  if (yard && !solid) {
    return '.';
  }
  if (hash / 15 % 2 == 0) {
    return x == gate_x && (alley || y <= gate_y) ? '.' : '@';
  }
  return y == gate_y && (alley || x <= gate_x) ? '.' : '@';
}

static uint8_t park_at(const struct city *city, const struct band *across, const struct band *down,
                       int32_t x, int32_t y) {
  const int32_t to_side = least(x - across->begin, across->end - 1 - x);
  const int32_t to_end = least(y - down->begin, down->end - 1 - y);
  if (least(to_side, to_end) >= 3 && city->pond_row[x] > 1100) {
    return 'W';
  }
  const bool tree = generate_hash(city->def.seed, SALT_TREE, x, y) % 100 < 14;
  return least(to_side, to_end) >= 1 && tree ? 'T' : '.';
}

static void draw_block(const struct city *city, int32_t column, int32_t y, uint8_t *row) {
  const struct band *across = &city->columns.list[column];
  const struct band *down = &city->rows.list[city->row_band];
  const uint64_t hash = generate_hash(city->def.seed, SALT_BLOCK, column, city->row_band);
  const uint32_t kind = generate_below(hash, 100);
  for (int32_t x = across->begin; x < across->end; x++) {
    if (kind < PARK_PERCENT) {
      row[x] = park_at(city, across, down, x, y);
    } else if (kind >= PARK_PERCENT + SQUARE_PERCENT) {
      row[x] = house_at(across, down, x, y, hash);
    }
  }
}

/* ---- Rows ---------------------------------------------------------------- */

/* The river and an open bank of two cells on either side; avenues cross it. */
static void draw_river(const struct city *city, int32_t y, uint8_t *row) {
  if (city->def.width < 8 * RIVER_CELLS || city->rows.list[city->row_band].avenue) {
    return;
  }
  const int64_t swing = city->river_at[y];
  const int32_t middle =
      city->def.width / 2 + (int32_t)(swing * least(city->def.width, 512) / (2 * NOISE_ONE));
  for (int32_t x = middle - RIVER_CELLS - 2; x < middle + RIVER_CELLS + 2; x++) {
    if (x >= 0 && x < city->def.width) {
      row[x] = x >= middle - RIVER_CELLS && x < middle + RIVER_CELLS ? 'W' : '.';
    }
  }
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct city *city = user;
  while (y >= city->rows.list[city->row_band].end) {
    city->row_band++;
  }
  memset(row, '.', (size_t)city->def.width);
  if (!city->rows.list[city->row_band].street) {
    noise_row(city->pond, y, city->pond_row);
    for (int32_t column = 0; column < city->columns.count; column += 2) {
      draw_block(city, column, y, row);
    }
  }
  draw_river(city, y, row);
}

const struct generator generate_city = {
    .name = "city",
    .begin = begin,
    .row = make_row,
    .end = end,
};
