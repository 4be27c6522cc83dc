/* Random models. Terrain is drawn by random_map, which knows what breaks pathfinders; the
 * features of the mask are spread over it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_world.h"
#include "tests/support/random_map.h"
#include "tests/support/test_allocate.h"

static bool has(const model_world *model, uint32_t feature) {
  return (model->features & feature) != 0;
}

model_limits model_usual_limits(void) {
  return (model_limits){.max_side = 60, .max_region = 20, .most_profiles = 3};
}

model_limits model_overlay_limits(void) {
  return (model_limits){
      .max_side = 330, .max_region = 8, .most_profiles = 2, .has_overlays_alone = true};
}

/* ---- Floors -------------------------------------------------------------- */

/* Open cells get terrains 1 to 6, blocked ones 0 or 7. */
static void draw_terrain(model_world *model, const test_map *map, test_random *random) {
  model_floor *floor = model_world_add_floor(model, map->width, map->height);
  int32_t patch = test_random_percent(random, 50) ? 1 : test_random_between(random, 2, 12);
  uint64_t salt = test_random_next(random);
  for (int32_t y = 0; y < map->height; y++) {
    for (int32_t x = 0; x < map->width; x++) {
      test_random here = {salt + (uint64_t)(y / patch) * 1000003u + (uint64_t)(x / patch)};
      size_t at = (size_t)y * (size_t)map->width + (size_t)x;
      bool open = map->weights[map->terrain[at]] != 0;
      floor->terrain[at] = open ? (uint8_t)test_random_between(&here, 1, 6)
                                : (uint8_t)(test_random_percent(&here, 50) ? 7 : 0);
    }
  }
}

/* Noise, slopes or terraces, up to a highest height. */
static void draw_heights(model_floor *floor, int32_t highest, test_random *random) {
  size_t cells = (size_t)floor->width * (size_t)floor->height;
  floor->heights = test_allocate(cells, sizeof *floor->heights);
  int32_t style = test_random_between(random, 0, 2);
  int32_t patch = test_random_between(random, 2, 12);
  uint64_t salt = test_random_next(random);
  for (int32_t y = 0; y < floor->height; y++) {
    for (int32_t x = 0; x < floor->width; x++) {
      test_random here = {salt + (uint64_t)(y / patch) * 1000003u + (uint64_t)(x / patch)};
      test_random cell = {salt + (uint64_t)y * 1000033u + (uint64_t)x};
      int32_t wave = abs((x + y * 2) % (2 * patch) - patch);
      int32_t height = style == 0   ? test_random_between(&cell, 0, highest)
                       : style == 1 ? wave * highest / patch
                                    : test_random_between(&here, 0, highest);
      floor->heights[(size_t)y * (size_t)floor->width + (size_t)x] = (uint16_t)height;
    }
  }
}

static void make_floors(model_world *model, const model_limits *limits, test_random *random) {
  int32_t count = has(model, MODEL_FLOORS) ? test_random_between(random, 2, 4) : 1;
  random_map_limits map_limits = {limits->max_side, limits->max_region, 0};
  if (count > 1 && limits->max_side > 30) {
    map_limits.max_side = limits->max_side * 2 / 3;
  }
  for (int32_t i = 0; i < count; i++) {
    test_map map = random_map_make(test_random_next(random), map_limits);
    if (i == 0) {
      model->tuning.region_cells = map.region_cells;
      model->tuning.spacing_cells = test_random_percent(random, 80)
                                        ? test_random_between(random, 1, 12)
                                        : test_random_between(random, 13, 128);
      model->tuning.label_bytes = map.label_bytes;
      model->tuning.overlays =
          (map.region_cells + map.spacing_cells) % 4 == 0 ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
      if (limits->has_overlays_alone) {
        model->tuning.label_bytes = 0;
        model->tuning.overlays = OVL_OVERLAYS_ALWAYS;
      }
    }
    draw_terrain(model, &map, random);
    random_map_free(&map);
  }
  if (has(model, MODEL_PLACES)) {
    model_floor *floor = model_world_add_places(model, test_random_percent(random, 20)
                                                           ? test_random_between(random, 60, 140)
                                                           : test_random_between(random, 1, 30));
    for (int32_t i = 0; i < floor->width; i++) {
      floor->terrain[i] = (uint8_t)test_random_between(random, 0, 9);
    }
  }
}

