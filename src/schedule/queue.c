/* A queue of requests for routes, planned within a budget of expansions a tick.
 *
 * Requests are slots in one of a few lists: free ones, those that wait with each priority,
 * answered ones. Those in flight have a lane each, with a planner. A tick goes in
 * rounds: free lanes are filled, every lane that may run gets a share of what is left, all
 * run, and what they did is gathered in the order of lanes. So nothing depends on threads.
 *
 * Invariant: a lane is never ahead of one that it shares with by more than a quantum of
 * expansions, while others wait: balancing by what was used, as fair queuing does for
 * links (Shreedhar and Varghese, "Efficient fair queuing using deficit round robin", 1996).
 * No slice spends more than its share, so no tick spends more than its budget. */
#include "common/arena.h"
#include "common/jobs.h"
#include "overland_edit.h"
#include "overland_schedule.h"

enum {
  QUANTUM = 256, /* expansions that a lane may be ahead */
  MOST_CAPACITY = 1 << 20,
  WAITING_LISTS = OVL_QUEUE_PRIORITIES,
  FREE_LIST = WAITING_LISTS, /* and the list of answers behind it */
  ANSWER_LIST,
  LIST_COUNT,
  IN_NO_LIST
};

#define NO_SLOT UINT32_MAX

/* A request, or room for one. */
typedef struct queue_slot {
  ovl_request request;
  ovl_answer answer;
  uint32_t next, before; /* in its list */
  uint32_t list;
  uint32_t lane; /* in flight: where */
} queue_slot;

typedef struct slot_list {
  uint32_t first, last, count;
} slot_list;

/* One request in flight. */
typedef struct queue_lane {
  ovl_planner *planner;
  uint32_t slot; /* NO_SLOT: it is free, */
  bool is_idle;  /* and there was nothing to begin in it */
  ovl_world *world;
  ovl_route route; /* the caller's is written when it is done */
  uint64_t due;    /* of what beginning it counts for */
  uint64_t used;   /* counted, to balance the lanes */
  uint64_t share, spent;
  bool done;
} queue_lane;

struct ovl_queue {
  ovl_allocator allocator;
  uint64_t bytes;
  queue_slot *slots;
  queue_lane *lanes;
  uint32_t capacity, lane_count;
  uint64_t tickets; /* given */
  slot_list lists[LIST_COUNT];
};

/* ---- Lists ------------------------------------------------------------------ */

static void queue_append(ovl_queue *queue, uint32_t number, uint32_t list) {
  slot_list *l = &queue->lists[list];
  queue_slot *slot = &queue->slots[number];
  slot->list = list;
  slot->next = NO_SLOT;
  slot->before = l->last;
  if (l->last != NO_SLOT) {
    queue->slots[l->last].next = number;
  } else {
    l->first = number;
  }
  l->last = number;
  l->count++;
}

static void take_out(ovl_queue *queue, uint32_t number) {
  queue_slot *slot = &queue->slots[number];
  slot_list *list = &queue->lists[slot->list];
  if (slot->before != NO_SLOT) {
    queue->slots[slot->before].next = slot->next;
  } else {
    list->first = slot->next;
  }
  if (slot->next != NO_SLOT) {
    queue->slots[slot->next].before = slot->before;
  } else {
    list->last = slot->before;
  }
  list->count--;
  slot->list = IN_NO_LIST;
}

/* The most urgent priority that waits; OVL_QUEUE_PRIORITIES: none does. */
static uint32_t most_urgent_waiting(const ovl_queue *queue) {
  uint32_t priority = 0;
  while (priority < WAITING_LISTS && queue->lists[priority].count == 0) {
    priority++;
  }
  return priority;
}

/* ---- Making ------------------------------------------------------------------ */

ovl_queue_def ovl_queue_def_default(const ovl_world *world) {
  return (ovl_queue_def){
      .world = world, .capacity = 4096, .lanes = 8, .allocator = *ovl_default_allocator()};
}

static bool def_is_valid(const ovl_queue_def *def) {
  return def->world != NULL && def->capacity >= 1 && def->capacity <= MOST_CAPACITY &&
         def->lanes >= 1 && def->lanes <= OVL_QUEUE_MAX_LANES && def->allocator.allocate != NULL &&
         def->allocator.release != NULL;
}

static ovl_queue *queue_reserve(ovi_arena *arena, const ovl_queue_def *def) {
  ovl_queue *queue = ovi_arena_take(arena, 1, sizeof(ovl_queue));
  queue_lane *lanes = ovi_arena_take(arena, (uint64_t)def->lanes, sizeof(queue_lane));
  queue_slot *slots = ovi_arena_take(arena, (uint64_t)def->capacity, sizeof(queue_slot));
  if (queue != NULL) {
    *queue = (ovl_queue){.allocator = def->allocator,
                         .slots = slots,
                         .lanes = lanes,
                         .capacity = (uint32_t)def->capacity};
  }
  return queue;
}

