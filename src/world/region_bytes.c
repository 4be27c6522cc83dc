/* See region_bytes.h. */
#include "world/region_bytes.h"

#include "coarse/view/region.h"

/* The bytes of one layer block, by use. */
typedef struct layer_bytes {
  uint64_t cells, islands, waypoints, costs, all;
} layer_bytes;

static layer_bytes layer_bytes_of(const ovi_region *region) {
  layer_bytes spent;
  uint64_t costs = ovi_get_u32(region->layer_block + OVI_LAYER_COSTS);
  spent.all = ovi_layer_block_bytes(region, region->layer_block, UINT64_MAX);
  spent.costs = costs * ((region->flags & OVI_FLAG_WIDE) != 0 ? 4 : 2);
  spent.islands = (uint64_t)(region->ports.cells - region->components.run_rows);
  spent.waypoints = (uint64_t)(region->costs.exception_list - region->ports.cells);
  uint64_t exceptions = (uint64_t)(region->costs.values - region->costs.exception_list);
  uint64_t head = (region->flags & OVI_FLAG_DIRECTED) != 0 ? OVI_LAYER_DIRECTED_HEADER_BYTES
                                                           : OVI_LAYER_HEADER_BYTES;
  spent.cells = (uint64_t)(region->components.run_rows - region->layer_block) - head + exceptions;
  return spent;
}

/* True if an earlier profile has the same layer block of the region: its bytes count once. */
static bool is_shared(const ovl_world *world, uint32_t profile, const ovi_region *region) {
  for (uint32_t before = 0; before < profile; before++) {
    if (ovi_layer_block(&world->layers[before], region->block) == region->layer_block) {
      return true;
    }
  }
  return false;
}

void ovi_region_count_bytes(const ovl_world *world, uint32_t id, ovl_world_bytes *bytes) {
  uint64_t other = ovi_region_block_bytes(&world->layers[0], id);
  uint64_t cells = 0;
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    ovi_region region = ovi_region_view(&world->layers[profile], id);
    layer_bytes spent = layer_bytes_of(&region);
    if (profile == 0) {
      cells = ovi_cells_bytes(&world->layers[0], &region, region.block, UINT64_MAX) -
              world->shared.block_head_bytes;
      bytes->cells += cells;
      other -= cells;
    } else {
      bytes->shared += cells;
    }
    if (is_shared(world, profile, &region)) {
      bytes->shared += spent.all;
      continue;
    }
    bytes->cells += spent.cells;
    bytes->islands += spent.islands;
    bytes->waypoints += spent.waypoints;
    bytes->costs += spent.costs;
    other -= spent.cells + spent.islands + spent.waypoints + spent.costs;
  }
  bytes->other += other;
}

uint64_t ovi_region_own_bytes(const ovl_world *world, uint32_t profile, uint32_t id) {
  const ovi_region region = ovi_region_view(&world->layers[profile], id);
  return is_shared(world, profile, &region) ? 0 : layer_bytes_of(&region).all;
}
