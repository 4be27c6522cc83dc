/* Units that are sent to one place get a goal each: the free cells nearest by steps, found
 * breadth-first from the place.
 *
 * Invariant: no two bodies on goals that are given here overlap, nor does any overlap the goal of a
 * unit that was not sent or a unit without an order. */
#include "crowd/units/unit_places.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_orders.h"
#include "overland_inspect.h"
#include "overland_units.h"

/* A breadth-first search for free cells. */
typedef struct breadth {
  ovl_units *units;
  const ovl_world *world;
  int32_t profile;
  uint32_t begin, end; /* range of units->placing.places that is still to be expanded */
} breadth;

/* Notes that a unit gets a cell as its goal, or keeps it. */
static void keep_cells(ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const int32_t body = ovi_unit_body(units, unit, cell);
  for (int32_t i = 0; i < body * body; i++) {
    const uint64_t key = ovi_cell_key(ovi_body_cell(cell, body, i), 0);
    ovi_cell_set_number(&units->placing.taken, key, 1);
  }
}

static bool is_free(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const int32_t body = ovi_unit_body(units, unit, cell);
  for (int32_t i = 0; i < body * body; i++) {
    const uint64_t key = ovi_cell_key(ovi_body_cell(cell, body, i), 0);
    if (ovi_cell_number(&units->placing.taken, key) != 0) {
      return false;
    }
  }
  return true;
}

static void meet_place(breadth *search, ovl_cell cell) {
  ovl_units *units = search->units;
  if (search->end == units->placing.place_count) {
    return;
  }
  uint32_t *seen = ovi_number_map_add(&units->placing.seen, ovi_cell_key(cell, 0));
  if (*seen == OVI_NO_VALUE) {
    OVI_ASSERT(search->begin <= search->end);
    *seen = 1;
    units->placing.places[search->end++] = cell;
  }
}

/* Finds the next free cell for a unit. False if there is none, or no room to continue the search.
 */
static bool next_place(breadth *search, const ovi_unit *unit, ovl_cell *cell) {
  static const uint8_t straight_first[8] = {0, 2, 4, 6, 1, 3, 5, 7};
  while (search->begin < search->end) {
    *cell = search->units->placing.places[search->begin++];
    for (int i = 0; i < 8; i++) {
      if (ovl_world_step(search->world, search->profile, *cell, straight_first[i]) != 0) {
        meet_place(search, ovi_cell_beside(*cell, straight_first[i]));
      }
    }
    if (is_free(search->units, unit, *cell)) {
      keep_cells(search->units, unit, *cell);
      return true;
    }
  }
  return false;
}

void ovi_units_place(ovl_units *units, const ovl_world *world, const ovl_unit *sent, size_t count,
                     ovl_cell place) {
  const uint32_t order = ++units->placing.orders;
  for (size_t i = 0; i < count; i++) {
    ovi_unit_of(units, sent[i])->order.order = order;
    ovi_unit_of(units, sent[i])->order.place = place;
  }
  /* The goals, or the cells, of all units that are not sent are taken. */
  ovi_number_map_clear(&units->placing.taken);
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->order.order != order) {
      keep_cells(units, unit, unit->order.has_goal ? unit->goal : unit->cell);
    }
  }
  /* Gives a goal to each unit, profile by profile. */
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    breadth search = {units, world, profile, 0, 0};
    bool has_begun = false;
    for (size_t i = 0; i < count; i++) {
      ovi_unit *unit = ovi_unit_of(units, sent[i]);
      if (unit->kind.profile != profile) {
        continue;
      }
      if (!has_begun) {
        ovi_number_map_clear(&units->placing.seen);
        if (ovl_world_weight(world, profile, place) != 0) {
          meet_place(&search, place);
        }
        has_begun = true;
      }
      if (!next_place(&search, unit, &unit->goal)) {
        unit->goal = place;
      }
    }
  }
}

ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                          size_t count, ovl_cell place) {
  static const char *const names[3] = {"place.x", "place.y", "place.floor"};
  for (size_t i = 0; i < count; i++) {
    if (ovi_units_asked(units, sent[i]) == NULL) {
      units->fault.where = i;
      return OVL_BAD_ARGUMENT;
    }
  }
  if (!ovi_units_check_cell(units, world, place, names)) {
    return OVL_GOAL_OUTSIDE;
  }
  if (count != 0 &&
      ovl_world_weight(world, ovi_unit_of(units, sent[0])->kind.profile, place) == 0) {
    return ovi_units_refuse(units, OVL_GOAL_BLOCKED, "place", 0, 0);
  }
  ovi_units_place(units, world, sent, count, place);
  for (size_t i = 0; i < count; i++) {
    ovi_unit_begin_order(units, ovi_unit_of(units, sent[i]));
  }
  return OVL_OK;
}
