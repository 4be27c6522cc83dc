/* The state of a search for the nearest of many goals: the best goal so far, and how far it has
 * come.
 *
 * Invariant: of goals that cost the same the first one is chosen. */
#ifndef OVERLAND_COARSE_NEAREST_NEAREST_STATE_H
#define OVERLAND_COARSE_NEAREST_NEAREST_STATE_H

#include "coarse/nearest/zones.h"
#include "coarse/search/dijkstra.h"

typedef struct ovi_chosen_goal {
  ovl_cell cell;
  uint64_t cost;  /* cost units, of a path to it; UINT64_MAX: none is chosen */
  uint64_t order; /* of the goal */
} ovi_chosen_goal;

/* The goals of one part, searched for from one cell. */
typedef struct ovi_part_search {
  uint32_t part;
  ovi_stage_run stages;
  ovl_cell from;
  uint64_t base; /* cost units, from the start to that cell */
  bool is_open;  /* the window is opened, so that blocked goals can be told */
  ovi_goal_candidates candidates;
  int tried; /* of the candidates; while these are listed, goals that may win */
  uint64_t costs[OVI_GOAL_CANDIDATES]; /* of paths that were planned to them */
} ovi_part_search;

/* Plans a path from the start to a goal; *cost is that of the whole path. OVI_PAUSED: the same call
 * goes on. */
typedef ovi_status (*ovi_goal_measure_fn)(void *user, ovl_cell goal, uint64_t *cost);

/* A search for the nearest goal. */
typedef struct ovi_nearest_goal {
  ovi_dijkstra costs;
  const ovi_goals *goals;
  ovi_chosen_goal best;
  ovi_goals_state state; /* of all goals, if none was chosen */
  ovi_stage_run stages;
  uint64_t expanded_end; /* of coarse and fine search together */
  uint32_t next_listed;  /* the next region of the goals */
  ovi_zones zones;       /* their room is known before they begin */
  uint32_t zones_left;   /* that may be searched */
  bool is_past;          /* waypoints are settled that cost more than the best goal */
  bool is_spread;        /* costs over waypoints are known, as far as rivals may lie */
  ovi_rectangle rivals;  /* cells that hold all rivals of the best goal */
  ovi_goal_measure_fn measure;
  void *measure_user;
  ovi_part_search search;
} ovi_nearest_goal;

/* Returns whether a goal may still be chosen, if a path to it costs this at least. */
static inline bool ovi_nearest_can_win(const ovi_nearest_goal *nearest, uint64_t bound,
                                       uint64_t order) {
  return ovi_goal_is_before(bound, order, nearest->best.cost, nearest->best.order);
}

/* Chooses a goal of this cost, if it comes before the best so far. */
static inline void ovi_nearest_choose(ovi_nearest_goal *nearest, const ovi_goal *goal,
                                      uint64_t cost) {
  if (ovi_nearest_can_win(nearest, cost, goal->order)) {
    nearest->best = (ovi_chosen_goal){goal->cell, cost, goal->order};
  }
}

#endif
