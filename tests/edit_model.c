/* Cell by cell, in the order of the edits. */
#include "edit_model.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes) {
  void *memory = calloc(bytes + 1, 1);
  if (memory == NULL) {
    abort();
  }
  return memory;
}

static size_t cells_of(const model_floor *floor) {
  return (size_t)floor->width * (size_t)floor->height;
}

/* ---- Drawing --------------------------------------------------------------- */

static uint32_t draw_value(const model_world *model, const ovl_edit *edit, ovl_cell cell,
                           test_random *random) {
  const model_floor *floor = &model->floors[cell.floor];
  const size_t at = (size_t)cell.y * (size_t)floor->width + (size_t)cell.x;
  const uint32_t weight = model->profiles[edit->profile].weights[floor->terrain[at]];
  const int32_t most = (int32_t)(255 - weight);
  static const int32_t heights[5] = {0, 1, 3, 40, UINT16_MAX};
  switch (edit->kind) {
  case OVL_EDIT_TERRAIN:
    return (uint32_t)(test_random_percent(random, 95) ? test_random_between(random, 0, 7)
                                                      : test_random_between(random, 0, 255));
  case OVL_EDIT_WEIGHT:
    return weight + (uint32_t)test_random_between(random, 0, most < 9 ? most : 9);
  case OVL_EDIT_EXTRA:
    return (uint32_t)test_random_between(random, 0, most < 9 ? most : 9);
  default:
    return (uint32_t)test_random_between(random, 0, heights[test_random_between(random, 0, 4)]);
  }
}

/* A cell beside a corner of regions, if there is one. */
static int32_t beside_corner(int32_t cells, int32_t side, test_random *random) {
  int32_t corner = test_random_between(random, 1, cells / side) * side;
  int32_t at = corner - test_random_between(random, 0, 1);
  return at < cells ? at : cells - 1;
}

static void draw_rectangle(const model_world *model, ovl_edit *edit, test_random *random) {
  const model_floor *floor = &model->floors[edit->cell.floor];
  int32_t choice = test_random_between(random, 0, 9);
  int32_t side = choice < 5 ? 1 : choice < 8 ? 6 : 20;
  edit->w = test_random_between(random, 1, side);
  edit->h = test_random_between(random, 1, side);
  edit->w = choice == 9 ? floor->width : edit->w; /* a row */
  edit->w = edit->w < floor->width ? edit->w : floor->width;
  edit->h = edit->h < floor->height ? edit->h : floor->height;
  edit->cell.x = test_random_between(random, 0, floor->width - edit->w);
  edit->cell.y = test_random_between(random, 0, floor->height - edit->h);
  if (choice < 2) {
    edit->w = edit->h = 1;
    edit->cell.x = beside_corner(floor->width, model->region_cells, random);
    edit->cell.y = beside_corner(floor->height, model->region_cells, random);
  }
}

static void draw_stamps(const model_world *model, edit_list *list, size_t number,
                        test_random *random) {
  ovl_edit *edit = &list->edits[number];
  const size_t cells = (size_t)edit->w * (size_t)edit->h;
  if (test_random_percent(random, 30)) {
    list->stamps[number] = allocate(cells * sizeof(uint16_t));
    for (size_t i = 0; i < cells; i++) {
      ovl_cell cell = {edit->cell.x + (int32_t)(i % (size_t)edit->w),
                       edit->cell.y + (int32_t)(i / (size_t)edit->w), edit->cell.floor};
      list->stamps[number][i] = (uint16_t)draw_value(model, edit, cell, random);
    }
    edit->stamp = list->stamps[number];
  }
  if (test_random_percent(random, 30)) {
    list->masks[number] = allocate(cells);
    for (size_t i = 0; i < cells; i++) {
      list->masks[number][i] = test_random_percent(random, 50) ? 1 : 0;
    }
    edit->mask = list->masks[number];
  }
}