/* ---- Profiles ------------------------------------------------------------ */

static void choose_weights(ovl_profile_def *profile, bool weighted, test_random *random) {
  int32_t style = weighted ? test_random_between(random, 0, 2) : 3;
  int32_t none_percent = test_random_percent(random, 70) ? 0 : 20;
  memset(profile->weights, 0, sizeof profile->weights);
  for (int32_t i = 1; i <= 6; i++) {
    int32_t weight = style == 0   ? test_random_between(random, 1, 255)
                     : style == 1 ? test_random_between(random, 6, 24)
                     : style == 2 ? (test_random_percent(random, 50) ? 1 : 255)
                                  : OVL_PLAIN_WEIGHT;
    bool blocks = i > 1 && test_random_percent(random, none_percent);
    profile->weights[i] = (uint8_t)(blocks ? 0 : weight);
  }
  if (test_random_percent(random, 15)) { /* it passes where others do not */
    profile->weights[7] = profile->weights[1];
  }
}

static int32_t choose_body(test_random *random) {
  int32_t choice = test_random_between(random, 0, 19);
  return choice < 12   ? 2
         : choice < 16 ? 3
         : choice < 19 ? test_random_between(random, 4, 6)
                       : test_random_between(random, 7, OVL_MAX_BODY_CELLS);
}

/* A limit of climbing, or with some probability none. */
static int32_t choose_limit(int32_t highest, int32_t none_percent, test_random *random) {
  if (test_random_percent(random, none_percent)) {
    return 0;
  }
  const int32_t limit = test_random_between(random, 0, highest);
  return limit != 0 ? limit : OVL_LEVEL;
}

static void choose_heights(const model_world *model, ovl_profile_def *profile, int32_t highest,
                           test_random *random) {
  int32_t dearest = 1500000 / highest < 1 << 20 ? 1500000 / highest : 1 << 20;
  int32_t usual = dearest < 3000 ? dearest : 3000;
  if (has(model, MODEL_LIMITS)) {
    profile->max_climb = choose_limit(highest, 15, random);
    profile->max_drop = choose_limit(highest, 30, random);
    if (test_random_percent(random, 40)) { /* balanced */
      profile->max_drop = profile->max_climb;
    }
  }
  if (has(model, MODEL_CLIMB_COST)) {
    profile->climb_cost =
        (uint32_t)test_random_between(random, 1, test_random_percent(random, 80) ? usual : dearest);
  }
  if (has(model, MODEL_DROP_COST)) {
    profile->drop_cost =
        (uint32_t)test_random_between(random, 1, test_random_percent(random, 80) ? usual : dearest);
  }
  if (has(model, MODEL_CLIMB_COST | MODEL_DROP_COST) && test_random_percent(random, 30)) {
    profile->climb_cost = profile->drop_cost != 0 ? profile->drop_cost : profile->climb_cost;
    profile->drop_cost = profile->climb_cost;
  }
}

/* The first profile has all features of the mask, others some. */
static void make_profiles(model_world *model, const model_limits *limits, int32_t highest,
                          test_random *random) {
  model->profile_count =
      test_random_percent(random, 60) ? 1 : test_random_between(random, 1, limits->most_profiles);
  for (int32_t i = 0; i < model->profile_count; i++) {
    ovl_profile_def *profile = &model->profiles[i];
    *profile = (ovl_profile_def){.body_cells = 1};
    snprintf(profile->name, sizeof profile->name, "profile %d", (int)i);
    int32_t percent = i == 0 ? 100 : 60;
    choose_weights(profile, has(model, MODEL_WEIGHTS) && test_random_percent(random, percent),
                   random);
    if (has(model, MODEL_SIZE) && test_random_percent(random, percent)) {
      profile->body_cells = choose_body(random);
      if (has(model, MODEL_HEXAGONS) && profile->body_cells % 2 == 0) { /* it needs a middle */
        profile->body_cells += profile->body_cells < OVL_MAX_BODY_CELLS ? 1 : -1;
      }
    }
    if (has(model, MODEL_CORNERS) && test_random_percent(random, percent)) {
      profile->corners = (ovl_corners)test_random_between(random, 1, OVL_CORNERS_COUNT - 1);
    }
    if (highest > 0 && test_random_percent(random, percent)) {
      choose_heights(model, profile, highest, random);
    }
  }
}

