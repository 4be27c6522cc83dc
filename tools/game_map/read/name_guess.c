/* Guesses from names: see name_guess.h. A name is cut into words at signs and where a capital
 * follows a small letter. */
#include "tools/game_map/read/name_guess.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <stdio.h>
#include <string.h>

/* In all lists a word counts with its plural; one that begins with * counts as the end of a longer
 * word, too, as stonewall; one that ends with * as the beginning. */

/* Words for nothing but what may not be entered. */
static const char *const stopping[] = {
    "collis*",  "collid*",    "solid*",  "block*",   "obstacle", "obstruct*",
    "barrier",  "unwalk*",    "impass*", "unpass*",  "nowalk*",  "nonwalk*",
    "boundary", "boundaries", "bounds",  "occupied", "forbid*"};

/* Things that block in most worlds. */
static const char *const things[] = {
    "*wall",     "*fence",  "*water",   "lava",   "ocean",  "sea",     "river",  "lake",
    "pond",      "*cliff",  "mountain", "*rock",  "*stone", "boulder", "*tree",  "*forest",
    "*bush",     "bushes",  "building", "*house", "roof",   "pit",     "hole",   "abyss",
    "chasm",     "void",    "unknown",  "border", "edge",   "pillar",  "column", "furniture",
    "shelf",     "shelves", "crate",    "closed", "deep",   "outside", "*hedge", "outof*",
    "waterfall", "muro",    "mauer",    "wasser", "agua"};

/* Words for what may be crossed, though another word of the name is such a thing: a stone floor,
 * the edge of a path. */
static const char *const crossing[] = {"walk*", "pass*", "cross*", "floor",   "ground",
                                       "grass", "road",  "path",   "bridge",  "free",
                                       "sand",  "dirt",  "trail",  "shallow", "shore",
                                       "coast", "beach", "open",   "terrace", "navmesh"};

/* Words for what is crossed even in a layer of what blocks. */
static const char *const climbed[] = {"empty", "ladder", "stair*", "door",   "platform", "free",
                                      "open",  "walk*",  "pass*",  "bridge", "none",     "air"};

/* Words of layers that are drawn above those who walk. */
static const char *const overhead[] = {"above", "over*", "top", "roof", "foreground", "sky"};

static const char *const walls[] = {"*wall"};

static const char *const negations[] = {"no", "non", "not", "un"};

#define LIST(list) list, sizeof(list) / sizeof *(list)

static bool is_listed(const char *word, const char *const *list, size_t count) {
  size_t length = strlen(word);
  const size_t single = length > 1 && word[length - 1] == 's' ? length - 1 : length;
  for (size_t i = 0; i < count; i++) {
    const bool ends_longer = list[i][0] == '*';
    const char *entry = list[i] + (ends_longer ? 1 : 0);
    const size_t size = strlen(entry);
    if (entry[size - 1] == '*') {
      if (strncmp(word, entry, size - 1) == 0) {
        return true;
      }
      continue;
    }
    for (length = single; length <= strlen(word); length++) { /* without its s, and with it */
      if ((length == size || (ends_longer && length > size)) &&
          strncmp(word + length - size, entry, size) == 0) {
        return true;
      }
    }
  }
  return false;
}

static bool is_small(char letter) { return letter >= 'a' && letter <= 'z'; }
static bool is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }

/* Takes the next word of a name in small letters. False at its end. */
static bool next_word(const char **at, char word[GAME_NAME_BYTES]) {
  size_t length = 0;
  while (**at != '\0' && !is_small(**at) && !is_capital(**at)) {
    (*at)++;
  }
  while (is_small(**at) || is_capital(**at)) {
    const char letter = *(*at)++;
    if (length + 1 < GAME_NAME_BYTES) {
      word[length++] = is_capital(letter) ? (char)(letter - 'A' + 'a') : letter;
    }
    if (is_small(letter) && is_capital(**at)) {
      break;
    }
  }
  word[length] = '\0';
  return length > 0;
}

