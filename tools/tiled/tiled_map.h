/* Maps of the Tiled editor, `.tmx` (XML) and `.tmj` (JSON), as the format's
 * reference describes them (doc.mapeditor.org): one model for both.
 *
 * A file is known by its first letter, not by its name. Maps of all orientations, of fixed size or
 * infinite; an isometric map is the same grid, drawn turned; in a staggered or hexagonal one rows
 * or columns are shifted (tiled_grid.h); an infinite map is cut to the box of its chunks, and
 * everything here counts from that box's upper left. Layer data may be CSV, base64 (plain, zlib or
 * gzip), `<tile gid>` elements or a JSON array. Groups of layers are flattened: a layer has the
 * properties of the groups around it, too, where it has none of that name itself. Whether a layer
 * or an object is visible is a setting of the editor and changes nothing.
 *
 * **Terrain**: a tile's terrain is named by its property `terrain`, else by its
 * class (called type by some versions of Tiled). Tiles without a name are
 * decoration.
 *
 * **Floors**: a tile layer belongs to the floor that its property `floor` (int, 0
 * to 63, 0 if there is none) names; the layers of a floor lie upon each other,
 * the last one on top. A layer of class `heights` holds heights instead of
 * terrain: those of its tiles' property `height` (int). Where there are several
 * floors, one ends with the last column and the last row in which a layer of it
 * has a tile, so that floors of different sizes fit one map.
 *
 * **Objects**: class `goal` is a place with a name; class `link` is a link; an
 * object that a link leads to may be of any class. An object stands on the floor
 * that its property `floor` names, else that of its layer, else 0. A point
 * stands on the tile that it lies in.
 *
 * **A link** is one of
 *   - a polyline: from the tile of its first point to the tile of its last;
 *   - a point, a rectangle, an ellipse or a tile with a property `to`: from the
 *     tile that its middle lies in to where `to` says: another object (a
 *     property of type object; the tile of its middle), or text, `x,y` on the
 *     same floor or `floor:x,y`.
 * Its further properties: `cost` (float, in straight steps over plain ground; 1
 * if not given), `oneway` (bool), `profiles` (names, parted by blanks or commas;
 * all profiles if not given).
 *
 * What is wrong ends the reading with one line: the file, the line in it or the
 * object's id, what is wrong, what would be right. What has no use here is passed over. */
#ifndef OVERLAND_TOOLS_TILED_TILED_MAP_H
#define OVERLAND_TOOLS_TILED_TILED_MAP_H

#include "overland.h"
#include "tools/text/reader_talk.h"
#include "tools/tiled/tiled_grid.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TILED_MOST_FLOORS 64

struct tiled_arena;

/* A property as it is written: "true", "1.5", "ground"; of an object: its id. */
struct tiled_property {
  const char *name;
  const char *type; /* "string", "int", "float", "bool", "color", "file", "object" */
  const char *value;
  size_t line;
};

struct tiled_properties {
  struct tiled_property *list;
  size_t count;
  const struct tiled_properties *outer; /* of the group or layer around it, or NULL */
  const char *owner;                    /* the name of the layer or group that has them, or NULL */
};

/* A tile of a tileset that something is said about. */
struct tiled_tile {
  uint32_t gid;
  size_t tileset;         /* its index */
  bool collides;          /* the shapes of its collision editor cover more than half of it */
  const char *class_name; /* "" if it has none */
  const char *terrain;    /* its property `terrain`, else its class; NULL: no name */
  struct tiled_properties properties;
};

struct tiled_tileset {
  const char *name;
  const char *source;  /* the file that holds it, as the map says; NULL: the map itself */
  uint32_t first_gid;  /* tilesets stand in rising order of it; a gid is of the last whose first gid
                          is not above it */
  uint32_t tile_count; /* one more than its highest tile; 0: not known */
  int32_t tile_width, tile_height; /* pixels; 0: not said */
  size_t line;
};

struct tiled_layer {
  const char *name;
  const char *class_name; /* "" if it has none */
  bool is_heights;        /* its class is `heights` */
  int32_t floor;
  int32_t x, y;          /* of its upper left on the floor */
  int32_t width, height; /* tiles */
  uint32_t *gids;        /* row by row, without the bits of flips; 0: no tile */
  struct tiled_properties properties;
  size_t line;
};

