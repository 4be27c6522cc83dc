/* The program of the projects in this folder: bakes a small map, and prints the path around a wall.
 */
#include <overland.h>
#include <stdio.h>

enum { SIDE = 128 };

static uint8_t cells[SIDE * SIDE]; /* 0 is blocked, 1 is ground */

static int walk(const ovl_world *world) {
  const ovl_planner_def def = ovl_planner_def_default(world);
  ovl_planner *planner;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    return 1;
  }
  ovl_query query = ovl_query_default();
  query.start = (ovl_cell){2, 2, 0};
  query.goal = (ovl_cell){120, 2, 0};
  ovl_cell points[16];
  ovl_path path = {.points = points, .capacity = 16};
  const ovl_result result = ovl_find_path(planner, world, &query, &path);
  for (size_t i = 0; result == OVL_OK && i < path.count; i++) {
    printf("walk to %d,%d\n", (int)points[i].x, (int)points[i].y);
  }
  ovl_planner_destroy(planner);
  return result != OVL_OK;
}

int main(void) {
  for (int i = 0; i < SIDE * SIDE; i++) {
    cells[i] = i % SIDE != 64 || i / SIDE == 100; /* a wall with a door at 64,100 */
  }
  ovl_bake_def def = ovl_bake_def_default();
  def.width = SIDE;
  def.height = SIDE;
  def.terrain = cells;
  ovl_world *world;
  if (ovl_world_bake(&def, &world, NULL) != OVL_OK) {
    return 1;
  }
  const int code = walk(world);
  ovl_world_close(world);
  return code;
}
