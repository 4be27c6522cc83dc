/* Example: unexplored land. Each player has a fork of an all-open world that holds what that player
 * has seen. A unit walks into a dead end that it knows nothing of, learns, and plans again; what it
 * has learnt stays, for it alone. */
#include "tests/examples/example.h"
#include <overland_edit.h>
#include <overland_inspect.h>

enum { WIDTH = 40, HEIGHT = 13, SIGHT = 3, MOST_CELLS = 512 };

/* The land as it is: a pocket that is open to the west. */
static const char *const land[HEIGHT] = {
    "........................................", "........................................",
    "............################............", "...........................#............",
    "...........................#............", "...........................#............",
    "...........................#............", "...........................#............",
    "...........................#............", "...........................#............",
    "............################............", "........................................",
    "........................................"};

static bool is_wall(int32_t x, int32_t y) { return land[y][x] == '#'; }
static bool is_pocket(ovl_cell cell) {
  return cell.x > 12 && cell.x < 27 && cell.y > 2 && cell.y < 10;
}

/* What the unit sees from a cell goes into its player's fork. True if there was something new. */
static bool look_around(ovl_world **known, ovl_cell from) {
  ovl_edit edits[(2 * SIGHT + 1) * (2 * SIGHT + 1)];
  size_t count = 0;
  for (int32_t y = from.y - SIGHT; y <= from.y + SIGHT; y++) {
    for (int32_t x = from.x - SIGHT; x <= from.x + SIGHT; x++) {
      const ovl_cell cell = {x, y, 0};
      const bool inside = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
      if (inside && is_wall(x, y) && ovl_world_terrain(*known, cell) != 0) {
        edits[count++] = ovl_edit_rect(cell, 1, 1, 0);
      }
    }
  }
  if (count > 0) {
    ovl_world *next = NULL;
    works(ovl_world_apply(*known, edits, count, &next, NULL), "learning");
    ovl_world_close(*known);
    *known = next;
  }
  return count > 0;
}

/* Walks by what is known and plans again whenever something new is seen. How many steps it took;
 * *entered: it went into the pocket. */
static int walk(ovl_planner *planner, ovl_world **known, ovl_cell from, ovl_cell goal,
                bool *entered) {
  ovl_cell cells[MOST_CELLS];
  double steps;
  int walked = 0;
  *entered = false;
  while (from.x != goal.x || from.y != goal.y) {
    const size_t count = find_cells(planner, *known, from, goal, cells, MOST_CELLS, &steps);
    for (size_t i = 1; i < count; i++) {
      from = cells[i];
      if (is_wall(from.x, from.y)) {
        holds(false, "it never walks into a wall: it sees further than a step");
      }
      walked++;
      *entered |= is_pocket(from);
      if (look_around(known, from)) {
        break; /* what it planned may be wrong: plan again from here */
      }
    }
  }
  return walked;
}

int main(void) {
  char open_row[WIDTH + 1];
  const char *open_rows[HEIGHT];
  memset(open_row, '.', WIDTH);
  open_row[WIDTH] = '\0';
  for (int i = 0; i < HEIGHT; i++) {
    open_rows[i] = open_row;
  }
  ovl_world *unexplored = bake_rows(open_rows, HEIGHT);
  ovl_planner *planner = make_planner(unexplored); /* it serves all forks and versions */
  ovl_world *red = NULL, *blue = NULL;
  works(ovl_world_retain(unexplored, &red), "the fork of one player");
  works(ovl_world_retain(unexplored, &blue), "the fork of another");

  const ovl_cell start = {3, 6, 0}, goal = {36, 6, 0};
  bool entered;
  const int first = walk(planner, &red, start, goal, &entered);
  holds(entered, "a unit that knows nothing walks into the dead end");
  holds(first > 50, "and pays for it with a long way");
  const int second = walk(planner, &red, start, goal, &entered);
  holds(!entered && second < first, "the next one of its player goes round at once");

  ovl_cell cells[MOST_CELLS];
  double steps;
  const size_t straight = find_cells(planner, blue, start, goal, cells, MOST_CELLS, &steps);
  holds(straight == 34, "the other player knows nothing of it, and plans straight on");

  ovl_world_close(blue);
  ovl_world_close(red);
  ovl_planner_destroy(planner);
  ovl_world_close(unexplored);
  return 0;
}
