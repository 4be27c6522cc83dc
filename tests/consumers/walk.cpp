/* The program of walk.c in C++, by overland.hpp. */
#include <overland.hpp>

#include <cstdio>

int main() {
  std::vector<uint8_t> cells(128 * 128, 1);
  for (size_t y = 0; y < 128; y++) {
    cells[y * 128 + 64] = y == 100; /* a wall with a door at 64,100 */
  }
  overland::world world;
  overland::planner planner;
  overland::path path;
  if (world.bake(cells, 128, 128) != OVL_OK || planner.create(world) != OVL_OK ||
      planner.find_path(world, overland::query({2, 2, 0}, {120, 2, 0}), path) != OVL_OK) {
    return 1;
  }
  for (ovl_cell cell : path.turns()) {
    std::printf("walk to %d,%d\n", int(cell.x), int(cell.y));
  }
}
