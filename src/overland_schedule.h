/* Overland: queries in slices, a queue of requests, time budgets, batches. */
#ifndef OVERLAND_SCHEDULE_H
#define OVERLAND_SCHEDULE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Slices: tasks ---------------------------------------------------------- */

/* Any query can be answered in slices: begun, then stepped with a budget of expansions, a few each
 * tick. Answer and statistics are the same, byte for byte, as those of one call, however it was
 * sliced. The state lives in the planner:
 *
 *     ovl_task_begin_path(planner, world, &query, &path);
 *     do { ovl_task_step(planner, 2000, &spent, &done); next_tick(); } while (!done);
 *     result = ovl_task_result(planner);
 *
 * A task continues in the world in which it began; that world must stay open until the task is done
 * or cancelled (ovl_world_retain keeps a version). The query is copied; the arrays that it points
 * to (goal_cells) and everything that is filled in (path and points, route and stops, ...) stay the
 * caller's, must not move, and hold nothing useful before the task is done. A planner has one task
 * at a time. Until that is done or cancelled, every other call that takes the planner, and
 * ovl_task_begin_*, returns OVL_BUSY and changes nothing. */

/* Each begins the query of the call of the same name, with its arguments. OVL_OK or OVL_BUSY; all
 * other errors are the result of the task. */
OVL_API ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world,
                                       const ovl_query *query, ovl_path *path);
OVL_API ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                        size_t stop_capacity);
OVL_API ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world,
                                       ovl_route *route, const ovl_stop *stops,
                                       size_t stop_capacity, ovl_cell from, ovl_path *segment);
OVL_API ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                          const ovl_query *query);
OVL_API ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, const ovl_cell *cells, size_t count,
                                        uint64_t *costs);
OVL_API ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, uint64_t budget,
                                        ovl_range_cell *reached, size_t capacity, size_t *needed);

/* Continues the task for at most `budget` expansions of cells and waypoints; *spent is how many it
 * took, less than budget only when it is done. A budget of 0 does nothing. Some work beside
 * expansions is not counted: reading labels, some 10 us a query; filling a window, 1 to 10 us; the
 * search for the nearest reachable cell, and sorting many goals, in one go. OVL_BAD_ARGUMENT: there
 * is no task. OVL_NEEDS_REGIONS: the reader of the world does not have all regions yet that the
 * task needs, and has been asked for them; ovl_planner_needs lists them. The next step then begins
 * the task again with the regions that are there: the answer is the same, but its expansions are
 * spent again, and a visitor sees its beginning again. A path in a world with overlays without a
 * limit of expansions and turn costs mostly continues with its last segment instead; its statistics
 * may then be higher than those of one call. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* Returns the result that a single call would have returned; OVL_BUSY before the task is done. It
 * is kept until the planner is used again; OVL_BAD_ARGUMENT if no task has been done since. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Cancels the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- A queue of requests -------------------------------------------------------- */

/* Plans the routes of many units with a given budget of expansions a tick, so that all ticks take
 * about as long. Requests wait by priority, and within a priority in the order in which they came.
 * Some are in flight at once, each in a lane with a planner of its own; while others wait, the
 * budget is shared evenly between lanes, so that a long query takes its share and no more. The tick
 * in which a request is planned, and its cost, depend on the calls alone, not on the number of
 * threads. All memory is taken by ovl_queue_create. One thread at a time may use a queue. */
typedef struct ovl_queue ovl_queue;

#define OVL_QUEUE_PRIORITIES 8 /* 0 is the most urgent */
#define OVL_QUEUE_MAX_LANES 64

typedef struct ovl_queue_def {
  const ovl_world *world; /* the largest world that it will serve: as in ovl_planner_def */
  size_t planner_bytes;   /* max_bytes of each planner; 0: as much as any search can need */
  int32_t capacity; /* requests that it holds at once, without answers that were taken: 1 to 2^20 */
  int32_t lanes;    /* requests in flight at once, 1 to OVL_QUEUE_MAX_LANES */
  ovl_allocator allocator;
  uint64_t reserved[2]; /* 0 */
} ovl_queue_def;

/* Returns 4,096 requests, 8 lanes. */
OVL_API ovl_queue_def ovl_queue_def_default(const ovl_world *world);

/* Creates a queue, which the caller destroys. Takes `lanes` planners and 200 bytes a request.
 * Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY; *queue is then NULL. */
OVL_API ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue, ovl_fault *fault);

/* Destroys a queue and all requests in it; NULL is allowed. */
OVL_API void ovl_queue_destroy(ovl_queue *queue);

/* A request for a route, as of ovl_route_begin. Route and stops are filled in when the answer comes
 * and not before; they and the query's goal_cells must not move until then. */
