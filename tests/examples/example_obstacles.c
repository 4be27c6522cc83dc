/* Example: units as obstacles for one moment. To find a way through a crowd as it stands now, plan
 * in a version in which the cells of the others are blocked, and drop it. */
#include "tests/examples/example.h"
#include <overland_edit.h>

enum { SIDE = 48, CROWD = 40, MOST_CELLS = 512 };

int main(void) {
  char row[SIDE + 1], wall[SIDE + 1];
  const char *rows[SIDE];
  memset(row, '.', SIDE);
  memset(wall, '#', SIDE);
  row[SIDE] = wall[SIDE] = '\0';
  wall[24] = wall[25] = wall[44] = '.'; /* a gate, and a door far off */
  for (int i = 0; i < SIDE; i++) {
    rows[i] = i == 24 ? wall : row;
  }
  ovl_world *world = bake_rows(rows, SIDE);
  ovl_planner *planner = make_planner(world);
  const ovl_cell start = {24, 8, 0}, goal = {24, 40, 0};
  ovl_cell cells[MOST_CELLS];
  double free_steps, crowded_steps, steps;
  find_cells(planner, world, start, goal, cells, MOST_CELLS, &free_steps);
  holds(free_steps < 33, "through the gate it is not far");

  /* A crowd stands before the gate, and fills it. */
  ovl_edit crowd[CROWD];
  for (int32_t i = 0; i < CROWD; i++) {
    const ovl_cell cell = {20 + i % 10, 21 + i / 10, 0};
    crowd[i] = ovl_edit_rect(cell, 1, 1, 0);
  }
  ovl_world *moment = NULL;
  works(ovl_world_apply(world, crowd, CROWD, &moment, NULL), "the crowd");
  const size_t count = find_cells(planner, moment, start, goal, cells, MOST_CELLS, &crowded_steps);
  holds(crowded_steps > free_steps + 20, "round the crowd it is, by the door far off");
  bool touched = false;
  for (size_t i = 0; i < count; i++) {
    for (int j = 0; j < CROWD; j++) {
      touched |= cells[i].x == crowd[j].cell.x && cells[i].y == crowd[j].cell.y;
    }
  }
  holds(!touched, "nobody of the crowd is walked into");

  ovl_version_info version;
  ovl_world_version(moment, &version);
  printf("the moment took %llu bytes\n", (unsigned long long)version.bytes);
  ovl_world_close(moment); /* the moment is over */
  find_cells(planner, world, start, goal, cells, MOST_CELLS, &steps);
  holds(steps <= free_steps && steps >= free_steps, "the world never knew of it");
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  return 0;
}
