/* Reading sections that are checked chunk by chunk, when they are first touched. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H
#define OVERLAND_COARSE_PAGING_PAGER_CHUNKS_H

#include "coarse/paging/pager_fetch.h"

/* Reads a number of a section, for a region. False: it could not be read, and is 0. */
bool ovi_pager_number(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                      uint64_t number, uint32_t region, uint32_t *value);

/* Whether the bundle with the labels of a waypoint can be read: the function of a pager's source
 * for a file in memory. False: it is corrupt, which was recorded, or another fault was. */
bool ovi_pager_touch_labels(ovi_source *source, uint32_t profile, uint64_t waypoint);

#endif
