/* A queue of requests for routes, planned within a budget of expansions a tick; and batches of
 * queries that are answered at once.
 *
 * Requests are slots in one of a few lists: free ones, those that wait with each priority, answered
 * ones. Those in flight have a lane each. A tick goes in rounds of the lanes, see lanes.h.
 *
 * Invariant: a lane is never ahead of one that it shares with by more than a quantum of expansions,
 * while others wait: balancing by what was used, as fair queuing does for links (Shreedhar and
 * Varghese, "Efficient fair queuing using deficit round robin", 1996). The answer to a query of a
 * batch is that of the query alone, whichever planner found it. */
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "common/list.h"
#include "overland_schedule.h"
#include "schedule/lanes.h"

enum {
  QUANTUM = 256, /* expansions that a lane may be ahead */
  USUAL_REQUESTS = 4096,
  NO_PRIORITY = -1,
  MOST_CAPACITY = 1 << 20,
  USUAL_QUEUE_LANES = 8,
  WAITING_LISTS = OVL_QUEUE_PRIORITIES,
  FREE_LIST = WAITING_LISTS, /* and the list of answers behind it */
  ANSWER_LIST,
  LIST_COUNT,
  IN_NO_LIST
};

/* A request, or room for one. */
typedef struct queue_slot {
  ovl_request request;
  ovl_answer answer;
  ovi_list_link link;
  uint32_t list;
  uint32_t lane; /* in flight: where */
} queue_slot;

typedef struct slot_list {
  uint32_t first, count;
} slot_list;

/* The account of a lane. */
typedef struct lane_account {
  bool is_idle;    /* the lane is free, and there was nothing to begin in it */
  uint64_t used;   /* expansions, counted to balance the lanes */
  ovl_route route; /* the caller's is written when it is done */
} lane_account;

struct ovl_queue {
  ovi_object object;
  queue_slot *slots;
  uint32_t capacity;
  ovi_task_lanes lanes;   /* their requests are slots */
  lane_account *accounts; /* one a lane */
  uint64_t tickets;       /* given */
  slot_list lists[LIST_COUNT];
  ovl_fault fault; /* what the result of the last call is about */
};

/* ---- Lists ------------------------------------------------------------------ */

static void queue_append(ovl_queue *queue, uint32_t number, uint32_t list_number) {
  slot_list *list = &queue->lists[list_number];
  queue->slots[number].list = list_number;
  ovi_list_append(OVI_LIST_LINKS(queue->slots), &list->first, number);
  list->count++;
}

/* Frees a slot. */
static void queue_release(ovl_queue *queue, uint32_t number) {
  queue->slots[number].answer.ticket = 0;
  queue_append(queue, number, FREE_LIST);
}

static void take_out(ovl_queue *queue, uint32_t number) {
  queue_slot *slot = &queue->slots[number];
  OVI_ASSERT(slot->list < LIST_COUNT);
  slot_list *list = &queue->lists[slot->list];
  OVI_ASSERT(list->count != 0 && list->first != OVI_LIST_END);
  ovi_list_remove(OVI_LIST_LINKS(queue->slots), &list->first, number);
  list->count--;
  slot->list = IN_NO_LIST;
}

/* The highest priority that waits; NO_PRIORITY: none does. */
static int32_t highest_waiting(const ovl_queue *queue) {
  int32_t priority = OVL_QUEUE_PRIORITIES - 1;
  while (priority > NO_PRIORITY && queue->lists[priority].count == 0) {
    priority--;
  }
  return priority;
}

/* ---- Making ------------------------------------------------------------------ */

