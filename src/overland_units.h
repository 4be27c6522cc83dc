/* Overland: many units that never share a cell, and detours for units that are moved otherwise. */
#ifndef OVERLAND_UNITS_H
#define OVERLAND_UNITS_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units ---------------------------------------------------------------------- */

/* Many units that walk one world and never share a cell. This part is optional: it is a layer on
 * top of the library and uses only its public calls.
 *
 *     ovl_units_def def = ovl_units_def_default(world); def.capacity = 2000;
 *     ovl_units *units; ovl_units_create(&def, &units, NULL);
 *     ovl_unit_def unit_def = {.cell = {10, 10, 0}};
 *     ovl_unit unit; ovl_unit_add(units, world, &unit_def, &unit);
 *     ovl_unit_send(units, unit, (ovl_cell){500, 400, 0});
 *     each tick: ovl_units_tick(units, world, 20000, NULL);
 *                ovl_units_moves(units, &count) lists the moves.
 *
 * TICK. A tick plans first and moves then. Each unit makes at most one step a tick (or takes one
 * link, whatever its cost), and each step is legal in the world that is passed to the tick.
 *
 * CELLS. A unit occupies the cells of its body. Moves are made one after the other, in the order in
 * which ovl_units_moves lists them. During its move a unit occupies both the cell that it leaves
 * and the one that it enters, so a cell is free when it is entered. A unit may enter a cell that
 * another has just left. Two units never swap cells, units in a closed ring do not rotate, and no
 * diagonal step is made in a tick in which another unit crosses it. Standing units do
 * not block a diagonal step between them: corner rules concern the map alone.
 *
 * PRIORITY. Units move in the order of their priority, which rises by one for each 4,096 ticks of
 * waiting. Among units of equal priority those of the side whose turn it is move first, and among
 * these the one that has waited longest. Sides take turns of 1,024 ticks, so that a narrow passage
 * is crossed by many units in one
 * direction.
 * A unit in the way of one that moves before it is pushed aside and inherits the pushing unit's
 * priority for that; if it has no
 * free cell, the pushing unit tries another cell, and after a while lets the other one past itself
 * (Okumura, Machida, Defago and Tamura, "Priority Inheritance with Backtracking", 2019). So in a
 * corridor one cell wide the unit of less priority backs out, and an idle unit makes room. For
 * three quarters of its turn a side also pushes units of other sides back the way they came,
 * together with the units behind them, so that two crowds pass a narrow passage one after the
 * other. A pushed unit with a goal returns to it; an idle one stays aside.
 *
 * BLOCKED AHEAD. A blocked unit first waits, then searches a detour to the next free cells of its
 * route in a small window, in which standing units are obstacles, and at last plans a new route.
 * Cells that units of the same side will soon enter cost more, so a crowd spreads over several
 * doors; this extra cost never closes a cell.
 *
 * SHARED GOALS. When 8 units or more ask for routes to one cell, or were sent to one place, and a
 * flow is free, they share it instead of planning a route each, and so do units that are sent there
 * later. Its tiles are made, and renewed for the version of the tick, in slices of the tick's
 * budget; until then units walk by the version before. A unit with a goal of its own near the place
 * leaves the flow before it. Flows work only in ticks with a budget above 12 times the cells of a
 * region, for a tile is never made in parts.
 *
 * EDITS. Each tick is passed the current version of the world. A route that an edit broke is
 * planned again. A unit whose own cell was blocked cannot leave it, for no step from a blocked cell
 * is legal: it stays until the cell is opened, or the game removes it and adds it elsewhere.
 *
 * LOCKSTEP. What happens depends on the calls and their arguments alone, not on threads, clocks or
 * addresses: ovl_units_hash is the same everywhere. All memory is taken by ovl_units_create. One
 * thread at a time may use a set of units. */
typedef struct ovl_units ovl_units;

/* The handle of a unit. Its low 16 bits are its slot, below `capacity`: the lowest free one when it
 * was added; the others tell it from earlier units of the slot. */
typedef uint32_t ovl_unit;
#define OVL_NO_UNIT 0u

#define OVL_MAX_UNITS 65536 /* units at once */

typedef struct ovl_units_def {
  const ovl_world *world; /* the largest world that they will walk; they serve its later versions
                             and forks too */
  int32_t capacity;       /* units at once, 1 to OVL_MAX_UNITS */
  int32_t stop_capacity;  /* stops kept of each unit's route, 16 bytes each, 1 to 1024; a longer
                             route is begun again where they end. Not used where labels or overlays
                             plan */
  int32_t lanes;     /* planners that work at once, on the jobs of a tick, 1 to 64. The order of
                        planning depends on this number and not on the threads */
  int32_t flows;     /* goals that are served by a flow at once, 0 to 16 */
  size_t flow_bytes; /* max_bytes of each flow (overland_flow.h) */
  ovl_allocator allocator; /* for everything */
  uint64_t reserved[2];    /* 0 */
} ovl_units_def;

