/* What a game map holds: see game_map.h. */
#include "tools/game_map/game_map.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The letters of MovingAI's maps. */
static const struct {
  char letter;
  const char *name;
} letters[] = {{'.', "ground"}, {'G', "ground"},        {'S', "swamp"},        {'W', "water"},
               {'T', "trees"},  {'@', "out-of-bounds"}, {'O', "out-of-bounds"}};

void game_map_begin(struct game_map *map) {
  memset(map, 0, sizeof *map);
  for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
    snprintf(map->terrains[(uint8_t)letters[i].letter], GAME_NAME_BYTES, "%s", letters[i].name);
  }
  snprintf(map->terrains[0], GAME_NAME_BYTES, "void");
  map->naming.cost_scale = 1;
}

void game_map_forget_letters(struct game_map *map) {
  memset(map->terrains + 1, 0, sizeof map->terrains - sizeof map->terrains[0]);
}

void game_map_free(struct game_map *map) {
  for (int32_t i = 0; i < map->floor_count; i++) {
    free(map->floors[i].terrain);
    free(map->floors[i].heights);
    for (int profile = 0; profile < OVL_MAX_PROFILES; profile++) {
      free(map->floors[i].extra[profile]);
    }
  }
  free(map->naming.colors.list);
  free(map->naming.rules);
  free(map->naming.numbers.list);
  free(map->links);
  free(map->goals.list);
  free(map->places.list);
  free(map->places.defs);
  free(map->link_defs);
  memset(map, 0, sizeof *map);
}

int32_t game_map_find_profile(const struct game_map *map, const char *name) {
  for (int32_t i = 0; i < map->profile_count; i++) {
    if (strcmp(map->profiles[i].name, name) == 0) {
      return i;
    }
  }
  return -1;
}

const char *game_map_add_profiles(const struct game_map *map, const char *names, uint32_t *profiles,
                                  char unknown[GAME_NAME_BYTES]) {
  static const char parting[] = ", \t";
  for (const char *at = names + strspn(names, parting); *at != '\0'; at += strspn(at, parting)) {
    const size_t length = strcspn(at, parting);
    snprintf(unknown, GAME_NAME_BYTES, "%.*s", (int)length, at);
    const int32_t profile = game_map_find_profile(map, unknown);
    if (profile < 0) {
      return unknown;
    }
    *profiles |= UINT32_C(1) << profile;
    at += length;
  }
  return NULL;
}

/* ---- Terrains ------------------------------------------------------------ */

/* Letters stand in the order of the table first: the first that has a name is what pictures draw
 * best. */
int32_t game_map_find_terrain(const struct game_map *map, const char *name) {
  for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
    const uint8_t byte = (uint8_t)letters[i].letter;
    if (strcmp(map->terrains[byte], name) == 0) {
      return byte;
    }
  }
  for (int32_t byte = 0; byte < 256; byte++) {
    if (name[0] != '\0' && strcmp(map->terrains[byte], name) == 0) {
      return byte;
    }
  }
  return -1;
}

int32_t game_map_add_terrain(struct game_map *map, const char *name) {
  const int32_t found = game_map_find_terrain(map, name);
  if (found >= 0) {
    return found;
  }
  for (int32_t byte = 1; byte < 256; byte++) {
    if (map->terrains[byte][0] == '\0') {
      snprintf(map->terrains[byte], GAME_NAME_BYTES, "%s", name);
      return byte;
    }
  }
  return -1;
}

/* How far a colour is from a range: the squares of what its parts lack, summed. */
static int32_t color_distance(const struct game_range *range, uint32_t color) {
  int32_t sum = 0;
  for (int shift = 0; shift <= 16; shift += 8) {
    const int32_t part = (int32_t)(color >> shift & 255);
    const int32_t low = (int32_t)(range->low >> shift & 255);
    const int32_t high = (int32_t)(range->high >> shift & 255);
    const int32_t lack = part < low ? low - part : part > high ? part - high : 0;
    sum += lack * lack;
  }
  return sum;
}

