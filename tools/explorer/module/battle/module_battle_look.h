/* What is seen of the battle of the Explorer's module, and questions that leave it as it is.
 *
 * Lists are arrays of 32-bit integers, valid until the next list is asked for; number 0 is then how
 * many integers it has. NULL: there is no battle, or no memory. */
#ifndef OVERLAND_EXPLORER_MODULE_BATTLE_LOOK_H
#define OVERLAND_EXPLORER_MODULE_BATTLE_LOOK_H

#include <stdint.h>

#define MODULE_BATTLE_UNIT_INTS 20

/* The state of each unit, MODULE_BATTLE_UNIT_INTS numbers: 0 x, 1 y, 2, 3 where it stood before the
 * tick, 4, 5 the cell that it enters next, 6, 7 goal, 8 an ovl_unit_state, 9 side, 10 the unit that
 * it waits for, 11 that it lets past (-1: none), 12 number of its flow (-1), 13 an
 * ovl_unit_request, 14 ticks since it came nearer, 15 ticks in a row without its step, 16 ticks of
 * delay, 17 flags: 1 in a corridor, 2 returning to its goal; 18 the result of its last plan, 19 its
 * place in the queue of planning, from 1; 0: none. */
const int32_t *module_battle_units(void);

/* Cells that units claim: x, y, number of the unit for each. */
const int32_t *module_battle_claims(void);

/* The path ahead of each unit, at most `most` cells of it: number of the unit, count, and x, y of
 * each. */
const int32_t *module_battle_ahead(uint32_t most);

/* The flows in use, every `spacing`-th cell: number of the flow, its goal x, y, how many steps
 * follow, and of each x, y, and the cell to go to next. */
const int32_t *module_battle_flows(int32_t spacing);

/* Rocks that fell or were cleared by chance in the last tick: x, y, terrain of each. */
const int32_t *module_battle_rocks(void);

/* Numbers of the units that would be cut off from a cell if cells, x, y of each, were blocked. */
const int32_t *module_battle_cut_off(const int32_t *cells, uint32_t count, int32_t home_x,
                                     int32_t home_y);

/* The path of a unit to its goal: x, y of each turning point. With `around`, in a fork in which the
 * cells of all other units are blocked. Number 1: the result. */
const int32_t *module_battle_path(int32_t unit, int32_t around);

#endif
