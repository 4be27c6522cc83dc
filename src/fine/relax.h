/* Giving a node a cost: what the successor generators do with each step that they find.
 *
 * A search that is traced reports each node that is reached for less. That is tested where a cost
 * falls, not for each step that is looked at. */
#ifndef OVERLAND_FINE_RELAX_H
#define OVERLAND_FINE_RELAX_H

#include "common/compiler.h"
#include "fine/fine_events.h"
#include "fine/fine_nodes.h"

/* Relaxes the edge to a node: opens the node, or lowers its cost, or does nothing. */
static inline void ovi_relax(ovi_fine_search *search, uint32_t number, uint32_t parent,
                             uint64_t cost, uint32_t packed, const ovi_node_kind kind) {
  OVI_ASSERT(number < search->max_nodes);
  ovi_fine_node *node = &search->nodes[number];
  const bool is_new = node->stamp != search->stamp;
  const bool is_equal = !is_new && node->cost == cost;
  if (is_new) {
    node->stamp = search->stamp;
    node->position = OVI_NOT_OPEN;
  } else if (node->cost < cost || (is_equal && (packed & ~node->packed) == 0)) {
    return;
  } else if (is_equal) { /* from another side: the directions of both sides are expanded */
    packed |= node->position != OVI_NOT_OPEN ? node->packed : 0;
    parent = node->parent;
  }
  node->cost = cost;
  node->parent = parent;
  node->packed = packed;
  if (search->trace != NULL && !is_equal) {
    ovi_fine_emit_reached(search, number, is_new);
  }
  const uint64_t left = kind == OVI_NODE_PACKED
                            ? ovi_heuristic_at(search, ovi_packed_x(packed), ovi_packed_y(packed))
                            : ovi_fine_heuristic(search, number);
  if (cost + left >= search->progress.limit) {
    return;
  }
  const uint32_t tie = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  ovi_heap_add(&search->open.heap, (ovi_heap_item){cost + left, tie, number});
}

/* Gives a target that a scan passes its cost. If it is in the open list for more it stays there,
 * and is expanded in no direction. */
static inline void ovi_relax_target(ovi_fine_search *search, uint32_t cell, uint32_t parent,
                                    uint64_t cost, uint32_t packed) {
  OVI_ASSERT(cell < search->max_nodes);
  ovi_fine_node *node = &search->nodes[cell];
  const bool is_new = node->stamp != search->stamp;
  if (is_new) {
    node->stamp = search->stamp;
    node->position = OVI_NOT_OPEN;
  } else if (node->cost <= cost) {
    return;
  }
  node->cost = cost;
  node->parent = parent;
  node->packed = packed;
  if (search->trace != NULL) {
    ovi_fine_emit_reached(search, cell, is_new);
  }
}

#endif
