/* Example: "may I place this building without sealing anyone in?" The answer names the units that
 * it would cut off from home, and leaves the world as it is. */
#include "tests/examples/example.h"
#include <overland_edit.h>
#include <overland_inspect.h>

enum { WIDTH = 30, HEIGHT = 11, UNITS = 4 };

/* A yard with a gate in its west wall, two cells wide, and a back door of one. */
static const char *const rows[HEIGHT] = {
    "..............................", "..........###################.",
    "..........#.................#.", "..........#.................#.",
    "............................#.", "............................#.",
    "..........#.................#.", "..........#.................#.",
    "..........#.................#.", "..........##################..",
    ".............................."};

int main(void) {
  ovl_world *world = bake_rows(rows, HEIGHT);
  const ovl_cell units[UNITS] = {{14, 4, 0}, {3, 8, 0}, {20, 7, 0}, {11, 5, 0}};
  ovl_edit building = ovl_edit_rect((ovl_cell){10, 4, 0}, 2, 2, 0); /* right into the gate */
  ovl_what_if question = {
      .edits = &building, .edit_count = 1, .home = {0, 0, 0}, .units = units, .unit_count = UNITS};
  uint32_t cut[UNITS];
  size_t needed = 0;
  works(ovl_world_what_if(world, &question, NULL, cut, UNITS, &needed, NULL), "the question");
  holds(needed == 3, "in the gate it cuts off three units");
  holds(cut[0] == 0 && cut[1] == 2, "those in the yard");
  holds(cut[2] == 3, "and the one that it would be built upon");

  building.cell.x = 20; /* somewhere in the yard */
  building.cell.y = 3;
  works(ovl_world_what_if(world, &question, NULL, cut, UNITS, &needed, NULL), "the question");
  holds(needed == 0, "elsewhere in the yard it cuts off nobody");
  holds(ovl_world_terrain(world, building.cell) == 1, "asking has built nothing");

  /* So build it. */
  ovl_world *built = NULL;
  works(ovl_world_apply(world, &building, 1, NULL, &built, NULL), "the building");
  holds(ovl_world_terrain(built, building.cell) == 0, "it stands");
  for (int i = 0; i < UNITS; i++) {
    if (ovl_world_island(built, 0, units[i]) != ovl_world_island(built, 0, question.home)) {
      holds(false, "every unit can go home");
    }
  }
  ovl_world_close(built);
  ovl_world_close(world);
  return 0;
}
