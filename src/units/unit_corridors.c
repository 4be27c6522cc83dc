/* Corridors one cell wide, in which two units can't pass each other.
 *
 * A corridor is reserved for the units inside it: they move before all others, so whoever stands
 * before its end is pushed aside and lets them out, and a pushed unit does not step into a
 * corridor if it can go elsewhere. Two streams that meet at a corridor therefore pass through it
 * in turn: units follow each other in for as long as nobody comes toward them (after the corridor
 * reasoning of Li, Gange, Harabor, Stuckey, Ma and Koenig, "New Techniques for Pairwise Symmetry
 * Breaking in Multi-Agent Path Finding", 2020: of two units that meet in a corridor, one waits
 * until the other has left it).
 *
 * The reservation ends when a unit has not come nearer to its goal for a few ticks: then two
 * columns push against each other, and the one with the unit that has been delayed most goes on.
 *
 * Invariant: no map of corridors is kept. Whether a cell is narrow follows from the steps that lead
 * from it, and is asked only where a straight step might enter a corridor or goes on in one. So it
 * costs nothing to make or edit a world, however large. */
#include "units/unit_corridors.h"

#include "overland_inspect.h"
#include "overland_units.h"
#include "units/unit_internal.h"

/* Whether no diagonal step leads from a position: the body has no room beside its way there. */
static bool is_narrow(const ovl_world *world, int32_t profile, ovl_cell cell) {
  for (int32_t direction = 1; direction < 8; direction += 2) {
    if (ovl_world_step(world, profile, cell, direction) != 0) {
      return false;
    }
  }
  return true;
}

/* Whether there is room beside a straight step. Open ground is recognised by a single step. */
static bool has_room(const ovl_world *world, const ovi_unit *unit, int32_t step) {
  const int32_t profile = unit->kind.profile;
  return ovl_world_step(world, profile, unit->cell, (step + 1) & 7) != 0 ||
         ovl_world_step(world, profile, unit->cell, (step - 1) & 7) != 0;
}

/* Only straight steps enter a corridor: after a diagonal one there is a diagonal step back. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step) {
  return !unit->inside && step != OVI_STEP_LINK && (step & 1) == 0 &&
         !has_room(world, unit, step) &&
         is_narrow(world, unit->kind.profile, ovi_cell_beside(unit->cell, step));
}

/* Between two neighbouring corridors there may be open cells: a unit that leaves one and enters the
 * next is outside in between. */
bool ovi_unit_stays_inside(const ovl_world *world, const ovi_unit *unit, int32_t step,
                           ovl_cell to) {
  return unit->inside ? is_narrow(world, unit->kind.profile, to)
                      : ovi_unit_enters_corridor(world, unit, step);
}

/* A unit that returns to a goal inside a corridor keeps nobody out of it. */
bool ovi_unit_holds_corridor(const ovl_units *units, const ovi_unit *unit) {
  return unit->inside && !unit->order.returning &&
         units->tick - unit->patience.near_tick < OVI_CORRIDOR_TICKS;
}