static void draw_edit(const model_world *model, edit_list *list, size_t number,
                      test_random *random) {
  ovl_edit *edit = &list->edits[number];
  int32_t choice = test_random_between(random, 0, 19);
  *edit = (ovl_edit){.kind = choice < 12   ? OVL_EDIT_TERRAIN
                             : choice < 14 ? OVL_EDIT_WEIGHT
                             : choice < 16 ? OVL_EDIT_EXTRA
                             : choice < 17 ? OVL_EDIT_HEIGHT
                             : choice < 18 ? OVL_EDIT_LINK
                                           : OVL_EDIT_TERRAIN,
                     .profile = test_random_between(random, 0, model->profile_count - 1)};
  if (edit->kind == OVL_EDIT_LINK && model->link_count == 0) {
    edit->kind = OVL_EDIT_TERRAIN;
  } else if (model->link_count != 0 && test_random_percent(random, 20)) {
    edit->kind = OVL_EDIT_LINK;
  }
  if (edit->kind == OVL_EDIT_LINK) {
    edit->link = (uint32_t)test_random_between(random, 0, model->link_count - 1);
    edit->value = test_random_percent(random, 50) ? 1 : 0;
    return;
  }
  do {
    edit->cell.floor = test_random_between(random, 0, model->floor_count - 1);
  } while (model->floors[edit->cell.floor].places);
  draw_rectangle(model, edit, random);
  if (model->link_count != 0 && test_random_percent(random, 30)) { /* at the end of a link */
    const ovl_link_def *link = &model->links[test_random_between(random, 0, model->link_count - 1)];
    if (!model->floors[link->from.floor].places) {
      edit->cell = link->from;
      edit->w = edit->h = 1;
    }
  }
  edit->value = draw_value(model, edit, edit->cell, random);
  draw_stamps(model, list, number, random);
}

edit_list edit_list_draw(const model_world *model, test_random *random) {
  edit_list list = {.count = (size_t)(test_random_percent(random, 50)
                                          ? 1
                                          : test_random_between(random, 1, EDIT_MODEL_MOST))};
  for (size_t i = 0; i < list.count; i++) {
    draw_edit(model, &list, i, random);
  }
  return list;
}

void edit_list_free(edit_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    free(list->stamps[i]);
    free(list->masks[i]);
  }
}

/* ---- Making ---------------------------------------------------------------- */

/* Extra cost and heights that the floor did not have are all 0. */
static uint8_t *extra_of(model_floor *floor, int32_t profile) {
  if (floor->extra[profile] == NULL) {
    floor->extra[profile] = allocate(cells_of(floor));
  }
  return floor->extra[profile];
}

static bool fits(const model_world *model, model_floor *floor, int32_t profile, size_t at) {
  const uint32_t weight = model->profiles[profile].weights[floor->terrain[at]];
  return weight == 0 || weight + extra_of(floor, profile)[at] <= 255;
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
      floor->heights = allocate(cells_of(floor) * sizeof(uint16_t));
    }
    floor->heights[at] = (uint16_t)value;
    return value <= UINT16_MAX;
  }
}

static bool apply_edit(model_world *model, const ovl_edit *edit) {
  if (edit->kind == OVL_EDIT_LINK) {
    model->links[edit->link].closed = edit->value == 0;
    return true;
  }
  const model_floor *floor = &model->floors[edit->cell.floor];
  for (int32_t y = 0; y < edit->h; y++) {
    for (int32_t x = 0; x < edit->w; x++) {
      const size_t of_edit = (size_t)y * (size_t)edit->w + (size_t)x;
      const size_t at =
          (size_t)(edit->cell.y + y) * (size_t)floor->width + (size_t)(edit->cell.x + x);
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

size_t edit_model_apply(model_world *model, const edit_list *list) {
  size_t made = 0;
  while (made < list->count && apply_edit(model, &list->edits[made])) {
    made++;
  }
  return made;
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
  if (def.floors == NULL) {
    model->floor_defs[0] = (ovl_floor_def){
        .width = def.width, .height = def.height, .terrain = model->floors[0].terrain};
    def.floors = model->floor_defs;
    def.floor_count = 1;
    def.profiles = model->profiles;
    def.profile_count = 1;
  }
  def.blocked_links = true;
  def.landmarks = 0;
  def.label_bytes_per_cell = 0;
  return def;
}
