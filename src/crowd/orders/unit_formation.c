/* Orders of many units: near a place, or in a formation there; how they walk together.
 *
 * The slots of a formation lie in ranks across the direction that it faces, the first in front, its
 * middle at the place. Each is moved to the nearest free cell on which its unit can stand. A unit
 * for which there is none near its slot stands near the place. Units get slots as they come: those
 * in front the far ones, those on the left the left, so that ranks and files do not cross. */
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_places.h"
#include "overland_inspect.h"

enum { MOST_SPACING = 64 };

/* ---- Slots ---- */

/* The frame of a formation: a step ahead and one to the right, of hexagons to the right and back.
 */
typedef struct order_frame {
  int topology;
  ovl_cell ahead, right;
  int32_t pitch; /* cells from slot to slot */
} order_frame;

static order_frame frame_of(int topology, const ovl_order *order, int32_t direction, int32_t body) {
  const int32_t right =
      ovi_direction_turned(topology, ovi_direction_turned(topology, direction, 1), 1);
  return (order_frame){topology,
                       {ovi_direction_x(direction), ovi_direction_y(direction), 0},
                       {ovi_direction_x(right), ovi_direction_y(right), 0},
                       body + order->spacing};
}

static int32_t slot_floor(int32_t value, int32_t parts) {
  return (value - (value < 0 ? parts - 1 : 0)) / parts;
}

/* The cell that is some slots ahead of a place and to the right of it, in halves. */
static ovl_cell order_slot(const order_frame *frame, ovl_cell place, int32_t ahead, int32_t right) {
  if (frame->topology ==
      OVI_HEXAGONS) { /* a file to the right is half a cell back, and made up for */
    const int32_t on = slot_floor(frame->pitch * (2 * ahead + right), 4);
    const int32_t aside = slot_floor(frame->pitch * right, 2);
    return (ovl_cell){place.x + on * frame->ahead.x + aside * frame->right.x,
                      place.y + on * frame->ahead.y + aside * frame->right.y, place.floor};
  }
  const int32_t x = (frame->ahead.x * ahead + frame->right.x * right) * frame->pitch;
  const int32_t y = (frame->ahead.y * ahead + frame->right.y * right) * frame->pitch;
  return (ovl_cell){place.x + (x - (x < 0 ? 1 : 0)) / 2, place.y + (y - (y < 0 ? 1 : 0)) / 2,
                    place.floor};
}

/* The direction of the way of a group to its place. */
static int32_t direction_of_way(int topology, const ovi_unit_group *group) {
  const int64_t x = group->x;
  const int64_t y = group->y;
  int32_t best = 0;
  int64_t far = -1;
  for (int number = 0; number < 6 && topology == OVI_HEXAGONS; number++) {
    const int direction = ovi_direction_of_hexagons(number);
    const ovl_cell along =
        ovi_along(topology, ovi_direction_x(direction), ovi_direction_y(direction));
    best = x * along.x + y * along.y > far ? direction : best;
    far = x * along.x + y * along.y > far ? x * along.x + y * along.y : far;
  }
  if (topology == OVI_HEXAGONS) {
    return best;
  }
  const int64_t most = (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x < 0 ? -x : x) : (y < 0 ? -y : y);
  const int32_t dx = 2 * (x < 0 ? -x : x) > most ? (x < 0 ? -1 : 1) : 0;
  const int32_t dy = 2 * (y < 0 ? -y : y) > most ? (y < 0 ? -1 : 1) : 0;
  return dx == 0 && dy == 0 ? 0 : ovi_direction_of(dx, dy);
}

/* The direction that a formation faces. */
static int32_t facing_of(int topology, const ovl_order *order, const ovi_unit_group *group) {
  return order->facing == 0         ? direction_of_way(topology, group)
         : topology == OVI_HEXAGONS ? ovi_direction_of_hexagons(order->facing - 1)
                                    : order->facing - 1;
}

