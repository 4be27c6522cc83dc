/* Overland: many units that never share a cell, and detours for units that your own code moves. */
#ifndef OVERLAND_UNITS_H
#define OVERLAND_UNITS_H

#include "overland.h"
#include "overland_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Units ---------------------------------------------------------------------- */

/* Many units that walk in one world and never share a cell. In static builds they are a library of
 * their own, overland_crowd, which is linked before overland or overland_runtime.
 *
 *     ovl_units_def def = {.world = world, .capacity = 2000};
 *     ovl_units *units; ovl_units_create(&def, &units, NULL);
 *     ovl_unit_def unit_def = {.cell = {10, 10, 0}};
 *     ovl_unit unit; ovl_unit_add(units, world, &unit_def, &unit);
 *     ovl_unit_send(units, unit, (ovl_cell){500, 400, 0});
 *     each tick: ovl_units_tick(units, world, 20000, NULL);
 *                ovl_units_moves(units, &count) lists the moves.
 *
 * TICK. A tick first plans, then moves. Each unit begins at most one step per tick, or one ride
 * over a link, legal in the world that is passed to the tick.
 *
 * SPEED. A straight step of a unit at the default speed takes one tick; a step takes the longer the
 * slower the unit is, if it is diagonal (by 362 / 256), and, with `ground_slows`, by the mean
 * weight of its two cells over OVL_PLAIN_WEIGHT. What is left of a step that no longer fills a tick
 * is walked with the next step: 17 diagonal steps in a row take 24 ticks. ovl_unit_info.x and y
 * tell where to draw a unit.
 *
 * CELLS. A unit stands on the cell to which its step leads from the first tick of the step on. It
 * occupies the cells of its body there, and those that it leaves until the step ends. Only a step
 * that ends no sooner may enter those; ovl_units_at does not tell them, and ovl_unit_add refuses
 * them. Units of one cell are drawn at least a quarter of a cell apart, but over links. Two units
 * never swap cells, a closed ring does not rotate, and diagonal steps never cross. Corner rules
 * apply to the map only.
 *
 * HEXAGONS. All steps are straight ones, and none cross. A body stands around its cell, which is
 * the middle one.
 *
 * LINKS. A link takes as many ticks as straight steps of its cost over plain ground. The unit
 * stands on the other end from the first tick on, so the next one follows when it has left that. A
 * link with room for many (ovl_units_set_link_room) keeps its units off the ground meanwhile.
 *
 * PRIORITY. Units with a higher priority move first, those that are idle or have arrived last.
 * Among equals that are on their way, sides take turns of 1,024 ticks, in the last 256 of which
 * nobody yields to the side whose turn it is; then those move first that
 * have been delayed longer. Priority rises by one for every 4,096 ticks without coming nearer to
 * the goal.
 *
 * CORRIDORS. While they get on, units inside a corridor one cell wide (for their body) move before
 * all others, so two streams pass in turn.
 *
 * YIELDING. A unit that blocks one that moves before it is pushed aside, and inherits its priority
 * [PIBT; Okumura et al., 2019], if it is idle or has arrived, in any turn, comes the opposite way,
 * or its side's turn is later; others are waited for. It comes back as soon as the way is free, to
 * its path, its goal or, without an order, the cell on which it stood; if a unit that has arrived
 * covers that, to the nearest free one. What a unit can't pass for long retreats: it plans a path
 * of its own to where it is in the way no more, and stays there until the unit is past (lets_past).
 * Nobody is pushed to where it can't come back from. Enemies, and units that stand fast
 * (ovl_unit_hold), are obstacles: they are not pushed, and others walk round them where there is
 * room within a detour, 16 cells to each side: a longer row of them stops a unit, of which
 * ovl_unit_detail.waits_for is then one of that row.
 *
 * DETOURS. A blocked unit waits, then searches for a detour in a small window in which units that
 * stand still are obstacles, then plans a new route. Cells that units of its side will soon enter
 * cost more.
 *
 * BREADTH. A unit on a route of its own that was delayed for 48 ticks since its order walks beside
 * its path, by up to 24 cells and where there is room: spread over the right half of the way, so
 * that two streams that meet pass each other, and a queue is as broad as the way. It does not leave
 * its path on a segment of fewer than 8 steps, as before a link.
 *
 * SHARED GOALS. When at least 8 units are sent to one place, or ask for routes to one cell, they
 * share a flow if one is free. They follow it if they keep a pace, arrive together, or are at least
 * 64, and where the definition asks for flows. Each of fewer plans its own route, passes doors
 * better so, and follows the flow from where others were in its way.
 *
 * GROUPS. Units of one order that follow a flow walk beside each other, in lanes along the way from
 * the middle of the group, as broad as it was at the order (or as a square of its units, if it was
 * narrower). Lanes close where free ground is narrow, open behind, and keep their order in bends.
 *
 * EDITS. Pass the current version of the world to each tick; earlier ones can be closed. A route
 * that an edit broke is planned again. A unit whose own cell was closed is moved to the nearest
 * cell that is open and free, from which it may reach its goal if there is such a one, at most 8
 * cells and two of its bodies away, by one move: within four ticks of the end of the step that it
 * is on, but later where many find none. A unit on a link stays on it
 * when that is closed, and lands on its end: if that was closed, it is moved as any other. The
 * bytes or the reader of a world must stay valid until the units are destroyed.
 *
 * LOCKSTEP. What happens depends only on the calls and their arguments: ovl_units_hash is the same
 * everywhere. One thread at a time may use a set of units. */
