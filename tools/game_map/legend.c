/* What the statements of a legend have in common: settings, numbers, costs, colours. */
#include "tools/game_map/legend.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/text/text_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

int legend_fail(const struct legend *legend, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int code = command_fail_line(legend->path, legend->line, format, arguments);
  va_end(arguments);
  return code;
}

/* The digits behind the # of a colour, and its value; 0: it is none. */
static size_t take_color(const char *text, uint32_t *color) {
  size_t count = 0;
  *color = 0;
  for (; count < 7; count++) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *digit = text[1 + count] != '\0' ? strchr(digits, text[1 + count]) : NULL;
    if (digit == NULL) {
      break;
    }
    const uint32_t value = (uint32_t)(digit - digits);
    *color = *color << 4 | (value < 16 ? value : value - 6);
  }
  if (count == 3) { /* #rgb is #rrggbb */
    const uint32_t red = *color >> 8, green = *color >> 4 & 15, blue = *color & 15;
    *color = red * 0x110000 + green * 0x1100 + blue * 0x11;
  }
  return count == 3 || count == 6 ? count : 0;
}

static bool ends_word(char letter) { return letter == '\0' || text_words_is_blank(letter); }

bool legend_parse_color(const char *text, uint32_t *color) {
  const size_t count = text[0] == '#' ? take_color(text, color) : 0;
  return count > 0 && ends_word(text[1 + count]);
}

bool legend_parse_colors(const char *text, struct game_range *range) {
  uint32_t low = 0, high = 0;
  const size_t count = text[0] == '#' ? take_color(text, &low) : 0;
  const bool is_range = count > 0 && text[1 + count] == '-';
  const bool is_good = is_range ? legend_parse_color(text + count + 2, &high)
                                : count > 0 && ends_word(text[1 + count]);
  *range = (struct game_range){.low = low, .high = is_range ? high : low};
  return is_good;
}

int legend_part(const struct legend *legend, char *word, struct legend_setting *setting) {
  char *equals = strchr(word, '=');
  if (equals == NULL || equals == word || equals[1] == '\0') {
    return legend_fail(legend, "'%s' is no setting; it should be name=value", word);
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
    return legend_fail(legend, "%s is '%s'; it should be a whole number, %" PRId32 " to %" PRId32,
                       setting->name, setting->value, least, most);
  }
  *number = (int32_t)value;
  return EXIT_DONE;
}

int legend_take_cost(const struct legend *legend, const struct legend_setting *setting,
                     uint32_t least, uint32_t most, uint32_t *units) {
  double value;
  const bool good = cell_text_parse_number(setting->value, &value);
  const double unit = (double)OVL_STRAIGHT_COST * legend->map->naming.cost_scale;
  const double rounded = good ? floor(value * unit + 0.5) : -1;
  if (rounded < least || rounded > most) {
    return legend_fail(legend,
                       "%s is '%s'; it should be %s to %.0f, in straight steps over plain "
                       "ground",
                       setting->name, setting->value, least > 0 ? "above 0, up" : "0",
                       floor(most / unit));
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
  return legend_fail(legend,
                     "there is no profile '%s'%s; the legend names them by: profile NAME "
                     "...",
                     name, nearest_word_ask(&nearest, meant));
}
