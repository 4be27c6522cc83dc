/* Steps as the headers tell them, cell by cell: see crowd_model.h. */
#include "tests/crowd/judge/crowd_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test_allocate.h"

static const int32_t step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/* ---- Random maps ---- */

static uint8_t *at(const crowd_model *model, int32_t x, int32_t y, int32_t floor) {
  return &model->terrain[crowd_model_number(model, (ovl_cell){x, y, floor})];
}

/* Rooms with walls of one cell, and doors of 1 to 3 in them. */
static void draw_rooms(crowd_model *model, test_random *random, int32_t floor) {
  const int32_t size = test_random_between(random, 6, 14);
  for (int32_t y = 0; y < model->height; y++) {
    for (int32_t x = 0; x < model->width; x++) {
      if (x % size == size - 1 || y % size == size - 1) {
        *at(model, x, y, floor) = 0;
      }
    }
  }
  for (int32_t y = 0; y < model->height; y += size) {
    for (int32_t x = 0; x < model->width; x += size) {
      const int32_t wide = test_random_between(random, 1, 3);
      for (int32_t i = 0; i < wide; i++) {
        if (x + size - 1 < model->width && y + 1 + i < model->height) {
          *at(model, x + size - 1, y + 1 + i, floor) = 1;
        }
        if (y + size - 1 < model->height && x + 2 + i < model->width) {
          *at(model, x + 2 + i, y + size - 1, floor) = 1;
        }
      }
    }
  }
}

/* A wall or two across, with a gap each. */
static void draw_walls(crowd_model *model, test_random *random, int32_t floor) {
  for (int32_t i = test_random_between(random, 1, 2); i > 0; i--) {
    const int32_t x = test_random_between(random, 2, model->width - 3);
    const int32_t gap = test_random_between(random, 1, 8);
    const int32_t y = test_random_between(random, 0, model->height - gap);
    for (int32_t row = 0; row < model->height; row++) {
      if (row < y || row >= y + gap) {
        *at(model, x, row, floor) = 0;
      }
    }
  }
}

static void draw_floor(crowd_model *model, test_random *random, int32_t floor) {
  const int32_t kind = test_random_between(random, 0, 4);
  const int32_t rocks = kind == 0 ? 0 : test_random_between(random, 1, kind == 1 ? 30 : 6);
  for (int32_t y = 0; y < model->height; y++) {
    for (int32_t x = 0; x < model->width; x++) {
      *at(model, x, y, floor) = test_random_percent(random, rocks) ? 0
                                : test_random_percent(random, 15)  ? 2
                                                                   : 1;
    }
  }
  if (kind == 2) {
    draw_rooms(model, random, floor);
  } else if (kind == 3) {
    draw_walls(model, random, floor);
  }
}

/* Terraces: a step down is allowed to those who may drop, up to nobody or to few. */
static void draw_heights(crowd_model *model, test_random *random) {
  model->heights = test_allocate(model->cells, sizeof *model->heights);
  for (int32_t i = test_random_between(random, 1, 4); i > 0; i--) {
    const int32_t w = test_random_between(random, 1, model->width / 2);
    const int32_t h = test_random_between(random, 1, model->height / 2);
    const int32_t left = test_random_between(random, 0, model->width - w);
    const int32_t top = test_random_between(random, 0, model->height - h);
    const uint16_t high = (uint16_t)test_random_between(random, 1, 9);
    for (int32_t y = top; y < top + h; y++) {
      for (int32_t x = left; x < left + w; x++) {
        model->heights[crowd_model_number(model, (ovl_cell){x, y, 0})] = high;
      }
    }
  }
}

static void draw_profiles(crowd_model *model, test_random *random) {
  model->profile_count = test_random_between(random, 1, MODEL_PROFILES);
  for (int32_t i = 0; i < model->profile_count; i++) {
    ovl_profile_def *profile = &model->profiles[i];
    snprintf(profile->name, sizeof profile->name, "p%d", (int)i);
    profile->weights[1] = OVL_PLAIN_WEIGHT;
    profile->weights[2] = (uint8_t)test_random_between(random, 8, 24);
    profile->body_cells = model->profile_count == 1 ? test_random_between(random, 1, 3) : i + 1;
    if (model->hexagons) {
      profile->body_cells = (2 * profile->body_cells - 1) % 6; /* 1, 3, 5 */
    } else {
      profile->corners = (ovl_corners)test_random_between(random, 0, 3);
    }
    if (model->heights != NULL) {
      profile->max_climb = test_random_between(random, 1, 4);
      profile->max_drop = test_random_between(random, 2, 9);
    }
  }
}

