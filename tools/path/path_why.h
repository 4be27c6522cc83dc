/* The blockers between two cells, for `overland path --why`. */
#ifndef OVERLAND_TOOLS_PATH_PATH_WHY_H
#define OVERLAND_TOOLS_PATH_PATH_WHY_H

#include "overland_inspect.h"
#include "tools/game_map/game_map.h"

struct path_why {
  bool made;
  bool has_cliffs;   /* some heights lie further apart than the profile climbs or drops */
  bool has_rule;     /* steps may be closed by a rule, also between open cells */
  ovl_result result; /* OVL_OK; OVL_UNREACHABLE: not even with all cells open */
  ovl_obstacle *obstacles;
  size_t count;
  double cost;            /* straight steps, with them open */
  uint64_t bytes;         /* of memory used */
  struct game_map *names; /* of terrains; NULL: they are not known */
};

/* Finds the obstacles. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE. */
int path_why_ask(const ovl_world *world, const ovl_query *query, struct path_why *why);

/* Reads names of terrains from a map and a legend, each NULL if there is none; an exit code as
 * above. */
int path_why_read_names(const char *map, const char *legend, struct path_why *why);

/* The name of a terrain; "": it has none. */
const char *path_why_name(const struct path_why *why, uint8_t terrain);

void path_why_free(struct path_why *why);

#endif
