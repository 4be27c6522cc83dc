/* The loop of the fine search with each of its successor generators, and when it has settled all
 * targets: see fine_search.h. */
#ifndef OVERLAND_FINE_FINE_LOOP_H
#define OVERLAND_FINE_FINE_LOOP_H

#include "common/compiler.h"
#include "fine/canonical.h"
#include "fine/fine_events.h"
#include "fine/jumps.h"
#include "fine/neighbours.h"
#include "fine/obstacle_removal.h"
#include "fine/rays.h"

/* The successor generators, with the open list and the field that belong to them. The loop is
 * compiled anew for each. */
typedef enum ovi_generator {
  OVI_BY_NARROW_JUMPS,
  OVI_BY_WIDE_JUMPS,
  OVI_BY_NARROW_HEXAGONS,
  OVI_BY_WIDE_HEXAGONS, /* up to here by jump points */
  OVI_BY_NEIGHBOURS,
  OVI_BY_STEPS,
  OVI_BY_STEPS_BACK,
  OVI_BY_TURNS,
  OVI_BY_REMOVALS,
  OVI_TRACED, /* any of these, found anew for each node: traces may be slow */
  OVI_FILLS_NARROW_RAYS,
  OVI_FILLS_WIDE_RAYS,
  OVI_FILLS_CANONICAL,
  OVI_FILLS_STEPS_BACK
} ovi_generator;

/* ---- Expansion ---- */

/* Not inlined: the loop would keep the window in a register that jumps need more. */
OVI_NOINLINE static void ovi_expand_wide_jumps(ovi_fine_search *search, uint32_t node) {
  ovi_expand_jumps(search, node, false);
}

OVI_NOINLINE static void ovi_expand_traced(ovi_fine_search *search, uint32_t node) {
  const ovi_window *window = search->window;
  if (window->bits.in_use && window->corners == OVI_HEXAGONS) {
    ovi_expand_hexagons(search, node, window->bits.narrow);
  } else if (window->bits.in_use) {
    ovi_expand_jumps(search, node, window->bits.narrow);
  } else if (search->kind.has_turns) {
    ovi_expand_turns(search, node);
  } else if (window->steps.has_rule) {
    ovi_expand_steps(search, node, search->kind.reverse);
  } else {
    ovi_expand_neighbours(search, node);
  }
}

OVI_FORCE_INLINE void ovi_expand(ovi_fine_search *search, uint32_t node,
                                 const ovi_generator generator) {
  switch (generator) {
  case OVI_BY_NARROW_JUMPS:
    ovi_expand_jumps(search, node, true);
    break;
  case OVI_BY_WIDE_JUMPS:
    ovi_expand_wide_jumps(search, node);
    break;
  case OVI_BY_NARROW_HEXAGONS:
  case OVI_BY_WIDE_HEXAGONS:
    ovi_expand_hexagons(search, node, generator == OVI_BY_NARROW_HEXAGONS);
    break;
  case OVI_BY_NEIGHBOURS:
    ovi_expand_neighbours(search, node);
    break;
  case OVI_BY_STEPS:
    ovi_expand_steps(search, node, false);
    break;
  case OVI_BY_STEPS_BACK:
  case OVI_FILLS_STEPS_BACK:
    ovi_expand_steps(search, node, true);
    break;
  case OVI_BY_TURNS:
    ovi_expand_turns(search, node);
    break;
  case OVI_BY_REMOVALS:
    ovi_expand_removals(search, node);
    break;
  case OVI_TRACED:
    ovi_expand_traced(search, node);
    break;
  case OVI_FILLS_NARROW_RAYS:
  case OVI_FILLS_WIDE_RAYS:
    ovi_expand_rays(search, node, generator == OVI_FILLS_NARROW_RAYS);
    break;
  case OVI_FILLS_CANONICAL:
    ovi_expand_field_cell(search, node);
    break;
  }
}

/* ---- Settling targets ---- */

/* With neighbours a target is settled when it is expanded. */
OVI_FORCE_INLINE bool ovi_all_settled(ovi_fine_search *search, uint32_t node) {
  const ovi_window *window = search->window;
  const bool is_target = ovi_window_is_target(window, ovi_window_cell_x(window, node),
                                              ovi_window_cell_y(window, node));
  if (is_target) {
    search->progress.settled = node;
    search->progress.targets++;
  }
  return is_target && search->progress.targets >= window->targets.count;
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
    const uint64_t key = ovi_fine_key(search, target);
    if (key > front && node->cost > ovi_distance(window->corners, x - search->start.sight.x,
                                                 y - search->start.sight.y, search->start.weight)) {
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

/* Returns whether the search is over, now that a node is expanded: a field needs every cell. */
OVI_FORCE_INLINE bool ovi_is_over(ovi_fine_search *search, uint32_t node,
                                  const ovi_generator generator) {
  const bool traced = generator == OVI_TRACED;
  if (generator > OVI_TRACED) {
    return false;
  }
  if (generator <= OVI_BY_WIDE_HEXAGONS || (traced && search->window->bits.in_use)) {
    const ovi_binary_heap *heap = &search->open.heap;
    return ovi_all_reached(search, heap->count != 0 ? heap->items[0].key : UINT64_MAX);
  }
  return ovi_all_settled(search, node);
}

/* ---- The loop ---- */

OVI_FORCE_INLINE ovi_status ovi_fine_loop(ovi_fine_search *search, uint64_t budget,
                                          const ovi_generator generator) {
  const bool traced = generator == OVI_TRACED;
  while (search->open.heap.count != 0) {
    if (budget-- == 0 || (traced && search->trace->stops)) {
      return OVI_PAUSED;
    }
    const uint32_t node = ovi_heap_take(&search->open.heap).node;
    OVI_ASSERT(search->nodes[node].stamp == search->stamp);
    OVI_ASSERT(search->nodes[node].position == OVI_NOT_OPEN);
    search->expanded++;
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_EXPAND, node);
    }
    const uint32_t settled = search->progress.targets;
    ovi_expand(search, node, generator);
    const bool is_over = ovi_is_over(search, node, generator);
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_CLOSE, node);
      ovi_fine_emit_settled(search, settled);
    }
    if (is_over) {
      return OVI_DONE;
    }
  }
  return OVI_NONE;
}

