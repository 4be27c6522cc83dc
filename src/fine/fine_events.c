/* Events of searches of cells: see fine_events.h. */
#include "fine/fine_events.h"

static ovl_cell plane_cell_of(const ovi_fine_search *search, uint32_t node) {
  const ovi_window *window = search->window;
  return (ovl_cell){window->x + ovi_window_cell_x(window, node),
                    window->y + ovi_window_cell_y(window, node), 0};
}

void ovi_fine_emit(ovi_fine_search *search, ovl_trace_kind kind, uint32_t node) {
  const ovi_fine_goal *goal = &search->goal;
  const ovl_cell at = plane_cell_of(search, node);
  const ovl_cell from = plane_cell_of(search, search->nodes[node].parent);
  const uint64_t slope =
      search->kind.sloped && goal->weight != 0 ? ovi_slope_left(search, node) : 0;
  const uint64_t cost = search->nodes[node].cost;
  const uint64_t left = ovi_fine_heuristic(search, node) + slope;
  ovi_trace_emit(search->trace, &(ovl_trace_event){.kind = kind,
                                                   .tier = OVL_TIER_FINE,
                                                   .search = search->reported.number,
                                                   .node = {at, at},
                                                   .parent = {from, from},
                                                   .g = cost,
                                                   .h = left,
                                                   .f = cost + left});
}

void ovi_fine_emit_reached(ovi_fine_search *search, uint32_t node, bool is_new) {
  if (search->reported.has_begun) {
    ovi_fine_emit(search, is_new ? OVL_TRACE_GENERATE : OVL_TRACE_IMPROVE, node);
  }
}

void ovi_fine_emit_settled(ovi_fine_search *search, uint32_t before) {
  const bool in_order = search->window->bits.in_use || search->kind.canonical;
  for (uint32_t i = before; i < search->progress.targets; i++) {
    ovi_fine_emit(search, OVL_TRACE_GOAL,
                  in_order ? search->window->targets.cells[i] : search->progress.settled);
  }
}

void ovi_fine_emit_beginning(ovi_fine_search *search) {
  const ovi_window *window = search->window;
  const ovi_binary_heap *heap = &search->open.heap;
  const uint32_t start = ovi_window_cell(window, search->start.sight.x, search->start.sight.y);
  const uint32_t count = search->kind.canonical ? 1 : heap->count;
  if (search->reported.has_begun) {
    return;
  }
  search->reported.has_begun = true;
  search->reported.number = ovi_trace_begin_search(search->trace);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t source = search->kind.canonical ? start : heap->items[i].node;
    if (search->reported.window != window->generation) {
      /* The window, with a cell of it from which it is searched. */
      const ovl_cell from = plane_cell_of(search, source);
      const ovl_cell last = {window->x + window->w - 1, window->y + window->h - 1, 0};
      search->reported.window = window->generation;
      ovi_trace_emit(search->trace, &(ovl_trace_event){.kind = OVL_TRACE_WINDOW,
                                                       .tier = OVL_TIER_FINE,
                                                       .search = search->reported.number,
                                                       .node = {{window->x, window->y, 0}, last},
                                                       .parent = {from, from}});
    }
    ovi_fine_emit(search, OVL_TRACE_SOURCE, source);
  }
}