enum tiled_shape {
  TILED_RECTANGLE,
  TILED_POINT,
  TILED_ELLIPSE,
  TILED_POLYGON,
  TILED_POLYLINE,
  TILED_TEXT,
  TILED_TILE /* drawn as a tile; x, y are made its upper left, as of a rectangle */
};

/* Pixels, from the map's upper left. */
struct tiled_box {
  double x, y, width, height;
};

struct tiled_object {
  uint32_t id;            /* 0: it has none */
  const char *name;       /* "" if it has none */
  const char *class_name; /* "" if it has none */
  const char *layer_name; /* of its object layer */
  enum tiled_shape shape;
  int32_t level;              /* of the level that gave it its id */
  double rotation;            /* degrees clockwise around x, y; nothing here is turned by it */
  struct tiled_point *points; /* of a polygon or polyline, from the map's upper left */
  size_t point_count;         /* 0 for other shapes */
  ovl_cell corner;            /* the tile of its upper left, in shifted maps of its middle, and its
                                 floor */
  int32_t tiles_x, tiles_y;   /* how many tiles it covers, at least 1 each; 1 in shifted maps */
  struct tiled_properties properties;
  size_t line;
  struct tiled_box box;
};

struct tiled_link {
  ovl_cell from, to;     /* tiles of the map, both on floors that it has */
  double cost;           /* straight steps over plain ground; finite, 0 or more */
  const char *cost_text; /* the same as it is written; "1" if it is not */
  bool oneway;
  const char *profiles; /* names parted by blanks or commas; NULL: all */
  const char *name;     /* the object's */
  uint32_t object_id;
  size_t line;
};

struct tiled_floor {
  const char *name;      /* of its first layer */
  int32_t width, height; /* tiles, 1 to OVL_MAX_SIDE_CELLS */
};

struct tiled_map {
  struct tiled_tileset *tilesets;
  size_t tileset_count;
  struct tiled_tile *tiles; /* in rising order of their gids */
  size_t tile_count;
  struct tiled_layer *layers; /* tile layers, the lowest first */
  size_t layer_count;
  struct tiled_object *objects;
  size_t object_count;
  struct tiled_link *links; /* in the order of their objects */
  size_t link_count;
  struct tiled_floor floors[TILED_MOST_FLOORS];
  int32_t floor_count;       /* 1 or more; each floor has a layer of terrain */
  int32_t level_count;       /* how many levels or maps it is made of, over cells of the class
                                `empty`, which is that of tile 0; 0: it is one map */
  struct tiled_arena *arena; /* where all of this lies */
  struct tiled_grid grid;
};

/* The property of that name, the innermost if there are several; NULL if there is
 * none. */
const struct tiled_property *tiled_find_property(const struct tiled_properties *properties,
                                                 const char *name);

/* Returns whether something with these properties is a layer of that name, or is in one. */
bool tiled_is_within(const struct tiled_properties *properties, const char *name);

/* The tileset of a gid; NULL if no tileset has it, as far as is known. */
const struct tiled_tileset *tiled_find_tileset(const struct tiled_map *map, uint32_t gid);

/* The properties of a gid's tile; NULL if it has none. */
const struct tiled_tile *tiled_find_tile(const struct tiled_map *map, uint32_t gid);

/* The object of an id, which is written as a text, in a level; NULL if there is none. */
const struct tiled_object *tiled_find_object(const struct tiled_map *map, int32_t level,
                                             const char *id);

/* Returns whether an object is of a layer, class or name of that name. */
bool tiled_object_is_of(const struct tiled_object *object, const char *name);

/* The tile that the middle of an object lies in. */
ovl_cell tiled_object_middle(const struct tiled_map *map, const struct tiled_object *object);

/* The heights of a floor, row by row: of the topmost tile of its layers of
 * heights; 0 where there is none. False if the floor has no such layer; heights
 * are then untouched. */
bool tiled_floor_heights(const struct tiled_map *map, int32_t floor, int32_t *heights);

/* Frees what a map holds and empties it. */
void tiled_map_free(struct tiled_map *map);

#endif
