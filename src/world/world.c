/* Cells of floors and cells of the plane. */
#include "world/world.h"

/* A floor as the file tells of it. */
typedef struct floor_view {
  int32_t width, height, y;
  bool places;
} floor_view;

static floor_view view_floor(const ovl_world *world, int32_t floor) {
  const uint8_t *entry = world->shared.floors + (uint64_t)floor * OVI_FLOOR_BYTES;
  return (floor_view){(int32_t)ovi_get_u32(entry), (int32_t)ovi_get_u32(entry + 4),
                      (int32_t)ovi_get_u32(entry + 8), ovi_get_u32(entry + 12) != 0};
}

bool ovi_floors_have(const ovl_world *world, ovl_cell cell) {
  if (cell.floor < 0 || (uint32_t)cell.floor >= world->shared.floor_count) {
    return false;
  }
  floor_view floor = view_floor(world, cell.floor);
  return cell.x >= 0 && cell.y >= 0 && cell.x < floor.width && cell.y < floor.height;
}

bool ovi_world_floor_rectangle(const ovl_world *world, int32_t floor, ovi_rectangle *rectangle) {
  if (floor < 0 || (uint32_t)floor >= world->shared.floor_count) {
    return false;
  }
  floor_view view = view_floor(world, floor);
  *rectangle = (ovi_rectangle){0, view.y, view.width, view.y + view.height};
  return true;
}

ovl_cell ovi_floors_to_plane(const ovl_world *world, ovl_cell cell) {
  floor_view floor = view_floor(world, cell.floor);
  return floor.places ? (ovl_cell){2 * (cell.x % OVI_PLACES_A_ROW),
                                   floor.y + 2 * (cell.x / OVI_PLACES_A_ROW), 0}
                      : (ovl_cell){cell.x, floor.y + cell.y, 0};
}

ovl_cell ovi_floors_from_plane(const ovl_world *world, ovl_cell cell) {
  int32_t number = (int32_t)world->shared.floor_count - 1;
  floor_view floor = view_floor(world, number);
  while (floor.y > cell.y) {
    floor = view_floor(world, --number);
  }
  int32_t y = cell.y - floor.y;
  return floor.places ? (ovl_cell){cell.x / 2 + y / 2 * OVI_PLACES_A_ROW, 0, number}
                      : (ovl_cell){cell.x, y, number};
}
