/* Answers questions of units: reads steps from tiles, and makes the tiles that are missing. */
#include "flow/flow_query.h"

#include "coarse/view/region_cells.h"
#include "flow/flow_tile.h"

/* ---- Reading a tile --------------------------------------------------------------- */

/* Finds the link that a path takes from a cell whose cost to go is `cost`: its port has the same
 * cell and the same cost. False if there is none: the world is corrupt, or could not be read. */
static bool find_step_link(const ovi_flow_view *view, uint32_t region, ovl_cell cell, uint64_t cost,
                           ovl_flow_step *step) {
  const ovi_coarse_search *coarse = &view->cost_to_go.coarse;
  const ovi_coarse_page *page = ovi_entered_page(coarse, region);
  const uint32_t first = page != NULL ? page->groups.begins[OVI_GROUP_COUNT] : 0; /* of links */
  for (uint32_t port = first; page != NULL && port < page->region.ports.count; port++) {
    const ovi_entry entry = ovi_entry_at(coarse, page, port);
    const ovl_cell at = ovi_entry_cell(&entry);
    if (at.x == cell.x && at.y == cell.y && ovi_entry_cell_cost(coarse, &entry) == cost) {
      const uint32_t number = ovi_region_link(&page->region, port - first);
      const ovi_link link = ovi_link_at(view->layer, number);
      step->back = entry.group == OVI_LINK_IN;
      step->link = number;
      step->next = ovi_world_from_plane(view->world, step->back ? link.first : link.second);
      return true;
    }
  }
  return false;
}

/* Reads the step of a cell from the tile of its region. */
static ovl_result read_step(const ovl_flow *flow, uint32_t tile, uint32_t region, ovl_cell cell,
                            ovl_flow_step *step) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  const ovi_region at = ovi_region_place(view->layer, region);
  const uint64_t value = ovi_flow_tiles_read(
      &flow->tiles, tile, (uint64_t)(cell.y - at.y) * (uint64_t)at.w + (uint64_t)(cell.x - at.x));
  const uint32_t move = ovi_field_move(value);
  if (value == OVI_FIELD_NONE) {
    return ovi_layer_weight(view->layer, cell.x, cell.y) != 0 ? OVL_UNREACHABLE : OVL_START_BLOCKED;
  }
  step->cost_to_go = ovi_field_cost(value);
  step->link = UINT32_MAX;
  if (move == OVI_MOVE_LINK) {
    return find_step_link(view, region, cell, step->cost_to_go, step) ? OVL_OK : OVL_CORRUPT;
  }
  ovl_cell next = cell;
  if (move != OVI_MOVE_HERE) {
    next.x += ovi_direction_x((int)move);
    next.y += ovi_direction_y((int)move);
  }
  step->next = ovi_world_from_plane(view->world, next);
  return OVL_OK;
}

/* ---- Islands ------------------------------------------------------------------------- */

/* Finds from island numbers alone whether a goal can be reached from a cell: OVL_OK,
 * OVL_START_BLOCKED, OVL_UNREACHABLE. */
static ovl_result check_start_island(ovl_flow *flow, const ovi_flow_view *view, ovl_cell cell) {
  const ovi_cost_to_go *cost_to_go = &view->cost_to_go;
  const uint32_t island = ovi_layer_island(view->layer, cell.x, cell.y);
  if (island == 0) {
    return OVL_START_BLOCKED;
  }
  if (ovi_cost_to_go_may_be_on(cost_to_go, island)) {
    return OVL_OK;
  }
  if (!ovi_layer_has_arcs(view->layer)) {
    return OVL_UNREACHABLE;
  }
  ovi_island_reach_all(&flow->island_reach, view->layer, island);
  for (uint32_t i = 0; i < cost_to_go->island_count; i++) {
    if (ovi_island_is_reached(&flow->island_reach, cost_to_go->islands[i])) {
      return OVL_OK;
    }
  }
  return OVL_UNREACHABLE;
}

