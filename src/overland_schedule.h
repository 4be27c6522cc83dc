/* Overland: queries in slices, a queue of requests, batches. */
#ifndef OVERLAND_SCHEDULE_H
#define OVERLAND_SCHEDULE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Slices: tasks ---------------------------------------------------------- */

/* Any query can be answered in slices: begun, then stepped by budgets of expansions, a few each
 * tick. Its answer is the same, bytes and all, as in one go, however it was sliced, and so are its
 * statistics. The state lives in the planner:
 *
 *     ovl_task_begin_path(planner, world, &query, &path);
 *     do { ovl_task_step(planner, 2000, &spent, &done); next_tick(); } while (!done);
 *     result = ovl_task_result(planner);
 *
 * A task goes on in the world that it began in, which must stay open until it is done or
 * cancelled (ovl_world_retain keeps a version). The query is copied; what it points to (goal_cells)
 * and all that is to be filled in (path and points, route and stops, ...) stay the caller's and
 * must stay where they are; what they hold before the task is done is of no use. A planner does one
 * task at a time. Until it is done or cancelled, every other call that takes the planner, and
 * ovl_task_begin_*, answers OVL_BUSY and touches nothing. */

/* Each begins what the call of a similar name does in one go, with the same arguments. OVL_OK or
 * OVL_BUSY; all other errors are the task's result. */
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

/* Goes on for up to `budget` expansions of cells and waypoints, and never for more; *spent is how
 * many it took, less than budget only when it is done. A budget of 0 does nothing. Beside
 * expansions there is work that is not counted, in proportion to them but for this: the reading of
 * labels, some 10 us a query; filling a window, 1 to 10 us; the search for the nearest cell that
 * can be reached, and the sorting of many goals, in one go. OVL_BAD_ARGUMENT: there is no task.
 * OVL_NEEDS_REGIONS: the reader of the world does not have all that the task needs yet; it asked
 * for what ovl_planner_needs tells. The next step begins the task again, with what has come by
 * then, and what it spent is spent again: its answer is the same, but who looks on
 * (ovl_query.visit) sees its beginning again. A path in a world with overlays that has no limit of
 * expansions and no turn costs goes on at its last stretch instead, mostly; its statistics may then
 * tell of more than in one go, where it had to plan anew. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* What the call in one go would have answered; OVL_BUSY before the task is done. It stays until
 * the planner is used again; OVL_BAD_ARGUMENT where no task has been done since. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Ends the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- A queue of requests -------------------------------------------------------- */

/* Plans the routes of many units with a given budget of expansions a tick, so that no tick is
 * longer than another. Requests wait by priority, and within one priority in the order in which
 * they came. Some are in flight at once, each in a lane with a planner of its own; what lanes
 * spend is balanced while others wait, so that a long query takes its share and no more. Which
 * request is planned when, and what it costs, follows from the calls alone, whatever the number of
 * threads. All memory is taken when the queue is made. One thread uses a queue at a time. */
typedef struct ovl_queue ovl_queue;

#define OVL_QUEUE_PRIORITIES 8 /* 0 is the most urgent */
#define OVL_QUEUE_MAX_LANES 64

typedef struct ovl_queue_def {
  const ovl_world *world; /* the largest that it will serve: as of ovl_planner_def */
  size_t planner_bytes;   /* max_bytes of each planner; 0: as much as any search can need */
  int32_t capacity;       /* requests that it holds at once, taken answers apart: 1 to 2^20 */
  int32_t lanes;          /* requests in flight at once, 1 to OVL_QUEUE_MAX_LANES */
  ovl_allocator allocator;
} ovl_queue_def;

/* 4,096 requests, 8 lanes. */
OVL_API ovl_queue_def ovl_queue_def_default(const ovl_world *world);

/* Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY; *queue is then NULL. Takes `lanes` planners and 200
 * bytes a request. */
OVL_API ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue);

/* Ends a queue and all requests in it; NULL is allowed. */
OVL_API void ovl_queue_destroy(ovl_queue *queue);

/* A unit asks for a route: as ovl_route_begin. Route and stops are filled in when the answer is
 * there and not before; they and the query's goal_cells stay where they are until then. */
