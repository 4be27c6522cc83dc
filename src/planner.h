/* A planner's memory: what the facade's queries work in. */
#ifndef OVI_PLANNER_H
#define OVI_PLANNER_H

#include "coarse_search.h"
#include "goals.h"
#include "island_reach.h"
#include "label_route.h"
#include "overland.h"
#include "refine.h"
#include "world_object.h"

struct ovl_planner {
  ovl_allocator allocator; /* unused if the block is the caller's */
  bool owns_block;
  uint64_t bytes;
  bool turn_costs;
  int32_t region_cells; /* the largest that it serves */
  uint32_t max_ports;
  uint32_t max_exceptions; /* in a window whose steps have a rule */
  bool has_steps;          /* it serves such windows */
  bool has_heights;
  ovi_refiner refiner;
  ovi_coarse_search coarse;
  ovi_label_end start, goal;
  ovi_label_table labels;
  ovi_label_hub hub; /* on the way from the first waypoint of the route found last */
  ovi_island_reach island_reach;
  ovl_stop *stops; /* no fewer than the coarse search has nodes */
  uint32_t stop_capacity;
  ovi_goal_index goal_index;
  uint64_t expansion_limit; /* of the call under way; UINT64_MAX: none */
  ovl_stats stats;
};

/* Who looks on, in the world's cells. */
typedef struct ovi_visitor {
  const ovl_world *world;
  ovl_visit_fn visit;
  void *user;
} ovi_visitor;

/* A query in the plane: its ends are cells of the plane, and its layer is known. */
typedef struct ovi_plane_query {
  const ovl_world *world;
  const ovi_layer *layer;
  const ovl_query *asked; /* as the caller gave it */
  ovl_query query;
  ovi_visitor visitor;
  uint32_t start_island;
  ovi_reachable reachable; /* from the start, once that is settled */
  bool is_partial;         /* the goal is not the one that was asked for */
} ovi_plane_query;

/* Checks the settings and the start's place; fills `plane` but for the goal. What is visited is
 * passed on to the caller in the world's cells. */
ovl_result ovi_query_begin(const ovl_world *world, const ovl_query *query, ovi_plane_query *plane);

/* The same for a query from one cell to another, both of which are checked. */
ovl_result ovi_query_check(const ovl_world *world, const ovl_query *query, ovi_plane_query *plane);

/* Begins the count of what a call does, and hands its visitor to both tiers. */
void ovi_planner_begin_work(ovl_planner *planner);
void ovi_planner_begin_visits(ovl_planner *planner, const ovl_query *query);

/* Ends both. */
void ovi_planner_end_work(ovl_planner *planner);

/* Plans the coarse tier of a checked query whose ends differ: fills the route, in the
 * plane, its stops going to planner->stops. */
ovl_result ovi_query_plan(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route);

/* Checks a query and plans it, settling its ends first. OVL_LIMITED: the planner's stretch holds a
 * part of the way, to which the route leads. */
ovl_result ovi_query_route(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                           ovi_plane_query *plane, ovl_route *route);

/* max_bytes with which no search of the world is too large, with or without turns that cost. */
uint64_t ovi_planner_most_bytes(const ovl_world *world, bool turns);

/* What the limit of the call under way leaves. */
static inline uint64_t ovi_planner_expansions_left(const ovl_planner *planner) {
  const uint64_t done = planner->coarse.expanded + planner->refiner.stretch.search.expanded;
  return done < planner->expansion_limit ? planner->expansion_limit - done : 0;
}

/* Whether a query is answered by labels. */
static inline bool ovi_query_uses_labels(const ovi_layer *layer, const ovl_query *query) {
  return layer->label_count != 0 && query->estimate_percent == 100 &&
         (query->estimate == OVL_ESTIMATE_BEST || query->estimate == OVL_ESTIMATE_LABELS);
}

/* Whether the planner is large enough for the world's regions. */
bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer);

#endif