typedef struct ovl_units ovl_units;

/* The handle of a unit. Its low 16 bits are its slot, the lowest one free when it was added; the
 * others distinguish it from earlier units in that slot. */
typedef uint32_t ovl_unit;
#define OVL_NO_UNIT 0u

#define OVL_MAX_UNITS 65536 /* units at once */

typedef struct ovl_units_def {
  const ovl_world *world; /* the largest world in which they will walk */
  int32_t capacity;       /* units at once, 1 to OVL_MAX_UNITS; 0: 1024 */
  int32_t lanes; /* planners that run in parallel, as jobs of a tick, 1 to 64; 0: 1. The order of
                    planning depends on it */
  int32_t flows; /* flows at once, one for each shared goal, 1 to 16; 0: 4, or none in worlds of
                    more than 4,096 regions, and groups of 8 to 63 units, but those that keep a
                    pace or arrive together, plan each unit's own route; -1: none */
  bool ground_slows;       /* steps over ground of a greater weight take longer */
  size_t flow_bytes;       /* max_bytes of each flow (overland_flow.h); 0: with tiles of 131,072
                              cells, or of 128 for each unit if that is more */
  ovl_allocator allocator; /* for everything */
} ovl_units_def;

/* Creates an empty set of units. Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY. Memory: the planners,
 * which grow with the map, and about 2 KiB per unit. The memory of a flow is allocated when it is
 * first needed. */
OVL_API ovl_result ovl_units_create(const ovl_units_def *def, ovl_units **units, ovl_fault *fault);

/* Destroys a set of units. */
OVL_API void ovl_units_destroy(ovl_units *units);

/* For whom a unit stands fast: it is not pushed aside by them. Its orders it follows as before. */
typedef enum ovl_unit_hold {
  OVL_HOLD_NONE = 0, /* it makes way for all but enemies */
  OVL_HOLD_SIDE,     /* it makes way for its own side alone */
  OVL_HOLD_ALL       /* it makes way for nobody */
} ovl_unit_hold;

/* A unit to be added. */
typedef struct ovl_unit_def {
  ovl_cell cell;    /* the upper left cell of its body; of hexagons the middle one */
  int32_t profile;  /* number of a profile of the world */
  uint8_t side;     /* its army */
  uint8_t priority; /* higher priorities move first */
  uint16_t speed;   /* 1/256 straight steps a tick, 1 to 256; 0: 256 */
  uint8_t hold;     /* an ovl_unit_hold */
} ovl_unit_def;

/* Returns the fault of the last call that changes these units; `where` is the index of a unit that
 * was sent. */
OVL_API const ovl_fault *ovl_units_fault(const ovl_units *units);

/* Adds a unit without a goal. Errors: OVL_BAD_ARGUMENT (no such profile), OVL_START_OUTSIDE,
 * OVL_START_BLOCKED (by the map or another unit), OVL_FULL (`capacity` units exist); *unit is
 * then OVL_NO_UNIT. */
