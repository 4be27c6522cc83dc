/* Watched routes of the mode World: the present one under number 0, and those that the page keeps
 * under 1 to WORLD_MOST_WATCHED. Each is compared with the version that it was planned in. */
#ifndef OVERLAND_EXPLORER_WORLD_WATCH_H
#define OVERLAND_EXPLORER_WORLD_WATCH_H

#include "overland.h"

enum { WORLD_MOST_WATCHED = 16 };

/* Bits of what edits did to a route. */
enum { WATCHED_BROKEN = 1, WATCHED_IMPROVABLE = 2, WATCHED_UNDONE = 4 };

/* Watches the present route, as it is now, under a number. An ovl_result. */
int32_t world_watch_route(int32_t number);

/* Stops watching under a number. */
void world_watch_drop(int32_t number);

/* Compares the version that is shown with those of all watched routes. An ovl_result. Numbers 0 to
 * WORLD_MOST_WATCHED: bits for each route, WATCHED_UNDONE if the edits before it were undone; -1:
 * none is watched under the number. */
int32_t world_watch_changes(void);

/* Ends the watch, and the present route with its planner. */
void world_watch_end(void);

#endif
