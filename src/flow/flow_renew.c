/* Going over to another version: costs are spread anew beside the old ones, and what tiles they
 * leave as they are is kept. */
#include "flow/flow_tile.h"
#include "overland_flow.h"

/* Whether a region is the same in both views, and is left at the same costs; both have settled
 * it. */
static bool is_same_region(const ovi_flow_view *old, const ovi_flow_view *new, uint32_t region) {
  const ovi_region before = ovi_region_view(old->layer, region);
  const ovi_region after = ovi_region_view(new->layer, region);
  const ovi_coarse_page *page = ovi_entered_page(&old->left.coarse, region);
  const ovi_coarse_page *next = ovi_entered_page(&new->left.coarse, region);
  if (before.block != after.block || before.layer_block != after.layer_block ||
      (page == NULL) != (next == NULL)) {
    return false;
  }
  for (uint32_t port = 0; page != NULL && port < before.ports.count; port++) {
    if (ovi_entry_at(&old->left.coarse, page, port).cost !=
        ovi_entry_at(&new->left.coarse, next, port).cost) {
      return false;
    }
  }
  return true;
}

/* Whether a tile says the same in both views. */
static bool is_same(ovl_flow *flow, uint32_t region) {
  const ovi_flow_view *old = &flow->views[flow->now];
  ovi_flow_view *new = &flow->views[1 - flow->now];
  uint32_t before[1 + OVI_SIDES];
  uint32_t sources[1 + OVI_SIDES];
  uint64_t none = 0;
  if (ovi_flow_reach(new, region, &none) != OVL_OK) {
    return false; /* the tile was made since the new view came by */
  }
  ovi_flow_sources(old, region, before);
  ovi_flow_sources(new, region, sources);
  for (int i = 0; i <= OVI_SIDES; i++) {
    if (sources[i] != before[i] ||
        (sources[i] != UINT32_MAX && !is_same_region(old, new, sources[i]))) {
      return false;
    }
  }
  return true;
}

/* Whether both views have one goal: it may have been moved elsewhere. */
static bool has_same_goal(const ovl_flow *flow) {
  const ovi_query_goals *a = &flow->views[0].goals;
  const ovi_query_goals *b = &flow->views[1].goals;
  return !flow->asked.move_goal ||
         (a->goals.area.x0 == b->goals.area.x0 && a->goals.area.y0 == b->goals.area.y0 &&
          a->first.x == b->first.x);
}

/* Puts the new view in the place of the old one. */
static void change_over(ovl_flow *flow) {
  const bool same_goal = has_same_goal(flow);
  for (uint32_t tile = 0; tile < flow->tiles.capacity; tile++) {
    const uint32_t region = flow->tiles.tiles[tile].region;
    if (region != UINT32_MAX && same_goal && is_same(flow, region)) {
      flow->work.tiles_kept++;
    } else if (region != UINT32_MAX) {
      ovi_flow_tiles_drop(&flow->tiles, tile);
    }
  }
  ovi_rim_store_clear(&flow->rims);
  flow->now = 1 - flow->now;
  flow->is_renewing = false;
}

static ovl_result begin_renewal(ovl_flow *flow, const ovl_world *world) {
  const ovi_layer *layer = ovi_world_layer(world, flow->asked.profile);
  const ovi_layer *old = ovi_flow_now(flow)->layer;
  flow->is_renewing = false;
  if (ovi_world_is_read(world)) {
    return OVL_NEEDS_REGIONS;
  }
  if (layer == NULL || !ovi_flow_serves(flow, layer) ||
      layer->partition.width != old->partition.width ||
      layer->partition.height != old->partition.height ||
      layer->partition.region_cells != old->partition.region_cells) {
    return OVL_OTHER_WORLD;
  }
  const ovl_result result = ovi_flow_begin_view(flow, 1 - flow->now, world);
  flow->is_renewing = result == OVL_OK;
  flow->renewed = 0;
  return result;
}

ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget, bool *done) {
  *done = false;
  if (ovi_flow_now(flow)->world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  if (world == ovi_flow_now(flow)->world) {
    flow->is_renewing = false;
    *done = true;
    return OVL_OK;
  }
  ovi_flow_view *next = &flow->views[1 - flow->now];
  ovl_result result = OVL_OK;
  if (!flow->is_renewing || next->world != world) {
    result = begin_renewal(flow, world);
  }
  while (result == OVL_OK && flow->renewed < flow->tiles.capacity) {
    const uint32_t region = flow->tiles.tiles[flow->renewed].region;
    result = region != UINT32_MAX ? ovi_flow_reach(next, region, &budget) : OVL_OK;
    flow->renewed += result == OVL_OK ? 1 : 0;
  }
  result = ovi_world_end_call(world, result);
  if (result == OVL_OK) {
    change_over(flow);
    *done = true;
  }
  flow->is_renewing = flow->is_renewing && (result == OVL_OK || result == OVL_LIMITED);
  return result != OVL_LIMITED ? result : OVL_OK;
}
