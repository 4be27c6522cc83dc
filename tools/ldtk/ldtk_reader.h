/* Projects of the LDtk editor, `.ldtk` (ldtk.io/json), read into the model of Tiled maps, so that
 * legends say the same of both. Versions of the format from 0.8 on.
 *
 * **Levels** stand as they do in the world: of the layouts Free and GridVania at their own places,
 * of the linear ones one after the other. Between them there is nothing. Levels of several depths
 * of the world are floors, the lowest depth first. On demand each level is a floor of its own, in
 * the order of the file. Levels in files of their own are sought beside the project.
 *
 * **Cells** are those of the IntGrid layers; where their grids differ, the finest one. Each IntGrid
 * layer of the project is a tile layer, and each of its values a tile, whose class is the name of
 * the value, or LAYER_VALUE if it has none. A cell of a level that no layer has a value for is of
 * the class `empty`. Layers of tiles count too: a cell has a tile where a tile is drawn. A project
 * without IntGrid layers has the cells of those.
 *
 * **Entities** are objects, of an object layer with the name of their layer; fields are properties,
 * and one that refers to another entity is of type `object`; an array of them is as many. */
#ifndef OVERLAND_TOOLS_LDTK_LDTK_READER_H
#define OVERLAND_TOOLS_LDTK_LDTK_READER_H

#include "tools/text/reader_talk.h"
#include "tools/tiled/tiled_map.h"

#include <stdbool.h>

/* Returns whether a file begins as an LDtk project does. */
bool ldtk_is_project(const char *bytes, size_t byte_count);

/* Reads a project and its levels. An exit code, after one line if it is not EXIT_DONE; *map is then
 * empty. */
int ldtk_read(const char *path, const struct reader_talk *talk, bool levels_are_floors,
              struct tiled_map *map);

#endif
