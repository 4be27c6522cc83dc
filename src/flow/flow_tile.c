/* Settles the sources of a tile and fills it. */
#include "flow/flow_tile.h"

#include "coarse/search/search_pages.h"
#include "common/compiler.h"

enum {
  CELLS_AN_EXPANSION = 32, /* cells of a field that are charged as one expansion */
  TURNS_AT_ONCE = 32       /* expansions between two checks whether a region is settled */
};

void ovi_flow_sources(const ovi_flow_view *view, uint32_t region, uint32_t sources[1 + OVI_SIDES]) {
  static const ovi_group groups[OVI_SIDES] = {OVI_GROUP_E, OVI_GROUP_S, OVI_GROUP_W, OVI_GROUP_N};
  const ovi_layer *layer = view->layer;
  const ovi_coarse_search *coarse = &view->cost_to_go.coarse;
  const ovi_coarse_page *page = ovi_entered_page(coarse, region);
  sources[0] = region;
  for (int side = 0; side < OVI_SIDES; side++) {
    /* A path to a goal leads over one of the side's ports. */
    bool is_exit = false;
    uint32_t port = page != NULL ? page->groups.begins[groups[side]] : 0;
    for (; page != NULL && port < page->groups.begins[groups[side] + 1] && !is_exit; port++) {
      is_exit = ovi_entry_at(coarse, page, port).cost != UINT64_MAX;
    }
    const uint32_t beyond = is_exit ? ovi_side_region(layer, region, side) : UINT32_MAX;
    /* The steps between two regions follow from which cells are open and from one weight for each
     * region: corners are strict, steps have no rule, and both regions have even ground. */
    const bool is_used = beyond != UINT32_MAX && layer->profile.corners == OVL_CORNERS_STRICT &&
                         !ovi_layer_has_rule(layer) &&
                         ovi_layer_block_is_even(ovi_region_layer_block(layer, region)) &&
                         ovi_layer_block_is_even(ovi_region_layer_block(layer, beyond));
    sources[1 + side] = is_used ? beyond : UINT32_MAX;
  }
}

/* Settles all ports of a region that can have a cost. */
static ovi_status settle_region(ovl_flow *flow, ovi_flow_view *view, uint32_t region,
                                uint64_t *budget) {
  const ovi_status settled =
      ovi_dijkstra_settle(&view->cost_to_go.dijkstra, region, TURNS_AT_ONCE, budget);
  const ovl_result read = ovi_layer_outcome(view->layer);
  if (read != OVL_OK) {
    return ovi_flow_fail(flow, read);
  }
  return settled == OVI_PAUSED || settled == OVI_DONE
             ? settled
             : ovi_flow_fail(flow, ovi_cost_to_go_result(&view->cost_to_go));
}

ovi_status ovi_flow_settle(ovl_flow *flow, ovi_flow_view *view, uint32_t region, uint64_t *budget) {
  uint32_t sources[1 + OVI_SIDES];
  ovi_status status = settle_region(flow, view, region, budget);
  if (status != OVI_DONE) {
    return status;
  }
  ovi_flow_sources(view, region, sources);
  if (ovi_layer_outcome(view->layer) != OVL_OK) {
    return ovi_flow_fail(flow, ovi_layer_outcome(view->layer));
  }
  for (int i = 1; i <= OVI_SIDES && status == OVI_DONE; i++) {
    if (sources[i] != UINT32_MAX) {
      status = settle_region(flow, view, sources[i], budget);
    }
  }
  return status;
}

/* Charges a field that was filled: the cells expanded for it, and its size. */
static void charge_field(const ovl_flow *flow, uint64_t expanded_before, uint64_t *budget) {
  const uint64_t spent = flow->maker.local.search.expanded - expanded_before +
                         flow->tiles.tile_cells / CELLS_AN_EXPANSION;
  *budget -= spent < *budget ? spent : *budget;
}

/* The rim of a region, which is made unless there is one; NULL if the costs of the region are
 * corrupt. */
static uint64_t *flow_rim(ovl_flow *flow, const ovi_tile_source *source, uint32_t region,
                          uint64_t *budget) {
  uint32_t rim = ovi_flow_tiles_find(&flow->rims, region);
  if (rim != OVI_NO_TILE) {
    return ovi_flow_tiles_field(&flow->rims, rim);
  }
  const uint64_t before = flow->maker.local.search.expanded;
  ovi_layer_unpin(source->coarse->layer);
  rim = ovi_flow_tiles_oldest(&flow->rims);
  ovi_flow_tiles_assign(&flow->rims, rim, region);
  uint64_t *costs = ovi_flow_tiles_field(&flow->rims, rim);
  const bool is_made = ovi_tile_rim(&flow->maker, source, region, costs);
  charge_field(flow, before, budget);
  return is_made ? costs : NULL;
}

/* Fills the tile of a region; false if costs that it depends on are corrupt. */
static bool fill_tile(ovl_flow *flow, uint32_t region, uint64_t *values, uint64_t *budget) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  const ovi_tile_source source = {&view->cost_to_go.coarse, &view->goals.goals};
  const int32_t cells = view->layer->partition.region_cells;
  uint32_t sources[1 + OVI_SIDES];
  ovi_flow_sources(view, region, sources);
  for (int side = 0; side < OVI_SIDES; side++) {
    flow->maker.has_line[side] = false;
    if (sources[1 + side] == UINT32_MAX) {
      continue;
    }
    uint64_t *rim = flow_rim(flow, &source, sources[1 + side], budget);
    if (rim == NULL) {
      return false;
    }
    memcpy(ovi_rim_line(flow->maker.lines, cells, side), ovi_rim_line(rim, cells, side ^ 2),
           (size_t)cells * sizeof(uint64_t));
    flow->maker.has_line[side] = true;
  }
  ovi_layer_unpin(view->layer);
  const uint64_t before = flow->maker.local.search.expanded;
  const bool is_filled = ovi_tile_fill(&flow->maker, &source, region, values);
  charge_field(flow, before, budget);
  return is_filled;
}

ovi_status ovi_flow_make_tile(ovl_flow *flow, uint32_t region, uint32_t spare, uint64_t *budget) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  const ovi_status status = ovi_flow_settle(flow, &flow->views[flow->now], region, budget);
  if (status != OVI_DONE || *budget == 0) {
    return status != OVI_DONE ? status : OVI_PAUSED;
  }
  OVI_ASSERT(ovi_flow_tiles_find(&flow->tiles, region) == OVI_NO_TILE);
  flow->work.tiles_dropped += ovi_flow_tiles_assign(&flow->tiles, spare, region) ? 1 : 0;
  const bool is_filled = fill_tile(flow, region, ovi_flow_tiles_field(&flow->tiles, spare), budget);
  const ovl_result read = ovi_layer_outcome(view->layer);
  if (!is_filled || read != OVL_OK) {
    ovi_flow_tiles_drop(&flow->tiles, spare);
    ovi_flow_tiles_clear(&flow->rims);
    return ovi_flow_fail(flow, read != OVL_OK ? read : OVL_CORRUPT);
  }
  flow->work.tiles_made++;
  return OVI_DONE;
}
