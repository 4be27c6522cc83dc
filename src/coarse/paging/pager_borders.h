/* Comparing a region with those that were checked before it. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_BORDERS_H
#define OVERLAND_COARSE_PAGING_PAGER_BORDERS_H

#include "coarse/paging/pager_fetch.h"

/* Whether a region, whose block is valid in itself, agrees with all regions that were checked and
 * are still in memory; false is recorded. */
bool ovi_pager_check_border(ovi_pager *pager, uint32_t id, const uint8_t *block);

#endif
