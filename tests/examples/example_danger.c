/* Example: the danger map of one faction. Cells in reach of an enemy's tower cost that faction more
 * and nobody else; when the land itself changes, its fork is rebased onto the new version. */
#include "tests/examples/example.h"
#include <overland_edit.h>

enum {
  SIDE = 64,
  REACH = 12,
  BOX = 2 * REACH + 1,
  DANGER_EIGHTHS = 40,
  GAP_Y = 38,
  MOST_CELLS = 512
};

/* Extra cost in reach of the tower: one edit, a stamp with a round mask. */
static ovl_world *fear(const ovl_world *map, ovl_cell tower) {
  uint16_t danger[BOX * BOX];
  uint8_t mask[BOX * BOX];
  for (int32_t y = 0; y < BOX; y++) {
    for (int32_t x = 0; x < BOX; x++) {
      const int32_t dx = x - REACH, dy = y - REACH;
      danger[y * BOX + x] = DANGER_EIGHTHS;
      mask[y * BOX + x] = dx * dx + dy * dy <= REACH * REACH;
    }
  }
  const ovl_edit edit = {.kind = OVL_EDIT_EXTRA,
                         .cell = {tower.x - REACH, tower.y - REACH, 0},
                         .w = BOX,
                         .h = BOX,
                         .stamp = danger,
                         .mask = mask};
  ovl_world *feared = NULL;
  works(ovl_world_apply(map, &edit, 1, &feared, NULL), "the danger");
  return feared;
}

/* How many cells of the way from west to east lie in reach of the tower. */
static int in_danger(ovl_planner *planner, const ovl_world *world, ovl_cell tower, bool *by_gap) {
  ovl_cell cells[MOST_CELLS];
  double steps;
  int count = 0;
  *by_gap = false;
  const size_t found = find_cells(planner, world, (ovl_cell){2, 32, 0}, (ovl_cell){61, 32, 0},
                                  cells, MOST_CELLS, &steps);
  for (size_t i = 0; i < found; i++) {
    const int32_t dx = cells[i].x - tower.x, dy = cells[i].y - tower.y;
    count += dx * dx + dy * dy <= REACH * REACH;
    *by_gap |= cells[i].x == 48 && cells[i].y == GAP_Y;
  }
  return count;
}

int main(void) {
  char row[SIDE + 1];
  const char *rows[SIDE];
  memset(row, '.', SIDE);
  row[SIDE] = '\0';
  for (int i = 0; i < SIDE; i++) {
    rows[i] = row;
  }
  const ovl_cell tower = {28, 32, 0};
  ovl_world *land = bake_rows(rows, SIDE);
  ovl_planner *planner = make_planner(land);
  ovl_world *afraid = fear(land, tower); /* the fork */

  bool by_gap;
  holds(in_danger(planner, land, tower, &by_gap) == BOX, "the tower's own walk straight past it");
  holds(in_danger(planner, afraid, tower, &by_gap) == 0, "the others go round out of its reach");

  /* A wall with a gap is built. That is the land's edit, not the faction's. */
  const ovl_edit wall[] = {ovl_edit_rect((ovl_cell){48, 0, 0}, 1, SIDE, 0),
                           ovl_edit_rect((ovl_cell){48, GAP_Y, 0}, 1, 1, 1)};
  ovl_world *walled = NULL, *rebased = NULL;
  works(ovl_world_apply(land, wall, 2, &walled, NULL), "the wall");
  in_danger(planner, afraid, tower, &by_gap);
  holds(!by_gap, "a fork sees nothing of what becomes of its parent");
  works(ovl_world_rebase(afraid, land, walled, NULL, &rebased, NULL), "the rebase");
  holds(in_danger(planner, rebased, tower, &by_gap) == 0 && by_gap,
        "rebased, it has the wall and its own danger");
  holds(in_danger(planner, walled, tower, &by_gap) > 0 && by_gap,
        "the land itself has the wall alone");

  ovl_world_close(rebased);
  ovl_world_close(walled);
  ovl_world_close(afraid);
  ovl_planner_destroy(planner);
  ovl_world_close(land);
  return 0;
}