static ovl_result add_lanes(ovl_queue *queue, const ovl_queue_def *def) {
  ovl_planner_def planner = ovl_planner_def_default(def->world);
  planner.max_bytes = def->planner_bytes;
  planner.allocator = def->allocator;
  for (int32_t i = 0; i < def->lanes; i++) {
    queue_lane *made = &queue->lanes[i];
    *made = (queue_lane){.slot = NO_SLOT, .is_idle = true};
    const ovl_result result = ovl_planner_create(&planner, &made->planner);
    if (result != OVL_OK) {
      return result;
    }
    queue->lane_count++;
  }
  return OVL_OK;
}

ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue) {
  ovi_arena counted = {NULL, 0};
  *queue = NULL;
  if (!def_is_valid(def)) {
    return OVL_BAD_ARGUMENT;
  }
  queue_reserve(&counted, def);
  ovi_arena arena = {ovi_allocate(&def->allocator, counted.used), 0};
  if (arena.block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_queue *made = queue_reserve(&arena, def);
  made->bytes = counted.used;
  for (uint32_t list = 0; list < LIST_COUNT; list++) {
    made->lists[list] = (slot_list){NO_SLOT, NO_SLOT, 0};
  }
  for (uint32_t i = 0; i < made->capacity; i++) {
    made->slots[i].answer.ticket = 0;
    queue_append(made, i, FREE_LIST);
  }
  const ovl_result result = add_lanes(made, def);
  if (result != OVL_OK) {
    ovl_queue_destroy(made);
    return result;
  }
  *queue = made;
  return OVL_OK;
}

/* Frees a lane for the next request. */
static void empty_lane(queue_lane *lane) {
  ovl_task_cancel(lane->planner);
  ovl_world_close(lane->world);
  lane->world = NULL;
  lane->slot = NO_SLOT;
}

void ovl_queue_destroy(ovl_queue *queue) {
  if (queue == NULL) {
    return;
  }
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    empty_lane(&queue->lanes[i]);
    ovl_planner_destroy(queue->lanes[i].planner);
  }
  ovl_allocator allocator = queue->allocator;
  ovi_release(&allocator, queue, queue->bytes);
}

/* ---- Requests ------------------------------------------------------------------ */

ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket) {
  const uint32_t number = queue->lists[FREE_LIST].first;
  *ticket = 0;
  if (request->priority < 0 || request->priority >= OVL_QUEUE_PRIORITIES) {
    return OVL_BAD_ARGUMENT;
  }
  if (number == NO_SLOT) {
    return OVL_BUSY;
  }
  queue_slot *slot = &queue->slots[number];
  take_out(queue, number);
  slot->request = *request;
  *ticket = ++queue->tickets * queue->capacity + number; /* of capacity 2^20: 2^44 tickets */
  slot->answer = (ovl_answer){.ticket = *ticket, .user = request->user};
  queue_append(queue, number, (uint32_t)request->priority);
  return OVL_OK;
}

static void queue_release(ovl_queue *queue, uint32_t number) {
  queue->slots[number].answer.ticket = 0;
  queue_append(queue, number, FREE_LIST);
}

ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket) {
  const uint32_t number = (uint32_t)(ticket % queue->capacity);
  queue_slot *slot = &queue->slots[number];
  if (ticket == 0 || slot->answer.ticket != ticket) {
    return OVL_BAD_ARGUMENT;
  }
  if (slot->list == IN_NO_LIST) {
    empty_lane(&queue->lanes[slot->lane]);
  } else {
    take_out(queue, number);
  }
  queue_release(queue, number);
  return OVL_OK;
}

bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer) {
  const uint32_t number = queue->lists[ANSWER_LIST].first;
  if (number == NO_SLOT) {
    return false;
  }
  *answer = queue->slots[number].answer;
  take_out(queue, number);
  queue_release(queue, number);
  return true;
}

ovl_queue_state ovl_queue_describe(const ovl_queue *queue) {
  ovl_queue_state state = {.answered = queue->lists[ANSWER_LIST].count};
  for (uint32_t priority = 0; priority < WAITING_LISTS; priority++) {
    state.waiting += queue->lists[priority].count;
  }
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    state.in_flight += queue->lanes[i].slot != NO_SLOT ? 1 : 0;
  }
  return state;
}

/* ---- A round -------------------------------------------------------------------- */

/* The least that a lane has used which is not idle; 0 if all are. */
static uint64_t least_used(const ovl_queue *queue) {
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    const queue_lane *lane = &queue->lanes[i];
    least = !lane->is_idle && lane->used < least ? lane->used : least;
  }
  return least != UINT64_MAX ? least : 0;
}