OVL_API ovl_result ovl_unit_add(ovl_units *units, const ovl_world *world, const ovl_unit_def *def,
                                ovl_unit *unit);

/* Removes a unit. OVL_BAD_ARGUMENT here and in the calls below: there is no unit with this handle.
 */
OVL_API ovl_result ovl_unit_remove(ovl_units *units, ovl_unit unit);

/* Sets the speed of a unit, 1 to 256 in 1/256 straight steps a tick, from its next step on. Other
 * speeds are OVL_BAD_ARGUMENT; ovl_unit_stop halts a unit. */
OVL_API ovl_result ovl_unit_set_speed(ovl_units *units, ovl_unit unit, uint16_t speed);

/* Sets for whom a unit stands fast. */
OVL_API ovl_result ovl_unit_set_hold(ovl_units *units, ovl_unit unit, ovl_unit_hold hold);

/* Makes two sides enemies, or ends that. Enemies do not push each other aside. At first nobody is
 * an enemy. */
OVL_API void ovl_units_set_enemies(ovl_units *units, uint8_t side, uint8_t other, bool enemies);

/* Sets how many units may be on a link at once, in both directions together. They are then on no
 * cell of the ground (ovl_unit_info.on_link) until they land on the other end, from which they push
 * others aside, or beside it while it is not free. 0: as any link. OVL_BAD_ARGUMENT: the world for
 * which the units were created has no such link. OVL_FULL: the room of 64 links was set. */
OVL_API ovl_result ovl_units_set_link_room(ovl_units *units, uint32_t link, uint32_t room);

/* Sends one unit to a cell. Its path is planned later; the state shows if there is none. If a unit
 * that has arrived stands on the goal, this unit stops beside it, and if others push it away from
 * there time and again, it is sent to the nearest free cell instead. */
OVL_API ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal);

/* How the units of an order stand at its place. */
typedef enum ovl_formation {
  OVL_FORMATION_NONE = 0, /* as near to the place as they can, the largest bodies first */
  OVL_FORMATION_BLOCK,    /* as many ranks as files */
  OVL_FORMATION_LINE,     /* all abreast, in one rank */
  OVL_FORMATION_COLUMN,   /* one behind the other, in one file */
  OVL_FORMATION_OWN,      /* as `offsets` say */
  OVL_FORMATION_COUNT
} ovl_formation;

/* An order for many units. All zero but `place`: what ovl_units_send does. */
typedef struct ovl_order {
  ovl_cell place; /* the middle of the group, or where each unit's offset begins */
  bool nearest;   /* if no unit can stand on `place`: the cell nearest to it, within 255 cells. A
                     place that is open but cut off needs it not */
  ovl_formation formation;
  int32_t spacing; /* free cells between the bodies of a formation, 0 to 64; the largest body counts
                      for all */
  int32_t facing;  /* direction of the front, 1 to 8 (of hexagons 6) clockwise from east; 0: that in
                      which they come. In a diagonal one of squares slots lie diagonally, 1.4 times
                      as far apart; files of hexagons stand by half a cell before each other */
  int32_t abreast; /* units in a rank, fewer where more are longer than the map; 0: as the formation
                      says. Of no meaning, as spacing is, without a formation */
  const ovl_cell *offsets; /* of each unit, in cells: x ahead of the place, y to the right of it */
  bool keep_pace;          /* none is faster than the slowest of them is at the order */
  bool one_way;            /* all take the way of the largest body, as far as it leads */
  bool together; /* those that are nearer go slower: on open land all arrive within about 30 ticks.
                    At doors, among rocks, and of several speeds or bodies they may be farther
                    apart, and all may take up to twice as long */
} ovl_order;

