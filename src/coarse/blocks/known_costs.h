/* Finds the costs of a region's block that an edit did not change, so that they need no search.
 *
 * A path between two ports can only have become longer if it touched cells that changed, and
 * shorter if it touches them now. Two searches from the changed cells, one over the region before
 * the edit and one after it, decide this for all pairs of ports at once: if both ports together are
 * farther from the nearest such cell than from each other, the cost between them did not change.
 * Costs are compared there and back, which differ where heights make the directions differ, by what
 * follows from the heights of both ends. Where many cells changed, distances take the place of the
 * searches.
 * Nor did the cheapest paths, if they are farther from it in both; the one that jump points find
 * depends on the cells beside these paths too.
 *
 * Invariant: a known cost equals that which a search would find. */
#ifndef OVERLAND_COARSE_BLOCKS_KNOWN_COSTS_H
#define OVERLAND_COARSE_BLOCKS_KNOWN_COSTS_H

#include "coarse/blocks/block_ports.h"
#include "coarse/format/edge_paths.h"
#include "coarse/view/ports.h"
#include "fine/fine_search.h"

/* The port that the region had before, in the cell of a port that it has now. */
typedef struct ovi_known_port {
  uint32_t port;      /* its number */
  uint32_t component; /* its linked component; OVI_NO_COMPONENT: there was no port */
  uint32_t place;     /* its index in its clique */
  ovi_clique clique;
  uint32_t half_step;     /* cost of its half of the step, in units */
  uint32_t before, after; /* cost to the nearest changed cell and back, or less, over the region
                              before and after the edit; UINT32_MAX: none is reached */
} ovi_known_port;

/* The positions of a region, for searches. */
typedef struct ovi_port_ground {
  const uint8_t *weights; /* of each local cell, in eighths; 0: not open */
  const uint16_t *heights;
  uint32_t min_weight;
  bool one_weight;
  int corners; /* topology */
} ovi_port_ground;

/* Returns whether so many ports of a region can be targets of one window, which marks at most as
 * many as its border has cells. */
static inline bool ovi_may_be_targets(uint32_t ports, int32_t w, int32_t h) {
  return ports <= 2 * (uint32_t)(w + h);
}

/* What is known of the paths of edges. */
typedef struct ovi_known_paths {
  const uint8_t *stored; /* before the edit */
  bool used_bits;        /* their window was one of bits */
  bool has_same_ports;   /* in the same order */
  uint32_t most_runs;    /* of a path that was stored */
  uint64_t margin;       /* how much farther than the path changed cells have to be */
} ovi_known_paths;

/* The comparison of one region before and after an edit. */
typedef struct ovi_known_costs {
  ovi_region view; /* the region before the edit */
  ovi_known_port *ports;
  ovi_port_ground ground; /* its positions before the edit */
  uint8_t *weights;       /* before the edit, of each local cell */
  uint64_t (*open)[2];    /* a bit for each position that was open, row by row */
  uint64_t (*touched)[2]; /* a bit for each cell that changed, and for cells above and below it: a
                             diagonal step past a cell has one end there */
  ovi_rectangle changed;  /* holds all cells that changed */
  uint16_t *heights;      /* before the edit, of each local cell */
  ovi_step_rule rule;
  uint64_t margin; /* how much less a path past changed cells may cost, there and back */
  bool weights_read;
  bool closes, opens; /* costs may have risen, or fallen */
  bool searches;      /* else distances bound the costs to changed cells */
  ovi_known_paths paths;
} ovi_known_costs;

/* Compares a region with a draft and its positions `ground`, and finds the ports that were in the
 * cells of the present ones. Each step must lead back, too, and heights alone decide what that
 * costs, by `rule`. False: heights changed, there are too many ports, or so much changed that
 * searching all costs anew is cheaper. */
bool ovi_known_costs_begin(ovi_known_costs *known, const ovi_layer *layer, const ovi_draft *draft,
                           const ovi_block_ports *ports, const ovi_port_ground *ground,
                           const ovi_step_rule *rule);

/* Searches a window of the region from the changed cells, before the edit (`before_edit`) or after
 * it: one search. */
void ovi_known_costs_search(ovi_known_costs *known, const ovi_block_ports *ports,
                            ovi_fine_search *search, ovi_window *window, bool before_edit);

/* Compares the ports once it is known that paths of up to `most_runs` runs, not 0, are stored. */
void ovi_known_paths_begin(ovi_known_costs *known, const ovi_block_ports *ports,
                           uint32_t most_runs);

/* Returns whether the path from port a to port b is known, whose cost is and which no other port
 * makes needless. Sets *path to it, or its count to 0 if it has more runs than are stored now. */
bool ovi_known_path(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                    uint32_t b, uint32_t most_runs, ovi_edge_path *path);

/* Returns whether the cost between two ports is known. Sets *inner to it, without their halves of
 * steps, in cost units. O(1). */
bool ovi_known_inner_cost(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                          uint32_t b, uint32_t *inner);

#endif
