/* Signs, which a survey finds: everything that a legend can name in a map. */
#ifndef OVERLAND_TOOLS_GAME_MAP_SURVEY_SIGNS_H
#define OVERLAND_TOOLS_GAME_MAP_SURVEY_SIGNS_H

#include "tools/game_map/game_map.h"

#define MAP_SIGN_BYTES 320

/* One thing that a legend can name, or a name that the map brings. */
struct map_sign {
  char text[MAP_SIGN_BYTES];  /* as a legend writes it: E, #20a040, layer "Walls"; "": a name of the
                                 map, which needs no statement */
  bool is_rule;               /* its statement is terrain NAME = TEXT, else terrain TEXT NAME */
  bool is_note;               /* it is told in the draft, and not named */
  bool blocks;                /* a guess */
  bool is_thing;              /* the guess is only that things of this name block mostly */
  uint64_t cells;             /* that it fits */
  char name[GAME_NAME_BYTES]; /* of the terrain */
  char reason[64];            /* of the guess; "": it is open as nothing says otherwise */
};

struct map_survey {
  struct map_sign *list;
  size_t count, capacity;
  int32_t width, height, floors;
  int32_t levels; /* that the map is made of; 0: it is one */
  bool has_names; /* the map names most of its cells itself: MovingAI's letters, classes of tiles */
  bool has_values;  /* its classes are the author's own words for cells, as of LDtk */
  bool has_heights; /* its numbers are too many to be terrains */
  bool is_sure;     /* something in it says what blocks */
  bool no_memory;   /* signs are missing */
};

/* A new sign, all zero but `cells`; NULL: no memory, which the survey knows then. */
struct map_sign *survey_add_sign(struct map_survey *survey, uint64_t cells);

/* Gives the last sign a name that no other has: of the letters of a word, and a number if need be.
 */
void survey_name_sign(struct map_survey *survey, const char *word);

/* Guesses that a sign blocks. */
void survey_guess(struct map_sign *sign, const char *reason);

void map_survey_free(struct map_survey *survey);

#endif