typedef struct ovl_request {
  ovl_query query;
  ovl_route *route;
  ovl_stop *stops; /* NULL and 0 where labels will do */
  size_t stop_capacity;
  int32_t priority; /* 0 to OVL_QUEUE_PRIORITIES - 1 */
  uint64_t user;    /* comes back with the answer */
} ovl_request;

/* Names a request: never 0, and never the same twice in one queue. Later ones are larger. */
typedef uint64_t ovl_ticket;

/* Hands in a request. OVL_BUSY: the queue is full; OVL_BAD_ARGUMENT: there is no such priority.
 * Costs a few ns. */
OVL_API ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket);

/* Takes a request back, waiting, in flight or answered; its memory is the caller's again.
 * OVL_BAD_ARGUMENT: it is not in the queue. */
OVL_API ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket);

/* What beginning a request counts for, beside its expansions, so that a tick of many short ones is
 * no longer than others. */
#define OVL_QUEUE_REQUEST_COST 32

/* A tick: spends up to `budget` expansions, never more, on the requests that wait, which begin in
 * `world`, and on those in flight, which go on in the version that they began in: the queue keeps
 * it. The most urgent come first, and those in flight that are less urgent rest meanwhile; but
 * where they hold all lanes, it waits for one of them to be done. The lanes run on `jobs` (NULL:
 * the calling thread does all). *spent is what it took; less than budget only if nothing is left to
 * do. Where a lane waits for regions (OVL_NEEDS_REGIONS of a task), its share counts as spent.
 * Errors: OVL_BAD_ARGUMENT (jobs that are none). */
OVL_API ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs, uint64_t *spent);

/* An answer of a queue. */
typedef struct ovl_answer {
  ovl_ticket ticket;
  uint64_t user;
  ovl_result result; /* as of ovl_route_begin */
  ovl_stats stats;   /* what it took */
} ovl_answer;

/* Takes the next answer, in the order in which they came about; false if there is none. */
OVL_API bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer);

/* How many requests wait, are in flight, and have answers that were not taken. */
typedef struct ovl_queue_state {
  uint32_t waiting, in_flight, answered;
} ovl_queue_state;

OVL_API ovl_queue_state ovl_queue_describe(const ovl_queue *queue);

/* ---- A governor --------------------------------------------------------------------- */

/* For those who think in microseconds: turns a time into expansions by what it measured. It says
 * how much is done in a tick and never what the answer is. Not for lockstep, where all machines
 * must spend the same. In the caller's memory:
 *
 *     uint64_t budget = ovl_governor_budget(&governor, 2000);
 *     ovl_queue_step(queue, world, budget, jobs, &spent);
 *     ovl_governor_learn(&governor, spent);
 */

/* Nanoseconds from any beginning on. */
typedef uint64_t (*ovl_clock_fn)(void *user);

typedef struct ovl_governor {
  ovl_clock_fn clock;
  void *user;
  uint64_t min_budget, max_budget; /* budgets that it gives, expansions */
  uint64_t cost;                   /* what an expansion costs by now, units of 1/1024 ns */
  uint64_t began;                  /* when a budget was given */
} ovl_governor;

/* Begins with 200 ns an expansion, and budgets of 256 to 2^30. */
OVL_API ovl_governor ovl_governor_begin(ovl_clock_fn clock, void *user);

/* What may be expanded within so many microseconds from now on. */
OVL_API uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds);

/* Tells it how much of the last budget was spent up to now. Dearer expansions count at once by a
 * half, cheaper ones by an eighth; less than 64 tell nothing. */
OVL_API void ovl_governor_learn(ovl_governor *governor, uint64_t spent);

/* ---- Many queries at once ----------------------------------------------------------- */

/* One of many queries: for a path if there is one to be filled in, else for a route. */
typedef struct ovl_batch_item {
  ovl_query query;
  ovl_path *path;   /* NULL, or as for ovl_find_path */
  ovl_route *route; /* as for ovl_route_begin */
  ovl_stop *stops;
  size_t stop_capacity;
  ovl_result result; /* filled in: what that call would have answered */
} ovl_batch_item;

/* Answers `count` queries over one world on the caller's job system, with a planner for each of its
 * workers (jobs NULL: one). Answers do not depend on how they are spread. OVL_BUSY if one of the
 * planners has a task: nothing was done. */
OVL_API ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                                 ovl_batch_item *items, int32_t count, const ovl_jobs *jobs);

#ifdef __cplusplus
}
#endif

#endif
