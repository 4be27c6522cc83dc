/* Edits of the world in slot 0; saving it, or what differs from its file alone. */
#ifndef OVERLAND_EXPLORER_WORLD_EDIT_H
#define OVERLAND_EXPLORER_WORLD_EDIT_H

#include "overland.h"

/* Sets the terrain of squares of cells, of which the upper left ones lie at `count` places of the
 * plane, x and y. Number 0: regions rebuilt. An ovl_result. */
int32_t world_edit(const int32_t *places, int32_t count, int32_t side, int32_t terrain);

/* The regions that the last edit rebuilt, or undo changed, or with 1 all since the file. Number 0:
 * how many. */
const uint32_t *world_rebuilt(int32_t all);

/* Undoes the last edit (-1), or does the one again that was undone last (1). Number 0: regions that
 * are not as before. OVL_BAD_ARGUMENT: there is no such edit. */
int32_t world_undo(int32_t edits_later);

/* Takes all edits back. */
int32_t world_revert(void);

/* Saves the world, or what differs from its file as a patch: page_take gets the bytes. An
 * ovl_result. */
int32_t world_save(void);
int32_t world_save_patch(void);

/* Applies a patch to the file as it was opened. An ovl_result. */
int32_t world_open_patch(const uint8_t *bytes, uint32_t byte_count);

#endif