/* Returns whether a rank is no longer than the map, wherever on it the place lies. */
static bool rank_fits(const ovl_floor_info *floor, const order_frame *frame, ovl_cell place,
                      uint32_t files) {
  const ovl_cell left = order_slot(frame, place, 0, 1 - (int32_t)files);
  const ovl_cell right = order_slot(frame, place, 0, (int32_t)files - 1);
  return ovi_magnitude(right.x - left.x) < floor->width &&
         ovi_magnitude(right.y - left.y) < floor->height;
}

/* Units abreast in a formation: as many as are asked for and have room on the map. */
static uint32_t abreast_of(const ovl_floor_info *floor, const order_frame *frame,
                           const ovl_order *order, uint32_t count, ovl_cell place) {
  const uint32_t usual = order->formation == OVL_FORMATION_LINE     ? count
                         : order->formation == OVL_FORMATION_COLUMN ? 1
                                                                    : ovi_square_side(count);
  const uint32_t asked = order->abreast != 0 ? (uint32_t)order->abreast : usual;
  uint32_t abreast = asked < count ? asked : count;
  OVI_ASSERT(count != 0 && asked != 0);
  while (abreast > 1 && !rank_fits(floor, frame, place, abreast)) {
    abreast--;
  }
  return abreast > 1 ? abreast : 1;
}

/* Gives a unit the free place nearest to its slot, if there is one. */
static void order_give(ovl_units *units, const ovl_world *world, ovi_unit *unit, ovl_cell cell) {
  ovl_cell goal;
  if (ovi_unit_nearest(units, world, unit, cell, &goal)) {
    ovi_place_keep(units, unit, goal, true);
    unit->goal = goal;
  }
}

static void order_form(ovl_units *units, const ovl_world *world, const ovl_order *order,
                       const ovi_unit_group *group, ovl_cell place) {
  const int topology = units->walked.topology;
  const int32_t ahead = direction_of_way(topology, group);
  const int32_t direction = facing_of(topology, order, group);
  const order_frame frame = frame_of(topology, order, direction, group->most->kind.body);
  ovl_floor_info floor = {0};
  ovl_world_floor(world, place.floor, &floor); /* the place is on it */
  const uint32_t abreast = abreast_of(&floor, &frame, order, group->count, place);
  const uint32_t ranks = (group->count + abreast - 1) / abreast;
  ovl_cell *from = units->placing.chosen;
  ovl_cell *slots = from + units->capacity;
  uint32_t at = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (ovi_unit_is_sent(units, unit)) {
      const uint32_t rank = at / abreast;
      const uint32_t file = at % abreast;
      const uint32_t files = rank + 1 < ranks ? abreast : group->count - rank * abreast;
      slots[at] = order_slot(&frame, place, (int32_t)ranks - 1 - 2 * (int32_t)rank,
                             2 * (int32_t)file + 1 - (int32_t)files);
      from[at++] = unit->cell;
    }
  }
  const ovl_cell way = {ovi_direction_x(ahead), ovi_direction_y(ahead), 0};
  const bool sideways = topology != OVI_HEXAGONS && ((direction - ahead) & 3) == 2;
  ovi_places_match(units, from, slots, group->count, way, sideways ? ranks : abreast);
  at = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (ovi_unit_is_sent(units, unit)) {
      order_give(units, world, unit, from[at++]);
    }
  }
}

/* Gives each unit its own offset, turned as the order faces. One that is named again has got its
 * goal, or tries its next offset. */
static void form_own(ovl_units *units, const ovl_world *world, const ovl_order *order,
                     const ovi_unit_group *group, const ovl_unit *sent, size_t count,
                     ovl_cell place) {
  const int topology = units->walked.topology;
  order_frame frame = frame_of(topology, order, facing_of(topology, order, group), 1);
  frame.pitch = 1;
  for (size_t i = 0; i < count; i++) {
    const ovl_cell own = order->offsets[i];
    ovi_unit *unit = ovi_unit_of(units, sent[i]);
    if (unit->goal.floor < 0) {
      order_give(units, world, unit, order_slot(&frame, place, 2 * own.x, 2 * own.y));
    }
  }
}

