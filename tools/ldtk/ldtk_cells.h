/* Layers of cells of a project of LDtk. */
#ifndef OVERLAND_TOOLS_LDTK_LDTK_CELLS_H
#define OVERLAND_TOOLS_LDTK_LDTK_CELLS_H

#include "tools/ldtk/ldtk_project.h"

/* Returns whether a layer of the project has cells: values or tiles. */
bool ldtk_has_cells(const struct ldtk_layer *layer);

/* Adds a layer of the project on a floor, with what its levels say; NULL: the cells of levels. The
 * map has room for it. An exit code, after one line if it is not EXIT_DONE. */
int ldtk_fill_layer(const struct ldtk *ldtk, const struct ldtk_layer *of, int32_t floor);

#endif
