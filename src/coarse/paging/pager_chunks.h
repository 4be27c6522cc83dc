/* Reading sections that are checked chunk by chunk, when they are first touched. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H
#define OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H

#include "coarse/check/bundle_check.h"
#include "coarse/paging/pager_fetch.h"

/* Reads a number of a section. False: it could not be read, and is 0. */
bool ovi_pager_number(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                      uint64_t number, uint32_t *value);

/* The bytes that are read with a bundle: all of its chunks, and the bytes behind it that are read
 * with the last cost. */
ovl_byte_range ovi_pager_bundle_range(const ovi_pager *pager, uint32_t profile,
                                      const ovi_bundle_span *span);

/* The bundle with the labels of a waypoint: the function of a pager's source. NULL: it is corrupt
 * or could not be read, which was recorded, or another fault was. */
const uint8_t *ovi_pager_bundle(ovi_source *source, uint32_t profile, uint64_t waypoint);

#endif
