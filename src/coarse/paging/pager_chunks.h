/* Reading sections that are checked chunk by chunk, when they are first touched. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H
#define OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H

#include "coarse/check/block_check.h"
#include "coarse/check/bundle_check.h"
#include "coarse/paging/pager_fetch.h"

/* Reads a number of a section. False: it could not be read, and is 0. */
bool ovi_pager_number(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                      uint64_t number, uint32_t *value);

/* Reads a number of a region's entry, by its offset in bytes. False: it could not be read, which is
 * recorded. */
bool ovi_pager_table(ovi_pager *pager, uint32_t id, uint32_t at, uint32_t *value);

/* Finds the block of a region. False: its entry could not be read or is wrong, which is recorded.
 */
bool ovi_pager_find_block(ovi_pager *pager, uint32_t id, ovi_block_bytes *block);

/* Counts the regions, from one on, that are fetched at once, and sets the lengths of their blocks,
 * up to OVI_MOST_AHEAD: those of the same row whose blocks follow each other in the file and, if
 * `skips_held`, that are not in the cache. */
uint32_t ovi_pager_count_ahead(ovi_pager *pager, const ovi_block_bytes *first, bool skips_held,
                               uint32_t *bytes);

/* The bytes that are read with a bundle: all of its chunks, and the bytes behind it that are read
 * with the last cost. */
ovl_byte_range ovi_pager_bundle_range(const ovi_pager *pager, uint32_t profile,
                                      const ovi_bundle_span *span);

/* The bundle with the labels of a waypoint: the function of a pager's source. NULL: it is corrupt
 * or could not be read, which was recorded, or another fault was. */
const uint8_t *ovi_pager_bundle(ovi_source *source, uint32_t profile, uint64_t waypoint);

#endif
