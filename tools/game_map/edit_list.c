/* Edits from a text file: see edit_list.h.
 *
 * Invariant: an edit on the list fits the world as far as a table can tell; whether all of them
 * do, one after the other, only applying them tells. */
#include "tools/game_map/edit_list.h"
#include "tools/plain/floor_cells.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/base/platform.h"
#include "tools/game_map/legend.h"
#include "tools/text/text_words.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEIGHT = 65535, MOST_EIGHTHS = 255, PLACE_BYTES = 512 };

struct edit_reader {
  const char *path;
  const ovl_world *world;
  const struct game_map *names;
  double plain; /* the weight of plain ground as it is stored */
  size_t line;
  ovl_edit edit; /* the one that is read */
};

/* The words of a statement behind the place that it edits. */
typedef int (*edit_value_fn)(struct edit_reader *reader, char *const *words);

enum place { PLACE_CELL, PLACE_RECT, PLACE_EITHER, PLACE_LINK };

struct statement {
  const char *word;
  ovl_edit_kind kind;
  enum place place;
  size_t values; /* words behind the place */
  edit_value_fn take;
  const char *form;
};

COMMAND_FORMAT(2, 3) static int fail(const struct edit_reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int code = command_fail_line(reader->path, reader->line, format, arguments);
  va_end(arguments);
  return code;
}

/* ---- Terrain ------------------------------------------------------------- */

/* A letter that no name tells of is one of the map's all the same if it weighs something. */
static bool is_crossed(const ovl_world *world, uint8_t terrain) {
  ovl_profile_info profile;
  for (int32_t i = 0; ovl_world_profile(world, i, &profile); i++) {
    if (profile.def.weights[terrain] != 0) {
      return true;
    }
  }
  return false;
}

static int take_terrain(struct edit_reader *reader, char *const *words) {
  const char *word = words[0];
  const uint8_t letter = (uint8_t)word[0];
  const bool printable = letter >= 0x20 && letter != 0x7f;
  uint32_t color;
  int32_t terrain = -1;
  if (legend_parse_color(word, &color)) {
    terrain = game_map_find_color(reader->names, color);
  } else if (printable && word[1] == '\0') {
    const bool known =
        reader->names->terrains[letter][0] != '\0' || is_crossed(reader->world, letter);
    terrain = known ? letter : -1;
  } else {
    terrain = game_map_find_terrain(reader->names, word);
  }
  reader->edit.value = terrain >= 0 ? (uint32_t)terrain : 0;
  return terrain >= 0 ? EXIT_DONE
                      : fail(reader,
                             "'%.40s' is no terrain of the map; it should be a "
                             "letter of it, or a name or colour of its --legend or --map",
                             word);
}

/* ---- Numbers ------------------------------------------------------------- */

static int take_height(struct edit_reader *reader, char *const *words) {
  double height;
  if (!cell_text_parse_number(words[0], &height) || height > MOST_HEIGHT ||
      height > floor(height)) {
    return fail(reader, "the height is '%.40s'; it should be a whole number, 0 to %d", words[0],
                MOST_HEIGHT);
  }
  reader->edit.value = (uint32_t)height;
  return EXIT_DONE;
}

/* A profile and a cost, which is stored in eighths, times the scale of the world. */
static int take_cost(struct edit_reader *reader, char *const *words) {
  const double least = reader->edit.kind == OVL_EDIT_WEIGHT ? 1 : 0;
  const double plain = reader->plain;
  char place[PLACE_BYTES];
  double cost;
  snprintf(place, sizeof place, "%s:%zu", reader->path, reader->line);
  const int code = world_report_find_profile(reader->world, place, words[0], &reader->edit.profile);
  if (code != EXIT_DONE) {
    return code;
  }
  const bool is_number = cell_text_parse_number(words[1], &cost);
  const double eighths = is_number ? floor(cost * plain + 0.5) : -1;
  if (eighths < least || eighths > MOST_EIGHTHS || fabs(cost * plain - eighths) > 1e-6) {
    return fail(reader, "the %s is '%.40s'; it should be %g to %g in steps of %g",
                least > 0 ? "weight" : "extra cost", words[1], least / plain, MOST_EIGHTHS / plain,
                1 / plain);
  }
  reader->edit.value = (uint32_t)eighths;
  return EXIT_DONE;
}

static int take_door(struct edit_reader *reader, char *const *words) {
  const bool open = strcmp(words[0], "open") == 0;
  if (!open && strcmp(words[0], "closed") != 0) {
    return fail(reader,
                "'%.40s' is no state of a door; it should be open or "
                "closed",
                words[0]);
  }
  reader->edit.value = open ? 1 : 0;
  return EXIT_DONE;
}

/* ---- Places -------------------------------------------------------------- */

