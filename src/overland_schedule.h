/* Overland: queries in slices, a queue of requests, time budgets, batches. */
#ifndef OVERLAND_SCHEDULE_H
#define OVERLAND_SCHEDULE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Tasks: queries in slices --------------------------------------------------------------- */

/* Every query can be answered in slices: begun, and then stepped with a budget of expansions each
 * tick. Answer and statistics are those of the call in one go, byte for byte, however it is sliced.
 *
 *     ovl_task_begin_path(planner, world, &query, &path);
 *     do {
 *       ovl_task_step(planner, 2000, &spent, &done);
 *       next_tick();
 *     } while (!done);
 *     result = ovl_task_result(planner);
 *
 * A planner has one task at a time. Until it is done or cancelled, every other call that takes the
 * planner returns OVL_BUSY and changes nothing. The task continues in the world in which it began,
 * which must stay open; ovl_world_retain (overland_edit.h) keeps a version open. The query and its
 * `more` are copied. Its goal_cells, and all that is filled in (path and points, route and stops,
 * ...), stay the caller's, must not move, and hold nothing useful before the task is done. */

/* Begins ovl_find_path as a task. OVL_OK or OVL_BUSY; all other errors are the task's result. */
OVL_API ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world,
                                       const ovl_query *query, ovl_path *path);

/* The same for ovl_route_begin. */
OVL_API ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                        size_t stop_capacity);

/* The same for ovl_route_next. */
OVL_API ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world,
                                       ovl_route *route, const ovl_stop *stops,
                                       size_t stop_capacity, ovl_cell from, ovl_path *segment);

/* The same for ovl_reaches. */
OVL_API ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                          const ovl_query *query);

/* The same for ovl_find_costs. */
OVL_API ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, const ovl_cell *cells, size_t count,
                                        uint64_t *costs);

/* The same for ovl_find_range. */
OVL_API ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, uint64_t budget,
                                        ovl_range_cell *reached, size_t capacity, size_t *needed);

/* Continues the task for up to `budget` expansions of cells and waypoints; 0 does nothing. *spent
 * is the number that it took, less than budget only if *done. Not counted are reading labels, some
 * 10 us a query; filling a window, 1 to 10 us; and, in one go, the search for the nearest reachable
 * cell and sorting many goals.
 *
 * OVL_BAD_ARGUMENT: there is no task. OVL_NEEDS_REGIONS: the reader of the world was asked for
 * regions and does not have them yet; ovl_planner_needs lists them. The next step begins the task
 * again with what has come: its answer is the same, but its expansions are spent again, and a
 * visitor is shown its beginning again. A path over overlays without expansion_limit and turn_cost
 * mostly continues with its last segment instead; its statistics may then exceed those of the call
 * in one go. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* Returns the result that a single call would have returned. It is kept until the planner is used
 * again. OVL_BUSY before the task is done; OVL_BAD_ARGUMENT if there is none. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Cancels the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- A queue of requests for routes ------------------------------------------------------------
 */

/* Plans the routes of many units within a budget of expansions a tick. Requests wait by priority,
 * and within a priority in the order in which they came. Some are in flight at once, each in a lane
 * with a planner of its own; lanes share the budget evenly, so that a long query delays others by
 * no more than its share. The tick in which a request is planned, and its cost, depend on the calls
 * alone, not on the number of threads. All memory is taken by ovl_queue_create. One thread at a
 * time may use a queue. */
typedef struct ovl_queue ovl_queue;

#define OVL_QUEUE_PRIORITIES 8 /* 0 is the most urgent */
#define OVL_QUEUE_MAX_LANES 64 /* requests in flight at once */

/* Expansions that are charged for beginning a request, beside its own. */
#define OVL_QUEUE_REQUEST_COST 32

typedef struct ovl_queue_def {
  const ovl_world *world;  /* the largest world that it will serve, as for a planner */
  size_t planner_bytes;    /* max_bytes of each planner */
  int32_t capacity;        /* requests that it holds at once, 1 to 2^20 */
  int32_t lanes;           /* requests in flight at once, 1 to OVL_QUEUE_MAX_LANES */
  ovl_allocator allocator; /* for the queue and its planners */
  uint64_t reserved[2];    /* 0 */
} ovl_queue_def;

/* Returns a definition of 4,096 requests and 8 lanes. */
OVL_API ovl_queue_def ovl_queue_def_default(const ovl_world *world);

/* Creates a queue, which the caller destroys. Errors, with *queue NULL: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY. Takes `lanes` planners, and some 240 bytes a request. */
OVL_API ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue, ovl_fault *fault);

/* Destroys a queue and the requests in it; NULL is allowed. */
OVL_API void ovl_queue_destroy(ovl_queue *queue);

/* A request: the arguments of ovl_route_begin. Until its answer comes, route and stops are not
 * written, and they, the query's `more` and its goal_cells must not move. */
