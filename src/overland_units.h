/* Overland: many units that never share a cell. */
#ifndef OVERLAND_UNITS_H
#define OVERLAND_UNITS_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units ------------------------------------------------------------------ */

/* Many units that walk one world and never share a cell: a part that a game may use or
 * ignore. It stands above everything else here and uses nothing but this header.
 *
 *     ovl_units_def def = ovl_units_def_default(world); def.capacity = 2000;
 *     ovl_units *units; ovl_units_create(&def, &units);
 *     ovl_unit_def unit_def = {.cell = {10, 10, 0}};
 *     ovl_unit unit; ovl_unit_add(units, world, &unit_def, &unit);
 *     ovl_unit_send(units, unit, (ovl_cell){500, 400, 0});
 *     each tick: ovl_units_tick(units, world, 20000, NULL);
 *                ovl_units_moves(units, &count) tells who went where.
 *
 * A TICK first plans, then moves. Each unit makes at most one step a tick (or takes one
 * link, whatever its cost), and each step is legal in the world that the tick was given.
 *
 * CELLS. A unit occupies the cells of its body. Moves are made one after the other, in the order
 * in which they are told: while it moves a unit occupies the cell that it stands on and
 * the one that it enters, so a cell is free when it is entered. A unit may follow another into the
 * cell that it has just left. Two never change places, a ring of units does not
 * turn, and nobody crosses: a diagonal step is not made in a tick in which another unit crosses
 * it. Between two units that stand on both sides of it it is: corner rules are of the map.
 *
 * WHO GOES FIRST. The higher priority, which rises by one for each 4,096 ticks of waiting; of
 * equals the side whose turn it is, 1,024 ticks each, so that a narrow way is passed by many in one
 * direction; then who has waited or been on its way for longer.
 * Who stands in the way of such a unit is asked to step aside and inherits its priority for
 * that; if nobody can, the one who asked tries another cell, and lets the other one out past itself
 * if that lasts (Okumura, Machida, Defago and Tamura,
 * "Priority Inheritance with Backtracking", 2019). So who meets in a corridor one cell
 * wide, the one with less priority backs out, and who stands idle makes way. Sides take turns of
 * 1,024 ticks: for three quarters of its turn, who is in the way of a side goes back whence it
 * came, with those of its own side behind it, so that two crowds pass a narrow way one after the
 * other. A unit with a goal comes back to it; one without stays aside.
 *
 * BLOCKED AHEAD. A unit waits a moment; then it looks for a way round to the next free cells
 * of its route, inside a small window, where units that stand still are obstacles; then it plans
 * again. Cells that others of its side will soon pass cost it more, so a crowd spreads over
 * several doors; they are never blocked by that.
 *
 * SHARED GOALS. Where 8 units or more ask for ways to one cell, or were sent to one place, and a
 * flow is free, they share it instead of a route each, as do those who are sent there while it is
 * in use: their next cells are read from its tiles. These are made, and brought to the version of
 * the tick, in slices of the tick's budget; until that is done units walk by the version before.
 * Who has a goal of its own near the place leaves the flow before it. Flows serve only in ticks
 * with a budget above 12 times the cells of a region: a tile is never made in parts.
 *
 * EDITS. Each tick is given the version of the world that is current. A route that an edit broke is
 * planned again. A unit whose own cell was blocked can't step off it, for no step from a blocked
 * cell is legal: it stays until the cell is opened or the game removes it, and adds it elsewhere.
 *
 * LOCKSTEP. What happens depends on the calls and their arguments alone, not on
 * threads, clocks or addresses: ovl_units_hash is the same everywhere. Memory is taken when the
 * units are made, and never again. Not for several threads at once. */
typedef struct ovl_units ovl_units;

/* A unit. Its low 16 bits are its place, below `capacity`: the lowest that is free when it is
 * added; the others tell it from those that had the place before. */
typedef uint32_t ovl_unit;
#define OVL_NO_UNIT 0u

#define OVL_MAX_UNITS 65536 /* units at once */

typedef struct ovl_units_def {
  const ovl_world *world; /* the largest that they will walk; later versions of it and forks too */
  int32_t capacity;       /* units at once, 1 to OVL_MAX_UNITS */
  int32_t stop_capacity;  /* stops of each unit's route that are kept, 16 bytes each, 1 to 1024:
                             a longer route is begun again where they end. With labels
                             there are none */
  int32_t lanes;          /* planners that plan at once, on the jobs of a tick, 1 to 64. What is
                             planned when depends on it, and not on the threads */
  int32_t flows;          /* shared goals that are served at once by a flow each, 0 to 16 */
  size_t flow_bytes;      /* of each, as max_bytes of a flow */
  ovl_allocator allocator;
} ovl_units_def;

