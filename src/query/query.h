/* A query as the calls work on it: the settings of ovl_query and of its ovl_query_more in one
 * struct. */
#ifndef OVERLAND_QUERY_QUERY_H
#define OVERLAND_QUERY_QUERY_H

#include "coarse/view/layer.h"
#include "overland.h"

/* The fields are those of the same name in ovl_query and ovl_query_more. */
typedef struct ovi_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile;
  ovl_smoothing smoothing;
  bool move_start;
  bool move_goal;
  bool nearest;
  bool has_reserved; /* a reserved field of the caller's is not 0 */
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;
  int32_t goal_radius;
  const ovl_cell *goal_cells;
  size_t goal_count;
  uint64_t cost_limit;
  uint64_t expansion_limit;
  uint32_t turn_cost;
  int32_t heuristic_weight_percent;
  ovl_method method;
  ovl_visit_fn visit;
  void *visit_user;
} ovi_query;

/* Copies a query of the caller's; its `more` is not needed afterwards, its goal_cells are. */
ovi_query ovi_query_of(const ovl_query *query);

/* Whether a layer can be searched as the query asks: enumerations and numbers are in range, and
 * the layer holds what the method needs. Goals are checked when they are resolved. */
bool ovi_query_is_valid(const ovi_query *query, const ovi_layer *layer);

#endif
