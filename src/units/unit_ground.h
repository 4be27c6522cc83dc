/* Cells that units occupy and claim, and single steps. */
#ifndef OVERLAND_UNITS_UNIT_GROUND_H
#define OVERLAND_UNITS_UNIT_GROUND_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* A unit on a cell; OVI_NO_INDEX if there is none. */
uint32_t ovi_unit_at(const ovl_units *units, ovl_cell cell);

/* Another unit under a body of a unit's size at a cell; OVI_NO_INDEX if there is none. */
uint32_t ovi_unit_blocker(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* Whether two bodies at two cells share one. */
bool ovi_bodies_meet(ovl_cell a, int32_t a_body, ovl_cell b, int32_t b_body);

/* Puts a unit's body on its cell, or takes it from there. */
void ovi_unit_occupy(ovl_units *units, const ovi_unit *unit);
void ovi_unit_vacate(ovl_units *units, const ovi_unit *unit);

/* Claims what lies ahead, as far as it is not claimed; and gives all of it back, which is needed
 * before the way changes but at its end. */
void ovi_unit_claim(ovl_units *units, ovi_unit *unit);
void ovi_unit_unclaim(ovl_units *units, ovi_unit *unit);

/* How many units of a side will soon pass a cell. */
uint32_t ovi_claims_of(const ovl_units *units, ovl_cell cell, uint32_t side);
uint32_t ovi_claims_of_all(const ovl_units *units, ovl_cell cell);

#endif
