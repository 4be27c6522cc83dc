/* Rooms and corridors, as in a dungeon.
 *
 * The map is cut into lots. Each holds one room, of any size and place within
 * the lot; some hold a junction only. Corridors join the rooms of neighbouring
 * lots: one leaves a room straight toward the neighbour, turns along the border
 * between the lots, and goes straight into the other room. Every lot but the
 * first is joined with the one on its left or the one above it, so all rooms
 * are joined; some corridors more make loops.
 *
 * Invariant: a border row or column belongs to corridors alone, and the room of
 * a lot is a function of the seed and the lot, so a row is drawn from what is
 * known without it. */
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOT_CELLS = 24,
  LEAST_ROOM = 6,
  JUNCTION_PERCENT = 15, /* lots without a room */
  LOOP_PERCENT = 35,     /* neighbours joined though they need not be */
  PILLAR_PERCENT = 20    /* rooms with pillars */
};

/* What a hash is used for. */
enum { SALT_ROOM = 1, SALT_PARENT, SALT_LOOP_LEFT, SALT_LOOP_UP, SALT_DOOR_X, SALT_DOOR_Y };

struct rooms {
  int32_t width, height; /* cells */
  int32_t columns, rows; /* of lots; the last ones are longer where lots don't divide the map */
  uint64_t seed;
};

/* Cells x0..x1 - 1 by y0..y1 - 1. */
struct room {
  int32_t x0, y0, x1, y1;
  bool pillars;
};

static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

static struct rooms rooms_of(const struct generate_def *def) {
  return (struct rooms){.width = def->width,
                        .height = def->height,
                        .columns = most(def->width / LOT_CELLS, 1),
                        .rows = most(def->height / LOT_CELLS, 1),
                        .seed = def->seed};
}

static uint32_t draw(const struct rooms *rooms, int salt, int32_t column, int32_t row,
                     int32_t limit) {
  return generate_below(generate_hash(rooms->seed, (uint64_t)salt, column, row), (uint64_t)limit);
}

/* Chooses a span of `least` cells or more within from..to - 1. */
static void choose_span(uint64_t hash, int32_t from, int32_t to, int32_t least, int32_t *begin_at,
                        int32_t *end_at) {
  const int32_t room = to - from;
  const int64_t lengths = room - least + 1;
  const int32_t length =
      lengths <= 1 ? room : least + (int32_t)generate_below(hash, (uint64_t)lengths);
  const int64_t places = room - length + 1;
  *begin_at = from + (int32_t)generate_below(hash << 32, (uint64_t)places);
  *end_at = *begin_at + length;
}

/* A lot's first two cells and last one stay free of the room, where the lot is
 * large enough: the border's corridor and a wall on either side of it. */
static struct room room_of(const struct rooms *rooms, int32_t column, int32_t row) {
  const int32_t left = column * LOT_CELLS;
  const int32_t top = row * LOT_CELLS;
  const int32_t right = column == rooms->columns - 1 ? rooms->width : left + LOT_CELLS;
  const int32_t bottom = row == rooms->rows - 1 ? rooms->height : top + LOT_CELLS;
  const int32_t margin_x = right - left > LEAST_ROOM + 3 ? 2 : 0;
  const int32_t margin_y = bottom - top > LEAST_ROOM + 3 ? 2 : 0;
  const uint64_t hash = generate_hash(rooms->seed, SALT_ROOM, column, row);
  uint64_t stream = hash;
  const bool junction = random_next(&stream) % 100 < JUNCTION_PERCENT;
  struct room room;
  choose_span(random_next(&stream), left + margin_x, right - margin_x / 2, LEAST_ROOM, &room.x0,
              &room.x1);
  choose_span(random_next(&stream), top + margin_y, bottom - margin_y / 2, LEAST_ROOM, &room.y0,
              &room.y1);
  if (junction) {
    room.x0 = (room.x0 + room.x1) / 2;
    room.y0 = (room.y0 + room.y1) / 2;
    room.x1 = room.x0 + 1;
    room.y1 = room.y0 + 1;
  }
  room.pillars = random_next(&stream) % 100 < PILLAR_PERCENT;
  return room;
}

static bool parent_is_left(const struct rooms *rooms, int32_t column, int32_t row) {
  return column > 0 && (row == 0 || draw(rooms, SALT_PARENT, column, row, 2) == 0);
}

static bool joined_left(const struct rooms *rooms, int32_t column, int32_t row) {
  return column > 0 && (parent_is_left(rooms, column, row) ||
                        draw(rooms, SALT_LOOP_LEFT, column, row, 100) < LOOP_PERCENT);
}

