/* Reads the lines of a legend and hands each to the function of its statement. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_READER_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_READER_H

#include "tools/game_map/legend.h"

/* Takes the statements of one pass. Returns an exit code, after one line on standard error that
 * begins with FILE:LINE if it is not EXIT_DONE. */
int legend_read(struct legend *legend);

#endif
