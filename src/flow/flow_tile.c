/* Making a tile: the regions that it is made of are settled, then their rims and its own field are
 * filled. */
#include "flow/flow_tile.h"
#include "overland_flow.h"

enum { CELLS_AN_EXPANSION = 32 }; /* of a field, beside those that its search expands */

void ovi_flow_sources(const ovi_flow_view *view, uint32_t region, uint32_t sources[1 + OVI_SIDES]) {
  const ovi_tile_source source = {&view->left.coarse, &view->goals.goals};
  bool exits[OVI_SIDES];
  ovi_tile_exits(&source, region, exits);
  sources[0] = region;
  for (int side = 0; side < OVI_SIDES; side++) {
    const uint32_t beyond = exits[side] ? ovi_side_region(view->layer, region, side) : UINT32_MAX;
    const bool serves = beyond != UINT32_MAX && ovi_rim_serves(view->layer, region, beyond);
    sources[1 + side] = serves ? beyond : UINT32_MAX;
  }
}

ovl_result ovi_flow_reach(ovi_flow_view *view, uint32_t region, uint64_t *budget) {
  uint32_t sources[1 + OVI_SIDES];
  ovl_result result = ovi_cost_to_go_reach(&view->left, region, budget);
  if (result != OVL_OK) {
    return result;
  }
  ovi_flow_sources(view, region, sources);
  for (int i = 1; i <= OVI_SIDES && result == OVL_OK; i++) {
    if (sources[i] != UINT32_MAX) {
      result = ovi_cost_to_go_reach(&view->left, sources[i], budget);
    }
  }
  return result;
}

static void spend(const ovl_flow *flow, uint64_t expanded_before, uint64_t *budget) {
  const uint64_t spent = flow->maker.local.search.expanded - expanded_before +
                         flow->tiles.tile_places / CELLS_AN_EXPANSION;
  *budget -= spent < *budget ? spent : *budget;
}

/* The rim of a region, made unless it is held; NULL if a cost in it is none that could be. */
static uint64_t *rim_of(ovl_flow *flow, const ovi_tile_source *source, uint32_t region,
                        uint64_t *budget) {
  uint64_t *rim = ovi_rim_store_find(&flow->rims, region);
  if (rim != NULL) {
    return rim;
  }
  const uint64_t before = flow->maker.local.search.expanded;
  rim = ovi_rim_store_give(&flow->rims, region);
  const bool is_made = ovi_tile_rim(&flow->maker, source, region, rim);
  spend(flow, before, budget);
  return is_made ? rim : NULL;
}

static bool tile_fill(ovl_flow *flow, uint32_t region, uint64_t *places, uint64_t *budget) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  const ovi_tile_source source = {&view->left.coarse, &view->goals.goals};
  uint32_t sources[1 + OVI_SIDES];
  ovi_flow_sources(view, region, sources);
  ovi_tile_forget_lines(&flow->maker);
  for (int side = 0; side < OVI_SIDES; side++) {
    if (sources[1 + side] == UINT32_MAX) {
      continue;
    }
    uint64_t *rim = rim_of(flow, &source, sources[1 + side], budget);
    if (rim == NULL) {
      return false;
    }
    ovi_tile_keep_line(&flow->maker, view->layer->partition.region_cells, side, rim);
  }
  const uint64_t before = flow->maker.local.search.expanded;
  const bool is_filled = ovi_tile_fill(&flow->maker, &source, region, places);
  spend(flow, before, budget);
  return is_filled;
}

ovl_result ovi_flow_make_tile(ovl_flow *flow, uint32_t region, uint32_t spare, uint64_t *budget) {
  const ovl_result result = ovi_flow_reach(&flow->views[flow->now], region, budget);
  if (result != OVL_OK || spare == OVI_NO_TILE || *budget == 0) {
    return result != OVL_OK ? result : OVL_LIMITED;
  }
  flow->work.tiles_dropped += ovi_flow_tiles_give(&flow->tiles, spare, region) ? 1 : 0;
  if (!tile_fill(flow, region, ovi_flow_tiles_field(&flow->tiles, spare), budget)) {
    ovi_flow_tiles_drop(&flow->tiles, spare);
    ovi_rim_store_clear(&flow->rims);
    return OVL_CORRUPT;
  }
  flow->work.tiles_made++;
  return OVL_OK;
}