static int take_link(struct edit_reader *reader, const char *word) {
  ovl_world_info info;
  double number;
  ovl_world_describe(reader->world, &info);
  if (!cell_text_parse_number(word, &number) || number >= info.links || number > floor(number)) {
    return info.links == 0
               ? fail(reader, "the world has no links, and so no door '%.40s'", word)
               : fail(reader, "'%.40s' is no link of the world; its links are 0 to %" PRIu32, word,
                      info.links - 1);
  }
  reader->edit.link = (uint32_t)number;
  return EXIT_DONE;
}

static int check_inside(const struct edit_reader *reader) {
  const ovl_edit *edit = &reader->edit;
  ovl_floor_info floor;
  char cell[CELL_TEXT_BYTES];
  cell_text_write(cell, edit->cell, 1);
  if (!ovl_world_floor(reader->world, edit->cell.floor, &floor)) {
    return fail(reader, "%s: the world has no floor %" PRId32, cell, edit->cell.floor);
  }
  if (!floor_has_rect(&floor, edit->cell, edit->w, edit->h)) {
    char corner[CELL_TEXT_BYTES];
    cell_text_write(corner, floor.corner, 0);
    return edit->w == 1 && edit->h == 1
               ? fail(reader,
                      "%s is no cell of the map, which is %" PRId32 " x %" PRId32
                      " cells from %s on",
                      cell, floor.width, floor.height, corner)
               : fail(reader,
                      "%" PRId32 "x%" PRId32 " cells from %s on are not all inside "
                      "the map, which is %" PRId32 " x %" PRId32 " cells from %s on",
                      edit->w, edit->h, cell, floor.width, floor.height, corner);
  }
  return EXIT_DONE;
}

/* *used: of the words, which are one or two. */
static int take_cells(struct edit_reader *reader, enum place place, char *const *words,
                      size_t *used) {
  ovl_edit *edit = &reader->edit;
  if (!cell_text_parse(words[0], &edit->cell)) {
    return fail(reader, "'%.40s' is no cell; it should be as 10,12 or 2:10,12", words[0]);
  }
  edit->w = 1;
  edit->h = 1;
  *used = place == PLACE_CELL ? 1 : 2;
  if (place != PLACE_CELL &&
      (!cell_text_parse_size(words[1], &edit->w, &edit->h) || edit->w < 1 || edit->h < 1)) {
    return fail(reader, "'%.40s' is no size; it should be as 16x9", words[1]);
  }
  return check_inside(reader);
}

/* ---- Statements ---------------------------------------------------------- */

static const struct statement statements[] = {
    {"set", OVL_EDIT_TERRAIN, PLACE_CELL, 1, take_terrain, "set X,Y TERRAIN"},
    {"rect", OVL_EDIT_TERRAIN, PLACE_RECT, 1, take_terrain, "rect X,Y WxH TERRAIN"},
    {"height", OVL_EDIT_HEIGHT, PLACE_EITHER, 1, take_height, "height X,Y [WxH] H"},
    {"weight", OVL_EDIT_WEIGHT, PLACE_EITHER, 2, take_cost, "weight X,Y [WxH] PROFILE W"},
    {"extra", OVL_EDIT_EXTRA, PLACE_EITHER, 2, take_cost, "extra X,Y [WxH] PROFILE E"},
    {"door", OVL_EDIT_LINK, PLACE_LINK, 1, take_door, "door N open, or door N closed"},
};

enum { STATEMENT_COUNT = sizeof statements / sizeof statements[0] };

#define STATEMENT_WORDS "set, rect, height, weight, extra, door"

/* The statement that a misspelt word of some letters may have been meant to be. */
static const char *suggest_statement(const char *word, size_t length,
                                     char text[NEAREST_WORD_BYTES]) {
  struct nearest_word nearest = {word, length, NULL, 0};
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    nearest_word_try(&nearest, statements[i].word);
  }
  return nearest_word_ask(&nearest, text);
}

static int take_statement(struct edit_reader *reader, const struct statement *statement,
                          const struct text_words *words) {
  const size_t place_words = statement->place == PLACE_RECT ? 2 : 1;
  const size_t least = 1 + place_words + statement->values;
  const size_t most = least + (statement->place == PLACE_EITHER ? 1 : 0);
  size_t used = 1;
  if (words->count < least || words->count > most) {
    return fail(reader, "%s; it should be: %s",
                words->count < least ? "words are missing" : "there are too many words",
                statement->form);
  }
  enum place place = statement->place;
  if (place == PLACE_EITHER) {
    place = words->count == most ? PLACE_RECT : PLACE_CELL;
  }
  reader->edit = (ovl_edit){.kind = statement->kind};
  const int code = place == PLACE_LINK ? take_link(reader, words->list[1])
                                       : take_cells(reader, place, &words->list[1], &used);
  return code == EXIT_DONE ? statement->take(reader, &words->list[1 + used]) : code;
}

static int take_words(struct edit_reader *reader, const struct text_words *words) {
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    if (strcmp(words->list[0], statements[i].word) == 0) {
      return take_statement(reader, &statements[i], words);
    }
  }
  char meant[NEAREST_WORD_BYTES];
  return fail(reader, "'%.40s' is no edit%s; they are " STATEMENT_WORDS, words->list[0],
              suggest_statement(words->list[0], strlen(words->list[0]), meant));
}