typedef struct ovl_request {
  ovl_query query;
  ovl_route *route;
  ovl_stop *stops;      /* NULL where labels or overlays plan */
  size_t stop_capacity; /* stops that fit; 0 without any */
  int32_t priority;     /* 0 to OVL_QUEUE_PRIORITIES - 1 */
  uint64_t user;        /* returned with the answer */
  uint64_t reserved[2]; /* 0 */
} ovl_request;

/* The number of a request: never 0, rising, never used twice in one queue. */
typedef uint64_t ovl_ticket;

/* Adds a request. OVL_BUSY: the queue is full. OVL_BAD_ARGUMENT: the priority is out of range, or a
 * reserved field is not 0. Costs a few ns. */
OVL_API ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket);

/* Removes a request that waits, is in flight or has an answer. OVL_BAD_ARGUMENT: it is not in the
 * queue. */
OVL_API ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket);

/* Spends up to `budget` expansions, once a tick. Requests that wait begin in `world`; those in
 * flight continue in the version in which they began, which the queue retains. The most urgent come
 * first, and less urgent ones in flight rest meanwhile; but if they hold all lanes, an urgent
 * request waits until one of them is done. Lanes run on `jobs`, or on the calling thread if it is
 * NULL. *spent is the number of expansions, less than budget only if nothing is left to do. A lane
 * that waits for regions (OVL_NEEDS_REGIONS) is charged its share. OVL_BAD_ARGUMENT: jobs are
 * invalid. */
OVL_API ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs, uint64_t *spent);

/* The answer to a request. */
typedef struct ovl_answer {
  ovl_ticket ticket;
  uint64_t user;     /* as in the request */
  ovl_result result; /* as of ovl_route_begin */
  ovl_fault fault;   /* as of ovl_planner_fault */
  ovl_stats stats;   /* as of ovl_planner_stats */
} ovl_answer;

/* Takes the next answer, in the order in which requests were done. Returns false if there is none.
 */
OVL_API bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer);

typedef struct ovl_queue_state {
  uint32_t waiting;   /* requests that wait */
  uint32_t in_flight; /* requests in a lane */
  uint32_t answered;  /* answers that were not taken */
} ovl_queue_state;

/* Returns how many requests a queue holds. */
OVL_API ovl_queue_state ovl_queue_describe(const ovl_queue *queue);

/* ---- A governor: microseconds as a budget
 * --------------------------------------------------------- */

/* Turns a time into a budget of expansions, by measuring what expansions cost. It decides how much
 * is done in a tick, never what the answer is. Not for lockstep, where all machines must spend the
 * same.
 *
 *     uint64_t budget = ovl_governor_budget(&governor, 2000);
 *     ovl_queue_step(queue, world, budget, jobs, &spent);
 *     ovl_governor_learn(&governor, spent); */

/* Returns the time in nanoseconds since some fixed moment. */
typedef uint64_t (*ovl_clock_fn)(void *user);

/* A governor, in the caller's memory. */
typedef struct ovl_governor {
  ovl_clock_fn clock;
  void *user;          /* passed to clock */
  uint64_t min_budget; /* least budget, expansions */
  uint64_t max_budget; /* largest budget, expansions */
  uint64_t cost;       /* what an expansion costs, as measured, in 1/1024 ns */
  uint64_t began;      /* time of the last budget, ns */
} ovl_governor;

/* Returns a governor that begins with 200 ns an expansion, and budgets of 256 to 2^30 expansions.
 */
OVL_API ovl_governor ovl_governor_begin(ovl_clock_fn clock, void *user);

/* Returns how many expansions fit the given time from now on. */
OVL_API uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds);

/* Takes note of how many expansions of the last budget were spent by now. A higher cost counts by
 * one half at once, a lower one by an eighth; fewer than 64 expansions do not count. */
OVL_API void ovl_governor_learn(ovl_governor *governor, uint64_t spent);

/* ---- Batches -----------------------------------------------------------------------------------
 */

/* A query of a batch: for a path, or for a route if `path` is NULL. */
typedef struct ovl_batch_item {
  ovl_query query;
  ovl_path *path;       /* NULL, or as for ovl_find_path */
  ovl_route *route;     /* as for ovl_route_begin */
  ovl_stop *stops;      /* as for ovl_route_begin */
  size_t stop_capacity; /* as for ovl_route_begin */
  uint64_t reserved[2]; /* 0 */
  ovl_result result;    /* filled in: the result of that call */
  ovl_fault fault;      /* filled in: as of ovl_planner_fault */
} ovl_batch_item;

/* Answers `count` queries in one world on the caller's job system, or on the calling thread if
 * `jobs` is NULL. `planners` has one planner for each worker, at least one. Answers do not depend
 * on the workers. OVL_BUSY, with nothing done, if one of the planners has a task; OVL_BAD_ARGUMENT:
 * count is below 0 or jobs are invalid. */
OVL_API ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                                 ovl_batch_item *items, int32_t count, const ovl_jobs *jobs);

#ifdef __cplusplus
}
#endif

#endif
