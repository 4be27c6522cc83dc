/* The state of a planner's query: all that its next slice goes on by.
 *
 * Each part of a query that may search has a stage, and does again from there what it was
 * doing when the search was paused. What leads to a search follows from the state alone, so
 * a query is the same however it is sliced, and in one go it is one slice. */
#ifndef OVERLAND_QUERY_TASK_STATE_H
#define OVERLAND_QUERY_TASK_STATE_H

#include "coarse/refine/unfold.h"
#include "coarse/search/nearest_goal.h"
#include "coarse/search/one_to_many.h"
#include "overland.h"
#include "query/path_writer.h"
#include "query/query.h"
#include "world/world.h"

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
  const ovi_query *asked; /* as the caller gave it */
  ovi_query query;
  ovi_visitor visitor;
  uint32_t start_island;
  ovi_reachable reachable; /* from the start, once that is settled */
  bool is_partial;         /* the goal is not the one that was asked for */
} ovi_plane_query;

/* Goals in the plane, and what their callbacks read. */
typedef struct ovi_query_goals {
  const ovl_world *world;
  const ovl_cell *cells; /* a list of the caller's, or NULL: */
  ovl_cell first;        /* of places so many apart */
  int32_t apart;
  ovi_goals goals;
} ovi_query_goals;

/* Settling the ends. */
typedef enum ovi_resolve_stage {
  OVI_RESOLVE_BEGINS,
  OVI_RESOLVE_CHOOSES,        /* one of many goals */
  OVI_RESOLVE_CHOOSES_NEAREST /* of the cells that can be reached */
} ovi_resolve_stage;

/* Planning from cell to cell. */
typedef enum ovi_plan_stage {
  OVI_PLAN_BEGINS,
  OVI_PLAN_DIRECT, /* the one window of a short query */
  OVI_PLAN_START,  /* links the start, */
  OVI_PLAN_GOAL,   /* and the goal */
  OVI_PLAN_SEARCHES
} ovi_plan_stage;

/* Both, and what is left of them when a limit is reached. */
typedef enum ovi_route_stage {
  OVI_ROUTE_BEGINS,
  OVI_ROUTE_RESOLVES,
  OVI_ROUTE_PLANS,
  OVI_ROUTE_IS_PARTIAL
} ovi_route_stage;

/* A route that is dearer than its limit. */
typedef enum ovi_shorten_stage {
  OVI_SHORTEN_MEASURES,
  OVI_SHORTEN_CUTS,
  OVI_SHORTEN_REPLANS
} ovi_shorten_stage;

/* A whole task; which of these it passes is its own business. */
typedef enum ovi_task_stage {
  OVI_TASK_PLANS,
  OVI_TASK_MEASURES,
  OVI_TASK_WRITES,
  OVI_TASK_LOOKS_AROUND, /* in the box around the start, alone */
  OVI_TASK_SPREADS,
  OVI_TASK_SEARCHES_BOX,
  OVI_TASK_SEARCHES_REGIONS
} ovi_task_stage;

/* A path while it is written. */
typedef struct ovi_writing {
  bool has_begun;
  ovl_path *path;
  uint64_t cost_limit;
  bool is_taken; /* the planner's stretch is all of it */
  bool unfolds;  /* else it is refined */
  ovl_cell end;  /* in the plane, when it is written */
  ovl_route route;
  bool drops_turns;    /* a stretch is searched for anew, without turns that cost, */
  ovi_turning turning; /* which are kept here */
  ovi_path_writer writer;
  ovi_unfolding unfolding;
  /* Where regions are missing, it goes on at the last stretch that it wrote: */
  bool resumes;
  ovl_route resume_at;
  size_t resume_count;    /* points that the path had */
  ovl_stats resume_stats; /* and what had been counted */
} ovi_writing;

/* Costs from one start while they are found. */
typedef struct ovi_spreading {
  ovi_one_to_many spread;
  uint32_t at; /* the place of the list, or the page, that is next */
  /* Costs: */
  const ovl_cell *cells;
  size_t cell_count;
  uint64_t *costs;
  uint32_t goals; /* of the part that is searched, */
  uint64_t most;  /* and the most of their costs */
  /* Reach: */
  uint64_t budget;
  ovl_range_cell *reached;
  size_t capacity, count;
  size_t *needed;
} ovi_spreading;

struct ovl_planner;

/* Goes on with a task: OVL_BUSY if its expansions are spent, else its result. */
typedef ovl_result (*ovi_task_fn)(struct ovl_planner *planner);

/* Lets a task that waits for regions go on from where it was; false: it can only begin again. */
typedef bool (*ovi_resume_fn)(struct ovl_planner *planner);

typedef struct ovi_task {
  ovi_task_fn run;      /* NULL: none is under way */
  ovi_resume_fn resume; /* NULL: it can only begin again */
  bool has_result;      /* of the last one */
  bool is_waiting;      /* for regions */
  ovl_result result;
  ovi_task_stage stage;
  const ovl_world *world;
  ovi_query asked;
  ovi_plane_query plane;
  ovl_route route; /* in the plane */
  /* The caller's: */
  ovl_path *path;
  ovl_route *given_route;
  ovl_stop *stops;             /* to be filled in */
  const ovl_stop *given_stops; /* to be followed */
  size_t stop_capacity;
  ovl_cell from;
  int32_t most_percent; /* that a route to a goal that moved may be dearer */
  /* Stages and states of its parts: */
  ovi_route_stage routes;
  ovi_resolve_stage settles;
  ovi_plan_stage plans;
  ovi_shorten_stage shortens;
  uint64_t cut_at;   /* cost: where a path is cut to shorten a route */
  ovl_path measured; /* without points */
  ovi_query_goals goals;
  ovi_goal_choosing choosing;
  ovi_spreading spreading;
  ovi_writing writing;
} ovi_task;

#endif
