/* Lays out floors in the plane, and reads terrain, heights, weights and open positions of the plane
 * row by row. */
#include "coarse/blocks/map.h"

#include "coarse/format/limits.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "common/topology.h"
#include "fine/body.h"

size_t ovi_name_letters(const char *name) {
  size_t letters = 0;
  while (letters < OVL_NAME_BYTES && name[letters] != 0) {
    letters++;
  }
  return letters;
}

bool ovi_map_has_rule(const ovi_map *map, int32_t profile) {
  return map->rule.fn != NULL &&
         (map->rule.profiles == 0 || (map->rule.profiles >> profile & 1u) != 0);
}

bool ovi_map_has_some_rule(const ovi_map *map) {
  bool has_rule = false;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    has_rule = has_rule || ovi_map_has_rule(map, profile);
  }
  return has_rule;
}

bool ovi_map_is_mutual(const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  bool has_links = false;
  for (int32_t i = 0; i < map->link_count; i++) {
    const uint32_t profiles = map->links[i].profiles;
    has_links = has_links || profiles == 0 || (profiles >> profile & 1u) != 0;
  }
  return ovi_map_has_rule(map, profile) && map->rule.is_mutual && !has_links &&
         ovi_climb_limit(def->max_climb) == ovi_climb_limit(def->max_drop);
}

bool ovi_map_lay_out_floor(ovi_map *map, ovi_map_floor *floor) {
  ovi_plane *plane = &map->plane;
  int64_t y = plane->height;
  if (y != 0) { /* at least one row of void, up to the next row of regions */
    y += plane->region_cells - y % plane->region_cells;
  }
  ovi_floor_size(&floor->def, &floor->w, &floor->h);
  if (y + floor->h > INT32_MAX / 2) {
    return false;
  }
  floor->y = (int32_t)y;
  OVI_ASSERT(floor->y % plane->region_cells == 0);
  plane->width = floor->w > plane->width ? floor->w : plane->width;
  plane->height = (int32_t)y + floor->h;
  return true;
}

bool ovi_map_divide(ovi_map *map) {
  ovi_plane_divide(&map->plane);
  return (int64_t)map->plane.regions_x * map->plane.regions_y <= INT32_MAX;
}

/* The floor of a row of the plane; the void after a floor counts as its rows. */
static const ovi_map_floor *floor_of_row(const ovi_map *map, int32_t y) {
  const ovi_map_floor *floor = &map->floors[map->floor_count - 1];
  OVI_ASSERT(y >= 0 && map->floors[0].y == 0);
  while (floor->y > y) {
    floor--;
  }
  return floor;
}

bool ovi_map_has(const ovi_map *map, ovl_cell cell) {
  if (cell.floor < 0 || cell.floor >= map->floor_count) {
    return false;
  }
  const ovl_floor_def *def = &map->floors[cell.floor].def;
  const int64_t x = (int64_t)cell.x - (def->graph ? 0 : map->plane.origin_x);
  const int64_t y = (int64_t)cell.y - (def->graph ? 0 : map->plane.origin_y);
  return x >= 0 && y >= 0 && x < def->width && y < def->height;
}

ovl_cell ovi_map_to_plane(const ovi_map *map, ovl_cell cell) {
  const ovi_map_floor *floor = &map->floors[cell.floor];
  return floor->def.graph
             ? (ovl_cell){2 * (cell.x % OVI_PLACES_A_ROW),
                          floor->y + 2 * (cell.x / OVI_PLACES_A_ROW), 0}
             : (ovl_cell){cell.x - map->plane.origin_x, floor->y + cell.y - map->plane.origin_y, 0};
}

ovl_cell ovi_map_from_plane(const ovi_map *map, int32_t x, int32_t y) {
  const ovi_map_floor *floor = floor_of_row(map, y);
  int32_t number = (int32_t)(floor - map->floors);
  y -= floor->y;
  return floor->def.graph ? (ovl_cell){x / 2 + y / 2 * OVI_PLACES_A_ROW, 0, number}
                          : (ovl_cell){x + map->plane.origin_x, y + map->plane.origin_y, number};
}

/* Number of the w cells from x on that lie on the floor in that row; 0 in its void. */
static int32_t cells_on_floor(const ovi_map_floor *floor, int32_t x, int32_t y, int32_t w) {
  if (y < 0 || y >= floor->y + floor->h || x >= floor->w) {
    return 0;
  }
  return floor->w - x < w ? floor->w - x : w;
}