static void spread_extra(model_floor *floor, int32_t profile, const uint8_t weights[256],
                         test_random *random) {
  size_t cells = (size_t)floor->width * (size_t)floor->height;
  floor->extra[profile] = test_allocate(cells, 1);
  int32_t percent = test_random_between(random, 2, 60);
  int32_t most = test_random_percent(random, 70) ? 12 : 254;
  bool even = test_random_percent(random, 30); /* the same everywhere, where there is room */
  for (size_t i = 0; i < cells; i++) {
    int32_t weight = weights[floor->terrain[i]];
    int32_t room = 255 - weight < most ? 255 - weight : most;
    if (even) {
      floor->extra[profile][i] = (uint8_t)(room < 5 ? room : 5);
      continue;
    }
    if (test_random_percent(random, percent)) { /* on what blocks it opens nothing */
      floor->extra[profile][i] = (uint8_t)test_random_between(random, 0, weight == 0 ? 255 : room);
    }
  }
}

static void make_extra(model_world *model, test_random *random) {
  for (int32_t i = 0; i < model->floor_count; i++) {
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      if (!model->floors[i].places && test_random_percent(random, profile == 0 ? 90 : 40)) {
        spread_extra(&model->floors[i], profile, model->profiles[profile].weights, random);
      }
    }
  }
}

/* ---- Links and rule ------------------------------------------------------ */

static uint32_t choose_cost(test_random *random) {
  int32_t choice = test_random_between(random, 0, 9);
  return (uint32_t)(choice == 0   ? 1
                    : choice == 1 ? 1 << 30
                    : choice < 5  ? test_random_between(random, 1, 3000)
                                  : test_random_between(random, 1, 60000));
}

static bool is_open_to_some(const model_world *model, const ovl_link_def *link, ovl_cell cell) {
  for (int32_t profile = 0; profile < model->profile_count; profile++) {
    if ((link->profiles == 0 || (link->profiles >> profile & 1u) != 0) &&
        model_weight(model, profile, cell) != 0) {
      return true;
    }
  }
  return false;
}

static void add_link(model_world *model, ovl_cell from, ovl_cell to, test_random *random) {
  ovl_link_def link = {.from = from, .to = to, .cost = choose_cost(random)};
  bool one = has(model, MODEL_ONE_WAY);
  bool two = has(model, MODEL_TWO_WAY);
  if (!one || (two && test_random_percent(random, 50))) {
    link.cost_back = test_random_percent(random, 60) ? link.cost : choose_cost(random);
  }
  if (test_random_percent(random, 25)) {
    link.profiles = (uint32_t)test_random_between(random, 0, (1 << model->profile_count) - 1);
  }
  bool same = from.x == to.x && from.y == to.y && from.floor == to.floor;
  if (model->link_count < MODEL_MOST_LINKS && !same && is_open_to_some(model, &link, from) &&
      is_open_to_some(model, &link, to)) {
    model->links[model->link_count++] = link;
  }
}

static void make_links(model_world *model, test_random *random) {
  bool places = has(model, MODEL_PLACES);
  if (!has(model, MODEL_ONE_WAY | MODEL_TWO_WAY) && !places) {
    return;
  }
  int32_t count = test_random_percent(random, 20) ? test_random_between(random, 13, 60)
                                                  : test_random_between(random, 1, 12);
  for (int32_t i = 0; i < count; i++) {
    ovl_cell from = model_open_cell(model, 0, random);
    ovl_cell to = model_open_cell(model, 0, random);
    add_link(model, from, to, random);
    if (test_random_percent(random, 15)) { /* a second one between or at the same cells */
      add_link(model, test_random_percent(random, 50) ? to : model_open_cell(model, 0, random),
               from, random);
    }
  }
  const model_floor *last = &model->floors[model->floor_count - 1];
  for (int32_t i = 1; places && i < last->width; i++) {
    ovl_cell from = {i, 0, model->floor_count - 1};
    ovl_cell to = {test_random_between(random, i > 9 ? i - 9 : 0, i - 1), 0, from.floor};
    if (test_random_percent(random, 85)) {
      add_link(model, from, to, random);
    }
  }
}

