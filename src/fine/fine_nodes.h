/* Nodes and state of the fine search, and how a cell is reached: shared by its successor
 * generators.
 *
 * Invariant: a node of this search's stamp has the least cost that it was reached
 * for, and stands in the open list with that cost unless it was left already. */
#ifndef OVERLAND_FINE_FINE_NODES_H
#define OVERLAND_FINE_FINE_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/binary_heap.h"
#include "common/step_cost.h"
#include "fine/bucket_queue.h"
#include "fine/field.h"
#include "fine/sight.h"
#include "fine/window.h"
#include "overland.h"

#define OVI_ALL_DIRECTIONS 0xffu

/* 24 bytes, one a cell (8 where turns cost), touched at random: not cleared but stamped. */
typedef struct ovi_fine_node {
  uint64_t cost;   /* from the start, units */
  uint32_t parent; /* node that it was reached from; itself where a way begins */
  uint32_t place;  /* in the open list */
  uint32_t stamp;  /* of the search that wrote it */
  uint32_t ways;   /* where they count: directions still to expand, a bit each, and the cell */
} ovi_fine_node;

typedef struct ovi_fine_search {
  const ovi_window *window;
  ovi_fine_node *nodes;
  ovi_binary_heap open;
  ovi_bucket_queue buckets; /* in the memory of the heap's items: one of the two serves */
  uint32_t max_nodes;
  uint32_t stamp;
  uint32_t target;  /* how many of the window's targets are settled */
  uint32_t settled; /* the node of the last of them */
  bool sees;        /* from one start, over bits: then what lies in plain sight is settled */
  bool reverse;     /* costs are those to the seeds */
  bool turns;       /* a node is a cell and a direction */
  uint32_t turn_cost;
  uint64_t toll;          /* of a blocked cell that is opened; 0: none is */
  const ovi_field *field; /* that is filled; NULL: none is */
  uint32_t ranks;         /* of its origins that have one */
  uint32_t sight_weight;  /* of the bound by which the start's sight settles; 0: no bound */
  ovi_sight sight;        /* from the start */
  int32_t goal_x, goal_y;
  uint32_t goal_weight;  /* of the estimate; 0: no goal, Dijkstra */
  uint64_t front;        /* of the buckets, when targets were last looked at */
  uint64_t limit;        /* for targets: nothing is opened whose cost and estimate reach it */
  uint64_t expanded;     /* cells, over all searches since it was placed */
  uint64_t expanded_end; /* what a search that is settled expands no more cells than */
  bool canonical;        /* it is settled by buckets */
  bool is_paused;        /* its expansions were spent: who asks for it again lets it go on */
  uint32_t heuristic_weight_percent; /* of the estimate that counts, at most 100 */
  ovl_visit_fn visit;
  void *visit_user;
} ovi_fine_search;

/* What a node is: a cell; a cell whose place is packed into its ways; such a cell in
 * buckets; a cell and the direction of the last step, 8 nodes a cell. */
typedef enum ovi_node_kind {
  OVI_NODE_CELL,
  OVI_NODE_PACKED,
  OVI_NODE_BUCKETED,
  OVI_NODE_TURN
} ovi_node_kind;

/* What jumps keep in a node's `ways` beside the directions: its cell. */
static inline uint32_t ovi_pack_cell(int32_t x, int32_t y) {
  return (uint32_t)x << 8 | (uint32_t)y << 20;
}
static inline int32_t ovi_packed_x(uint32_t ways) { return (int32_t)(ways >> 8 & 0xfffu); }
static inline int32_t ovi_packed_y(uint32_t ways) { return (int32_t)(ways >> 20); }

static inline uint64_t ovi_heuristic_at(const ovi_fine_search *search, int32_t x, int32_t y) {
  if (search->goal_weight == 0) {
    return 0;
  }
  return ovi_octile(search->goal_x - x, search->goal_y - y, search->goal_weight);
}

static inline uint64_t ovi_fine_heuristic(const ovi_fine_search *search, uint32_t cell) {
  if (search->goal_weight == 0) {
    return 0;
  }
  return ovi_heuristic_at(search, ovi_window_cell_x(search->window, cell),
                          ovi_window_cell_y(search->window, cell));
}

/* Reaches a node at a cost: opens it, or moves it up, or does nothing. */
static inline void ovi_relax(ovi_fine_search *search, uint32_t number, uint32_t parent,
                             uint64_t cost, uint32_t ways, const ovi_node_kind kind) {
  const bool packed = kind == OVI_NODE_PACKED || kind == OVI_NODE_BUCKETED;
  ovi_fine_node *node = &search->nodes[number];
  if (node->stamp != search->stamp) {
    node->stamp = search->stamp;
    node->place = OVI_NOT_OPEN;
    node->ways = 0;
  } else if (node->cost < cost || (node->cost == cost && (ways & ~node->ways) == 0)) {
    return;
  } else if (node->cost == cost) {
    /* As good, from another side: leave in both sides' directions. */
    if (node->place == OVI_NOT_OPEN) {
      node->ways = 0;
    }
    ways |= node->ways;
    parent = node->parent;
  }
  node->cost = cost;
  node->parent = parent;
  node->ways = ways;
  uint64_t left = packed ? ovi_heuristic_at(search, ovi_packed_x(ways), ovi_packed_y(ways))
                         : ovi_fine_heuristic(search, kind == OVI_NODE_TURN ? number >> 3 : number);
  if (packed && cost + left >= search->limit) {
    return;
  }
  if (kind == OVI_NODE_BUCKETED) {
    if (node->place != OVI_NOT_OPEN) {
      ovi_buckets_remove(&search->buckets, number, node->place);
    }
    node->place = ovi_buckets_add(&search->buckets, number, cost + left);
    return;
  }
  uint32_t tie = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  ovi_heap_add(&search->open, (ovi_heap_item){cost + left, tie, number});
}

/* Gives a target that a scan comes by its cost. If it is open for more, it stays
 * so and is left nowhere. */
static inline void ovi_relax_target(ovi_fine_search *search, uint32_t cell, uint32_t parent,
                                    uint64_t cost, uint32_t place) {
  ovi_fine_node *node = &search->nodes[cell];
  if (node->stamp != search->stamp) {
    node->stamp = search->stamp;
    node->place = OVI_NOT_OPEN;
  } else if (node->cost <= cost) {
    return;
  }
  node->cost = cost;
  node->parent = parent;
  node->ways = place;
}

#endif
