/* Statements of a legend about terrains and profiles: see legend.h. */
#include "tools/game_map/legend_terrain.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/game_map/legend.h"
#include "tools/game_map/terrain_rules.h"
#include "tools/plain/step_limit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const settings[] = {"size", "corners", "climb", "drop", "climbcost", "dropcost"};

enum { SIZE, CORNERS, CLIMB, DROP, CLIMB_COST, DROP_COST, SETTING_COUNT };
enum {
  MOST_STEP_COST = 1 << 20,
  MOST_HEIGHT = 65535,
  MOST_EIGHTHS = 255,
  MOST_NUMBER = 1000000000
};

static int setting_of(const char *name) {
  int i = 0;
  while (i < SETTING_COUNT && strcmp(settings[i], name) != 0) {
    i++;
  }
  return i;
}

bool legend_is_setting(const char *name) { return setting_of(name) < SETTING_COUNT; }

/* ---- Terrains ------------------------------------------------------------ */

static int check_name(const struct legend *legend, const char *name) {
  if (name[0] == '\0' || strlen(name) >= GAME_NAME_BYTES || strchr(name, '=') != NULL) {
    return legend_fail(legend,
                       "a terrain can't be named '%.80s'; a name has 1 to %d letters and "
                       "no '='",
                       name, GAME_NAME_BYTES - 1);
  }
  if (legend_is_setting(name)) {
    return legend_fail(legend, "a terrain can't be named '%s': it is a setting of profiles", name);
  }
  return EXIT_DONE;
}

/* A colour or a number, as `sign` has it, or a range of them. */
static int take_range(struct legend *legend, struct game_ranges *ranges, const char *sign,
                      struct game_range range, const char *name) {
  for (size_t i = 0; i < ranges->count; i++) {
    if (ranges->list[i].low == range.low && ranges->list[i].high == range.high) {
      return legend_fail(legend, "%s has a terrain already; name it once", sign);
    }
  }
  const int32_t terrain = game_map_add_terrain(legend->map, name);
  if (terrain < 0 || ranges->count == GAME_MOST_RANGES) {
    return legend_fail(legend,
                       "'%s' is one too many: a map has up to 256 terrains, %d colours and as many "
                       "numbers",
                       name, GAME_MOST_RANGES);
  }
  if (ranges->list == NULL) {
    ranges->list = malloc(GAME_MOST_RANGES * sizeof *ranges->list);
  }
  if (ranges->list == NULL) {
    return command_fail_memory("the colours");
  }
  range.terrain = (uint8_t)terrain;
  ranges->list[ranges->count++] = range;
  return EXIT_DONE;
}

/* A whole number of a grid, or a range of them: 12, -3, 0-1200, -20--5. */
static bool parse_numbers(const char *text, struct game_range *range) {
  int64_t *const ends[2] = {&range->low, &range->high};
  const char *at = text;
  for (int i = 0; i < 2; i++) {
    char *end;
    const bool is_digit = at[at[0] == '-' ? 1 : 0] >= '0' && at[at[0] == '-' ? 1 : 0] <= '9';
    const long number = is_digit ? strtol(at, &end, 10) : 0;
    if (!is_digit || number < -MOST_NUMBER || number > MOST_NUMBER) {
      return false;
    }
    *ends[i] = number;
    if (i == 0 && *end == '\0') {
      range->high = number;
      return true;
    }
    if (*end != (i == 0 ? '-' : '\0')) {
      return false;
    }
    at = end + 1;
  }
  return range->low <= range->high;
}

/* ---- Terrains of maps of several layers ---------------------------------- */

/* The words that may stand behind the =, each with how many words follow it. */
static const struct rule_form {
  const char *word;
  size_t least, most;
  const char *form;
} rule_forms[] = {
    [TERRAIN_LAYER] = {"layer", 1, 1, "layer NAME"},
    [TERRAIN_PROPERTY] = {"property", 1, 1, "property NAME=VALUE"},
    [TERRAIN_TILES] = {"tiles", 2, 2, "tiles TILESET 4,9-12"},
    [TERRAIN_SHAPES] = {"shapes", 0, 0, "shapes"},
    [TERRAIN_OBJECTS] = {"objects", 1, 1, "objects LAYER"},
    [TERRAIN_OTHER] = {"other", 0, 0, "other"},
};

enum { RULE_FORMS = sizeof rule_forms / sizeof rule_forms[0] };

