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

/* The page of a region, made if there is none yet; NULL if there is no room. */
ovi_coarse_page *ovi_coarse_page_of(ovi_coarse_search *search, uint32_t id);

/* Makes the view of a page's region anew, if the region may have left memory. */
static inline void ovi_coarse_renew(const ovi_coarse_search *search, ovi_coarse_page *page) {
  if (search->turns.lets_go) {
    page->region = ovi_region_view(search->layer, page->region.id);
  }
}

/* Reads a region, those around it, and those at the other ends of its links: all that an expansion
 * into it and its tile may need. False: some are missing or wrong, or something read before is. */
bool ovi_coarse_touch(const ovi_coarse_search *search, uint32_t region);

/* Whether listing the ports of a region has to wait for it, or for the owners of its waypoints. */
bool ovi_coarse_ports_wait(const ovi_layer *layer, uint32_t id);

/* Lists the nodes of a region's ports. False if there is no room. */
bool ovi_coarse_list_ports(ovi_coarse_search *search, ovi_coarse_page *page);

#endif