static void queue_reserve(ovl_queue *queue, ovi_arena *arena, const ovl_queue_def *def) {
  const uint32_t lane_count = (uint32_t)def->lanes;
  queue->capacity = (uint32_t)def->capacity;
  ovi_lanes_reserve(&queue->lanes, arena, lane_count);
  queue->accounts = ovi_arena_take(arena, lane_count, sizeof(lane_account));
  queue->slots = ovi_arena_take(arena, queue->capacity, sizeof(queue_slot));
}

ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue, ovl_fault *fault) {
  ovl_queue counted;
  ovl_queue_def filled = *def;
  filled.capacity = def->capacity != 0 ? def->capacity : USUAL_REQUESTS;
  filled.lanes = def->lanes != 0 ? def->lanes : USUAL_QUEUE_LANES;
  def = &filled;
  ovi_arena arena = {NULL, 0};
  const ovi_argument arguments[] = {{"world", def->world != NULL, 1, 1},
                                    {"capacity", def->capacity, 1, MOST_CAPACITY},
                                    {"lanes", def->lanes, 1, OVL_QUEUE_MAX_LANES}};
  *queue = NULL;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_arena_take(&arena, 1, sizeof(ovl_queue));
  queue_reserve(&counted, &arena, def);
  const ovi_object object = {*ovi_allocator_of(&def->allocator), arena.used, NULL};
  ovl_result result = ovi_object_make(&object, 0, sizeof(ovl_queue), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_queue *made = (ovl_queue *)arena.block;
  queue_reserve(made, &arena, def);
  for (uint32_t i = 0; i < made->lanes.count; i++) {
    made->accounts[i] = (lane_account){.is_idle = true};
  }
  for (uint32_t list = 0; list < LIST_COUNT; list++) {
    made->lists[list] = (slot_list){OVI_LIST_END, 0};
  }
  for (uint32_t i = 0; i < made->capacity; i++) {
    queue_release(made, i);
  }
  made->fault.what = "";
  ovl_planner_def planner = {.world = def->world};
  planner.max_bytes = def->planner_bytes;
  planner.allocator = def->allocator;
  result = ovi_lanes_create(&made->lanes, &planner, fault);
  if (result != OVL_OK) {
    ovl_queue_destroy(made);
    return result;
  }
  *queue = made;
  return OVL_OK;
}

void ovl_queue_destroy(ovl_queue *queue) {
  if (queue != NULL) {
    ovi_lanes_destroy(&queue->lanes);
    ovi_object_destroy(queue);
  }
}

/* ---- Requests ------------------------------------------------------------------ */

ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket) {
  const uint32_t number = queue->lists[FREE_LIST].first;
  const ovi_argument arguments[] = {{"priority", request->priority, 0, OVL_QUEUE_PRIORITIES - 1}};
  *ticket = 0;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &queue->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (number == OVI_LIST_END) {
    queue->fault = (ovl_fault){"capacity", 0, queue->capacity, (uint64_t)queue->capacity + 1};
    return OVL_FULL;
  }
  queue_slot *slot = &queue->slots[number];
  OVI_ASSERT(slot->answer.ticket == 0);
  take_out(queue, number);
  slot->request = *request;
  *ticket = ++queue->tickets * queue->capacity + number; /* of capacity 2^20: 2^44 tickets */
  slot->answer = (ovl_answer){.ticket = *ticket, .user = request->user};
  queue_append(queue, number, (uint32_t)request->priority);
  return OVL_OK;
}

ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket) {
  const uint32_t number = (uint32_t)(ticket % queue->capacity);
  queue_slot *slot = &queue->slots[number];
  queue->fault = (ovl_fault){.what = ""};
  if (ticket == 0 || slot->answer.ticket != ticket) {
    return ovi_argument_fail(&queue->fault, "ticket: it is not in the queue", 0, ticket, 0);
  }
  if (slot->list == IN_NO_LIST) {
    ovi_lane_clear(&queue->lanes.lane[slot->lane]);
  } else {
    take_out(queue, number);
  }
  queue_release(queue, number);
  return OVL_OK;
}

bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer) {
  const uint32_t number = queue->lists[ANSWER_LIST].first;
  if (number == OVI_LIST_END) {
    return false;
  }
  *answer = queue->slots[number].answer;
  take_out(queue, number);
  queue_release(queue, number);
  return true;
}

ovl_queue_state ovl_queue_describe(const ovl_queue *queue) {
  ovl_queue_state state = {.in_flight = ovi_lanes_in_use(&queue->lanes),
                           .answered = queue->lists[ANSWER_LIST].count};
  for (uint32_t priority = 0; priority < WAITING_LISTS; priority++) {
    state.waiting += queue->lists[priority].count;
  }
  OVI_ASSERT(state.waiting + state.in_flight + state.answered + queue->lists[FREE_LIST].count ==
             queue->capacity);
  return state;
}

/* ---- A round -------------------------------------------------------------------- */

/* The least that a lane has used which is not idle; 0 if all are. */
static uint64_t least_used(const ovl_queue *queue) {
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < queue->lanes.count; i++) {
    const lane_account *account = &queue->accounts[i];
    least = !account->is_idle && account->used < least ? account->used : least;
  }
  return least != UINT64_MAX ? least : 0;
}

/* Begins the requests of the highest priority in the free lanes. A lane that was idle has saved
 * nothing. */
static void fill_lanes(ovl_queue *queue, const ovl_world *world) {
  for (uint32_t i = 0; i < queue->lanes.count; i++) {
    ovi_task_lane *lane = &queue->lanes.lane[i];
    const bool is_free = lane->request == OVI_LANE_FREE;
    const int32_t priority = highest_waiting(queue);
    lane_account *account = &queue->accounts[i];
    if (!is_free || priority == NO_PRIORITY) {
      account->is_idle = is_free;
      continue;
    }
    if (account->is_idle) {
      const uint64_t least = least_used(queue);
      account->used = account->used > least ? account->used : least;
      account->is_idle = false;
    }
    const uint32_t number = queue->lists[priority].first;
    take_out(queue, number);
    queue_slot *slot = &queue->slots[number];
    slot->lane = i;
    lane->request = number;
    lane->due = OVL_QUEUE_REQUEST_COST;
    account->route = (ovl_route){0};
    slot->answer.result =
        ovl_task_begin_route(lane->planner, world, &slot->request.query, &account->route);
    lane->is_refused = slot->answer.result != OVL_OK;
    slot->answer.fault = *ovl_planner_fault(lane->planner);
  }
}

