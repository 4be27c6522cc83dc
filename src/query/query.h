/* A query as the calls work on it: a copy of the caller's, its `more` included, and the check of
 * what the caller set. */
#ifndef OVERLAND_QUERY_QUERY_H
#define OVERLAND_QUERY_QUERY_H

#include "coarse/view/layer.h"
#include "overland.h"
#include "world/world.h"

/* The fields are those of the same name in ovl_query. */
typedef struct ovi_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile;
  ovl_smoothing smoothing;
  bool move_start;
  bool move_goal;
  bool nearest;
  ovl_query_more more;
} ovi_query;

/* Copies a query of the caller's; its `more` is not needed afterwards, its goal_cells are. */
ovi_query ovi_query_of(const ovl_query *query);

/* Checks all settings but the ends: numbers are in range, and the world has the profile. False:
 * *fault names the first that is wrong. */
bool ovi_query_check_settings(const ovi_query *query, const ovl_world *world, ovl_fault *fault);

/* Checks the fields of the goal's kind. False: *fault names the first that is wrong. */
bool ovi_query_check_goals(const ovi_query *query, ovl_fault *fault);

/* The coordinates of a query's ends in faults. */
extern const char *const ovi_start_names[3];
extern const char *const ovi_goal_names[3];

/* Names the coordinate of a cell that is outside the world; the names are those of x, y and floor.
 */
void ovi_query_find_outside(const ovl_world *world, ovl_cell cell, const char *const names[3],
                            ovl_fault *fault);

/* Names the argument that the result of a query is about: a setting or an end. Leaves
 * *fault as it is if there is none. */
void ovi_query_find_fault(const ovi_query *query, const ovl_world *world, ovl_result result,
                          ovl_fault *fault);

#endif
