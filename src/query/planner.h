/* A planner in three parts: the workspace that it searches in, the call under way, and the task
 * that the call works on. */
#ifndef OVERLAND_QUERY_PLANNER_H
#define OVERLAND_QUERY_PLANNER_H

#include "coarse/overlay/overlay_flood.h"
#include "coarse/overlay/overlay_plan.h"
#include "coarse/refine/refine.h"
#include "coarse/refine/route_code.h"
#include "coarse/refine/route_stops.h"
#include "coarse/search/coarse_search.h"
#include "coarse/search/goal_set.h"
#include "coarse/search/island_reach.h"
#include "coarse/search/label_route.h"
#include "coarse/search/way_route.h"
#include "overland.h"
#include "query/task_state.h"
#include "world/needs.h"
#include "world/world.h"

/* ---- The plan over overlays ------------------------------------------------------- */

/* The world, goal and origin of a plan. */
typedef struct ovi_overlay_key {
  uint64_t world;
  uint32_t layer;
  ovl_cell goal;
  ovi_route_origin origin;
} ovi_overlay_key;

/* The stops of a plan, as far as they are unpacked. */
typedef struct ovi_overlay_stops {
  ovi_stop *stops;
  ovi_crossing *crossings; /* of each stop */
  uint32_t capacity, count;
  uint32_t last_cluster; /* the first stop that enters the last cluster of level 1 */
  bool is_whole;         /* they lead to the goal */
} ovi_overlay_stops;

typedef struct ovi_overlay_planning {
  ovi_overlay_plan plan;
  ovi_overlay_key key;   /* of the plan that is held or being made */
  ovi_overlay_key asked; /* what the call under way asks for, at less than a bound */
  uint64_t bound;
  ovi_stage_run stages;
  bool is_under_way;
  bool is_held;
  bool is_found;
  bool is_replan; /* what is under way begins at a route's next stop */
  uint64_t cost;  /* from the origin */
  uint32_t steps; /* that the plan had when it was made */
  ovi_overlay_stops list;
  ovi_known_stops known;   /* of the route whose next segment is being searched for */
  ovi_overlay_flood flood; /* costs to many cells, in the memory of the plan */
} ovi_overlay_planning;

/* ---- The planner ------------------------------------------------------------------ */

/* The ends of a route. */
enum { OVI_END_START, OVI_END_GOAL };

/* Memory to search in. What it holds of earlier calls may save work and never changes an answer. */
typedef struct ovi_workspace {
  ovi_refiner refiner; /* the window, and the search of its cells */
  ovi_coarse_search coarse;
  ovi_label_end ends[2]; /* costs from either end to the ports of its region; by OVI_END_ */
  ovi_label_table labels;
  ovi_way_bounds ways;
  ovi_label_hub hub; /* on the way from the first waypoint of the route that was found last */
  ovi_island_reach island_reach;
  ovi_stop *stops; /* of a route by labels that is unfolded */
  uint32_t stop_capacity;
  ovi_goal_index goal_index;
  ovi_zone_room zones;
  ovi_overlay_planning overlay;
} ovi_workspace;

/* A planner's view of a world that is fetched region by region. */
typedef struct ovi_planner_pages {
  ovi_pager *pager;     /* checks or fetches what the call reads; NULL: all is checked */
  ovi_pager own_pager;  /* of a world that is read through a callback */
  ovi_page_cache cache; /* the regions that it has fetched */
  ovl_world *view;      /* a copy of such a world whose layers read through own_pager */
  uint64_t view_bytes;  /* room for it; 0: none */
} ovi_planner_pages;

/* The worlds and queries that the memory of a planner has room for. */
typedef struct ovi_planner_purpose {
  ovi_needs needs;         /* of worlds; windows.turns: and of turns that cost */
  uint64_t view_bytes;     /* of a copy of a world that is read through a callback; 0: of none */
  uint64_t resident_bytes; /* of the cache for such worlds */
} ovi_planner_purpose;

/* The limits of the call under way, its work and its result. */
typedef struct ovi_call {
  uint64_t expansion_limit; /* UINT64_MAX: none */
  uint64_t slice_end;       /* expansions at which its slice ends; UINT64_MAX: it has only one */
  ovl_stats stats;
  ovl_result failure; /* once a part of it has failed: the result of the call */
  ovl_fault fault;    /* the argument or limit that its result is about; "" if there is none */
  const char *stage;  /* the name of the stage under way */
} ovi_call;