/* Gives an order to `count` units. Each gets its own goal, which is not the goal of another unit
 * and not occupied by one without an order: in a formation the free cell nearest to its slot on
 * which it can stand, at most 32 cells away; otherwise one of the cells that are the fewest steps
 * from the place, or from the nearest cell to it that the unit can reach, and where these are too
 * few one beyond a link. Bodies of one size stand side by side; of several sizes, each gets a strip
 * in the direction from which they come, so that none has to pass another size; those in front get
 * the far end. Units of one side exchange goals where that shortens what is left, but not own
 * offsets, and one that comes no nearer to its goal takes a free cell near it. A unit for which no
 * cell is left is sent to the place. A place that is cut off is OVL_OK: they go to the nearest
 * cells that they can reach, which are their goals. OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED (for all of
 * them), OVL_BAD_ARGUMENT: no unit is sent. A handle that is repeated counts once, with the first
 * of its offsets that has a free cell. Time: about 4 us per unit. */
OVL_API ovl_result ovl_units_order(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                                   size_t count, const ovl_order *order);

/* Sends `count` units to one place: ovl_units_order with nothing but that. */
OVL_API ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                                  size_t count, ovl_cell place);

/* Cancels a unit's order, so that it is idle. */
OVL_API ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit);

typedef enum ovl_unit_state {
  OVL_UNIT_IDLE = 0, /* it has no goal */
  OVL_UNIT_PLANNING, /* its route has not been planned yet, or is being planned again */
  OVL_UNIT_WALKING,  /* it made a step in the last tick, or will make one */
  OVL_UNIT_WAITING,  /* another unit is in its way */
  OVL_UNIT_ARRIVED,  /* it stands on its goal */
  OVL_UNIT_BESIDE, /* its goal is taken by a unit that arrived, and it stands next to that one or to
                      another in this state */
  OVL_UNIT_STUCK,  /* it has not come closer to its goal for 512 ticks; it keeps trying */
  OVL_UNIT_UNREACHABLE, /* no path exists, or the goal is blocked; checked again when the world
                           changes */
  OVL_UNIT_STATE_COUNT
} ovl_unit_state;

/* Returns one word for a state; never NULL. */
OVL_API const char *ovl_unit_state_text(ovl_unit_state state);

typedef struct ovl_unit_info {
  ovl_cell cell; /* where it stands; on a step or a link, where that leads */
  ovl_cell from; /* where the step or link began on which it was in the last tick; else `cell` */
  ovl_cell next; /* the cell that it will enter next; `cell` without a plan */
  ovl_cell goal; /* its goal, if it has one */
  ovl_unit_state state;
  ovl_result result; /* of its last plan: the reason for OVL_UNIT_UNREACHABLE */
  int64_t x, y; /* where to draw it after the last tick, in 1/256 cells: 256 * cell.x, or before; of
                   hexagons axial, that of a cell stands for its centre */
  int32_t profile;
  uint8_t side;
  uint8_t priority;
  bool on_link;    /* it is on a link, on no cell of the ground */
  uint16_t speed;  /* 1/256 straight steps a tick */
  uint32_t waited; /* ticks since it last came closer to its goal, without those that its steps take
                      beyond their first; 0 without an order, on its goal or beside it */
} ovl_unit_info;

/* Describes a unit. Returns false if there is no such unit. */
OVL_API bool ovl_unit_describe(const ovl_units *units, ovl_unit unit, ovl_unit_info *info);

/* The kind of planning that a unit waits for. */
typedef enum ovl_unit_request {
  OVL_UNIT_REQUEST_NONE = 0,
  OVL_UNIT_REQUEST_DETOUR,  /* a way around units that stand before it */
  OVL_UNIT_REQUEST_SEGMENT, /* the next segment of its route */
  OVL_UNIT_REQUEST_ROUTE    /* a route */
} ovl_unit_request;

/* Why a unit walks or stands as it does. */
typedef struct ovl_unit_detail {
  ovl_unit waits_for; /* the unit that covers cells of its next step; OVL_NO_UNIT also if it has
                         arrived or stands beside its goal */
  ovl_unit lets_past; /* the unit that it makes way for, until that one is past; OVL_NO_UNIT */
  ovl_unit_request request; /* what it has asked planning for */
  int32_t flow;             /* number of the flow that it follows; -1: none */
  uint32_t steps;           /* steps of its path that are planned as cells, its next one first */
  uint32_t claimed;         /* how many of them it has claimed, at most 8 */
  uint32_t blocked;         /* ticks in a row in which it could not make its step */
  uint32_t delay;           /* ticks in which it came no nearer to its goal since it was sent */
  bool in_corridor;         /* it is in a corridor one cell wide */
  bool returning;           /* it goes back to a goal from which it was pushed */
} ovl_unit_detail;