static int fail_rule(const struct legend *legend, const char *wrong, const char *form) {
  return legend_fail(legend, "'%.80s' %s; it should be: terrain NAME = %s", wrong,
                     form != NULL ? "is no word for this" : "can't stand behind the =",
                     form != NULL ? form
                                  : "layer NAME, property NAME=VALUE, tiles TILESET 4,9-12, "
                                    "shapes, objects LAYER, or other");
}

/* Fills a rule with the words behind the =. */
static int fill_rule(const struct legend *legend, const struct legend_words *words,
                     struct terrain_rule *rule) {
  size_t kind = 0;
  while (kind < RULE_FORMS && strcmp(rule_forms[kind].word, words->list[2]) != 0) {
    kind++;
  }
  if (kind == RULE_FORMS) {
    return fail_rule(legend, words->list[2], NULL);
  }
  const struct rule_form *form = &rule_forms[kind];
  const size_t count = words->count - 3;
  if (count < form->least || count > form->most) {
    return fail_rule(legend, words->list[count > form->most ? 3 + form->most : 2], form->form);
  }
  rule->kind = (enum terrain_rule_kind)kind;
  rule->line = legend->line;
  char *name = count > 0 ? words->list[3] : NULL;
  const char *value = count > 1 ? words->list[4] : NULL;
  if (rule->kind == TERRAIN_PROPERTY && name != NULL) {
    char *equals = strchr(name, '=');
    if (equals != NULL) {
      *equals = '\0';
      value = equals + 1;
    }
  }
  if ((name != NULL && strlen(name) >= TERRAIN_TEXT_BYTES) ||
      (value != NULL && strlen(value) >= TERRAIN_TEXT_BYTES)) {
    return legend_fail(legend, "a word has more than %d letters", TERRAIN_TEXT_BYTES - 1);
  }
  if (rule->kind == TERRAIN_TILES && !terrain_numbers_hold(value, 0, NULL)) {
    return fail_rule(legend, value, form->form);
  }
  snprintf(rule->name, sizeof rule->name, "%s", name != NULL ? name : "");
  snprintf(rule->value, sizeof rule->value, "%s", value != NULL ? value : "");
  return EXIT_DONE;
}

/* terrain NAME = ... */
static int take_rule(struct legend *legend, const struct legend_words *words) {
  struct game_map *map = legend->map;
  const int code = check_name(legend, words->list[0]);
  if (code != EXIT_DONE) {
    return code;
  }
  if (map->naming.rules == NULL) {
    map->naming.rules = calloc(1, sizeof *map->naming.rules);
  }
  if (map->naming.rules == NULL) {
    return command_fail_memory("the legend");
  }
  const int32_t terrain = game_map_add_terrain(map, words->list[0]);
  if (terrain < 0 || map->naming.rules->count == TERRAIN_MOST_RULES) {
    return legend_fail(legend, "there are more than %d statements of this kind",
                       TERRAIN_MOST_RULES);
  }
  struct terrain_rule *rule = &map->naming.rules->list[map->naming.rules->count++];
  rule->terrain = (uint8_t)terrain;
  map->naming.rules->path = legend->path;
  return fill_rule(legend, words, rule);
}

int legend_take_hexagons(struct legend *legend, const struct legend_words *words) {
  struct cell_shear *shear = &legend->map->naming.shear;
  const char *layout = words->count > 0 ? words->list[0] : "axial";
  if (legend->hexagons_line != 0) {
    return legend_fail(legend, "line %zu says already how hexagons lie", legend->hexagons_line);
  }
  legend->hexagons_line = legend->line;
  shear->kind = CELL_HEXAGONS;
  if (!cell_shear_parse_grid(layout, &shear->layout)) {
    return legend_fail(legend,
                       "'%s' is no layout of hexagons in columns and rows; odd-r, even-r, "
                       "odd-q, even-q and axial are",
                       layout);
  }
  return EXIT_DONE;
}

int legend_take_near(struct legend *legend, const struct legend_words *words) {
  (void)words;
  legend->map->naming.takes_nearest = true;
  return EXIT_DONE;
}

