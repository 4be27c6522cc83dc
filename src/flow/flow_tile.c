/* Settles the sources of a tile and fills it. */
#include "flow/flow_tile.h"

#include "coarse/search/search_pages.h"
#include "common/compiler.h"

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

/* Notes why work in a view fails that did not end as `status`, or was paused at a region that could
 * not be read. */
static ovi_status check_status(ovl_flow *flow, const ovi_flow_view *view, ovi_status status) {
  const ovl_result read = ovi_layer_outcome(view->layer);
  if (read != OVL_OK) {
    return ovi_flow_fail(flow, read);
  }
  return status == OVI_PAUSED || status == OVI_DONE
             ? status
             : ovi_flow_fail(flow, status == OVI_FULL ? OVL_PLANNER_TOO_SMALL : OVL_CORRUPT);
}

/* Settles all ports of a region that can have a cost. */
static ovi_status settle_region(ovl_flow *flow, ovi_flow_view *view, uint32_t region,
                                uint64_t *budget) {
  return check_status(flow, view,
                      ovi_cost_to_go_settle(&view->cost_to_go, &flow->maker, region, budget));
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

/* Fills a field of a region for the tile that is being made. */
static ovi_status fill(ovl_flow *flow, ovi_field_kind kind, uint32_t region, uint64_t *budget) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  return check_status(flow, view,
                      ovi_cost_to_go_fill(&view->cost_to_go, &flow->maker, kind, region,
                                          &flow->making.meter, budget));
}

/* Copies the line of a rim beyond one side of the tile that is being made. The rim is made unless
 * there is one; its price is the same. */
static ovi_status add_line(ovl_flow *flow, uint32_t beyond, uint64_t *budget) {
  ovi_flow_making *making = &flow->making;
  ovi_flow_tiles *rims = &making->rims;
  const int32_t cells = ovi_flow_now(flow)->layer->partition.region_cells;
  const int side = (int)making->side;
  uint32_t rim = ovi_flow_tiles_find(rims, beyond);
  if (rim != OVI_NO_TILE) {
    making->meter.done += rims->tiles[rim].price;
    making->meter.begun = making->meter.done;
  } else {
    const uint64_t before = making->meter.begun;
    const ovi_status status = fill(flow, OVI_FIELD_OF_RIM, beyond, budget);
    if (status != OVI_DONE) {
      return status;
    }
    rim = ovi_flow_tiles_oldest(rims);
    ovi_flow_tiles_assign(rims, rim, beyond);
    rims->tiles[rim].price = making->meter.done - before;
    ovi_tile_read_rim(&flow->maker, cells, ovi_flow_tiles_values(rims, rim));
  }
  memcpy(ovi_rim_line(flow->maker.lines, cells, side),
         ovi_rim_line(ovi_flow_tiles_values(rims, rim), cells, side ^ 2),
         (size_t)cells * sizeof(uint64_t));
  flow->maker.has_line[side] = true;
  return OVI_DONE;
}

/* Fills the tile of a settled region, after the rims that it depends on. */
static ovi_status fill_tile(ovl_flow *flow, uint32_t region, uint64_t *budget) {
  ovi_flow_making *making = &flow->making;
  ovi_flow_meter *meter = &making->meter;
  if (making->region != region) {
    flow->maker.name.coarse = NULL; /* a rim may have been begun, for another tile */
    making->region = region;
    making->side = 0;
    meter->done = meter->begun = 0;
    meter->paid = making->begun_region == region ? making->begun_paid : 0;
    ovi_flow_sources(ovi_flow_now(flow), region, making->sources);
  }
  for (; making->side < OVI_SIDES; making->side++) {
    const uint32_t beyond = making->sources[1 + making->side];
    flow->maker.has_line[making->side] = false;
    const ovi_status status = beyond == UINT32_MAX                 ? OVI_DONE
                              : !ovi_flow_meter_pay(meter, budget) ? OVI_PAUSED
                                                                   : add_line(flow, beyond, budget);
    if (status != OVI_DONE) {
      return status;
    }
  }
  return fill(flow, OVI_FIELD_OF_TILE, region, budget);
}

ovi_status ovi_flow_make_tile(ovl_flow *flow, uint32_t region, uint64_t *budget) {
  ovi_flow_making *making = &flow->making;
  ovi_flow_tiles *tiles = &flow->tiles;
  uint32_t tile = ovi_flow_tiles_find(tiles, region);
  uint64_t any = UINT64_MAX;
  uint64_t *pays = tile == OVI_NO_TILE ? budget : &any;
  OVI_ASSERT(tile == OVI_NO_TILE || tiles->tiles[tile].is_lost);
  ovi_status status = ovi_flow_settle(flow, &flow->views[flow->now], region, pays);
  if (status != OVI_DONE) {
    return status;
  }
  status = fill_tile(flow, region, pays);
  if (tile == OVI_NO_TILE) {
    making->begun_region = status == OVI_PAUSED ? region : UINT32_MAX;
    making->begun_paid = making->meter.paid;
  }
  if (status != OVI_DONE) {
    making->region = status == OVI_PAUSED ? region : UINT32_MAX;
    return status;
  }
  making->region = UINT32_MAX;
  if (tile == OVI_NO_TILE) {
    tile = ovi_flow_tiles_oldest(tiles);
    flow->work.tiles_dropped += ovi_flow_tiles_assign(tiles, tile, region) ? 1 : 0;
  }
  flow->renewal.next_tile = tile < flow->renewal.next_tile ? tile : flow->renewal.next_tile;
  if (!ovi_flow_tiles_write(tiles, tile, &flow->maker.field)) {
    ovi_flow_tiles_widen(tiles, true);
    flow->renewal.next_tile = 0;
    return OVI_PAUSED; /* it is made again, with room for such costs */
  }
  flow->work.tiles_made++;
  return OVI_DONE;
}