/* Tells more of a unit. Returns false, with *detail zeroed, if there is no such unit. Time: about
 * 20 ns. */
OVL_API bool ovl_unit_inspect(const ovl_units *units, ovl_unit unit, ovl_unit_detail *detail);

/* Writes the first `capacity` planned cells of the path of a unit, its next one first: after the
 * one to which a step leads that is under way. Returns how many there are, at most 128; 0 if there
 * is no such unit. Time: O(n) in those written. */
OVL_API size_t ovl_unit_ahead(const ovl_units *units, ovl_unit unit, ovl_cell *cells,
                              size_t capacity);

/* Writes the first `capacity` units, in the order of their slots. Returns how many there are. */
OVL_API size_t ovl_units_list(const ovl_units *units, ovl_unit *list, size_t capacity);

/* Writes the first `capacity` units that wait for planning, in the order of planning. Returns how
 * many wait. Time: O(n) in these. */
OVL_API size_t ovl_units_queue(const ovl_units *units, ovl_unit *queue, size_t capacity);

/* Returns the flow with a number below `flows` of the definition, for ovl_flow_peek and
 * ovl_flow_stats, and its goal in *place, which may be NULL. Returns NULL, and leaves *place, if
 * that flow is free or there is none. Valid until the next call that changes the units. */
OVL_API const ovl_flow *ovl_units_flow(const ovl_units *units, int32_t number, ovl_cell *place);

/* Returns the unit whose body covers a cell; OVL_NO_UNIT if there is none. Time: about 20 ns. */
OVL_API ovl_unit ovl_units_at(const ovl_units *units, ovl_cell cell);

/* Returns how many units stand on a cell or will enter it within 8 planned steps. */
OVL_API uint32_t ovl_units_claims(const ovl_units *units, ovl_cell cell);

/* Runs a tick: plans with at most `budget` expansions of cells and waypoints, then moves. Each
 * request counts as 64 expansions in addition to its own; those that exceed the budget continue in
 * the next tick, in order. A detour looks at who is on the cells of its window, up to 1,089, which
 * is not counted. The cells that are searched to let others past, a few thousand a tick at most,
 * are counted in the next ticks, in each up to half of the budget. With a budget below 1,153 the
 * windows of detours are smaller, and with one below 145 none are searched for.
 *
 * `world` is any version or fork of the world for which the units were created. In a world with the
 * same floors and profiles but another history routes are begun again. OVL_NO_MEMORY: the planners
 * could not grow for it, or a flow has none; the tick is run, and units that need routes get stuck.
 * OVL_OTHER_WORLD, with nothing done: floors or profiles differ in sizes or names. Time: about 1 us
 * per unit, and 3 ms for 20,000 expansions. */
OVL_API ovl_result ovl_units_tick(ovl_units *units, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs);

typedef struct ovl_unit_move {
  ovl_unit unit;
  ovl_cell from, to;
} ovl_unit_move;

/* Returns the moves of the last tick, in the order in which they are made, each into free cells. A
 * step is listed in its first tick, a ride over a link when the unit lands.
 * Valid until the next tick. */
OVL_API const ovl_unit_move *ovl_units_moves(const ovl_units *units, size_t *count);

/* Counts since the units were created. */
typedef struct ovl_units_stats {
  uint64_t ticks;           /* calls of ovl_units_tick */
  uint64_t moves;           /* steps made and links used */
  uint64_t waits;           /* steps that could not be made */
  uint64_t pushes;          /* units pushed aside */
  uint64_t exchanges;       /* exchanges of goals */
  uint64_t detours;         /* detours found */
  uint64_t replans;         /* routes begun again */
  uint64_t routes;          /* routes begun */
  uint64_t segments;        /* segments refined */
  uint64_t flows;           /* flows begun for shared goals */
  uint64_t expansions;      /* expansions of cells and waypoints */
  uint64_t tick_expansions; /* expansions in the last tick */
  uint32_t units;           /* units at present */
  uint32_t unplanned;       /* units that wait for planning */
} ovl_units_stats;