int legend_take_terrain(struct legend *legend, const struct legend_words *words) {
  const char *sign = words->list[0];
  const char *name = words->list[1];
  struct game_naming *naming = &legend->map->naming;
  struct game_range range = {.low = 0};
  if (words->count > 2 && strcmp(name, "=") == 0) {
    return take_rule(legend, words);
  }
  const int code = check_name(legend, name);
  if (code != EXIT_DONE) {
    return code;
  }
  if (words->count > 2) {
    return legend_fail(legend,
                       "'%s' is one word too many; a name with blanks stands "
                       "in quotes",
                       words->list[2]);
  }
  if (legend_parse_colors(sign, &range)) {
    return take_range(legend, &naming->colors, sign, range, name);
  }
  const uint8_t letter = (uint8_t)sign[0];
  const bool is_number = parse_numbers(sign, &range);
  if (is_number && sign[1] != '\0') {
    return take_range(legend, &naming->numbers, sign, range, name);
  }
  if (sign[0] == '\0' || sign[1] != '\0' || letter < 0x20 || letter == 0x7f) {
    return legend_fail(legend,
                       "'%s' is no terrain of a map; it should be one letter, a colour as "
                       "#20a040, or a number of a grid, or a range as 0-90; in maps of layers: "
                       "terrain %s = layer NAME",
                       sign, name);
  }
  if (legend->letter_lines[letter] != 0) {
    return legend_fail(legend, "'%s' is named in line %zu already; a letter has one name", sign,
                       legend->letter_lines[letter]);
  }
  legend->letter_lines[letter] = legend->line;
  snprintf(legend->map->terrains[letter], GAME_NAME_BYTES, "%s", name);
  return is_number ? take_range(legend, &naming->numbers, sign, range, name) : EXIT_DONE;
}

/* ---- The scale ----------------------------------------------------------- */

int legend_take_scale(struct legend *legend, const struct legend_words *words) {
  const struct legend_setting setting = {"scale", words->list[0]};
  if (legend->scale_line != 0) {
    return legend_fail(legend, "there is a scale in line %zu already; it has one",
                       legend->scale_line);
  }
  legend->scale_line = legend->line;
  return legend_take_i32(legend, &setting, 1, MOST_EIGHTHS, &legend->map->naming.cost_scale);
}

int legend_check_scale(const struct legend *legend) {
  const struct legend_weight *heaviest = &legend->heaviest;
  const int32_t scale = legend->map->naming.cost_scale;
  const double most = (double)MOST_EIGHTHS / OVL_PLAIN_WEIGHT;
  return heaviest->weight <= 0
             ? EXIT_DONE
             : command_fail(EXIT_INPUT,
                            "%s:%zu: a scale of %" PRId32 " makes the weight of %s in line %zu, "
                            "%g, one of %g, and %g is the most; the largest scale is %.0f",
                            legend->path, legend->scale_line, scale, heaviest->terrain,
                            heaviest->line, heaviest->weight, heaviest->weight * scale, most,
                            floor(most / heaviest->weight));
}

/* ---- Profiles ------------------------------------------------------------ */