/* Begins the requests that come next in the free lanes. */
static void fill_lanes(ovl_queue *queue, const ovl_world *world) {
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    queue_lane *lane = &queue->lanes[i];
    const uint32_t priority = most_urgent_waiting(queue);
    if (lane->slot != NO_SLOT || priority == OVL_QUEUE_PRIORITIES) {
      lane->is_idle = lane->slot == NO_SLOT;
      continue;
    }
    if (lane->is_idle) { /* who rested has saved nothing */
      const uint64_t least = least_used(queue);
      lane->used = lane->used > least ? lane->used : least;
      lane->is_idle = false;
    }
    const uint32_t number = queue->lists[priority].first;
    queue_slot *slot = &queue->slots[number];
    take_out(queue, number);
    slot->lane = i;
    lane->slot = number;
    lane->due = OVL_QUEUE_REQUEST_COST;
    ovl_world_retain(world, &lane->world);
    ovl_task_begin_route(lane->planner, lane->world, &slot->request.query, &lane->route,
                         slot->request.stops, slot->request.stop_capacity);
  }
}

static int32_t priority_of(const ovl_queue *queue, const queue_lane *lane) {
  return queue->slots[lane->slot].request.priority;
}

/* The priority that runs: that of the most urgent in flight. */
static int32_t most_urgent_in_flight(const ovl_queue *queue) {
  int32_t most = OVL_QUEUE_PRIORITIES;
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    const queue_lane *lane = &queue->lanes[i];
    most =
        lane->slot != NO_SLOT && priority_of(queue, lane) < most ? priority_of(queue, lane) : most;
  }
  return most;
}

/* Shares what is left among the lanes that may run: as much as keeps them balanced. */
static void share_out(ovl_queue *queue, uint64_t left) {
  const int32_t running = most_urgent_in_flight(queue);
  const bool others_wait = most_urgent_waiting(queue) != OVL_QUEUE_PRIORITIES;
  uint64_t least = UINT64_MAX;
  uint64_t lanes = 0;
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    const queue_lane *lane = &queue->lanes[i];
    if (lane->slot != NO_SLOT && priority_of(queue, lane) == running) {
      least = lane->used < least ? lane->used : least;
    }
  }
  const uint64_t end = least < UINT64_MAX - QUANTUM ? least + QUANTUM : UINT64_MAX;
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    queue_lane *lane = &queue->lanes[i];
    lane->share = 0;
    if (lane->slot != NO_SLOT && priority_of(queue, lane) == running && lane->used < end) {
      lane->share = others_wait ? end - lane->used : UINT64_MAX;
      lanes++;
    }
  }
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    queue_lane *lane = &queue->lanes[i];
    if (lane->share != 0) {
      const uint64_t most = (left + lanes - 1) / lanes;
      lane->share = lane->share < most ? lane->share : most;
      left -= lane->share;
      lanes--;
    }
  }
}

/* Lets a lane spend its share: first what its beginning counts for. */
static void run_lane(void *context, int32_t index, int32_t worker) {
  queue_lane *lane = &((ovl_queue *)context)->lanes[index];
  (void)worker;
  lane->spent = 0;
  lane->done = false;
  if (lane->share == 0) {
    return;
  }
  const uint64_t paid = lane->due < lane->share ? lane->due : lane->share;
  lane->due -= paid;
  if (ovl_task_step(lane->planner, lane->share - paid, &lane->spent, &lane->done) ==
      OVL_NEEDS_REGIONS) {
    lane->spent = lane->share - paid; /* it waits */
  }
  lane->spent += paid;
}

static void queue_answer(ovl_queue *queue, queue_lane *lane) {
  queue_slot *slot = &queue->slots[lane->slot];
  slot->answer.result = ovl_task_result(lane->planner);
  slot->answer.stats = ovl_planner_stats(lane->planner);
  *slot->request.route = lane->route;
  queue_append(queue, lane->slot, ANSWER_LIST);
  empty_lane(lane);
}

/* Takes from all lanes what they did. Returns what they spent. */
static uint64_t gather(ovl_queue *queue) {
  uint64_t spent = 0;
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    queue_lane *lane = &queue->lanes[i];
    if (lane->share == 0) {
      continue;
    }
    spent += lane->spent;
    lane->used += lane->spent;
    if (lane->done) {
      queue_answer(queue, lane);
    }
  }
  return spent;
}

/* Keeps the counts of lanes small: only their differences count. */
static void settle_counts(ovl_queue *queue) {
  const uint64_t least = least_used(queue);
  for (uint32_t i = 0; i < queue->lane_count; i++) {
    queue_lane *lane = &queue->lanes[i];
    lane->used = lane->used > least ? lane->used - least : 0;
  }
}

static bool has_work(const ovl_queue *queue) {
  const ovl_queue_state state = ovl_queue_describe(queue);
  return state.waiting + state.in_flight != 0;
}

ovl_result ovl_queue_step(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                          const ovl_jobs *jobs, uint64_t *spent) {
  *spent = 0;
  if (!ovi_jobs_are_valid(jobs)) {
    return OVL_BAD_ARGUMENT;
  }
  settle_counts(queue);
  while (*spent < budget && has_work(queue)) {
    fill_lanes(queue, world);
    share_out(queue, budget - *spent);
    ovi_jobs_run(jobs, queue->lane_count, run_lane, queue);
    *spent += gather(queue);
  }
  return OVL_OK;
}