/* The place of a graph floor at a cell of the plane; -1: none. */
static int32_t place_at(const ovi_map_floor *floor, int32_t x, int32_t y) {
  y -= floor->y;
  int32_t place = x / 2 + y / 2 * OVI_PLACES_A_ROW;
  return x % 2 == 0 && y % 2 == 0 && place < floor->def.width ? place : -1;
}

void ovi_map_terrain_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint8_t *out) {
  const ovi_map_floor *floor = floor_of_row(map, y);
  const ovl_floor_def *def = &floor->def;
  int32_t cells = cells_on_floor(floor, x, y, w);
  memset(out + cells, 0, (size_t)(w - cells));
  if (map->source != NULL) {
    if (cells != 0) {
      map->source->terrain(map->source->user, x, y, cells, out);
    }
    return;
  }
  if (!def->graph) {
    size_t row_bytes = def->row_bytes != 0 ? def->row_bytes : (size_t)def->width;
    if (cells != 0) {
      memcpy(out, def->terrain + (size_t)(y - floor->y - floor->first_row) * row_bytes + x,
             (size_t)cells);
    }
    return;
  }
  for (int32_t i = 0; i < cells; i++) {
    int32_t place = place_at(floor, x + i, y);
    out[i] = place >= 0 && def->terrain != NULL ? def->terrain[place] : 0;
  }
}

void ovi_map_height_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint16_t *out) {
  const ovi_map_floor *floor = floor_of_row(map, y);
  const ovl_floor_def *def = &floor->def;
  bool held = (map->source != NULL || def->heights != NULL) && !def->graph;
  int32_t cells = held ? cells_on_floor(floor, x, y, w) : 0;
  memset(out + cells, 0, (size_t)(w - cells) * sizeof(uint16_t));
  if (cells != 0 && map->source != NULL) {
    map->source->heights(map->source->user, x, y, cells, out);
  } else if (cells != 0) {
    const size_t first = (size_t)(y - floor->y - floor->first_row) * (size_t)def->width + (size_t)x;
    memcpy(out, def->heights + first, (size_t)cells * sizeof(uint16_t));
  }
}

void ovi_map_widen_range(const ovi_map *map, const ovi_map_floor *floor, ovi_height_range *range) {
  uint16_t row[OVL_MAX_REGION_CELLS];
  const bool held = (map->source != NULL || floor->def.heights != NULL) && !floor->def.graph;
  range->least = held ? range->least : 0;
  for (int32_t y = floor->first_row; held && y < floor->first_row + floor->rows; y++) {
    for (int32_t x = 0; x < floor->w; x += OVL_MAX_REGION_CELLS) {
      const int32_t rest = floor->w - x;
      const int32_t w = rest < OVL_MAX_REGION_CELLS ? rest : OVL_MAX_REGION_CELLS;
      ovi_map_height_row(map, x, floor->y + y, w, row);
      for (int32_t at = 0; at < w; at++) {
        range->least = row[at] < range->least ? row[at] : range->least;
        range->most = row[at] > range->most ? row[at] : range->most;
      }
    }
  }
}

uint32_t ovi_map_find_rise(const ovi_map *map, bool *has_heights) {
  ovi_height_range range = ovi_height_range_none();
  for (int32_t i = 0; i < map->floor_count; i++) {
    ovi_map_widen_range(map, &map->floors[i], &range);
  }
  *has_heights = range.most != 0;
  return ovi_height_rise(&range);
}

void ovi_map_weight_row(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                        uint8_t *out) {
  const ovi_map_floor *floor = floor_of_row(map, y);
  const ovl_floor_def *def = &floor->def;
  const uint8_t *weights = map->profiles[profile].weights;
  int32_t cells = cells_on_floor(floor, x, y, w);
  memset(out, 0, (size_t)w);
  if (def->graph) {
    for (int32_t i = 0; i < cells; i++) {
      out[i] = place_at(floor, x + i, y) >= 0 ? OVL_PLAIN_WEIGHT : 0;
    }
    return;
  }
  ovi_map_terrain_row(map, x, y, w, out);
  for (int32_t i = 0; i < cells; i++) {
    out[i] = weights[out[i]];
  }
  memset(out + cells, 0, (size_t)(w - cells));
  if (map->source != NULL) {
    if (cells != 0) {
      map->source->add_extra(map->source->user, profile, x, y, cells, out);
    }
    return;
  }
  const uint8_t *extra = def->extra != NULL ? def->extra[profile] : NULL;
  if (extra == NULL || cells == 0) {
    return;
  }
  extra += (size_t)(y - floor->y - floor->first_row) * (size_t)def->width + (size_t)x;
  for (int32_t i = 0; i < cells; i++) { /* bakes and edits have checked that the sum fits */
    out[i] = out[i] != 0 ? (uint8_t)(out[i] + extra[i]) : 0;
  }
}

