/* Units from inside: one unit, all of them, and what their files do for each other.
 *
 *     unit_orders -> unit_plans (routes, stretches), unit_round (ways round), unit_flows (shared
 * goals) unit_tick   -> unit_moves -> unit_ground (cells, claims, steps)
 *
 * Nothing here knows more of a world than overland.h tells.
 *
 * Invariant: each cell of a unit's body is its own in `occupied`, and each of the next cells of its
 * way that it has claimed counts once in `claims`, under its side. */
#ifndef OVERLAND_UNITS_UNIT_INTERNAL_H
#define OVERLAND_UNITS_UNIT_INTERNAL_H

#include "overland_flow.h"
#include "overland_units.h"
#include "units/unit_cells.h"
#include "units/unit_way.h"

enum {
  OVI_CLAIMED_STEPS = 8,  /* cells ahead that count as claimed */
  OVI_PATIENCE_TICKS = 2, /* before a unit pushes one that wants to go on itself */
  OVI_ROUND_TICKS = 4,    /* before it looks for a way round; twice as long each time after */
  OVI_ROUND_CELLS = 16,   /* reach of the window of that */
  OVI_ROUND_GOALS = 64,   /* steps of the way that it looks at */
  OVI_REPLAN_TICKS = 64,  /* before it plans again */
  OVI_ESCAPE_TICKS = 12,  /* before who can't make way is let out */
  OVI_MOST_LANES = 64,
  OVI_MOST_FLOWS = 16,
  OVI_REQUEST_EXPANSIONS =
      64, /* that each request counts as, beside its own: what it costs to begin */
  OVI_SLICE_EXPANSIONS = 2048, /* of one lane at once, at the most */
  OVI_STANDSTILL_TICKS = 96,   /* without coming nearer, before the same */
  OVI_LONGEST_ESCAPE_TICKS = 256,
  OVI_REFILL_STEPS = 24, /* left of a way when the next stretch is asked for */
  OVI_STUCK_TICKS = 512, /* without coming nearer */
  OVI_RETRY_TICKS = 64,  /* between looks at whether there is a way now */
  OVI_BESIDE_TICKS = 16, /* between looks at whether a goal is still taken */
  OVI_TURN_TICKS = 1024, /* of each side */
  OVI_YIELD_TICKS = 768, /* of these the other sides yield */
  OVI_RISE_TICKS = 4096, /* of waiting, for each level of priority */
  OVI_SORT_TICKS = 64    /* between looks at who has waited longest */
};

#define OVI_NO_INDEX UINT32_MAX

/* What a unit asks of planning. */
typedef enum ovi_ask { OVI_ASK_NOTHING = 0, OVI_ASK_ROUND, OVI_ASK_SEGMENT, OVI_ASK_ROUTE } ovi_ask;

/* Some 430 bytes; a tick reads the first hundred and the front of the way. */
typedef struct ovi_unit {
  ovl_cell cell, from, goal;
  ovl_cell place; /* where it was sent with others; its goal, if alone */
  uint8_t profile, side, priority, body;
  uint8_t state; /* an ovl_unit_state */
  uint8_t ask;   /* an ovi_ask */
  bool used;
  bool queued;    /* it stands in the queue of those who ask */
  bool has_goal;  /* an order is under way, or done and kept */
  bool routed;    /* `route` is begun, and the way leads along it */
  bool returning; /* it had arrived and was pushed off */
  bool alone;     /* no flow serves it until it is sent again */
  uint8_t flow;   /* number of the flow that it follows, from 1; 0: none */
  uint16_t generation;
  uint32_t serial;    /* another one whenever route and way are forgotten or exchanged */
  uint32_t order;     /* units sent to one place have one; 0: sent alone */
  uint32_t since;     /* tick of the order */
  uint32_t decided;   /* tick in which its move was last decided */
  uint32_t blocked;   /* ticks in which it wanted to step and could not, in a row */
  uint32_t round_at;  /* what `blocked` must reach until it asks for a way round */
  uint32_t near_tick; /* when it last came nearer */
  uint32_t retry_tick;
  uint32_t rank;         /* beside: in how many units' reach of the goal, from 1 */
  uint32_t escape_from;  /* index of the unit that it gets out of the way of; OVI_NO_INDEX */
  uint32_t escape_until; /* tick; when there is none under way: none begins before */
  uint32_t claimed;      /* steps of the way that are in claims */
  ovl_cell claim_end;    /* cell behind the last of them */
  uint64_t least_left;   /* units of cost: how near it has come */
  ovi_way way;
  ovl_cell way_end; /* cell behind the last step */
  uint32_t skipped; /* steps of the stretch that begins at route.position that are in the way
                       or walked already: it did not fit as a whole */
  int32_t result;   /* an ovl_result */
  ovl_route route;
} ovi_unit;