typedef struct ovl_request {
  ovl_query query;
  ovl_route *route;
  ovl_stop *stops; /* NULL and 0 in worlds with labels or overlays */
  size_t stop_capacity;
  int32_t priority;     /* 0 to OVL_QUEUE_PRIORITIES - 1 */
  uint64_t user;        /* returned with the answer */
  uint64_t reserved[2]; /* 0 */
} ovl_request;

/* The name of a request: never 0, rising, never the same twice in one queue. */
typedef uint64_t ovl_ticket;

/* Adds a request. OVL_BUSY: the queue is full; OVL_BAD_ARGUMENT: no such priority. Costs a few ns.
 */
OVL_API ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket);

/* Removes a request, whether waiting, in flight or answered; its memory is the caller's again.
 * OVL_BAD_ARGUMENT: it is not in the queue. */
OVL_API ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket);

/* Expansions charged for beginning a request, beside its own, so that a tick of many short requests
 * takes no longer than others. */
#define OVL_QUEUE_REQUEST_COST 32

/* Runs a tick: spends at most `budget` expansions on waiting requests, which begin in `world`, and
 * on those in flight, which continue in the version in which they began; the queue retains it. The
 * most urgent requests go first, and less urgent ones in flight rest meanwhile; if they hold all
 * lanes, an urgent request waits for one of them. The lanes run on `jobs` (NULL: the calling thread
 * does all). *spent is what was spent, less than budget only if nothing is left to do. The share of
 * a lane that waits for regions (OVL_NEEDS_REGIONS) counts as spent. Errors: OVL_BAD_ARGUMENT
 * (invalid jobs). */
OVL_API ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs, uint64_t *spent);

/* The answer to a request. */
typedef struct ovl_answer {
  ovl_ticket ticket;
  uint64_t user;
  ovl_result result; /* as of ovl_route_begin */
  ovl_fault fault;   /* as ovl_planner_fault returns it */
  ovl_stats stats;   /* of its planning */
} ovl_answer;

/* Takes the next answer, in the order in which requests were finished; false if there is none. */
OVL_API bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer);

/* Requests that wait, are in flight, and have answers that were not taken. */
typedef struct ovl_queue_state {
  uint32_t waiting, in_flight, answered;
} ovl_queue_state;

OVL_API ovl_queue_state ovl_queue_describe(const ovl_queue *queue);

/* ---- A governor --------------------------------------------------------------------- */

/* Converts a time to a budget of expansions by measuring. It decides how much is done in a tick,
 * never what the answer is. Not for lockstep, where all machines must spend the same. The struct is
 * the caller's memory:
 *
 *     uint64_t budget = ovl_governor_budget(&governor, 2000);
 *     ovl_queue_step(queue, world, budget, jobs, &spent);
 *     ovl_governor_learn(&governor, spent); */

/* Returns nanoseconds since any fixed moment. */
typedef uint64_t (*ovl_clock_fn)(void *user);

typedef struct ovl_governor {
  ovl_clock_fn clock;
  void *user;
  uint64_t min_budget, max_budget; /* limits of its budgets, expansions */
  uint64_t cost;                   /* present estimate of an expansion, units of 1/1024 ns */
  uint64_t began;                  /* time of the last budget, ns */
} ovl_governor;

/* Returns a governor that begins with 200 ns an expansion, and budgets of 256 to 2^30. */
OVL_API ovl_governor ovl_governor_begin(ovl_clock_fn clock, void *user);

/* Returns how many expansions fit into so many microseconds from now on. */
OVL_API uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds);

/* Reports how many expansions of the last budget were spent by now. A higher cost is adopted by a
 * half at once, a lower one by an eighth; fewer than 64 expansions are ignored. */
OVL_API void ovl_governor_learn(ovl_governor *governor, uint64_t spent);

/* ---- Many queries at once ----------------------------------------------------------- */

/* One query of a batch: for a path if `path` is not NULL, else for a route. */
typedef struct ovl_batch_item {
  ovl_query query;
  ovl_path *path;   /* NULL, or as for ovl_find_path */
  ovl_route *route; /* as for ovl_route_begin */
  ovl_stop *stops;
  size_t stop_capacity;
  uint64_t reserved[2]; /* 0 */
  ovl_result result;    /* filled in: the result of that call */
  ovl_fault fault;      /* filled in: as ovl_planner_fault returns it */
} ovl_batch_item;

/* Answers `count` queries over one world on the caller's job system, with one planner for each of
 * its workers (jobs NULL: one). Answers do not depend on how queries are spread. OVL_BUSY, with
 * nothing done, if one of the planners has a task. */
OVL_API ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                                 ovl_batch_item *items, int32_t count, const ovl_jobs *jobs);

#ifdef __cplusplus
}
#endif

#endif
