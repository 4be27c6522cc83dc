/* Snapshots of units in the base worlds, with bytes that were changed: they are refused, and the
 * units are as before, or they are restored and go on. */
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_units.h"
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"

#include <stdlib.h>

enum { CHECKSUM_AT = 16, HEAD_BYTES = 24, CROWD = 14 };

static const ovl_world *give_world(void *user, uint64_t identity) {
  (void)identity;
  return user;
}

/* Units that have walked for some ticks. */
static ovl_units *make_crowd(const fuzz_session *session, fuzz_input *input, uint64_t budget) {
  ovl_units_def def = {.world = session->world};
  ovl_units *units = NULL;
  ovl_unit crowd[CROWD];
  size_t count = 0;
  def.capacity = CROWD;
  def.lanes = 2;
  def.flows = 1;
  def.ground_slows = fuzz_bool(input);
  FUZZ_CHECK(ovl_units_create(&def, &units, NULL) == OVL_OK);
  for (int32_t i = 0; i < CROWD; i++) {
    const ovl_unit_def unit = {.cell = fuzz_cell(session, input),
                               .side = (uint8_t)(i & 1),
                               .speed = (uint16_t)fuzz_between(input, 0, 256),
                               .hold = (uint8_t)fuzz_between(input, 0, 2)};
    count += ovl_unit_add(units, session->world, &unit, &crowd[count]) == OVL_OK ? 1 : 0;
    if (count != 0 && fuzz_bool(input)) {
      ovl_unit_send(units, crowd[count - 1], fuzz_cell(session, input));
    }
  }
  ovl_units_set_link_room(units, 0, fuzz_u8(input) % 3);
  if (fuzz_bool(input)) {
    const uint32_t choices = fuzz_u8(input);
    const ovl_order order = {.place = fuzz_cell(session, input),
                             .nearest = true,
                             .formation = (ovl_formation)(choices & 3),
                             .keep_pace = (choices & 4) != 0,
                             .one_way = (choices & 8) != 0,
                             .together = (choices & 16) != 0};
    ovl_units_order(units, session->world, crowd, count, &order);
  }
  for (int32_t tick = fuzz_between(input, 0, 40); tick > 0; tick--) {
    ovl_units_tick(units, session->world, budget, NULL);
  }
  return units;
}

void fuzz_snapshot(const uint8_t *bytes, size_t count) {
  fuzz_input input = {bytes, count, 0};
  const world_bytes *base = fuzz_base_world(fuzz_u8(&input));
  ovl_world *world = NULL;
  FUZZ_CHECK(ovl_world_open(base->bytes, base->count, &world, NULL) == OVL_OK);
  const fuzz_session session = {.world = world};
  const uint64_t budget = fuzz_u16(&input);
  ovl_units *units = make_crowd(&session, &input, budget);
  size_t used = ovl_units_save_bytes(units);
  uint8_t *snapshot = malloc(used);
  FUZZ_CHECK(snapshot != NULL && ovl_units_save(units, snapshot, used, &used) == OVL_OK);
  const uint64_t before = ovl_units_hash(units);
  for (int32_t changes = fuzz_between(&input, 0, 12); changes > 0; changes--) {
    const size_t at = HEAD_BYTES + fuzz_u16(&input) % (used - HEAD_BYTES);
    snapshot[at] = (uint8_t)fuzz_u8(&input);
  }
  ovi_put_u64(snapshot + CHECKSUM_AT, ovi_hash64(1, snapshot + HEAD_BYTES, used - HEAD_BYTES));
  const ovl_result result = ovl_units_restore(units, snapshot, used, give_world, world);
  FUZZ_CHECK(result == OVL_OK || ovl_units_hash(units) == before);
  for (int32_t tick = 0; tick < 20; tick++) {
    ovl_units_tick(units, world, budget, NULL);
  }
  free(snapshot);
  ovl_units_destroy(units);
  ovl_world_close(world);
}
