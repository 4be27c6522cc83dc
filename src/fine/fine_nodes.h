/* Nodes and state of the fine search, and how its successor generators give a node a cost.
 *
 * Invariant: a node with the stamp of the search has the least cost that it was reached for, and is
 * in the open list with that cost unless it was expanded already. */
#ifndef OVERLAND_FINE_FINE_NODES_H
#define OVERLAND_FINE_FINE_NODES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/binary_heap.h"
#include "common/compiler.h"
#include "common/slice.h"
#include "common/topology.h"
#include "fine/bucket_queue.h"
#include "fine/field.h"
#include "fine/sight.h"
#include "fine/trace.h"
#include "fine/window.h"
#include "overland.h"

#define OVI_ALL_DIRECTIONS 0xffu

/* 24 bytes, one for each cell, accessed at random: it is stamped when it is reached, so that no
 * search has to clear all of them. */
typedef struct ovi_fine_node {
  uint64_t cost;     /* from the start, cost units */
  uint32_t parent;   /* the node that it was reached from; itself where a path begins */
  uint32_t position; /* in the open list */
  uint32_t stamp;    /* of the search that wrote it */
  uint32_t packed;   /* of kinds that use it: the directions still to expand, a bit each, and the
                        cell: see ovi_pack_cell */
} ovi_fine_node;

/* The rules by which a search makes and counts steps. */
typedef struct ovi_fine_kind {
  bool canonical; /* the search uses buckets and canonical neighbours */
  bool sloped;    /* of these: heights count */
  bool reverse;   /* costs are those to the seeds */
  bool has_turns; /* turns cost: see neighbours.h */
  uint32_t turn_cost;
  uint64_t toll; /* of a blocked cell that is opened; 0: none is */
} ovi_fine_kind;

/* One of the two serves, in the same memory; the costs of entering cells by direction belong to the
 * heap where turns cost. */
typedef struct ovi_fine_open {
  ovi_binary_heap heap;
  ovi_bucket_queue buckets;
  uint64_t *entered; /* 8 for each cell; NULL: no memory is reserved for them */
} ovi_fine_open;

/* The goal of the heuristic. */
typedef struct ovi_fine_goal {
  int32_t x, y;
  uint32_t weight; /* of a cell on the way there, at least; 0: no goal, Dijkstra */
  uint32_t height; /* of the goal; set where nodes are sloped */
} ovi_fine_goal;

/* The steps of a window of bytes, by direction. */
typedef struct ovi_fine_steps {
  int32_t offsets[8];  /* to the neighbour's cell */
  uint32_t factors[8]; /* cost for each eighth of the weights of both cells */
  uint32_t packed[8];  /* to be added to a packed cell; wraps around */
  ovi_slope slope;     /* set where nodes are sloped */
} ovi_fine_steps;

/* A search from one start. */
typedef struct ovi_fine_start {
  bool uses_sight; /* over bits: targets in plain sight are settled at once */
  uint32_t weight; /* least weight of a cell: the octile distance from the start settles a target.
                      0: there is not one start */
  ovi_sight sight; /* from the start */
  bool knows_area;
  uint64_t *area; /* once it is known, of a narrow window: the rows of the cells in plain sight */
} ovi_fine_start;

/* The progress of a search: the targets of its window that it has settled. */
typedef struct ovi_fine_progress {
  uint32_t targets; /* number of settled targets */
  uint32_t settled; /* the node of the target that was settled last */
  bool is_paused;   /* its expansions were spent: the next call that runs it resumes it */
  bool at_rim;      /* it is paused at a cell beside which its window is not filled in */
  uint32_t rim;     /* that cell */
  uint64_t limit;   /* no node is opened whose cost and heuristic reach it */
} ovi_fine_progress;

/* A field that is filled. */
typedef struct ovi_fine_filling {
  const ovi_field *field; /* NULL: none is */
  uint32_t ranks;         /* origins that have one of their own */
} ovi_fine_filling;

/* The events of a search that its trace has received. */
typedef struct ovi_fine_reported {
  uint32_t number; /* of the search within the query */
  bool has_begun;  /* the window and the sources were reported */
  uint64_t window; /* generation of the window that was reported last; UINT64_MAX: none */
} ovi_fine_reported;

#define OVI_ANY_DIRECTION (-1)

/* The cost of a turn, cost units, and the direction of the last step before the start, if any. */
typedef struct ovi_turning {
  uint32_t cost;
  int direction;
} ovi_turning;

typedef struct ovi_fine_search {
  const ovi_window *window;
  ovi_fine_node *nodes;
  uint32_t max_nodes;
  uint32_t stamp;
  ovi_fine_open open;
  ovi_fine_kind kind;
  ovi_fine_steps steps;
  ovi_fine_goal goal;
  ovi_fine_start start;
  ovi_fine_progress progress;
  ovi_fine_filling filling;
  uint64_t expanded;     /* cells, over all searches since the memory was cleared */
  uint64_t expanded_end; /* at which searches that can be paused stop */
  ovi_trace *trace;      /* receives its events; NULL: none */
  ovi_fine_reported reported;
} ovi_fine_search;

/* The kinds of nodes in the heap: a cell; a cell that is packed into the node. */
typedef enum ovi_node_kind { OVI_NODE_CELL, OVI_NODE_PACKED } ovi_node_kind;

/* A window cell, above the bits of the directions. */
static inline uint32_t ovi_pack_cell(int32_t x, int32_t y) {
  return (uint32_t)x << 8 | (uint32_t)y << 20;
}
static inline int32_t ovi_packed_x(uint32_t packed) { return (int32_t)(packed >> 8 & 0xfffu); }
static inline int32_t ovi_packed_y(uint32_t packed) { return (int32_t)(packed >> 20); }

static inline uint64_t ovi_heuristic_at(const ovi_fine_search *search, int32_t x, int32_t y) {
  if (search->goal.weight == 0) {
    return 0;
  }
  return ovi_distance(search->window->corners, search->goal.x - x, search->goal.y - y,
                      search->goal.weight);
}

static inline uint64_t ovi_fine_heuristic(const ovi_fine_search *search, uint32_t cell) {
  if (search->goal.weight == 0) {
    return 0;
  }
  return ovi_heuristic_at(search, ovi_window_cell_x(search->window, cell),
                          ovi_window_cell_y(search->window, cell));
}

/* The least that the heights on the way from a cell to the goal cost. */
static inline uint64_t ovi_slope_left(const ovi_fine_search *search, uint32_t cell) {
  return ovi_slope_cost(&search->steps.slope, search->window->steps.heights[cell],
                        search->goal.height);
}

/* The key of a node in buckets. */
static inline uint64_t ovi_fine_key(const ovi_fine_search *search, uint32_t cell) {
  const ovi_fine_node *node = &search->nodes[cell];
  const bool has_slope = search->kind.sloped && search->goal.weight != 0;
  return node->cost +
         ovi_heuristic_at(search, ovi_packed_x(node->packed), ovi_packed_y(node->packed)) +
         (has_slope ? ovi_slope_left(search, cell) : 0);
}

#endif