int32_t game_map_find_color(const struct game_map *map, uint32_t color) {
  const struct game_ranges *colors = &map->naming.colors;
  int32_t nearest = -1, least = INT32_MAX;
  for (size_t i = 0; i < colors->count; i++) {
    const int32_t distance = color_distance(&colors->list[i], color);
    if (distance < least) {
      least = distance;
      nearest = colors->list[i].terrain;
    }
  }
  return least == 0 || map->naming.takes_nearest ? nearest : -1;
}

int32_t game_map_find_number(const struct game_map *map, int32_t number) {
  const struct game_ranges *numbers = &map->naming.numbers;
  for (size_t i = 0; i < numbers->count; i++) {
    if (number >= numbers->list[i].low && number <= numbers->list[i].high) {
      return numbers->list[i].terrain;
    }
  }
  return -1;
}

int32_t game_map_find_sign(const struct game_map *map, const char *text) {
  char *end;
  const long number = strtol(text, &end, 10);
  const int32_t terrain =
      end != text && *end == '\0' ? game_map_find_number(map, (int32_t)number) : -1;
  const uint8_t letter = (uint8_t)text[0];
  const bool is_letter = text[1] == '\0' && letter >= 0x20 && map->terrains[letter][0] != '\0';
  return terrain >= 0 || !is_letter ? terrain : letter;
}

/* ---- Links --------------------------------------------------------------- */

bool game_map_add_link(struct game_map *map, const struct game_link *link) {
  if (map->link_count == map->link_capacity) {
    const size_t capacity = map->link_capacity == 0 ? 64 : 2 * map->link_capacity;
    struct game_link *links =
        capacity < INT32_MAX ? realloc(map->links, capacity * sizeof *links) : NULL;
    if (links == NULL) {
      return false;
    }
    map->links = links;
    map->link_capacity = capacity;
  }
  map->links[map->link_count++] = *link;
  return true;
}

bool game_map_add_place(struct game_places *places, const struct game_place *place) {
  if (places->count == places->capacity) {
    const size_t capacity = places->capacity == 0 ? 64 : 2 * places->capacity;
    struct game_place *list =
        capacity < INT32_MAX ? realloc(places->list, capacity * sizeof *list) : NULL;
    if (list == NULL) {
      return false;
    }
    places->list = list;
    places->capacity = capacity;
  }
  places->list[places->count++] = *place;
  return true;
}

uint32_t game_map_link_units(const struct game_map *map, double steps) {
  const double units = floor(steps * OVL_STRAIGHT_COST * map->naming.cost_scale + 0.5);
  return units < 1 ? 1 : units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
}

/* ---- The bake ------------------------------------------------------------ */

bool game_map_fill_def(struct game_map *map, ovl_bake_def *def) {
  for (int32_t i = 0; i < map->floor_count; i++) {
    const struct game_floor *floor = &map->floors[i];
    map->floor_defs[i] = floor->terrain == NULL
                             ? (ovl_floor_def){.width = floor->width, .height = 1, .graph = true}
                             : (ovl_floor_def){.width = floor->width,
                                               .height = floor->height,
                                               .terrain = floor->terrain,
                                               .heights = floor->heights};
    for (int profile = 0; profile < OVL_MAX_PROFILES; profile++) {
      if (floor->extra[profile] != NULL) {
        map->floor_defs[i].extra = (const uint8_t *const *)floor->extra;
      }
    }
  }
  struct game_places *places = &map->places;
  free(map->link_defs);
  free(places->defs);
  map->link_defs = malloc((map->link_count + 1) * sizeof *map->link_defs);
  places->defs = malloc((places->count + 1) * sizeof *places->defs);
  if (map->link_defs == NULL || places->defs == NULL) {
    return false;
  }
  for (size_t i = 0; i < places->count; i++) {
    const struct game_place *place = &places->list[i];
    places->defs[i] = (ovl_place){place->name, place->corner, place->width, place->height};
  }
  for (size_t i = 0; i < map->link_count; i++) {
    map->link_defs[i] = map->links[i].def;
  }
  def->origin = map->origin;
  cell_kind_define(map->naming.shear.kind, def);
  def->more.floors = map->floor_defs;
  def->more.floor_count = map->floor_count;
  def->more.profiles = map->profiles;
  def->more.profile_count = map->profile_count;
  def->more.links = map->link_count > 0 ? map->link_defs : NULL;
  def->more.link_count = (int32_t)map->link_count;
  def->more.places = places->defs;
  def->more.place_count = (int32_t)places->count;
  def->more.cost_scale = map->naming.cost_scale;
  return true;
}

