/* Guesses from names: see name_guess.h. A name is cut into words at signs and where a capital
 * follows a small letter; a word counts by its beginning, so that walls is wall. */
#include "tools/game_map/read/name_guess.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <stdio.h>
#include <string.h>

static const char *const blocking[] = {
    "wall",     "collis",   "collid",  "solid",  "block",    "obstacle", "obstruct", "barrier",
    "fence",    "water",    "lava",    "ocean",  "sea",      "river",    "lake",     "pond",
    "cliff",    "mountain", "rock",    "stone",  "boulder",  "tree",     "forest",   "bush",
    "building", "house",    "roof",    "pit",    "hole",     "abyss",    "chasm",    "void",
    "unwalk",   "impass",   "nonwalk", "nowalk", "unpass",   "occupied", "unknown",  "bound",
    "border",   "edge",     "pillar",  "column", "furnitur", "shelf",    "crate",    "closed",
    "deep",     "outof",    "outside", "hidden", "invisib",  "mesh",     "hedge",    "gate_closed"};

/* Words for what may be crossed, though another word of the name may not: a stone floor, the edge
 * of a path. */
static const char *const open_words[] = {
    "walkable", "passable", "floor", "ground",  "grass", "road",  "path",  "bridge", "free",
    "sand",     "dirt",     "trail", "shallow", "shore", "coast", "beach", "open",   "walk"};

static bool begins(const char *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strncmp(word, list[i], strlen(list[i])) == 0) {
      return true;
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

bool name_guess_blocks(const char *name) {
  char word[GAME_NAME_BYTES];
  bool blocks = false;
  for (const char *at = name; next_word(&at, word);) {
    if (begins(word, open_words, sizeof open_words / sizeof open_words[0])) {
      return false;
    }
    blocks = blocks || begins(word, blocking, sizeof blocking / sizeof blocking[0]);
  }
  return blocks;
}

bool name_guess_crosses(const char *name) {
  static const char *const crossed[] = {"empty", "ladder", "stair",   "door",   "platform", "free",
                                        "open",  "walk",   "passabl", "bridge", "none"};
  char word[GAME_NAME_BYTES];
  for (const char *at = name; next_word(&at, word);) {
    if (begins(word, crossed, sizeof crossed / sizeof crossed[0])) {
      return true;
    }
  }
  return false;
}

bool name_guess_property_blocks(const char *name, const char *value) {
  static const char *const crossing[] = {"walk", "pass", "cross"};
  static const char *const stopping[] = {"collis", "collid", "solid",  "block", "wall",
                                         "obsta",  "unwalk", "impass", "barri"};
  char word[GAME_NAME_BYTES];
  bool truth;
  if (!tiled_parse_truth(value, &truth)) {
    return false;
  }
  for (const char *at = name; next_word(&at, word);) {
    if (begins(word, crossing, sizeof crossing / sizeof crossing[0])) {
      return !truth;
    }
    if (begins(word, stopping, sizeof stopping / sizeof stopping[0])) {
      return truth;
    }
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