static ovl_cell draw_cell(const crowd_model *model, test_random *random) {
  return (ovl_cell){test_random_between(random, 0, model->width - 1),
                    test_random_between(random, 0, model->height - 1),
                    test_random_between(random, 0, model->floors - 1)};
}

static void draw_links(crowd_model *model, test_random *random) {
  const int32_t links = model->floors > 1                 ? MODEL_LINKS
                        : test_random_percent(random, 25) ? MODEL_LINKS / 2
                                                          : 0;
  for (int32_t i = 0; i < links; i++) {
    ovl_link_def *link = &model->links[model->link_count];
    *link = (ovl_link_def){.from = draw_cell(model, random),
                           .to = draw_cell(model, random),
                           .cost = (uint32_t)test_random_between(random, 1000, 20000)};
    link->cost_back = test_random_percent(random, 70) ? link->cost : 0;
    model->link_count +=
        crowd_model_number(model, link->from) != crowd_model_number(model, link->to);
  }
}

crowd_model crowd_model_make(test_random *random) {
  crowd_model model = {.width = test_random_between(random, 12, 48),
                       .height = test_random_between(random, 12, 48),
                       .floors = test_random_percent(random, 15) ? MODEL_FLOORS : 1};
  model.hexagons = test_random_percent(random, 30);
  model.region_cells = test_random_percent(random, 50) ? 16 : 0;
  model.cells = (size_t)model.width * (size_t)model.height * (size_t)model.floors;
  model.terrain = test_allocate(model.cells, 1);
  for (int32_t floor = 0; floor < model.floors; floor++) {
    draw_floor(&model, random, floor);
  }
  if (test_random_percent(random, 25)) {
    draw_heights(&model, random);
  }
  draw_profiles(&model, random);
  draw_links(&model, random);
  return model;
}

void crowd_model_free(crowd_model *model) {
  free(model->terrain);
  free(model->heights);
}

ovl_world *crowd_model_bake(const crowd_model *model) {
  ovl_floor_def floors[MODEL_FLOORS] = {{.width = 0}};
  ovl_bake_def def = {.more = {.blocked_links = true}};
  ovl_world *world = NULL;
  for (int32_t i = 0; i < model->floors; i++) {
    const size_t first = (size_t)i * (size_t)(model->width * model->height);
    floors[i].width = model->width;
    floors[i].height = model->height;
    floors[i].terrain = model->terrain + first;
    floors[i].heights = model->heights != NULL ? model->heights + first : NULL;
  }
  def.more.floors = floors;
  def.more.floor_count = model->floors;
  def.more.profiles = model->profiles;
  def.more.profile_count = model->profile_count;
  def.more.links = model->links;
  def.more.link_count = model->link_count;
  def.topology = model->hexagons ? OVL_HEXAGONS : OVL_SQUARES;
  def.tuning.region_cells = model->region_cells;
  ovl_fault fault;
  const ovl_result result = ovl_world_bake(&def, &world, &fault);
  if (result != OVL_OK) {
    printf("the model is not baked: %s, %s\n", ovl_result_text(result), fault.what);
  }
  return world;
}

/* ---- Steps ---- */

size_t crowd_model_number(const crowd_model *model, ovl_cell cell) {
  const size_t row = (size_t)cell.floor * (size_t)model->height + (size_t)cell.y;
  return row * (size_t)model->width + (size_t)cell.x;
}

ovl_cell crowd_model_cell(const crowd_model *model, size_t number) {
  const int32_t at_floor = model->width * model->height, cell = (int32_t)number;
  return (ovl_cell){cell % model->width, cell / model->width % model->height, cell / at_floor};
}

int32_t crowd_model_body(const crowd_model *model, int32_t profile, ovl_cell cell,
                         ovl_cell *covered) {
  const int32_t body = model->profiles[profile].body_cells, radius = body / 2;
  int32_t count = 0;
  for (int32_t i = 0; i < body * body; i++) {
    const int32_t x = i % body, y = i / body;
    if (!model->hexagons) {
      covered[count++] = (ovl_cell){cell.x + x, cell.y + y, cell.floor};
    } else if (abs(x + y - 2 * radius) <= radius) {
      covered[count++] = (ovl_cell){cell.x + x - radius, cell.y + y - radius, cell.floor};
    }
  }
  return count;
}

