/* Writing a region's block from its map and its drafts, one a profile. */
#ifndef OVERLAND_COARSE_BLOCKS_BLOCK_WRITER_H
#define OVERLAND_COARSE_BLOCKS_BLOCK_WRITER_H

#include <stdint.h>

#include "coarse/blocks/block_ports.h"
#include "coarse/blocks/cell_writer.h"
#include "coarse/blocks/draft.h"
#include "coarse/blocks/port_costs.h"
#include "common/arena.h"

/* One worker's memory. */
typedef struct ovi_block_writer {
  ovi_cell_writer cells;
  ovi_block_ports ports;
  ovi_port_costs costs;
} ovi_block_writer;

/* Takes memory for regions of `cells` x `cells`. */
void ovi_block_writer_reserve(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                              const ovi_port_room *room);

/* Once, when the memory is there. */
void ovi_block_writer_clear(ovi_block_writer *writer);

/* Bytes that the part of a region of so many ports takes at the most. */
uint64_t ovi_part_most_bytes(const ovi_draft *draft, uint64_t ports);

/* Writes the block to out, which is zeroed; `sources` has one entry a profile. Returns its
 * length. */
uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out);

#endif
