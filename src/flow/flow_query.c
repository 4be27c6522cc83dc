/* Asking a flow: steps read from tiles, and tiles made when they are asked for. */
#include "flow/flow_tile.h"
#include "overland_flow.h"

#include "coarse/view/region_cells.h"

/* ---- Reading a tile --------------------------------------------------------------- */

/* The link that begins at a cell and is left for a cost: taken by its port. */
static bool find_link(const ovi_flow_view *view, uint32_t region, ovl_cell cell, uint64_t cost,
                      ovl_flow_step *step) {
  const ovi_coarse_search *coarse = &view->left.coarse;
  const ovi_coarse_page *page = ovi_entered_page(coarse, region);
  for (uint32_t port = page->groups.begins[OVI_GROUP_COUNT]; port < page->region.ports.count;
       port++) {
    const ovi_entry entry = ovi_entry_at(coarse, page, port);
    const ovl_cell at = ovi_entry_cell(&entry);
    if (at.x == cell.x && at.y == cell.y && ovi_entry_cell_cost(coarse, &entry) == cost) {
      const uint32_t number =
          ovi_region_link(&page->region, port - page->groups.begins[OVI_GROUP_COUNT]);
      const ovi_link link = ovi_link_at(view->layer, number);
      step->back = entry.group == OVI_LINK_IN;
      step->link = number;
      step->next = ovi_world_from_plane(view->world, step->back ? link.first : link.second);
      return true;
    }
  }
  return false;
}

static ovl_result read_step(const ovi_flow_view *view, const uint64_t *places, uint32_t region,
                            ovl_cell cell, ovl_flow_step *step) {
  const ovi_region at = ovi_region_place(view->layer, region);
  const ovi_field field = {(uint64_t *)(uintptr_t)places, at.w, at.h};
  const uint64_t place = *ovi_field_at(&field, cell.x - at.x, cell.y - at.y);
  const uint32_t way = ovi_field_move(place);
  if (place == OVI_FIELD_NONE) {
    return ovi_layer_weight(view->layer, cell.x, cell.y) != 0 ? OVL_UNREACHABLE : OVL_START_BLOCKED;
  }
  step->cost_to_go = ovi_field_cost(place);
  step->link = UINT32_MAX;
  if (way == OVI_MOVE_LINK) {
    return find_link(view, region, cell, step->cost_to_go, step) ? OVL_OK : OVL_CORRUPT;
  }
  ovl_cell next = cell;
  if (way != OVI_MOVE_HERE) {
    next.x += ovi_direction_x((int)way);
    next.y += ovi_direction_y((int)way);
  }
  step->next = ovi_world_from_plane(view->world, next);
  return OVL_OK;
}

/* ---- What islands tell --------------------------------------------------------------- */

/* Whether goals may be reached from a cell: as told by islands alone. */
static ovl_result look_at_islands(ovl_flow *flow, const ovi_flow_view *view, ovl_cell cell) {
  const ovi_cost_to_go *left = &view->left;
  const uint32_t island = ovi_layer_island(view->layer, cell.x, cell.y);
  if (island == 0) {
    return OVL_START_BLOCKED;
  }
  if (ovi_cost_to_go_may_be_on(left, island)) {
    return OVL_OK;
  }
  if (!view->layer->profile.is_directed) {
    return OVL_UNREACHABLE;
  }
  ovi_island_reach_all(&flow->island_reach, view->layer, island);
  for (uint32_t i = 0; i < left->island_count; i++) {
    if (ovi_island_is_reached(&flow->island_reach, left->islands[i])) {
      return OVL_OK;
    }
  }
  return OVL_UNREACHABLE;
}

/* ---- The calls --------------------------------------------------------------------- */

/* A cell that is asked about, in the plane. */
typedef struct asked_cell {
  ovl_cell at;
  uint32_t region;
} asked_cell;

static ovl_result find_cell(const ovi_flow_view *view, ovl_cell cell, asked_cell *asked) {
  if (view->world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  if (!ovi_world_has(view->world, cell)) {
    return OVL_START_OUTSIDE;
  }
  asked->at = ovi_world_to_plane(view->world, cell);
  asked->region = ovi_region_at(view->layer, asked->at.x, asked->at.y);
  return OVL_OK;
}

static ovl_result next_step(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  asked_cell asked;
  *step = (ovl_flow_step){0};
  const ovl_result found = find_cell(view, cell, &asked);
  if (found != OVL_OK) {
    return found;
  }
  uint32_t tile = ovi_flow_tiles_find(&flow->tiles, asked.region);
  if (tile == OVI_NO_TILE) {
    uint64_t budget = UINT64_MAX;
    ovl_result result = look_at_islands(flow, view, asked.at);
    if (result == OVL_OK) {
      tile = flow->tiles.oldest;
      result = ovi_flow_make_tile(flow, asked.region, tile, &budget);
    }
    if (result != OVL_OK) {
      return result;
    }
  } else {
    ovi_flow_tiles_touch(&flow->tiles, tile);
  }
  return read_step(view, ovi_flow_tiles_field(&flow->tiles, tile), asked.region, asked.at, step);
}

/* What a call comes to, if the flow has a world. */
static ovl_result end_call(const ovl_flow *flow, ovl_result result) {
  const ovl_world *world = ovi_flow_now(flow)->world;
  return world != NULL ? ovi_world_end_call(world, result) : result;
}

ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  const ovl_result found = next_step(flow, cell, step);
  const ovl_result result = end_call(flow, found);
  if (result != found) {
    *step = (ovl_flow_step){0};
  }
  return result;
}

ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  asked_cell asked;
  *step = (ovl_flow_step){0};
  const ovl_result found = find_cell(view, cell, &asked);
  if (found != OVL_OK) {
    return found;
  }
  const uint32_t tile = ovi_flow_tiles_find(&flow->tiles, asked.region);
  if (tile == OVI_NO_TILE) {
    return OVL_LIMITED;
  }
  return read_step(view, ovi_flow_tiles_field(&flow->tiles, tile), asked.region, asked.at, step);
}

/* The tile of one cell. */
static ovl_result prepare_cell(ovl_flow *flow, ovl_cell cell, uint64_t *budget, bool *is_full) {
  const ovi_flow_view *view = ovi_flow_now(flow);
  if (!ovi_world_has(view->world, cell)) {
    return OVL_OK;
  }
  const ovl_cell at = ovi_world_to_plane(view->world, cell);
  const uint32_t region = ovi_region_at(view->layer, at.x, at.y);
  const uint32_t tile = ovi_flow_tiles_find(&flow->tiles, region);
  if (tile != OVI_NO_TILE) {
    ovi_flow_tiles_touch(&flow->tiles, tile);
    return OVL_OK;
  }
  if (look_at_islands(flow, view, at) != OVL_OK) {
    return OVL_OK;
  }
  const uint32_t spare = ovi_flow_tiles_spare(&flow->tiles);
  *is_full = spare == OVI_NO_TILE;
  return *is_full ? OVL_OK : ovi_flow_make_tile(flow, region, spare, budget);
}

ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count, uint64_t budget,
                            bool *done) {
  ovl_result result = OVL_OK;
  bool is_full = false;
  *done = false;
  if (ovi_flow_now(flow)->world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_flow_tiles_begin_pass(&flow->tiles);
  for (size_t i = 0; i < count && result == OVL_OK && !is_full; i++) {
    result = prepare_cell(flow, cells[i], &budget, &is_full);
  }
  result = end_call(flow, result);
  *done = result == OVL_OK;
  return result != OVL_LIMITED ? result : OVL_OK;
}
