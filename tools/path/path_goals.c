/* Many goals from a file: see path_goals.h. */
#include "tools/path/path_goals.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/game_map/map_format.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/text/text_words.h"

#include <stdlib.h>
#include <string.h>

/* Where goals come from and what they must be. */
struct goal_reader {
  const char *path, *named;
  const ovl_world *world;
  struct path_goals *goals;
};

static bool begin_name(struct goal_reader *reader, const char *text) {
  struct path_goals *goals = reader->goals;
  if ((goals->text_count & (goals->text_count - 1)) == 0) {
    const size_t capacity = goals->text_count == 0 ? 1 : 2 * goals->text_count;
    char(*texts)[GAME_NAME_BYTES] = realloc(goals->texts, capacity * sizeof *texts);
    if (texts == NULL) {
      return false;
    }
    goals->texts = texts;
  }
  snprintf(goals->texts[goals->text_count++], GAME_NAME_BYTES, "%s", text);
  return true;
}

/* Adds a cell under the last name. An exit code. */
static int add_cell(struct goal_reader *reader, size_t line, ovl_cell cell) {
  struct path_goals *goals = reader->goals;
  ovl_floor_info floor;
  if (!ovl_world_floor(reader->world, cell.floor, &floor) || !floor_has_rect(&floor, cell, 1, 1)) {
    char text[CELL_TEXT_BYTES];
    return command_fail(EXIT_INPUT, "%s:%zu: the goal %s is no cell of the world", reader->path,
                        line, cell_text_write(text, cell, 1));
  }
  if (goals->count == OVL_MAX_GOALS) {
    return command_fail(EXIT_INPUT, "%s: there are more than %d goals; fewer may be --named",
                        reader->path, OVL_MAX_GOALS);
  }
  goals->names[goals->count] = (uint32_t)(goals->text_count - 1);
  goals->cells[goals->count++] = cell;
  return EXIT_DONE;
}

static bool is_wanted(const struct goal_reader *reader, const char *name) {
  return reader->named == NULL || strstr(name, reader->named) != NULL;
}

/* ---- Text ---------------------------------------------------------------- */

/* Without blanks at both ends, and without a comment. */
static char *trim(char *text) {
  text[strcspn(text, "#")] = '\0';
  while (text_words_is_blank(*text)) {
    text++;
  }
  size_t length = strlen(text);
  while (length > 0 && text_words_is_blank(text[length - 1])) {
    text[--length] = '\0';
  }
  return text;
}

static int take_line(struct goal_reader *reader, size_t line, char *text) {
  ovl_cell cell;
  const char *rest = cell_text_read(text, &cell);
  if (rest == NULL || (*rest != '\0' && !text_words_is_blank(*rest))) {
    return command_fail(EXIT_INPUT,
                        "%s:%zu: '%.40s' is no goal; it should begin with a cell as 10,12 or "
                        "2:10,12",
                        reader->path, line, text);
  }
  while (text_words_is_blank(*rest)) {
    rest++;
  }
  if (!is_wanted(reader, rest)) {
    return EXIT_DONE;
  }
  return begin_name(reader, rest) ? add_cell(reader, line, cell)
                                  : command_fail_memory(reader->path);
}

static int read_text(struct goal_reader *reader) {
  struct text_lines lines;
  bool more;
  int code = text_lines_open(&lines, reader->path);
  if (code != EXIT_DONE) {
    return code;
  }
  while ((code = text_lines_next(&lines, &more)) == EXIT_DONE && more) {
    char *text = trim(lines.text);
    code = *text != '\0' ? take_line(reader, lines.number, text) : EXIT_DONE;
    if (code != EXIT_DONE) {
      break;
    }
  }
  text_lines_close(&lines);
  return code;
}

/* ---- Tiled --------------------------------------------------------------- */

static int take_place(struct goal_reader *reader, const struct game_place *goal) {
  if (!is_wanted(reader, goal->name)) {
    return EXIT_DONE;
  }
  if (!begin_name(reader, goal->name)) {
    return command_fail_memory(reader->path);
  }
  for (int32_t y = 0; y < goal->height; y++) {
    for (int32_t x = 0; x < goal->width; x++) {
      const ovl_cell cell = {goal->corner.x + x, goal->corner.y + y, goal->corner.floor};
      const int code = add_cell(reader, goal->source.line, cell);
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return EXIT_DONE;
}

static int read_tiled(struct goal_reader *reader) {
  struct game_map *map = malloc(sizeof *map);
  if (map == NULL) {
    return command_fail_memory(reader->path);
  }
  ovl_world_info info;
  ovl_world_describe(reader->world, &info);
  int code = game_map_read_goals(reader->path, &info.partition.origin, map);
  if (code == EXIT_DONE) {
    for (size_t i = 0; i < map->goals.count && code == EXIT_DONE; i++) {
      code = take_place(reader, &map->goals.list[i]);
    }
    game_map_free(map);
  }
  free(map);
  return code;
}

/* ---- All ----------------------------------------------------------------- */

int path_goals_read(const char *path, const char *named, const ovl_world *world,
                    struct path_goals *goals) {
  struct goal_reader reader = {path, named, world, goals};
  *goals = (struct path_goals){.cells = malloc(OVL_MAX_GOALS * sizeof *goals->cells),
                               .names = malloc(OVL_MAX_GOALS * sizeof *goals->names)};
  int code = EXIT_DONE;
  if (goals->cells == NULL || goals->names == NULL) {
    code = command_fail_memory("the goals");
  } else {
    enum map_format format = MAP_FORMAT_LETTERS;
    code = map_format_of_file(path, &format);
    if (code == EXIT_DONE) {
      code = map_format_has_layers(format) ? read_tiled(&reader) : read_text(&reader);
    }
  }
  if (code == EXIT_DONE && goals->count == 0) {
    code = command_fail(EXIT_INPUT, "%s: there is no goal in it%s%s%s", path,
                        named != NULL ? " whose name has '" : "", named != NULL ? named : "",
                        named != NULL ? "'" : "; each is a line as 10,12");
  }
  if (code != EXIT_DONE) {
    path_goals_free(goals);
  }
  return code;
}

void path_goals_free(struct path_goals *goals) {
  free(goals->cells);
  free(goals->names);
  free(goals->texts);
  *goals = (struct path_goals){0};
}

const char *path_goals_name(const struct path_goals *goals, ovl_cell cell) {
  for (size_t i = 0; i < goals->count; i++) {
    const ovl_cell *at = &goals->cells[i];
    if (at->x == cell.x && at->y == cell.y && at->floor == cell.floor) {
      return goals->texts[goals->names[i]];
    }
  }
  return "";
}
