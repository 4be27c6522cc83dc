/* Draws edits, and forges patches. */
#include "tests/fuzz/fuzz_edits.h"

#include "common/hash64.h"
#include "common/le_bytes.h"
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"
#include "tests/model/wild_edits.h"

#include <stdlib.h>

enum { HEAD_BYTES = 64 }; /* of a patch */

static const uint16_t stamp[FUZZ_MOST_STAMP] = {0, 1, 2, 7, 3, 255, 300, 8, 1, 1, 0, 65535, 4, 5};
static const uint8_t mask[FUZZ_MOST_STAMP] = {1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1};

ovl_apply_def fuzz_apply_def(void) {
  ovl_apply_def def = {0};
  def.step_rule = fuzz_step_rule;
  return def;
}

static ovl_edit draw_edit(const fuzz_session *session, fuzz_input *input) {
  ovl_edit edit = ovl_edit_rect(fuzz_cell(session, input), 1, 1, 0);
  const uint32_t flags = fuzz_u8(input);
  edit.kind = (ovl_edit_kind)(flags & 7u);
  edit.w = fuzz_between(input, 0, 20);
  edit.h = fuzz_between(input, 0, 20);
  edit.value = (flags & 8u) != 0 ? fuzz_u16(input) : fuzz_u8(input) % 10u;
  edit.profile = (flags & 16u) != 0 ? fuzz_between(input, 0, 3) : 0;
  edit.link = fuzz_u8(input) % 70u;
  if ((flags & 32u) != 0 && edit.w * edit.h <= FUZZ_MOST_STAMP) {
    edit.stamp = stamp;
    edit.mask = (flags & 64u) != 0 ? mask : NULL;
  }
  return edit;
}

fuzz_edits fuzz_edits_draw(const ovl_world *world, fuzz_input *input) {
  const fuzz_session session = {.world = world};
  fuzz_edits edits = {.count = (size_t)fuzz_between(input, 0, FUZZ_MOST_EDITS)};
  for (size_t i = 0; i < edits.count; i++) {
    edits.edits[i] = draw_edit(&session, input);
  }
  return edits;
}

/* Applies edits to a version one by one; those that are refused are left out. */
static void apply_allowed(ovl_world **version, const wild_edits *edits) {
  const ovl_apply_def def = fuzz_apply_def();
  for (size_t i = 0; i < edits->count; i++) {
    ovl_world *next = NULL;
    if (ovl_world_apply_def(*version, &edits->edits[i], 1, &def, &next, NULL) == OVL_OK) {
      ovl_world_close(*version);
      *version = next;
    }
  }
}

/* The patch of a base world, *world, after edits that are drawn from a seed. */
static world_bytes make_patch(fuzz_input *input, ovl_world **world) {
  const uint32_t number = fuzz_u8(input);
  const world_bytes *base = fuzz_base_world(number);
  model_world model = fuzz_base_model(number);
  test_random random = {fuzz_u16(input)};
  world_bytes patch = {NULL, 0};
  const ovl_save_def to = {.write = fixture_append, .write_user = &patch};
  ovl_world *edited = NULL;
  FUZZ_CHECK(ovl_world_open(base->bytes, base->count, world, NULL) == OVL_OK);
  ovl_world_retain(*world, &edited);
  for (int calls = fuzz_between(input, 0, 3); calls > 0; calls--) {
    wild_edits edits = wild_edits_draw(&model, &random);
    apply_allowed(&edited, &edits);
    wild_edits_free(&edits);
  }
  FUZZ_CHECK(ovl_world_save_patch(*world, edited, &to, NULL) == OVL_OK);
  ovl_world_close(edited);
  model_world_free(&model);
  return patch;
}

void fuzz_patch(const uint8_t *bytes, size_t count) {
  fuzz_input input = {bytes, count, 0};
  const ovl_apply_def def = fuzz_apply_def();
  ovl_world *world = NULL;
  ovl_world *opened = NULL;
  const world_bytes patch = make_patch(&input, &world);
  for (int32_t changes = fuzz_between(&input, 0, 12); changes > 0; changes--) {
    const size_t first = fuzz_bool(&input) ? HEAD_BYTES : 0;
    const size_t at = first + fuzz_u16(&input) % (patch.count - first);
    patch.bytes[at] = (uint8_t)fuzz_u8(&input);
  }
  const size_t kept = fuzz_bool(&input) ? patch.count : fuzz_u16(&input) % (patch.count + 1);
  if (kept >= 8) {
    ovi_put_u64(patch.bytes + kept - 8, ovi_hash64(0, patch.bytes, kept - 8));
  }
  const ovl_result result = ovl_world_open_patch(world, patch.bytes, kept, &def, &opened, NULL);
  FUZZ_CHECK((result == OVL_OK) == (opened != NULL));
  if (opened != NULL) {
    const fuzz_session session = {opened, fuzz_planner(opened), true, false};
    fuzz_make_calls(&session, &input, 4);
    ovl_planner_destroy(session.planner);
  }
  free(patch.bytes);
  ovl_world_close(opened);
  ovl_world_close(world);
}
