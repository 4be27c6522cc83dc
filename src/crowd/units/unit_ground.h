/* Cells that units occupy and claim. */
#ifndef OVERLAND_CROWD_UNIT_GROUND_H
#define OVERLAND_CROWD_UNIT_GROUND_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* Returns the index of the unit on a cell; OVI_NO_INDEX if it is free. */
uint32_t ovi_unit_at(const ovl_units *units, ovl_cell cell);

/* Returns the index of another unit under this unit's body if it stood at `cell`; OVI_NO_INDEX if
 * there is none. */
uint32_t ovi_unit_blocker(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* Whether two bodies of a_body and b_body cells a side at two cells overlap. */
bool ovi_bodies_meet(ovl_cell a, int32_t a_body, ovl_cell b, int32_t b_body);

/* Enters a unit's body into the table of occupied cells, or removes it. */
void ovi_unit_occupy(ovl_units *units, const ovi_unit *unit);
void ovi_unit_vacate(ovl_units *units, const ovi_unit *unit);

/* Claims the next cells of the path as far as they are not claimed; unclaim returns all claims,
 * which is needed before the path changes anywhere but at its end. */
void ovi_unit_claim(ovl_units *units, ovi_unit *unit);
void ovi_unit_unclaim(ovl_units *units, ovi_unit *unit);

/* Claims on a cell by units of one side, or of all sides. */
uint32_t ovi_claims_of(const ovl_units *units, ovl_cell cell, uint32_t side);
uint32_t ovi_claims_of_all(const ovl_units *units, ovl_cell cell);

#endif
