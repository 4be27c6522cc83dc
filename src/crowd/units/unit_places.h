/* Goals for units that are sent to one place. */
#ifndef OVERLAND_CROWD_UNIT_PLACES_H
#define OVERLAND_CROWD_UNIT_PLACES_H

#include "crowd/units/unit_internal.h"

/* Units of the last group order. */
typedef struct ovi_unit_group {
  uint32_t count;
  uint32_t cells[OVL_MAX_BODY_CELLS + 1]; /* that are covered by all bodies of a size */
  uint32_t area;                          /* by all bodies */
  uint32_t slowest;                       /* speed */
  int64_t x, y;                           /* the sum of their ways to the place */
  const ovi_unit *least, *most;           /* of the smallest and the largest body; NULL: none */
} ovi_unit_group;

/* All units of the last order, or those that have no goal yet. */
ovi_unit_group ovi_unit_group_of(const ovl_units *units, bool all);

/* Returns whether the last group order was given to a unit, which has had no other since. */
bool ovi_unit_is_sent(const ovl_units *units, const ovi_unit *unit);

/* Numbers a group order and sets the place of each of its units, which exist; they have no goals
 * (floor -1) then. The goals or cells of all others are taken. */
void ovi_places_begin(ovl_units *units, const ovl_unit *sent, size_t count, ovl_cell place);

/* Gives the units of the last order that have no goal the free cells nearest to the place. */
void ovi_places_near(ovl_units *units, const ovl_world *world, ovl_cell place);

/* Puts a cell of `chosen` in the place of each of the cells from which units come: those in front,
 * in the direction of `way`, get the far end, those on the left the left, by rows of `row` cells.
 */
void ovi_places_match(ovl_units *units, ovl_cell *from, const ovl_cell *chosen, uint32_t count,
                      ovl_cell way, uint32_t row);

/* Finds the cell nearest to a place on which a unit can stand and which it can reach: the place
 * itself, or the least distance from it, within 255 cells; with `units` one that is not
 * taken, within 32 cells. False: there is none. */
bool ovi_unit_nearest(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                      ovl_cell place, ovl_cell *nearest);

/* Finds the cell nearest to a unit, within 8 cells and two bodies, on which it can stand and nobody
 * does: one from which it may reach its goal, if there is one. */
bool ovi_unit_nearest_empty(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                            ovl_cell *nearest);

#endif
