/* Moves a flow to another version of its world: settles the costs to go anew in the other view, and
 * keeps the tiles that are the same in both, or whose costs all differ by the same. */
#include "flow/flow_tile.h"

/* The cost to go in the middle of a port's step; UINT64_MAX if there is none. */
static uint64_t port_cost(const ovi_flow_view *view, const ovi_coarse_page *page, uint32_t port) {
  return page != NULL ? ovi_entry_at(&view->cost_to_go.coarse, page, port).cost : UINT64_MAX;
}

/* By how much the costs at the ports of some regions differ between two views. */
typedef struct cost_shift {
  uint64_t by; /* modulo 2^64 */
  bool is_known;
} cost_shift;

/* Returns whether a region is the same in both views, with the same costs at its ports but for the
 * shift. It must be settled in both. */
static bool is_same_region(const ovi_flow_view *old, const ovi_flow_view *new, uint32_t region,
                           cost_shift *shift) {
  const ovi_region before = ovi_region_view(old->layer, region);
  const ovi_region after = ovi_region_view(new->layer, region);
  const ovi_coarse_page *page = ovi_entered_page(&old->cost_to_go.coarse, region);
  const ovi_coarse_page *next = ovi_entered_page(&new->cost_to_go.coarse, region);
  bool is_same = before.block == after.block && before.layer_block == after.layer_block;
  for (uint32_t port = 0; is_same && port < before.ports.count; port++) {
    const uint64_t was = port_cost(old, page, port);
    const uint64_t is = port_cost(new, next, port);
    if (was == UINT64_MAX || is == UINT64_MAX) {
      is_same = was == is;
      continue;
    }
    *shift = shift->is_known ? *shift : (cost_shift){is - was, true};
    is_same = is - was == shift->by;
  }
  return is_same;
}

/* Returns whether the tile of a region is the same in both views, but that all its costs differ by
 * the shift: it has the same sources, each of them is the same, and none has a goal unless the
 * shift is 0. A tile whose regions can't be read is made anew. */
static bool is_same_tile(ovl_flow *flow, uint32_t region, cost_shift *shift) {
  ovi_flow_view *old = &flow->views[flow->now];
  ovi_flow_view *new = &flow->views[1 - flow->now];
  uint32_t before[1 + OVI_SIDES];
  uint32_t after[1 + OVI_SIDES];
  uint64_t none = 0; /* all is paid, also if it has to be done again */
  const ovi_status settled_before = ovi_flow_settle(flow, old, region, &none);
  const ovi_status settled_after = ovi_flow_settle(flow, new, region, &none);
  OVI_ASSERT(settled_before != OVI_PAUSED && settled_after != OVI_PAUSED);
  if (settled_before != OVI_DONE || settled_after != OVI_DONE) {
    return false;
  }
  ovi_layer_unpin(new->layer);
  ovi_flow_sources(old, region, before);
  ovi_flow_sources(new, region, after);
  for (int i = 0; i <= OVI_SIDES; i++) {
    if (after[i] != before[i] ||
        (after[i] != UINT32_MAX && !is_same_region(old, new, after[i], shift))) {
      return false;
    }
  }
  for (int i = 0; i <= OVI_SIDES && shift->by != 0; i++) {
    if (after[i] != UINT32_MAX && ovi_goals_have_region(&new->goals.goals, new->layer, after[i])) {
      return false;
    }
  }
  return ovi_layer_outcome(old->layer) == OVL_OK && ovi_layer_outcome(new->layer) == OVL_OK;
}

/* Begins the renewal or goes on with it, until the regions of all tiles are settled in the new
 * view. */
static ovi_status run_renewal(ovl_flow *flow, const ovl_world *world, uint64_t *budget) {
  ovi_flow_view *next = &flow->views[1 - flow->now];
  ovi_status status = OVI_DONE;
  if (!flow->renewal.is_running || next->world != world) {
    const ovi_layer *layer = ovi_world_layer(world, flow->goal.query.profile);
    const ovi_plane *old = &ovi_flow_now(flow)->layer->partition;
    flow->renewal = (ovi_flow_renewal){false, 0};
    if (layer == NULL || layer->partition.width != old->width ||
        layer->partition.height != old->height || layer->partition.origin_x != old->origin_x ||
        layer->partition.origin_y != old->origin_y ||
        layer->partition.region_cells != old->region_cells) {
      return ovi_flow_fail(flow, OVL_OTHER_WORLD);
    }
    if (!ovi_flow_serves(flow, layer)) {
      return ovi_flow_fail(flow, OVL_PLANNER_TOO_SMALL);
    }
    next->cost_to_go.meter.paid = 0;
    const ovl_result result = ovi_flow_begin_view(flow, next, world);
    flow->renewal.is_running = result == OVL_OK;
    status = result == OVL_OK ? OVI_DONE : ovi_flow_fail(flow, result);
  }
  while (status == OVI_DONE && flow->renewal.next_tile < flow->tiles.capacity) {
    const uint32_t region = flow->tiles.tiles[flow->renewal.next_tile].region;
    status = region != UINT32_MAX ? ovi_flow_settle(flow, next, region, budget) : OVI_DONE;
    flow->renewal.next_tile += status == OVI_DONE ? 1 : 0;
  }
  return status;
}

ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget, bool *done) {
  *done = false;
  if (ovi_flow_now(flow)->world == NULL) {
    return ovi_flow_end(flow, OVL_BAD_ARGUMENT, ovi_flow_no_goal());
  }
  if (world == ovi_flow_now(flow)->world) {
    flow->renewal.is_running = false;
    *done = true;
    return ovi_flow_end(flow, OVL_OK, (ovl_fault){.what = ""});
  }
  ovi_world_begin_call(ovi_flow_now(flow)->world);
  ovi_world_begin_call(world);
  const uint64_t before = budget;
  const ovi_status status = run_renewal(flow, world, &budget);
  flow->work.spent += before - budget;
  const ovl_result result = ovi_world_end_call(world, ovi_flow_result(flow, status));
  *done = result == OVL_OK && status == OVI_DONE;
  OVI_ASSERT(!*done || flow->renewal.next_tile == flow->tiles.capacity); /* all are settled */
  if (*done) { /* drops the tiles that differ, and answers from the new view from now on */
    /* The goal resolves to the same cells in both, or was moved to another open cell. */
    const ovi_query_goals *a = &flow->views[0].goals;
    const ovi_query_goals *b = &flow->views[1].goals;
    const bool same_goal = !flow->goal.query.move_goal ||
                           (a->goals.area.x0 == b->goals.area.x0 &&
                            a->goals.area.y0 == b->goals.area.y0 && a->first.x == b->first.x);
    for (uint32_t tile = 0; tile < flow->tiles.capacity; tile++) {
      const uint32_t region = flow->tiles.tiles[tile].region;
      cost_shift shift = {0, false};
      if (region != UINT32_MAX && same_goal && is_same_tile(flow, region, &shift)) {
        flow->tiles.tiles[tile].base += shift.by;
        flow->work.tiles_kept++;
      } else if (region != UINT32_MAX) {
        ovi_flow_tiles_drop(&flow->tiles, tile);
      }
    }
    ovi_flow_stop_making(flow);
    flow->now = 1 - flow->now;
    flow->renewal.is_running = false;
    ovi_flow_view *now = &flow->views[flow->now];
    now->is_spoiled = ovi_layer_outcome(now->layer) != OVL_OK;
  }
  flow->renewal.is_running = flow->renewal.is_running && result == OVL_OK;
  return ovi_flow_end(flow, result, ovi_flow_begin_fault(flow, world, &flow->goal.query, result));
}