/* 1024 units, 32 stops, 4 lanes, no flows, the default allocator. */
OVL_API ovl_units_def ovl_units_def_default(const ovl_world *world);

/* Errors: OVL_BAD_ARGUMENT (and as from ovl_flow_create), OVL_NO_MEMORY; *units is then NULL. Takes
 * the planners, and some 1 KiB a unit beside its stops, whatever the size of the map; and the
 * flows, which grow with it. */
OVL_API ovl_result ovl_units_create(const ovl_units_def *def, ovl_units **units);

/* Ends them; NULL is allowed. */
OVL_API void ovl_units_destroy(ovl_units *units);

typedef struct ovl_unit_def {
  ovl_cell cell;    /* of its body the upper left one */
  int32_t profile;  /* of the world */
  uint8_t side;     /* whose it is: cells that others of the same side will pass cost it more */
  uint8_t priority; /* the higher goes first */
} ovl_unit_def;

/* Adds a unit, without a goal. Errors: OVL_BAD_ARGUMENT (no such profile), OVL_START_OUTSIDE,
 * OVL_START_BLOCKED (by the map or by another unit), OVL_MORE_ROOM (there are `capacity`);
 * *unit is then OVL_NO_UNIT. */
OVL_API ovl_result ovl_unit_add(ovl_units *units, const ovl_world *world, const ovl_unit_def *def,
                                ovl_unit *unit);

/* Takes a unit away. A unit that there is not: OVL_BAD_ARGUMENT, here and below. */
OVL_API ovl_result ovl_unit_remove(ovl_units *units, ovl_unit unit);

/* Sends one unit to a cell. Whether there is a way is known when it is planned, and told by the
 * unit's state. Who finds the cell taken by a unit that has arrived there stops beside it. */
OVL_API ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal);

/* Sends `count` units to one place: each gets a goal of its own, the cells that are the
 * fewest steps from `place` and neither blocked nor the goal of others nor where one without an
 * order stands. Whoever comes first goes to the back, so that nobody has to pass between those who
 * have arrived. Who gets none, for want of room, is sent to `place` itself.
 * OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED (for the first unit's profile), OVL_BAD_ARGUMENT (a unit that
 * there is not): nobody is sent. Costs about 1 us a unit. */
OVL_API ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                                  size_t count, ovl_cell place);

/* Takes its goal from a unit: it stands idle. */
OVL_API ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit);

typedef enum ovl_unit_state {
  OVL_UNIT_IDLE = 0,    /* it has no goal */
  OVL_UNIT_PLANNING,    /* its route is not planned yet, or planned anew */
  OVL_UNIT_WALKING,     /* it made a step in the last tick, or is about to */
  OVL_UNIT_WAITING,     /* somebody is in its way */
  OVL_UNIT_ARRIVED,     /* it stands on its goal */
  OVL_UNIT_BESIDE,      /* its goal is taken by a unit that arrived, and it stands next to it, or to
                           one that stands beside for the same reason */
  OVL_UNIT_STUCK,       /* for 512 ticks it has not come nearer to its goal; it goes on trying */
  OVL_UNIT_UNREACHABLE, /* there is no way, or the goal is blocked; looked at again when the world
                           changes */
  OVL_UNIT_STATE_COUNT
} ovl_unit_state;

/* One word for a state, never NULL. */
OVL_API const char *ovl_unit_state_text(ovl_unit_state state);

typedef struct ovl_unit_info {
  ovl_cell cell; /* where it stands */
  ovl_cell from; /* where it stood before the last tick; `cell` if it did not move */
  ovl_cell next; /* what it would enter next; `cell` if it does not know */
  ovl_cell goal; /* if it has one */
  ovl_unit_state state;
  ovl_result result; /* of what it planned last: why it is OVL_UNIT_UNREACHABLE */
  int32_t profile;
  uint8_t side;
  uint8_t priority;
  uint32_t waited; /* ticks since it last came nearer to its goal; 0 without an order under way */
} ovl_unit_info;