/* A unit whose move is being decided. */
typedef struct ovi_unit_frame {
  uint32_t unit;
  uint32_t pusher;   /* OVI_NO_INDEX: nobody */
  ovl_cell target;   /* where the pusher wants to stand */
  bool hard;         /* it must not stay */
  bool retreats;     /* and goes back whence it came, for a side whose turn it is */
  uint8_t count, at; /* of the candidates */
  uint8_t free_from; /* those from here on only if nobody stands there */
  uint8_t candidates[9];
} ovi_unit_frame;

/* A planner, and what it plans for whom. */
typedef struct ovi_lane {
  ovl_planner *planner;
  uint32_t unit;   /* index; OVI_NO_INDEX: it is free */
  uint32_t serial; /* of the unit when it asked */
  ovi_ask ask;
  ovl_cell start;   /* where the unit stood */
  ovl_world *world; /* kept for a task that goes on from an earlier tick; else NULL */
  uint64_t slice, spent;
  uint64_t total; /* spent since it began */
  bool done;
  ovl_route route;
  ovl_path path;
  ovl_path_link link;
  ovl_cell *points; /* room for any stretch */
  ovl_stop *stops;
} ovi_lane;

/* A flow, and whom it serves. */
typedef struct ovi_shared_flow {
  ovl_flow *flow;
  ovl_world *world; /* the version that it is in; NULL: it serves nobody */
  ovl_world *next;  /* the one that it goes over to; else NULL */
  ovl_cell place;
  uint8_t profile;
  uint64_t work; /* expansions so far */
} ovi_shared_flow;

struct ovl_units {
  ovl_allocator allocator;
  uint64_t bytes;
  uint32_t capacity;
  uint32_t stop_capacity;
  uint32_t high; /* no unit has an index that is not below */
  uint32_t tick;
  uint32_t orders; /* given to several units, so far */
  bool unsorted;
  uint8_t bodies[OVL_MAX_PROFILES];
  int32_t profiles;
  char names[OVL_MAX_PROFILES][OVL_NAME_BYTES];
  uint64_t shape;           /* of the worlds that they walk */
  uint64_t identity;        /* of the version in which they walked last */
  bool refused;             /* planners do not serve the version of this tick */
  uint32_t side_count[256]; /* units of each side */
  uint8_t turns[256];       /* until it is the turn of each, when they were sorted last */
  ovi_unit *unit;
  ovl_stop *stops;  /* stop_capacity for each */
  uint32_t *sorted; /* indices, who goes first before */
  uint64_t *keys;   /* to sort by, twice as many */
  uint32_t sorted_count;
  uint32_t *queue; /* a ring of those who ask */
  uint32_t queue_begin, queue_count;
  ovi_unit_frame *frames;
  ovl_unit_move *moves;
  uint32_t move_count;
  ovi_cell_table occupied; /* index + 1 by cell */
  ovi_cell_table claims;   /* how many by cell and side */
  /* While units are sent to a place: */
  ovi_cell_table taken; /* cells that are kept */
  ovi_cell_table seen;  /* cells of the search */
  ovl_cell *places;     /* the same, in its order */
  uint32_t place_count; /* that there is room for */
  ovi_lane lanes[OVI_MOST_LANES];
  uint32_t lane_count;
  ovi_shared_flow flows[OVI_MOST_FLOWS];
  uint32_t flow_count;
  uint32_t region_area;  /* cells */
  uint64_t flow_reserve; /* expansions that a tile may take beyond what was granted */
  bool sent;             /* somebody was since flows were given out */
  size_t point_capacity; /* of each lane */
  ovl_local_goal *goals; /* OVI_ROUND_GOALS */
  int32_t round_cells;   /* reach of the window of a way round */
  ovl_units_stats stats;
};

static inline ovl_unit ovi_unit_name(const ovl_units *units, uint32_t index) {
  return (uint32_t)units->unit[index].generation << 16 | index;
}

static inline uint32_t ovi_unit_index(const ovl_units *units, const ovi_unit *unit) {
  return (uint32_t)(unit - units->unit);
}

#endif
