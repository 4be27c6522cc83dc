/* Takes the blocks of a world from their source, and finds the islands of a file while they pass.
 *
 * Invariant: the blocks lie one behind the other in the order of the regions. A band is joined when
 * it and the band below are held, and that above if the blocks of directed layers are checked. 4
 * bytes for each local component are held, and of directed layers the arcs that lead one way. */
#ifndef OVERLAND_COARSE_FILE_FILE_BLOCKS_H
#define OVERLAND_COARSE_FILE_FILE_BLOCKS_H

#include "coarse/file/file_state.h"

/* Takes the blocks of the bands from stages.item on: a stage of the writer. */
ovi_status ovi_file_pass_blocks(void *writer);

/* Stores the totals of the profiles, which are known by now, and makes their islands: a stage of
 * the writer. */
ovi_status ovi_file_make_islands(void *writer);

/* Takes a band of a streamed file from the source again, behind those that are held. OVL_OK, or an
 * error of the source, OVL_NO_MEMORY, OVL_STOPPED, or OVL_CORRUPT if it has other blocks now. */
ovl_result ovi_file_load_again(ovi_file_writer *writer, int32_t band);

/* Drops the bands before `first` of a streamed file, of which those before `bands` were loaded. The
 * blocks behind them move. */
void ovi_file_drop_bands(ovi_file_writer *writer, int32_t first, int32_t bands);

#endif