static void make_rule(model_world *model, test_random *random) {
  model->has_rule = true;
  model->rule = (model_rule){.salt = test_random_next(random),
                             .blocked_percent = test_random_between(random, 0, 20),
                             .dearer_percent = test_random_between(random, 0, 60),
                             .most = test_random_percent(random, 80) ? 3000 : 1 << 20};
  model->rule.is_mutual = test_random_percent(random, 50);
  model->rule.is_hexagonal = has(model, MODEL_HEXAGONS);
  if (test_random_percent(random, 30)) {
    model->rule.profiles =
        (uint32_t)test_random_between(random, 1, (1 << model->profile_count) - 1);
  }
}

/* Most fall with the distance; some reach less far, or are so high that they are cut. */
static void choose_wall_cost(ovl_profile_def *profile, test_random *random) {
  const int32_t cells = test_random_between(random, 1, OVL_WALL_CELLS);
  const int32_t most = test_random_percent(random, 80) ? 32 : 255;
  for (int32_t i = 0; i < cells; i++) {
    const bool is_any = test_random_percent(random, 20);
    profile->wall_cost[i] = (uint8_t)test_random_between(random, is_any ? 0 : 1,
                                                         is_any ? most : 1 + most / (i + 1) / 2);
  }
}

/* The first profile has some, others may have. Drawn last, so that all else is as without them. */
static void make_walls(model_world *model, test_random *random) {
  for (int32_t i = 0; i < model->profile_count; i++) {
    if (i == 0 || test_random_percent(random, 60)) {
      choose_wall_cost(&model->profiles[i], random);
    }
  }
}

/* ---- All ----------------------------------------------------------------- */

/* Near or far from 0, or as far as it may lie. */
static void choose_origin(model_world *model, uint64_t seed) {
  static const int32_t most[] = {20, 3000, OVL_MAX_ORIGIN};
  test_random random = {seed};
  const int32_t far = most[test_random_between(&random, 0, 2)];
  if (has(model, MODEL_ORIGIN)) {
    model->origin.x = test_random_between(&random, -far, far);
    model->origin.y = test_random_percent(&random, 50) ? -far : far;
  }
}

model_world model_world_make(uint64_t seed, uint32_t features, model_limits limits) {
  static const int32_t heights[5] = {1, 3, 10, 200, UINT16_MAX};
  features &= ~(uint32_t)((features & MODEL_HEXAGONS) != 0 ? MODEL_NOT_OF_HEXAGONS : 0);
  test_random random = {seed * 0xD1342543DE82EF95u + features};
  model_world model = {.features = features};
  int32_t highest = 0;
  choose_origin(&model, seed);
  make_floors(&model, &limits, &random);
  if (has(&model, MODEL_LIMITS | MODEL_CLIMB_COST | MODEL_DROP_COST)) {
    highest = heights[test_random_between(&random, 0, 4)];
    for (int32_t i = 0; i < model.floor_count; i++) {
      if (!model.floors[i].places && test_random_percent(&random, i == 0 ? 100 : 60)) {
        draw_heights(&model.floors[i], highest, &random);
      }
    }
  }
  make_profiles(&model, &limits, highest, &random);
  if (has(&model, MODEL_EXTRA)) {
    make_extra(&model, &random);
  }
  make_links(&model, &random);
  if (has(&model, MODEL_RULE)) {
    make_rule(&model, &random);
  }
  if (has(&model, MODEL_WALLS)) {
    make_walls(&model, &random);
  }
  return model;
}
