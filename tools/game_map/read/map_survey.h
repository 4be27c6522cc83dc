/* What a map says of its cells before a legend names it: letters, colours, classes of tiles,
 * layers, properties, objects; how many cells each has, and a guess of what blocks. */
#ifndef OVERLAND_TOOLS_GAME_MAP_MAP_SURVEY_H
#define OVERLAND_TOOLS_GAME_MAP_MAP_SURVEY_H

#include "tools/game_map/game_map.h"
#include "tools/game_map/map_format.h"
#include "tools/tiled/tiled_map.h"

#define MAP_SIGN_BYTES 320

/* One thing that a legend can name, or a name that the map brings. */
struct map_sign {
  char text[MAP_SIGN_BYTES];  /* as a legend writes it: E, #20a040, layer "Walls"; "": a name of the
                                 map, which needs no statement */
  bool is_rule;               /* its statement is terrain NAME = TEXT, else terrain TEXT NAME */
  bool is_note;               /* it is told in the draft, and not named */
  bool blocks;                /* a guess */
  uint64_t cells;             /* that it fits */
  char name[GAME_NAME_BYTES]; /* of the terrain */
  char reason[64];            /* of the guess; "": it is open as nothing says otherwise */
};

struct map_survey {
  struct map_sign *list;
  size_t count, capacity;
  int32_t width, height, floors;
  bool has_names;   /* the map names terrains itself: MovingAI's letters, classes of tiles */
  bool has_values;  /* its classes are the author's own words for cells, as of LDtk */
  bool has_heights; /* its numbers are too many to be terrains */
  bool is_sure;     /* something in it says what blocks */
  bool no_memory;   /* signs are missing */
};

/* Surveys a map, whatever its format is, without its legend. An exit code, after one line on
 * standard error if it is not EXIT_DONE; the survey is then empty. */
int map_survey_take(const struct map_files *files, struct map_survey *survey);

/* The same of a map of layers that is read already. The classes of LDtk are the author's own words
 * for cells: they say what blocks as much as names of layers do. */
int map_survey_take_tiled(const char *path, enum map_format format, const struct tiled_map *tiled,
                          struct map_survey *survey);
void map_survey_free(struct map_survey *survey);

#endif
