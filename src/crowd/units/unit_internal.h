/* The constants of units' behaviour (patience, turns, yielding, detours) and their state: one unit,
 * all of them, and the lanes and flows that plan for them. Constants, structs and inline reads
 * only; each file of the room declares its functions in a header of its own:
 *
 *     unit_orders   requests, orders, worlds   unit_tick    a tick: planning, then moves
 *     unit_plans    routes, segments, detours  unit_moves   who moves where
 *     unit_flows    shared goals               unit_steps   steps, corridors
 *     unit_meet     goals that are taken       unit_ground  occupied and claimed cells
 *     unit_groups   guides, lanes, paths       unit_places  goals of many units
 *     unit_settle   other places               unit_aside   retreats
 *
 * The room knows of a world only what the public headers say.
 *
 * Invariant: each cell of a unit's body is its own in `ground.occupied`, and each of the next cells
 * of its path that it has claimed counts once in `ground.claims`, under its side. A unit on a link
 * is on no cell. The cells from which a step leads are in `ground.leaving` if it is not nearly done
 * after its first tick, until it ends. */
#ifndef OVERLAND_CROWD_UNIT_INTERNAL_H
#define OVERLAND_CROWD_UNIT_INTERNAL_H

#include "crowd/way/gate.h"
#include "crowd/way/unit_cells.h"
#include "crowd/way/unit_way.h"
#include "overland_bake.h"
#include "overland_units.h"
#include "schedule/lanes.h"

enum {
  OVI_CLAIMED_STEPS = 8, /* cells ahead that a unit claims */
  OVI_PUSHED_TICKS = 4, /* for each cell of its body, in which a unit stays out of a pusher's way */
  OVI_HOME_TICKS = 8,   /* ticks before a unit that can't step back stays where it is */
  OVI_DETOUR_TICKS = 4, /* ticks before it asks for a detour; doubled after each */
  OVI_DETOUR_CELLS = 16,  /* half the side of a detour's window */
  OVI_DETOUR_GOALS = 64,  /* cells of its path to which a detour may lead back */
  OVI_REPLAN_TICKS = 64,  /* ticks before it plans its route again */
  OVI_RETREAT_TICKS = 12, /* ticks before those that stand in the way of a unit retreat from it */
  OVI_MOST_LANES = 64,
  OVI_MOST_FLOWS = 16,
  OVI_FLOW_UNITS = 8,          /* that are sent to one place, for a flow */
  OVI_UNIT_SIDES = 256,        /* that units can have: a byte */
  OVI_FULL_SPEED = 256,        /* in 1/256 straight steps a tick */
  OVI_MOST_ROOMS = 64,         /* links with a room of their own */
  OVI_REQUEST_EXPANSIONS = 64, /* charged for beginning a request, beside its expansions */
  OVI_LANE_SEGMENTS = 8,       /* that follow each other in a lane */
  OVI_SLICE_EXPANSIONS = 2048, /* of one lane in one slice */
  OVI_CORRIDOR_TICKS = 16,     /* ticks without progress after which a corridor is not reserved */
  OVI_STANDSTILL_TICKS = 80,   /* ticks without progress before walkers retreat from a unit */
  OVI_LONGEST_RETREAT = 256,   /* of the slower one of two units, of which one retreats */
  OVI_REFILL_STEPS = 24,       /* steps left of a path when its next segment is requested */
  OVI_STUCK_TICKS = 512,       /* ticks without progress after which a unit counts as stuck */
  OVI_RETRY_TICKS = 64,        /* between attempts of a unit whose goal is unreachable */
  OVI_BESIDE_TICKS = 16,       /* between checks whether a goal is still taken */
  OVI_TURN_TICKS = 1024,       /* length of the turn of each side */
  OVI_YIELD_TICKS = 768,       /* of a turn, during which other sides yield */
  OVI_RISE_TICKS = 4096,       /* of waiting that raise a unit's priority by one */
  OVI_SORT_TICKS = 64,
  OVI_SEARCH_CELLS = 1024 /* that are looked at for another place of a unit */
};

