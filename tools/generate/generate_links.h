/* Links between random cells of a map, as statements of a legend. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_LINKS_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_LINKS_H

#include "tools/game_map/game_map.h"

enum generate_ways { GENERATE_WAYS_MIXED = 0, GENERATE_WAYS_ONE, GENERATE_WAYS_BOTH };

struct generate_links_def {
  int32_t profile;         /* who can stand on all ends */
  uint64_t count;          /* of links */
  uint64_t seed;           /* another seed, other links */
  enum generate_ways ways; /* mixed: one way and both ways in turn */
  double cost;             /* in straight steps, the same both ways */
};

/* Writes links between open cells of floor 0 to `path`. Returns an exit code, after one line on
 * standard error if it is not EXIT_DONE; map_path is named there and in the file. */
int generate_links(const char *map_path, const struct game_map *map,
                   const struct generate_links_def *def, const char *path);

#endif
