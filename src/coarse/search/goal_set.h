/* The goals of a query: any of the cells of an area, or of the caller's list.
 *
 * Invariant: goals have an order, and of two that cost the same the first one is chosen: in a list
 * the caller's order, in an area the upper left cell first. A list stays the caller's; all that is
 * made of it is an index by regions, in the planner's memory. */
#ifndef OVERLAND_COARSE_SEARCH_GOAL_SET_H
#define OVERLAND_COARSE_SEARCH_GOAL_SET_H

#include "coarse/search/island_reach.h"
#include "coarse/view/region_box.h"

/* A hash table of a list's goals by their regions; chains are in the order of the list. */
typedef struct ovi_goal_index {
  uint32_t *heads; /* first goal of each slot; a power of two of them */
  uint32_t *next;  /* of each goal, the next one of its slot */
  uint32_t mask;
} ovi_goal_index;

typedef struct ovi_goals {
  /* An area: the cells of a rectangle whose squared distance from another one, `from`, lies between
   * these two, both included. */
  ovi_rectangle area;
  ovi_rectangle from;
  int topology; /* by which these are squared: see ovi_rectangle_square */
  uint64_t least_square, most_square;
  /* Or a list, unless NULL: finds the goal at a place of the list, a cell of the plane; false if
   * the world has no such cell. */
  bool (*cell_at)(const void *user, uint32_t at, ovl_cell *cell);
  const void *user;
  uint32_t count;
  ovi_goal_index *index;
} ovi_goals;

typedef struct ovi_goal {
  ovl_cell cell;
  uint64_t order;
} ovi_goal;

typedef void (*ovi_goal_fn)(void *user, const ovi_goal *goal);

/* Takes memory for lists of up to `most` goals. */
void ovi_goal_index_reserve(ovi_goal_index *index, ovi_arena *arena, uint32_t most);

/* Makes the index of a list. Takes time in proportion to its length. */
void ovi_goals_sort(const ovi_goals *goals, const ovi_layer *layer);

/* Calls `take` for all goals inside a rectangle. Reads the whole list, or the part of the area that
 * the rectangle has. */
void ovi_goals_inside(const ovi_goals *goals, ovi_rectangle inside, ovi_goal_fn take, void *user);

/* Calls `take` for all goals of a region; a list must have been sorted. */
void ovi_goals_of_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region,
                         ovi_goal_fn take, void *user);

/* Lists the regions that goals may lie in, each once; a list must have been sorted. *at begins at 0
 * and moves on; false if there are no more. */
bool ovi_goals_next_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t *at,
                           uint32_t *region);

/* Returns whether a region has goals; a list must have been sorted. */
bool ovi_goals_have_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region);

/* Goals that may be the nearest, those to which a path may cost least: in order of that. */
enum { OVI_GOAL_CANDIDATES = 8 };

typedef struct ovi_goal_candidate {
  ovi_goal goal;
  uint64_t bound; /* cost units: no path to it costs less */
} ovi_goal_candidate;

typedef struct ovi_goal_candidates {
  ovi_goal_candidate list[OVI_GOAL_CANDIDATES];
  int count;
  ovi_goal_candidate rest; /* the best of all other goals; its bound is UINT64_MAX if there are none
                            */
} ovi_goal_candidates;

/* Returns whether a goal of a cost and order is chosen rather than another one. */
static inline bool ovi_goal_is_before(uint64_t cost, uint64_t order, uint64_t other_cost,
                                      uint64_t other_order) {
  return cost < other_cost || (cost == other_cost && order < other_order);
}

/* Begins with no candidates, and adds one. */
void ovi_goal_candidates_begin(ovi_goal_candidates *candidates);
void ovi_goal_candidates_add(ovi_goal_candidates *candidates, const ovi_goal *goal, uint64_t bound);

/* The best state of any goal. */
typedef enum ovi_goals_state {
  OVI_GOALS_OUTSIDE,
  OVI_GOALS_BLOCKED,
  OVI_GOALS_UNREACHABLE,
  OVI_GOALS_REACHABLE
} ovi_goals_state;

/* Ends at the first goal that can be reached. */
ovi_goals_state ovi_goals_find_state(const ovi_goals *goals, const ovi_layer *layer,
                                     ovi_reachable reachable);

/* The cells of a region. */
ovi_rectangle ovi_region_rectangle(const ovi_layer *layer, uint32_t id);

#endif
