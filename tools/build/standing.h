/* Checks that profiles can stand in a world that was baked, and tells the terrains of its map. */
#ifndef OVERLAND_TOOLS_BUILD_STANDING_H
#define OVERLAND_TOOLS_BUILD_STANDING_H

#include "tools/build/build_source.h"

/* Warns of each profile that can stand on less than a hundredth of the cells. EXIT_NO, after one
 * line on standard error, if none can stand anywhere and the build does not allow it. */
int standing_check(const struct build *build, struct build_source *source, const ovl_world *world);

#endif
