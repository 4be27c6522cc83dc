/* A flow: the costs to go to one goal, and the tiles that were made of them.
 *
 * Invariant: every tile belongs to the version of the world that the flow answers for, views[now].
 * A renewal works in the other view until it is complete. */
#ifndef OVERLAND_FLOW_FLOW_H
#define OVERLAND_FLOW_FLOW_H

#include "coarse/search/island_reach.h"
#include "flow/cost_to_go.h"
#include "flow/flow_tiles.h"
#include "overland_flow.h"
#include "query/resolve.h"
#include "world/needs.h"
#include "world/world.h"

/* The goal of a flow, as the caller set it. */
typedef struct ovi_flow_goal {
  ovi_query query;
  ovl_cell *cells; /* a copy of the cells of a set */
  uint32_t capacity;
} ovi_flow_goal;

/* The goal in one version of the world, and the costs to go there. */
typedef struct ovi_flow_view {
  const ovl_world *world; /* NULL: there is no goal */
  const ovi_layer *layer;
  ovi_query_goals goals;
  ovi_goal_index index; /* of a list of goals */
  ovi_cost_to_go cost_to_go;
  bool is_spoiled; /* a read failed while costs spread: the next call begins them again */
} ovi_flow_view;

/* The change to another version, which is under way in the other view. */
typedef struct ovi_flow_renewal {
  bool is_running;
  uint32_t next_tile; /* the regions of all tiles before this one are settled there */
} ovi_flow_renewal;

/* The tile that is being made. */
typedef struct ovi_flow_making {
  ovi_flow_tiles rims;
  uint32_t region; /* UINT32_MAX: none */
  uint32_t side;   /* rims of the sides before it are ready */
  uint32_t sources[1 + OVI_SIDES];
  ovi_flow_meter meter;
  uint32_t begun_region; /* the tile that is paid for in part; UINT32_MAX: none */
  uint64_t begun_paid;
} ovi_flow_making;

struct ovl_flow {
  ovi_object object;
  ovi_needs made_for; /* the largest layers that it serves */
  ovi_flow_goal goal;
  ovi_flow_view views[2];
  uint32_t now; /* the view that answers */
  ovi_flow_renewal renewal;
  ovi_island_reach island_reach;
  ovi_tile_maker maker;
  ovi_flow_tiles tiles;
  ovi_flow_making making;
  ovl_flow_work work;
  ovl_result failure; /* the reason of the last OVI_FAILED */
  ovl_fault fault;    /* what the result of the last call is about; "" if that was OVL_OK */
};

static inline const ovi_flow_view *ovi_flow_now(const ovl_flow *flow) {
  return &flow->views[flow->now];
}

/* Notes why a call fails: OVI_FAILED. */
static inline ovi_status ovi_flow_fail(ovl_flow *flow, ovl_result failure) {
  flow->failure = failure;
  return OVI_FAILED;
}

/* The result of a call whose work ended with a status; OVL_OK if it is paused. */
static inline ovl_result ovi_flow_result(const ovl_flow *flow, ovi_status status) {
  return status == OVI_FAILED ? flow->failure : OVL_OK;
}

/* Notes what the result of a call is about, and returns the result. */
static inline ovl_result ovi_flow_end(ovl_flow *flow, ovl_result result, ovl_fault fault) {
  flow->fault = result != OVL_OK ? fault : (ovl_fault){.what = ""};
  return result;
}

static inline ovl_fault ovi_flow_no_goal(void) {
  return (ovl_fault){.what = "flow: it has no goal"};
}

/* Names what a result of beginning in a world is about. */
ovl_fault ovi_flow_begin_fault(const ovl_flow *flow, const ovl_world *world, const ovi_query *query,
                               ovl_result result);

/* Returns whether a flow is large enough for a layer. */
bool ovi_flow_serves(const ovl_flow *flow, const ovi_layer *layer);

/* Forgets the tile that is being made, and all rims. */
void ovi_flow_stop_making(ovl_flow *flow);

/* Resolves the flow's goal in a version of the world, and begins the costs to go of a view there;
 * what was paid for them stays paid. After an error, which is one of ovl_flow_begin's, the view has
 * no world. */
ovl_result ovi_flow_begin_view(ovl_flow *flow, ovi_flow_view *view, const ovl_world *world);

#endif