/* ---- The calls --------------------------------------------------------------------- */

/* A unit's cell in the plane. */
typedef struct unit_cell {
  ovl_cell at;
  uint32_t region;
} unit_cell;

static ovl_result find_unit_cell(const ovi_flow_view *view, ovl_cell cell, unit_cell *found) {
  if (view->world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_world_has(view->world, cell)) {
    return OVL_START_OUTSIDE;
  }
  found->at = ovi_world_to_plane(view->world, cell);
  found->region = ovi_region_at(view->layer, found->at.x, found->at.y);
  return OVL_OK;
}

/* Begins a call, in the flow's world if it has one. */
static ovl_result begin_call(ovl_flow *flow) {
  ovi_flow_view *view = &flow->views[flow->now];
  const ovl_world *world = view->world;
  if (world == NULL) {
    return OVL_OK;
  }
  ovi_world_begin_call(world);
  if (!view->is_spoiled) {
    return OVL_OK;
  }
  const ovl_result result = ovi_flow_begin_view(flow, view, world);
  view->world = world;
  view->is_spoiled = result != OVL_OK;
  return result;
}

/* The result of a call, in the flow's world if it has one. */
static ovl_result end_call(ovl_flow *flow, ovl_result result) {
  ovi_flow_view *view = &flow->views[flow->now];
  if (view->world == NULL) {
    return result;
  }
  view->is_spoiled = view->is_spoiled || ovi_layer_outcome(view->layer) != OVL_OK;
  return ovi_world_end_call(view->world, result);
}

/* Finds the step from a cell; makes the tile of its region if there is none and that is paid with
 * the budget, or if it is a lost one: else OVL_NOT_READY. */
static ovl_result find_step(ovl_flow *flow, ovl_cell cell, uint64_t *budget, ovl_flow_step *step) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  unit_cell unit;
  const ovl_result result = find_unit_cell(view, cell, &unit);
  if (result != OVL_OK) {
    return result;
  }
  uint32_t tile = ovi_flow_tiles_find(&flow->tiles, unit.region);
  if (tile != OVI_NO_TILE) { /* also if it is lost, and not made again now */
    ovi_flow_tiles_touch(&flow->tiles, tile);
  }
  if (tile == OVI_NO_TILE || flow->tiles.tiles[tile].is_lost) {
    const ovl_result start = check_start_island(flow, view, unit.at);
    ovi_status status = OVI_PAUSED;
    while (start == OVL_OK && status == OVI_PAUSED && (tile != OVI_NO_TILE || *budget != 0)) {
      status = ovi_flow_make_tile(flow, unit.region, budget);
    }
    if (start != OVL_OK || status != OVI_DONE) {
      return start != OVL_OK ? start : status == OVI_PAUSED ? OVL_NOT_READY : flow->failure;
    }
    tile = ovi_flow_tiles_find(&flow->tiles, unit.region);
  }
  return read_step(flow, tile, unit.region, unit.at, step);
}

ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  uint64_t budget = UINT64_MAX;
  ovl_result result = begin_call(flow);
  const ovi_flow_view *view = ovi_flow_now(flow);
  *step = (ovl_flow_step){0};
  result = result == OVL_OK ? find_step(flow, cell, &budget, step) : result;
  flow->work.spent += UINT64_MAX - budget;
  result = end_call(flow, result);
  if (result == OVL_OK) {
    flow->fault.what = "";
    return result;
  }
  static const char *const names[3] = {"cell.x", "cell.y", "cell.floor"};
  const ovl_world *world = view->world;
  ovl_fault fault = {.what = "cell"};
  if (world == NULL) {
    fault = ovi_flow_no_goal();
  } else if (result == OVL_START_OUTSIDE) {
    ovi_query_find_outside(world, cell, names, &fault);
  } else if (result != OVL_UNREACHABLE && result != OVL_START_BLOCKED) {
    fault = ovi_flow_begin_fault(flow, world, &flow->goal.query, result);
  }
  *step = (ovl_flow_step){0};
  return ovi_flow_end(flow, result, fault);
}

