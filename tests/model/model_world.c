/* The cells of a model, and the bake definition made from it. Weights and bodies are computed from
 * the words of overland.h, cell by cell. */
#include "tests/model/model_world.h"

#include "overland_bake.h"
#include "tests/support/test_allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Floors -------------------------------------------------------------- */

static model_floor *add_floor(model_world *model, int32_t width, int32_t height, bool places) {
  if (model->floor_count == MODEL_MOST_FLOORS) {
    abort();
  }
  model_floor *floor = &model->floors[model->floor_count++];
  size_t cells = (size_t)width * (size_t)height;
  *floor = (model_floor){.width = width,
                         .height = height,
                         .places = places,
                         .corner = {places ? 0 : model->origin.x, places ? 0 : model->origin.y, 0},
                         .terrain = test_allocate(cells, 1),
                         .first_node = model->node_count};
  model->node_count += (uint32_t)cells;
  return floor;
}

model_floor *model_world_add_floor(model_world *model, int32_t width, int32_t height) {
  model_floor *floor = add_floor(model, width, height, false);
  memset(floor->terrain, 1, (size_t)width * (size_t)height);
  return floor;
}

model_floor *model_world_add_places(model_world *model, int32_t count) {
  return add_floor(model, count, 1, true);
}

void model_world_free(model_world *model) {
  for (int32_t i = 0; i < model->floor_count; i++) {
    free(model->floors[i].terrain);
    free(model->floors[i].heights);
    for (int32_t profile = 0; profile < MODEL_MOST_PROFILES; profile++) {
      free(model->floors[i].extra[profile]);
    }
  }
  model->floor_count = 0;
}

/* ---- Cells --------------------------------------------------------------- */

bool model_has_cell(const model_world *model, ovl_cell cell) {
  if (cell.floor < 0 || cell.floor >= model->floor_count) {
    return false;
  }
  const model_floor *floor = &model->floors[cell.floor];
  const int64_t x = (int64_t)cell.x - floor->corner.x;
  const int64_t y = (int64_t)cell.y - floor->corner.y;
  return x >= 0 && y >= 0 && x < floor->width && y < floor->height;
}

size_t model_at(const model_world *model, ovl_cell cell) {
  const model_floor *floor = &model->floors[cell.floor];
  return (size_t)(cell.y - floor->corner.y) * (size_t)floor->width +
         (size_t)(cell.x - floor->corner.x);
}

uint32_t model_node(const model_world *model, ovl_cell cell) {
  return model->floors[cell.floor].first_node + (uint32_t)model_at(model, cell);
}

ovl_cell model_cell(const model_world *model, uint32_t node) {
  int32_t number = model->floor_count - 1;
  while (model->floors[number].first_node > node) {
    number--;
  }
  const model_floor *floor = &model->floors[number];
  const int32_t at = (int32_t)(node - floor->first_node);
  return (ovl_cell){floor->corner.x + at % floor->width, floor->corner.y + at / floor->width,
                    number};
}

static bool body_fits(const model_world *model, int32_t profile, ovl_cell cell) {
  const uint8_t *terrain = model->floors[cell.floor].terrain;
  const int32_t body = model->profiles[profile].body_cells;
  const bool is_hexagonal = (model->features & MODEL_HEXAGONS) != 0;
  const int32_t radius = is_hexagonal ? body / 2 : 0;
  for (int32_t i = 0; i < body * body; i++) {
    const int32_t dx = i % body - radius;
    const int32_t dy = i / body - radius;
    const ovl_cell under = {cell.x + dx, cell.y + dy, cell.floor};
    if (is_hexagonal && abs(dx + dy) > radius) {
      continue;
    }
    if (!model_has_cell(model, under) ||
        model->profiles[profile].weights[terrain[model_at(model, under)]] == 0) {
      return false;
    }
  }
  return true;
}

/* The number of steps, straight or diagonal, from the cells of a body to the nearest cell that
 * blocks it or is none of the floor, as far as walls cost. */
