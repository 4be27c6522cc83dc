/* Chooses the pieces, searches them, and keeps their beginnings. */
#include "query/turn_pieces.h"

#include "common/cell.h"
#include "common/compiler.h"
#include "query/overlay_route.h"

enum {
  PIECE_MARGIN = 2, /* room on each side of the way of a piece, by the length of the way */
  PIECE_FRESH = 2   /* regions by which a piece leads on from the one before */
};

void ovi_turn_pieces_begin(ovi_turn_pieces *pieces, uint32_t turn_cost, ovl_cell start) {
  *pieces =
      (ovi_turn_pieces){.at = start, .target = start, .turning = {turn_cost, OVI_ANY_DIRECTION}};
}

/* ---- Boxes ------------------------------------------------------------------------- */

static int32_t window_side(const ovi_layer *layer) {
  return layer->profile.max_exceptions != 0 ? OVI_DIRECT_WINDOW : OVI_TURNS_WINDOW;
}

/* Returns whether a window has room for the way of a piece, and for `fresh` regions more. */
static bool box_fits(const ovi_layer *layer, ovi_rectangle box, int32_t fresh) {
  const int32_t side = window_side(layer);
  const int32_t most = side - fresh;
  return (box.x1 - box.x0 <= most || layer->partition.regions_x <= side) &&
         (box.y1 - box.y0 <= most || layer->partition.regions_y <= side);
}

/* Widens a box on one axis, by up to `margin` on each side, as far as the window has room and the
 * partition has regions. */
static void widen_axis(int32_t *begin, int32_t *end, int32_t margin, int32_t side,
                       int32_t regions) {
  const int32_t length = *end - *begin;
  const int32_t most = side < regions ? side : regions;
  const int32_t wide = length + 2 * margin < most ? length + 2 * margin : most;
  OVI_ASSERT(length <= most);
  *begin -= (wide - length) / 2;
  *begin = *begin < 0 ? 0 : *begin + wide > regions ? regions - wide : *begin;
  *end = *begin + wide;
}

static ovi_rectangle window_of(const ovi_layer *layer, ovi_rectangle box) {
  const int32_t side = window_side(layer);
  const int32_t w = box.x1 - box.x0;
  const int32_t h = box.y1 - box.y0;
  const int32_t margin = PIECE_MARGIN * (w > h ? w : h);
  widen_axis(&box.x0, &box.x1, margin, side, layer->partition.regions_x);
  widen_axis(&box.y0, &box.y1, margin, side, layer->partition.regions_y);
  return box;
}

static ovi_rectangle box_with_cell(const ovi_layer *layer, ovi_rectangle box, ovl_cell cell) {
  const int32_t side = layer->partition.region_cells;
  return ovi_rectangle_join(box, ovi_rectangle_of_one(cell.x / side, cell.y / side));
}

/* ---- Choosing a piece -------------------------------------------------------------- */

/* Adds segments of the route to the piece while it has room for them. */
static ovi_status choose_piece(ovl_planner *planner, ovi_writing *writing) {
  ovi_turn_pieces *pieces = &writing->turns;
  const ovi_refiner *refiner = &planner->workspace.refiner;
  const ovi_layer *layer = planner->task.plane.layer;
  while (!writing->route.done) {
    ovi_status status =
        ovi_route_refine(planner, &writing->route, writing->route.position, OVI_UNPACKED_OF_PATH);
    status = status == OVI_DONE ? ovi_planner_trust(planner) : status;
    if (status != OVI_DONE) {
      return status;
    }
    if (ovi_world_is_read(planner->task.world)) { /* a path may be longer than a cache holds */
      ovi_path_unpin(&writing->writer);
    }
    if (refiner->link != OVI_NO_LINK) {
      pieces->is_last = pieces->is_chosen = true;
      return OVI_DONE;
    }
    ovi_rectangle ahead = {0, 0, 0, 0};
    for (uint32_t i = 0; i < refiner->local.cell_count; i++) {
      ahead = box_with_cell(layer, ahead, refiner->local.cells[i]);
    }
    const ovi_rectangle box = ovi_rectangle_join(pieces->box, ahead);
    if (!box_fits(layer, box, 0) && !ovi_same_cell(pieces->at, pieces->target)) {
      pieces->ahead = ahead;
      pieces->is_chosen = true;
      return OVI_DONE;
    }
    pieces->box = box;
    pieces->target = writing->route.position;
  }
  pieces->is_last = pieces->is_chosen = true;
  return OVI_DONE;
}