/* ---- Positions --------------------------------------------------------------- */

/* Keeps the bits of a row, in its first words, whose neighbours, in the row above, in their own and
 * in the row below, are all set. */
static void narrow_row(int topology, int words, uint64_t (*rows)[OVI_MAP_ROW_WORDS],
                       uint64_t out[OVI_MAP_ROW_WORDS]) {
  memcpy(out, rows[1], OVI_MAP_ROW_WORDS * sizeof(uint64_t));
  for (int direction = 0; direction < OVI_DIRECTIONS; direction++) {
    const uint64_t *row = rows[1 + ovi_direction_y(direction)];
    const int32_t right = ovi_direction_x(direction);
    for (int at = 0; at < words && ovi_leads(topology, direction); at++) {
      const uint64_t before = at > 0 ? row[at - 1] >> 63 : 0;
      const uint64_t behind = at + 1 < OVI_MAP_ROW_WORDS ? row[at + 1] << 63 : 0;
      out[at] &= right > 0 ? row[at] >> 1 | behind : right < 0 ? row[at] << 1 | before : row[at];
    }
  }
}

/* The cells of a rectangle that pay for walls, and bits of the positions around it. */
typedef struct wall_work {
  ovi_rectangle cells; /* that pay */
  ovi_rectangle box;   /* that have bits */
  uint8_t *weights;
  uint32_t stride;
  int topology;
} wall_work;

/* Adds a cost to the weights of the cells of a row whose bits are set. */
static void pay_row(const wall_work *work, int32_t y, const uint64_t bits[OVI_MAP_ROW_WORDS],
                    uint32_t cost) {
  const int32_t w = work->cells.x1 - work->cells.x0;
  if (y < work->cells.y0 || y >= work->cells.y1) {
    return;
  }
  uint8_t *row = work->weights + (uint64_t)(y - work->cells.y0) * work->stride;
  for (int at = 0; at < OVI_MAP_ROW_WORDS; at++) {
    for (uint64_t left = bits[at]; left != 0; left &= left - 1) {
      const int32_t x = work->box.x0 + 64 * at + ovi_lowest_bit(left) - work->cells.x0;
      if (x >= 0 && x < w) {
        const uint32_t sum = row[x] + cost;
        row[x] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
      }
    }
  }
}

/* Clears the bits of cells one step away from one whose bit is not set, and of those at the rim:
 * what is left after n rounds is more than n steps away from them. The cells whose bits are cleared
 * pay a cost. */
static void narrow_rows(const wall_work *work, uint64_t (*rows)[OVI_MAP_ROW_WORDS], uint32_t cost) {
  const int32_t h = work->box.y1 - work->box.y0;
  const int words = (work->box.x1 - work->box.x0 + 63) / 64;
  uint64_t around[3][OVI_MAP_ROW_WORDS] = {{0}}; /* the row above, this one and the one below */
  memcpy(around[1], rows[0], sizeof around[1]);
  for (int32_t y = 0; y < h; y++) {
    uint64_t cleared[OVI_MAP_ROW_WORDS];
    if (y + 1 < h) {
      memcpy(around[2], rows[y + 1], sizeof around[2]);
    } else {
      memset(around[2], 0, sizeof around[2]);
    }
    narrow_row(work->topology, words, around, rows[y]);
    for (int at = 0; at < OVI_MAP_ROW_WORDS; at++) {
      cleared[at] = around[1][at] & ~rows[y][at];
    }
    if (cost != 0) {
      pay_row(work, work->box.y0 + y, cleared, cost);
    }
    memmove(around[0], around[1], 2 * sizeof around[0]);
  }
}

/* Reads a bit for each of `cells` cells from (x, y) on: whether its weight is not 0. Those left of
 * the plane, above it and below are blocked. */
