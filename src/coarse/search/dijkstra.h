/* Dijkstra's algorithm over the waypoint graph: what it costs from a start to anywhere, or from
 * anywhere to the nearest of some goals.
 *
 * Waypoints are settled in the order of their costs, so what is known of a settled region does not
 * depend on what was asked before. The cells of a region are searched afterwards, from the ports by
 * which paths enter it; seen from goals, from the ports by which paths leave it. Nearest goals,
 * costs to many cells and flows all work on this one engine.
 *
 * Invariant: every cost is that of a real path. Inside a region it is exact; in the box around the
 * start it is the least of all where it is below what it costs to leave the box. */
#ifndef OVERLAND_COARSE_SEARCH_DIJKSTRA_H
#define OVERLAND_COARSE_SEARCH_DIJKSTRA_H

#include "coarse/search/coarse_search.h"
#include "coarse/search/goal_set.h"
#include "coarse/search/island_reach.h"
#include "coarse/view/region_box.h"
#include "fine/local_search.h"

/* Costs from a start to the ports of regions, found otherwise than by the coarse search, which
 * needs memory for each waypoint on the way. They spread in rounds, each over more land than the
 * one before; costs may still fall in later rounds. */
typedef struct ovi_far_costs {
  void *user;
  void (*begin)(void *user, const ovi_attachment *start);
  /* Goes on with a round, or begins the next one; costs of `bound` and above are not sought. Lowers
   * the budget by what it expands. OVI_DONE at the end of the round, PAUSED, FULL or CORRUPT. */
  ovi_status (*run)(void *user, uint64_t bound, uint64_t *budget);
  /* The regions of the land of the rounds so far, by columns and rows of regions. */
  ovi_rectangle (*land)(const void *user);
  /* The costs at which a region is entered over each of its ports, in the middles of their steps;
   * UINT64_MAX: none. NULL if no region is entered. */
  const uint64_t *(*enter)(void *user, uint32_t region);
  /* Lists the regions that are entered for less than the bound, each once, and the start's. *place
   * begins at 0; false if there are no more. */
  bool (*next)(void *user, uint64_t *place, uint32_t *region);
  uint32_t rounds;  /* that are done */
  bool is_over;     /* no round is left that could find lower costs */
  ovi_status fault; /* OVI_DONE: there is none */
} ovi_far_costs;

typedef struct ovi_dijkstra {
  const ovi_layer *layer;
  ovi_coarse_search *coarse;
  const ovi_far_costs *far; /* NULL: the coarse search finds costs from the start */
  ovi_reachable reachable;  /* islands whose waypoints can have a cost */
  uint64_t bound;           /* cost units: costs of this and above are not sought */
  bool has_begun;
  bool is_over; /* every waypoint is settled that costs less than the bound */
  /* Of a start; not used where costs lead to goals: */
  ovl_cell start; /* open */
  ovi_local_search *local;
  ovi_attachment *attachment; /* becomes the start's */
  ovi_rectangle box;          /* of regions around the start */
  uint32_t next_listed;       /* place of a list: the regions of the goals before it are settled */
} ovi_dijkstra;

/* ---- From a start ------------------------------------------------------------------ */

/* Attaches the start to its region's ports and begins, unless it has begun. Waypoints that cost
 * `bound` or more are not settled. OVI_DONE, OVI_PAUSED, OVI_CORRUPT. */
ovi_status ovi_dijkstra_begin(ovi_dijkstra *costs, uint64_t bound);

/* ---- Settling ---------------------------------------------------------------------- */

/* These lower the budget by what they expand. OVI_DONE if they are done, OVI_PAUSED
 * if the budget is spent before: the same call goes on. OVI_FULL, OVI_CORRUPT. */

/* Settles all that costs less than the bound. */
ovi_status ovi_dijkstra_run(ovi_dijkstra *costs, uint64_t *budget);

/* Runs one round of the far costs, unless none is left. */
ovi_status ovi_dijkstra_run_round(const ovi_dijkstra *costs, uint64_t *budget);

/* Settles those ports of a region that can have a cost, with the fewest expansions. A search that
 * lets go of regions is paused as well if some could not be read, as the outcome of the layer says,
 * and has to begin again. */
ovi_status ovi_dijkstra_settle(ovi_dijkstra *costs, uint32_t region, uint64_t *budget);

/* Settles the regions of a sorted list. */
ovi_status ovi_dijkstra_settle_list(ovi_dijkstra *costs, const ovi_goals *list, uint64_t *budget);

/* OVI_DONE, OVI_FULL or OVI_CORRUPT. */
ovi_status ovi_dijkstra_status(const ovi_dijkstra *costs);

/* ---- Entries ----------------------------------------------------------------------- */

/* A way into a region over one of its ports; where costs lead to goals, a way out of it. */
typedef struct ovi_entry {
  const ovi_region *region;
  uint32_t port;
  int group;     /* as of ovi_port */
  uint64_t cost; /* cost units, in the middle of the port's step; UINT64_MAX: it is not entered */
} ovi_entry;

/* The page of a region that was entered; NULL if it was not, or could not be read again. */
const ovi_coarse_page *ovi_entered_page(const ovi_coarse_search *coarse, uint32_t region);

/* The entry over a port of such a page. */
ovi_entry ovi_entry_at(const ovi_coarse_search *coarse, const ovi_coarse_page *page, uint32_t port);

/* Calls `take` for the entries of a region, with the cost at the cell behind each; false if there
 * is none. Costs from a start only. */
typedef void (*ovi_entry_fn)(void *user, const ovi_entry *entry, uint64_t cost);
bool ovi_dijkstra_entries(const ovi_dijkstra *costs, uint32_t region, ovi_entry_fn take,
                          void *user);

/* The cell inside the region behind an entry, and the cost there, with the region's part of the
 * step; UINT64_MAX if there is no such step. */
ovl_cell ovi_entry_cell(const ovi_entry *entry);
uint64_t ovi_entry_cell_cost(const ovi_coarse_search *coarse, const ovi_entry *entry);

/* ---- Cells, from a start ----------------------------------------------------------- */

/* A part of the plane whose cells are searched together: the box around the start, or the region
 * of this number. */
#define OVI_PART_BOX UINT32_MAX

ovi_rectangle ovi_part_box(const ovi_dijkstra *costs, uint32_t part);

/* The region of a cell, and those around it. */
ovi_rectangle ovi_box_around(const ovi_layer *layer, ovl_cell cell);

/* Gives the goals inside a part; a list must have been sorted. */
void ovi_part_goals(const ovi_dijkstra *costs, uint32_t part, const ovi_goals *goals,
                    ovi_goal_fn take, void *user);

/* Opens the window of a part and seeds its search with all entries, and the start in the box; false
 * if nothing enters it. `bytes`: the search goes by neighbours, so that every cell gets its cost. A
 * search that is paused stays as it is. */
bool ovi_part_open(ovi_dijkstra *costs, uint32_t part, bool bytes);

/* The least cost of entering a region, where costs->far has costs; UINT64_MAX: it is not entered.
 */
uint64_t ovi_part_least(const ovi_dijkstra *costs, uint32_t region);

/* The cost of a cell of the window whose search has ended; UINT64_MAX if it was not reached. */
uint64_t ovi_dijkstra_cell_cost(const ovi_dijkstra *costs, ovl_cell cell);

/* The least that a path from the start costs that leaves a box of regions around it or uses a link;
 * UINT64_MAX if none does. */
uint64_t ovi_dijkstra_cost_out(const ovi_dijkstra *costs, ovi_rectangle box);

#endif