/* ---- The list ------------------------------------------------------------ */

static bool add_edit(struct edit_list *list, const ovl_edit *edit, size_t line) {
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
    if (capacity > SIZE_MAX / sizeof *list->edits) {
      return false;
    }
    ovl_edit *edits = realloc(list->edits, capacity * sizeof *edits);
    list->edits = edits != NULL ? edits : list->edits;
    size_t *lines = realloc(list->lines, capacity * sizeof *lines);
    list->lines = lines != NULL ? lines : list->lines;
    if (edits == NULL || lines == NULL) {
      return false;
    }
    list->capacity = capacity;
  }
  list->edits[list->count] = *edit;
  list->lines[list->count++] = line;
  return true;
}

/* A colour stands behind a cell; what else begins with # is a comment. */
static bool begins_color(const struct text_words *words, const char *at) {
  uint32_t color;
  return words->count > 1 && legend_parse_color(at, &color);
}

static int take_line(struct edit_reader *reader, char *text, struct edit_list *list) {
  struct text_words words;
  if (!text_words_cut(text, begins_color, &words)) {
    return fail(reader, "a quote is open at the end of the line");
  }
  if (words.count == 0) {
    return EXIT_DONE;
  }
  const int code = take_words(reader, &words);
  if (code == EXIT_DONE && !add_edit(list, &reader->edit, reader->line)) {
    return command_fail_memory(reader->path);
  }
  return code;
}

/* Whether a text begins as an edit does. */
static bool is_edit_text(const char *text) {
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    const size_t length = strlen(statements[i].word);
    if (strncmp(text, statements[i].word, length) == 0 && text_words_is_blank(text[length])) {
      return true;
    }
  }
  return false;
}

/* Words that are neither a file nor begin as an edit does. */
static int fail_words(const char *text) {
  size_t length = 0;
  while (text[length] != '\0' && !text_words_is_blank(text[length])) {
    length++;
  }
  char meant[NEAREST_WORD_BYTES];
  return command_fail(
      EXIT_INPUT, "%s: there is no such file, and '%.*s' is no edit%s; edits are " STATEMENT_WORDS,
      text, length < 40 ? (int)length : 40, text, suggest_statement(text, length, meant));
}

int edit_list_read(const char *path, const ovl_world *world, const struct game_map *names,
                   struct edit_list *list) {
  static const char argument[] = "EDITS";
  const bool is_file = platform_file_kind(path) != PLATFORM_FILE_NONE;
  const bool is_text = !is_file && is_edit_text(path);
  struct edit_reader reader = {.path = is_text ? argument : path, .world = world, .names = names};
  reader.plain = world_report_unit(world) / OVL_STRAIGHT_COST * OVL_PLAIN_WEIGHT;
  struct text_lines lines;
  bool more;
  *list = (struct edit_list){.path = reader.path, .plain = reader.plain};
  if (!is_file && !is_text && strchr(path, ' ') != NULL) {
    return fail_words(path);
  }
  int code = EXIT_DONE;
  if (is_text) {
    text_lines_use(&lines, argument, path, ';');
  } else {
    code = text_lines_open(&lines, path);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  while ((code = text_lines_next(&lines, &more)) == EXIT_DONE && more) {
    reader.line = lines.number;
    code = take_line(&reader, lines.text, list);
    if (code != EXIT_DONE) {
      break;
    }
  }
  text_lines_close(&lines);
  if (code != EXIT_DONE) {
    edit_list_free(list);
  }
  return code;
}

void edit_list_free(struct edit_list *list) {
  free(list->edits);
  free(list->lines);
  *list = (struct edit_list){0};
}

/* Why an edit was refused; weights as they are written, while those of the library are eighths. */
static const char *refusal_text(const struct edit_list *list, const ovl_fault *fault,
                                char text[COMMAND_LIMIT_BYTES]) {
  if (strncmp(fault->what, "weight", strlen("weight")) != 0) {
    return command_limit_text(fault, text);
  }
  snprintf(text, COMMAND_LIMIT_BYTES, "%s is %g; the limit is %g", fault->what,
           (double)fault->found / list->plain, (double)fault->expected / list->plain);
  return text;
}

int edit_list_fail(const struct edit_list *list, const char *world_path, ovl_result result,
                   const ovl_fault *fault) {
  if (result == OVL_NEEDS_RULE) {
    return command_fail(EXIT_INPUT,
                        "%s: it was baked with a step rule of a program's own, which alone can "
                        "edit it",
                        world_path);
  }
  if (result != OVL_BAD_ARGUMENT || fault->where >= list->count) {
    return command_fail_result(world_path, result, fault);
  }
  char limit[COMMAND_LIMIT_BYTES];
  return command_fail(EXIT_INPUT, "%s:%zu: %s", list->path, list->lines[fault->where],
                      refusal_text(list, fault, limit));
}