static void read_open_row(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t cells,
                          uint64_t row[OVI_MAP_ROW_WORDS]) {
  uint8_t weights[OVI_MAP_ROWS + 8];
  const int32_t outside = x < 0 ? -x : 0;
  memset(row, 0, OVI_MAP_ROW_WORDS * sizeof(uint64_t));
  if (y < 0 || y >= map->plane.height || outside >= cells) {
    return;
  }
  memset(weights, 0, (size_t)outside);
  ovi_map_weight_row(map, profile, x + outside, y, cells - outside, weights + outside);
  memset(weights + cells, 0, 8);
  for (int32_t i = 0; i < cells; i += 8) {
    const uint64_t open = ovi_gather_bits(ovi_set_bytes(ovi_get_u64(weights + i)));
    row[i >> 6] |= open << (i & 63);
  }
}

/* Replaces open hexagons, in rows that begin as many columns and rows before the first position as
 * a body covers there, by positions. */
static void fit_hexagons(uint64_t (*rows)[OVI_MAP_ROW_WORDS], int32_t cells, int32_t count,
                         int32_t body) {
  const int32_t before = ovi_body_before(OVI_HEXAGONS, body);
  const wall_work work = {.box = {0, 0, cells, count}, .topology = OVI_HEXAGONS};
  for (int32_t i = 0; i < before; i++) {
    narrow_rows(&work, rows, 0);
  }
  for (int32_t y = 0; y < count - 2 * before; y++) {
    for (int at = 0; before != 0 && at < OVI_MAP_ROW_WORDS; at++) {
      const uint64_t next = at + 1 < OVI_MAP_ROW_WORDS ? rows[y + before][at + 1] : 0;
      rows[y][at] = rows[y + before][at] >> before | next << (64 - before);
    }
  }
}

void ovi_map_open_rows(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                       int32_t h, uint64_t (*rows)[OVI_MAP_ROW_WORDS]) {
  /* On a graph floor a body is one cell. */
  const int32_t body = floor_of_row(map, y)->def.graph ? 1 : map->profiles[profile].body_cells;
  const int topology = (int)map->profiles[profile].corners;
  const int32_t before = ovi_body_before(topology, body);
  const int32_t count = h + body - 1;
  const int32_t cells = w + body - 1;
  for (int32_t row = 0; row < count; row++) {
    read_open_row(map, profile, x - before, y - before + row, cells, rows[row]);
  }
  if (topology == OVI_HEXAGONS) {
    fit_hexagons(rows, cells, count, body);
  } else {
    ovi_body_fit(rows[0], OVI_MAP_ROW_WORDS, count, body);
  }
  for (int32_t row = 0; row < h; row++) {
    rows[row][0] &= ovi_low_bits(w);
    rows[row][1] &= w > 64 ? ovi_low_bits(w - 64) : 0;
    rows[row][2] &= w > 128 ? ovi_low_bits(w - 128) : 0;
  }
}

/* ---- Walls ------------------------------------------------------------------- */

void ovi_map_add_walls(const ovi_map *map, int32_t profile, ovi_rectangle cells, uint8_t *weights,
                       uint32_t stride) {
  const ovi_map_floor *floor = floor_of_row(map, cells.y0);
  const uint8_t *wall_cost = map->profiles[profile].wall_cost;
  const int32_t most = ovi_wall_cells(wall_cost);
  /* Cells beside the floor are blocked: those behind them are no nearer. */
  const ovi_rectangle of_floor = {0, floor->y, floor->w, floor->y + floor->h};
  const wall_work work = {cells, ovi_rectangle_common(ovi_rectangle_grow(cells, most), of_floor),
                          weights, stride, (int)map->profiles[profile].corners};
  uint64_t rows[OVI_MAP_ROWS][OVI_MAP_ROW_WORDS] = {{0}};
  if (most == 0 || floor->def.graph || ovi_rectangle_is_empty(work.box)) {
    return;
  }
  ovi_map_open_rows(map, profile, work.box.x0, work.box.y0, work.box.x1 - work.box.x0,
                    work.box.y1 - work.box.y0, rows);
  for (int32_t distance = 1; distance <= most; distance++) {
    narrow_rows(&work, rows, wall_cost[distance - 1]);
  }
}

bool ovi_map_is_open(const ovi_map *map, int32_t profile, int32_t x, int32_t y) {
  uint64_t rows[OVL_MAX_BODY_CELLS + 1][OVI_MAP_ROW_WORDS] = {{0}};
  ovi_map_open_rows(map, profile, x, y, 1, 1, rows);
  return (rows[0][0] & 1) != 0;
}
