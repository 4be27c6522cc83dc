/* Entities of a project of LDtk. */
#ifndef OVERLAND_TOOLS_LDTK_LDTK_ENTITIES_H
#define OVERLAND_TOOLS_LDTK_LDTK_ENTITIES_H

#include "tools/ldtk/ldtk_project.h"

/* Makes the objects of the map. An exit code, after one line if it is not EXIT_DONE. */
int ldtk_make_objects(struct ldtk *ldtk);

#endif
