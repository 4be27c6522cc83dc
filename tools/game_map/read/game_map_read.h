/* Reads game maps from files of any kind: letters, pictures, Tiled maps, and the legend that
 * completes them. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GAME_MAP_READ_H
#define OVERLAND_TOOLS_GAME_MAP_GAME_MAP_READ_H

#include "tools/game_map/game_map.h"
#include "tools/game_map/grey_layers.h"
#include "tools/game_map/map_format.h"

/* Reads a map of any format, completed by its legend. Returns an exit code, after one line on
 * standard error if it is not EXIT_DONE; *map is then empty. */
int game_map_read(const struct map_files *files, struct game_map *map);

/* Of which parts of a map a legend says something, beside terrains and profiles. */
struct game_map_frame {
  bool has_floors; /* further floors, which game_map_read alone can take */
  bool has_cells;  /* links, heights, extra costs */
};

/* Reads what does not need the cells of a plain map: letters, terrains and, without further floors,
 * profiles. An exit code as above. */
int game_map_read_frame(const char *legend, ovl_corners corners, struct game_map *map,
                        struct game_map_frame *frame);

/* Completes it: reads links, and opens the pictures of heights and extra costs of a map of one
 * floor, whose size is given and whose cells are not held. An exit code as above; the map stays the
 * caller's to free, and the layers to close. */
int game_map_read_layers(const char *legend, int32_t width, int32_t height, struct game_map *map,
                         struct grey_layers *layers);

/* Fails if a profile's body is longer than the floors are wide. */
int game_map_check_bodies(const struct game_map *map, int32_t longest);

/* The names of terrains alone: of letters, of a legend and of a map, each NULL if there is none. */
int game_map_read_names(const char *path, const char *legend, struct game_map *names);

/* The goals of a Tiled map alone, in the same way, in a world that begins at a cell. */
int game_map_read_goals(const char *path, const ovl_cell *origin, struct game_map *map);

#endif
