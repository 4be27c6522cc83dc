/* A planner's memory: what the facade's queries work in. */
#ifndef OVI_PLANNER_H
#define OVI_PLANNER_H

#include "coarse_search.h"
#include "label_route.h"
#include "overland.h"
#include "refine.h"

struct ovl_planner {
  ovl_allocator allocator; /* unused if the block is the caller's */
  bool owns_block;
  uint64_t bytes;
  int32_t region_cells; /* the largest that it serves */
  uint32_t max_ports;
  ovi_refiner refiner;
  ovi_coarse_search coarse;
  ovi_label_end start, goal;
  ovi_label_table labels;
  ovi_label_hub hub; /* on the way from the first waypoint of the route found last */
  ovl_stop *stops;   /* no fewer than the coarse search has nodes */
  uint32_t stop_capacity;
  ovl_stats stats;
};

/* Whether a cell lies in the world, and on which region. */
static inline bool ovi_cell_is_inside(const ovl_world *world, ovl_cell cell) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < world->width && cell.y < world->height &&
         cell.floor == 0;
}

/* The range checks that every query begins with. */
ovl_result ovi_query_check(const ovl_world *world, const ovl_query *query);

/* Plans the coarse tier of a checked query whose ends differ: fills the route,
 * its stops going to planner->stops. */
ovl_result ovi_query_plan(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          ovl_route *route);

/* max_bytes with which no search of the world is too large. */
uint64_t ovi_planner_most_bytes(const ovl_world *world);

/* Whether a query is answered by labels. */
static inline bool ovi_query_uses_labels(const ovl_world *world, const ovl_query *query) {
  return world->label_count != 0 &&
         (query->estimate == OVL_ESTIMATE_BEST || query->estimate == OVL_ESTIMATE_LABELS);
}

/* Whether the planner is large enough for the world's regions. */
bool ovi_planner_serves(const ovl_planner *planner, const ovl_world *world);

#endif
