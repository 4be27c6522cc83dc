/* A flow: costs left from its goal, and the tiles made of them.
 *
 * Invariant: all of its tiles are of the version that it is in. What is left of a renewal that
 * is under way stands in the other set of costs. */
#ifndef OVERLAND_FLOW_FLOW_H
#define OVERLAND_FLOW_FLOW_H

#include "coarse/search/island_reach.h"
#include "flow/cost_to_go.h"
#include "flow/flow_tiles.h"
#include "overland_flow.h"
#include "query/resolve.h"
#include "world/needs.h"
#include "world/world.h"

/* What a flow is asked about, in one version. */
typedef struct ovi_flow_view {
  const ovl_world *world; /* NULL: there is no goal */
  const ovi_layer *layer;
  ovi_query_goals goals;
  ovi_cost_to_go left;
} ovi_flow_view;

struct ovl_flow {
  ovi_object object;
  ovi_needs made_for; /* the largest layers that it serves */
  uint32_t max_goals;
  ovi_flow_view views[2];
  uint32_t now;     /* the view that answers */
  bool is_renewing; /* the other one is spreading */
  uint32_t renewed; /* tiles whose regions it has settled */
  ovi_query asked;  /* the goal */
  ovl_cell *goal_cells;
  ovi_goal_index indices[2];
  ovi_island_reach island_reach;
  ovi_tile_maker maker;
  ovi_flow_tiles tiles;
  ovi_rim_store rims;
  ovl_flow_work work;
};

static inline const ovi_flow_view *ovi_flow_now(const ovl_flow *flow) {
  return &flow->views[flow->now];
}

/* Whether the flow is large enough for a layer. */
bool ovi_flow_serves(const ovl_flow *flow, const ovi_layer *layer);

/* Begins a view at the goal that was asked for. */
ovl_result ovi_flow_begin_view(ovl_flow *flow, uint32_t number, const ovl_world *world);

#endif
