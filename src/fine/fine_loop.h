/* The loop of the fine search, and when it has settled all targets: see fine_search.h. */
#ifndef OVERLAND_FINE_FINE_LOOP_H
#define OVERLAND_FINE_FINE_LOOP_H

#include "common/compiler.h"
#include "fine/fine_events.h"
#include "fine/fine_nodes.h"

/* ---- Settling targets ---- */

/* With neighbours a target is settled when it is expanded. */
static inline bool ovi_all_settled(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  if (!ovi_window_is_target(window, ovi_window_cell_x(window, cell),
                            ovi_window_cell_y(window, cell))) {
    return false;
  }
  search->progress.settled = cell;
  return ++search->progress.targets >= window->targets.count;
}

static inline bool ovi_all_settled_turning(ovi_fine_search *search, uint32_t node) {
  const bool done = ovi_all_settled(search, node >> 3);
  search->progress.settled = node;
  return done;
}

/* With jumps a target is settled when no open node, from the front on, can lead to it for less, or
 * when no path could cost less. Returns whether all are. */
static inline bool ovi_all_reached(ovi_fine_search *search, uint64_t front) {
  const ovi_window *window = search->window;
  for (; search->progress.targets < window->targets.count; search->progress.targets++) {
    uint32_t target = window->targets.cells[search->progress.targets];
    const ovi_fine_node *node = &search->nodes[target];
    if (node->stamp != search->stamp) {
      return false;
    }
    int32_t x = ovi_packed_x(node->packed);
    int32_t y = ovi_packed_y(node->packed);
    const uint64_t slope = window->steps.has_rule ? ovi_slope_left(search, target) : 0;
    uint64_t key = node->cost + ovi_heuristic_at(search, x, y) + slope;
    if (key > front && node->cost > ovi_octile(x - search->start.sight.x, y - search->start.sight.y,
                                               search->start.weight)) {
      if (search->progress.targets + 1 == window->targets.count && key < search->progress.limit) {
        search->progress.limit = key; /* a node as dear as the last target is of no use */
      }
      return false;
    }
    search->progress.settled = target;
  }
  OVI_ASSERT(search->progress.targets == window->targets.count);
  return window->targets.count != 0;
}

static inline bool ovi_all_jumped_to(ovi_fine_search *search, uint32_t cell) {
  (void)cell;
  return ovi_all_reached(search, search->open.heap.count != 0 ? search->open.heap.items[0].key
                                                              : UINT64_MAX);
}

/* Of several targets, the next one is checked when it has been reached and the front has moved. */
OVI_NOINLINE static bool ovi_all_found_behind(ovi_fine_search *search) {
  const uint64_t front = ovi_buckets_front(&search->open.buckets);
  if (front == search->progress.front &&
      search->progress.targets + 1 < search->window->targets.count) {
    return false;
  }
  search->progress.front = front;
  return ovi_all_reached(search, front);
}

/* Calls that only once the target is reached: the loop then has more registers. */
static inline bool ovi_all_found(ovi_fine_search *search, uint32_t cell) {
  const uint32_t target = search->window->targets.cells[search->progress.targets];
  (void)cell;
  return search->nodes[target].stamp == search->stamp && ovi_all_found_behind(search);
}

/* ---- The loop ---- */

OVI_FORCE_INLINE bool ovi_is_any_open(const ovi_fine_search *search, const bool buckets) {
  return (buckets ? search->open.buckets.count : search->open.heap.count) != 0;
}

OVI_FORCE_INLINE uint32_t ovi_take_open(ovi_fine_search *search, const bool buckets) {
  if (!buckets) {
    return ovi_heap_take(&search->open.heap).node;
  }
  const uint32_t node = ovi_buckets_take(&search->open.buckets);
  search->nodes[node].position = OVI_NOT_OPEN;
  return node;
}

/* The loop, compiled anew for each open list and successor generator, and once more for searches
 * that are traced. */
OVI_FORCE_INLINE ovi_status ovi_fine_loop(ovi_fine_search *search, uint64_t budget,
                                          const bool buckets,
                                          void (*expand)(ovi_fine_search *, uint32_t),
                                          bool (*is_done)(ovi_fine_search *, uint32_t),
                                          const bool traced) {
  while (ovi_is_any_open(search, buckets)) {
    if (budget-- == 0 || (traced && search->trace->stops)) {
      return OVI_PAUSED;
    }
    uint32_t node = ovi_take_open(search, buckets);
    OVI_ASSERT(search->nodes[node].stamp == search->stamp);
    OVI_ASSERT(search->nodes[node].position == OVI_NOT_OPEN);
    search->expanded++;
    const uint32_t settled = search->progress.targets;
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_EXPAND, node);
    }
    expand(search, node);
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_CLOSE, node);
    }
    const bool done = is_done(search, node);
    if (traced) {
      ovi_fine_emit_goals(search, settled);
    }
    if (done) {
      return OVI_DONE;
    }
  }
  return OVI_NONE;
}

#endif
