/* Choosing the nearest of many goals, by cost.
 *
 * Forward and lazily: first the box of regions around the start is searched, with what
 * goals there are in it. If one outside could be nearer, costs are spread over the
 * waypoint graph, and a region's goals are looked at only when the spreading comes
 * to one of its ports, and only those that could still be the nearest from there.
 *
 * Invariant: octile distance is a lower bound inside a region, so of many goals
 * only a few are searched for, the most hopeful first: as one looks for the nearest
 * neighbour with a bound (Hjaltason and Samet, "Distance browsing in spatial databases",
 * 1999).
 *
 * It is sliced: its state is one structure, and a search that is paused goes on in the
 * next slice. */
#ifndef OVERLAND_COARSE_SEARCH_NEAREST_GOAL_H
#define OVERLAND_COARSE_SEARCH_NEAREST_GOAL_H

#include "coarse/search/coarse_search.h"
#include "coarse/search/goal_set.h"
#include "coarse/view/region_box.h"

typedef struct ovi_goal_task {
  const ovi_layer *layer;
  const ovi_goals *goals;
  ovl_cell start; /* open */
  ovi_reachable reachable;
  ovi_local_search *local; /* to search in */
  ovi_coarse_search *coarse;
  ovi_attachment *links; /* becomes the start's */
} ovi_goal_task;

typedef struct ovi_goal_choice {
  ovl_cell cell;
  uint64_t cost;  /* of a way to it; UINT64_MAX: none is chosen */
  uint64_t order; /* of the goal */
} ovi_goal_choice;

typedef enum ovi_choice_status {
  OVI_CHOICE_MADE,
  OVI_CHOICE_OUTSIDE, /* there is no goal, none that is open, */
  OVI_CHOICE_BLOCKED,
  OVI_CHOICE_UNREACHABLE, /* or none that can be reached */
  OVI_CHOICE_FULL,        /* the coarse search has too little memory */
  OVI_CHOICE_CORRUPT,
  OVI_CHOICE_PAUSED /* the expansions are spent: go on by calling again */
} ovi_choice_status;

enum { OVI_HOPEFUL = 4 }; /* goals that are searched for one by one */

typedef struct ovi_hope {
  ovi_goal goal;
  uint64_t bound; /* no way to it costs less */
} ovi_hope;

/* The goals of the box around the start or of a region. */
typedef struct ovi_goal_place {
  ovi_rectangle box;
  uint32_t region; /* UINT32_MAX: the box */
} ovi_goal_place;

/* How far a choice has come. */
typedef enum ovi_choice_stage {
  OVI_CHOICE_AROUND,   /* looks at the box around the start */
  OVI_CHOICE_ATTACHES, /* links the start */
  OVI_CHOICE_SPREADS,
  OVI_CHOICE_ENTERS /* looks at a region that was entered */
} ovi_choice_stage;

/* How far a look at one place has come. */
typedef enum ovi_look_stage { OVI_LOOK_BEGINS, OVI_LOOK_TRIES, OVI_LOOK_SEARCHES } ovi_look_stage;

/* A choice under way. */
typedef struct ovi_goal_choosing {
  ovi_goal_task task;
  ovi_goal_choice best;
  ovi_choice_stage stage;
  uint64_t expanded_end; /* of both searches together */
  /* The place that is looked at, from one cell that is reached at a cost: */
  ovi_look_stage look;
  ovi_goal_place at;
  ovl_cell from;
  uint64_t base;
  bool is_open; /* its window is: blocked goals can be told */
  ovi_hope hopes[OVI_HOPEFUL];
  int count;
  int tried;     /* of the hopes */
  ovi_hope rest; /* the best of those beside; the bound is UINT64_MAX if there are none */
} ovi_goal_choosing;

void ovi_goal_choice_begin(ovi_goal_choosing *choosing, const ovi_goal_task *task);

/* Goes on until the goal is chosen, or both searches have expanded so many together. The best by
 * now is choosing->best. */
ovi_choice_status ovi_goal_choice_run(ovi_goal_choosing *choosing, uint64_t expanded_end);

/* The box of regions around a cell, and the least that a way from it costs that leaves
 * the box. */
ovi_rectangle ovi_box_around(const ovi_layer *layer, ovl_cell cell);
uint64_t ovi_box_cost_out(const ovi_layer *layer, ovi_rectangle box, ovl_cell cell);

#endif
