/* See world_heat.h. Tiles of the flow are made as tiles of the map need them, in bounded memory. */
#include "tools/explorer/module/world/world_heat.h"

#include "overland_flow.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"

enum {
  MOST_FLOW_BYTES = 48 << 20, /* half of it, and so on, where the memory is short */
  LEAST_FLOW_BYTES = 6 << 20,
  HOTTEST = 254
};

static struct {
  ovl_flow *flow;
  uint64_t most;
} heat;

EXPLORER_EXPORT(world_heat_end) void world_heat_end(void) {
  ovl_flow_destroy(heat.flow);
  heat.flow = NULL;
}

/* Sets the goal, a place of the plane, and the cost in units at which colours end. An ovl_result.
 */
EXPLORER_CALL(world_heat_begin) int32_t world_heat_begin(int32_t x, int32_t y, double most) {
  ovl_fault fault = {0};
  world_heat_end();
  if (world_shown() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_flow_def def = {.world = world_shown()};
  def.allocator = *module_allocator();
  def.max_goals = 1;
  const size_t whole = ovl_flow_bytes(&def);
  ovl_result result = OVL_NO_MEMORY;
  for (size_t bytes = MOST_FLOW_BYTES; result == OVL_NO_MEMORY && bytes >= LEAST_FLOW_BYTES;
       bytes /= 2) {
    def.max_bytes = whole > bytes ? bytes : 0;
    result = ovl_flow_create(&def, &heat.flow, &fault);
  }
  if (result == OVL_OK) {
    ovl_query query = {0};
    query.profile = world_profile();
    query.goal = world_cell_at(x, y);
    query.move_goal = true;
    heat.most = most < 1 ? 1 : (uint64_t)most;
    result = ovl_flow_begin(heat.flow, world_shown(), &query);
    fault = *ovl_flow_fault(heat.flow);
  }
  module_keep_fault(&fault);
  if (result != OVL_OK) {
    world_heat_end();
  }
  return (int32_t)result;
}

ovl_result world_heat_at(ovl_cell cell, uint32_t *value) {
  ovl_flow_step step;
  *value = 0;
  if (heat.flow == NULL) {
    return OVL_OK;
  }
  const ovl_result result = ovl_flow_next(heat.flow, cell, &step);
  if (result == OVL_OK) {
    const uint64_t shade = step.cost_to_go * (uint64_t)HOTTEST / heat.most;
    *value = 1 + (uint32_t)(shade < (uint64_t)HOTTEST ? shade : (uint64_t)HOTTEST);
  }
  return result;
}
