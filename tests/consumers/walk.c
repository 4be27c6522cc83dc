/* The program of the projects in this folder: bakes a small map, prints the path around a wall, and
 * sends a unit that way. */
#include <overland.h>
#ifndef OVERLAND_UNITS_H /* of the two files, overland.h holds all headers */
#include <overland_units.h>
#endif
#include <stdio.h>

enum { SIDE = 128 };

static uint8_t cells[SIDE * SIDE]; /* 0 is blocked, 1 is ground */

static int walk(const ovl_world *world) {
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    return 1;
  }
  ovl_query query = {0};
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

/* Returns 0 if a unit arrives. */
static int march(const ovl_world *world) {
  ovl_units_def def = {.world = world};
  def.capacity = 1;
  ovl_units *units;
  if (ovl_units_create(&def, &units, NULL) != OVL_OK) {
    return 1;
  }
  const ovl_unit_def unit_def = {.cell = {2, 2, 0}};
  ovl_unit unit;
  ovl_unit_info info = {0};
  if (ovl_unit_add(units, world, &unit_def, &unit) == OVL_OK) {
    ovl_unit_send(units, unit, (ovl_cell){120, 2, 0});
    for (int tick = 0; tick < 4 * SIDE && info.state != OVL_UNIT_ARRIVED; tick++) {
      ovl_units_tick(units, world, 20000, NULL);
      ovl_unit_describe(units, unit, &info);
    }
  }
  ovl_units_destroy(units);
  return info.state != OVL_UNIT_ARRIVED;
}

int main(void) {
  for (int i = 0; i < SIDE * SIDE; i++) {
    cells[i] = i % SIDE != 64 || i / SIDE == 100; /* a wall with a door at 64,100 */
  }
  ovl_bake_def def = {0};
  def.width = SIDE;
  def.height = SIDE;
  def.terrain = cells;
  ovl_world *world;
  if (ovl_world_bake(&def, &world, NULL) != OVL_OK) {
    return 1;
  }
  const int code = walk(world) != 0 || march(world) != 0;
  ovl_world_close(world);
  return code;
}
