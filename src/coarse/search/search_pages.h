/* The pages of a coarse search: one for each region, made when the search first meets it, so that a
 * search takes time and memory for those regions only.
 *
 * Invariant: a page's nodes follow each other by the numbers of their waypoints. Pages of earlier
 * searches are recognised by their stamp and ignored. */
#ifndef OVERLAND_COARSE_SEARCH_SEARCH_PAGES_H
#define OVERLAND_COARSE_SEARCH_SEARCH_PAGES_H

#include "coarse/search/search_state.h"
#include "common/arena.h"

/* Takes memory for up to `nodes` waypoints in up to `regions` regions. */
void ovi_coarse_reserve(ovi_coarse_search *search, ovi_arena *arena, uint32_t nodes,
                        uint32_t regions);

/* Forgets the pages of all searches. */
void ovi_coarse_clear_slots(ovi_coarse_search *search);

/* The slot of a region's page, or the free one where it would be. */
ovi_coarse_slot *ovi_coarse_find_slot(const ovi_coarse_search *search, uint32_t id);

/* The page of a region, made if there is none yet; NULL if there is no room, or if its region could
 * not be read again. */
ovi_coarse_page *ovi_coarse_page_of(ovi_coarse_search *search, uint32_t id);

/* Makes the view of a page's region anew, if the region may have left memory. False: it could not
 * be read again, and the view is that of a placeholder. */
static inline bool ovi_coarse_renew(const ovi_coarse_search *search, ovi_coarse_page *page) {
  if (!search->turns.lets_go) {
    return true;
  }
  page->region = ovi_region_view(search->layer, page->region.id);
  return ovi_layer_has_block(search->layer, page->region.block);
}

/* Lists the nodes of a region's ports. False if there is no room. */
bool ovi_coarse_list_ports(ovi_coarse_search *search, ovi_coarse_page *page);

#endif
