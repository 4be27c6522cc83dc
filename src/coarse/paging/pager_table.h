/* The region table of a paged file: where the block of each region lies. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_TABLE_H
#define OVERLAND_COARSE_PAGING_PAGER_TABLE_H

#include "coarse/check/block_check.h"
#include "coarse/paging/pager_fetch.h"

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

#endif