/* Names the link by its line, number and cells. */
static int fail_link(const struct game_map *map, const ovl_fault *fault) {
  const struct game_link *link = &map->links[fault->where];
  const double unit = (double)OVL_STRAIGHT_COST * map->naming.cost_scale;
  char from[CELL_TEXT_BYTES], to[CELL_TEXT_BYTES];
  cell_text_write(from, link->def.from, 1);
  cell_text_write(to, link->def.to, 1);
  if (strstr(fault->what, "cost") != NULL) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: %s, link %" PRIu64
                        ", %s -> %s, is too large; it may be %.0f straight steps",
                        link->source.file, link->source.line, fault->what, fault->where, from, to,
                        floor((double)fault->expected / unit));
  }
  const char *right = strstr(fault->what, "blocked") != NULL
                          ? "; a profile that may take it must be able to stand there"
                      : strstr(fault->what, "outside") != NULL
                          ? "; both ends must be cells of the map"
                          : "";
  return command_fail(EXIT_INPUT, "%s:%zu: %s: link %" PRIu64 ", %s -> %s%s", link->source.file,
                      link->source.line, fault->what, fault->where, from, to, right);
}

static int fail_place(const struct game_map *map, const struct game_place *place,
                      const ovl_fault *fault) {
  char right[160] = "";
  if (strstr(fault->what, "outside") != NULL) {
    const int32_t number = place->corner.floor;
    if (number < 0 || number >= map->floor_count) {
      snprintf(right, sizeof right, ": floors are 0 to %" PRId32, map->floor_count - 1);
    } else {
      snprintf(right, sizeof right,
               ", which has %" PRId32 " x %" PRId32 " cells from %" PRId32 ",%" PRId32 " on",
               map->floors[number].width, map->floors[number].height, map->origin.x, map->origin.y);
    }
  } else if (strstr(fault->what, "differ") != NULL && fault->found < map->places.count) {
    snprintf(right, sizeof right, "; it stands in line %zu already",
             map->places.list[fault->found].source.line);
  }
  return command_fail(EXIT_INPUT, "%s:%zu: place '%s': %s%s", place->source.file,
                      place->source.line, place->name, fault->what, right);
}

int game_map_fail_bake(const struct game_map *map, const char *path, ovl_result result,
                       const ovl_fault *fault) {
  const char *what = fault->what;
  const uint64_t where = fault->where;
  if (result != OVL_BAD_ARGUMENT) {
    return command_fail_result(path, result, fault);
  }
  if (strstr(what, "link") != NULL && where < map->link_count) {
    return fail_link(map, fault);
  }
  if (strstr(what, "place") != NULL && where < map->places.count) {
    return fail_place(map, &map->places.list[where], fault);
  }
  if (strstr(what, "path inside a region") != NULL && where < (uint64_t)map->profile_count &&
      map->profile_sources[where].file != NULL) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: a path of profile '%s' inside a region may cost %" PRIu64
                        " units, and no more than %" PRIu64 " fit: lower its weights or what "
                        "climbing and dropping cost, limit climb and drop, or build with a smaller "
                        "--region-size",
                        map->profile_sources[where].file, map->profile_sources[where].line,
                        map->profiles[where].name, fault->found, fault->expected);
  }
  return command_fail_result(path, result, fault);
}