enum name_guess name_guess_of(const char *name) {
  char word[GAME_NAME_BYTES];
  bool is_negated = false, is_crossed = false, is_thing = false;
  for (const char *at = name; next_word(&at, word);) {
    const bool stops = is_listed(word, LIST(stopping)), crosses = is_listed(word, LIST(crossing));
    if (is_negated ? crosses : stops) {
      return NAME_STOPS;
    }
    is_crossed = is_crossed || stops || crosses;
    is_thing = is_thing || is_listed(word, LIST(things));
    is_negated = is_listed(word, LIST(negations));
  }
  return is_thing && !is_crossed ? NAME_IS_THING : NAME_SAYS_NOTHING;
}

/* Returns whether a word of a name is in a list. */
static bool has_word(const char *name, const char *const *list, size_t count) {
  char word[GAME_NAME_BYTES];
  for (const char *at = name; next_word(&at, word);) {
    if (is_listed(word, list, count)) {
      return true;
    }
  }
  return false;
}

enum name_guess name_guess_of_layer(const char *name) {
  const enum name_guess found = name_guess_of(name);
  const bool is_above = has_word(name, LIST(overhead));
  return found == NAME_IS_THING && is_above ? NAME_SAYS_NOTHING : found;
}

bool name_guess_is_wall(const char *name) { return has_word(name, LIST(walls)); }

bool name_guess_crosses(const char *name) { return has_word(name, LIST(climbed)); }

bool name_guess_property_blocks(const char *name, const char *value) {
  static const char *const kinds[] = {"type", "kind", "material"};
  static const char *const crossed[] = {"walk*", "pass*", "cross*"};
  char word[GAME_NAME_BYTES];
  bool truth = true, is_negated = false;
  if (value[0] == '\0' && strcmp(name, "c") == 0) {
    return true; /* collides, as in maps of BrowserQuest and its kin */
  }
  if (value[0] != '\0' && !tiled_parse_truth(value, &truth)) {
    return has_word(name, LIST(kinds)) && name_guess_of(value) != NAME_SAYS_NOTHING;
  }
  for (const char *at = name; next_word(&at, word);) {
    if (is_listed(word, LIST(crossed))) {
      return truth == is_negated;
    }
    if (is_listed(word, LIST(stopping)) || is_listed(word, LIST(walls))) {
      return truth != is_negated;
    }
    is_negated = is_listed(word, LIST(negations));
  }
  return false;
}

/* ---- Colours ------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

void name_guess_color(uint32_t color, char name[GAME_NAME_BYTES]) {
  static const char *const hues[] = {"red",  "orange", "yellow", "green", "green",  "green",
                                     "cyan", "cyan",   "blue",   "blue",  "purple", "pink"};
  const uint32_t red = color >> 16 & 255, green = color >> 8 & 255, blue = color & 255;
  const uint32_t high = most(red, most(green, blue)), low = least(red, least(green, blue));
  const char *depth = high < 100 ? "dark_" : low > 170 ? "light_" : "";
  if (high - low < 24) {
    const uint32_t grey = (red + green + blue) / 3;
    snprintf(name, GAME_NAME_BYTES, "%s",
             grey < 32    ? "black"
             : grey > 224 ? "white"
             : grey < 112 ? "dark_grey"
             : grey > 176 ? "light_grey"
                          : "grey");
    return;
  }
  /* The hue in degrees, as of HSV. */
  const int32_t range = (int32_t)(high - low);
  const int32_t r = (int32_t)red, g = (int32_t)green, b = (int32_t)blue;
  const int32_t hue = high == red     ? 60 * (g - b) / range + 360
                      : high == green ? 60 * (b - r) / range + 120
                                      : 60 * (r - g) / range + 240;
  const char *word = hues[(hue % 360 + 15) / 30 % 12];
  const bool is_brown =
      (strcmp(word, "orange") == 0 || strcmp(word, "red") == 0) && high < 180 && green > blue;
  snprintf(name, GAME_NAME_BYTES, "%s%s", depth, is_brown ? "brown" : word);
}
