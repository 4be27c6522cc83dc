/* Goals: the cells of the plane that a query would be content with.
 *
 * Invariant: a goal has an order, and of two that cost the same the first in order is
 * taken: the caller's order of a list, upper left first of an area. Nothing is
 * prepared but an index of a list by regions, whose memory the planner has; the list
 * stays the caller's. */
#ifndef OVERLAND_COARSE_SEARCH_GOAL_SET_H
#define OVERLAND_COARSE_SEARCH_GOAL_SET_H

#include "coarse/search/island_reach.h"
#include "coarse/view/region_box.h"

/* A list by regions: chains of what hashes alike, in the order of the list. */
typedef struct ovi_goal_index {
  uint32_t *heads, *next; /* a power of two, and as many as it is placed for */
  uint32_t mask;
} ovi_goal_index;

typedef struct ovi_goals {
  /* An area: the cells of a rectangle whose squared distance from the centre is between
   * the two given; */
  ovi_rectangle area;
  ovl_cell centre;
  uint64_t least_square, most_square;
  /* or a list, if there is one: gives the cell of the plane at a place of it, false if
   * there is none. */
  bool (*place)(const void *user, uint32_t at, ovl_cell *cell);
  const void *user;
  uint32_t count;
  ovi_goal_index *index;
} ovi_goals;

typedef struct ovi_goal {
  ovl_cell cell;
  uint64_t order;
} ovi_goal;

typedef void (*ovi_goal_fn)(void *user, const ovi_goal *goal);

/* Takes memory for lists of up to so many. */
void ovi_goal_index_reserve(ovi_goal_index *index, ovi_arena *arena, uint32_t most);

/* Sorts a list by regions. Costs its length. */
void ovi_goals_sort(const ovi_goals *goals, const ovi_layer *layer);

/* Gives all goals inside a rectangle. Costs the list, or the rectangle's part of the area. */
void ovi_goals_inside(const ovi_goals *goals, ovi_rectangle inside, ovi_goal_fn take, void *user);

/* Gives all goals of a region; a list must have been sorted. */
void ovi_goals_of_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region,
                         ovi_goal_fn take, void *user);

/* Lists the regions that goals may lie in, each once; a list must have been sorted. *at begins at 0
 * and moves on; false if there are no more. */
bool ovi_goals_next_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t *at,
                           uint32_t *region);

/* The best that can be said of any goal. */
typedef enum ovi_goals_state {
  OVI_GOALS_OUTSIDE,
  OVI_GOALS_BLOCKED,
  OVI_GOALS_UNREACHABLE,
  OVI_GOALS_REACHABLE
} ovi_goals_state;

/* Looks no further than the first that can be reached. */
ovi_goals_state ovi_goals_find_state(const ovi_goals *goals, const ovi_layer *layer,
                                     ovi_reachable reachable);

/* The cells of a region. */
ovi_rectangle ovi_region_rectangle(const ovi_layer *layer, uint32_t id);

#endif
