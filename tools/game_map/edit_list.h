/* Edits from a text file, a statement a line; # begins a comment.
 *
 *     set X,Y TERRAIN                       a cell
 *     rect X,Y WxH TERRAIN                  all cells of a rectangle
 *     height X,Y [WxH] H                    units of height, 0 to 65535
 *     weight X,Y [WxH] PROFILE W            what a cell weighs to a profile
 *     extra X,Y [WxH] PROFILE E             what is added to its weight
 *     door N open|closed                    link N, as `info` counts them
 *
 * TERRAIN is a letter of the map, a name or a colour of the legend. Weights and extra costs count
 * straight steps over plain ground, in steps of 0.125, as in legends. A cell on floor 2 is 2:X,Y.
 */
#ifndef OVERLAND_TOOLS_GAME_MAP_EDIT_LIST_H
#define OVERLAND_TOOLS_GAME_MAP_EDIT_LIST_H

#include "overland_edit.h"
#include "tools/game_map/game_map.h"

struct edit_list {
  const char *path;
  ovl_edit *edits;
  size_t *lines; /* on which line each of them stands */
  size_t count, capacity;
  double plain; /* the weight of plain ground as the world stores it */
};

/* Reads edits for a world, from a file, or from `path` itself if it is no file and begins as an
 * edit does; then ; parts edits as well; `names` tells its terrains. Returns an exit code, after
 * one line on standard error that begins with FILE:LINE if it is not EXIT_DONE; *list is then
 * empty. */
int edit_list_read(const char *path, const ovl_world *world, const struct game_map *names,
                   struct edit_list *list);
void edit_list_free(struct edit_list *list);

/* One line for edits that a world does not take, where a fault tells of one. An exit code. */
int edit_list_fail(const struct edit_list *list, const char *world_path, ovl_result result,
                   const ovl_fault *fault);

#endif