/* Returns a definition of 1024 units, 32 stops, 4 lanes, no flows, the default allocator. */
OVL_API ovl_units_def ovl_units_def_default(const ovl_world *world);

/* Creates an empty set of units, which the caller destroys. Takes the planners, some 1 KiB a unit
 * beside its stops, and the flows, which grow with the map. Errors: OVL_BAD_ARGUMENT, those of
 * ovl_flow_create, OVL_NO_MEMORY; *units is then NULL. */
OVL_API ovl_result ovl_units_create(const ovl_units_def *def, ovl_units **units, ovl_fault *fault);

/* Destroys a set of units; NULL is allowed. */
OVL_API void ovl_units_destroy(ovl_units *units);

/* A unit to be added. */
typedef struct ovl_unit_def {
  ovl_cell cell;        /* the upper left cell of its body */
  int32_t profile;      /* number of a profile of the world */
  uint8_t side;         /* its army: cells that units of the same side will enter cost it more */
  uint8_t priority;     /* a higher one moves first */
  uint64_t reserved[2]; /* 0 */
} ovl_unit_def;

/* Adds a unit without a goal. Errors: OVL_BAD_ARGUMENT (no such profile), OVL_START_OUTSIDE,
 * OVL_START_BLOCKED (by the map or another unit), OVL_MORE_ROOM (`capacity` units exist); *unit is
 * then OVL_NO_UNIT. */
OVL_API ovl_result ovl_unit_add(ovl_units *units, const ovl_world *world, const ovl_unit_def *def,
                                ovl_unit *unit);

/* Removes a unit. OVL_BAD_ARGUMENT if the handle is of no unit, here and in the calls below. */
OVL_API ovl_result ovl_unit_remove(ovl_units *units, ovl_unit unit);

/* Sends one unit to a cell. Whether a path exists is found when it is planned, and shown by the
 * unit's state. If another unit that arrived stands on the goal, the unit stops beside it. */
OVL_API ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal);

/* Sends `count` units to one place. Each gets a goal of its own: the cells that are the fewest
 * steps from `place`, not blocked, not the goal of another unit, and not occupied by a unit without
 * an order. Units that come first go to the far cells, so that none has to pass between those that
 * have arrived. A unit for which no cell is left is sent to `place` itself. On OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED (for the first unit's profile) and OVL_BAD_ARGUMENT (no such unit) no unit is
 * sent. Costs about 1 us a unit. */
OVL_API ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                                  size_t count, ovl_cell place);

/* Ends a unit's order: it stands idle. */
OVL_API ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit);

typedef enum ovl_unit_state {
  OVL_UNIT_IDLE = 0, /* it has no goal */
  OVL_UNIT_PLANNING, /* its route is not planned yet, or planned again */
  OVL_UNIT_WALKING,  /* it made a step in the last tick, or is about to */
  OVL_UNIT_WAITING,  /* another unit is in its way */
  OVL_UNIT_ARRIVED,  /* it stands on its goal */
  OVL_UNIT_BESIDE,   /* its goal is taken by a unit that arrived, and it stands next to that one, or
                        to a unit that is beside for the same reason */
  OVL_UNIT_STUCK,    /* it has not come nearer to its goal for 512 ticks; it keeps trying */
  OVL_UNIT_UNREACHABLE, /* no path exists, or the goal is blocked; checked again when the world
                           changes */
  OVL_UNIT_STATE_COUNT
} ovl_unit_state;

/* Returns one word for a state, never NULL. */
OVL_API const char *ovl_unit_state_text(ovl_unit_state state);

typedef struct ovl_unit_info {
  ovl_cell cell;        /* where it stands */
  ovl_cell from;        /* where it stood before the last tick; `cell` if it did not move */
  ovl_cell next;        /* the cell that it will enter next; `cell` if it has no plan */
  ovl_cell goal;        /* its goal, if it has one */
  ovl_unit_state state; /* what it is doing */
  ovl_result result;    /* result of its last plan: why it is OVL_UNIT_UNREACHABLE */
  int32_t profile;      /* as it was added */
  uint8_t side;         /* as it was added */
  uint8_t priority;     /* as it was added */
  uint32_t waited;      /* ticks since it last came nearer to its goal; 0 without an order */
} ovl_unit_info;

