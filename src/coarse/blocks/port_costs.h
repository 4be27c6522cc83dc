/* Costs between the ports of a region, for each linked component: a triangle, or in a
 * directed layer a square. */
#ifndef OVERLAND_COARSE_BLOCKS_PORT_COSTS_H
#define OVERLAND_COARSE_BLOCKS_PORT_COSTS_H

#include "coarse/blocks/block_ports.h"
#include "coarse/blocks/known_costs.h"
#include "fine/fine_search.h"

typedef struct ovi_port_costs {
  ovi_window window;
  ovi_fine_search search;
  ovi_known_costs known;
  uint16_t *unknown; /* of each place of a clique: to how many others the way is not known */
  uint16_t *targets; /* ports that are searched for */
  uint32_t *costs;
  uint32_t count;
  uint32_t shift; /* that fits all costs in 16 bits without loss; 32 if there is none */
} ovi_port_costs;

/* What a writer must have room for. */
typedef struct ovi_port_room {
  uint32_t ports;
  uint64_t costs;
  bool steps;      /* for some directed layer */
  bool exceptions; /* for one with a rule */
} ovi_port_room;

/* Costs that a layer stores at the most for a region of so many ports. */
static inline uint64_t ovi_port_costs_most(const ovi_draft *draft, uint64_t ports) {
  return draft->directed ? ports * ports : ports * ports / 2;
}

/* Takes memory for regions of `cells` x `cells`. */
void ovi_port_costs_reserve(ovi_port_costs *costs, ovi_arena *arena, int32_t cells,
                            const ovi_port_room *room);

/* Once, when the memory is there. */
void ovi_port_costs_clear(ovi_port_costs *costs);

/* Finds all costs of the gathered ports of a draft. What `before`, unless it is NULL, knows of the
 * region as it was is not searched for again. */
void ovi_port_costs_find(ovi_port_costs *costs, const ovi_map *map, const ovi_draft *draft,
                         const ovi_block_ports *ports, const ovi_port_ground *ground,
                         const ovi_layer *before);

#endif