/* False if there is no such unit. */
OVL_API bool ovl_unit_describe(const ovl_units *units, ovl_unit unit, ovl_unit_info *info);

/* The unit whose body covers a cell; OVL_NO_UNIT if there is none. Costs some 20 ns. */
OVL_API ovl_unit ovl_units_at(const ovl_units *units, ovl_cell cell);

/* How many units will pass a cell within their next 8 steps, as they plan now, or stand on it. */
OVL_API uint32_t ovl_units_claims(const ovl_units *units, ovl_cell cell);

/* Plans, for `budget` expansions of cells and waypoints at the most, then moves. Each request
 * counts as 64 expansions beside its own, for what it costs to begin. What does not fit goes on in
 * the next tick, in the order in which it was asked for; below 1,200 no way round is looked for.
 * 20,000 take some 3 ms. `jobs` may be NULL: the calling thread does all. `world` is any
 * version or fork of the one that they were made for. One whose floors or profiles are others (told
 * by sizes and names): OVL_OTHER_WORLD, and nothing is done. One like it, but of another history,
 * is walked, and routes are begun again; if it is too large for the planners, OVL_OTHER_WORLD after
 * the tick, and who asked for a route is stuck. Costs some 1 us a unit, and what is planned. */
OVL_API ovl_result ovl_units_tick(ovl_units *units, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs);

/* A unit that moved. */
typedef struct ovl_unit_move {
  ovl_unit unit;
  ovl_cell from, to;
} ovl_unit_move;

/* The moves of the last tick, in order: each enters cells that are free then. Until the next
 * tick. */
OVL_API const ovl_unit_move *ovl_units_moves(const ovl_units *units, size_t *count);

/* Sums since they were made, but for what is said to be of the last tick. */
typedef struct ovl_units_stats {
  uint64_t ticks;
  uint64_t moves;
  uint64_t waits;           /* ticks in which a unit wanted to step and could not, each unit one */
  uint64_t pushes;          /* times that a unit made way */
  uint64_t exchanges;       /* times that two units of one order exchanged their goals */
  uint64_t detours;         /* ways round that were found */
  uint64_t replans;         /* routes that were begun again */
  uint64_t routes;          /* routes that were begun */
  uint64_t segments;        /* refined */
  uint64_t flows;           /* that were begun for shared goals */
  uint64_t expansions;      /* of cells and waypoints */
  uint64_t tick_expansions; /* of the last tick */
  uint32_t units;           /* now */
  uint32_t unplanned;       /* that wait for planning now */
} ovl_units_stats;

OVL_API ovl_units_stats ovl_units_count(const ovl_units *units);

/* Of all that decides what the units will do. Costs some 100 ns a unit. */
OVL_API uint64_t ovl_units_hash(const ovl_units *units);

/* The way round what stands near, for who moves units by rules of their own; ovl_units
 * goes round by it. */

/* What a position costs more to cross, in eighths; OVL_STEP_BLOCKED: it is closed for this search.
 * Must not call the planner. */
typedef uint32_t (*ovl_toll_fn)(void *user, const ovl_cell *position);

/* A cell that will do, and what it costs to go on from there: the search ends where both
 * together cost least. */
typedef struct ovl_local_goal {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_local_goal;

typedef struct ovl_local_query {
  ovl_cell start;
  int32_t profile;
  int32_t radius_cells; /* the window is the square of so many cells around the start, 1 to the side
                          of a region */
  const ovl_local_goal *goals; /* those that are closed or outside the window are passed over */
  size_t goal_count;
  ovl_toll_fn toll; /* asked once for each open cell of the window but the start; NULL: none */
  void *user;
  uint64_t expansion_limit; /* cells; 0: none. Never more than the window has */
} ovl_local_query;

/* Profile 0, 16 cells, all else 0 or NULL. */
OVL_API ovl_local_query ovl_local_query_default(void);

/* Finds the cheapest way from the start to a goal inside the window, over steps alone, as turning
 * points. path->cost is that of the way, tolls included, and of going on; no length is told.
 * Errors: OVL_UNREACHABLE, OVL_LIMITED (no path then), OVL_START_OUTSIDE, OVL_START_BLOCKED,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_MORE_ROOM as from ovl_find_path. Costs n. */
OVL_API ovl_result ovl_find_local(ovl_planner *planner, const ovl_world *world,
                                  const ovl_local_query *query, ovl_path *path);

#ifdef __cplusplus
}
#endif

#endif
