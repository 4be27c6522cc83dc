/* Overland: a queue of requests, time budgets, batches. */
#ifndef OVERLAND_SCHEDULE_H
#define OVERLAND_SCHEDULE_H

#include "overland_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A queue of requests for routes ---------------------------------------------------- */

/* Plans the routes of many units within a budget of expansions per tick. Requests are served by
 * priority, the highest first, and within a priority in order of arrival. Several are in progress
 * at once, each in a lane with its own planner; lanes share the budget evenly. The tick in which a
 * request is planned depends only on the calls, not on threads. ovl_queue_create allocates all
 * memory. One thread at a time may use a queue. */
typedef struct ovl_queue ovl_queue;

#define OVL_QUEUE_PRIORITIES 8 /* a higher one goes first; 0 is the default */
#define OVL_QUEUE_MAX_LANES 64 /* requests in progress at once */

/* Expansions charged for each request in addition to its own. */
#define OVL_QUEUE_REQUEST_COST 32

typedef struct ovl_queue_def {
  const ovl_world *world;  /* the largest world that it will serve, as for a planner */
  size_t planner_bytes;    /* max_bytes of each planner */
  int32_t capacity;        /* maximum number of requests in the queue, 1 to 2^20; 0: 4096 */
  int32_t lanes;           /* requests in progress at once, 1 to OVL_QUEUE_MAX_LANES; 0: 8 */
  ovl_allocator allocator; /* for the queue and its planners */
} ovl_queue_def;

/* Creates a queue. Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY. Memory: `lanes` planners, and about 240
 * bytes per request. */
OVL_API ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue, ovl_fault *fault);

/* Destroys a queue and the requests in it. */
OVL_API void ovl_queue_destroy(ovl_queue *queue);

/* A request: the arguments of ovl_route_begin. The route, the query's `more` and its goal_cells
 * must not move until the answer; the route is not written before then. */
typedef struct ovl_request {
  ovl_query query;
  ovl_route *route;
  int32_t priority; /* 0 to OVL_QUEUE_PRIORITIES - 1 */
  uint64_t user;    /* returned with the answer */
} ovl_request;

/* The number of a request: never 0, always increasing, never used twice in one queue. */
typedef uint64_t ovl_ticket;

/* Adds a request. OVL_FULL: the queue is full. OVL_BAD_ARGUMENT: the priority is out of range.
 * Time: a few ns. */
OVL_API ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket);

/* Removes a request that is waiting, in progress or answered. OVL_BAD_ARGUMENT: it is not in the
 * queue. */
OVL_API ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket);

/* Spends up to `budget` expansions; call it once per tick. Waiting requests begin in `world`; those
 * in progress continue in the version in which they began, which the queue keeps open. The highest
 * priority comes first: others in progress pause, but keep their lanes. *spent is the number of
 * expansions: all of budget, unless nothing is left to do. OVL_BAD_ARGUMENT: invalid jobs. */
OVL_API ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs, uint64_t *spent);

/* Returns the fault of the last ovl_queue_add, _cancel or _step. */
OVL_API const ovl_fault *ovl_queue_fault(const ovl_queue *queue);

/* The answer to a request. */
typedef struct ovl_answer {
  ovl_ticket ticket;
  uint64_t user;     /* of the request */
  ovl_result result; /* of ovl_route_begin */
  ovl_fault fault;   /* of ovl_planner_fault */
  ovl_stats stats;   /* of ovl_planner_stats */
} ovl_answer;

/* Removes and returns the next answer, in the order in which requests were done; false: there is
 * none. */
OVL_API bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer);

typedef struct ovl_queue_state {
  uint32_t waiting;   /* requests that have not begun */
  uint32_t in_flight; /* requests in progress */
  uint32_t answered;  /* answers that have not been taken yet */
} ovl_queue_state;

/* Counts the requests. */
OVL_API ovl_queue_state ovl_queue_describe(const ovl_queue *queue);

/* ---- A governor: from microseconds to a budget ------------------------------------------ */

/* Converts a time into a budget of expansions, by measuring how long expansions take. Answers do
 * not depend on it. Not for lockstep, where all machines must spend the same.
 *
 *     ovl_governor governor = {.clock = nanoseconds}; // once
 *     uint64_t budget = ovl_governor_budget(&governor, 2000);
 *     ovl_queue_step(queue, world, budget, jobs, &spent);
 *     ovl_governor_learn(&governor, spent); */

/* Returns the time in nanoseconds since some fixed moment. */
typedef uint64_t (*ovl_clock_fn)(void *user);

/* A governor, in the caller's memory. */
typedef struct ovl_governor {
  ovl_clock_fn clock;
  void *user;
  uint64_t min_budget; /* smallest budget, expansions; 0: 256 */
  uint64_t max_budget; /* largest budget, expansions; 0: 2^30 */
  uint64_t cost;       /* measured time of an expansion, in 1/1024 ns; 0: none yet, 200 ns */
  uint64_t began;      /* when the last budget began, ns */
} ovl_governor;

/* Returns how many expansions fit in the given time, which begins now. */
OVL_API uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds);

/* Stops timing the last budget; `spent` is the number of expansions made. The estimate moves
 * halfway to the measured time if that is longer, else an eighth of the way. Fewer than 64
 * expansions are ignored. */
OVL_API void ovl_governor_learn(ovl_governor *governor, uint64_t spent);

/* ---- Batches ------------------------------------------------------------------------ */

/* A query of a batch. */
typedef struct ovl_batch_item {
  ovl_query query;
  ovl_path *path;    /* as for ovl_find_path; or NULL: a route */
  ovl_route *route;  /* as for ovl_route_begin */
  ovl_result result; /* filled in: the result of that call */
  ovl_fault fault;   /* filled in: that of ovl_planner_fault */
} ovl_batch_item;

/* Answers `count` queries in one world, as jobs. `planners` has one planner for each worker, at
 * least one. OVL_BUSY, with nothing done: a planner has a task; `where` of the fault is its index.
 * OVL_BAD_ARGUMENT: count is below 0 or jobs are invalid. */
OVL_API ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                                 ovl_batch_item *items, int32_t count, const ovl_jobs *jobs,
                                 ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
