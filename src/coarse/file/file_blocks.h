/* Stages of a file maker that is given a version of a world; without one they do nothing.
 *
 * Invariant: the blocks lie one behind the other in the order of the regions. */
#ifndef OVERLAND_COARSE_FILE_FILE_BLOCKS_H
#define OVERLAND_COARSE_FILE_FILE_BLOCKS_H

#include "coarse/file/file_maker.h"

/* Room for all blocks, so that what was copied need not move. */
bool ovi_file_make_room(void *maker, uint64_t *budget);

/* Copies them. */
bool ovi_file_copy_blocks(void *maker, uint64_t *budget);

#endif
