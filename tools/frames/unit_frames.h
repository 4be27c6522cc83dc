/* Pictures of units on a map, frame by frame, as a program that moves them has written them down.
 */
#ifndef OVERLAND_TOOLS_FRAMES_UNIT_FRAMES_H
#define OVERLAND_TOOLS_FRAMES_UNIT_FRAMES_H

#include "tools/draw/map_view.h"

/* Reads a text with a line X Y RADIUS SIDE for each unit, in 1/256 of a cell, and an empty line
 * behind each frame. Writes the view's canvas with the units of each: `out` FILE.png is written as
 * FILE-0000.png, FILE-0001.png and so on. Returns an exit code, after one line on stderr. */
int unit_frames_write(const struct map_view *view, const char *path, const char *out);

#endif
