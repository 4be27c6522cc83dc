/* Makes edits, and the identity that a version has after edits. */
#include "version/edit.h"

#include "common/hash64.h"

ovl_apply_def ovl_apply_def_default(void) { return (ovl_apply_def){0}; }

ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain) {
  return (ovl_edit){.kind = OVL_EDIT_TERRAIN, .cell = cell, .w = w, .h = h, .value = terrain};
}

ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain) { return ovl_edit_rect(cell, 1, 1, terrain); }

ovl_edit ovl_edit_door(uint32_t link, bool open) {
  return (ovl_edit){.kind = OVL_EDIT_LINK, .w = 1, .h = 1, .link = link, .value = open};
}

/* ---- A hash of the edits ------------------------------------------------ */

static uint64_t mix_in(uint64_t hash, uint64_t a, uint64_t b) {
  return ovi_mix64(hash ^ ovi_mix64(a ^ ovi_mix64(b)));
}

static uint64_t hash_edit(uint64_t hash, const ovl_edit *edit) {
  hash = mix_in(hash, (uint64_t)edit->kind << 32 | edit->value,
                (uint64_t)(uint32_t)edit->profile << 32 | edit->link);
  if (edit->kind == OVL_EDIT_LINK) {
    return hash;
  }
  hash = mix_in(hash, (uint64_t)(uint32_t)edit->cell.x << 32 | (uint32_t)edit->cell.y,
                (uint64_t)(uint32_t)edit->cell.floor);
  hash = mix_in(hash, (uint64_t)(uint32_t)edit->w << 32 | (uint32_t)edit->h, 0);
  const uint64_t cells = (uint64_t)edit->w * (uint64_t)edit->h;
  hash = mix_in(hash, edit->stamp != NULL, edit->mask != NULL);
  for (uint64_t i = 0; edit->stamp != NULL && i < cells; i++) {
    hash = ovi_mix64(hash ^ edit->stamp[i]);
  }
  for (uint64_t i = 0; edit->mask != NULL && i < cells; i++) {
    hash = ovi_mix64(hash ^ (edit->mask[i] != 0));
  }
  return hash;
}

static uint64_t hash_edits(const ovl_edit *edits, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    hash = hash_edit(hash, &edits[i]);
  }
  return hash;
}

/* ---- History ------------------------------------------------------------ */

bool ovi_edits_enter(ovl_world *next, const ovi_call_edits *edits) {
  const ovi_version_step *step = edits->step;
  if (step != NULL && step->is_given) {
    return ovi_version_jump(next, step->number, step->identity);
  }
  return ovi_version_advance(next,
                             step != NULL ? step->change : hash_edits(edits->edits, edits->count));
}
