/* Many goals from a file: what `overland path --goals FILE` takes. */
#ifndef OVERLAND_TOOLS_PATH_PATH_GOALS_H
#define OVERLAND_TOOLS_PATH_PATH_GOALS_H

#include "overland.h"
#include "tools/game_map/game_map.h"

#include <stddef.h>
#include <stdint.h>

struct path_goals {
  ovl_cell *cells; /* 1 to OVL_MAX_GOALS */
  uint32_t *names; /* of each cell, the number of its name */
  size_t count;
  char (*texts)[GAME_NAME_BYTES]; /* the names; "": it has none */
  size_t text_count;
};

/* Reads goals: the objects of class `goal` of a Tiled map, all cells of each; or a text, a goal a
 * line, `x,y` or `floor:x,y` and its name if it has one, where `#` begins a comment. Of `named`
 * (NULL: all) those alone whose name has that in it. All must be cells of the world. Returns an
 * exit code, after one line on standard error if it is not EXIT_DONE; nothing is then left. */
int path_goals_read(const char *path, const char *named, const ovl_world *world,
                    struct path_goals *goals);
void path_goals_free(struct path_goals *goals);

/* The name of a cell; "" if it is none of the goals, or has no name. */
const char *path_goals_name(const struct path_goals *goals, ovl_cell cell);

#endif
