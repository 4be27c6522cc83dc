/* Edits a model cell by cell: see edit_model.h. */
#include "tests/model/edit_model.h"

#include <stdlib.h>

#include "overland_edit.h"
#include "tests/support/test_allocate.h"

static size_t cells_of(const model_floor *floor) {
  return (size_t)floor->width * (size_t)floor->height;
}

/* ---- Making ---------------------------------------------------------------- */

/* Extra cost and heights that the floor did not have are all 0. */
static uint8_t *extra_of(model_floor *floor, int32_t profile) {
  if (floor->extra[profile] == NULL) {
    floor->extra[profile] = test_allocate(cells_of(floor), 1);
  }
  return floor->extra[profile];
}

static bool fits(const model_world *model, const model_floor *floor, int32_t profile, size_t at) {
  const uint32_t weight = model->profiles[profile].weights[floor->terrain[at]];
  const uint8_t *extra = floor->extra[profile];
  return weight == 0 || extra == NULL || weight + extra[at] <= 255;
}

static bool set_cell(model_world *model, const ovl_edit *edit, size_t at, uint32_t value) {
  model_floor *floor = &model->floors[edit->cell.floor];
  const uint32_t weight = model->profiles[edit->profile].weights[floor->terrain[at]];
  bool all_fit = true;
  switch (edit->kind) {
  case OVL_EDIT_TERRAIN:
    floor->terrain[at] = (uint8_t)value;
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      all_fit = all_fit && fits(model, floor, profile, at);
    }
    return value <= 255 && all_fit;
  case OVL_EDIT_WEIGHT:
    if (weight == 0) {
      return value <= 255;
    }
    extra_of(floor, edit->profile)[at] = (uint8_t)(value - weight);
    return value >= weight && value <= 255;
  case OVL_EDIT_EXTRA:
    extra_of(floor, edit->profile)[at] = (uint8_t)value;
    return value <= 255 && fits(model, floor, edit->profile, at);
  default:
    if (floor->heights == NULL) {
      floor->heights = test_allocate(cells_of(floor), sizeof(uint16_t));
    }
    floor->heights[at] = (uint16_t)value;
    return value <= UINT16_MAX;
  }
}

bool edit_model_make(model_world *model, const ovl_edit *edit) {
  if (edit->kind == OVL_EDIT_LINK) {
    model->links[edit->link].closed = edit->value == 0;
    return true;
  }
  for (int32_t y = 0; y < edit->h; y++) {
    for (int32_t x = 0; x < edit->w; x++) {
      const size_t of_edit = (size_t)y * (size_t)edit->w + (size_t)x;
      const size_t at =
          model_at(model, (ovl_cell){edit->cell.x + x, edit->cell.y + y, edit->cell.floor});
      if (edit->mask != NULL && edit->mask[of_edit] == 0) {
        continue;
      }
      if (!set_cell(model, edit, at, edit->stamp != NULL ? edit->stamp[of_edit] : edit->value)) {
        return false;
      }
    }
  }
  return true;
}

void edit_model_forget(model_world *model) {
  for (uint32_t node = 0; node < model->node_count; node++) {
    const ovl_cell cell = model_cell(model, node);
    model_floor *floor = &model->floors[cell.floor];
    for (int32_t profile = 0; profile < model->profile_count && !floor->places; profile++) {
      if (floor->extra[profile] != NULL && model_weight(model, profile, cell) == 0) {
        floor->extra[profile][node - floor->first_node] = 0;
      }
    }
  }
}

/* ---- The bake --------------------------------------------------------------- */

ovl_bake_def edit_model_bake_def(model_world *model) {
  ovl_bake_def def = model_bake_def(model);
  if (def.more.floors == NULL) {
    model->floor_defs[0] = (ovl_floor_def){
        .width = def.width, .height = def.height, .terrain = model->floors[0].terrain};
    def.more.floors = model->floor_defs;
    def.more.floor_count = 1;
    def.more.profiles = model->profiles;
    def.more.profile_count = 1;
  }
  def.more.blocked_links = true;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  return def;
}

ovl_apply_def edit_model_apply_def(model_world *model) {
  const ovl_bake_def bake = model_bake_def(model);
  return (ovl_apply_def){.step_rule = bake.more.step_rule,
                         .step_rule_user = bake.more.step_rule_user};
}
