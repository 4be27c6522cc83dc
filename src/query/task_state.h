/* The task of a planner: a query of any kind, and how far it has come.
 *
 * Each kind of task is a table of stages. A stage that pauses is called again in the next slice and
 * does what leads to its search again, which follows from the state here alone. So a query has the
 * same answer however it is sliced, and a call in one go is one slice. */
#ifndef OVERLAND_QUERY_TASK_STATE_H
#define OVERLAND_QUERY_TASK_STATE_H

#include "coarse/nearest/nearest_goal.h"
#include "coarse/nearest/zones.h"
#include "coarse/overlay/overlay_polish.h"
#include "coarse/refine/route_code.h"
#include "coarse/refine/route_stops.h"
#include "coarse/refine/unfold.h"
#include "common/slice.h"
#include "fine/trace.h"
#include "overland.h"
#include "query/path_writer.h"
#include "query/query.h"
#include "world/world.h"

/* ---- The query ---------------------------------------------------------------- */

/* The trace of a query in cells of the plane, and the caller's function, which receives cells of
 * the world. */
typedef struct ovi_query_trace {
  ovi_trace trace;
  const ovl_world *world;
  ovl_trace_fn receive; /* NULL: there is none */
  void *user;
} ovi_query_trace;

/* A query in the plane: its ends are cells of the plane, and its layer is known. */
typedef struct ovi_plane_query {
  const ovl_world *world;
  const ovi_layer *layer;
  const ovi_query *asked; /* as the caller gave it */
  ovi_query query;
  ovi_query_trace query_trace;
  uint32_t start_island;
  ovi_reachable reachable; /* from the start, once that is resolved */
  bool is_partial;         /* the goal is not the one that was asked for */
} ovi_plane_query;

/* Goals in the plane, and what their callbacks read. */
typedef struct ovi_query_goals {
  const ovl_world *world;
  const ovl_cell *cells; /* a list of the caller's; NULL: places of a floor graph */
  ovl_cell first;        /* place, and columns to the next */
  int32_t apart;
  ovi_goals goals;
} ovi_query_goals;

/* Resolving the ends of a query to single cells. */
typedef struct ovi_resolving {
  ovi_stage_run stages;
  bool is_choosing;   /* one of `goals` */
  ovl_result refusal; /* OVL_OK; OVL_UNREACHABLE, OVL_GOAL_BLOCKED: no goal can be reached so far */
  ovi_query_goals goals;
  ovi_nearest_goal nearest;
} ovi_resolving;

/* ---- The state of each kind of task ---------------------------------------------- */

/* How far a route is unfolded whose stops are given one by one: those of a plan over overlays, or
 * those that labels name. */
typedef struct ovi_plan_unfolding {
  ovi_route_origin origin;
  uint32_t at;           /* of the stops that the planner holds: the first behind the run */
  ovi_polished_run run;  /* the next stops */
  uint32_t passed;       /* of the run */
  ovi_overlay_port last; /* the region that was entered last, and by which of its ports */
  uint64_t cost_to_go;   /* cost units, from there */
  bool has_passed;       /* any stop */
  ovi_stop_cursor named; /* by labels; its layer is NULL before it has begun */
} ovi_plan_unfolding;

/* A path on which turns cost, while it is written: the piece of it that is searched for next. */
typedef struct ovi_turn_pieces {
  ovl_cell at;         /* where the piece begins */
  ovi_turning turning; /* the cost of a turn, and the direction in which the path arrives there */
  ovl_cell target;     /* where the piece ends: a cell of the route */
  ovi_rectangle box;   /* of regions: a path from `at` to the target lies in it */
  ovi_rectangle ahead; /* of the segment behind the target, for which it had no room; or empty */
  bool is_last;        /* the goal or a link follows the target */
  bool is_chosen;      /* the piece is; else segments of the route are added to it */
} ovi_turn_pieces;