#define OVI_NO_INDEX UINT32_MAX
#define OVI_NOT_OVER_LINK UINT32_MAX

/* The properties of a unit that no order changes. */
typedef struct ovi_unit_kind {
  uint8_t profile, side, priority;
  uint8_t body; /* side of its body, cells */
  uint8_t hold; /* an ovl_unit_hold */
} ovi_unit_kind;

/* The order that a unit follows. */
typedef struct ovi_unit_order {
  ovl_cell place; /* the place to which its group was sent; of one unit alone its goal */
  uint32_t order; /* number of the group order; 0: sent alone */
  uint32_t since; /* tick of the order */
  uint32_t rank;  /* beside its goal: distance to the goal, in units that stand between, from 1 */
  bool has_goal;  /* an order is under way, or fulfilled and kept */
  bool returning; /* it had arrived and was pushed away */
  bool idle;      /* it has no order: it returns to where it stood */
  bool alone;     /* no flow serves it until its next order */
  bool together;  /* its group arrives together */
  bool own;       /* its goal is its own: it is not exchanged */
  int16_t across; /* its lane: to the right of the middle of its group, as the guide began */
  uint16_t carry; /* of the line in which it walks there */
  uint16_t pace;  /* at most this speed; 0: its own */
  uint16_t group_pace; /* the speed of the slowest of its group, if they keep that; 0 */
  uint8_t as; /* number of the profile that plans its way to the place, from 1; 0: its own */
} ovi_unit_order;

/* The path ahead of a unit. */
typedef struct ovi_unit_plan {
  ovi_way way;
  ovl_cell way_end;   /* cell after the last step of `way` */
  ovl_cell claim_end; /* cell after the last claimed step */
  uint32_t claimed;   /* steps of `way` that are in ground.claims */
  uint32_t skipped; /* steps of the segment from route.position on that are in `way` or walked: the
                       segment did not fit as a whole */
  uint32_t serial;  /* changes whenever route and path are dropped or exchanged */
  bool routed;      /* `route` has begun, and `way` leads along it */
  uint64_t least_flow; /* patience.least_left by the flow, where it left its path for that */
  ovl_route route;
} ovi_unit_plan;

/* The time that a unit has been waiting, in ticks or as the numbers of ticks. */
typedef struct ovi_unit_patience {
  uint32_t decided;       /* tick until which its move is decided */
  uint32_t pushed;        /* tick in which it was pushed last */
  bool deciding;          /* its move depends on one that is being decided */
  uint32_t blocked;       /* ticks in a row in which it could not make its step */
  uint32_t detour_at;     /* value of `blocked` at which it requests a detour */
  uint32_t near_tick;     /* tick in which it last came nearer to its goal */
  uint32_t delay;         /* ticks without progress, since its order or since it was pushed away */
  uint32_t retry_tick;    /* tick of its last attempt */
  ovl_unit retreats_from; /* the unit from which it retreats, or was removed since; OVL_NO_UNIT */
  uint32_t retreat_tick;  /* at which that ends; of a unit without one: before which none begins */
  ovl_cell retreat_cell;  /* where it stood before */
  ovl_unit pusher;        /* the unit that pushed it last, or was removed since; OVL_NO_UNIT */
  uint32_t pushed_until;  /* tick until which it does not step before that one again */
  uint32_t exchanges;  /* of its goal, since its order or since it arrived; and pushes beside it */
  uint64_t least_left; /* cost units: the least cost to go so far */
} ovi_unit_patience;

/* How fast a unit walks, and its last step. Lengths are in 1/256 of a straight step over plain
 * ground. */
