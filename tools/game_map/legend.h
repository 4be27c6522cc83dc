/* The legend: a text file that completes a map. A statement a line; `#` begins a comment; a word
 * with blanks stands in quotes.
 *
 *     terrain LETTER NAME         a letter of the map, or #rrggbb for a picture, a range of colours
 *                                 #000-#404040, or a number of a grid
 *     terrain NAME = ...          of maps with layers: see terrain_rules.h
 *     scale N                     all weights and costs of the legend are stored times N
 *     hexagons [LAYOUT]           its cells are hexagons, in axial rows, or odd-r, even-r, odd-q,
 *                                 even-q; then the legend's cells are those of the layout, too
 *     near                        a colour that nothing names is the nearest that is named
 *     profile NAME TERRAIN=WEIGHT... [size=N] [corners=strict|one|free|none]
 *             [climb=N] [drop=N] [climbcost=C] [dropcost=C]
 *     off-walls COST... [profiles=A,B]   what a cell beside a wall weighs more, two cells off, ...
 *     link X,Y -> X,Y [cost=C] [profiles=A,B]            `<->` both ways, [back=C]
 *     link NAME -> FIELD [...]    from each object or entity of that class or name to those that
 *                                 its field refers to
 *     place NAME = X,Y [WxH]      a named place, which the world keeps
 *     places = objects LAYER      each named object of a layer, class or name is one
 *     levels floors               each level of a project of LDtk, each map of a world of Tiled is
 *                                 a floor of its own
 *     floor N FILE                another floor: a map or picture beside the legend
 *     places N COUNT              a graph floor: COUNT cells joined by links alone
 *     heights FILE [floor=N] [scale=F]                   a grey picture
 *     extra PROFILE FILE [floor=N]                       a grey picture, in eighths
 *
 * Weights and costs count straight steps over plain ground. A cell on floor 2 is 2:X,Y. Terrains
 * that a profile does not name block it. Statements may stand in any order: the file is read in
 * passes, as each kind needs the results of those before it. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_H

#include "tools/game_map/game_map.h"
#include "tools/game_map/grey_layers.h"

enum legend_pass {
  LEGEND_LEVELS,   /* before a map of layers is read */
  LEGEND_TERRAINS, /* names; also whether all statements are known */
  LEGEND_FLOORS,   /* further floors, of the terrains that are known now */
  LEGEND_PROFILES,
  LEGEND_REST,  /* links, places, heights and extra costs: of floors and profiles */
  LEGEND_CHECKS /* of no pass: `overland check` reads them */
};

/* A weight, and where it stands. */
struct legend_weight {
  double weight; /* 0: none */
  size_t line;
  char terrain[GAME_NAME_BYTES];
};

/* The state of a pass over a legend. */
struct legend {
  const char *path;     /* NULL: there is none */
  const char *text;     /* a draft that stands for the file; NULL: the file is read */
  size_t line;          /* the statement that is read */
  struct game_map *map; /* what it completes */
  ovl_corners corners;  /* of profiles that name no rule */
  enum legend_pass pass;
  size_t letter_lines[256];      /* where the legend names a letter; 0: nowhere */
  size_t scale_line;             /* of the scale; 0: there is none */
  size_t hexagons_line;          /* the same of `hexagons` */
  struct legend_weight heaviest; /* of those that are too large for it */
  bool names_floors;             /* some statement was read that is of a floor */
  bool names_cells;   /* some statement was read that is of links, named places, heights or extra
                         costs */
  size_t levels_line; /* of the statement that makes levels floors; 0: there is none */
  const struct tiled_map *tiled; /* a map of layers with its objects, or NULL */
  struct grey_layers *layers;    /* of floor 0, stay open; NULL: pictures are read into the map */
};

/* The words of a statement after its first: text with a 0 at its end each. */
struct legend_words {
  char **list;
  size_t count;
};

typedef int (*legend_statement_fn)(struct legend *legend, const struct legend_words *words);

/* ---- For the statements -------------------------------------------------- */

/* A setting as it is written, name=value. */
struct legend_setting {
  const char *name, *value;
};

/* One line about the statement that is read, with the file and the line before it. Returns
 * EXIT_INPUT. */
COMMAND_FORMAT(2, 3) int legend_fail(const struct legend *legend, const char *format, ...);

/* Parts a word at its `=`, in place. An exit code: there may be none, or no value. */
int legend_part(const struct legend *legend, char *word, struct legend_setting *setting);

/* A whole number up to `most`. An exit code. */
int legend_take_i32(const struct legend *legend, const struct legend_setting *setting,
                    int32_t least, int32_t most, int32_t *number);

/* A cost in straight steps, as units times the scale, up to `most`. An exit code. */
int legend_take_cost(const struct legend *legend, const struct legend_setting *setting,
                     uint32_t least, uint32_t most, uint32_t *units);

/* One line about a name that no profile has. Returns EXIT_INPUT. */
int legend_fail_profile(const struct legend *legend, const char *name);

/* "#rrggbb" or "#rgb". */
bool legend_parse_color(const char *text, uint32_t *color);

/* A colour, or a range of them as #000-#404040: each of red, green and blue between both. */
bool legend_parse_colors(const char *text, struct game_range *range);

#endif
