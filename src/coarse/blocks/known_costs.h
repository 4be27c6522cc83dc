/* Costs of a region's block that edits left alone: which ways between its ports are what they were.
 *
 * A way can only have become longer if it touched cells that changed, and shorter if it touches
 * them now. So two searches from those cells, one over the region as it was and one over it as
 * it is, tell of all pairs of ports at once: if both ports together are farther from the
 * nearest such cell than from each other, their way is what it was.
 *
 * Invariant: a way that is called known costs what a search would find. */
#ifndef OVERLAND_COARSE_BLOCKS_KNOWN_COSTS_H
#define OVERLAND_COARSE_BLOCKS_KNOWN_COSTS_H

#include "coarse/blocks/block_ports.h"
#include "coarse/view/ports.h"
#include "fine/fine_search.h"

/* A port among those that the region had. */
typedef struct ovi_known_port {
  uint32_t component; /* linked, of then; OVI_NO_COMPONENT: there was no port in its cell */
  uint32_t place;     /* in its clique */
  ovi_clique clique;
  uint32_t share;  /* of then */
  uint32_t before; /* cost to the nearest cell that changed, as the region was and as it is */
  uint32_t now;
} ovi_known_port;

/* How the positions of a region are searched. */
typedef struct ovi_port_ground {
  const uint8_t *weights; /* of each local cell; 0: not open */
  const uint16_t *heights;
  uint32_t min_weight;
  bool one_weight;
} ovi_port_ground;

typedef struct ovi_known_costs {
  ovi_region view; /* of the region as it was */
  ovi_known_port *ports;
  ovi_port_ground ground; /* then */
  uint8_t *weights;       /* of its cells */
  uint64_t (*open)[2];    /* rows of cells that were open */
  uint64_t (*touched)[2]; /* and of those that changed, with what lies above and below them: a
                             diagonal step past a cell has one end there */
  bool weights_read;
  bool closes, opens; /* ways may have become longer, or shorter */
} ovi_known_costs;

void ovi_known_costs_reserve(ovi_known_costs *known, ovi_arena *arena, int32_t cells,
                             uint32_t max_ports);

/* Compares a region of an undirected layer with a draft and its ground, and finds the ports that
 * there were in the cells of those there are. False if so much changed that it is no use. */
bool ovi_known_costs_begin(ovi_known_costs *known, const ovi_layer *layer, const ovi_draft *draft,
                           const ovi_block_ports *ports, const ovi_port_ground *ground);

/* Searches a window of the region from what was touched, as it was (`then`) or is. */
void ovi_known_costs_search(ovi_known_costs *known, const ovi_block_ports *ports,
                            ovi_fine_search *search, ovi_window *window, bool then);

/* Whether the way between two ports is known, and what it costs. */
bool ovi_known_way(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                   uint32_t b, uint32_t *way);

#endif
