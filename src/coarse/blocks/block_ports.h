/* The ports of one layer in a region while its part is written: gathered from the drafts
 * around, numbered by the linked component that they are part of. */
#ifndef OVERLAND_COARSE_BLOCKS_BLOCK_PORTS_H
#define OVERLAND_COARSE_BLOCKS_BLOCK_PORTS_H

#include "coarse/blocks/draft.h"
#include "common/arena.h"

/* The drafts of one layer whose own waypoints a region shares; NULL beyond the edge. */
typedef struct ovi_block_sources {
  const ovi_draft *draft; /* the region itself */
  const ovi_draft *left, *above, *above_left, *above_right;
  const ovi_layer *before; /* that knows the region as it was before edits; NULL: none does */
} ovi_block_sources;

/* A port while its block is written. 20 bytes. */
typedef struct ovi_block_port {
  uint16_t cell;      /* OVI_PORT */
  uint16_t component; /* in reading order first, then the linked one */
  uint32_t share;     /* units: its half of the crossing step; a link has none */
  uint32_t exit;      /* what leaving costs beside it; OVI_STEP_BLOCKED */
  uint32_t link;      /* its number; or 0 */
  bool enters;        /* one can come in by it */
} ovi_block_port;

typedef struct ovi_block_ports {
  ovi_block_port *ports;
  uint16_t *order;    /* ports by linked component */
  uint16_t *begins;   /* of each linked component in order */
  uint16_t *renumber; /* component in reading order -> as stored; if directed -> the linked one */
  uint32_t count;
  uint32_t linked;
  uint32_t links_out, links_in; /* the last ports */
} ovi_block_ports;

/* Takes memory for regions of `cells` x `cells` with up to max_ports ports. */
void ovi_block_ports_reserve(ovi_block_ports *ports, ovi_arena *arena, int32_t cells,
                             uint32_t max_ports);

/* Ports that a group of another draft gives. */
static inline uint32_t ovi_block_own_count(const ovi_draft *draft, int group) {
  return draft != NULL ? draft->port_counts[group] : 0;
}

/* How many ports the region will have. */
uint32_t ovi_block_count_ports(const ovi_map *map, const ovi_block_sources *sources);

/* Fills in everything; `weights` is of each local cell. */
void ovi_block_ports_gather(ovi_block_ports *ports, const ovi_map *map,
                            const ovi_block_sources *sources, const uint8_t *weights);

#endif