typedef struct ovi_unit_pace {
  ovl_cell from;       /* where its step began, until the tick after the step; else `cell` */
  uint16_t speed;      /* length a tick */
  uint16_t step_speed; /* the same when its last step began */
  bool on_link;    /* it is on its way over a link, on no cell of the ground; `cell` is its end */
  uint32_t link;   /* number of the link over which its last step led; OVI_NOT_OVER_LINK */
  uint32_t begun;  /* tick in which its last step began */
  uint32_t last;   /* tick in which that step ends or has ended; over a link: at the earliest */
  uint32_t length; /* of that step */
  uint32_t debt; /* what is left of it after that tick: walked with the next step, or in a pause */
} ovi_unit_pace;

/* Some 410 bytes. */
typedef struct ovi_unit {
  ovl_cell cell, goal; /* where it stands, or its step leads; where it is sent, or stood idle */
  ovi_unit_kind kind;
  uint8_t state; /* an ovl_unit_state */
  uint8_t ask;   /* an ovl_unit_request: of several the strongest, which is the greatest */
  bool used;     /* the slot holds a unit */
  bool queued;   /* it stands in the ring of requests */
  bool inside;   /* it is in a corridor one cell wide */
  uint8_t flow;  /* number of the flow that it follows, from 1; 0: none */
  uint16_t generation;
  int32_t result; /* an ovl_result: of its last request */
  ovi_unit_order order;
  ovi_unit_patience patience;
  ovi_unit_pace pace;
  ovi_unit_plan plan;
} ovi_unit;

/* A unit whose move is being decided, on the stack of priority inheritance. */
typedef struct ovi_unit_frame {
  uint32_t unit;              /* index */
  uint32_t pusher;            /* index of the unit that wants its cell; OVI_NO_INDEX: none */
  uint32_t first;             /* index of the first unit of its row of pushes */
  ovl_cell target;            /* cell that the pusher wants to enter */
  bool hard;                  /* it must leave its cell */
  bool retreats;              /* it goes back the way it came, for a side whose turn it is */
  uint8_t count, at;          /* number of candidates, and the one being tried */
  uint8_t free_from, free_to; /* candidates in this range only if their cell is free */
  uint8_t push_from;          /* candidates from this one on push units that do not go themselves */
  bool has_more;              /* steps aside are added when its next step is not possible */
  bool opens;                 /* it steps out of a ring */
  uint32_t ring; /* its unit waits in a ring, with those of all frames from this one on: number
                    of that frame, from 1; 0: it does not */
  uint8_t candidates[10];
} ovi_unit_frame;

/* The work of a lane. The request of its task is the index of a unit. What it was asked decides its
 * result, and with `total` how far it is. */
typedef struct ovi_unit_lane {
  ovi_task_lane *task; /* its world is retained once it continues from an earlier tick */
  uint32_t serial;     /* plan.serial of the unit when it asked */
  ovl_unit_request ask;
  ovl_route asked; /* the route to go on; of one to be planned its goal, its profile, and as
                      position where it begins */
  uint8_t goes_on; /* segments with which it went on, by the plan that is kept */
  bool resumes;    /* it was restored: what was done of its task has to be done again */
  uint64_t total;  /* expansions since the task began */
  ovl_route route;
  ovl_path path;
  ovl_path_link link;
  ovl_cell *points; /* room for any segment */
} ovi_unit_lane;

/* A flow and the goal that it serves. */
typedef struct ovi_shared_flow {
  ovl_flow *flow;   /* NULL: it has never been needed, or there was no memory to restore it */
  ovl_world *world; /* retained: the version that it is in; NULL: it is free */
  ovl_world *next;  /* retained: the version that it is being renewed to; else NULL */
  ovl_cell place;
  uint8_t profile;
  bool leads;    /* units follow it; else each plans its own route, and only passes others by it */
  uint64_t work; /* expansions that it was charged */
} ovi_shared_flow;

/* The properties of a world that these units can walk. */
typedef struct ovi_walked_world {
  uint8_t bodies[OVL_MAX_PROFILES]; /* side of each profile's body, cells */
  int32_t profiles;
  uint32_t links;
  int topology;
  char names[OVL_MAX_PROFILES][OVL_NAME_BYTES];
  uint64_t shape;    /* hash of floor sizes and profile names */
  uint64_t graphs;   /* a bit for each graph floor */
  uint64_t identity; /* of the version in which they walked last */
  bool refused;      /* there is no memory for the planners in the version of this tick */
} ovi_walked_world;

