/* Places in metres: see path_metres.h. */
#include "tools/path/path_metres.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/grid/grid_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

int path_metres_read(const char *path, const ovl_world *world, struct path_metres *metres) {
  struct sign_grid grid;
  ovl_floor_info floor = {.width = 0};
  const struct option_size none = {0, 0};
  const int code = sign_grid_read(path, &none, &grid);
  if (code != EXIT_DONE) {
    return code;
  }
  sign_grid_tell_turn(path, &grid);
  ovl_world_floor(world, 0, &floor);
  *metres = (struct path_metres){grid.metres.cell, grid.metres.left, grid.metres.bottom,
                                 floor.corner, floor.height};
  const int32_t width = grid.width, height = grid.height;
  sign_grid_free(&grid);
  if (!(metres->cell > 0)) {
    return command_fail(EXIT_INPUT, "%s: it says no size of a cell, as resolution: 0.05 does",
                        path);
  }
  if (width != floor.width || height != floor.height) {
    return command_fail(EXIT_INPUT,
                        "%s: it has %" PRId32 " x %" PRId32 " cells, the world %" PRId32
                        " x %" PRId32 "; it should be the map that the world was built from",
                        path, width, height, floor.width, floor.height);
  }
  return EXIT_DONE;
}

bool path_metres_parse(const struct path_metres *metres, const char *text, ovl_cell *cell) {
  char *comma, *end;
  const double x = strtod(text, &comma);
  const double y = *comma == ',' ? strtod(comma + 1, &end) : 0;
  if (comma == text || *comma != ',' || end == comma + 1 || *end != '\0') {
    return false;
  }
  const double column = floor((x - metres->left) / metres->cell);
  const double row = floor((y - metres->bottom) / metres->cell);
  if (!(fabs(column) < OVL_MAX_ORIGIN) || !(fabs(row) < OVL_MAX_ORIGIN)) {
    return false;
  }
  *cell = (ovl_cell){metres->corner.x + (int32_t)column,
                     metres->corner.y + metres->height - 1 - (int32_t)row, 0};
  return true;
}

struct path_metres_place path_metres_of(const struct path_metres *metres, ovl_cell cell) {
  const double column = (double)cell.x - metres->corner.x;
  const double row = metres->height - 1 - ((double)cell.y - metres->corner.y);
  return (struct path_metres_place){metres->left + (column + 0.5) * metres->cell,
                                    metres->bottom + (row + 0.5) * metres->cell};
}
