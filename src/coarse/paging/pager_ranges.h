/* Lists the ranges of a file that a pager reads for a region, for labels and for a cluster, so that
 * they can be fetched before.
 *
 * Invariant: a range is that of a read, or holds it. Nothing is read for a list but the region
 * table, which says where blocks lie. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_RANGES_H
#define OVERLAND_COARSE_PAGING_PAGER_RANGES_H

#include "coarse/paging/pager_fetch.h"
#include "common/buffer.h"

/* A list of ranges in any order, which may overlap. */
typedef struct ovi_range_list {
  ovi_buffer buffer; /* of ovl_byte_range */
  bool lacks_memory;
} ovi_range_list;

/* Adds the chunks of the table with the entries of a region and, for its islands, of the next one.
 */
void ovi_ranges_add_entries(ovi_range_list *list, const ovi_pager *pager, uint32_t id);

/* Adds what else is read for a region: its block, with blocks that are read ahead, and the islands
 * of a profile. False: its entries can't be read, and nothing is added; the fault is recorded. */
bool ovi_ranges_add_region(ovi_range_list *list, ovi_pager *pager, uint32_t profile, uint32_t id);

/* Adds the labels of waypoints `first` to before `behind` of a profile. */
void ovi_ranges_add_labels(ovi_range_list *list, const ovi_pager *pager, uint32_t profile,
                           uint64_t first, uint64_t behind);

/* Adds a piece of a cluster. */
void ovi_ranges_add_piece(ovi_range_list *list, const ovi_pager *pager, uint32_t profile,
                          uint32_t number, ovi_cluster_piece piece);

/* Sorts the list and joins ranges that overlap or touch. Returns how many are left. */
size_t ovi_ranges_merge(ovi_range_list *list);

#endif