bool crowd_model_stands(const crowd_model *model, int32_t profile, ovl_cell cell) {
  ovl_cell covered[MODEL_BODY];
  const int32_t count = crowd_model_body(model, profile, cell, covered);
  bool stands = true;
  for (int32_t i = 0; stands && i < count; i++) {
    const ovl_cell one = covered[i];
    stands = one.x >= 0 && one.y >= 0 && one.x < model->width && one.y < model->height &&
             model->profiles[profile].weights[*at(model, one.x, one.y, one.floor)] != 0;
  }
  return stands;
}

/* Whether the height of one cell allows a step to another. */
static bool climbs(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell to) {
  const ovl_profile_def *def = &model->profiles[profile];
  if (model->heights == NULL) {
    return true;
  }
  const int32_t rise = (int32_t)model->heights[crowd_model_number(model, to)] -
                       (int32_t)model->heights[crowd_model_number(model, from)];
  return (rise <= 0 || def->max_climb == 0 || rise <= def->max_climb) &&
         (rise >= 0 || def->max_drop == 0 || -rise <= def->max_drop);
}

/* A way beside a diagonal step: over a cell, up or down from each to the next. */
static bool leads_round(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell over,
                        ovl_cell to) {
  return crowd_model_stands(model, profile, over) && climbs(model, profile, from, over) &&
         climbs(model, profile, over, to);
}

static bool is_step(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell to) {
  const int32_t dx = to.x - from.x, dy = to.y - from.y;
  if (from.floor != to.floor || abs(dx) > 1 || abs(dy) > 1 || (dx == 0 && dy == 0) ||
      !crowd_model_stands(model, profile, from) || !crowd_model_stands(model, profile, to) ||
      !climbs(model, profile, from, to)) {
    return false;
  }
  if (dx == 0 || dy == 0 || model->hexagons) {
    return dx == 0 || dy == 0 || dx != dy;
  }
  const bool one = leads_round(model, profile, from, (ovl_cell){to.x, from.y, from.floor}, to);
  const bool other = leads_round(model, profile, from, (ovl_cell){from.x, to.y, from.floor}, to);
  switch (model->profiles[profile].corners) {
  case OVL_CORNERS_STRICT:
    return one && other;
  case OVL_CORNERS_ONE:
    return one || other;
  case OVL_CORNERS_FREE:
    return true;
  case OVL_CORNERS_NONE:
  default:
    return false;
  }
}

static bool are_equal(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool is_link(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell to) {
  for (int32_t i = 0; i < model->link_count; i++) {
    const ovl_link_def *link = &model->links[i];
    if (((are_equal(link->from, from) && are_equal(link->to, to)) ||
         (link->cost_back != 0 && are_equal(link->to, from) && are_equal(link->from, to))) &&
        crowd_model_stands(model, profile, from) && crowd_model_stands(model, profile, to)) {
      return true;
    }
  }
  return false;
}

bool crowd_model_leads(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell to) {
  return is_step(model, profile, from, to) || is_link(model, profile, from, to);
}

/* ---- What is reached ---- */

static size_t take(const crowd_model *model, ovl_cell cell, const uint8_t *shut, uint8_t *reached,
                   ovl_cell *list, size_t count) {
  const size_t number = crowd_model_number(model, cell);
  if (reached[number] == 0 && (shut == NULL || shut[number] == 0)) {
    reached[number] = 1;
    list[count++] = cell;
  }
  return count;
}

size_t crowd_model_reach(const crowd_model *model, int32_t profile, ovl_cell from, bool backward,
                         const uint8_t *shut, uint8_t *reached, ovl_cell *list) {
  size_t count = 0;
  memset(reached, 0, model->cells);
  count = take(model, from, NULL, reached, list, count);
  for (size_t i = 0; i < count; i++) {
    const ovl_cell cell = list[i];
    for (int32_t d = 0; d < 8; d++) {
      const ovl_cell next = {cell.x + step_x[d], cell.y + step_y[d], cell.floor};
      if (crowd_model_stands(model, profile, next) &&
          is_step(model, profile, backward ? next : cell, backward ? cell : next)) {
        count = take(model, next, shut, reached, list, count);
      }
    }
    for (int32_t k = 0; k < 2 * model->link_count; k++) {
      const ovl_link_def *link = &model->links[k / 2];
      const ovl_cell near = k % 2 == 0 ? link->from : link->to;
      const ovl_cell far = k % 2 == 0 ? link->to : link->from;
      if (are_equal(near, cell) &&
          is_link(model, profile, backward ? far : near, backward ? near : far)) {
        count = take(model, far, shut, reached, list, count);
      }
    }
  }
  return count;
}
