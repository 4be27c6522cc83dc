/* Reads and sets what a flow was paid for. */
#include "flow/flow_state.h"

#include "flow/flow.h"

static uint32_t tile_count(const ovi_flow_tiles *tiles) {
  uint32_t count = 0;
  for (uint32_t tile = 0; tile < tiles->capacity; tile++) {
    count += tiles->tiles[tile].region != UINT32_MAX ? 1 : 0;
  }
  return count;
}

ovi_flow_state ovi_flow_state_of(const ovl_flow *flow) {
  const ovi_flow_view *next = &flow->views[1 - flow->now];
  return (ovi_flow_state){.paid = ovi_flow_now(flow)->cost_to_go.meter.paid,
                          .next_paid = flow->renewal.is_running ? next->cost_to_go.meter.paid : 0,
                          .tile_paid =
                              flow->making.begun_region != UINT32_MAX ? flow->making.begun_paid : 0,
                          .tile_region = flow->making.begun_region,
                          .tiles = tile_count(&flow->tiles),
                          .are_wide = flow->tiles.are_wide};
}

uint32_t ovi_flow_capacity(const ovl_flow *flow) {
  return flow->tiles.are_wide ? 2 * flow->tiles.capacity : flow->tiles.capacity;
}

uint32_t ovi_flow_next_region(const ovl_flow *flow, uint32_t *at) {
  const ovi_flow_tiles *tiles = &flow->tiles;
  do {
    *at = *at == UINT32_MAX ? ovi_flow_tiles_oldest(tiles) : tiles->tiles[*at].link.previous;
  } while (tiles->tiles[*at].region == UINT32_MAX && *at != tiles->newest);
  return tiles->tiles[*at].region;
}

bool ovi_flow_restore(ovl_flow *flow, const ovl_world *next, const ovi_flow_state *state) {
  ovi_flow_view *now = &flow->views[flow->now];
  ovi_flow_view *other = &flow->views[1 - flow->now];
  if (now->world == NULL) {
    return false;
  }
  now->cost_to_go.meter.paid = state->paid;
  ovi_flow_tiles_widen(&flow->tiles, state->are_wide);
  flow->making.begun_region = state->tile_region;
  flow->making.begun_paid = state->tile_paid;
  if (next != NULL) {
    ovi_world_begin_call(next);
    flow->renewal.is_running =
        ovi_flow_serves(flow, ovi_world_layer(next, flow->goal.query.profile)) &&
        ovi_flow_begin_view(flow, other, next) == OVL_OK;
    flow->renewal.next_tile = 0;
    other->cost_to_go.meter.paid = state->next_paid;
  }
  return next == NULL || flow->renewal.is_running;
}

void ovi_flow_restore_tile(ovl_flow *flow, uint32_t region) {
  ovi_flow_tiles *tiles = &flow->tiles;
  const uint32_t tile = ovi_flow_tiles_oldest(tiles);
  if (region < ovi_region_count(ovi_flow_now(flow)->layer) &&
      ovi_flow_tiles_find(tiles, region) == OVI_NO_TILE &&
      tiles->tiles[tile].region == UINT32_MAX) {
    ovi_flow_tiles_assign(tiles, tile, region);
    tiles->tiles[tile].is_lost = true;
  }
}

bool ovi_flow_continue(ovl_flow *flow, const ovl_flow *other, const ovl_world *next) {
  const ovi_flow_state state = ovi_flow_state_of(other);
  uint32_t at = UINT32_MAX;
  if (!ovi_flow_restore(flow, next, &state)) {
    return false;
  }
  for (uint32_t i = 0; i < state.tiles; i++) {
    ovi_flow_restore_tile(flow, ovi_flow_next_region(other, &at));
  }
  return true;
}
