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
  OVI_BY_CANONICAL,        /* in buckets */
  OVI_BY_CANONICAL_SLOPES, /* in buckets */
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
  if (window->bits.in_use) {
    ovi_expand_jumps(search, node, window->bits.narrow);
  } else if (search->kind.canonical) {
    ovi_expand_canonical(search, node, search->kind.sloped ? OVI_NODE_SLOPED : OVI_NODE_BUCKETED);
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
  case OVI_BY_CANONICAL:
    ovi_expand_canonical(search, node, OVI_NODE_BUCKETED);
    break;
  case OVI_BY_CANONICAL_SLOPES:
    ovi_expand_canonical(search, node, OVI_NODE_SLOPED);
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
    ovi_expand_canonical(search, node, OVI_NODE_PACKED);
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

/* With buckets, of several targets, the next one is checked when it has been reached and the front
 * has moved. Called only once it is reached: the loop then has more registers. */
OVI_NOINLINE static bool ovi_all_found(ovi_fine_search *search) {
  const uint64_t front = ovi_buckets_front(&search->open.buckets);
  if (front == search->progress.front &&
      search->progress.targets + 1 < search->window->targets.count) {
    return false;
  }
  search->progress.front = front;
  return ovi_all_reached(search, front);
}

/* Returns whether the search is over, now that a node is expanded: a field needs every cell. */
OVI_FORCE_INLINE bool ovi_is_over(ovi_fine_search *search, uint32_t node,
                                  const ovi_generator generator) {
  const ovi_fine_kind *kind = &search->kind;
  const bool traced = generator == OVI_TRACED;
  if (generator > OVI_TRACED) {
    return false;
  }
  if (generator <= OVI_BY_WIDE_JUMPS || (traced && search->window->bits.in_use)) {
    const ovi_binary_heap *heap = &search->open.heap;
    return ovi_all_reached(search, heap->count != 0 ? heap->items[0].key : UINT64_MAX);
  }
  if (generator <= OVI_BY_CANONICAL_SLOPES || (traced && kind->canonical)) {
    const uint32_t target = search->window->targets.cells[search->progress.targets];
    return search->nodes[target].stamp == search->stamp && ovi_all_found(search);
  }
  return ovi_all_settled(search, node);
}

/* ---- The loop ---- */

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

OVI_FORCE_INLINE ovi_status ovi_fine_loop(ovi_fine_search *search, uint64_t budget,
                                          const ovi_generator generator) {
  const bool traced = generator == OVI_TRACED;
  const bool buckets = generator == OVI_BY_CANONICAL || generator == OVI_BY_CANONICAL_SLOPES ||
                       (traced && search->kind.canonical);
  while (buckets ? ovi_buckets_advance(&search->open.buckets) : search->open.heap.count != 0) {
    if (budget-- == 0 || (traced && search->trace->stops)) {
      return OVI_PAUSED;
    }
    uint32_t node;
    if (buckets) {
      node = ovi_buckets_take(&search->open.buckets);
      if (search->window->kinds.even[node] == OVI_RIM) {
        ovi_pause_at_rim(search, node);
        return OVI_PAUSED;
      }
      search->nodes[node].position = OVI_NOT_OPEN;
      if (search->progress.limit != UINT64_MAX &&
          ovi_fine_key(search, node) >= search->progress.limit) {
        budget++; /* it was opened before the limit was lowered, and is not expanded */
        if (!ovi_is_over(search, node, generator)) {
          continue;
        }
        if (traced) {
          ovi_fine_emit(search, OVL_TRACE_GOAL, search->progress.settled);
        }
        return OVI_DONE;
      }
    } else {
      node = ovi_heap_take(&search->open.heap).node;
    }
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
      ovi_fine_emit_closed(search, node, settled);
    }
    if (is_over) {
      return OVI_DONE;
    }
  }
  return OVI_NONE;
}

#endif