ovl_result ovi_flow_read(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  uint64_t none = 0;
  *step = (ovl_flow_step){0};
  const ovl_result begun = begin_call(flow);
  const ovl_result found = begun == OVL_OK ? find_step(flow, cell, &none, step) : begun;
  return end_call(flow, found);
}

ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  unit_cell unit;
  *step = (ovl_flow_step){0};
  ovl_result result = find_unit_cell(view, cell, &unit);
  if (result != OVL_OK) {
    return result;
  }
  const uint32_t tile = ovi_flow_tiles_find(&flow->tiles, unit.region);
  if (tile == OVI_NO_TILE || flow->tiles.tiles[tile].is_lost || view->is_spoiled) {
    return OVL_NOT_READY;
  }
  ovi_world_begin_call(view->world);
  result = read_step(flow, tile, unit.region, unit.at, step);
  result = ovi_world_end_call(view->world, result);
  *step = result == OVL_OK ? *step : (ovl_flow_step){0};
  return result;
}

/* Makes the tile of a cell within a budget, unless there is one. OVI_NONE: all tiles are in use. */
static ovi_status prepare_cell(ovl_flow *flow, const unit_cell *unit, uint64_t *budget) {
  ovi_flow_tiles *tiles = &flow->tiles;
  uint32_t tile = ovi_flow_tiles_find(tiles, unit->region);
  ovi_status status = OVI_DONE;
  if (tile == OVI_NO_TILE) {
    if (check_start_island(flow, ovi_flow_now(flow), unit->at) != OVL_OK) {
      return OVI_DONE;
    }
    /* The oldest tile makes room, unless it was used in this pass: then none can. */
    const ovi_flow_tile *spare = &tiles->tiles[ovi_flow_tiles_oldest(tiles)];
    status = spare->region != UINT32_MAX && spare->pass == tiles->pass
                 ? OVI_NONE
                 : ovi_flow_make_tile(flow, unit->region, budget);
    tile = ovi_flow_tiles_find(tiles, unit->region);
  }
  if (status == OVI_DONE) {
    ovi_flow_tiles_touch(tiles, tile);
  }
  return status;
}

ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count, uint64_t budget,
                            bool *done) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  *done = false;
  if (view->world == NULL) {
    return ovi_flow_end(flow, OVL_BAD_ARGUMENT, ovi_flow_no_goal());
  }
  const uint64_t before = budget;
  const ovl_result begun = begin_call(flow);
  ovi_status status = begun == OVL_OK ? OVI_DONE : ovi_flow_fail(flow, begun);
  if (++flow->tiles.pass == 0) { /* passes wrapped around: forget the old numbers */
    for (uint32_t tile = 0; tile < flow->tiles.capacity; tile++) {
      flow->tiles.tiles[tile].pass = 0;
    }
    flow->tiles.pass = 1;
  }
  unit_cell unit;
  const uint32_t first = flow->making.begun_region; /* it is finished before others are begun */
  for (size_t i = 0; i < count && first != UINT32_MAX && status == OVI_DONE; i++) {
    if (find_unit_cell(view, cells[i], &unit) == OVL_OK && unit.region == first) {
      status = prepare_cell(flow, &unit, &budget);
      break;
    }
  }
  for (size_t i = 0; i < count && status == OVI_DONE; i++) {
    if (find_unit_cell(view, cells[i], &unit) == OVL_OK) {
      status = prepare_cell(flow, &unit, &budget);
    }
  }
  flow->work.spent += before - budget;
  const ovl_result result = end_call(flow, ovi_flow_result(flow, status));
  *done = result == OVL_OK && status != OVI_PAUSED;
  return ovi_flow_end(flow, result,
                      ovi_flow_begin_fault(flow, view->world, &flow->goal.query, result));
}
