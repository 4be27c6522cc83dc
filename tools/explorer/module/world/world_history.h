/* Versions of the world in slot 0 that undo and redo go to. They share all that the edits between
 * them did not touch. */
#ifndef OVERLAND_EXPLORER_WORLD_HISTORY_H
#define OVERLAND_EXPLORER_WORLD_HISTORY_H

#include "overland_edit.h"

/* Begins anew with one version, which is shown. The history owns all of its versions but `file`,
 * the world of the file. NULL: ends it, and nothing is shown. */
void world_history_begin(ovl_world *file, ovl_world *first);

/* Adds the version after an edit, which is shown. Versions that were undone are closed, and so is
 * the oldest one of more than 33. */
void world_history_add(ovl_world *next);

/* The version that lies so many edits later than the one that is shown, or earlier if below 0;
 * NULL: there is none. */
ovl_world *world_history_at(int32_t edits);

/* Shows that version, which exists. */
void world_history_move(int32_t edits);

/* How many edits can be undone and done again. */
int32_t world_history_undoable(void);
int32_t world_history_redoable(void);

#endif
