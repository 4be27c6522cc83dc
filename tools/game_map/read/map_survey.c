/* Surveys maps: see map_survey.h. */
#include "tools/game_map/read/map_survey.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/codec/image_file.h"
#include "tools/game_map/game_map_tiled.h"
#include "tools/game_map/legend_terrain.h"
#include "tools/game_map/map_format.h"
#include "tools/game_map/read/layer_survey.h"
#include "tools/game_map/read/name_guess.h"
#include "tools/grid/grid_reader.h"
#include "tools/map/map_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Letters ------------------------------------------------------------- */

static void add_letters(const struct game_map *known, const uint64_t counts[256],
                        struct map_survey *survey) {
  for (int letter = 0; letter < 256; letter++) {
    struct map_sign *sign = counts[letter] > 0 ? survey_add_sign(survey, counts[letter]) : NULL;
    const char *name = known->terrains[letter];
    if (sign == NULL) {
      continue;
    }
    if (name[0] != '\0') {
      snprintf(sign->name, sizeof sign->name, "%s", name);
      if (strcmp(name, "ground") != 0 && strcmp(name, "swamp") != 0) {
        survey_guess(sign, "as in all maps of this format");
      }
      continue;
    }
    const bool is_word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9');
    char word[32];
    snprintf(sign->text, sizeof sign->text, letter == '#' || letter == ' ' ? "\"%c\"" : "%c",
             letter);
    snprintf(word, sizeof word, is_word ? "letter_%c" : "sign_%d", letter);
    survey_name_sign(survey, letter == '#' ? "wall" : letter == ' ' ? "blank" : word);
    if (letter == '#') {
      survey_guess(sign, "# is a wall in most maps");
    }
  }
}

static int survey_letters(const char *path, struct map_survey *survey) {
  enum { BATCH = 64 };
  struct game_map *known = calloc(1, sizeof *known);
  struct map_rows rows;
  char letters[256];
  uint64_t counts[256] = {0};
  size_t count = 0;
  for (int letter = 0x20; letter < 256; letter++) {
    letters[count] = (char)letter;
    count += letter != 0x7f ? 1 : 0;
  }
  letters[count] = '\0';
  int code = known != NULL ? map_rows_open(&rows, path, letters) : command_fail_memory(path);
  if (code != EXIT_DONE) {
    free(known);
    return code;
  }
  survey->width = rows.width;
  survey->height = rows.height;
  survey->floors = 1;
  survey->has_names = true;
  uint8_t *cells = malloc((size_t)rows.width * BATCH);
  code = cells != NULL ? EXIT_DONE : command_fail_memory(path);
  for (int32_t y = 0; y < rows.height && code == EXIT_DONE; y += BATCH) {
    const int32_t batch = rows.height - y < BATCH ? rows.height - y : BATCH;
    code = map_rows_read(&rows, y, batch, cells);
    for (size_t i = 0; i < (size_t)batch * (size_t)rows.width && code == EXIT_DONE; i++) {
      counts[cells[i]]++;
    }
  }
  if (code == EXIT_DONE || !map_rows_is_stream(&rows)) {
    map_rows_close(&rows);
  }
  if (code == EXIT_DONE) {
    game_map_begin(known);
    add_letters(known, counts, survey);
    game_map_free(known);
  }
  free(known);
  free(cells);
  return code;
}

/* ---- Grids --------------------------------------------------------------- */

enum { MOST_NUMBERS = 64 }; /* that are taken as terrains of a grid */

static void add_grid_sign(const struct grid_sign *held, bool is_binary, struct map_survey *survey) {
  struct map_sign *sign = survey_add_sign(survey, held->cells);
  if (sign == NULL) {
    return;
  }
  if (held->is_word) {
    snprintf(sign->name, sizeof sign->name, "%s", held->text);
    if (name_guess_of(held->text) != NAME_SAYS_NOTHING || strcmp(held->text, "nodata") == 0) {
      survey_guess(sign, "its name");
    }
    return;
  }
  char word[48];
  const char letter = held->text[0];
  const bool is_letter = held->text[1] == '\0' && (letter < '0' || letter > '9');
  const bool is_quoted = is_letter && strchr(" #\"", letter) != NULL;
  snprintf(sign->text, sizeof sign->text, is_quoted ? "\"%s\"" : "%s",
           letter == '"' ? "\"\"" : held->text);
  if (is_letter) {
    const bool is_word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    snprintf(word, sizeof word, is_word ? "letter_%c" : "sign_%d", letter);
  } else {
    snprintf(word, sizeof word, "%s_%s", letter == '-' ? "minus" : "number",
             held->text + (letter == '-' ? 1 : 0));
  }
  survey_name_sign(survey, letter == '#'                               ? "wall"
                           : letter == ' '                             ? "blank"
                           : is_letter && strchr(".,", letter) != NULL ? "ground"
                                                                       : word);
  if (letter == '#') {
    survey_guess(sign, "# is a wall in most levels");
    survey->is_sure = true;
  } else if (is_binary && strcmp(held->text, "1") == 0) {
    survey_guess(sign, "1 of 0 and 1");
  }
}