/* Returns the counts of a set of units. */
OVL_API ovl_units_stats ovl_units_count(const ovl_units *units);

/* Returns a hash of all that determines what the units will do. Time: about 150 ns per unit. */
OVL_API uint64_t ovl_units_hash(const ovl_units *units);

/* ---- Snapshots ---------------------------------------------------------------------- */

/* A snapshot is the state of all units as bytes, the same on every machine: for rollback, for saved
 * games, and to start a copy elsewhere. Restored units do what the saved ones did: hashes, moves
 * and counts of all later ticks are equal. What was under way is done again by the first tick, and
 * not charged again. The bytes hold no versions of the world, but name them. */

/* Returns the bytes that are enough for every snapshot of these units, some 400 for each of the
 * capacity, and 12,000 or more. */
OVL_API size_t ovl_units_save_bytes(const ovl_units *units);

/* Writes a snapshot, between two ticks; *used is its length, about 100 bytes a unit. OVL_MORE_ROOM:
 * it is longer than `bytes`, and the buffer holds nothing of use. Allocates nothing. */
OVL_API ovl_result ovl_units_save(const ovl_units *units, void *buffer, size_t bytes, size_t *used);

/* Returns the version of the world with an identity (ovl_version_info), which must stay open during
 * the call only; NULL if there is none. */
typedef const ovl_world *(*ovl_find_world_fn)(void *user, uint64_t identity);

/* Makes the units what they were when `bytes` bytes of a snapshot were saved, by these units or
 * others of the same world, lanes, flows, `flow_bytes` and `ground_slows`; handles are the same as
 * then. The capacity may be another, but above 1,024 units the default of `flow_bytes` follows from
 * it: for flows give both the same, or name `flow_bytes`. `find` is asked for the version of the
 * last tick, and for earlier ones in which planning was under way. There are no moves until the
 * next tick. After an error the units are as before: OVL_OTHER_WORLD (a version is missing:
 * `expected` of the fault is its identity; or it has other floors or profiles), OVL_CORRUPT
 * (`where` is the byte; also for other lanes or flows, flows of another size, or more units than
 * the capacity), OVL_WRONG_CHECKSUM, OVL_OTHER_VERSION, OVL_NO_MEMORY. Nothing in the bytes is
 * believed. Time: about 300 ns per unit. */
OVL_API ovl_result ovl_units_restore(ovl_units *units, const void *buffer, size_t bytes,
                                     ovl_find_world_fn find, void *user);

/* ---- Detours for units that your own code moves ------------------------------------ */

/* Returns the extra cost of a position, in eighths; OVL_STEP_BLOCKED closes it. Must not call the
 * planner. */
typedef uint32_t (*ovl_toll_fn)(void *user, const ovl_cell *position);

/* A goal: the search minimises path cost plus its cost to go. */
typedef struct ovl_local_goal {
  ovl_cell cell;
  uint64_t cost; /* cost units */
} ovl_local_goal;

typedef struct ovl_local_query {
  ovl_cell start;
  int32_t profile; /* number of the profile */
  /* The window extends this many cells around the start in each direction; at most the side
   * of a region; 0: 16, or that side if it is less. */
  int32_t radius_cells;
  const ovl_local_goal *goals; /* those that are closed or outside the window are ignored */
  size_t goal_count;
  ovl_toll_fn toll; /* called once for each open cell of the window except the start; or NULL */
  void *user;
  uint64_t expansion_limit; /* cells expanded; 0: as many as the window has */
} ovl_local_query;

/* Finds the cheapest path, by steps alone, from the start to a goal inside the window, as turning
 * points. path->cost includes tolls and the goal's cost to go; path->length is not filled in.
 * Errors as in ovl_find_path: OVL_UNREACHABLE, OVL_LIMITED (without a path), OVL_START_OUTSIDE,
 * OVL_START_BLOCKED, OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL, OVL_NO_MEMORY, OVL_MORE_ROOM. Time:
 * O(n). */
OVL_API ovl_result ovl_find_local(ovl_planner *planner, const ovl_world *world,
                                  const ovl_local_query *query, ovl_path *path);

#ifdef __cplusplus
}
#endif

#endif
