/* Draws edits that the model of a world allows: see tame_edits.h. */
#include "tests/model/tame_edits.h"

#include <stdlib.h>

#include "overland_edit.h"
#include "tests/model/edit_model.h"

/* What can be added to any terrain of a model. */
static int32_t most_extra(const model_world *model) {
  int32_t most = 20;
  for (int32_t i = 0; i < model->profile_count * 256; i++) {
    const int32_t left = 255 - model->profiles[i / 256].weights[i % 256];
    most = left < most ? left : most;
  }
  return most;
}

static size_t cells_of(const model_floor *floor) {
  return (size_t)floor->width * (size_t)floor->height;
}

static void clamp_extra(model_floor *floor, int32_t profile, int32_t most) {
  for (size_t at = 0; floor->extra[profile] != NULL && at < cells_of(floor); at++) {
    if (floor->extra[profile][at] > most) {
      floor->extra[profile][at] = 0;
    }
  }
}

void tame_edits_begin(model_world *model) {
  const int32_t most = most_extra(model);
  for (int32_t i = 0; i < model->floor_count; i++) {
    model_floor *floor = &model->floors[i];
    for (int32_t profile = 0; profile < model->profile_count && !floor->places; profile++) {
      if ((model->features & MODEL_EXTRA) != 0 && floor->extra[profile] == NULL) {
        floor->extra[profile] = calloc(cells_of(floor) + 1, 1);
        floor->extras[profile] = floor->extra[profile];
      }
      clamp_extra(floor, profile, most);
    }
  }
  edit_model_forget(model);
}

/* ---- Drawing ------------------------------------------------------------------ */

static bool has_heights(const model_world *model) {
  return (model->features & (MODEL_LIMITS | MODEL_CLIMB_COST | MODEL_DROP_COST)) != 0;
}

static uint16_t draw_terrain(const model_world *model, const ovl_edit *edit, test_random *random) {
  const model_floor *floor = &model->floors[edit->cell.floor];
  if (test_random_percent(random, 40)) {
    return floor->terrain[test_random_between(random, 0, (int32_t)cells_of(floor) - 1)];
  }
  return (uint16_t)test_random_between(random, 0, 9);
}

/* A height that some cell has already, so that costs stay within what the bake was given. */
static uint16_t draw_height(const model_world *model, const ovl_edit *edit, test_random *random) {
  const model_floor *floor = &model->floors[edit->cell.floor];
  return floor->heights[test_random_between(random, 0, (int32_t)cells_of(floor) - 1)];
}

static uint16_t draw_value(const model_world *model, const ovl_edit *edit, test_random *random) {
  switch (edit->kind) {
  case OVL_EDIT_TERRAIN:
    return draw_terrain(model, edit, random);
  case OVL_EDIT_HEIGHT:
    return draw_height(model, edit, random);
  default:
    return (uint16_t)test_random_between(random, 0, most_extra(model));
  }
}

static void draw_rectangle(ovl_edit *edit, const model_world *model, test_random *random) {
  const model_floor *floor = &model->floors[edit->cell.floor];
  const int32_t most = test_random_percent(random, 50) ? 1 : 20;
  const int32_t x = test_random_between(random, 0, floor->width - 1);
  const int32_t y = test_random_between(random, 0, floor->height - 1);
  const int32_t w = floor->width - x;
  const int32_t h = floor->height - y;
  edit->cell.x = floor->corner.x + x;
  edit->cell.y = floor->corner.y + y;
  edit->w = test_random_between(random, 1, w < most ? w : most);
  edit->h = test_random_between(random, 1, h < most ? h : most);
}

/* False if this kind of edit can't be made there. */
static bool draw_edit(tame_edits *made, model_world *model, test_random *random) {
  ovl_edit edit = {.kind = OVL_EDIT_TERRAIN};
  const int32_t kind = test_random_between(random, 0, 9);
  edit.cell.floor = test_random_between(random, 0, model->floor_count - 1);
  edit.profile = test_random_between(random, 0, model->profile_count - 1);
  const model_floor *floor = &model->floors[edit.cell.floor];
  if (kind == 0 && model->link_count != 0) {
    edit.kind = OVL_EDIT_LINK;
    edit.link = (uint32_t)test_random_between(random, 0, model->link_count - 1);
    edit.value = (uint32_t)test_random_between(random, 0, 1);
  } else if (floor->places) {
    return false;
  } else {
    draw_rectangle(&edit, model, random);
    const bool holds_extra = floor->extra[edit.profile] != NULL;
    edit.kind = kind == 1 && holds_extra                                    ? OVL_EDIT_EXTRA
                : kind == 2 && holds_extra                                  ? OVL_EDIT_WEIGHT
                : kind <= 4 && has_heights(model) && floor->heights != NULL ? OVL_EDIT_HEIGHT
                                                                            : OVL_EDIT_TERRAIN;
    edit.value = draw_value(model, &edit, random);
  }
  if (edit.kind == OVL_EDIT_WEIGHT) { /* from what the terrain weighs on, so it is one cell */
    edit.w = edit.h = 1;
    const size_t at = model_at(model, edit.cell);
    const uint32_t base = model->profiles[edit.profile].weights[floor->terrain[at]];
    if (base == 0) {
      return false;
    }
    edit.value += base;
  } else if (edit.kind != OVL_EDIT_LINK && test_random_percent(random, 30)) {
    uint16_t *stamp = made->stamps[made->count];
    uint8_t *mask = made->masks[made->count];
    for (int32_t i = 0; i < edit.w * edit.h; i++) {
      stamp[i] = draw_value(model, &edit, random);
      mask[i] = (uint8_t)test_random_between(random, 0, 2);
    }
    edit.stamp = stamp;
    edit.mask = test_random_percent(random, 50) ? mask : NULL;
  }
  edit_model_make(model, &edit);
  made->edits[made->count++] = edit;
  return true;
}

void tame_edits_draw(tame_edits *made, model_world *model, test_random *random) {
  const int32_t count =
      test_random_percent(random, 60) ? 1 : test_random_between(random, 1, TAME_MOST_EDITS);
  made->count = 0;
  for (int32_t i = 0; i < count; i++) {
    draw_edit(made, model, random);
  }
  edit_model_forget(model);
}