/* A path while it is written. */
typedef struct ovi_writing {
  bool has_begun;
  bool is_local;         /* the local search holds all of it; else: */
  bool unfolds;          /* it is unfolded, edge by edge; else refined, segment by segment */
  ovi_turn_pieces turns; /* where turns cost */
  ovl_route route;
  ovi_path_writer writer;
  ovi_unfolding unfolding;
  ovi_path_pieces pieces;  /* of an unfolded path, where no strings are pulled */
  ovi_plan_unfolding plan; /* of a route whose stops are given */
  ovi_trace *trace;        /* receives the segments; NULL: none */
  ovl_path *path;
  /* Once it is written: */
  ovl_result result; /* OVL_OK or OVL_MORE_ROOM */
  bool is_limited;   /* it ends where a limit does */
  ovl_cell end;      /* in the plane */
  ovl_path measured; /* a path without points, written to find out its cost */
} ovi_writing;

/* The beginning of a route. */
typedef struct ovi_route_task {
  ovl_route *given; /* the caller's */
  ovi_stage_run shortening;
  uint64_t cut_at; /* cost at which its path is cut, so that it keeps its limit */
  bool is_cut;
} ovi_route_task;

/* The next segment of a route. */
typedef struct ovi_next_task {
  ovl_route *route;
  ovl_cell from;
  ovi_path_writer writer;
  ovl_result result; /* OVL_OK or OVL_MORE_ROOM, once it is written */
} ovi_next_task;

/* Costs from one start: over waypoints, and of the cells around it. */
typedef struct ovi_spreading {
  ovi_dijkstra from_start;
  ovi_zones zones;
  uint64_t at; /* of the list, of the pages, or of the places of far costs: the next one */
} ovi_spreading;

typedef struct ovi_costs_task {
  ovi_writing measuring; /* the path to a goal; first, since it is the task's `writing` too */
  size_t at;             /* the next goal whose path is planned */
  ovi_spreading spreading;
  const ovl_cell *cells;
  size_t cell_count;
  uint64_t *costs;
  uint32_t goals; /* goals in the part that is searched */
} ovi_costs_task;

typedef struct ovi_range_task {
  ovi_spreading spreading;
  uint64_t budget;
  ovl_range_cell *reached;
  size_t capacity, count;
  size_t *needed;
} ovi_range_task;

/* ---- The task ---------------------------------------------------------------------- */

struct ovl_planner;

/* The stages of planning. */
enum {
  OVI_PLAN_DIRECT,
  OVI_PLAN_OVERLAYS,
  OVI_PLAN_START,
  OVI_PLAN_GOAL,
  OVI_PLAN_LABELS,
  OVI_PLAN_BOUNDED,
  OVI_PLAN_STAGES
};

typedef struct ovi_task_kind {
  const ovi_stage *stages; /* their work is the planner */
  uint32_t stage_count;
  /* Stages to go on with once the limit of expansions is spent; NULL: there is no limit. */
  const ovi_stage *limited;
  uint32_t limited_count;
  /* The public result of a task that is done; NULL: OVL_OK. */
  ovl_result (*result)(struct ovl_planner *planner);
} ovi_task_kind;

typedef struct ovi_task {
  const ovi_task_kind *kind; /* NULL: none is under way */
  ovi_stage_run stages;
  bool is_limited; /* it goes on with the stages for a limit that is spent */
  bool has_result; /* of the last one */
  ovl_result result;
  ovl_fault fault; /* that is known before a slice: calls refused between slices have others */
  const ovl_world *world;
  ovi_query asked;
  ovi_plane_query plane;
  ovi_resolving resolving;
  ovi_stage_run planning;
  ovl_route route; /* that was planned, in the plane */
  ovl_path *path;  /* the caller's, to be filled in; NULL: none */
  ovi_route_task beginning;
  union {
    ovi_writing writing; /* of a path, or of paths that measure a route */
    ovi_next_task next;
    ovi_costs_task costs;
    ovi_range_task range;
  } as; /* by its kind */
} ovi_task;

#endif