/* A setting or terrain that there is not. */
static int fail_unknown(const struct legend *legend, const char *name) {
  struct nearest_word nearest = {name, strlen(name), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (int i = 0; i < SETTING_COUNT; i++) {
    nearest_word_try(&nearest, settings[i]);
  }
  for (int terrain = 0; terrain < 256; terrain++) {
    nearest_word_try(&nearest, legend->map->terrains[terrain]);
  }
  return legend_fail(legend,
                     "'%s' is neither a terrain nor a setting%s; a terrain is named by: "
                     "terrain LETTER %s",
                     name, nearest_word_ask(&nearest, meant), name);
}

/* Returns whether a weight times a scale is a number of eighths, which is stored in *eighths. */
static bool is_exact(double weight, int32_t scale, double *eighths) {
  const double scaled = weight * OVL_PLAIN_WEIGHT * scale;
  *eighths = floor(scaled + 0.5);
  return *eighths >= 1 && fabs(scaled - *eighths) < 1e-6;
}

/* A weight that the scale does not make a number of eighths; a larger scale may. */
static int fail_fraction(const struct legend *legend, const struct legend_setting *setting,
                         double weight) {
  const int32_t scale = legend->map->naming.cost_scale;
  char larger[64] = "";
  double eighths;
  is_exact(weight, scale, &eighths);
  const double nearest = (eighths < 1 ? 1 : eighths) / (OVL_PLAIN_WEIGHT * scale);
  int32_t other = scale;
  while (other <= MOST_EIGHTHS && !is_exact(weight, other, &eighths)) {
    other += scale;
  }
  if (other <= MOST_EIGHTHS && eighths <= MOST_EIGHTHS) {
    snprintf(larger, sizeof larger, ", and the statement `scale %" PRId32 "` makes it one", other);
  }
  return legend_fail(
      legend, "the weight of %s is %s, which is no multiple of 1/%" PRId32 "; the nearest is %g%s",
      setting->name, setting->value, OVL_PLAIN_WEIGHT * scale, nearest, larger);
}

/* Weights that are too large for the scale are told when all are known. */
static int take_weight(struct legend *legend, const struct legend_setting *setting,
                       ovl_profile_def *profile) {
  const int32_t scale = legend->map->naming.cost_scale;
  const double most = (double)MOST_EIGHTHS / OVL_PLAIN_WEIGHT;
  double value = 0, eighths;
  if (game_map_find_terrain(legend->map, setting->name) < 0) {
    return fail_unknown(legend, setting->name);
  }
  if (!cell_text_parse_number(setting->value, &value) || value > most ||
      value * OVL_PLAIN_WEIGHT * MOST_EIGHTHS < 1) {
    return legend_fail(legend,
                       "the weight of %s is '%s'; it should be %g to %g; what is not "
                       "named blocks",
                       setting->name, setting->value, 1.0 / (OVL_PLAIN_WEIGHT * scale), most);
  }
  if (!is_exact(value, scale, &eighths)) {
    return fail_fraction(legend, setting, value);
  }
  if (eighths > MOST_EIGHTHS && value > legend->heaviest.weight) {
    legend->heaviest = (struct legend_weight){.weight = value, .line = legend->line};
    snprintf(legend->heaviest.terrain, GAME_NAME_BYTES, "%s", setting->name);
  }
  for (int terrain = 0; terrain < 256; terrain++) {
    if (strcmp(legend->map->terrains[terrain], setting->name) == 0) {
      profile->weights[terrain] = (uint8_t)eighths;
    }
  }
  return EXIT_DONE;
}

static int take_corners(const struct legend *legend, const struct legend_setting *setting,
                        ovl_corners *corners) {
  if (command_parse_corners(setting->value, corners)) {
    return EXIT_DONE;
  }
  const char *names[OVL_CORNERS_COUNT];
  char meant[NEAREST_WORD_BYTES];
  for (int i = 0; i < OVL_CORNERS_COUNT; i++) {
    names[i] = command_corners_text((ovl_corners)i);
  }
  return legend_fail(legend, "corners is '%s'%s; it should be " COMMAND_CORNERS_WORDS,
                     setting->value,
                     nearest_word_ask_list(setting->value, names, OVL_CORNERS_COUNT, meant));
}

/* A limit of climbing, 0: none of it. */
static int take_limit(const struct legend *legend, const struct legend_setting *setting,
                      int32_t *limit) {
  int32_t number = 0;
  const int code = legend_take_i32(legend, setting, 0, MOST_HEIGHT, &number);
  *limit = step_limit_of(number);
  return code;
}

static int take_setting(struct legend *legend, const struct legend_setting *setting,
                        ovl_profile_def *profile) {
  switch (setting_of(setting->name)) {
  case SIZE:
    return legend_take_i32(legend, setting, 1, OVL_MAX_BODY_CELLS, &profile->body_cells);
  case CORNERS:
    return take_corners(legend, setting, &profile->corners);
  case CLIMB:
    return take_limit(legend, setting, &profile->max_climb);
  case DROP:
    return take_limit(legend, setting, &profile->max_drop);
  case CLIMB_COST:
    return legend_take_cost(legend, setting, 0, MOST_STEP_COST, &profile->climb_cost);
  case DROP_COST:
    return legend_take_cost(legend, setting, 0, MOST_STEP_COST, &profile->drop_cost);
  default:
    return take_weight(legend, setting, profile);
  }
}

static int check_profile_name(const struct legend *legend, const char *name) {
  const struct game_map *map = legend->map;
  if (strlen(name) >= OVL_NAME_BYTES || strpbrk(name, ",= ") != NULL || name[0] == '\0') {
    return legend_fail(legend,
                       "a profile can't be named '%.80s'; a name has 1 to %d letters, and "
                       "no blank, ',' or '='",
                       name, OVL_NAME_BYTES - 1);
  }
  const int32_t before = game_map_find_profile(map, name);
  if (before >= 0) {
    return legend_fail(legend, "profile '%s' stands in line %zu already; each has another name",
                       name, map->profile_sources[before].line);
  }
  if (map->profile_count == OVL_MAX_PROFILES) {
    return legend_fail(legend, "'%s' is profile %d; a world has up to %d", name,
                       OVL_MAX_PROFILES + 1, OVL_MAX_PROFILES);
  }
  return EXIT_DONE;
}

/* The words before have been cut: what is left of each is its name. */
static int check_setting_is_new(const struct legend *legend, const struct legend_words *words,
                                size_t place) {
  for (size_t i = 1; i < place; i++) {
    if (strcmp(words->list[i], words->list[place]) == 0) {
      return legend_fail(legend, "'%s' is given twice; once is enough", words->list[place]);
    }
  }
  return EXIT_DONE;
}

int legend_take_profile(struct legend *legend, const struct legend_words *words) {
  struct game_map *map = legend->map;
  ovl_profile_def profile = {.body_cells = 1};
  int code = check_profile_name(legend, words->list[0]);
  profile.corners = legend->corners;
  for (size_t i = 1; i < words->count && code == EXIT_DONE; i++) {
    struct legend_setting setting;
    code = legend_part(legend, words->list[i], &setting);
    if (code == EXIT_DONE) {
      code = check_setting_is_new(legend, words, i);
    }
    if (code == EXIT_DONE) {
      code = take_setting(legend, &setting, &profile);
    }
  }
  if (code != EXIT_DONE) {
    return code;
  }
  snprintf(profile.name, sizeof profile.name, "%s", words->list[0]);
  bool blocked = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    blocked = blocked && profile.weights[terrain] == 0;
  }
  if (blocked) {
    return legend_fail(legend, "profile '%s' crosses no terrain; name one at least, as ground=1",
                       profile.name);
  }
  map->profile_sources[map->profile_count] = (struct game_source){legend->path, legend->line};
  map->profiles[map->profile_count++] = profile;
  return EXIT_DONE;
}

