/* The searches of the classic articles on one grid, one event at a time, for the page's Step mode:
 * A*, Dijkstra's algorithm, greedy best-first, weighted A* and jump points, with the choices that
 * the articles discuss: heuristics, 10 and 14 or exact step costs, ties, the order of neighbours.
 *
 * The library's own searches are built for speed and choose for themselves; this one is built to be
 * watched. It stops after every event, so that the open list can be shown between the generation
 * of two neighbours. Going back is running again from the beginning.
 *
 * Jump points: Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, in
 * the form without cut corners. */
#ifndef OVERLAND_EXPLORER_CLASSIC_SEARCH_H
#define OVERLAND_EXPLORER_CLASSIC_SEARCH_H

#include "tools/explorer/module/search_lists.h"
#include "tools/explorer/module/step_event.h"

typedef enum classic_method {
  CLASSIC_ASTAR = 0,
  CLASSIC_DIJKSTRA,   /* the heuristic is not used */
  CLASSIC_GREEDY,     /* ordered by the heuristic alone */
  CLASSIC_WEIGHTED,   /* the heuristic is multiplied by weight_percent / 100 */
  CLASSIC_JUMP_POINTS /* A* over jump points; 8 neighbours, ground of equal weight */
} classic_method;

typedef enum classic_heuristic {
  CLASSIC_MANHATTAN = 0,
  CLASSIC_OCTILE,
  CLASSIC_EUCLID,
  CLASSIC_NO_HEURISTIC
} classic_heuristic;

typedef enum classic_corners {
  CLASSIC_STRAIGHT_ONLY = 0, /* 4 neighbours */
  CLASSIC_NO_CUT,            /* a diagonal step needs both cells beside it */
  CLASSIC_CUT_ONE,           /* one of them */
  CLASSIC_CUT_BOTH           /* none */
} classic_corners;

/* The directions of classic_rules.order: 0 is right, then clockwise (y grows down), 7 is right and
 * up. */
typedef struct classic_rules {
  classic_method method;
  classic_heuristic heuristic;
  lists_tie tie;
  classic_corners corners;
  uint32_t straight, diagonal; /* points of a step over plain ground, 1 to 10000 */
  uint32_t weight_percent;     /* CLASSIC_WEIGHTED: 100 to 10000 */
  bool reopens;                /* a closed cell that is reached for less is opened again */
  uint8_t order[8];            /* of neighbours: each direction once */
} classic_rules;

/* A*, octile, 10 and 14, newest first, no cut corners, straight neighbours before diagonal ones. */
classic_rules classic_rules_default(void);

/* A map: the weight of each cell in eighths, row by row; 0 is impassable, 8 is plain ground. */
typedef struct classic_grid classic_grid;
struct classic_grid {
  const uint8_t *weights;
  uint32_t width, height; /* cells, 1 to 1024 each */
  bool is_hexagonal;      /* cells are axial: of the eight directions 1 and 5 lead nowhere, and all
                             heuristics count steps */
  /* The cost of a step from a cell in a direction in units of the library; 0: it is not legal. It
   * counts heights and rules of a step, and then alone decides which steps are legal. NULL: weights
   * and the corner rule decide, and all of them for jump points. */
  uint64_t (*step_units)(const struct classic_grid *grid, uint32_t cell, uint32_t direction);
};

/* A search. Costs are sixteenths of a point: a step costs its points times the sum of the weights,
 * in eighths, of the two cells that it joins; and what it costs more by step_units, in points of
 * which a straight step over plain ground has 16 * rules.straight. All of it may be read between
 * two events. */
typedef struct classic_search {
  classic_grid grid;
  classic_rules rules;
  search_lists lists; /* a node for each cell */
  uint32_t start, goal;
  uint32_t least_weight; /* of an open cell of the grid, eighths */
  uint32_t events;       /* number of events so far */
  uint32_t at;           /* cell whose neighbours are generated; LISTS_NONE: none is */
  uint32_t next;         /* its next neighbour, an index of rules.order */
  bool is_over;
  bool is_found;
} classic_search;

/* Whether each rule is in its range. */
bool classic_rules_are_valid(const classic_rules *rules);

/* Begins a search between two open cells. False: an end is blocked or outside, or a rule is out of
 * its range; nothing is changed. `room` has a node for each cell. Time: O(cells). */
bool classic_begin(classic_search *search, const classic_grid *grid, const classic_rules *rules,
                   uint32_t start, uint32_t goal, lists_room room);

/* Goes on to the next event. False: the search is over, and there is none. Time: O(log open); with
 * jump points, a scan of O(width + height) rows. */
bool classic_step(classic_search *search, step_event *event);

#endif