/* Describes a unit. False if there is no such unit. */
OVL_API bool ovl_unit_describe(const ovl_units *units, ovl_unit unit, ovl_unit_info *info);

/* Returns the unit whose body covers a cell; OVL_NO_UNIT if there is none. Costs some 20 ns. */
OVL_API ovl_unit ovl_units_at(const ovl_units *units, ovl_cell cell);

/* Returns how many units stand on a cell or will enter it within their next 8 planned steps. */
OVL_API uint32_t ovl_units_claims(const ovl_units *units, ovl_cell cell);

/* Runs a tick: plans for at most `budget` expansions of cells and waypoints, then moves. Each
 * request counts as 64 expansions beside its own. Requests that do not fit continue in the next
 * tick, in the order in which they were made; with a budget below 1,200 no detours are searched.
 * 20,000 expansions take some 3 ms. `jobs` NULL: the calling thread does all. `world` is any
 * version or fork of the world that the units were made for. OVL_OTHER_WORLD, with nothing done, if
 * its floors or profiles differ in sizes or names. A world with the same floors and profiles but
 * another history is accepted, and routes are begun again; if it is too large for the planners,
 * OVL_OTHER_WORLD comes
 * after the tick, and units that need routes are stuck. Costs some 1 us a unit, and the planning.
 */
OVL_API ovl_result ovl_units_tick(ovl_units *units, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs);

/* One move. */
typedef struct ovl_unit_move {
  ovl_unit unit;
  ovl_cell from, to;
} ovl_unit_move;

/* Returns the moves of the last tick in order: each enters cells that are free by then. Valid until
 * the next tick. */
OVL_API const ovl_unit_move *ovl_units_moves(const ovl_units *units, size_t *count);

/* Counts since the units were created, except where a field says otherwise. */
typedef struct ovl_units_stats {
  uint64_t ticks;           /* calls of ovl_units_tick */
  uint64_t moves;           /* steps and links taken */
  uint64_t waits;           /* ticks in which a unit could not make its step, summed over units */
  uint64_t pushes;          /* times that a unit was pushed aside */
  uint64_t exchanges;       /* times that two units of one order exchanged their goals */
  uint64_t detours;         /* detours found */
  uint64_t replans;         /* routes begun again */
  uint64_t routes;          /* routes begun */
  uint64_t segments;        /* segments refined */
  uint64_t flows;           /* flows begun for shared goals */
  uint64_t expansions;      /* of cells and waypoints */
  uint64_t tick_expansions; /* of the last tick */
  uint32_t units;           /* units at present */
  uint32_t unplanned;       /* units that wait for planning */
} ovl_units_stats;

/* Returns the counts of a set of units. */
OVL_API ovl_units_stats ovl_units_count(const ovl_units *units);

/* Returns a hash of everything that decides what the units will do. Costs some 100 ns a unit. */
OVL_API uint64_t ovl_units_hash(const ovl_units *units);

/* ---- Detours, for units that are moved by rules of your own ---- */

/* Returns the extra cost of a position, in eighths of plain ground; OVL_STEP_BLOCKED closes it for
 * this search. Must not call the planner. */
typedef uint32_t (*ovl_toll_fn)(void *user, const ovl_cell *position);

/* A goal with the cost to go from it: the search minimises the sum of both. */
typedef struct ovl_local_goal {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_local_goal;

typedef struct ovl_local_query {
  ovl_cell start;
  int32_t profile;      /* number of the profile */
  int32_t radius_cells; /* the window is the square of so many cells around the start, 1 to the side
                           of a region */
  const ovl_local_goal *goals; /* goals that are closed or outside the window are ignored */
  size_t goal_count;           /* number of goals */
  ovl_toll_fn toll; /* called once for each open cell of the window but the start; NULL: none */
  void *user;       /* passed to toll */
  uint64_t expansion_limit; /* expansions of cells; 0: as many as the window has cells */
  uint64_t reserved[2];     /* 0 */
} ovl_local_query;

/* Returns a query of profile 0 with a radius of 16 cells, all else 0 or NULL. */
OVL_API ovl_local_query ovl_local_query_default(void);

/* Finds the cheapest path by steps from the start to a goal inside the window, as turning points.
 * path->cost is that of the path with its tolls and of the cost to go; path->length is not filled
 * in. Errors: OVL_UNREACHABLE, OVL_LIMITED (without a path), OVL_START_OUTSIDE, OVL_START_BLOCKED,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_MORE_ROOM as from ovl_find_path. Costs n. */
OVL_API ovl_result ovl_find_local(ovl_planner *planner, const ovl_world *world,
                                  const ovl_local_query *query, ovl_path *path);

#ifdef __cplusplus
}
#endif

#endif