/* Returns whether all signs but `nodata` are letters or words. */
static bool is_word_grid(const struct sign_grid *grid) {
  bool has_numbers = false;
  for (size_t i = 0; i < grid->sign_count && !has_numbers; i++) {
    const char *text = grid->signs[i].text;
    has_numbers = !grid->signs[i].is_word && strspn(text, "-0123456789") == strlen(text);
  }
  return !has_numbers;
}

/* Numbers that are too many to be terrains: all of them are one. They may be heights; a few hundred
 * may be ids of tiles, which are told one by one. Signs stand in the order of their numbers. */
static void add_range(const struct sign_grid *grid, struct map_survey *survey) {
  enum { MOST_IDS = 512 };
  const size_t first = grid->signs[0].is_word ? 1 : 0; /* nodata */
  struct map_sign *sign = survey_add_sign(survey, 0);
  for (size_t i = first; i < grid->sign_count && sign != NULL; i++) {
    sign->cells += grid->signs[i].cells;
  }
  if (sign != NULL) {
    snprintf(sign->text, sizeof sign->text, "%s-%s", grid->signs[first].text,
             grid->signs[grid->sign_count - 1].text);
    survey_name_sign(survey, "ground");
  }
  for (size_t i = first; i < grid->sign_count && grid->sign_count <= MOST_IDS; i++) {
    add_grid_sign(&grid->signs[i], false, survey);
    survey->list[survey->count - 1].is_note = true;
  }
}

static int survey_grid(const struct map_files *files, struct map_survey *survey) {
  struct sign_grid grid;
  const int code = sign_grid_read(files->map, &files->raw, &grid);
  if (code != EXIT_DONE) {
    return code;
  }
  survey->width = grid.width;
  survey->height = grid.height;
  survey->floors = 1;
  bool is_binary = true;
  survey->has_heights = grid.sign_count > MOST_NUMBERS && !is_word_grid(&grid);
  for (size_t i = 0; i < grid.sign_count; i++) {
    const char *text = grid.signs[i].text;
    is_binary = is_binary && (strcmp(text, "0") == 0 || strcmp(text, "1") == 0);
    survey->is_sure = survey->is_sure || strcmp(text, "free") == 0;
  }
  for (size_t i = 0; i < grid.sign_count; i++) {
    if (!survey->has_heights || grid.signs[i].is_word) {
      add_grid_sign(&grid.signs[i], is_binary, survey);
    }
  }
  if (survey->has_heights) {
    add_range(&grid, survey);
  }
  sign_grid_free(&grid);
  return EXIT_DONE;
}

/* ---- Colours ------------------------------------------------------------- */

struct color_count {
  uint32_t color, number; /* the number: of greys of 16 bits */
  uint64_t cells;
};

