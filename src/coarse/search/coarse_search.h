/* Dijkstra's algorithm over the waypoint graph, from a start or to goals.
 *
 * Invariant: a waypoint has its least cost once it is expanded. A waypoint that was reached through
 * one of its regions is left through the other only: within a region all costs are exact, so a
 * second edge through the same region never helps. A link inside one region is reached over one of
 * its two ports there and left over the other.
 *
 * A world for which this does not hold is corrupt. Nothing is expanded twice, so that a search ends
 * after as many expansions as there are waypoints, whatever a file says. */
#ifndef OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H
#define OVERLAND_COARSE_SEARCH_COARSE_SEARCH_H

#include "coarse/search/search_state.h"

/* Begins with nothing reached. Waypoints that cost `bound` or more are not settled. Forward, costs
 * are those from the attachments that are added; otherwise those to them. */
void ovi_coarse_begin(ovi_coarse_search *search, const ovi_layer *layer, uint64_t bound,
                      bool forward);

/* Goes on until all is settled, `budget` nodes were taken, or a trace ends the slice: NONE, PAUSED,
 * FULL or CORRUPT. */
ovi_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget);

/* Reaches the ports of an attachment's component, at their costs. */
void ovi_coarse_add_attachment(ovi_coarse_search *search, const ovi_attachment *attachment);

/* The region that the search enters behind the waypoint that was expanded last, and by which of its
 * ports; NULL if there is no room for it. */
const ovi_coarse_page *ovi_coarse_entered(ovi_coarse_search *search, uint32_t *port);

#endif
