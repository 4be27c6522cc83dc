/* Profiles, floors, links and places of a world, as `build` and `info` print them. */
#ifndef OVERLAND_TOOLS_TEXT_WORLD_REPORT_H
#define OVERLAND_TOOLS_TEXT_WORLD_REPORT_H

#include "overland.h"
#include "tools/text/json.h"

/* The cost of a straight step over plain ground in a world, in cost units: more where its weights
 * and costs were multiplied by the scale of a legend. */
double world_report_unit(const ovl_world *world);

/* Cells of all floors. */
double world_report_cells(const ovl_world *world);

/* Members profiles, floors, links and places of the open object. Not `counted`: the world is
 * checked on first touch, so the edges and the bytes of a profile are left out. */
void world_report_json(struct json *json, const ovl_world *world, bool counted);

/* A table of the profiles. The same. */
void world_report_profiles(const ovl_world *world, bool counted);

/* Floors, links and places, a line each, where there is more than one floor, a link or a place. */
void world_report_floors(const ovl_world *world);

/* The profile that a command names, NULL for the default one. An exit code, after one line that
 * lists the names if there is none of this name. */
int world_report_find_profile(const ovl_world *world, const char *path, const char *name,
                              int32_t *profile);

#endif
