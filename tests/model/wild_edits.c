/* Draws edits of every kind: see wild_edits.h. */
#include "tests/model/wild_edits.h"

#include <stdlib.h>

#include "overland_edit.h"
#include "tests/model/edit_model.h"
#include "tests/support/test_allocate.h"

static uint32_t draw_value(const model_world *model, const ovl_edit *edit, ovl_cell cell,
                           test_random *random) {
  const model_floor *floor = &model->floors[cell.floor];
  const size_t at = model_at(model, cell);
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
    edit->cell.x = beside_corner(floor->width, model->tuning.region_cells, random);
    edit->cell.y = beside_corner(floor->height, model->tuning.region_cells, random);
  }
  edit->cell.x += floor->corner.x;
  edit->cell.y += floor->corner.y;
}

static void draw_stamps(const model_world *model, wild_edits *made, size_t number,
                        test_random *random) {
  ovl_edit *edit = &made->edits[number];
  const size_t cells = (size_t)edit->w * (size_t)edit->h;
  if (test_random_percent(random, 30)) {
    made->stamps[number] = test_allocate(cells, sizeof(uint16_t));
    for (size_t i = 0; i < cells; i++) {
      ovl_cell cell = {edit->cell.x + (int32_t)(i % (size_t)edit->w),
                       edit->cell.y + (int32_t)(i / (size_t)edit->w), edit->cell.floor};
      made->stamps[number][i] = (uint16_t)draw_value(model, edit, cell, random);
    }
    edit->stamp = made->stamps[number];
  }
  if (test_random_percent(random, 30)) {
    made->masks[number] = test_allocate(cells, 1);
    for (size_t i = 0; i < cells; i++) {
      made->masks[number][i] = test_random_percent(random, 50) ? 1 : 0;
    }
    edit->mask = made->masks[number];
  }
}

static void draw_edit(const model_world *model, wild_edits *made, size_t number,
                      test_random *random) {
  ovl_edit *edit = &made->edits[number];
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
  draw_stamps(model, made, number, random);
}

wild_edits wild_edits_draw(const model_world *model, test_random *random) {
  wild_edits made = {.count = (size_t)(test_random_percent(random, 50)
                                           ? 1
                                           : test_random_between(random, 1, WILD_MOST_EDITS))};
  for (size_t i = 0; i < made.count; i++) {
    draw_edit(model, &made, i, random);
  }
  return made;
}

void wild_edits_free(wild_edits *edits) {
  for (size_t i = 0; i < edits->count; i++) {
    free(edits->stamps[i]);
    free(edits->masks[i]);
  }
}

size_t wild_edits_apply(model_world *model, const wild_edits *edits) {
  size_t made = 0;
  while (made < edits->count && edit_model_make(model, &edits->edits[made])) {
    made++;
  }
  return made;
}