static int compare_colors(const void *a, const void *b) {
  const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static int compare_counts(const void *a, const void *b) {
  const struct color_count *left = a, *right = b;
  return left->cells != right->cells   ? (left->cells > right->cells ? -1 : 1)
         : left->color != right->color ? (left->color < right->color ? -1 : 1)
                                       : 0;
}

/* 0 to 255. */
static uint32_t brightness(uint32_t color) {
  return ((color >> 16 & 255) * 299 + (color >> 8 & 255) * 587 + (color & 255) * 114) / 1000;
}

/* Adds the colours, the most frequent first. What is not painted blocks, but beside a single
 * colour, which is a mask; else the darkest blocks. So does what is nearly black. */
static void add_colors(struct color_count *list, size_t count, bool by_number,
                       struct map_survey *survey) {
  enum { NEARLY_BLACK = 40, MOST_TERRAINS = 200 };
  uint32_t darkest = UINT32_MAX;
  bool has_outside = false;
  qsort(list, count, sizeof *list, compare_counts);
  for (size_t i = 0; i < count; i++) {
    const bool is_clear = list[i].color == IMAGE_CLEAR;
    const uint32_t light = by_number ? list[i].number : brightness(list[i].color);
    darkest = !is_clear && light < darkest ? light : darkest;
    has_outside = has_outside || (is_clear && count > 2);
  }
  for (size_t i = 0; i < count; i++) {
    struct map_sign *sign = survey_add_sign(survey, list[i].cells);
    char word[GAME_NAME_BYTES];
    if (sign == NULL) {
      return;
    }
    if (list[i].color == IMAGE_CLEAR) {
      snprintf(sign->name, sizeof sign->name, "%s", IMAGE_CLEAR_NAME);
      if (has_outside) {
        survey_guess(sign, "nothing is painted there");
      }
      continue;
    }
    snprintf(sign->text, sizeof sign->text, by_number ? "%" PRIu32 : "#%06" PRIx32,
             by_number ? list[i].number : list[i].color);
    if (by_number) {
      snprintf(word, sizeof word, "number_%" PRIu32, list[i].number);
    } else {
      name_guess_color(list[i].color, word);
    }
    const uint32_t light = by_number ? list[i].number : brightness(list[i].color);
    const bool is_darkest = light == darkest && !has_outside && count > 1;
    const bool is_black = is_darkest || light < NEARLY_BLACK;
    if (count <= MOST_TERRAINS || by_number) {
      survey_name_sign(survey, word);
    } else { /* shades of a colour are one terrain */
      snprintf(sign->name, sizeof sign->name, "%s", is_black ? "black" : word);
    }
    if (is_darkest || (light < NEARLY_BLACK && count > 2 && !by_number)) {
      survey_guess(sign, is_darkest ? "the darkest" : "nearly black");
    }
  }
  survey->is_sure = count == 2;
}

/* Sorts the colours of pixels, and lists up to GAME_MOST_RANGES of them. Returns how many there
 * are.
 */
static size_t count_colors(uint32_t *colors, size_t pixels, struct color_count *list) {
  size_t count = 0;
  qsort(colors, pixels, sizeof *colors, compare_colors);
  for (size_t i = 0; i < pixels; i++) {
    count += i == 0 || colors[i] != colors[i - 1] ? 1 : 0;
    if (count <= GAME_MOST_RANGES) {
      struct color_count *at = &list[count - 1];
      *at = (struct color_count){colors[i], colors[i], at->cells + 1};
    }
  }
  return count;
}

/* Lists greys of 16 bits by their numbers if they are few, and several would have one colour.
 * Returns how many there are; 0: they are to be listed by colour. */
static size_t count_numbers(const struct image *image, uint32_t *colors, struct color_count *list) {
  enum { MOST_GREYS = 256 };
  const size_t pixels = (size_t)image->width * (size_t)image->height;
  if (image->max_sample <= UINT8_MAX || image->clear != NULL) {
    return 0;
  }
  for (size_t i = 0; i < pixels; i++) {
    colors[i] = image->samples[i];
  }
  const size_t count = count_colors(colors, pixels, list);
  bool is_told_apart = true;
  for (size_t i = 0; i < count && count <= MOST_GREYS; i++) {
    list[i].color = image_scale_to_byte(list[i].number, image->max_sample) * 0x010101U;
    is_told_apart = is_told_apart && (i == 0 || list[i].color != list[i - 1].color);
  }
  return is_told_apart || count > MOST_GREYS ? 0 : count;
}

static int survey_picture(const char *path, struct map_survey *survey) {
  struct image image;
  int code = image_file_read(path, NULL, &image);
  if (code != EXIT_DONE) {
    return code;
  }
  const size_t pixels = (size_t)image.width * (size_t)image.height;
  uint32_t *colors = malloc(pixels * sizeof *colors);
  struct color_count *list = calloc(GAME_MOST_RANGES, sizeof *list);
  survey->width = image.width;
  survey->height = image.height;
  survey->floors = 1;
  if (colors == NULL || list == NULL) {
    code = command_fail_memory(path);
  } else {
    size_t count = count_numbers(&image, colors, list);
    const bool by_number = count > 0;
    if (!by_number) {
      memset(list, 0, GAME_MOST_RANGES * sizeof *list);
      for (size_t i = 0; i < pixels; i++) {
        colors[i] = image_color(&image, i);
      }
      count = count_colors(colors, pixels, list);
    }
    if (count > GAME_MOST_RANGES) {
      char word[1024];
      code = command_fail(EXIT_INPUT,
                          "%s: the picture has more than %d colours; a map's terrains are up to "
                          "255 colours, without shades: reduce them, as with: magick %s +dither "
                          "-colors 16 MAP.png",
                          path, GAME_MOST_RANGES, print_shell_word(path, word, sizeof word));
    } else {
      add_colors(list, count, by_number, survey);
    }
  }
  image_free(&image);
  free(colors);
  free(list);
  return code;
}

/* ---- Maps of layers ------------------------------------------------------ */

static int survey_layered(const char *path, enum map_format format, struct map_survey *survey) {
  struct tiled_map *tiled = NULL;
  int code = game_map_open_layered(path, format, false, &tiled);
  if (code == EXIT_DONE) {
    code = layer_survey_take(path, format, tiled, survey);
  }
  game_map_free_layered(tiled);
  return code;
}

/* ---- All ----------------------------------------------------------------- */

int map_survey_take(const struct map_files *files, struct map_survey *survey) {
  const char *path = files->map;
  const enum platform_file_kind kind = platform_file_kind(path);
  enum map_format format = MAP_FORMAT_LETTERS;
  *survey = (struct map_survey){0};
  int code = strcmp(path, "-") == 0 || kind == PLATFORM_FILE_FOLDER || kind == PLATFORM_FILE_OTHER
                 ? EXIT_DONE
                 : map_format_of_map(files, &format);
  if (code == EXIT_DONE) {
    code = map_format_has_layers(format)  ? survey_layered(path, format, survey)
           : format == MAP_FORMAT_PICTURE ? survey_picture(path, survey)
           : format == MAP_FORMAT_GRID    ? survey_grid(files, survey)
                                          : survey_letters(path, survey);
  }
  if (code == EXIT_DONE && survey->no_memory) {
    code = command_fail_memory(path);
  }
  if (code != EXIT_DONE) {
    map_survey_free(survey);
  }
  return code;
}