static int32_t steps_to_wall(const model_world *model, int32_t profile, ovl_cell cell) {
  const uint8_t *terrain = model->floors[cell.floor].terrain;
  const ovl_profile_def *def = &model->profiles[profile];
  int32_t least = OVL_WALL_CELLS + 1;
  const bool is_hexagonal = (model->features & MODEL_HEXAGONS) != 0;
  const int32_t radius = is_hexagonal ? def->body_cells / 2 : 0; /* around its position */
  const int32_t reach = def->body_cells + OVL_WALL_CELLS;
  for (int32_t y = -reach; y < reach; y++) {
    for (int32_t x = -reach; x < reach; x++) {
      const ovl_cell at = {cell.x + x, cell.y + y, cell.floor};
      const int32_t dx = x < 0 ? -x : x - (is_hexagonal ? 0 : def->body_cells - 1);
      const int32_t dy = y < 0 ? -y : y - (is_hexagonal ? 0 : def->body_cells - 1);
      const int32_t along = abs(x + y); /* a third axis, of hexagons */
      int32_t steps = dx > dy ? dx : dy;
      steps = (is_hexagonal && along > steps ? along : steps) - radius;
      if (steps < least &&
          (!model_has_cell(model, at) || def->weights[terrain[model_at(model, at)]] == 0)) {
        least = steps;
      }
    }
  }
  return least;
}

uint32_t model_weight(const model_world *model, int32_t profile, ovl_cell cell) {
  if (!model_has_cell(model, cell)) {
    return 0;
  }
  const model_floor *floor = &model->floors[cell.floor];
  if (floor->places) {
    return OVL_PLAIN_WEIGHT;
  }
  if (!body_fits(model, profile, cell)) {
    return 0;
  }
  const size_t at = model_at(model, cell);
  uint32_t weight = model->profiles[profile].weights[floor->terrain[at]];
  weight += floor->extra[profile] != NULL ? floor->extra[profile][at] : 0u;
  if ((model->features & MODEL_WALLS) == 0) {
    return weight;
  }
  const int32_t steps = steps_to_wall(model, profile, cell);
  weight += steps <= OVL_WALL_CELLS ? model->profiles[profile].wall_cost[steps - 1] : 0u;
  return weight < UINT8_MAX ? weight : UINT8_MAX;
}

int32_t model_height(const model_world *model, ovl_cell cell) {
  const model_floor *floor = &model->floors[cell.floor];
  return floor->heights != NULL ? floor->heights[model_at(model, cell)] : 0;
}

ovl_cell model_open_cell(const model_world *model, int32_t profile, test_random *random) {
  ovl_cell cell = {0, 0, 0};
  for (int32_t tries = 0; tries < 40; tries++) {
    cell.floor = test_random_between(random, 0, model->floor_count - 1);
    const model_floor *floor = &model->floors[cell.floor];
    cell.x = floor->corner.x + test_random_between(random, 0, floor->width - 1);
    cell.y = floor->corner.y + test_random_between(random, 0, floor->height - 1);
    if (model_weight(model, profile, cell) != 0) {
      break;
    }
  }
  return cell;
}

/* ---- The bake ------------------------------------------------------------ */

uint32_t model_step_rule(void *user, const ovl_step *step) {
  static const int32_t dx[2][4] = {{-1, -1, 0, 1}, {-1, 0, 1}};
  static const int32_t dy[2][4] = {{0, -1, -1, -1}, {0, -1, -1}};
  const model_rule *rule = user;
  const int32_t half = rule->is_hexagonal ? 3 : 4;
  ovl_cell from = step->from;
  int32_t direction = step->direction;
  if (rule->is_mutual && direction >= half) {
    direction -= half;
    from.x += dx[rule->is_hexagonal][direction];
    from.y += dy[rule->is_hexagonal][direction];
  }
  uint64_t key = ((uint64_t)(uint32_t)from.floor << 48) ^ ((uint64_t)(uint32_t)from.y << 24) ^
                 ((uint64_t)(uint32_t)from.x << 4) ^ (uint64_t)(uint32_t)direction;
  test_random random = {rule->salt + key * 0x2545F4914F6CDD1Du + (uint64_t)(uint32_t)step->profile};
  test_random_next(&random);
  int32_t draw = test_random_between(&random, 0, 99);
  if (draw < rule->blocked_percent) {
    return OVL_STEP_BLOCKED;
  }
  if (draw >= rule->blocked_percent + rule->dearer_percent) {
    return 0;
  }
  /* Some answers depend on the cost, so that a bake that tells another one is found out. */
  uint32_t third = step->cost / 3;
  return draw % 2 == 0 && third < (1u << 20) && !rule->is_mutual
             ? third
             : (uint32_t)test_random_between(&random, 0, rule->most);
}

