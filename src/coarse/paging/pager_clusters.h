/* The blocks of overlay clusters, as a source gives them to layers. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CLUSTERS_H
#define OVERLAND_COARSE_PAGING_PAGER_CLUSTERS_H

#include "coarse/paging/pager_fetch.h"

/* Functions of an ovi_source, which is an ovi_pager's. */
const uint8_t *ovi_pager_cluster(ovi_source *source, uint32_t profile, uint32_t number);
uint32_t ovi_pager_cluster_bytes(ovi_source *source, uint32_t profile, uint32_t number);

#endif
