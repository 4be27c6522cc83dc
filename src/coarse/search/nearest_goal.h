/* Finds the nearest of many goals, by cost.
 *
 * First the box of regions around the start is searched, then, if a goal outside of it could be
 * nearer and goals are not far, zones of cells: the least cost found there is that of the nearest
 * goal. For far goals Dijkstra's algorithm runs over the waypoint graph, and each time that it
 * enters a region, those goals of the region are searched for that could still be the nearest from
 * there. Where costs spread over overlays, they do so first, as far as the best goal so far; then
 * each region with goals that could be nearer is searched from all its entries together.
 *
 * Invariant: octile distance is a lower bound inside a region, so that of many goals only a few are
 * searched for, those with the least bound first, as in the search for nearest neighbours
 * (Hjaltason and Samet, "Distance browsing in spatial databases", 1999). The whole state is one
 * structure: a search that is paused goes on in the next slice. */
#ifndef OVERLAND_COARSE_SEARCH_NEAREST_GOAL_H
#define OVERLAND_COARSE_SEARCH_NEAREST_GOAL_H

#include "coarse/search/dijkstra.h"
#include "coarse/search/zones.h"

typedef struct ovi_chosen_goal {
  ovl_cell cell;
  uint64_t cost;  /* cost units, of a path to it; UINT64_MAX: none is chosen */
  uint64_t order; /* of the goal */
} ovi_chosen_goal;

enum { OVI_GOAL_CANDIDATES = 4 }; /* goals of a part that are searched for one by one */

typedef struct ovi_goal_candidate {
  ovi_goal goal;
  uint64_t bound; /* no path to it costs less */
} ovi_goal_candidate;

/* The goals of one part, searched for from one cell. */
typedef struct ovi_part_search {
  uint32_t part;
  ovi_stage_run stages;
  ovl_cell from;
  uint64_t base; /* cost units, from the start to that cell */
  bool is_open;  /* the window is opened, so that blocked goals can be told */
  ovi_goal_candidate candidates[OVI_GOAL_CANDIDATES];
  int count;
  int tried; /* of the candidates */
  ovi_goal_candidate
      rest; /* the best of all other goals; the bound is UINT64_MAX if there are none */
} ovi_part_search;

/* A search for the nearest goal. */
typedef struct ovi_nearest_goal {
  ovi_dijkstra costs;
  const ovi_goals *goals;
  ovi_chosen_goal best;
  ovi_goals_state state; /* of all goals, if none was chosen */
  ovi_stage_run stages;
  uint64_t expanded_end; /* of coarse and fine search together */
  uint32_t next_listed;  /* the next region of the goals */
  ovi_zone_room *room;
  ovi_zones zones;
  uint32_t zones_left; /* that may be searched */
  ovi_part_search search;
} ovi_nearest_goal;

/* Begins at a start; its costs have not begun. */
void ovi_nearest_goal_begin(ovi_nearest_goal *nearest, const ovi_dijkstra *costs,
                            ovi_zone_room *room, const ovi_goals *goals);

/* Goes on until the goal is chosen, or both searches have expanded so many together:
 * OVI_DONE, OVI_PAUSED. nearest->best is the best so far. OVI_NONE: no goal can be reached, and
 * nearest->state says why. OVI_FULL, OVI_CORRUPT. */
ovi_status ovi_nearest_goal_run(ovi_nearest_goal *nearest, uint64_t expanded_end);

#endif
