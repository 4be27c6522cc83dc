/* A planner's memory: what the facade's queries work in. */
#ifndef OVERLAND_QUERY_PLANNER_H
#define OVERLAND_QUERY_PLANNER_H

#include "coarse/refine/refine.h"
#include "coarse/search/coarse_search.h"
#include "coarse/search/goal_set.h"
#include "coarse/search/island_reach.h"
#include "coarse/search/label_route.h"
#include "overland.h"
#include "query/overlay_state.h"
#include "query/task_state.h"
#include "world/world.h"

struct ovl_planner {
  ovl_allocator allocator; /* unused if the block is the caller's */
  bool owns_block;
  uint64_t bytes;
  bool turn_costs;
  int32_t spare_percent;
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
  ovi_overlay_planning overlay;
  ovi_task task;
  uint64_t expansion_limit; /* of the call under way; UINT64_MAX: none */
  uint64_t slice_end;       /* how many expansions end its slice; UINT64_MAX: it has but one */
  ovl_stats stats;
  /* Of worlds that are paged: */
  ovi_pager *pager; /* through which the task under way looks into its world; NULL: it need not */
  ovi_pager own_pager;  /* of a world that is read, with */
  ovi_page_cache cache; /* what was fetched for it, */
  ovl_world *view;      /* as which it is seen: a copy whose layers ask that pager */
  uint64_t view_bytes;  /* that there is room for; 0: for none */
};

/* Whether all that was looked into since is what it says; else no answer may be given. */
static inline bool ovi_planner_has_all(const ovl_planner *planner) {
  return planner->pager == NULL || ovi_pager_outcome(planner->pager) == OVL_OK;
}

/* Whether regions may leave amid a call; not while others are missing, for then it begins again. */
static inline bool ovi_planner_may_let_go(const ovl_planner *planner) {
  return planner->pager != NULL && planner->pager->cache != NULL && ovi_planner_has_all(planner);
}

/* max_bytes with which no search of the world is too large, with or without turns that cost. */
uint64_t ovi_planner_most_bytes(const ovl_planner *planner, const ovl_world *world, bool turns);

static inline uint64_t ovi_planner_expanded(const ovl_planner *planner) {
  return planner->coarse.expanded + planner->refiner.local.search.expanded;
}

/* What the limit of the call under way leaves. */
static inline uint64_t ovi_planner_expansions_left(const ovl_planner *planner) {
  const uint64_t done = ovi_planner_expanded(planner);
  return done < planner->expansion_limit ? planner->expansion_limit - done : 0;
}

/* Where its limit or its slice ends, whichever is first. */
static inline uint64_t ovi_planner_end(const ovl_planner *planner) {
  return planner->expansion_limit < planner->slice_end ? planner->expansion_limit
                                                       : planner->slice_end;
}

/* What its slice leaves. */
static inline uint64_t ovi_planner_slice_left(const ovl_planner *planner) {
  const uint64_t done = ovi_planner_expanded(planner);
  const uint64_t end = ovi_planner_end(planner);
  return done < end ? end - done : 0;
}

/* Whether the limit, and not just the slice, is what ended a part with OVL_BUSY. */
static inline bool ovi_planner_is_spent(const ovl_planner *planner, ovl_result result) {
  return result == OVL_BUSY && ovi_planner_expansions_left(planner) == 0;
}

/* Lets go of a search that is paused. */
static inline void ovi_planner_abandon(ovl_planner *planner) {
  planner->refiner.local.search.is_paused = false;
  ovi_overlay_planning_abandon(&planner->overlay);
}

/* Whether a query is answered by labels. */
static inline bool ovi_query_uses_labels(const ovi_layer *layer, const ovl_query *query) {
  return layer->labels.count != 0 && !ovi_layer_is_edited(layer) &&
         query->heuristic_weight_percent == 100 &&
         (query->method == OVL_METHOD_BEST || query->method == OVL_METHOD_LABELS);
}

/* The same by overlays. */
static inline bool ovi_query_uses_overlays(const ovi_layer *layer, const ovl_query *query) {
  return ovi_overlays_serve(layer) && query->heuristic_weight_percent == 100 &&
         (query->method == OVL_METHOD_BEST || query->method == OVL_METHOD_OVERLAYS);
}

/* Whether the planner is large enough for the world's regions. */
bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer);

#endif