/* The units in the order in which they move. */
typedef struct ovi_unit_turns {
  uint32_t *side_count;         /* units of each of OVI_UNIT_SIDES sides */
  uint32_t sides;               /* that have units */
  uint8_t side[OVI_UNIT_SIDES]; /* their numbers, the lowest first */
  uint32_t *enemies; /* 8 words for each side: a bit for each other one that is its enemy */
  uint32_t *sorted;  /* indices of all units, the first to move first */
  uint64_t *keys;    /* sort keys, twice as many as units */
  uint8_t turns[OVI_UNIT_SIDES]; /* turns until each side's own, at the last sort */
  bool unsorted;
} ovi_unit_turns;

/* The ring of units that request planning. */
typedef struct ovi_unit_asks {
  uint32_t *queue; /* indices */
  uint32_t queue_begin, queue_count;
} ovi_unit_asks;

/* Workspace for sending many units to one place. */
typedef struct ovi_unit_placing {
  uint32_t orders;      /* group orders so far */
  bool together;        /* units of some order arrive together */
  ovi_number_map taken; /* cells that are goals already */
  ovi_number_map seen;  /* cells that a search has reached; empty between searches */
  uint32_t searched;    /* cells, for retreats, that no tick has been charged for yet */
  ovl_cell *places;     /* the same cells in its order */
  ovl_cell *chosen;     /* twice as many as units: where they come from, and goals */
  uint32_t place_count; /* capacity of `places` */
  ovi_unit *restored;   /* units of a snapshot while it is checked */
} ovi_unit_placing;

typedef struct ovi_unit_planning {
  ovi_task_lanes tasks;
  ovi_unit_lane *lanes;  /* one for each of them */
  size_t point_capacity; /* of each lane */
  ovl_local_goal *goals; /* OVI_DETOUR_GOALS */
  int32_t detour_cells;  /* half the side of a detour's window, at most OVI_DETOUR_CELLS */
} ovi_unit_planning;

/* Goals that are shared by flows. */
typedef struct ovi_unit_sharing {
  ovi_shared_flow flows[OVI_MOST_FLOWS];
  uint32_t flow_count;
  ovi_guide *guides;       /* OVI_MOST_FLOWS, for groups that follow a flow */
  uint32_t flow_tiles;     /* of each, at once; they follow from the definition */
  uint32_t most_tiles;     /* regions of the world */
  uint8_t least_followers; /* units that are sent to one place, for a flow that leads them */
  bool sent;               /* an order was given since the last tick */
} ovi_unit_sharing;

/* The moves of a tick. */
typedef struct ovi_unit_moving {
  ovi_unit_frame *frames;
  ovl_unit_move *moves;
  uint32_t move_count;
  uint32_t *steppers; /* indices of the units whose `from` is not `cell`, but for those on links */
  uint32_t stepper_count;
  bool ground_slows;
} ovi_unit_moving;

/* A link that has room for so many units at once. */
typedef struct ovi_link_room {
  uint32_t link;
  uint32_t room;   /* 0: a unit on it stands on its other end at once */
  uint32_t riding; /* units on it */
} ovi_link_room;

typedef struct ovi_unit_ground {
  ovi_number_map occupied; /* index + 1 of the unit on a cell */
  ovi_number_map leaving;  /* index + 1 of the unit that leaves a cell in more than a tick */
  ovi_link_room *rooms;    /* OVI_MOST_ROOMS */
  uint32_t room_count;
  uint32_t lowest_free;  /* no slot below it is free */
  ovi_number_map claims; /* claims of each cell and side */
} ovi_unit_ground;