/* ---- The loop with buckets ---- */

/* Puts a cell back that can't be expanded yet. Its key is below the front if it was reached again
 * for a cost that keeps it beyond the limit, which was lowered after the cell was opened. */
OVI_NOINLINE static void ovi_pause_at_rim(ovi_fine_search *search, uint32_t cell) {
  ovi_bucket_queue *queue = &search->open.buckets;
  const uint64_t front = queue->now << queue->shift;
  const uint64_t key = ovi_fine_key(search, cell);
  search->nodes[cell].position = ovi_buckets_add(queue, cell, key > front ? key : front);
  search->progress.at_rim = true;
  search->progress.rim = cell;
}

/* Settles the targets that have been reached, if no key is less than the front. Returns whether it
 * was the last one. */
OVI_NOINLINE static bool ovi_settle_found(ovi_fine_search *search, uint64_t front) {
  const uint32_t settled = search->progress.targets;
  const bool is_over = ovi_all_reached(search, front);
  if (search->trace != NULL) {
    ovi_fine_emit_settled(search, settled);
  }
  return is_over;
}

/* Takes cells from the buckets and expands them. The next target is checked whenever the front has
 * moved; the last one also when it is reached for less, so that no cell is expanded that is of no
 * use to it. */
OVI_FORCE_INLINE ovi_status ovi_canonical_loop(ovi_fine_search *search, uint64_t budget,
                                               const bool slopes, const bool traced,
                                               const bool is_hexagonal) {
  const ovi_window_targets *targets = &search->window->targets;
  ovi_canonical at = ovi_canonical_of(search, is_hexagonal);
  uint32_t *first = ovi_buckets_first(&at.queue);
  uint64_t full = at.limit >> at.queue.shift; /* before this bucket all keys are below the limit */
  const ovi_fine_node *next = &at.nodes[targets->cells[search->progress.targets]];
  uint64_t least = search->progress.targets + 1 == targets->count ? UINT64_MAX : 0;
  uint64_t expanded = 0;
  ovi_status status = OVI_PAUSED;
  for (;;) {
    const uint32_t cell = *first;
    const bool has_moved = cell == at.queue.none;
    if (has_moved || (next->cost < least && next->stamp == at.stamp)) {
      const bool is_left = !has_moved || ovi_buckets_advance(&at.queue);
      if (next->stamp == at.stamp &&
          ovi_settle_found(search, is_left ? at.queue.now << at.queue.shift : UINT64_MAX)) {
        status = OVI_DONE;
        break;
      }
      if (!is_left) {
        status = OVI_NONE;
        break;
      }
      next = &at.nodes[targets->cells[search->progress.targets]];
      least = search->progress.targets + 1 < targets->count ? 0
              : next->stamp == at.stamp                     ? next->cost
                                                            : UINT64_MAX;
      at.limit = search->progress.limit;
      full = at.limit >> at.queue.shift;
      first = ovi_buckets_first(&at.queue);
      continue;
    }
    if (expanded == budget || (traced && search->trace->stops)) {
      break;
    }
    ovi_buckets_take(&at.queue, first);
    ovi_fine_node *node = &at.nodes[cell];
    const uint8_t even = at.even[cell];
    OVI_ASSERT(node->stamp == at.stamp);
    if (even == OVI_RIM) {
      search->open.buckets.now = at.queue.now;
      ovi_pause_at_rim(search, cell);
      break;
    }
    node->position = OVI_NOT_OPEN;
    if (at.queue.now >= full &&
        node->cost + ovi_canonical_left(&at, cell, node->packed, slopes) >= at.limit) {
      continue; /* it was opened before the limit was lowered */
    }
    expanded++;
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_EXPAND, cell);
    }
    if (even != OVI_IRREGULAR) {
      ovi_expand_canonical(&at, search, cell, slopes, traced);
    } else {
      ovi_expand_irregular(&at, search, cell, slopes, traced);
    }
    if (traced) {
      ovi_fine_emit(search, OVL_TRACE_CLOSE, cell);
    }
  }
  search->open.buckets.now = at.queue.now;
  search->expanded += expanded;
  return status;
}

#endif
