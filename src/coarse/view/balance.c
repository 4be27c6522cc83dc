/* Potentials of cells and waypoints: (r - f) times the height, and at a waypoint the extra cost of
 * its step, which is what leaving costs beyond the half of the step that entering costs too. This
 * is the reweighting of Johnson, "Efficient algorithms for shortest paths in sparse networks"
 * (1977), by heights, which here makes costs symmetric. */
#include "coarse/view/balance.h"

#include "coarse/view/region_cells.h"

static int64_t potential_at(const ovi_layer *layer, const ovi_region *region, int32_t x,
                            int32_t y) {
  const int64_t slope = (int64_t)layer->profile.climb_cost - (int64_t)layer->profile.drop_cost;
  return slope != 0 ? slope * (int64_t)ovi_region_height(region, x, y) : 0;
}

int64_t ovi_potential_of_cell(const ovi_layer *layer, ovl_cell cell) {
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, cell.x, cell.y));
  return potential_at(layer, &region, cell.x - region.x, cell.y - region.y);
}

int64_t ovi_potential_of_port(ovi_layer_ground *ground, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  const uint64_t leave = ovi_port_leave(ground, region, groups, port);
  const uint64_t enter = ovi_port_enter(ground, region, groups, port);
  const bool is_legal = leave != OVI_NO_STEP && enter != OVI_NO_STEP; /* unless it is forged */
  return (is_legal ? (int64_t)leave - (int64_t)enter : 0) +
         potential_at(ground->layer, region, ovi_port_x(cell), ovi_port_y(cell));
}

int64_t ovi_potential_of_waypoint(const ovi_layer *layer, uint32_t owner, uint32_t number) {
  ovi_layer_ground ground;
  const ovi_region region = ovi_region_view(layer, owner);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){region.x, region.y, 0});
  return ovi_potential_of_port(&ground, &region, &groups, ovi_own_port(&groups, number));
}
