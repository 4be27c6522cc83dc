/* The legend: see legend.h. Here are its lines and words; the statements are in
 * legend_terrain.c, legend_link.c and legend_files.c. */
#include "tools/game_map/legend_reader.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/game_map/legend_files.h"
#include "tools/game_map/legend_link.h"
#include "tools/game_map/legend_terrain.h"
#include "tools/text/text_words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct statement {
  const char *word;
  legend_statement_fn take;
  size_t least_words; /* after the first */
  enum legend_pass pass;
  const char *form;
};

static const struct statement statements[] = {
    {"terrain", legend_take_terrain, 2, LEGEND_TERRAINS,
     "terrain LETTER NAME, terrain #rrggbb NAME, or terrain NAME = layer LAYER"},
    {"scale", legend_take_scale, 1, LEGEND_TERRAINS, "scale N"},
    {"hexagons", legend_take_hexagons, 0, LEGEND_TERRAINS, "hexagons [odd-r]"},
    {"near", legend_take_near, 0, LEGEND_TERRAINS, "near"},
    {"profile", legend_take_profile, 1, LEGEND_PROFILES, "profile NAME TERRAIN=WEIGHT..."},
    {"off-walls", legend_take_off_walls, 1, LEGEND_REST, "off-walls COST... [profiles=A,B]"},
    {"link", legend_take_link, 3, LEGEND_REST,
     "link X,Y -> X,Y cost=C, with <-> for both ways; or link OBJECT -> FIELD"},
    {"place", legend_take_place, 3, LEGEND_REST, "place NAME = X,Y WxH"},
    {"places", legend_take_place_objects, 3, LEGEND_REST, "places = objects LAYER"},
    {"levels", legend_take_levels, 1, LEGEND_LEVELS, "levels floors"},
    {"floor", legend_take_floor, 2, LEGEND_FLOORS, "floor N FILE"},
    {"places", legend_take_places, 2, LEGEND_FLOORS, "places N COUNT"},
    {"heights", legend_take_heights, 1, LEGEND_REST, "heights FILE [floor=N] [scale=F]"},
    {"extra", legend_take_extra, 2, LEGEND_REST, "extra PROFILE FILE [floor=N]"},
    /* Those that the command check reads; here they are known, and have words enough. */
    {"must", NULL, 3, LEGEND_CHECKS, "must PLACE -> PLACE [PROFILE]"},
    {"within", NULL, 4, LEGEND_CHECKS, "within N PLACE -> PLACE [PROFILE]"},
    {"islands", NULL, 1, LEGEND_CHECKS, "islands N [PROFILE]"},
    {"open", NULL, 1, LEGEND_CHECKS, "open N% [PROFILE]"},
};

enum { STATEMENT_COUNT = sizeof statements / sizeof statements[0] };

/* ---- Words --------------------------------------------------------------- */

/* A colour begins with the letter that begins comments: where one may stand, a word at once
 * behind it is meant as one. */
static bool begins_color(const struct text_words *words, const char *at) {
  return words->count == 1 && strcmp(words->list[0], "terrain") == 0 && at[1] != '\0' &&
         !text_words_is_blank(at[1]);
}

/* ---- Lines --------------------------------------------------------------- */

static int take_statement(struct legend *legend, const struct text_words *words) {
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    const struct statement *statement = &statements[i];
    if (strcmp(words->list[0], statement->word) != 0 ||
        (statement->take == legend_take_place_objects && strcmp(words->list[1], "=") != 0)) {
      continue; /* a floor of places has the same word */
    }
    if (words->count - 1 < statement->least_words) {
      const bool lacks_sign = statement->take == legend_take_place && words->count == 3 &&
                              strcmp(words->list[2], "=") != 0;
      return legend_fail(legend, "%s; it should be: %s%s",
                         lacks_sign ? "the = is missing" : "words are missing", statement->form,
                         statement->take == legend_take_terrain
                             ? "; # begins a comment: as a letter it stands in quotes, \"#\", as a "
                               "blank does, \" \""
                             : "");
    }
    legend->names_floors = legend->names_floors || statement->pass == LEGEND_FLOORS;
    legend->names_cells = legend->names_cells || statement->pass == LEGEND_REST;
    const struct legend_words rest = {(char **)words->list + 1, words->count - 1};
    return statement->pass == legend->pass && statement->take != NULL
               ? statement->take(legend, &rest)
               : EXIT_DONE;
  }
  struct nearest_word nearest = {words->list[0], strlen(words->list[0]), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    nearest_word_try(&nearest, statements[i].word);
  }
  return legend_fail(
      legend,
      "'%.40s' is no statement%s; they are terrain, scale, near, profile, off-walls, link, place, "
      "places, levels, floor, heights, extra, and those of check: must, within, islands, open",
      words->list[0], nearest_word_ask(&nearest, meant));
}

int legend_read(struct legend *legend) {
  struct text_lines lines;
  int code = EXIT_DONE;
  if (legend->text != NULL) {
    text_lines_use(&lines, legend->path, legend->text, '\n');
  } else {
    code = text_lines_open(&lines, legend->path);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  bool more;
  while ((code = text_lines_next(&lines, &more)) == EXIT_DONE && more) {
    struct text_words words;
    legend->line = lines.number;
    if (!text_words_cut(lines.text, begins_color, &words)) {
      code = legend_fail(legend, "a quote is open at the end of the line");
    } else if (words.count > 0) {
      code = take_statement(legend, &words);
    }
    if (code != EXIT_DONE) {
      break;
    }
  }
  text_lines_close(&lines);
  return code == EXIT_DONE ? legend_check_scale(legend) : code;
}