struct ovl_planner {
  ovi_object object;
  uint64_t max_bytes; /* 0: no limit */
  int32_t spare_percent;
  uint8_t *grown; /* holds workspace and pages if a call needed more than the object's block has */
  uint64_t grown_bytes;
  ovi_planner_purpose made_for;
  ovi_workspace workspace;
  ovi_planner_pages pages;
  ovi_call call;
  ovi_task task;
  ovl_trace_fn segment_trace; /* receives the events of segments of routes; NULL: none */
  void *segment_trace_user;
  uint32_t untraced; /* kinds of events that no trace reports: bit 1 << kind of each */
};

/* Returns whether all regions that were read since the call began are there and valid; else it has
 * no answer. */
static inline bool ovi_planner_has_all(const ovl_planner *planner) {
  return planner->pages.pager == NULL || ovi_pager_outcome(planner->pages.pager) == OVL_OK;
}

static inline uint64_t ovi_planner_expanded(const ovl_planner *planner) {
  return planner->workspace.coarse.expanded + planner->workspace.refiner.local.search.expanded;
}

/* Expansions that the limit of the call leaves. */
static inline uint64_t ovi_planner_expansions_left(const ovl_planner *planner) {
  const uint64_t done = ovi_planner_expanded(planner);
  return done < planner->call.expansion_limit ? planner->call.expansion_limit - done : 0;
}

/* Expansions at which its limit or its slice ends, whichever is first. */
static inline uint64_t ovi_planner_end(const ovl_planner *planner) {
  return planner->call.expansion_limit < planner->call.slice_end ? planner->call.expansion_limit
                                                                 : planner->call.slice_end;
}

/* Expansions that its slice leaves. */
static inline uint64_t ovi_planner_slice_left(const ovl_planner *planner) {
  const uint64_t done = ovi_planner_expanded(planner);
  const uint64_t end = ovi_planner_end(planner);
  return done < end ? end - done : 0;
}

/* Returns whether a part of the call has paused because its limit, and not only its slice, is
 * spent. */
static inline bool ovi_planner_is_spent(const ovl_planner *planner, ovi_status status) {
  return status == OVI_PAUSED && ovi_planner_expansions_left(planner) == 0;
}

static inline bool ovi_planner_has_task(const ovl_planner *planner) {
  return planner->task.kind != NULL;
}

/* Notes the argument that a call is refused for, and returns its result. */
static inline ovl_result ovi_planner_refuse(ovl_planner *planner, ovl_result result,
                                            const char *what, uint64_t found, uint64_t expected) {
  planner->call.fault = (ovl_fault){what, 0, found, expected};
  return result;
}

/* Notes why the call fails: OVI_FAILED. */
static inline ovi_status ovi_planner_fail(ovl_planner *planner, ovl_result failure) {
  planner->call.failure = failure;
  return OVI_FAILED;
}

/* Returns OVI_DONE if the call may give away what it has found; OVI_FAILED if it has read regions
 * that were not there or not valid. */
static inline ovi_status ovi_planner_trust(ovl_planner *planner) {
  return ovi_planner_has_all(planner)
             ? OVI_DONE
             : ovi_planner_fail(planner, ovi_pager_outcome(planner->pages.pager));
}

/* Ends a search that is paused, and a plan that is under way. */
static inline void ovi_planner_abandon(ovl_planner *planner) {
  planner->workspace.refiner.local.search.progress.is_paused = false;
  planner->workspace.refiner.ends.search.progress.is_paused = false;
  ovi_overlay_planning *planning = &planner->workspace.overlay;
  planning->is_held = planning->is_held && !planning->is_under_way;
  planning->is_under_way = false;
  planning->is_replan = false;
}

/* Dijkstra's algorithm from the start of the task's query, in the planner's workspace: over the
 * waypoint graph where labels answer, else over the overlays. */
ovi_dijkstra ovi_planner_dijkstra(ovl_planner *planner);

/* Makes a planner that owns its memory large enough for the queries of a world, with turns that
 * cost or without, as far as its max_bytes allow that; between calls. OVL_OK, also if it must stay
 * as it is; OVL_NO_MEMORY, and then it is as it was. */
ovl_result ovi_planner_fit(ovl_planner *planner, const ovl_world *world, bool turns);

/* Returns whether the planner is large enough for the searches of a layer. */
bool ovi_planner_serves(const ovl_planner *planner, const ovi_layer *layer);

/* The result OVL_PLANNER_TOO_SMALL; notes the bytes of a planner that has all that the queries of a
 * world may need, with turns that cost or without. */
ovl_result ovi_planner_too_small(ovl_planner *planner, const ovl_world *world, bool turns);

#endif
