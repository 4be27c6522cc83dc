/* Edits as a caller makes them, and their place in the history of a version. */
#ifndef OVERLAND_VERSION_EDIT_H
#define OVERLAND_VERSION_EDIT_H

#include "overland_edit.h"
#include "version/version.h"

/* Makes a version the next one of its history, after all calls that the edits were made by (NULL:
 * one), and logs the calls. False: no memory. */
bool ovi_edits_enter(ovl_world *next, const ovl_edit *edits, size_t count,
                     const ovi_edit_log *calls);

#endif
