/* The state of a battle: the world, the units, rocks, and random numbers. It does no input or
 * output and takes its memory from an allocator, so that a command and a page run the same battle.
 *
 * Everything that decides is whole numbers drawn from the seed, so that one world, one seed and
 * one budget give one battle on every machine, whatever the number of threads. A tick is: rocks
 * are drawn; they are applied, one version of the world a tick; the units plan and move.
 *
 *   armies   units are of both in turn. They start on cells drawn from the fifth of the largest
 *            island that lies at one end of its longer side, and are sent, in squads, to places
 *            drawn from the fifth at the other end (battle_armies.h)
 *   rocks    each of so many a tick falls on an open cell of the island, half of them near a unit;
 *            or a rock that lies is cleared, the likelier the more of them lie. None falls where a
 *            unit stands, will soon pass, or has its goal (battle_rocks.h) */
#ifndef OVERLAND_TOOLS_BATTLE_BATTLE_GAME_H
#define OVERLAND_TOOLS_BATTLE_BATTLE_GAME_H

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"

enum {
  BATTLE_ARMIES = 2,
  BATTLE_SQUAD_UNITS = 20,
  BATTLE_LANES = 8,            /* whatever the threads: the answers depend on them */
  BATTLE_MOST_ROCKS = 400,     /* that lie at once; half as many in the long run */
  BATTLE_ROCK_CELLS = 200,     /* never more than one for so many cells of the island */
  BATTLE_MOST_ROCKS_TICK = 64, /* that fall or go in one tick */
  BATTLE_TERRAINS = 256
};

/* Why a battle can't begin or go on. */
enum battle_problem {
  BATTLE_FINE = 0,
  BATTLE_NO_MEMORY,
  BATTLE_NO_ISLAND, /* no island has room for two armies */
  BATTLE_NO_ROOM,   /* the ends of the largest island have too few cells: `cells` */
  BATTLE_NO_ROCKS,  /* no terrain blocks the profile */
  BATTLE_REFUSED    /* the library says why: `result` of `what` */
};

struct battle_failure {
  enum battle_problem problem;
  ovl_result result;
  const char *what;
  size_t cells;
};

struct battle_game_def {
  const ovl_world *world;
  int32_t profile;
  int32_t units; /* at once */
  uint64_t seed;
  int32_t rocks;              /* that fall or go in a tick, at most BATTLE_MOST_ROCKS_TICK */
  int32_t flows;              /* for shared goals; 0: as by default */
  const ovl_apply_def *apply; /* of all edits; NULL: the default */
  const ovl_allocator *allocator;
};

/* Cells of the map as numbers: row by row, floor by floor. */
struct battle_grid {
  size_t first[OVL_MAX_FLOORS]; /* cell of each floor's upper left corner */
  ovl_floor_info floor[OVL_MAX_FLOORS];
  int32_t floors;
  size_t cells;
};

/* The largest island, its cells along its longer side. */
struct battle_field {
  ovl_cell *cells;
  size_t count, capacity;
};

struct battle_rock {
  ovl_cell cell;
  uint8_t terrain; /* what was there */
  bool falls;      /* of an event: else it goes */
};

/* Rocks change the ground while the battle goes on. */
struct battle_rocks {
  uint8_t terrain;
  struct battle_rock lying[BATTLE_MOST_ROCKS];
  size_t count;
  struct battle_rock events[BATTLE_MOST_ROCKS_TICK]; /* of this tick */
  size_t event_count;
  uint64_t fallen, cleared;
};

struct battle_game {
  struct battle_game_def def;
  ovl_world *world; /* the newest version */
  ovl_units *units;
  ovl_unit *unit; /* by the order in which they were added */
  int32_t count;
  struct battle_grid grid;
  uint8_t *goals;     /* a byte a cell: 1, some unit has or had its goal there */
  uint8_t body_cells; /* of the profile */
  bool is_hexagonal;
  uint8_t weights[BATTLE_TERRAINS]; /* of the profile */
  struct battle_field field;
  struct battle_rocks rocks;
  uint64_t random;
  uint64_t hash; /* of the battle so far */
  struct battle_failure failure;
};

struct battle_grid battle_grid_of(const ovl_world *world);
bool battle_grid_has(const struct battle_grid *grid, ovl_cell cell);
size_t battle_grid_cell(const struct battle_grid *grid, ovl_cell cell);

/* Returns whether a body covers the cell so far from its position, or of its neighbours one. */
bool battle_covers(const struct battle_game *game, int32_t dx, int32_t dy);
bool battle_touches(const struct battle_game *game, int32_t dx, int32_t dy);

/* Begins a battle without units. All calls return false after a failure, which `failure` tells;
 * battle_game_end is called in either case. */
bool battle_game_begin(struct battle_game *game, const struct battle_game_def *def);
void battle_game_end(struct battle_game *game);

/* Notes a failure; returns false. */
bool battle_game_fail(struct battle_game *game, enum battle_problem problem, const char *what,
                      ovl_result result);

/* Adds a unit, the next by number. The answer is the library's: OVL_START_BLOCKED if another stands
 * there. */
ovl_result battle_game_add(struct battle_game *game, ovl_cell cell, uint8_t side);

/* Sends units to a place, and marks their goals. */
ovl_result battle_game_send(struct battle_game *game, const ovl_unit *sent, size_t count,
                            ovl_cell place);

/* As battle_game_send, by an order: with a formation, a facing, a pace. */
ovl_result battle_game_order(struct battle_game *game, const ovl_unit *sent, size_t count,
                             const ovl_order *order);

/* Marks the goals of all units: no rock falls there by chance. */
void battle_game_mark_goals(struct battle_game *game);

/* Applies edits as one version. */
bool battle_game_apply(struct battle_game *game, const ovl_edit *edits, size_t count);

/* Plans and moves: as ovl_units_tick. */
bool battle_game_move(struct battle_game *game, uint64_t budget, const ovl_jobs *jobs);

/* Takes the last tick into the hash: all that a player would see or that decides what comes next.
 */
void battle_game_take_hash(struct battle_game *game);

/* Memory of the game's allocator, zeroed; NULL: there is none. */
void *battle_game_allocate(const struct battle_game *game, size_t bytes);
void battle_game_release(const struct battle_game *game, void *memory, size_t bytes);

#endif