/* ---- Off the walls --------------------------------------------------------- */

/* Reads what a cell at a distance from walls weighs more. */
static int take_wall_cost(struct legend *legend, const char *word, uint8_t *cost) {
  const int32_t scale = legend->map->naming.cost_scale;
  double value = 0, eighths = 0;
  if (!cell_text_parse_number(word, &value) || value < 0 ||
      value * OVL_PLAIN_WEIGHT * scale > MOST_EIGHTHS ||
      (value > 0 && !is_exact(value, scale, &eighths))) {
    return legend_fail(legend,
                       "off-walls has '%.80s'; it should be 0 to %g, a multiple of 1/%" PRId32
                       ", for each cell from the wall on",
                       word, (double)MOST_EIGHTHS / (OVL_PLAIN_WEIGHT * scale),
                       OVL_PLAIN_WEIGHT * scale);
  }
  *cost = (uint8_t)eighths;
  return EXIT_DONE;
}

/* off-walls COST... [profiles=A,B] */
int legend_take_off_walls(struct legend *legend, const struct legend_words *words) {
  struct game_map *map = legend->map;
  uint8_t wall_cost[OVL_WALL_CELLS] = {0};
  uint32_t profiles = UINT32_MAX;
  int code = EXIT_DONE;
  for (size_t i = 0; i < words->count && code == EXIT_DONE; i++) {
    if (strncmp(words->list[i], "profiles=", 9) == 0) {
      char unknown[GAME_NAME_BYTES];
      profiles = 0;
      const char *wrong = game_map_add_profiles(map, words->list[i] + 9, &profiles, unknown);
      code = wrong != NULL ? legend_fail_profile(legend, wrong) : EXIT_DONE;
    } else if (i >= OVL_WALL_CELLS) {
      code = legend_fail(legend, "'%.80s' is one cost too many; there are up to %d", words->list[i],
                         OVL_WALL_CELLS);
    } else {
      code = take_wall_cost(legend, words->list[i], &wall_cost[i]);
    }
  }
  for (int32_t i = 0; i < map->profile_count && code == EXIT_DONE; i++) {
    if ((profiles >> i & 1u) != 0) {
      memcpy(map->profiles[i].wall_cost, wall_cost, sizeof wall_cost);
    }
  }
  return code;
}
