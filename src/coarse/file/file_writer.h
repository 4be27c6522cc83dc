/* Writes a world file: the one writer for bakes, saved versions and merged parts. The work is done
 * in slices or in one go.
 *
 * Invariant: the bytes depend on the blocks and the settings alone, not on source, sink and slices.
 * Each section is made from those before it, read through the same views as a world in use. */
#ifndef OVERLAND_COARSE_FILE_FILE_WRITER_H
#define OVERLAND_COARSE_FILE_FILE_WRITER_H

#include "coarse/file/file_state.h"

/* Begins a file; the bake is not copied. In any case the writer is to be released. */
void ovi_file_begin(ovi_file_writer *writer, const ovi_bake *bake, const ovi_block_source *source,
                    const ovi_file_sink *sink);

/* Goes on. False: the budget is spent. True: the file is complete, or `result` is an error of the
 * source, OVL_NO_MEMORY, OVL_STOPPED, OVL_WRITE_FAILED, or OVL_CORRUPT if the blocks of neighbours
 * do not agree; `where` of the bake's fault is then a region, or a profile if the fault lies in no
 * region. */
bool ovi_file_make(ovi_file_writer *writer, uint64_t *budget);

/* Releases what the writer holds; may be called twice. The result stays. */
void ovi_file_release(ovi_file_writer *writer);

/* Writes a file in one go; returns what ovi_file_make stores in `result`. */
ovl_result ovi_file_write(const ovi_bake *bake, const ovi_block_source *source,
                          const ovi_file_sink *sink);

#endif
