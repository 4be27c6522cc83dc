/* Looking into a world: sizes, terrain, islands, waypoints, edges. */
#include <string.h>

#include "overland.h"
#include "planner.h"
#include "ports.h"

static void describe_region(const ovl_world *world, uint32_t id, ovl_world_info *info) {
  ovi_region region = ovi_region_view(world, id);
  uint64_t block_bytes = ovi_get_u32(ovi_region_entry(world, id) + 8);
  uint64_t cells = (uint64_t)(region.run_rows - region.palette);
  uint64_t components = (uint64_t)(region.port_cells - region.run_rows);
  uint64_t waypoints = (uint64_t)(region.costs - region.port_cells);
  uint64_t costs = (uint64_t)ovi_get_u32(region.block + OVI_BLOCK_COSTS);
  info->edges += 2 * costs;
  info->cells_bytes += cells;
  info->islands_bytes += components;
  info->waypoints_bytes += waypoints;
  costs *= (region.flags & OVI_FLAG_WIDE) != 0 ? 4 : 2;
  info->costs_bytes += costs;
  info->other_bytes += block_bytes - cells - components - waypoints - costs;
}

void ovl_world_describe(const ovl_world *world, ovl_world_info *info) {
  memset(info, 0, sizeof(*info));
  info->width = world->width;
  info->height = world->height;
  info->region_cells = world->region_cells;
  info->regions_x = world->regions_x;
  info->regions_y = world->regions_y;
  info->spacing_cells = ovi_get_u16(world->bytes + OVI_AT_SPACING);
  info->corners = (ovl_corners)world->corners;
  memcpy(info->weights, world->weights, sizeof(info->weights));
  info->open_cells = ovi_get_u64(world->bytes + OVI_AT_OPEN_CELLS);
  info->waypoints = world->waypoints;
  info->islands = ovi_get_u32(world->bytes + OVI_AT_ISLANDS);
  info->map_fingerprint = ovi_get_u64(world->bytes + OVI_AT_MAP_FINGERPRINT);
  info->fingerprint = world->fingerprint;
  info->file_bytes = world->byte_count;
  info->header_bytes = (uint64_t)(world->blocks - world->bytes); /* the table follows the header */
  info->landmarks = (int32_t)world->mark_count;
  info->labels = world->label_state;
  info->estimate = world->label_count != 0  ? OVL_ESTIMATE_LABELS
                   : world->mark_count != 0 ? OVL_ESTIMATE_LANDMARKS
                                            : OVL_ESTIMATE_OCTILE;
  info->islands_bytes = world->island_bytes;
  info->landmarks_bytes = world->mark_bytes;
  info->labels_bytes = world->label_bytes;
  uint32_t regions = ovi_region_count(world);
  for (uint32_t id = 0; id < regions; id++) {
    describe_region(world, id, info);
  }
}

uint8_t ovl_world_terrain(const ovl_world *world, ovl_cell cell) {
  if (!ovi_cell_is_inside(world, cell)) {
    return 0;
  }
  ovi_region region = ovi_region_view(world, ovi_region_at(world, cell.x, cell.y));
  return (uint8_t)ovi_region_terrain(&region, cell.x - region.x, cell.y - region.y);
}

ovl_result ovl_world_read_terrain(const ovl_world *world, int32_t x, int32_t y, int32_t w,
                                  int32_t h, uint8_t *out, size_t row_bytes) {
  if (x < 0 || y < 0 || w < 0 || h < 0 || w > world->width - x || h > world->height - y ||
      row_bytes < (size_t)w) {
    return OVL_BAD_ARGUMENT;
  }
  for (int32_t row = 0; row < h; row++, out += row_bytes) {
    ovi_region region = {0};
    for (int32_t column = 0; column < w; column++) {
      if (x + column >= region.x + region.w) {
        region = ovi_region_view(world, ovi_region_at(world, x + column, y + row));
      }
      out[column] = (uint8_t)ovi_region_terrain(&region, x + column - region.x, y + row - region.y);
    }
  }
  return OVL_OK;
}

uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell) {
  if (profile != 0 || !ovi_cell_is_inside(world, cell)) {
    return 0;
  }
  return world->weights[ovl_world_terrain(world, cell)];
}

uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell) {
  if (profile != 0 || !ovi_cell_is_inside(world, cell)) {
    return 0;
  }
  ovi_region region = ovi_region_view(world, ovi_region_at(world, cell.x, cell.y));
  uint32_t component = ovi_region_component(&region, cell.x - region.x, cell.y - region.y);
  return component != OVI_NO_COMPONENT ? ovi_region_island(world, &region, component) : 0;
}

static bool has_region(const ovl_world *world, int32_t profile, int32_t region) {
  return profile == 0 && region >= 0 && region < world->regions_x * world->regions_y;
}

size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                           ovl_waypoint *out, size_t capacity) {
  if (!has_region(world, profile, region)) {
    return 0;
  }
  ovi_region view = ovi_region_view(world, (uint32_t)region);
  uint32_t begins[9];
  ovi_group_begins(&view, begins);
  for (uint32_t number = 0; number < begins[OVI_OWN_GROUPS] && number < capacity; number++) {
    out[number] = ovi_waypoint_cells(world, (uint32_t)region, number);
  }
  return begins[OVI_OWN_GROUPS];
}

static ovl_waypoint cells_of_port(const ovl_world *world, const ovi_region *region,
                                  const uint32_t begins[9], uint32_t port) {
  ovl_stop waypoint = ovi_waypoint_of_port(world, region, begins, port);
  return ovi_waypoint_cells(world, waypoint.region, waypoint.number);
}

size_t ovl_world_edges(const ovl_world *world, int32_t profile, int32_t region, ovl_edge *out,
                       size_t capacity) {
  size_t count = 0;
  if (!has_region(world, profile, region)) {
    return 0;
  }
  ovi_region view = ovi_region_view(world, (uint32_t)region);
  uint32_t begins[9];
  ovi_group_begins(&view, begins);
  for (uint32_t component = 0; component < view.linked; component++) {
    ovi_clique clique = ovi_region_clique(&view, component);
    for (uint32_t pair = 0; pair < clique.count * clique.count; pair++) {
      uint32_t a = pair / clique.count;
      uint32_t b = pair % clique.count;
      if (a == b) {
        continue;
      }
      if (count < capacity) {
        out[count] = (ovl_edge){cells_of_port(world, &view, begins, ovi_clique_port(&clique, a)),
                                cells_of_port(world, &view, begins, ovi_clique_port(&clique, b)),
                                region, ovi_clique_cost(&clique, a, b)};
      }
      count++;
    }
  }
  return count;
}
