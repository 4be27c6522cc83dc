/* Single steps of units: whether one is legal and crosses no other unit, and making it. After a
 * step off the path the path is repaired: it leads back, or on from the new cell. Corridors one
 * cell wide are recognised by the steps that lead from their cells (for the paper see there). */
#include "crowd/units/unit_steps.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "overland_inspect.h"
#include "overland_units.h"

static bool has_just_come(const ovl_units *units, uint32_t index, ovl_cell from) {
  return index != OVI_NO_INDEX && ovi_cells_are_one(units->unit[index].from, from);
}

bool ovi_unit_may_step(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       int32_t direction) {
  const ovl_cell left = ovi_cell_beside(unit->cell, direction - 1);
  const ovl_cell right = ovi_cell_beside(unit->cell, direction + 1);
  /* A diagonal step must not cross that of another unit. Bodies of several cells can't: they would
   * overlap. */
  return ovl_world_step(world, unit->kind.profile, unit->cell, direction) != 0 &&
         ((direction & 1) == 0 || !(has_just_come(units, ovi_unit_at(units, left), right) ||
                                    has_just_come(units, ovi_unit_at(units, right), left)));
}

bool ovi_unit_is_open_ahead(const ovl_world *world, const ovi_unit *unit) {
  const int32_t step = ovi_way_step(&unit->plan.way, 0);
  const int32_t profile = unit->kind.profile;
  if (step != OVI_STEP_LINK) {
    return ovl_world_step(world, profile, unit->cell, step) != 0;
  }
  /* The link may have been closed, or its end blocked, since the path was planned. */
  ovl_link_def link;
  return ovl_world_link(world, unit->plan.way.link, &link) && !link.closed &&
         ovl_world_weight(world, profile, unit->cell) != 0 &&
         ovl_world_weight(world, profile, unit->plan.way.link_to) != 0;
}

/* ---- Corridors ---- */

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
 * Invariant: no map of corridors is kept. The steps that lead from a cell say that it is narrow,
 * and they are asked only where a straight step might enter a corridor or goes on in one. So it
 * costs nothing to make or edit a world, however large. */

/* Returns whether no diagonal step leads from a position: the body has no room beside its way
 * there. */
static bool is_narrow(const ovl_world *world, int32_t profile, ovl_cell cell) {
  for (int32_t direction = 1; direction < 8; direction += 2) {
    if (ovl_world_step(world, profile, cell, direction) != 0) {
      return false;
    }
  }
  return true;
}

/* Only straight steps enter a corridor: after a diagonal one there is a diagonal step back. Open
 * ground, with room beside the step, is recognised by a single one. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step) {
  const int32_t profile = unit->kind.profile;
  return !unit->inside && step != OVI_STEP_LINK && (step & 1) == 0 &&
         ovl_world_step(world, profile, unit->cell, (step + 1) & 7) == 0 &&
         ovl_world_step(world, profile, unit->cell, (step - 1) & 7) == 0 &&
         is_narrow(world, profile, ovi_cell_beside(unit->cell, step));
}

/* ---- Leaving and rejoining a path ---- */

enum { REJOIN_STEPS = 6 };

/* The way in which a path is rejoined from a cell: after `dropped` of its steps, by one more step
 * unless that is -1. */
typedef struct rejoin {
  uint32_t dropped; /* 0: it can't be rejoined */
  int32_t step;
} rejoin;

static rejoin find_rejoin(const ovl_world *world, const ovi_unit *unit, ovl_cell at) {
  rejoin best = {0, -1};
  ovl_cell cell = unit->cell;
  for (uint32_t i = 0; i < unit->plan.way.count && i < REJOIN_STEPS; i++) {
    if (ovi_way_step(&unit->plan.way, i) == OVI_STEP_LINK) {
      break;
    }
    cell = ovi_way_next(&unit->plan.way, i, cell);
    const int32_t step = ovi_direction_to(at, cell);
    if (ovi_cells_are_one(at, cell)) {
      best = (rejoin){i + 1, -1};
    } else if (step >= 0 && ovl_world_step(world, unit->kind.profile, at, step) != 0) {
      best = (rejoin){i + 1, step};
    }
  }
  return best;
}

bool ovi_unit_rejoins(const ovl_world *world, const ovi_unit *unit, int32_t direction) {
  return find_rejoin(world, unit, ovi_cell_beside(unit->cell, direction)).dropped != 0;
}

void ovi_unit_step(ovl_units *units, const ovl_world *world, ovi_unit *unit, int32_t step) {
  ovi_way *way = &unit->plan.way;
  const ovl_cell to = ovi_way_cell(way, step, unit->cell);
  OVI_ASSERT(ovi_unit_blocker(units, unit, to) == OVI_NO_INDEX);
  OVI_ASSERT(units->moving.move_count < units->stats.units); /* each unit moves once at most */
  if (way->count != 0 && ovi_way_step(way, 0) == step) {
    if (unit->plan.claimed != 0) {
      ovi_cell_add_number(&units->ground.claims, ovi_cell_key(to, unit->kind.side), -1);
      unit->plan.claimed--;
    }
    ovi_way_drop(way, 1);
    unit->patience.blocked = 0;
    unit->patience.detour_at = OVI_DETOUR_TICKS;
  } else {
    ovi_unit_unclaim(units, unit);
    if (unit->plan.routed && unit->state != OVL_UNIT_BESIDE) { /* repairs the path */
      if (unit->state == OVL_UNIT_ARRIVED) {
        unit->order.returning = true;
        unit->patience.near_tick = units->tick;
      }
      const rejoin back = find_rejoin(world, unit, to);
      if (back.dropped != 0) {
        ovi_way_drop(way, back.dropped);
        if (back.step >= 0) {
          ovi_way_push_front(way, back.step);
        }
      } else if (ovi_way_room(way) != 0) {
        ovi_way_push_front(way, (step + 4) & 7);
      } else {
        ovi_unit_forget(units, unit);
        ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
      }
    }
  }
  /* Between two neighbouring corridors there may be open cells: a unit that leaves one and enters
   * the next is outside in between. */
  unit->inside = unit->inside ? is_narrow(world, unit->kind.profile, to)
                              : ovi_unit_enters_corridor(world, unit, step);
  ovi_unit_vacate(units, unit);
  unit->from = unit->cell;
  unit->cell = to;
  ovi_unit_occupy(units, unit);
  ovi_unit_claim(units, unit);
  units->moving.moves[units->moving.move_count++] =
      (ovl_unit_move){ovi_unit_name(units, ovi_unit_index(units, unit)), unit->from, to};
  units->stats.moves++;
}
