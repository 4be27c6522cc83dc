/* Merges models from the words of overland_edit.h: see merge_model.h. */
#include "tests/model/merge_model.h"

#include <stdlib.h>
#include <string.h>

#include "tests/model/edit_model.h"
#include "tests/support/test_allocate.h"

static size_t cells_of(const model_floor *floor) {
  return (size_t)floor->width * (size_t)floor->height;
}

/* ---- Copies ------------------------------------------------------------------------ */

static void *copy_of(const void *from, size_t count, size_t size) {
  if (from == NULL) {
    return NULL;
  }
  void *copy = test_allocate(count + 1, size);
  memcpy(copy, from, count * size);
  return copy;
}

model_world model_world_copy(const model_world *model) {
  model_world copy = *model;
  for (int32_t i = 0; i < copy.floor_count; i++) {
    model_floor *floor = &copy.floors[i];
    floor->terrain = copy_of(floor->terrain, cells_of(floor), 1);
    floor->heights = copy_of(floor->heights, cells_of(floor), sizeof *floor->heights);
    for (int32_t profile = 0; profile < MODEL_MOST_PROFILES; profile++) {
      floor->extra[profile] = copy_of(floor->extra[profile], cells_of(floor), 1);
      floor->extras[profile] = floor->extra[profile];
    }
  }
  return copy;
}

void model_world_become(model_world *model, const model_world *other) {
  const model_world copy = model_world_copy(other);
  model_world_free(model);
  *model = copy;
}

/* ---- Merging ----------------------------------------------------------------------- */

/* Whether the value of the difference is taken. */
static bool takes(bool is_changed, bool differs, bool keeps_difference) {
  return differs && (!is_changed || keeps_difference);
}

static uint32_t height_at(const model_floor *floor, size_t at) {
  return floor->heights != NULL ? floor->heights[at] : 0;
}

static uint32_t extra_at(const model_floor *floor, int32_t profile, size_t at) {
  return floor->extra[profile] != NULL ? floor->extra[profile][at] : 0;
}

static void merge_heights(model_floor *floor, const model_floor *before, const model_floor *after,
                          bool keeps_difference) {
  for (size_t at = 0; at < cells_of(floor); at++) {
    const uint32_t was = height_at(before, at);
    const uint32_t is = height_at(after, at);
    if (!takes(height_at(floor, at) != was, is != was, keeps_difference)) {
      continue;
    }
    if (floor->heights == NULL) {
      floor->heights = test_allocate(cells_of(floor), sizeof *floor->heights);
    }
    floor->heights[at] = (uint16_t)is;
  }
}

static void merge_terrain(model_floor *floor, const model_floor *before, const model_floor *after,
                          bool keeps_difference) {
  for (size_t at = 0; at < cells_of(floor); at++) {
    const uint8_t was = before->terrain[at];
    const uint8_t is = after->terrain[at];
    floor->terrain[at] =
        takes(floor->terrain[at] != was, is != was, keeps_difference) ? is : floor->terrain[at];
  }
}

/* An extra cost where the profile can't stand says nothing. */
static void merge_extra(model_world *model, const model_world *before, const model_world *after,
                        uint32_t node, int32_t profile, bool keeps_difference) {
  const ovl_cell cell = model_cell(model, node);
  model_floor *floor = &model->floors[cell.floor];
  const size_t at = node - floor->first_node;
  const uint32_t was = extra_at(&before->floors[cell.floor], profile, at);
  const uint32_t is = extra_at(&after->floors[cell.floor], profile, at);
  const bool differs = model_weight(after, profile, cell) != 0 && is != was;
  const bool is_changed =
      model_weight(model, profile, cell) != 0 && extra_at(floor, profile, at) != was;
  if (!takes(is_changed, differs, keeps_difference)) {
    return;
  }
  if (floor->extra[profile] == NULL) {
    floor->extra[profile] = test_allocate(cells_of(floor) + 1, 1);
    floor->extras[profile] = floor->extra[profile];
  }
  floor->extra[profile][at] = (uint8_t)is;
}

/* Lowers extra costs that do not fit a byte together with the weight of the terrain. */
static void lower_extra(model_world *model, uint32_t node, int32_t profile) {
  model_floor *floor = &model->floors[model_cell(model, node).floor];
  const size_t at = node - floor->first_node;
  const uint32_t weight = model->profiles[profile].weights[floor->terrain[at]];
  if (weight != 0 && weight + extra_at(floor, profile, at) > 255) {
    floor->extra[profile][at] = (uint8_t)(255 - weight);
  }
}

void merge_model(model_world *model, const model_world *before, const model_world *after,
                 bool keeps_difference) {
  for (uint32_t node = 0; node < model->node_count; node++) {
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      if (!model->floors[model_cell(model, node).floor].places) {
        merge_extra(model, before, after, node, profile, keeps_difference);
      }
    }
  }
  for (int32_t i = 0; i < model->floor_count; i++) {
    const model_floor *was = &before->floors[i];
    const model_floor *is = &after->floors[i];
    merge_terrain(&model->floors[i], was, is, keeps_difference);
    merge_heights(&model->floors[i], was, is, keeps_difference);
  }
  for (int32_t i = 0; i < model->link_count; i++) {
    const bool was = before->links[i].closed;
    const bool is = after->links[i].closed;
    if (takes(model->links[i].closed != was, is != was, keeps_difference)) {
      model->links[i].closed = is;
    }
  }
  for (uint32_t node = 0; node < model->node_count; node++) {
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      lower_extra(model, node, profile);
    }
  }
  edit_model_forget(model);
}