static bool joined_up(const struct rooms *rooms, int32_t column, int32_t row) {
  return row > 0 && (!parent_is_left(rooms, column, row) ||
                     draw(rooms, SALT_LOOP_UP, column, row, 100) < LOOP_PERCENT);
}

/* Where the corridor between a lot and the one on its left meets either room:
 * `side` 0 is the room on the left. */
static int32_t door_y(const struct rooms *rooms, int32_t column, int32_t row, int side,
                      struct room room) {
  const uint64_t hash = generate_hash(rooms->seed, SALT_DOOR_Y, column * 2 + side, row);
  return room.y0 + (int32_t)generate_below(hash, (uint64_t)(room.y1 - room.y0));
}

/* The same between a lot and the one above it: `side` 0 is the upper room. */
static int32_t door_x(const struct rooms *rooms, int32_t column, int32_t row, int side,
                      struct room room) {
  const uint64_t hash = generate_hash(rooms->seed, SALT_DOOR_X, column, row * 2 + side);
  return room.x0 + (int32_t)generate_below(hash, (uint64_t)(room.x1 - room.x0));
}

/* Opens the cells from..to, in whichever order they come, both included. */
static void open_cells(uint8_t *row, int32_t from, int32_t to) {
  const int32_t first = from < to ? from : to;
  const int32_t last = from < to ? to : from;
  memset(row + first, '.', (size_t)(last - first) + 1);
}

static bool between(int32_t value, int32_t a, int32_t b) {
  return a < b ? value >= a && value <= b : value >= b && value <= a;
}

static void draw_room(struct room room, int32_t y, uint8_t *row) {
  if (y < room.y0 || y >= room.y1) {
    return;
  }
  open_cells(row, room.x0, room.x1 - 1);
  const bool inner_row = y > room.y0 + 1 && y < room.y1 - 2 && (y - room.y0) % 3 == 2;
  for (int32_t x = room.x0 + 2; room.pillars && inner_row && x < room.x1 - 2; x += 3) {
    row[x] = '@';
  }
}

static void draw_left_corridor(const struct rooms *rooms, int32_t column, int32_t lot_row,
                               int32_t y, uint8_t *row) {
  const struct room left = room_of(rooms, column - 1, lot_row);
  const struct room here = room_of(rooms, column, lot_row);
  const int32_t border = column * LOT_CELLS;
  const int32_t left_y = door_y(rooms, column, lot_row, 0, left);
  const int32_t here_y = door_y(rooms, column, lot_row, 1, here);
  if (y == left_y) {
    open_cells(row, left.x1 - 1, border);
  }
  if (y == here_y) {
    open_cells(row, border, here.x0);
  }
  if (between(y, left_y, here_y)) {
    row[border] = '.';
  }
}

/* The corridor from the lot above (column, lot_row) down to it, where row y has
 * a part of it. */
static void draw_up_corridor(const struct rooms *rooms, int32_t column, int32_t lot_row, int32_t y,
                             uint8_t *row) {
  const struct room above = room_of(rooms, column, lot_row - 1);
  const struct room here = room_of(rooms, column, lot_row);
  const int32_t border = lot_row * LOT_CELLS;
  const int32_t above_x = door_x(rooms, column, lot_row, 0, above);
  const int32_t here_x = door_x(rooms, column, lot_row, 1, here);
  if (y == border) {
    open_cells(row, above_x, here_x);
  } else if (between(y, above.y1 - 1, border)) {
    row[above_x] = '.';
  } else if (between(y, border, here.y0)) {
    row[here_x] = '.';
  }
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  const struct rooms made = rooms_of(user), *rooms = &made;
  const int32_t lot_row = y / LOT_CELLS < rooms->rows ? y / LOT_CELLS : rooms->rows - 1;
  memset(row, '@', (size_t)rooms->width);
  for (int32_t column = 0; column < rooms->columns; column++) {
    draw_room(room_of(rooms, column, lot_row), y, row);
  }
  /* Corridors come last: no pillar may stand in a door. */
  for (int32_t column = 0; column < rooms->columns; column++) {
    if (joined_left(rooms, column, lot_row)) {
      draw_left_corridor(rooms, column, lot_row, y, row);
    }
    if (joined_up(rooms, column, lot_row)) {
      draw_up_corridor(rooms, column, lot_row, y, row);
    }
    if (lot_row + 1 < rooms->rows && joined_up(rooms, column, lot_row + 1)) {
      draw_up_corridor(rooms, column, lot_row + 1, y, row);
    }
  }
}

const struct generator generate_rooms = {
    .name = "rooms",
    .begin = generate_keep,
    .row = make_row,
    .end = free,
};
