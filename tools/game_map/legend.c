/* What the statements of a legend have in common: settings, numbers, costs, colours. */
#include "tools/game_map/legend.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/text/text_words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool legend_parse_color(const char *text, uint32_t *color) {
  *color = 0;
  if (text[0] != '#') {
    return false;
  }
  for (int i = 1; i <= 6; i++) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
    if (digit == NULL) {
      return false;
    }
    const uint32_t value = (uint32_t)(digit - digits);
    *color = *color << 4 | (value < 16 ? value : value - 6);
  }
  return text[7] == '\0' || text_words_is_blank(text[7]);
}

int legend_part(const struct legend *legend, char *word, struct legend_setting *setting) {
  char *equals = strchr(word, '=');
  if (equals == NULL || equals == word || equals[1] == '\0') {
    return command_fail(EXIT_INPUT, "%s:%zu: '%s' is no setting; it should be name=value",
                        legend->path, legend->line, word);
  }
  *equals = '\0';
  *setting = (struct legend_setting){word, equals + 1};
  return EXIT_DONE;
}

int legend_take_i32(const struct legend *legend, const struct legend_setting *setting,
                    int32_t least, int32_t most, int32_t *number) {
  double value;
  if (!cell_text_parse_number(setting->value, &value) || value < least || value > most ||
      value > floor(value)) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: %s is '%s'; it should be a whole number, %" PRId32 " to %" PRId32,
                        legend->path, legend->line, setting->name, setting->value, least, most);
  }
  *number = (int32_t)value;
  return EXIT_DONE;
}

int legend_take_cost(const struct legend *legend, const struct legend_setting *setting,
                     uint32_t least, uint32_t most, uint32_t *units) {
  double value;
  const bool good = cell_text_parse_number(setting->value, &value);
  const double rounded = good ? floor(value * OVL_STRAIGHT_COST + 0.5) : -1;
  if (rounded < least || rounded > most) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: %s is '%s'; it should be %s to %.0f, in straight steps over plain "
                        "ground",
                        legend->path, legend->line, setting->name, setting->value,
                        least > 0 ? "above 0, up" : "0", floor((double)most / OVL_STRAIGHT_COST));
  }
  *units = (uint32_t)rounded;
  return EXIT_DONE;
}

int legend_fail_profile(const struct legend *legend, const char *name) {
  struct nearest_word nearest = {name, strlen(name), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (int32_t i = 0; i < legend->map->profile_count; i++) {
    nearest_word_try(&nearest, legend->map->profiles[i].name);
  }
  return command_fail(EXIT_INPUT,
                      "%s:%zu: there is no profile '%s'%s; the legend names them by: profile NAME "
                      "...",
                      legend->path, legend->line, name, nearest_word_ask(&nearest, meant));
}