/* ---- Orders ---- */

static ovl_result check_order(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                              size_t count, const ovl_order *order) {
  static const char *const names[3] = {"place.x", "place.y", "place.floor"};
  for (size_t i = 0; i < count; i++) {
    if (ovi_units_asked(units, sent[i]) == NULL) {
      units->fault.where = i;
      return OVL_BAD_ARGUMENT;
    }
  }
  const bool needs = order->formation == OVL_FORMATION_OWN && count != 0;
  for (size_t i = 0; i < count && needs && order->offsets != NULL; i++) {
    const int32_t most = OVL_MAX_SIDE_CELLS;
    const ovi_argument offset[] = {{"offsets: x", order->offsets[i].x, -most, most},
                                   {"offsets: y", order->offsets[i].y, -most, most}};
    if (OVI_ARGUMENTS_CHECK(offset, i, &units->fault) != OVL_OK) {
      return OVL_BAD_ARGUMENT;
    }
  }
  const ovi_argument arguments[] = {
      {"formation", (int64_t)order->formation, 0, OVL_FORMATION_COUNT - 1},
      {"spacing", order->spacing, 0, MOST_SPACING},
      {"facing", order->facing, 0, units->walked.topology == OVI_HEXAGONS ? 6 : 8},
      {"abreast", order->abreast, 0, OVL_MAX_UNITS},
      {"offsets", !needs || order->offsets != NULL, 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  return ovi_units_check_cell(units, world, order->place, names) ? OVL_OK : OVL_GOAL_OUTSIDE;
}

/* Finds the place to which units can go: that of the order, or the nearest if it asks for that. */
static bool order_place(const ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                        size_t count, const ovl_order *order, ovl_cell *place) {
  *place = order->place;
  for (size_t i = 0; i < count; i++) {
    if (ovl_world_weight(world, ovi_unit_of(units, sent[i])->kind.profile, *place) != 0) {
      return true;
    }
  }
  for (size_t i = 0; i < count && order->nearest; i++) {
    if (ovi_unit_nearest(NULL, world, ovi_unit_of(units, sent[i]), order->place, place)) {
      return true;
    }
  }
  return count == 0;
}

ovl_result ovl_units_order(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                           size_t count, const ovl_order *order) {
  ovl_cell place;
  const ovl_result result = check_order(units, world, sent, count, order);
  if (result != OVL_OK) {
    return result;
  }
  if (!order_place(units, world, sent, count, order, &place)) {
    return ovi_units_refuse(units, OVL_GOAL_BLOCKED, "place: none of these units can stand there",
                            0, 0);
  }
  ovi_places_begin(units, sent, count, place);
  const ovi_unit_group group = ovi_unit_group_of(units, true);
  if (group.count == 0) {
    return OVL_OK;
  }
  if (order->formation == OVL_FORMATION_OWN) {
    form_own(units, world, order, &group, sent, count, place);
  } else if (order->formation != OVL_FORMATION_NONE) {
    order_form(units, world, order, &group, place);
  }
  ovi_places_near(units, world, place);
  units->placing.together = units->placing.together || order->together;
  for (size_t i = 0; i < count; i++) {
    ovi_unit *unit = ovi_unit_of(units, sent[i]);
    unit->order.as = order->one_way ? (uint8_t)(group.most->kind.profile + 1) : 0;
    unit->order.together = order->together;
    unit->order.own = order->formation == OVL_FORMATION_OWN;
    unit->order.group_pace = order->keep_pace ? (uint16_t)group.slowest : 0;
    unit->order.pace = unit->order.group_pace;
    ovi_unit_begin_order(units, unit);
  }
  return OVL_OK;
}

ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                          size_t count, ovl_cell place) {
  const ovl_order order = {.place = place};
  return ovl_units_order(units, world, sent, count, &order);
}
