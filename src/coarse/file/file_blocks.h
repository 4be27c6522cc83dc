/* Takes the blocks of a world from their source, and makes the overlays of the regions that are
 * there.
 *
 * Invariant: the blocks lie one behind the other in the order of the regions. Progress counts a
 * band at a time. */
#ifndef OVERLAND_COARSE_FILE_FILE_BLOCKS_H
#define OVERLAND_COARSE_FILE_FILE_BLOCKS_H

#include "coarse/file/file_state.h"

/* Takes the blocks of the bands from stages.at on: a stage of the writer. */
bool ovi_file_pass_blocks(void *writer, uint64_t *budget);

/* Begins the overlays of a profile. */
ovl_result ovi_file_begin_overlays(ovi_file_writer *writer, uint32_t profile);

/* Makes the rows of clusters of a profile whose regions, and those of the rows beside them, lie in
 * the first `bands` bands. True: no such row is left, or there is an error. */
bool ovi_file_make_overlays(ovi_file_writer *writer, uint32_t profile, int32_t bands,
                            uint64_t *budget);

#endif
