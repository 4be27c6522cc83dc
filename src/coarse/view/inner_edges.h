/* The paths inside a region that its edges stand for: what they cost, over which third ports they
 * lead, and the runs of those that are stored.
 *
 * Invariant: an edge is an octile move, has a stored path, is joined from two that are shorter by a
 * port in its middle, or has a path that is too long to be stored. Which it is follows from the
 * block of the region alone. All of its ground weighs the same, and its steps cost what they weigh.
 */
#ifndef OVERLAND_COARSE_VIEW_INNER_EDGES_H
#define OVERLAND_COARSE_VIEW_INNER_EDGES_H

#include "coarse/format/edge_paths.h"
#include "coarse/view/ports.h"

/* The edges of one linked component. The region and the layer stay where they are. */
typedef struct ovi_inner_edges {
  const ovi_layer *layer;
  const ovi_region *region;
  ovi_port_groups groups;
  ovi_clique clique;
  uint32_t component;
  const uint8_t *paths;
} ovi_inner_edges;

/* Begins with the component of a port of the region. */
void ovi_inner_edges_begin(ovi_inner_edges *edges, const ovi_layer *layer, const ovi_region *region,
                           uint32_t port);

/* The cost of the path inside between two places of the clique, cost units; UINT64_MAX: it is not
 * known, because neither can be entered by and the other be left by. */
uint64_t ovi_inner_edge_cost(const ovi_inner_edges *edges, uint32_t from, uint32_t to);

#define OVI_NO_MIDDLE UINT32_MAX

/* The first place over which the path of that cost leads and which makes the edge needless;
 * OVI_NO_MIDDLE: there is none. */
uint32_t ovi_inner_edge_middle(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                               uint64_t cost);

/* A stored path, in the plane. */
typedef struct ovi_inner_path {
  bool is_legal;                         /* all of its steps are */
  uint32_t count;                        /* of its runs */
  uint64_t cost;                         /* cost units */
  ovl_cell ends[OVI_PATH_MOST_RUNS + 1]; /* where the runs end */
} ovi_inner_path;

/* Follows the stored path from one place to another; false: it is not stored. */
bool ovi_inner_edge_path(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                         ovi_inner_path *path);

/* The cell of a place, in the plane. */
static inline ovl_cell ovi_inner_edge_cell(const ovi_inner_edges *edges, uint32_t place) {
  const uint32_t cell = ovi_port_cell(edges->region, ovi_clique_port(&edges->clique, place));
  return (ovl_cell){edges->region->x + ovi_port_x(cell), edges->region->y + ovi_port_y(cell), 0};
}

#endif