/* ---- Writing a piece --------------------------------------------------------------- */

/* The cell up to which the piece that was found is kept: the rest, with the segment ahead, leaves
 * room for more. */
static uint32_t kept_end(const ovi_turn_pieces *pieces, const ovi_layer *layer,
                         const ovi_local_search *local, ovi_rectangle *rest) {
  uint32_t end = local->cell_count - 1;
  *rest = box_with_cell(layer, pieces->ahead, local->cells[end]);
  while (end > 0) {
    const ovi_rectangle longer = box_with_cell(layer, *rest, local->cells[end - 1]);
    if (!box_fits(layer, longer, PIECE_FRESH)) {
      break;
    }
    *rest = longer;
    end--;
  }
  return end;
}

/* Writes the piece that was found, and begins the next one. */
static void write_turn_piece(ovi_writing *writing, const ovi_layer *layer,
                             ovi_local_search *local) {
  ovi_turn_pieces *pieces = &writing->turns;
  ovi_rectangle rest = {0, 0, 0, 0};
  const uint32_t end =
      pieces->is_last ? local->cell_count - 1 : kept_end(pieces, layer, local, &rest);
  const uint64_t cost = ovi_local_search_cut(local, end);
  const ovl_cell *last = local->cells + end;
  if (end != 0) {
    if (writing->writer.trace != NULL) {
      ovi_trace_emit_piece(writing->trace, OVL_TRACE_SEGMENT, local->cells[0], *last, cost);
    }
    ovi_local_search_emit(local, ovi_path_sink(&writing->writer));
    pieces->turning.direction = ovi_direction_of(last[0].x - last[-1].x, last[0].y - last[-1].y);
  }
  pieces->at = *last;
  pieces->box = rest;
}

/* Takes the link behind the piece. */
static void take_link_behind(ovi_writing *writing, const ovi_refiner *refiner) {
  ovi_turn_pieces *pieces = &writing->turns;
  const ovl_cell to = writing->route.position;
  if (writing->writer.trace != NULL) {
    ovi_trace_emit_piece(writing->trace, OVL_TRACE_SEGMENT, pieces->at, to, refiner->link_cost);
  }
  ovi_path_link(&writing->writer, to, refiner->link_cost, refiner->link, refiner->link_back);
  ovi_turn_pieces_begin(pieces, pieces->turning.cost, to);
}

/* Searches the piece that was chosen. */
static ovi_status search_piece(ovl_planner *planner, const ovi_turn_pieces *pieces) {
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_local_search *local = &planner->workspace.refiner.local;
  if (!ovi_local_search_is_paused(local)) {
    ovi_box_paste(&local->window, layer, window_of(layer, pieces->box), true);
  }
  if (!ovi_local_search_find_turning(local, pieces->at, pieces->target, pieces->turning)) {
    return ovi_local_search_is_paused(local) ? OVI_PAUSED : OVI_CORRUPT;
  }
  ovi_local_search_list_cells(local);
  return ovi_planner_trust(planner);
}

ovi_status ovi_turn_pieces_write(ovl_planner *planner) {
  ovi_writing *writing = &planner->task.as.writing;
  ovi_turn_pieces *pieces = &writing->turns;
  ovi_refiner *refiner = &planner->workspace.refiner;
  while (!writing->route.done || !ovi_same_cell(pieces->at, writing->route.position)) {
    ovi_status status = pieces->is_chosen ? OVI_DONE : choose_piece(planner, writing);
    if (status == OVI_DONE && !ovi_same_cell(pieces->at, pieces->target)) {
      status = search_piece(planner, pieces);
      if (status == OVI_DONE) {
        write_turn_piece(writing, planner->task.plane.layer, &refiner->local);
      }
    }
    if (status != OVI_DONE) {
      return status;
    }
    if (pieces->is_last && refiner->link != OVI_NO_LINK) {
      take_link_behind(writing, refiner);
    } else if (!pieces->is_last) { /* the segment ahead is the beginning of what is added to it */
      pieces->box = ovi_rectangle_join(pieces->box, pieces->ahead);
      pieces->target = writing->route.position;
      pieces->ahead = (ovi_rectangle){0, 0, 0, 0};
      pieces->is_chosen = false;
    }
    if (ovi_world_is_read(planner->task.world)) {
      ovi_path_unpin(&writing->writer);
    }
  }
  return OVI_DONE;
}