/* What most worlds are baked from: one floor and one profile. */
static bool is_simple(const model_world *model) {
  const model_floor *floor = &model->floors[0];
  const ovl_profile_def *profile = &model->profiles[0];
  return model->floor_count == 1 && model->profile_count == 1 && !floor->places &&
         floor->heights == NULL && floor->extra[0] == NULL && profile->body_cells == 1 &&
         (model->features & MODEL_WALLS) == 0;
}

/* Names some places, each from a cell of a floor to its right or lower border, or both. */
static void name_places(model_world *model) {
  static const char *const names[MODEL_MOST_NAMED] = {"spawn", "Schl\xc3\xbcssel",
                                                      "\xe6\xb8\xaf 3"};
  model->named.count = (model->floors[0].width + model->floors[0].height) % (MODEL_MOST_NAMED + 1);
  for (int32_t i = 0; i < model->named.count; i++) {
    const model_floor *floor = &model->floors[i % model->floor_count];
    const int32_t x = 7 * i % floor->width, y = 5 * i % floor->height;
    model->named.list[i] =
        (ovl_place){.name = names[i],
                    .cell = {floor->corner.x + x, floor->corner.y + y, i % model->floor_count},
                    .width = i == 1 ? 0 : floor->width - x,
                    .height = i == 2 ? 0 : floor->height - y};
  }
}

ovl_bake_def model_bake_def(model_world *model) {
  ovl_bake_def def = {.origin = model->origin};
  def.topology = (model->features & MODEL_HEXAGONS) != 0 ? OVL_HEXAGONS : OVL_SQUARES;
  def.tuning.region_cells = model->tuning.region_cells;
  def.tuning.spacing_cells = model->tuning.spacing_cells;
  def.tuning.label_bytes_per_cell =
      model->tuning.label_bytes != 0 ? model->tuning.label_bytes : OVL_NO_LABELS;
  def.tuning.overlays = model->tuning.overlays;
  def.more.links = model->link_count != 0 ? model->links : NULL;
  def.more.link_count = model->link_count;
  name_places(model);
  def.more.places = model->named.list;
  def.more.place_count = model->named.count;
  if (model->has_rule) {
    def.more.step_rule = model_step_rule;
    def.more.step_rule_user = &model->rule;
    def.more.step_rule_profiles = model->rule.profiles;
    def.more.step_rule_is_mutual = model->rule.is_mutual;
  }
  if (is_simple(model)) {
    def.width = model->floors[0].width;
    def.height = model->floors[0].height;
    def.terrain = model->floors[0].terrain;
    memcpy(def.weights, model->profiles[0].weights, sizeof def.weights);
    def.corners = model->profiles[0].corners;
    return def;
  }
  for (int32_t i = 0; i < model->floor_count; i++) {
    model_floor *floor = &model->floors[i];
    ovl_floor_def *out = &model->floor_defs[i];
    if (floor->places) {
      *out = (ovl_floor_def){.width = floor->width, .height = 1, .graph = true};
      out->terrain = floor->terrain;
      continue;
    }
    bool has_extra = false;
    for (int32_t profile = 0; profile < MODEL_MOST_PROFILES; profile++) {
      floor->extras[profile] = floor->extra[profile];
      has_extra = has_extra || floor->extra[profile] != NULL;
    }
    *out = (ovl_floor_def){.width = floor->width,
                           .height = floor->height,
                           .terrain = floor->terrain,
                           .heights = floor->heights,
                           .extra = has_extra ? floor->extras : NULL};
  }
  def.more.floors = model->floor_defs;
  def.more.floor_count = model->floor_count;
  def.more.profiles = model->profiles;
  def.more.profile_count = model->profile_count;
  return def;
}

void model_feature_words(uint32_t features, char *out, size_t room) {
  static const char *const words[MODEL_FEATURES] = {"weights", "extra",      "size",      "corners",
                                                    "limits",  "climb-cost", "drop-cost", "rule",
                                                    "one-way", "two-way",    "floors",    "places"};
  size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < MODEL_FEATURES && used < room; i++) {
    if ((features >> i & 1u) != 0) {
      int wrote = snprintf(out + used, room - used, "%s%s", used != 0 ? "+" : "", words[i]);
      used += wrote > 0 ? (size_t)wrote : 0;
    }
  }
  if ((features & MODEL_WALLS) != 0 && used < room) {
    snprintf(out + used, room - used, "%swalls", used != 0 ? "+" : "");
  }
}
