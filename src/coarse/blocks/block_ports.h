/* The ports of one layer of a region while its block is written: gathered from the drafts around
 * it, and sorted by linked component. Invariant: ports are in the order of the file: own groups,
 * the groups of neighbours, then links that begin and links that end in the region. */
#ifndef OVERLAND_COARSE_BLOCKS_BLOCK_PORTS_H
#define OVERLAND_COARSE_BLOCKS_BLOCK_PORTS_H

#include "coarse/blocks/draft.h"
#include "common/arena.h"

/* The sources of the block of a region, for one layer. */
typedef struct ovi_block_sources {
  const ovi_draft *draft;
  ovi_port_list groups[OVI_GROUP_COUNT]; /* its waypoints: the own groups, then those of the regions
                                            to the left, above, above left and above right */
  const ovi_layer *before; /* a layer with the region as it was before an edit; NULL: none */
} ovi_block_sources;

/* A port while its block is written. 20 bytes. */
typedef struct ovi_block_port {
  uint16_t cell;      /* OVI_PORT */
  uint16_t component; /* in reading order; after gathering, the linked component */
  uint32_t half_step; /* cost of this side's half of the step, in cost units; 0 for a link */
  uint32_t exit;      /* further cost of leaving by it, in cost units; OVI_STEP_BLOCKED */
  uint32_t link;      /* number of its link; 0 for others too */
  bool enters;        /* paths can enter by it */
} ovi_block_port;

/* The ports of one region and layer. */
typedef struct ovi_block_ports {
  ovi_block_port *ports;
  uint16_t *order;    /* ports, sorted by linked component */
  uint16_t *begins;   /* of each linked component: its first entry in `order`; and one more */
  uint16_t *renumber; /* of each component in reading order: its number in the file; in a directed
                         layer its linked component */
  uint32_t count;
  uint32_t linked;
  uint32_t links_out, links_in; /* these are the last ports */
} ovi_block_ports;

/* Gathers the ports. `weights` has the weight of each local cell, in eighths. */
void ovi_block_ports_gather(ovi_block_ports *ports, const ovi_map *map,
                            const ovi_block_sources *sources, const uint8_t *weights);

#endif
