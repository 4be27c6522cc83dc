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
 * 1999). */
#ifndef OVI_GOAL_CHOICE_H
#define OVI_GOAL_CHOICE_H

#include "coarse_search.h"
#include "goals.h"
#include "refine.h"

typedef struct ovi_goal_task {
  const ovi_layer *layer;
  const ovi_goals *goals;
  ovl_cell start; /* open */
  ovi_reachable reachable;
  ovi_stretch *stretch; /* to search in */
  ovi_coarse_search *coarse;
  ovi_links *links;         /* becomes the start's */
  uint64_t expansion_limit; /* of both searches together; UINT64_MAX: none */
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
  OVI_CHOICE_LIMITED,     /* none was found within the limit */
  OVI_CHOICE_FULL,        /* the coarse search has too little memory */
  OVI_CHOICE_CORRUPT
} ovi_choice_status;

ovi_choice_status ovi_goal_choose(const ovi_goal_task *task, ovi_goal_choice *choice);

/* The box of regions around a cell, and the least that a way from it costs that leaves
 * the box. */
ovi_region_box ovi_box_around(const ovi_layer *layer, ovl_cell cell);
uint64_t ovi_box_cost_out(const ovi_layer *layer, ovi_region_box box, ovl_cell cell);

/* The cells of a box. */
ovi_rectangle ovi_box_rectangle(const ovi_layer *layer, ovi_region_box box);

#endif
