/* Units that take other places: those of group orders that can't get to their goals, idle ones
 * whose places were taken, and those whose cells an edit closed.
 *
 * A unit of a group order that is near its place and comes no nearer, because others that have
 * arrived stand in the only way, for instance between rocks, takes the free cell that it reaches by
 * the fewest steps without passing anybody. So the others need not make way for it again and again.
 */
#include "crowd/units/unit_settle.h"

#include "common/compiler.h"
#include "crowd/units/unit_aside.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_places.h"
#include "crowd/units/unit_steps.h"
#include "overland_inspect.h"

enum {
  RESCUE_TICKS = 4, /* between looks at the cell of a unit */
  MOST_LOOKS = 8,   /* for other cells without success, in a tick */
  SETTLE_TICKS = 8, /* between looks at all units */
  GIVE_UP_TICKS = 32,
  MOST_PUSHES = 4, /* of a unit beside its goal before it looks for another one */
  NEAR_PLACE = 16, /* cells by which it may be farther from the place than its goal is */
};

/* Returns whether a unit of the same order that has arrived is in the way of the next step. */
static bool is_closed_off(const ovl_units *units, const ovi_unit *unit) {
  const uint32_t index =
      ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
  const ovi_unit *other = index != OVI_NO_INDEX ? &units->unit[index] : unit;
  return other->order.order == unit->order.order &&
         (other->state == OVL_UNIT_ARRIVED || other->order.returning);
}

/* Why a unit needs another place. */
typedef enum need {
  NEED_NONE,
  NEED_OPEN, /* its goal was closed */
  NEED_NEAR  /* it can't get to its goal */
} need;

/* Returns whether one that stays there stands where an idle unit stood. */
static bool is_home_taken(const ovl_units *units, const ovi_unit *unit) {
  const uint32_t index = ovi_unit_blocker(units, unit, unit->goal);
  const ovi_unit *other = index != OVI_NO_INDEX ? &units->unit[index] : NULL;
  return other != NULL && ovi_cells_are_one(other->cell, other->goal) &&
         (other->state == OVL_UNIT_ARRIVED || !other->order.has_goal);
}

static need need_of(const ovl_units *units, const ovl_world *world, const ovi_unit *unit) {
  if (unit->used && (unit->order.idle || !unit->order.has_goal)) {
    return unit->state == OVL_UNIT_BESIDE || is_home_taken(units, unit) ? NEED_NEAR : NEED_NONE;
  }
  if (unit->used && unit->state == OVL_UNIT_BESIDE && unit->patience.exchanges >= MOST_PUSHES) {
    return NEED_NEAR;
  }
  if (!unit->used || unit->order.order == 0) {
    return NEED_NONE;
  }
  if (unit->state == OVL_UNIT_UNREACHABLE) {
    return ovl_world_weight(world, unit->kind.profile, unit->goal) == 0 ? NEED_OPEN : NEED_NONE;
  }
  const bool waits =
      unit->plan.routed && unit->plan.way.count != 0 && !unit->pace.on_link &&
      units->tick - unit->patience.near_tick >= GIVE_UP_TICKS &&
      unit->cell.floor == unit->order.place.floor &&
      (ovi_steps_between(units->walked.topology, unit->cell, unit->order.place) <=
           ovi_steps_between(units->walked.topology, unit->goal, unit->order.place) + NEAR_PLACE ||
       is_closed_off(units, unit));
  return waits || unit->state == OVL_UNIT_BESIDE ? NEED_NEAR : NEED_NONE;
}

/* The first unit that is looked at. Those that are left out in a tick come first in a later one,
 * for each round begins one unit farther on. */
static uint32_t first_looked_at(const ovl_units *units, uint32_t ticks) {
  const uint64_t looks = (uint64_t)(units->tick / ticks) * MOST_LOOKS;
  return units->high != 0 ? (uint32_t)((looks + looks / units->high) % units->high) : 0;
}

/* Notes the goals of all units, or forgets them. */
static void keep_goals(ovl_units *units, bool are_kept) {
  if (are_kept && units->placing.taken.count != 0) { /* of an order */
    ovi_number_map_clear(&units->placing.taken);
  }
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (unit->used) {
      ovi_place_keep(units, unit, unit->goal, are_kept);
    }
  }
}

void ovi_units_settle(ovl_units *units, const ovl_world *world) {
  bool has_kept = false;
  uint32_t looks = 0; /* that found nothing */
  if (units->tick % SETTLE_TICKS != 0) {
    return;
  }
  const uint32_t first = first_looked_at(units, SETTLE_TICKS);
  for (uint32_t i = 0; i < units->high && looks < MOST_LOOKS; i++) {
    ovi_unit *unit = &units->unit[(first + i) % units->high];
    const need why = need_of(units, world, unit);
    if (why == NEED_NONE) {
      continue;
    }
    if (!has_kept) {
      keep_goals(units, true);
      has_kept = true;
    }
    ovi_place_keep(units, unit, unit->goal, false);
    ovl_cell place = unit->cell;
    const bool has_start =
        why == NEED_NEAR || ovi_unit_nearest(NULL, world, unit, unit->goal, &place);
    if (has_start && ovi_unit_free_place(units, world, unit, why == NEED_OPEN, &place)) {
      unit->goal = place;
      if (unit->order.idle || !unit->order.has_goal) {
        ovi_unit_go_home(units, unit);
      } else {
        ovi_unit_begin_order(units, unit);
      }
    } else {
      looks += has_start ? 1 : MOST_LOOKS; /* the whole neighbourhood was looked at */
    }
    ovi_place_keep(units, unit, unit->goal, true);
  }
  if (has_kept) {
    keep_goals(units, false);
  }
}

void ovi_units_rescue(ovl_units *units, const ovl_world *world) {
  uint32_t looks = 0; /* that found nothing */
  const uint32_t first = first_looked_at(units, RESCUE_TICKS);
  for (uint32_t i = 0; i < units->high && looks < MOST_LOOKS; i++) {
    const uint32_t index = first + i < units->high ? first + i : first + i - units->high;
    ovi_unit *unit = &units->unit[index];
    ovl_cell to;
    if (index % RESCUE_TICKS != units->tick % RESCUE_TICKS || !unit->used || unit->pace.on_link ||
        ovi_unit_is_decided(units, unit) ||
        ovl_world_weight(world, unit->kind.profile, unit->cell) != 0) {
      continue;
    }
    if (ovi_unit_nearest_empty(units, world, unit, &to)) {
      ovi_unit_rescue(units, unit, to);
    } else {
      looks++;
    }
  }
}