/* The priority of a lane's request; NO_PRIORITY if it is free. */
static int32_t priority_of(const ovl_queue *queue, uint32_t lane) {
  const uint32_t slot = queue->lanes.lane[lane].request;
  return slot != OVI_LANE_FREE ? queue->slots[slot].request.priority : NO_PRIORITY;
}

/* Shares a budget among the lanes that may run, those of the highest priority in flight, as far as
 * keeps them balanced. */
static void share_budget(ovl_queue *queue, uint64_t budget) {
  const bool others_wait = highest_waiting(queue) != NO_PRIORITY;
  int32_t running = NO_PRIORITY;
  uint64_t least = UINT64_MAX; /* that a lane of this priority has used */
  for (uint32_t i = 0; i < queue->lanes.count; i++) {
    const int32_t priority = priority_of(queue, i);
    const uint64_t used = queue->accounts[i].used;
    least = priority > running || (priority == running && used < least) ? used : least;
    running = priority > running ? priority : running;
  }
  OVI_ASSERT(running != NO_PRIORITY);
  for (uint32_t i = 0; i < queue->lanes.count; i++) {
    const uint64_t ahead = queue->accounts[i].used - least;
    const bool runs = priority_of(queue, i) == running && ahead < QUANTUM;
    queue->lanes.lane[i].share = !runs ? 0 : others_wait ? QUANTUM - ahead : UINT64_MAX;
  }
  ovi_lanes_split(&queue->lanes, budget);
}

ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                          const ovl_jobs *jobs, uint64_t *spent) {
  const ovi_argument arguments[] = {{"jobs", ovi_jobs_are_valid(jobs), 1, 1}};
  *spent = 0;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &queue->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  /* Counts of lanes are kept small: only their differences matter. */
  const uint64_t least = least_used(queue);
  for (uint32_t i = 0; i < queue->lanes.count; i++) {
    lane_account *account = &queue->accounts[i];
    account->used = account->used > least ? account->used - least : 0;
  }
  while (*spent < budget &&
         (highest_waiting(queue) != NO_PRIORITY || ovi_lanes_in_use(&queue->lanes) != 0)) {
    fill_lanes(queue, world);
    share_budget(queue, budget - *spent);
    *spent += ovi_lanes_run(&queue->lanes, jobs);
    for (uint32_t i = 0; i < queue->lanes.count; i++) {
      ovi_task_lane *lane = &queue->lanes.lane[i];
      queue->accounts[i].used += lane->spent;
      if (lane->is_done) { /* answer its request */
        queue_slot *slot = &queue->slots[lane->request];
        OVI_ASSERT(slot->list == IN_NO_LIST && slot->lane == i);
        if (!lane->is_refused) { /* else it has the result of its beginning */
          slot->answer.result = ovl_task_result(lane->planner);
          slot->answer.fault = *ovl_planner_fault(lane->planner);
          slot->answer.stats = ovl_planner_stats(lane->planner);
        }
        *slot->request.route = queue->accounts[i].route;
        queue_append(queue, lane->request, ANSWER_LIST);
        ovi_lane_clear(lane);
      }
    }
  }
  OVI_ASSERT(*spent <= budget);
  ovi_lanes_retain(&queue->lanes, world);
  return OVL_OK;
}

const ovl_fault *ovl_queue_fault(const ovl_queue *queue) { return &queue->fault; }

/* ---- Batches ---------------------------------------------------------------------- */

typedef struct query_batch {
  ovl_planner *const *planners;
  const ovl_world *world;
  ovl_batch_item *items;
} query_batch;

static void answer_item(void *context, int32_t index, int32_t worker) {
  const query_batch *batch = context;
  ovl_batch_item *item = &batch->items[index];
  ovl_planner *planner = batch->planners[worker];
  const ovi_argument arguments[] = {{"path", item->path != NULL || item->route != NULL, 1, 1}};
  item->result = OVI_ARGUMENTS_CHECK(arguments, (uint64_t)index, &item->fault);
  if (item->result != OVL_OK) {
    return;
  }
  item->result = item->path != NULL
                     ? ovl_find_path(planner, batch->world, &item->query, item->path)
                     : ovl_route_begin(planner, batch->world, &item->query, item->route);
  item->fault = *ovl_planner_fault(planner);
}

ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                         ovl_batch_item *items, int32_t count, const ovl_jobs *jobs,
                         ovl_fault *fault) {
  query_batch batch = {planners, world, items};
  const ovi_argument arguments[] = {{"count", count, 0, INT32_MAX},
                                    {"jobs", ovi_jobs_are_valid(jobs), 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  for (int32_t i = 0; i < ovi_jobs_workers(jobs); i++) {
    if (ovl_task_result(planners[i]) == OVL_NOT_READY) {
      ovi_argument_fail(fault, "planners: one has a task", (uint64_t)i, 0, 0);
      return OVL_BUSY;
    }
  }
  ovi_jobs_run(jobs, (uint32_t)count, answer_item, &batch);
  return OVL_OK;
}
