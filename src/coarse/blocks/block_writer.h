/* Writes the block of a region from its map and from one draft for each profile. Invariant: the
 * bytes of a block depend on the map and the drafts alone. */
#ifndef OVERLAND_COARSE_BLOCKS_BLOCK_WRITER_H
#define OVERLAND_COARSE_BLOCKS_BLOCK_WRITER_H

#include <stdint.h>

#include "coarse/blocks/block_ports.h"
#include "coarse/blocks/cell_writer.h"
#include "coarse/blocks/draft.h"
#include "coarse/blocks/port_costs.h"
#include "common/arena.h"

/* The memory of one worker. */
typedef struct ovi_block_writer {
  ovi_cell_writer cells;
  ovi_block_ports ports;
  ovi_port_costs costs;
} ovi_block_writer;

/* Cuts a writer out of an arena, for regions of `cells` x `cells`. */
void ovi_block_writer_reserve(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                              const ovi_port_capacity *capacity);

/* Greatest size in bytes of the layer block of a region with so many ports. */
uint64_t ovi_layer_block_most_bytes(const ovi_draft *draft, uint64_t ports);

/* Bounds the bytes of a block, and raises the capacity that its writer needs; `sources` has one
 * entry for each profile. OVL_OK, or OVL_BAD_ARGUMENT with the fault if it may be too large. */
ovl_result ovi_block_measure(const ovi_map *map, const ovi_block_sources *sources,
                             ovi_port_capacity *capacity, uint64_t *bytes, ovl_fault *fault);

/* Writes the block to `out`, whose bytes are zero. Returns its size in bytes. The time is mostly
 * that of one search inside the region for each port.
 */
uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out);

#endif
