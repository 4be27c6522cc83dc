/* Steps of units and links as numbers. A step that has ended before the last tick decides nothing.
 */
#include "crowd/snapshot/unit_walk_pace.h"

#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_steps.h"

enum { PACE_STANDS, PACE_STEPS, PACE_RIDES, LONGEST_STEP = 1 << 30 };

static uint32_t ticks_left(uint32_t now, const ovi_unit *unit) {
  const uint32_t ticks = unit->pace.last - now;
  return ticks < UINT32_MAX / 2 ? ticks : 0;
}

/* Returns whether a link has room for so many units. */
static bool has_room(const ovi_walk *walk, uint32_t link) {
  uint32_t at = 0;
  while (at < walk->roomy.count && walk->roomy.links[at] != link) {
    at++;
  }
  return at < walk->roomy.count;
}

void ovi_walk_pace(ovi_walk *walk, ovi_unit *unit) {
  ovi_codec *codec = &walk->codec;
  const uint32_t now = walk->tick;
  ovi_unit_pace *pace = &unit->pace;
  const bool steps = pace->last - now < UINT32_MAX / 2;
  uint8_t kind = pace->on_link ? PACE_RIDES : steps ? PACE_STEPS : PACE_STANDS;
  ovi_code_16(codec, &pace->speed, OVI_FULL_SPEED, "unit: speed");
  ovi_code_8(codec, &kind, PACE_RIDES, "unit: step");
  if (ovi_codec_reads(codec) && pace->speed == 0) {
    ovi_codec_refuse(codec, "unit: speed", 0, 1);
  }
  if (kind == PACE_STANDS) {
    *pace = (ovi_unit_pace){.from = unit->cell, .speed = pace->speed, .link = OVI_NOT_OVER_LINK};
    pace->begun = pace->last = now - 1;
    return;
  }
  uint32_t x = (uint32_t)pace->from.x;
  uint32_t y = (uint32_t)pace->from.y;
  uint32_t left = ticks_left(now, unit);
  uint32_t link = pace->link + 1;
  ovi_code_near(codec, &x, (uint32_t)unit->cell.x);
  ovi_code_near(codec, &y, (uint32_t)unit->cell.y);
  pace->from.floor =
      (int32_t)ovi_code(codec, (uint64_t)pace->from.floor, OVL_MAX_FLOORS, "unit: floor");
  ovi_code_32(codec, &left, LONGEST_STEP, "unit: ticks of a step");
  ovi_code_near(codec, &pace->begun, now);
  ovi_code_32(codec, &pace->length, UINT32_MAX, "unit: length of a step");
  ovi_code_32(codec, &pace->debt, OVI_FULL_SPEED, "unit: debt");
  ovi_code_16(codec, &pace->step_speed, OVI_FULL_SPEED, "unit: speed");
  ovi_code_32(codec, &link, UINT32_MAX, "unit: link");
  pace->from.x = (int32_t)x;
  pace->from.y = (int32_t)y;
  pace->last = now + left;
  pace->link = link - 1;
  pace->on_link = kind == PACE_RIDES;
  ovi_walk_require(walk, !pace->on_link || has_room(walk, pace->link), "unit: link without room");
}

void ovi_walk_place_pace(ovl_units *units, uint32_t now, ovi_unit *unit) {
  const ovi_unit_pace *pace = &unit->pace;
  unit->patience.decided = now + ticks_left(now, unit);
  if (pace->on_link) {
    unit->patience.decided -= ticks_left(now, unit) != 0 ? 1 : 0;
    units->ground.rooms[ovi_units_room(units, pace->link)].riding++;
    return;
  }
  ovi_unit_occupy(units, unit);
  if (ticks_left(now, unit) != 0 && pace->link == OVI_NOT_OVER_LINK) {
    ovi_unit_leave(units, unit);
  }
  units->moving.steppers[units->moving.stepper_count++] = ovi_unit_index(units, unit);
}

void ovi_walk_rooms(ovi_walk *walk) {
  ovi_codec *codec = &walk->codec;
  ovl_units *into = walk->into;
  const ovi_unit_ground *ground = &walk->units->ground;
  const uint64_t slows = walk->units->moving.ground_slows ? 1 : 0;
  uint32_t count = ground->room_count;
  if (ovi_code(codec, slows, 1, "ground_slows") != slows) {
    ovi_codec_refuse(codec, "ground_slows", 1 - slows, slows);
  }
  ovi_code_32(codec, &count, OVI_MOST_ROOMS, "links with room");
  walk->roomy.count = count;
  for (uint32_t i = 0; i < count; i++) {
    ovi_link_room room = {.link = ground->rooms[i].link, .room = ground->rooms[i].room};
    ovi_code_32(codec, &room.link, UINT32_MAX, "link");
    ovi_code_32(codec, &room.room, UINT32_MAX, "link: room");
    walk->roomy.links[i] = room.link;
    if (into != NULL) {
      into->ground.rooms[into->ground.room_count++] = room;
    }
    ovi_codec_end_record(codec);
  }
  ovi_codec_end_record(codec);
}