struct ovl_units {
  ovi_object object;
  uint32_t capacity;
  uint32_t high; /* every unit's index is below */
  uint32_t tick;
  ovi_unit *unit;
  ovi_walked_world walked;
  ovi_unit_turns turns;
  ovi_unit_asks asks;
  ovi_unit_placing placing;
  ovi_unit_planning planning;
  ovi_unit_sharing sharing;
  ovi_unit_moving moving;
  ovi_unit_ground ground;
  ovl_units_stats stats;
  ovl_fault fault; /* what the result of the last call is about; "" if that was OVL_OK */
};

/* Notes what the result of a call is about, and returns the result. */
static inline ovl_result ovi_units_refuse(ovl_units *units, ovl_result result, const char *what,
                                          uint64_t found, uint64_t expected) {
  units->fault = (ovl_fault){what, 0, found, expected};
  return result;
}

/* The speed of a unit, which its order may lower. */
static inline uint32_t ovi_unit_speed(const ovi_unit *unit) {
  const uint16_t pace = unit->order.pace;
  return pace != 0 && pace < unit->pace.speed ? pace : unit->pace.speed;
}

/* Estimates the cost that a unit with a route has left to walk, each step of its path as a straight
 * one. The steps that are taken from an unfinished segment are part of the route's cost to go. */
static inline uint64_t ovi_unit_left(const ovi_unit *unit) {
  const ovi_unit_plan *plan = &unit->plan;
  const uint64_t left = plan->route.cost_to_go + (uint64_t)plan->way.count * OVL_STRAIGHT_COST;
  const uint64_t counted_twice = (uint64_t)plan->skipped * OVL_STRAIGHT_COST;
  return left > counted_twice ? left - counted_twice : 0;
}

/* Longer paths leave a unit as near to its goal as it was: by what they add to the estimate of what
 * is left, the least so far rises too. */
static inline void ovi_unit_stay_near(ovi_unit *unit, uint64_t left_before) {
  const uint64_t left = ovi_unit_left(unit);
  const uint64_t more = left > left_before ? left - left_before : 0;
  uint64_t *least = &unit->patience.least_left;
  *least += more < UINT64_MAX - *least ? more : UINT64_MAX - *least;
}

/* The profile that plans the way of a unit to its place. */
static inline uint8_t ovi_unit_planned_as(const ovi_unit *unit) {
  return unit->order.as != 0 ? (uint8_t)(unit->order.as - 1) : unit->kind.profile;
}

/* The handle of a unit. */
static inline ovl_unit ovi_unit_name(const ovl_units *units, uint32_t index) {
  return (uint32_t)units->unit[index].generation << 16 | index;
}

/* Returns whether a tick is the present one or a later one. */
static inline bool ovi_is_due(const ovl_units *units, uint32_t tick) {
  return tick - units->tick < UINT32_MAX / 2;
}

/* Returns whether the move of a unit in this tick is decided: it was asked, or is on a step. */
static inline bool ovi_unit_is_decided(const ovl_units *units, const ovi_unit *unit) {
  return ovi_is_due(units, unit->patience.decided);
}

/* Returns whether a unit is on a step, which may have begun in this tick. */
static inline bool ovi_unit_is_moving(const ovl_units *units, const ovi_unit *unit) {
  return !unit->pace.on_link && ovi_is_due(units, unit->pace.last);
}

static inline bool ovi_sides_are_enemies(const ovl_units *units, uint8_t side, uint8_t other) {
  return (units->turns.enemies[8 * side + other / 32] >> other % 32 & 1) != 0;
}

/* Returns whether a unit may push another one: not an enemy, nor one that stands fast for it. */
static inline bool ovi_unit_may_push(const ovl_units *units, const ovi_unit *unit,
                                     const ovi_unit *other) {
  return !ovi_sides_are_enemies(units, unit->kind.side, other->kind.side) &&
         (other->kind.hold == OVL_HOLD_NONE ||
          (other->kind.hold == OVL_HOLD_SIDE && unit->kind.side == other->kind.side));
}

static inline uint32_t ovi_unit_index(const ovl_units *units, const ovi_unit *unit) {
  return (uint32_t)(unit - units->unit);
}

#endif
